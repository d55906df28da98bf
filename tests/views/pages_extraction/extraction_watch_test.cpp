#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_page.h"
#include "rules/planning/extraction_planner.h"
#include "support/event_loop_watch.h"
#include "usecases/extraction/proposal.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/support/working_host.h"

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <mutex>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int tables = 5000;
constexpr qint64 mostGapMs = workLimit(50); ///< that this thread works or waits, between two looks of its event loop
constexpr qint64 mostWaitMs = waitLimit(300);

model::SourceTable sourceTable(int number)
{
    model::SourceTable table{.name = model::TableName::create(QStringLiteral("schema_%1").arg(number / 50, 4, 10, QLatin1Char('0')),
        QStringLiteral("table_%1").arg(number, 6, 10, QLatin1Char('0'))).value(),
                             .estimatedRows = 1000, .bytes = 1 << 20};
    for (int i = 0; i < 10; ++i)
        table.columns.push_back({.name = QStringLiteral("column_%1").arg(i), .position = i + 1, .type = {.declared = QStringLiteral("integer"),
            .schema = QStringLiteral("pg_catalog"), .name = QStringLiteral("int4")}, .isNotNull = i == 0});
    table.keys.push_back({.name = table.name.table() + QStringLiteral("_pkey"), .columns = {QStringLiteral("column_0")}, .isPrimary = true});
    return table;
}

/// Plans a source of so many tables; the second time one of them has one column more.
api::ExtractionPage computedPlan(int version)
{
    model::CatalogSnapshot catalog{.database = QStringLiteral("bench"), .databaseName = QStringLiteral("bench"),
        .engine = QStringLiteral("postgresql"), .role = QStringLiteral("ekos")};
    for (int i = 0; i < tables; ++i)
        catalog.tables.push_back(sourceTable(i));
    if (version > 1)
        catalog.tables[17].columns.push_back({.name = QStringLiteral("more"), .position = 11, .type = {.declared = QStringLiteral("integer"),
            .schema = QStringLiteral("pg_catalog"), .name = QStringLiteral("int4")}});
    model::ProjectSettings settings;
    settings.lakehouse.sourceDatabase = QStringLiteral("bench");
    settings = model::withDefaults(settings, QStringLiteral("bench"));
    const model::ExtractionPlan plan = rules::plan({.catalog = catalog, .measures = {}, .exposed = std::nullopt, .settings = settings.lakehouse,
        .changes = {}});
    api::ExtractionPage page{.digest = plan.digest(), .counts = usecases::planCounts(plan), .warnings = plan.warnings};
    for (const model::PlannedTable &table : plan.tables)
        page.tables.push_back(usecases::planRow(table));
    return page;
}

/// A project whose plan is computed by workers, as in the program.
class PlannedProject {
public:
    void plan()
    {
        const std::lock_guard lock(m_mutex);
        m_plan = computedPlan(++m_version);
    }

    usecases::HandlerRegistry handlers()
    {
        usecases::HandlerRegistry handlers;
        handlers.add<api::MakePlan>([this](const api::MakePlan &, const api::CallContext &, base::RunContext &) -> base::Result<api::PlanSummary> {
            plan();
            const std::lock_guard lock(m_mutex);
            return api::PlanSummary{.digest = m_plan->digest, .counts = m_plan->counts, .tables = m_plan->tables};
        });
        handlers.add<api::ShowExtraction>([this](const api::ShowExtraction &request, const api::CallContext &,
            base::RunContext &) -> base::Result<api::ExtractionPage> {
            const std::lock_guard lock(m_mutex);
            if (!m_plan)
                return base::Error{base::ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No plan was made yet.")}};
            return request.table ? planDetail(*m_plan, *request.table) : base::Result<api::ExtractionPage>(*m_plan);
        });
        handlers.add<api::ShowLedger>([](const api::ShowLedger &request, const api::CallContext &,
            base::RunContext &) -> base::Result<api::LedgerPage> { return sampleLedger(request); });
        return handlers;
    }

private:
    std::mutex m_mutex;
    std::optional<api::ExtractionPage> m_plan;
    int m_version = 0;
};

QAction *command(const QWidget &page, const char *id)
{
    return page.findChild<QAction *>(QStringLiteral("command-") + QLatin1String(id));
}

} // namespace

/// Whether the page can be used while a large plan is computed and shown.
class ExtractionWatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEventLoopNeverStandsStill()
    {
        Theme::instance().apply();
        PlannedProject project;
        WorkingHost host(project.handlers());
        ExtractionPage page(host);
        page.resize(1440, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QSignalSpy settled(&page, &Page::settled);
        page.refresh();
        QVERIFY(settled.wait());
        auto *table = page.findChild<DataTable *>(QStringLiteral("extraction-table"));
        auto *decisions = page.findChild<DecisionPanel *>(QStringLiteral("decisions"));

        EventLoopWatch watch;
        QTest::qWait(20);
        watch.begin(QStringLiteral("plan"));
        command(page, "extraction.plan")->trigger();
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(table->shownCount(), tables, 60'000);
        QTRY_VERIFY(table->isSettled());
        watch.begin(QStringLiteral("select"));
        table->setCurrentId(QStringLiteral("schema_0002.table_000100"));
        QTest::qWait(50);
        watch.begin(QStringLiteral("filter"));
        table->filterBar().setText(QStringLiteral("schema_0042"));
        QTRY_COMPARE(table->shownCount(), 50);
        table->filterBar().clear();
        QTRY_COMPARE(table->shownCount(), tables);
        watch.begin(QStringLiteral("plan again")); // a second plan, in which one table moved
        command(page, "extraction.plan")->trigger();
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(table->shownCount(), 1, 60'000);
        QTRY_VERIFY(table->isSettled());
        QCOMPARE(table->currentId(), QStringLiteral("schema_0000.table_000017"));
        watch.begin(QStringLiteral("read again")); // the first plan goes with it
        settled.clear();
        page.refresh();
        QTRY_VERIFY(!settled.isEmpty());
        QTest::qWait(50);

        qInfo("%s", qPrintable(watch.figures()));
        QVERIFY(watch.ticks() > 20); // it really watched
        QVERIFY2(watch.longestWork().cpuMs < mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs < mostGapMs, qPrintable(watch.figures()));
    }

    void aPlanThatIsThereIsOnScreenSoon()
    {
        Theme::instance().apply();
        PlannedProject project;
        project.plan();
        WorkingHost host(project.handlers());
        ExtractionPage page(host);
        page.resize(1440, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        auto *table = page.findChild<DataTable *>(QStringLiteral("extraction-table"));
        auto *rows = table->findChild<QAbstractItemView *>(QStringLiteral("table-rows"));
        EventLoopWatch watch;
        QTest::qWait(20);
        watch.begin(QStringLiteral("read"));
        QElapsedTimer since;
        since.start();
        page.refresh();
        while (!(rows->isVisible() && table->shownCount() > 0) && since.elapsed() < 60'000)
            QTest::qWait(1);
        const qint64 firstView = since.elapsed();
        QTRY_COMPARE(table->shownCount(), tables);
        QTRY_VERIFY(table->isSettled());
        QTest::qWait(50);

        qInfo("first view after %lld ms; %s", firstView, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWork().cpuMs < mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(watch.longestWait().waitedMs < mostGapMs, qPrintable(watch.figures()));
        QVERIFY2(firstView < mostWaitMs, qPrintable(QString::number(firstView)));
    }
};

QTEST_MAIN(ExtractionWatchTest)
#include "extraction_watch_test.moc"
