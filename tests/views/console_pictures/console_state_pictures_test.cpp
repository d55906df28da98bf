#include "api/operations/analysis.h"
#include "api/operations/evidence.h"
#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/review.h"
#include "api/operations/sources.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/notice_banner.h"
#include "shell/command_action.h"
#include "shell/run_drawer.h"
#include "views/console/stack_project.h"
#include "views/console_pictures/garden_source.h"
#include "views/console_pictures/picture_steps.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTcpServer>
#include <QTest>

#include <optional>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using views::DataTable;

namespace {

model::Reason reason(const char *words)
{
    return model::Reason::parse(QString::fromLatin1(words)).value();
}

} // namespace

/// The pages when something is not as it should be: what is slow, wrong, refused, stopped or stale around them is so on the servers.
class ConsoleStatePicturesTest : public PictureSteps {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void sourcesAreSlow();
    void sourcesAreTried();
    void analysisIsMissing();
    void planIsMade();
    void valuesAreDecided();
    void planIsNotApprovedByWhoChangedIt();
    void approvalIsRevokedAndStale();
    void pipelineIsGenerated();
    void reloadIsRequestedAndUndone();
    void orchestratorIsDown();
    void guardStopsALoad();
    void runIsStopped();
    void reviewIsNotSignedByWhoDecided();
    void sourceMovesOn();
    void listsThatCannotBeRead();

private:
    template<api::OperationRequest R>
    void takeLoading(const char *page, const char *picture);
    void takeUnreadable(const char *page, const char *picture);
    void press(const char *button);
    void approveAsBen();
    /// How a run of all tables ended; nothing when it could not be launched.
    std::optional<model::RunState> loadEverything();

    GardenSource m_garden;
    QTcpServer m_silent; ///< takes connections and never says a word
};

void ConsoleStatePicturesTest::initTestCase()
{
    if (const QString why = StackProject::whyNot(); !why.isEmpty())
        QSKIP(qPrintable(why));
    prepare();
    QString wrong = m_garden.make();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    QVERIFY2(m_silent.listen(QHostAddress::LocalHost, PictureProject::silentPort), qPrintable(m_silent.errorString()));
    begin(PictureProject::Kind::Garden);
    wrong = m_project->make();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

/// The words and Stop stand there from the third second on.
template<api::OperationRequest R>
void ConsoleStatePicturesTest::takeLoading(const char *page, const char *picture)
{
    go(page);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("loading-stop"), soonMs);
    take(picture);
    m_project->release<R>();
}

/// Somebody saved a broken ekos.toml: what was read before stays.
void ConsoleStatePicturesTest::takeUnreadable(const char *page, const char *picture)
{
    go(page);
    QVERIFY(m_project->edit(QStringLiteral("[project]"), QStringLiteral("[project")));
    act("console.refresh");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("error"), soonMs);
    take(picture);
    QVERIFY(m_project->edit(QStringLiteral("[project"), QStringLiteral("[project]")));
    act("console.refresh");
    QTRY_VERIFY_WITH_TIMEOUT(!m_hand.visible("error"), soonMs);
}

void ConsoleStatePicturesTest::press(const char *button)
{
    auto *found = m_hand.visible<QPushButton>(button);
    QVERIFY2(found && found->isEnabled(), button);
    found->click();
}

void ConsoleStatePicturesTest::approveAsBen()
{
    const auto shown = m_project->ask(api::ShowExtraction{});
    QVERIFY(shown);
    QVERIFY(m_project->ask(api::ApproveExtraction{.expectedDigest = shown->digest, .reason = reason("Read with anna, table by table")}, "ben"));
}

std::optional<model::RunState> ConsoleStatePicturesTest::loadEverything()
{
    const auto run = m_project->ask(api::RunPipeline{.inProcess = true, .wait = true});
    return run ? std::optional(run->run.state) : std::nullopt;
}

void ConsoleStatePicturesTest::sourcesAreSlow()
{
    m_project->hold<api::ListSources>();
    m_project->hold<api::ShowAnalysis>();
    m_project->hold<api::ShowExtraction>();
    m_project->hold<api::ShowPipeline>();
    m_project->hold<api::ListReview>();
    openWindow();
    takeLoading<api::ListSources>("sources", "sources-loading");
    const auto *table = m_hand.find<DataTable>("sources-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 4, soonMs);
}

void ConsoleStatePicturesTest::sourcesAreTried()
{
    go("sources", "archive", "summary");
    act("sources.test");
    QTRY_VERIFY_WITH_TIMEOUT(hasSentence("source-checks", "password"), soonMs);
    take("sources-wrong-password");

    const QString wrong = m_garden.makeCatalog(GardenSource::Catalog::WithoutArrays);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    go("sources", "garden_shop", "summary");
    act("sources.test");
    QTRY_VERIFY_WITH_TIMEOUT(hasSentence("source-checks", "postgresql.array-mapping"), soonMs);
    take("sources-catalog-setting");
    go("sources", "garden_shop", "rights");
    QTRY_VERIFY(m_hand.find<DataTable>("rights")->rows()->needsMe(0));
    take("sources-missing-right");
    const QString mended = m_garden.makeCatalog(GardenSource::Catalog::Complete);
    QVERIFY2(mended.isEmpty(), qPrintable(mended));
    const QString granted = m_garden.sql(QStringLiteral("GRANT SELECT ON TABLE shop.wage TO garden_reader"));
    QVERIFY2(granted.isEmpty(), qPrintable(granted));

    go("sources", "greenhouse", "summary");
    act("sources.test");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("progress-stop"), soonMs);
    take("sources-testing", Rests::No);
    if (m_hand.visible("progress-stop")) // on a busy machine the picture takes longer than the test of the source
        press("progress-stop");
    QTRY_VERIFY_WITH_TIMEOUT(!m_hand.visible("progress-stop"), soonMs);

    go("sources", "branch", "summary");
    act("sources.test");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("password-form"), soonMs);
    take("sources-password");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("password-form"));
}

void ConsoleStatePicturesTest::analysisIsMissing()
{
    takeLoading<api::ShowAnalysis>("analysis", "analysis-loading");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("analysis-empty"), soonMs);
    take("analysis-empty");
    QVERIFY(m_project->ask(api::AnalyzeSource{.database = GardenSource::name()}));
}

void ConsoleStatePicturesTest::planIsMade()
{
    takeLoading<api::ShowExtraction>("extraction", "extraction-loading");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("empty-state"), soonMs);
    {
        const GardenLock lock(QStringLiteral("shop.delivery"));
        QVERIFY(lock.isHeld());
        act("extraction.plan");
        QTRY_VERIFY(m_hand.visible("decision-form"));
        m_hand.press(Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("progress-stop"), soonMs);
        take("extraction-planning", Rests::No);
    }
    const auto *table = m_hand.find<DataTable>("extraction-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 9, workMs);
}

void ConsoleStatePicturesTest::valuesAreDecided()
{
    go("extraction", "shop.staff", "summary");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("value-accept"), soonMs);
    take("extraction-refused-table");
    go("extraction", "shop.delivery", "summary");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("value-limit"), soonMs);
    take("extraction-refused-column");
    press("value-limit");
    confirm("Never promised means promised for the last day");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("receipt-card") && m_hand.visible("value-undo"), workMs);
    take("extraction-value-decided");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("receipt-card"));
}

void ConsoleStatePicturesTest::planIsNotApprovedByWhoChangedIt()
{
    act("extraction.approve");
    confirm("Read the SQL of shop.delivery myself");
    QTRY_VERIFY_WITH_TIMEOUT(isShown("You changed shop.delivery yourself"), workMs);
    take("extraction-not-allowed");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("decision-form"));
}

void ConsoleStatePicturesTest::approvalIsRevokedAndStale()
{
    approveAsBen();
    act("extraction.revoke");
    confirm("The weights of deliveries are to be looked at first");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("receipt-card"), workMs);
    take("extraction-revoked");
    m_hand.press(Qt::Key_Escape);
    approveAsBen();

    const auto *notice = m_hand.find<QWidget>("extraction-page")->findChild<views::NoticeBanner *>(QStringLiteral("notice"));
    QVERIFY(m_project->edit(QStringLiteral("late-arrival-minutes = 60"), QStringLiteral("late-arrival-minutes = 120")));
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible() && notice->text().contains(QStringLiteral("ekos.toml was changed")), soonMs);
    take("extraction-stale");
    QVERIFY(m_project->edit(QStringLiteral("late-arrival-minutes = 120"), QStringLiteral("late-arrival-minutes = 60")));
    QTRY_VERIFY_WITH_TIMEOUT(!notice->isVisible(), soonMs);

    views::FilterBar &filter = m_hand.find<DataTable>("extraction-table")->filterBar();
    filter.setText(QStringLiteral("invoice"));
    QTRY_COMPARE(m_hand.find<DataTable>("extraction-table")->shownCount(), 0);
    take("extraction-filtered");
    filter.setText({});
}

void ConsoleStatePicturesTest::pipelineIsGenerated()
{
    takeLoading<api::ShowPipeline>("pipeline", "pipeline-loading");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("empty-state"), soonMs);
    take("pipeline-empty");
    QVERIFY(m_project->ask(api::GeneratePipeline{}));
    QVERIFY(m_project->registerCode());
    QCOMPARE(loadEverything(), std::optional(model::RunState::Done));
    const auto *table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 7, soonMs);
}

void ConsoleStatePicturesTest::reloadIsRequestedAndUndone()
{
    go("pipeline", "shop.customer", "summary");
    act("pipeline.reload");
    confirm("Cities were corrected without moving last_update");
    QTRY_VERIFY(m_hand.visible("danger-sheet"));
    press("danger-confirm");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("receipt-card"), workMs);
    take("pipeline-reload");
    act("pipeline.undo-reload");
    confirm("The cities were right after all");
    QTRY_VERIFY_WITH_TIMEOUT(isShown("is taken back"), workMs);
    m_hand.press(Qt::Key_Escape);
}

/// Nothing listens where ekos.toml says that it does.
void ConsoleStatePicturesTest::orchestratorIsDown()
{
    go("pipeline", "shop.customer", "summary");
    const QString address = qEnvironmentVariable("EKOS_STACK_DAGSTER_URL");
    const QString nobody = QStringLiteral("http://127.0.0.1:9");
    QVERIFY(m_project->edit(address, nobody));
    act("pipeline.run");
    QTRY_VERIFY(m_hand.visible("decision-form"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("orchestrator-notice"), workMs);
    take("pipeline-orchestrator-down");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("decision-form"));
    QVERIFY(m_project->edit(nobody, address));
}

/// A table that was emptied, one that lost most of its keys, and one that may no longer be read.
void ConsoleStatePicturesTest::guardStopsALoad()
{
    for (const char *statement : {"TRUNCATE shop.visit", "DELETE FROM shop.price WHERE valid_on > date '2024-01-06'", "REVOKE SELECT ON shop.document FROM garden_reader"}) {
        const QString wrong = m_garden.sql(QString::fromLatin1(statement));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    QCOMPARE(loadEverything(), std::optional(model::RunState::Problems));
    go("pipeline", "shop.visit", "summary");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("pipeline.accept-loss"), soonMs);
    take("pipeline-guard-load");
    go("pipeline", "shop.price", "summary");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isFree("pipeline.accept-deletes"), soonMs);
    take("pipeline-guard-deletes");
    act("pipeline.accept-deletes");
    confirm("Prices of last year were moved to the archive");
    QTRY_VERIFY(m_hand.visible("danger-sheet"));
    take("pipeline-accept-deletes");
    press("danger-cancel");
    QTRY_VERIFY(!m_hand.visible("danger-sheet"));
    m_hand.press(Qt::Key_Escape);

    go("pipeline", "shop.document", "log");
    act("pipeline.open-run");
    auto *drawer = m_hand.find<views::RunDrawer>("run-drawer");
    QTRY_VERIFY_WITH_TIMEOUT(drawer->isOpen() && !drawer->follower().events().empty(), soonMs);
    take("pipeline-failed");
    const QString granted = m_garden.sql(QStringLiteral("GRANT SELECT ON shop.document TO garden_reader"));
    QVERIFY2(granted.isEmpty(), qPrintable(granted));
}

/// Another session keeps a table for itself, so that the run cannot come to its end.
void ConsoleStatePicturesTest::runIsStopped()
{
    const GardenLock lock(QStringLiteral("shop.sale"));
    QVERIFY(lock.isHeld());
    go("pipeline", "shop.sale", "summary");
    auto *drawer = m_hand.find<views::RunDrawer>("run-drawer");
    const QString before = drawer->follower().runId();
    act("pipeline.run-in-process");
    QTRY_VERIFY(m_hand.visible("decision-form"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(drawer->follower().runId() != before && drawer->follower().isActive(), workMs);
    QTRY_VERIFY_WITH_TIMEOUT(drawer->follower().events().size() > 3, workMs);
    act("runs.stop");
    QTRY_VERIFY_WITH_TIMEOUT(!drawer->follower().isActive(), workMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isBlocked("runs.stop"), soonMs);
    take("pipeline-stopped");
    act("console.runs");
    QTRY_VERIFY(!drawer->isOpen());
}

void ConsoleStatePicturesTest::reviewIsNotSignedByWhoDecided()
{
    takeLoading<api::ListReview>("review", "review-loading");
    go("review", "scope/shop.customer", "summary");
    const auto *items = m_hand.find<DataTable>("review-table");
    QTRY_VERIFY_WITH_TIMEOUT(items->rows() && items->rows()->count() > 5, soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("choice-in"), soonMs);
    m_hand.find<DataTable>("review-table")->setFocus();
    act("review.accept-shown");
    confirm("All tables of the shop are wanted");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.isBlocked("signoff.approve") && m_hand.action("signoff.approve")->blockedWhy().contains(QStringLiteral("another person signs it")), workMs);
    take("review-not-allowed");

    const auto shown = m_project->ask(api::ShowReview{.subject = model::ReviewSubject::Scope});
    QVERIFY(shown);
    QVERIFY(m_project->ask(api::ApproveSignOff{.expectedDigest = shown->digest, .subject = {model::ReviewSubject::Scope}, .reason = reason("Read with anna, table by table")}, "ben"));
    act("signoff.revoke");
    confirm("Deliveries are discussed once more");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("receipt-card"), workMs);
    take("review-revoked");
    m_hand.press(Qt::Key_Escape);
}

/// A table is new, and the column about whose days somebody decided holds text now.
void ConsoleStatePicturesTest::sourceMovesOn()
{
    for (const char *statement : {"CREATE TABLE shop.gift (gift_id integer PRIMARY KEY, occasion text)", "GRANT SELECT ON shop.gift TO garden_reader",
                                  "ALTER TABLE shop.delivery ALTER COLUMN promised_on TYPE text"}) {
        const QString wrong = m_garden.sql(QString::fromLatin1(statement));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    go("extraction", "shop.delivery", "summary");
    act("extraction.plan");
    QTRY_VERIFY(m_hand.visible("decision-form"));
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.find<DataTable>("extraction-table")->shownIds().contains(QStringLiteral("shop.gift")), workMs);
    QTRY_VERIFY_WITH_TIMEOUT(isShown("no longer fits"), soonMs);
    take("extraction-value-stale");
    go("analysis", "shop.gift", "summary");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("analysis-notice"), soonMs);
    take("analysis-partial");
}

void ConsoleStatePicturesTest::listsThatCannotBeRead()
{
    for (const auto &[page, picture] : {std::pair("sources", "sources-error"), {"extraction", "extraction-error"}, {"pipeline", "pipeline-error"}})
        takeUnreadable(page, picture);
}

int main(int argc, char **argv)
{
    // Neither the keyring nor the settings of whoever takes the pictures are in them.
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    qunsetenv("XDG_RUNTIME_DIR");
    qunsetenv("EKOS_BRANCH_PASSWORD");
    qputenv("TZ", "UTC");
    qputenv("EKOS_ARCHIVE_PASSWORD", "of last year");
    QApplication application(argc, argv);
    ConsoleStatePicturesTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "console_state_pictures_test.moc"
