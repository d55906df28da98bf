#include "api/operations/evidence.h"
#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/review.h"
#include "api/operations/sources.h"
#include "kit/data_table.h"
#include "kit/detail_pane.h"
#include "kit/diff_view.h"
#include "kit/lineage_view.h"
#include "kit/notice_banner.h"
#include "kit/sentence_list.h"
#include "shell/command_action.h"
#include "shell/run_drawer.h"
#include "views/console/stack_project.h"
#include "views/console_pictures/picture_steps.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTest>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using views::DataTable;
using views::DetailPane;

namespace {

constexpr const char *email = "pii/public.customer.email"; ///< an item of the review, as links name it

model::TableSelector selector(const char *table)
{
    return model::TableSelector::parse(QString::fromLatin1(table)).value();
}

model::Reason reason(const char *words)
{
    return model::Reason::parse(QString::fromLatin1(words)).value();
}

} // namespace

class ConsolePicturesTest : public PictureSteps {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();

    void projectIsMade();
    void sources();
    void analysis();
    void pipelineWithAMismatch();
    void shell();
    void runUnderWay();
    void extraction();
    void extractionIsDecided();
    void planMoves();
    void review();
    void reviewIsSigned();
    void emptyProject();
};

void ConsolePicturesTest::initTestCase()
{
    if (const QString why = StackProject::whyNot(); !why.isEmpty())
        QSKIP(qPrintable(why));
    prepare();
    begin(PictureProject::Kind::Film);
}

void ConsolePicturesTest::projectIsMade()
{
    const QString wrong = m_project->make();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    const auto listed = m_project->ask(api::ListSources{});
    QVERIFY(listed);
    QVERIFY(m_project->ask(api::AddSource{.expectedDigest = listed->settingsDigest, .name = QStringLiteral("archive"),
                                          .kind = QStringLiteral("postgresql"), .connect = QStringLiteral("127.0.0.1:9/archive"),
                                          .user = QStringLiteral("reader"), .passwordEnv = QStringLiteral("EKOS_ARCHIVE_PASSWORD")}));
    QVERIFY(m_project->ask(api::AnalyzeSource{.database = QStringLiteral("film_rental")}));
    const auto plan = m_project->ask(api::MakePlan{});
    QVERIFY(plan);
    QVERIFY(m_project->ask(api::ApproveExtraction{.expectedDigest = plan->digest,
                                                  .reason = reason("Read table by table with the people of the counter")}));
    QVERIFY(m_project->ask(api::GeneratePipeline{}));
    QVERIFY(m_project->registerCode());
    for (int time = 0; time < (PictureTaker::isWanted() ? 2 : 1); ++time) { // twice, so that there is a course to see
        const auto run = m_project->ask(api::RunPipeline{.inProcess = true, .wait = true});
        QVERIFY(run);
        QCOMPARE(run->run.state, model::RunState::Done);
    }
    openWindow();
}

void ConsolePicturesTest::sources()
{
    go("sources", "film_rental");
    const auto *table = m_hand.find<DataTable>("sources-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 2, soonMs);
    act("sources.test");
    QTRY_VERIFY_WITH_TIMEOUT(hasSentence("source-checks", "rights that reading needs are held"), soonMs);
    take("sources-summary");
    go("sources", "film_rental", "rights");
    QTRY_VERIFY(m_hand.find<DataTable>("rights")->shownCount() > 20);
    take("sources-rights");
    go("sources", "film_rental", "history");
    take("sources-history");
    go("sources", "archive", "summary");
    act("sources.test");
    QTRY_VERIFY_WITH_TIMEOUT(hasSentence("source-checks", "127.0.0.1:9"), soonMs);
    take("sources-unreachable");
    act("sources.add");
    QTRY_VERIFY(m_hand.visible("source-form"));
    take("sources-add");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("source-form"));
}

void ConsolePicturesTest::analysis()
{
    go("analysis", "public.rental", "summary");
    const auto *table = m_hand.find<DataTable>("analysis-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() > 20, soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(hasSentence("analysis-sentences", "last_update"), soonMs);
    take("analysis-columns");
    go("analysis", "public.rental", "lineage");
    const auto *relations = m_hand.find<views::LineageView>("analysis-relations");
    QTRY_VERIFY_WITH_TIMEOUT(relations && relations->isSettled() && relations->drawnNodes().size() > 2, soonMs);
    take("analysis-relations");
    act("analysis.switch-relations");
    take("analysis-relations-list");
    act("analysis.switch-relations");
    for (const char *tab : {"evidence", "sql", "history"}) {
        go("analysis", "public.rental", tab);
        take(qPrintable(QStringLiteral("analysis-") + QLatin1String(tab)));
    }
}

void ConsolePicturesTest::pipelineWithAMismatch()
{
    QVERIFY(m_project->lakeSql(QStringLiteral("UPDATE lake.bronze_rentals_public.customer SET email = 'moved@example.com' WHERE customer_id = 7")));
    QVERIFY(m_project->ask(api::ReconcileTables{}, "ben"));
    go("pipeline", "public.film", "summary");
    const auto *table = m_hand.find<DataTable>("pipeline-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 24, soonMs);
    take("pipeline-summary");
    go("pipeline", "public.customer", "reconciliation");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.find<DataTable>("mismatches")->shownCount() > 0, soonMs);
    take("pipeline-reconciliation");
    for (const char *tab : {"runs", "sql", "log"}) {
        go("pipeline", "public.customer", tab);
        take(qPrintable(QStringLiteral("pipeline-") + QLatin1String(tab)));
    }
}

void ConsolePicturesTest::shell()
{
    m_hand.press(Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(m_hand.visible<QLineEdit>("palette-box"));
    m_hand.type(QStringLiteral("film"));
    take("console-palette");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("command-palette"));
    act("console.keys");
    QTRY_VERIFY(m_hand.visible("shortcut-sheet"));
    take("console-keys");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("shortcut-sheet"));
    m_window->open({.page = QStringLiteral("marts")});
    QTRY_COMPARE(m_window->place().page, QStringLiteral("marts"));
    take("marts-placeholder");
}

void ConsolePicturesTest::runUnderWay()
{
    go("pipeline", "public.customer", "summary");
    act("pipeline.run");
    QTRY_VERIFY(m_hand.visible("decision-form"));
    take("pipeline-decision");
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    auto *drawer = m_hand.find<views::RunDrawer>("run-drawer");
    QTRY_VERIFY_WITH_TIMEOUT(drawer->isOpen() && drawer->follower().isActive(), workMs);
    QTRY_VERIFY_WITH_TIMEOUT(drawer->follower().events().size() > 3, workMs);
    take("pipeline-running", Rests::No);
    auto *tabs = m_hand.find<QTabWidget>("run-tabs");
    tabs->setCurrentIndex(1);
    take("console-run-log", Rests::No);
    act("runs.stop");
    QTRY_VERIFY_WITH_TIMEOUT(!drawer->follower().isActive(), workMs);
    tabs->setCurrentIndex(0);
    act("console.runs");
    QTRY_VERIFY(!drawer->isOpen());
    act("console.notifications");
    QTRY_VERIFY(m_hand.visible("notification-centre"));
    take("console-notifications");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("notification-centre"));
}

void ConsolePicturesTest::extraction()
{
    go("extraction", "public.film_review", "summary");
    const auto *table = m_hand.find<DataTable>("extraction-table");
    QTRY_VERIFY_WITH_TIMEOUT(table->rows() && table->rows()->count() == 28, soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(hasSentence("plan-sentences", "last_update"), soonMs);
    take("extraction-summary");
    go("extraction", "public.rental", "lineage");
    QTRY_VERIFY(m_hand.visible("plan-lineage"));
    take("extraction-lineage");
    go("extraction", "public.rental", "evidence");
    QTRY_VERIFY(m_hand.visible("plan-evidence"));
    take("extraction-evidence");
}

void ConsolePicturesTest::extractionIsDecided()
{
    go("extraction", "public.rental", "summary");
    m_hand.find<DataTable>("extraction-table")->setFocus();
    act("extraction.change");
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    m_hand.type(QStringLiteral("Returns are booked late at the counter, so every row is read each night"));
    take("extraction-change");
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("receipt-card"), workMs);
    auto *detail = m_hand.find<DetailPane>("extraction-detail");
    QTRY_COMPARE(detail->currentTab(), QStringLiteral("diff"));
    auto *diff = m_hand.find<views::DiffView>("sql-diff");
    QTRY_VERIFY_WITH_TIMEOUT(diff->isSettled() && diff->removedLines() > 0, workMs);
    diff->setDiffLayout(views::DiffLayout::SideBySide);
    take("extraction-change-receipt");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("receipt-card"));
    take("extraction-diff");
    diff->setDiffLayout(views::DiffLayout::Unified);
    QTRY_VERIFY(diff->isSettled());
    take("extraction-diff-unified");
    act("extraction.approve");
    QTRY_VERIFY(m_hand.visible<QPlainTextEdit>("reason"));
    m_hand.type(QStringLiteral("Read the SQL of public.rental, the rest is as before"));
    take("extraction-approve");
    m_hand.press(Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("receipt-card"), workMs);
    take("extraction-receipt");
    m_hand.press(Qt::Key_Escape);
    go("extraction", "public.rental", "history");
    take("extraction-history");
}

void ConsolePicturesTest::planMoves()
{
    go("extraction", "public.rental", "summary");
    const auto shown = m_project->ask(api::ShowExtraction{});
    QVERIFY(shown);
    QVERIFY(m_project->ask(api::ChangeExtraction{.expectedDigest = shown->digest, .table = selector("public.address"), .edit = model::PlanEdit::Full,
                                                 .reason = reason("Addresses are corrected without touching last_update")}, "ben"));
    const auto *notice = m_hand.find<QWidget>("extraction-page")->findChild<views::NoticeBanner *>(QStringLiteral("notice"));
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible() && notice->text().contains(QStringLiteral("public.address")), soonMs);
    take("extraction-moved");
}

void ConsolePicturesTest::review()
{
    go("review", "scope/public.rental", "summary");
    const auto *items = m_hand.find<DataTable>("review-table");
    QTRY_VERIFY_WITH_TIMEOUT(items->rows() && items->rows()->count() > 20, soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("choice-in"), soonMs);
    take("review-subjects");
    go("review", email, "summary");
    QTRY_COMPARE_WITH_TIMEOUT(items->currentId(), QString::fromLatin1(email), soonMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("choice-hash"), soonMs);
    take("review-item");
    act("review.decide");
    QTRY_VERIFY(m_hand.visible("decide-sheet"));
    take("review-decide-otherwise");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("decide-sheet"));
    act("review.hash");
    confirm("Letters are sent by the old system, the lake only joins by it", "review-decide");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.action("review.undo")->isEnabled(), workMs);
    go("review", email, "lineage");
    const auto *lineage = m_hand.find<views::LineageView>("review-lineage");
    QTRY_VERIFY_WITH_TIMEOUT(lineage && lineage->isSettled() && lineage->drawnNodes().size() > 1, soonMs);
    take("review-lineage");
    for (const char *tab : {"evidence", "history"}) {
        go("review", email, tab);
        take(qPrintable(QStringLiteral("review-") + QLatin1String(tab)));
    }
}

void ConsolePicturesTest::reviewIsSigned()
{
    go("review", email, "summary");
    m_hand.find<DataTable>("review-table")->setFocus();
    act("review.accept-shown");
    confirm("Read column by column with the data protection officer", "review-decide-all");
    act("signoff.approve");
    confirm("All columns were read in the meeting of the review board", "review-sign-off");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("receipt-card"), workMs);
    take("review-receipt");
    m_hand.press(Qt::Key_Escape);
    QTRY_VERIFY(!m_hand.visible("receipt-card"));

    const auto shown = m_project->ask(api::ShowReview{.subject = model::ReviewSubject::Pii});
    QVERIFY(shown);
    QVERIFY(m_project->ask(api::DecideReview{.expectedDigest = shown->digest, .subject = model::ReviewSubject::Pii, .item = {QString::fromLatin1(email).section(QLatin1Char('/'), 1)},
                                             .decision = model::ReviewVerdict(model::ReviewChoice::Redact), .reason = reason("Nobody joins by it any more")}, "ben"));
    const auto *notice = m_hand.find<views::NoticeBanner>("review-notice");
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible() && notice->text().contains(QStringLiteral("moved")), soonMs);
    take("review-moved");
    act("review.review-moved");
    QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible() && notice->text().contains(QStringLiteral("since")), soonMs);
    take("review-stale");
}

void ConsolePicturesTest::emptyProject()
{
    begin(PictureProject::Kind::Empty);
    const QString wrong = m_project->make();
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    openWindow();
    for (const char *page : {"sources", "extraction"}) {
        go(page);
        QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("empty-state"), soonMs);
        take(qPrintable(QLatin1String(page) + QStringLiteral("-empty")));
    }
    go("review");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("review-empty"), soonMs);
    take("review-empty");
    go("pipeline"); // without a source there is no pipeline that could be empty: it says what comes first
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("source-notice") && m_hand.visible("empty-state"), soonMs);
    take("pipeline-without-a-source");
    go("analysis");
    QTRY_VERIFY_WITH_TIMEOUT(m_hand.visible("analysis-no-source"), soonMs);
    take("analysis-without-a-source");
}

int main(int argc, char **argv)
{
    // Neither the keyring nor the settings of whoever takes the pictures are in them.
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    qunsetenv("XDG_RUNTIME_DIR");
    qputenv("TZ", "UTC");
    qputenv("EKOS_ARCHIVE_PASSWORD", "nobody listens there");
    QApplication application(argc, argv);
    ConsolePicturesTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "console_pictures_test.moc"
