#include "kit/english_plurals.h"
#include "kit/filter_bar.h"
#include "kit/lineage_view.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "shell/deep_link.h"
#include "views/pages_analysis/opened_analysis.h"

#include <QSignalSpy>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedAnalysis;

namespace {

QString sentencesOf(const Opened &opened)
{
    return opened.find<SentenceList>("analysis-sentences")->text();
}

} // namespace

/// The page when a person comes back, follows a link, or finds a table from elsewhere.
class AnalysisPlacesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void aTableThatIsGoneIsSaid()
    {
        Opened opened;
        opened.page->setPlace({.page = opened.page->id(), .object = QStringLiteral("public.film_archive")});
        opened.settle();
        QTRY_VERIFY(sentencesOf(opened).contains(QStringLiteral("The source has no table public.film_archive. It is gone, or has another name there")));
        QCOMPARE(opened.page->place().object, QStringLiteral("public.film_archive")); // the link still says where it led
        QVERIFY(!opened.columns()->isVisible());
        Q_EMIT opened.table()->activated(QStringLiteral("public.actor")); // Enter on the row that was current all the while
        QCOMPARE(opened.page->place().object, QStringLiteral("public.actor"));
        opened.settle();
        QVERIFY(opened.columns()->isVisible());
    }

    void aTableThatGoesMeanwhileIsSaid()
    {
        Opened opened;
        opened.sample.entries[QStringLiteral("public.note")] = {{1, profiledAt(), FactKind::Table, QStringLiteral("public.note"), api::LedgerChange::Gone, {}, QStringLiteral("anna"), {}}};
        opened.select("public.note");
        opened.sample.remove("public.note");
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_VERIFY(sentencesOf(opened).contains(QStringLiteral("The source has no table public.note.")));
        QCOMPARE(opened.table()->shownCount(), 7);
        opened.showTab("history"); // the ledger keeps what was known
        QTRY_COMPARE(opened.host.bench.calls<api::ShowTimeline>(), 1);
    }

    void placeComesBack()
    {
        Opened opened;
        opened.select("public.customer");
        opened.showTab("lineage");
        opened.find<LineageView>("analysis-relations")->setCurrentTab(LineageView::Tab::List);
        opened.table()->filterBar().setChosenChips({QStringLiteral("personal-data")});
        opened.settle();
        const Place place = opened.page->place();
        const QByteArray state = opened.page->saveState();
        Opened again;
        again.page->restoreState(state);
        again.page->setPlace(place);
        again.settle();
        QTRY_COMPARE(again.page->place(), place);
        QTRY_COMPARE(again.table()->shownIds(), QStringList{QStringLiteral("public.customer")});
        QCOMPARE(again.table()->filterBar().chosenChips(), QStringList{QStringLiteral("personal-data")});
        QCOMPARE(again.find<LineageView>("analysis-relations")->currentTab(), LineageView::Tab::List);
        QCOMPARE(again.host.bench.effects(), 0); // coming back does nothing
    }

    void aPlaceIsTakenUpWhenTheTablesArrive()
    {
        FakePageHost host;
        SampleAnalysis sample;
        sample.answerOn(host.bench);
        AnalysisPage page(host);
        page.show();
        page.setPlace({.page = page.id(), .object = QStringLiteral("public.rental"), .tab = QStringLiteral("evidence")});
        page.refresh();
        auto *table = page.findChild<DataTable *>(QStringLiteral("analysis-table"));
        QTRY_COMPARE(table->currentId(), QStringLiteral("public.rental"));
        QCOMPARE(page.place(), (Place{.page = page.id(), .object = QStringLiteral("public.rental"), .tab = QStringLiteral("evidence")}));
    }

    void aLinkLeadsBack()
    {
        Opened opened;
        opened.select("sales.invoice");
        opened.showTab("sql");
        opened.table()->filterBar().setText(QStringLiteral("invoice"));
        const DeepLink sent{opened.host.projectName(), opened.page->place()};
        const base::Result<DeepLink> received = DeepLink::parse(sent.toText());
        QVERIFY(received);
        Opened again;
        again.page->setPlace(received.value().place);
        again.settle();
        QTRY_COMPARE(again.page->place(), sent.place);
        QTRY_COMPARE(again.table()->shownIds(), QStringList{QStringLiteral("sales.invoice")});
        QCOMPARE(again.host.bench.effects(), 0);
    }

    void attentionAsksForAnAnalysis()
    {
        FakePageHost host;
        SampleAnalysis sample;
        sample.isAnalyzed = false;
        sample.answerOn(host.bench);
        AnalysisPage page(host);
        QSignalSpy attention(&page, &Page::attentionChanged);
        page.refresh();
        QTRY_COMPARE(attention.size(), 1);
        QCOMPARE(attention[0][0].toInt(), 1);
        sample.isAnalyzed = true;
        page.refresh();
        QTRY_COMPARE(attention.size(), 2);
        QCOMPARE(attention[1][0].toInt(), 0);
    }

    void thePaletteFindsTables()
    {
        const Opened opened;
        const std::vector<PaletteItem> items = opened.page->paletteItems(QStringLiteral("RENT"));
        QCOMPARE(items.size(), std::size_t(1));
        QCOMPARE(items[0].kind, PaletteKind::Table);
        QCOMPARE(items[0].place, (Place{.page = QStringLiteral("analysis"), .object = QStringLiteral("public.rental")}));
        QVERIFY(opened.page->paletteItems({}).empty());
    }

    void thePaletteFindsColumnsOfTheTableOnShow()
    {
        Opened opened;
        const auto columns = [&opened] {
            QStringList titles;
            for (const PaletteItem &item : opened.page->paletteItems(QStringLiteral("CUSTOMER.")))
                if (item.kind == PaletteKind::Column) {
                    titles += item.title;
                    [&item] { QCOMPARE(item.place, (Place{.page = QStringLiteral("analysis"), .object = QStringLiteral("public.customer"), .tab = QStringLiteral("summary")})); }();
                }
            return titles;
        };
        QVERIFY(columns().isEmpty()); // another table is on show, or none
        opened.select("public.customer");
        QVERIFY2(columns().contains(QStringLiteral("public.customer.email")), qPrintable(columns().join(QLatin1Char(' '))));
    }
};

QTEST_MAIN(AnalysisPlacesTest)
#include "analysis_places_test.moc"
