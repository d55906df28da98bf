#include "kit/decision_panel.h"
#include "kit/detail_pane.h"
#include "kit/empty_state.h"
#include "kit/english_plurals.h"
#include "kit/error_banner.h"
#include "kit/filter_bar.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/pair_bar.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "model/no_source.h"
#include "pages/pipeline/pipeline_table.h"
#include "pages/pipeline/pipeline_words.h"
#include "views/pages_pipeline/opened_pipeline.h"
#include "views/support/page_checks.h"

#include <QApplication>
#include <QDesktopServices>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

using Opened = OpenedPipeline;

namespace {

const base::Error dagsterIsDown{.code = base::ErrorCode::Unreachable, .message = {QT_TRANSLATE_NOOP("core", "Dagster at 127.0.0.1:3000 does not answer.")},
                                .hint = {QT_TRANSLATE_NOOP("core", "Start it with: ekos-lakehouse stack up")}, .retry = base::Retry::Later};

api::PipelineStatus calmPipeline()
{
    api::PipelineStatus status = samplePipeline();
    std::erase_if(status.tables, [](const api::PipelineRow &row) { return row.state == api::TableState::NeedsPerson; });
    return status;
}

QString notice(const Opened &opened, const char *name)
{
    const auto *banner = opened.find<NoticeBanner>(name);
    return banner->isVisible() ? banner->text() : QString();
}

void confirm(const Opened &opened, const char *command, const QString &reason = {})
{
    opened.action(command)->trigger();
    auto *decisions = opened.find<DecisionPanel>("decisions");
    if (!reason.isEmpty())
        QTest::keyClicks(decisions->findChild<QPlainTextEdit *>(QStringLiteral("reason")), reason);
    QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
}

/// Opens addresses instead of a browser.
class Browser : public QObject {
    Q_OBJECT
public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("http"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("http")); }
    QStringList opened;
public Q_SLOTS:
    void open(const QUrl &url) { opened += url.toString(); }
};

} // namespace

/// The page when something around it is not as it should be, and what it says of each number.
class PipelineStatesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setCursorFlashTime(0);
        Theme::instance().apply();
        QCoreApplication::installTranslator(new EnglishPlurals(qApp));
    }

    void anOrchestratorThatIsDownIsNamedAndTheRestWorks()
    {
        Opened opened;
        opened.host.bench.fail<api::RunPipeline>(dagsterIsDown);
        const QString readAt = opened.find<QLabel>("read-at")->text();
        QVERIFY(readAt.contains(localized(opened.host.time.now())));
        opened.host.time.advance(qint64(3) * 3600 * 1'000'000);
        confirm(opened, "pipeline.run");
        QTRY_VERIFY(!notice(opened, "orchestrator-notice").isEmpty());
        const QString said = notice(opened, "orchestrator-notice");
        for (const QString &part : {QStringLiteral("127.0.0.1:3000 does not answer"), QStringLiteral("ekos-lakehouse stack up"), localized(opened.host.time.now())})
            QVERIFY2(said.contains(part), qPrintable(said));
        QVERIFY(isSaid(*opened.find<DecisionPanel>("decisions"), QStringLiteral("does not answer"))); // in the form as well
        // The list is the last that is known, with its time, and everything that needs no orchestrator goes on.
        QCOMPARE(opened.find<DataTable>("pipeline-table")->shownCount(), 5);
        QVERIFY(!opened.find<ErrorBanner>("error")->isVisible());
        opened.find<DataTable>("pipeline-table")->filterBar().setText(QStringLiteral("rental"));
        QCOMPARE(opened.find<DataTable>("pipeline-table")->shownCount(), 1);
        opened.select("public.rental");
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("reconciliation"));
        QVERIFY(opened.action("pipeline.reconcile")->isEnabled());
        QVERIFY(opened.action("pipeline.run")->isEnabled()); // to try again
        opened.page->refresh();
        QTRY_VERIFY(!notice(opened, "orchestrator-notice").isEmpty()); // reading the list says nothing about it
        api::RunReport report;
        report.run = activeRun();
        opened.host.bench.answer<api::RunPipeline>(report);
        QTest::keyClick(opened.find<DecisionPanel>("decisions"), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(opened.host.watched.size(), 1);
        QTRY_COMPARE(notice(opened, "orchestrator-notice"), QString());
    }

    void aRunThatCannotBeStoppedNamesTheOrchestrator()
    {
        api::PipelineStatus status = calmPipeline();
        status.active = {activeRun()};
        Opened opened(status);
        opened.host.bench.fail<api::StopRun>(dagsterIsDown);
        opened.action("runs.stop")->trigger();
        QTRY_VERIFY(notice(opened, "orchestrator-notice").contains(QStringLiteral("does not answer")));
        QVERIFY(!notice(opened, "running-notice").isEmpty()); // as far as is known
        QVERIFY(opened.action("runs.stop")->isEnabled());
        // Somebody else launched a run later: it answers again.
        status.active.front().id = sampleRun(4);
        status.active.front().startedAtUtc = {opened.host.time.now().microseconds + 60'000'000};
        opened.host.bench.answer<api::ShowPipeline>(status);
        opened.page->refresh();
        QTRY_COMPARE(notice(opened, "orchestrator-notice"), QString());
    }

    void whatElseIsRefusedIsNoTroubleOfTheOrchestrator()
    {
        Opened opened(calmPipeline());
        opened.host.bench.fail<api::RunPipeline>({.code = base::ErrorCode::Busy, .message = "Another run of this pipeline is under way.", .hint = "Wait for its end."});
        confirm(opened, "pipeline.run");
        QTRY_VERIFY(isSaid(*opened.find<DecisionPanel>("decisions"), QStringLiteral("Another run")));
        QCOMPARE(notice(opened, "orchestrator-notice"), QString());
    }

    void aListThatCannotBeReadKeepsTheLastWithItsTime()
    {
        Opened opened;
        const QString readAt = opened.find<QLabel>("read-at")->text();
        opened.host.bench.fail<api::ShowPipeline>({.code = base::ErrorCode::Unreachable, .message = "The server does not answer.", .hint = "Start it.", .retry = base::Retry::Later});
        opened.host.time.advance(qint64(3) * 3600 * 1'000'000);
        opened.page->refresh();
        QTRY_VERIFY(opened.find<ErrorBanner>("error")->isVisible());
        QCOMPARE(opened.find<DataTable>("pipeline-table")->shownCount(), 5);
        QCOMPARE(opened.find<QLabel>("read-at")->text(), readAt);
    }

    void aPlanThatMovedLeadsToTheExtractionPage()
    {
        api::PipelineStatus status = samplePipeline(); // one table waits for a person, too: both are said
        status.isPlanMoved = true;
        Opened opened(status);
        opened.select("public.film");
        const QString said = notice(opened, "moved-notice");
        QVERIFY2(said.contains(QStringLiteral("moved")) && said.contains(QStringLiteral("0123456789ab")), qPrintable(said));
        QVERIFY(notice(opened, "waiting-notice").contains(QStringLiteral("public.staff")));
        auto *button = opened.find<NoticeBanner>("moved-notice")->findChild<QPushButton *>();
        QCOMPARE(button->text(), opened.action("pipeline.open-plan")->text());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(opened.host.opened.size(), std::size_t(1));
        QCOMPARE(opened.host.opened.front(), (Place{.page = QStringLiteral("extraction"), .object = QStringLiteral("public.film")}));
        status.isPlanMoved = false;
        opened.host.bench.answer<api::ShowPipeline>(status);
        opened.page->refresh();
        QTRY_COMPARE(notice(opened, "moved-notice"), QString());
    }

    void aPulseLeavesTheFocusWhereItIs_data()
    {
        QTest::addColumn<QByteArray>("banner");
        QTest::newRow("the plan moved") << QByteArray("moved-notice");
        QTest::newRow("a load waits") << QByteArray("waiting-notice");
        QTest::newRow("the orchestrator") << QByteArray("orchestrator-notice");
    }
    void aPulseLeavesTheFocusWhereItIs()
    {
        QFETCH(QByteArray, banner);
        api::PipelineStatus status = samplePipeline();
        status.isPlanMoved = true;
        Opened opened(status);
        opened.host.bench.fail<api::RunPipeline>(dagsterIsDown);
        confirm(opened, "pipeline.run");
        QTRY_VERIFY(!notice(opened, banner).isEmpty());
        opened.page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(opened.page.get()));
        const QPointer<QPushButton> button = opened.find<NoticeBanner>(banner)->findChild<QPushButton *>();
        QTRY_VERIFY(button->isEnabled()); // what was asked for is over
        button->setFocus();
        QVERIFY(button->hasFocus());
        const int before = opened.host.bench.calls<api::ShowPipeline>();
        opened.page->pulse({.ledgerEntries = 9});
        QTRY_COMPARE(opened.host.bench.calls<api::ShowPipeline>(), before + 1);
        opened.settle();
        QVERIFY(button && button->hasFocus());
    }

    void aForeignCommitIsSaid()
    {
        api::PipelineStatus status = calmPipeline();
        status.problem = QT_TRANSLATE_NOOP("core", "Somebody committed something else.");
        const Opened opened(status);
        QVERIFY(notice(opened, "commit-notice").contains(QStringLiteral("Somebody committed something else.")));
    }

    void notAllowedIsSaidWhereItWasAsked_data()
    {
        QTest::addColumn<base::ErrorCode>("code");
        QTest::newRow("by a rule of the project") << base::ErrorCode::RefusedByRule;
        QTest::newRow("by a right that lacks") << base::ErrorCode::NotAllowed;
    }
    void notAllowedIsSaidWhereItWasAsked()
    {
        QFETCH(base::ErrorCode, code);
        Opened opened(calmPipeline());
        opened.select("public.film");
        opened.host.bench.fail<api::ReloadTable>({.code = code, .message = "Only an operator may reload.", .hint = "Ask one of the operators named in ekos.toml."});
        opened.action("pipeline.reload")->trigger();
        auto *decisions = opened.find<DecisionPanel>("decisions");
        QTest::keyClicks(decisions->findChild<QPlainTextEdit *>(QStringLiteral("reason")), QStringLiteral("the source was restored"));
        for (QPushButton *button : decisions->findChildren<QPushButton *>()) // dangerous: confirmed once more on its sheet
            if (button->isVisible() && button->text().contains(QStringLiteral("Reload public.film")))
                button->click();
        if (auto *sure = opened.page->window()->findChild<QPushButton *>(QStringLiteral("danger-confirm")))
            sure->click();
        QTRY_COMPARE(opened.host.bench.calls<api::ReloadTable>(), 1);
        QTRY_VERIFY(isSaid(*decisions, QStringLiteral("Only an operator may reload.")));
        QVERIFY(isSaid(*decisions, QStringLiteral("Ask one of the operators")));
        QCOMPARE(decisions->openId(), QStringLiteral("pipeline.reload"));
        QCOMPARE(decisions->draft(QStringLiteral("pipeline.reload")), QStringLiteral("the source was restored"));
        QCOMPARE(opened.host.draft(QStringLiteral("pipeline/pipeline.reload")), QStringLiteral("the source was restored"));
        QVERIFY(opened.action("pipeline.reconcile")->isEnabled()); // nothing else is in the way
    }

    void aProjectWithoutASourceSaysWhatComesFirst()
    {
        Opened opened;
        FakePageHost host;
        host.bench.fail<api::ShowPipeline>(model::noSource());
        PipelinePage page(host);
        page.resize(1280, 800);
        page.show();
        QSignalSpy settled(&page, &Page::settled);
        page.refresh();
        QVERIFY(settled.wait());
        QVERIFY(!page.findChild<ErrorBanner *>(QStringLiteral("error"))->isVisible());
        QVERIFY(isSaid(page, QStringLiteral("Add a source first")));
        QVERIFY(whyBlocked(page, "pipeline.run").contains(QStringLiteral("no source")));
    }

    void everyNumberSaysWhen()
    {
        Opened opened;
        const QString ran = localized(sampleTime(-10));
        QCOMPARE(opened.find<QLabel>("read-at")->text(), QStringLiteral("as of %1").arg(localized(opened.host.time.now())));
        opened.select("public.rental");
        const QString said = opened.find<SentenceList>("pipeline-sentences")->text();
        int numbers = 0;
        for (const QString &sentence : said.split(QLatin1Char('\n'))) {
            if (!sentence.contains(countText(16'044)) && !sentence.contains(countText(16'043)))
                continue;
            ++numbers;
            QVERIFY2(sentence.contains(ran), qPrintable(sentence));
        }
        QVERIFY2(numbers > 0, qPrintable(said));
        opened.find<DetailPane>("pipeline-detail")->setCurrentTab(QStringLiteral("reconciliation"));
        QVERIFY2(opened.find<PairBar>("reconciliation-totals")->sentence().contains(ran), qPrintable(opened.find<PairBar>("reconciliation-totals")->sentence()));
        const TableRows &rows = *opened.find<DataTable>("pipeline-table")->rows();
        for (const PipelineColumn column : {PipelineColumn::SourceRows, PipelineColumn::BronzeRows, PipelineColumn::Difference, PipelineColumn::Loaded, PipelineColumn::Duration})
            QVERIFY2(rows.reason(3, int(column)).contains(ran), qPrintable(rows.reason(3, int(column))));
        opened.action("pipeline.reload")->trigger();
        QVERIFY(isSaid(*opened.find<DecisionPanel>("decisions"), ran)); // "The next load replaces all 16,043 rows … (…)"
    }

    void anOlderCheckHasItsOwnTime()
    {
        api::PipelineRow row = samplePipeline().tables[3];
        row.reconciliation->run = sampleRun(1);
        QCOMPARE(timeOfRun(row.reconciliation->run, row, sampleHistory()), std::optional(sampleTime(-100)));
        QCOMPARE(timeOfRun(row.reconciliation->run, row, std::nullopt), std::optional<base::UtcTime>());
        QCOMPARE(timeOfRun(row.load->run, row, std::nullopt), std::optional(sampleTime(-10)));
    }

    void aTableThatWasNeverComparedIsNotSaidToHaveNoRows()
    {
        api::PipelineRow row{.table = samplePipeline().tables.front().table, .bronze = QStringLiteral("lake.bronze_public.actor")};
        QVERIFY(!reloadConsequences(row).join(QLatin1Char(' ')).contains(QLatin1Char('0')));
    }

    void theOrchestratorIsOpenedInTheBrowser_data()
    {
        QTest::addColumn<std::optional<QString>>("address");
        QTest::addColumn<QStringList>("opened");
        QTest::newRow("as it should be") << std::optional(QStringLiteral("http://127.0.0.1:3000")) << QStringList{QStringLiteral("http://127.0.0.1:3000")};
        QTest::newRow("none") << std::optional<QString>() << QStringList();
        QTest::newRow("a program") << std::optional(QStringLiteral("file:///usr/bin/true")) << QStringList();
        QTest::newRow("no host") << std::optional(QStringLiteral("http:")) << QStringList();
    }
    void theOrchestratorIsOpenedInTheBrowser()
    {
        QFETCH(std::optional<QString>, address);
        Browser browser;
        api::PipelineStatus status = calmPipeline();
        status.orchestrator = address;
        const Opened opened(status);
        opened.action("pipeline.open-orchestrator")->trigger();
        QTEST(browser.opened, "opened");
        QCOMPARE(opened.action("pipeline.open-orchestrator")->blockedWhy().isEmpty(), !browser.opened.isEmpty());
    }

    void thePictureIsTheSameTwice_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::addColumn<QString>("tab");
        for (const char *tab : {"summary", "reconciliation", "runs", "sql", "log"}) {
            QTest::addRow("light %s", tab) << ThemeChoice::Light << QString::fromLatin1(tab);
            QTest::addRow("dark %s", tab) << ThemeChoice::Dark << QString::fromLatin1(tab);
        }
    }
    void thePictureIsTheSameTwice()
    {
        QFETCH(ThemeChoice, theme);
        QFETCH(QString, tab);
        Theme::instance().setChoice(theme);
        const auto picture = [&tab] {
            Opened opened;
            opened.select("public.rental");
            opened.find<DetailPane>("pipeline-detail")->setCurrentTab(tab);
            QCoreApplication::processEvents();
            return opened.page->grab().toImage();
        };
        const QImage first = picture();
        const QImage second = picture();
        Theme::instance().setChoice(ThemeChoice::Light);
        QCOMPARE(differingPixels(first, second), 0);
        QVERIFY(first.width() >= 1280);
    }
};

QTEST_MAIN(PipelineStatesTest)
#include "pipeline_states_test.moc"
