#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/localized.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "model/no_source.h"
#include "pages/analysis/analysis_table.h"
#include "pages/analysis/column_table.h"
#include "views/pages_analysis/opened_analysis.h"
#include "views/support/page_checks.h"

#include <QLabel>
#include <QPointer>
#include <QPushButton>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedAnalysis;

namespace {

const base::Error busy{base::ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "The ledger is busy.")}, {QT_TRANSLATE_NOOP("core", "Try again.")}, {}, {}, base::Retry::Later};

/// How often the list was asked for, and not one table.
int listings(const Opened &opened)
{
    const auto requests = opened.host.bench.requests<api::ShowAnalysis>();
    return int(std::ranges::count_if(requests, [](const api::ShowAnalysis &request) { return !request.table; }));
}

QString sentencesOf(const Opened &opened)
{
    return opened.find<SentenceList>("analysis-sentences")->text();
}

} // namespace

/// The page when there is nothing, when something moved, when something fails.
class AnalysisStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
        Theme::instance().apply();
    }

    void withoutASourceItLeadsToTheSources()
    {
        Opened opened;
        opened.host.bench.fail<api::ShowAnalysis>(model::noSource());
        AnalysisPage page(opened.host);
        page.show();
        page.refresh();
        const auto empty = [&page] { return page.findChild<QWidget *>(QStringLiteral("analysis-no-source")); };
        QTRY_VERIFY(empty() && empty()->isVisible());
        QVERIFY(!page.findChild<ErrorBanner *>(QStringLiteral("error"))->isVisible()); // it is how every project begins
        empty()->findChild<QPushButton *>()->click();
        QCOMPARE(opened.host.opened.back().page, QStringLiteral("sources"));
        QVERIFY(whyBlocked(page, "evidence.analyze").contains(QStringLiteral("no source")));
    }

    void whatWasNotAnalyzedOffersIt()
    {
        Opened opened(SampleAnalysis::unread());
        opened.host.bench.answerBy<api::AnalyzeSource>([&opened](const api::AnalyzeSource &) -> base::Result<api::AnalysisReport> {
            opened.sample = SampleAnalysis();
            return sampleReport();
        });
        auto *empty = opened.find<QWidget>("analysis-empty");
        QTRY_VERIFY(empty->isVisible());
        QVERIFY(isSaid(*empty, QStringLiteral("Not analyzed yet")));
        QVERIFY(!opened.notice()->isVisible()); // it is said once
        empty->findChild<QPushButton *>()->click();
        QTRY_COMPARE(opened.table()->shownCount(), 8);
        QVERIFY(opened.notice()->isVisible());
    }

    void whatAPlanReadIsSaidToBeNotAnalyzed()
    {
        SampleAnalysis sample;
        sample.isAnalyzed = false;
        Opened opened(sample);
        QVERIFY(opened.notice()->isVisible());
        QVERIFY2(opened.notice()->text().contains(QStringLiteral("not analyzed as it is now")), qPrintable(opened.notice()->text()));
        QCOMPARE(opened.table()->rows()->text(4, int(AnalysisColumn::Conflicts)), QStringLiteral("not yet")); // public.note: nothing was concluded of it
        QCOMPARE(opened.table()->rows()->text(0, int(AnalysisColumn::Conflicts)), QString());
        opened.host.bench.answerBy<api::AnalyzeSource>([&opened](const api::AnalyzeSource &) -> base::Result<api::AnalysisReport> {
            opened.sample.isAnalyzed = true;
            return sampleReport();
        });
        auto *button = opened.notice()->findChild<QPushButton *>();
        QVERIFY(button);
        QCOMPARE(button->text(), opened.action("evidence.analyze")->text());
        button->click();
        QTRY_VERIFY(opened.notice()->text().contains(QStringLiteral("was analyzed")));
    }

    void whatIsNotThereYetIsNotNothing()
    {
        Opened opened;
        opened.select("public.note");
        QCOMPARE(opened.table()->rows()->text(4, int(AnalysisColumn::Profiled)), QStringLiteral("not yet"));
        QCOMPARE(opened.table()->rows()->text(4, int(AnalysisColumn::Rows)), QStringLiteral("not known"));
        QCOMPARE(opened.columns()->rows()->text(0, int(ColumnTableColumn::Nulls)), QStringLiteral("not yet"));
        QVERIFY2(sentencesOf(opened).contains(QStringLiteral("Its rows were not looked at yet.")), qPrintable(sentencesOf(opened)));
        for (const AnalysisColumn column : {AnalysisColumn::Profiled, AnalysisColumn::Rows})
            QCOMPARE(opened.table()->rows()->text(3, int(column)), QString()); // a view has no rows of its own
    }

    void movingOnKeepsWhatWasThereUntilItTakesLong()
    {
        Opened opened;
        opened.select("public.customer");
        opened.host.bench.hold<api::ShowAnalysis>();
        opened.table()->setCurrentId(QStringLiteral("public.film"));
        QVERIFY(sentencesOf(opened).startsWith(QStringLiteral("Table of 4 columns"))); // no flicker where the answer comes at once
        QTRY_COMPARE(sentencesOf(opened), QStringLiteral("Reading public.film…"));
        QVERIFY(!opened.columns()->isVisible()); // nobody takes the columns of the one for those of the other
        opened.host.bench.release<api::ShowAnalysis>();
        QTRY_VERIFY(sentencesOf(opened).startsWith(QStringLiteral("Table of 5 columns")));
    }

    void anErrorKeepsTheList()
    {
        Opened opened;
        opened.select("public.film");
        opened.host.bench.fail<api::ShowAnalysis>(busy);
        opened.page->refresh();
        auto *banner = opened.find<ErrorBanner>("error");
        QTRY_VERIFY(banner->isVisible());
        QVERIFY(banner->message().contains(QStringLiteral("ledger is busy")));
        QCOMPARE(opened.table()->shownCount(), 8);
        QCOMPARE(opened.columns()->rows()->count(), 5);
        opened.sample.answerOn(opened.host.bench);
        Q_EMIT banner->retryRequested();
        QTRY_VERIFY(!banner->isVisible());
    }

    void aTableThatFailsIsTriedAgain()
    {
        Opened opened;
        opened.host.bench.answerBy<api::ShowAnalysis>([&opened](const api::ShowAnalysis &request) -> base::Result<api::AnalysisPage> {
            if (request.table)
                return busy;
            return opened.sample.show(request);
        });
        opened.select("public.film");
        QTRY_VERIFY(sentencesOf(opened).contains(QStringLiteral("The ledger is busy. Try again.")));
        opened.sample.answerOn(opened.host.bench);
        Q_EMIT opened.find<SentenceList>("analysis-sentences")->linkActivated(QStringLiteral("try-again"));
        QTRY_VERIFY(sentencesOf(opened).startsWith(QStringLiteral("Table of 5 columns and about 1,000 rows")));
        QVERIFY(!sentencesOf(opened).contains(QStringLiteral("busy")));
    }

    void anAnalysisThatFailsIsSaidOnThePage_data()
    {
        QTest::addColumn<base::Error>("failure");
        QTest::newRow("not allowed") << base::Error{base::ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The project lets only its owner analyze.")}, {QT_TRANSLATE_NOOP("core", "Ask the owner.")}};
        QTest::newRow("unreachable") << base::Error{base::ErrorCode::Unreachable, {QT_TRANSLATE_NOOP("core", "The source does not answer.")}, {QT_TRANSLATE_NOOP("core", "Start it, then try again.")}, {}, {}, base::Retry::Later};
        QTest::newRow("a right is missing") << base::Error{base::ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "The role may not read the catalog.")}, {QT_TRANSLATE_NOOP("core", "Run at the source: GRANT …")}};
    }
    void anAnalysisThatFailsIsSaidOnThePage()
    {
        QFETCH(base::Error, failure);
        Opened opened;
        opened.host.bench.fail<api::AnalyzeSource>(failure);
        opened.action("evidence.analyze")->trigger();
        auto *error = opened.find<ErrorBanner>("work-error");
        QTRY_VERIFY(error->isVisible());
        QCOMPARE(error->message(), failure.message.toEnglish());
        QVERIFY(isSaid(*error, failure.hint.toEnglish()));
        QCOMPARE(opened.table()->shownCount(), 8);
        QVERIFY(opened.action("evidence.analyze")->isEnabled());
    }

    void whatCouldNotBeLookedAtIsSaid()
    {
        Opened opened;
        api::AnalysisReport report = sampleReport();
        report.databases.front().findings.skippedFiles = {QStringLiteral("src/Till.java")};
        report.databases.front().findings.unresolvedWrites = 2;
        opened.host.bench.answer<api::AnalyzeSource>(report);
        opened.action("evidence.analyze")->trigger();
        QTRY_VERIFY(opened.notice()->isVisible());
        QVERIFY2(opened.notice()->text().endsWith(QStringLiteral("1 file of the application could not be read. 2 statements write to a table that is not known beyond doubt. The log of the run names each.")),
                 qPrintable(opened.notice()->text()));
    }

    void nothingNewIsSaidToo()
    {
        Opened opened;
        opened.host.bench.answer<api::AnalyzeSource>(api::AnalysisReport{.databases = {{.database = QStringLiteral("film_rental")}}});
        opened.action("evidence.analyze")->trigger();
        QTRY_VERIFY(opened.notice()->isVisible());
        QCOMPARE(opened.notice()->text(), QStringLiteral("film_rental was analyzed, and nothing is other than it was known already."));
    }

    void whatMovesIsReadAndTheSelectionStays()
    {
        Opened opened;
        opened.select("public.rental");
        opened.table()->filterBar().setText(QStringLiteral("public"));
        const int before = opened.host.bench.calls<api::ShowAnalysis>();
        opened.sample.reading = "second";
        opened.sample.table("public.rental").row.conflicts = 2;
        opened.page->pulse({.ledgerEntries = 7});
        QTRY_VERIFY(opened.host.bench.calls<api::ShowAnalysis>() > before);
        opened.settle();
        QCOMPARE(opened.table()->currentId(), QStringLiteral("public.rental"));
        QCOMPARE(opened.table()->rows()->text(6, int(AnalysisColumn::Conflicts)), QStringLiteral("2"));
        QCOMPARE(opened.table()->filterBar().text(), QStringLiteral("public"));
        const int after = opened.host.bench.calls<api::ShowAnalysis>();
        opened.page->pulse({.ledgerEntries = 7});
        opened.page->pulse({.ledgerEntries = 7});
        QCOMPARE(opened.host.bench.calls<api::ShowAnalysis>(), after); // nothing moved
    }

    void whatDidNotChangeStaysOnScreen()
    {
        Opened opened;
        opened.select("public.customer");
        const auto list = opened.table()->rows();
        const auto columns = opened.columns()->rows();
        opened.page->pulse({.ledgerEntries = 7});
        opened.settle();
        QCOMPARE(opened.table()->rows(), list);
        QCOMPARE(opened.columns()->rows(), columns);
    }

    void whatMovesWhileItIsReadIsReadAgain()
    {
        Opened opened;
        const int before = listings(opened);
        opened.host.bench.hold<api::ShowAnalysis>();
        opened.page->pulse({.ledgerEntries = 7});
        opened.page->pulse({.ledgerEntries = 8});
        QCOMPARE(listings(opened), before + 1); // never two at a time
        opened.host.bench.release<api::ShowAnalysis>();
        QTRY_COMPARE(listings(opened), before + 2);
    }

    void aTableOfANewerReadingBringsTheList()
    {
        Opened opened;
        opened.sample.reading = "second";
        opened.sample.table("public.film").row.conflicts = 3;
        opened.select("public.film");
        QTRY_COMPARE(opened.table()->rows()->text(2, int(AnalysisColumn::Conflicts)), QStringLiteral("3"));
    }

    void severalPagesAreOneList()
    {
        SampleAnalysis sample;
        sample.mostOnPage = 3;
        Opened opened(sample);
        QCOMPARE(opened.table()->shownCount(), 8);
        QCOMPARE(listings(opened), 3);
        QCOMPARE(opened.table()->rows()->id(7), QStringLiteral("sales.invoice"));
    }

    void aReadingBetweenTwoPagesBeginsAnew()
    {
        SampleAnalysis sample;
        sample.mostOnPage = 5;
        Opened opened(sample);
        bool isFirst = true;
        opened.host.bench.answerBy<api::ShowAnalysis>([&opened, &isFirst](const api::ShowAnalysis &request) {
            if (request.after && std::exchange(isFirst, false))
                opened.sample.remove("public.note"); // after the first page
            return opened.sample.show(request);
        });
        opened.page->refresh();
        opened.settle();
        QVERIFY(!isFirst);
        QCOMPARE(opened.table()->shownCount(), 7);
        QVERIFY(!opened.find<ErrorBanner>("error")->isVisible());
    }

    void severalPagesAreOneHistory()
    {
        SampleAnalysis sample;
        sample.mostEntries = 2;
        Opened opened(sample);
        opened.select("public.film");
        opened.showTab("history");
        QTRY_COMPARE(opened.host.bench.calls<api::ShowTimeline>(), 3);
        QCOMPARE(opened.host.bench.lastRequest<api::ShowTimeline>().after, 9);
    }

    void theNoticeKeepsTheFocus()
    {
        SampleAnalysis sample;
        sample.isAnalyzed = false;
        Opened opened(sample);
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        const QPointer<QPushButton> button = opened.notice()->findChild<QPushButton *>();
        button->setFocus();
        opened.page->pulse({.ledgerEntries = 8});
        opened.settle();
        QVERIFY(button && button->hasFocus());
    }

    void everyBlockedCommandSaysWhy()
    {
        Opened opened(SampleAnalysis::unread());
        for (QAction *action : opened.page->actions())
            if (const auto *command = qobject_cast<CommandAction *>(action); command && !command->isEnabled())
                QVERIFY2(!command->blockedWhy().isEmpty(), qPrintable(command->id()));
        QCOMPARE(opened.action("analysis.open-plan")->blockedWhy(), QStringLiteral("The source was not analyzed yet. Analyze it first."));
        opened.sample = SampleAnalysis();
        opened.page->refresh();
        opened.settle();
        opened.page->setPlace({.page = opened.page->id(), .object = QStringLiteral("public.film_archive")}); // which is gone
        QCOMPARE(opened.action("analysis.open-plan")->blockedWhy(), QStringLiteral("Select a table first."));
        opened.select("public.film");
        QVERIFY(opened.action("analysis.open-plan")->isEnabled());
    }

    void everyStatusAndNumberSaysWhyAndWhen()
    {
        Opened opened;
        const TableRows &rows = *opened.table()->rows();
        for (qsizetype row = 0; row < rows.count(); ++row)
            QVERIFY(!rows.reason(row, int(AnalysisColumn::State)).isEmpty());
        QVERIFY(rows.reason(0, int(AnalysisColumn::Rows)).contains(localized(profiledAt())));
        QCOMPARE(rows.text(0, int(AnalysisColumn::Profiled)), localized(profiledAt()));
        QCOMPARE(opened.find<QLabel>("read-at")->text(), QStringLiteral("as of %1").arg(localized(opened.host.time.now())));
        QVERIFY(opened.find<QLabel>("analysis-totals")->text().contains(localized(profiledAt())));
        opened.select("public.rental");
        QVERIFY2(sentencesOf(opened).contains(QStringLiteral("16,000 of its rows were looked at: %1.").arg(localized(profiledAt()))), qPrintable(sentencesOf(opened)));
        QCOMPARE(opened.columns()->rows()->reason(0, int(ColumnTableColumn::Nulls)), QStringLiteral("Of 16,000 rows that were looked at; there are others."));
    }
};

QTEST_MAIN(AnalysisStatesTest)
#include "analysis_states_test.moc"
