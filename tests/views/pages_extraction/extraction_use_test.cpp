#include "kit/data_table.h"
#include "kit/diff_view.h"
#include "kit/empty_state.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/history_view.h"
#include "kit/localized.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_table.h"
#include "views/pages_extraction/opened_extraction.h"
#include "views/support/long_words.h"
#include "views/support/page_checks.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScopeGuard>
#include <QToolButton>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedExtraction;

namespace {

constexpr auto tabs = {"summary", "diff", "lineage", "evidence", "history"};
const base::Error sourceIsDown{.code = base::ErrorCode::Unreachable, .message = {QT_TRANSLATE_NOOP("core", "PostgreSQL at db.example.com does not answer.")},
                               .hint = {QT_TRANSLATE_NOOP("core", "Start it, then try again.")}, .retry = base::Retry::Later};

QPushButton *buttonIn(const QWidget *banner, const QString &text)
{
    for (auto *button : banner->findChildren<QPushButton *>())
        if (button->text() == text && button->isVisible())
            return button;
    return nullptr;
}

} // namespace

/// The page as it is used: by keys and by mouse, in large text, from right to left, with a source that does not answer.
class ExtractionUseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void aChangeThatNoLongerFitsSaysWhy_data()
    {
        QTest::addColumn<model::LoadMode>("mode");
        QTest::newRow("in full") << model::LoadMode::Full;
        QTest::newRow("refused") << model::LoadMode::Refused;
    }
    void aChangeThatNoLongerFitsSaysWhy()
    {
        QFETCH(model::LoadMode, mode);
        api::ExtractionPage plan = samplePlan();
        const auto staff = std::ranges::find_if(plan.tables, [](const api::PlanRow &row) { return row.table.toString() == QLatin1String("public.staff"); });
        QVERIFY(staff != plan.tables.end() && staff->isChangeStale);
        staff->mode = mode;
        staff->why = QT_TRANSLATE_NOOP("core", "Its key has a type that bronze cannot hold."); // as the plan says it
        Opened opened(plan);
        opened.select("public.staff");
        const TableRows &rows = *opened.table()->rows();
        const qsizetype row = staff - plan.tables.begin();
        const QString said = QStringLiteral("no longer fits and is not applied. Its key has a type that bronze cannot hold.");
        QVERIFY2(rows.reason(row, int(ExtractionColumn::State)).contains(said), qPrintable(rows.reason(row, int(ExtractionColumn::State))));
        QVERIFY(isSaid(*opened.detail(), said));
    }

    void aTableThatIsGoneIsSaid()
    {
        Opened opened;
        auto *missing = opened.find<NoticeBanner>("missing-notice");
        QVERIFY(!missing->isVisible());
        opened.page->setPlace({.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film_archive")});
        QTRY_VERIFY(missing->isVisible());
        QVERIFY2(missing->text().contains(QStringLiteral("The plan has no table public.film_archive")), qPrintable(missing->text()));
        opened.select("public.rental");
        QTRY_VERIFY(!missing->isVisible());
    }

    void cLeadsToTheReviewWhereCommentsAre()
    {
        Opened opened;
        opened.select("public.film");
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.table()->setFocus();
        QVERIFY(opened.table()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_C);
        QCOMPARE(opened.host.opened, (std::vector<Place>{{.page = QStringLiteral("review"), .object = QStringLiteral("scope/public.film")}}));
        QCOMPARE(opened.host.bench.effects(), 0);
    }

    void rightToLeftTurnsThePageRound()
    {
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
        const auto restored = qScopeGuard([] { QGuiApplication::setLayoutDirection(Qt::LeftToRight); });
        Opened opened;
        opened.select("public.film");
        const auto left = [&opened](const QWidget *part) { return part->mapTo(opened.page.get(), QPoint()).x(); };
        QVERIFY(left(opened.detail()) < left(opened.table()));
        QVERIFY(left(opened.decisions()) > left(opened.detail()));
        for (const char *tab : tabs) {
            opened.detail()->setCurrentTab(QString::fromLatin1(tab));
            QTRY_COMPARE(cutWords(*opened.page), QStringList());
        }
    }

    void everyTabHasNamesAndFits_data()
    {
        QTest::addColumn<QByteArray>("tab");
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("isLong");
        for (const char *tab : tabs) {
            QTest::addRow("%s, 40 %% longer", tab) << QByteArray(tab) << 1.0 << true;
            QTest::addRow("%s, 200 %% text", tab) << QByteArray(tab) << 2.0 << false;
        }
    }
    void everyTabHasNamesAndFits()
    {
        QFETCH(QByteArray, tab);
        QFETCH(double, scale);
        QFETCH(bool, isLong);
        LongWords words;
        if (isLong)
            QCoreApplication::installTranslator(&words);
        Theme::instance().setTextScale(scale);
        const auto restored = qScopeGuard([&words] {
            Theme::instance().setTextScale(1.0);
            QCoreApplication::removeTranslator(&words);
        });
        Opened opened;
        opened.page->resize(scale > 1 ? QSize(1920, 1080) : QSize(1280, 800));
        opened.select("public.film");
        opened.detail()->setCurrentTab(QString::fromLatin1(tab));
        opened.settle();
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
        opened.action("extraction.approve")->trigger();
        QCOMPARE(namelessWidgets(*opened.page), QStringList());
        QTRY_COMPARE(cutWords(*opened.page), QStringList());
    }

    void everyNumberSaysWhen()
    {
        Opened opened;
        QCOMPARE(opened.find<QLabel>("read-at")->text(), QStringLiteral("as of %1").arg(localized(opened.host.time.now())));
        opened.select("public.film");
        QVERIFY(isSaid(*opened.detail(), QStringLiteral("By the source's statistics it has about 1,000 rows"))); // whose they are; the plan says when
        for (const ExtractionColumn column : {ExtractionColumn::Rows, ExtractionColumn::Size}) {
            QVERIFY(opened.table()->rows()->number(2, int(column)));
            QVERIFY(extractionColumns()[std::size_t(column)].description.contains(QStringLiteral("when the plan was made")));
        }
    }

    void theMenuSavesTheDifference()
    {
        Opened opened;
        opened.select("public.film");
        opened.detail()->setCurrentTab(QStringLiteral("diff"));
        auto *diff = opened.find<DiffView>("sql-diff");
        QTRY_VERIFY(diff->isSettled());
        QByteArray saved;
        diff->setFileSaver([&saved](const QByteArray &content, const QString &) { saved = content; });
        diff->findChild<QToolButton *>(QStringLiteral("diff-more"))->click();
        const auto *menu = diff->findChild<QMenu *>(QStringLiteral("diff-menu"));
        QVERIFY(menu);
        for (QAction *item : menu->actions())
            if (item->objectName() == QLatin1String("diff-save-patch"))
                item->trigger();
        QTRY_VERIFY2(saved.startsWith("diff --git "), saved.left(80).constData());
        QVERIFY(saved.contains("public/film"));
    }

    void stopFreesThePageByMouseAndByKey_data()
    {
        QTest::addColumn<bool>("isByMouse");
        QTest::newRow("by mouse") << true;
        QTest::newRow("by key") << false;
    }
    void stopFreesThePageByMouseAndByKey()
    {
        QFETCH(bool, isByMouse);
        Opened opened;
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{});
        opened.host.bench.hold<api::MakePlan>();
        opened.action("extraction.plan")->trigger();
        QTest::keyClick(opened.decisions(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.bench.calls<api::MakePlan>(), 1);
        auto *stop = opened.decisions()->findChild<QPushButton *>(QStringLiteral("progress-stop"));
        QTRY_VERIFY(stop && stop->isVisible());
        if (isByMouse) {
            QTest::mouseClick(stop, Qt::LeftButton);
        } else {
            for (int step = 0; step < 80 && QApplication::focusWidget() != stop; ++step)
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QCOMPARE(QApplication::focusWidget(), stop);
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        }
        QVERIFY(opened.action("extraction.plan")->isEnabled()); // at once: before anything else happens
        QVERIFY(opened.host.bench.lastContext<api::MakePlan>().cancel.isCancelled());
    }

    void stopIsPressedOnceTheWordsAreThere()
    {
        FakePageHost host;
        host.bench.hold<api::ShowExtraction>();
        ExtractionPage page(host);
        page.resize(1280, 800);
        page.show();
        page.refresh();
        auto *stop = page.findChild<QPushButton *>(QStringLiteral("loading-stop"));
        QVERIFY(!stop->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(stop->isVisible(), 10'000); // after three seconds
        QCOMPARE(page.findChild<QLabel *>(QStringLiteral("loading-words"))->text(), QStringLiteral("Reading the extraction plan of film-rental…"));
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(whyBlocked(page, "extraction.approve").contains(QStringLiteral("was stopped")));
        QVERIFY(host.bench.lastContext<api::ShowExtraction>().cancel.isCancelled());
    }

    void planningAgainWithASourceThatDoesNotAnswer()
    {
        Opened opened;
        opened.host.bench.fail<api::MakePlan>(sourceIsDown);
        opened.action("extraction.plan")->trigger();
        QTest::keyClick(opened.decisions(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(isSaid(*opened.decisions(), QStringLiteral("does not answer")));
        QVERIFY(isSaid(*opened.decisions(), QStringLiteral("Start it, then try again.")));
        QCOMPARE(opened.table()->shownCount(), 7); // the plan on screen stays, with its time
        QTRY_VERIFY(opened.find<QLabel>("read-at")->text().startsWith(QStringLiteral("as of")));
        QVERIFY(opened.action("extraction.approve")->isEnabled());
        opened.select("public.film");
        QVERIFY(isSaid(*opened.detail(), QStringLiteral("merges them by film_id")));
        opened.host.bench.answer<api::MakePlan>(api::PlanSummary{});
        auto *again = buttonIn(opened.decisions(), QStringLiteral("Try again"));
        QVERIFY(again);
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_COMPARE(opened.host.bench.calls<api::MakePlan>(), 2);
    }

    void whatFailedIsDoneOnceMore()
    {
        Opened opened;
        opened.host.bench.fail<api::ShowExtraction>(sourceIsDown);
        opened.page->refresh();
        auto *banner = opened.find<ErrorBanner>("error");
        QTRY_VERIFY(banner->isVisible());
        opened.show(samplePlan());
        auto *again = buttonIn(banner, QStringLiteral("Try again"));
        QVERIFY(again);
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_VERIFY(!banner->isVisible());
    }

    void withoutAPlanThePageSaysWhatToDo()
    {
        const Opened opened(base::Error{base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No plan was made yet.")}});
        const EmptyState *empty = nullptr;
        for (const EmptyState *state : opened.table()->findChildren<EmptyState *>())
            if (state->isVisible())
                empty = state;
        QVERIFY(empty);
        QVERIFY(isSaid(*empty, QStringLiteral("Here stands every table of the source with how it loads, and why.")));
        QVERIFY(isSaid(*empty, QStringLiteral("the catalog of the source is read, nothing is loaded by it")));
        QVERIFY(buttonIn(empty, QStringLiteral("Plan the tables…")));
    }
};

QTEST_MAIN(ExtractionUseTest)
#include "extraction_use_test.moc"
