#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/filter_bar.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_page.h"
#include "rules/planning/extraction_planner.h"
#include "support/fixed_clock.h"
#include "usecases/extraction/proposal.h"
#include "usecases/in_process_workbench.h"
#include "views/pages_extraction/extraction_samples.h"
#include "views/support/fake_page_host.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <ctime>
#include <mutex>

using namespace lakehouse;
using namespace lakehouse::testsupport;
using namespace lakehouse::views;

namespace {

constexpr int tables = 5000;
constexpr double tickMs = 5;
#ifdef __OPTIMIZE__
constexpr double mostGapMs = 50;
#else
constexpr double mostGapMs = 100; // nothing is inlined
#endif

/// A timer of 5 ms: every longer stretch between two of its ticks is time in which nobody could act.
class Watchdog : public QObject {
public:
    Watchdog()
    {
        m_tick.setTimerType(Qt::PreciseTimer);
        m_tick.start(int(tickMs));
        connect(&m_tick, &QTimer::timeout, this, &Watchdog::look);
        m_since.start();
        m_work = ownWork();
    }
    QStringList gaps = {};   ///< longer than 50 ms by the clock: what the person waited, other programs included
    double longest = 0;      ///< by the clock
    double longestWork = 0;  ///< of this thread alone, whatever else the machine does

private:
    /// Milliseconds that this thread has worked.
    static double ownWork()
    {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
    void look()
    {
        const double gap = double(m_since.nsecsElapsed()) / 1e6;
        const double work = ownWork();
        longest = std::max(longest, gap);
        longestWork = std::max(longestWork, work - m_work);
        if (gap > mostGapMs)
            gaps += QStringLiteral("%1 ms, %2 ms of them own work").arg(gap, 0, 'f', 1).arg(work - m_work, 0, 'f', 1);
        m_since.start();
        m_work = work;
    }

    QTimer m_tick;
    QElapsedTimer m_since;
    double m_work = 0;
};

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
class PlanningHost final : public PageHost {
public:
    PlanningHost() : m_bench(registry()) {}
    api::Workbench &workbench() override { return m_bench; }
    api::CallContext call(base::CancelToken cancel, base::ProgressSink progress = {}) const override { return m_fake.call(std::move(cancel),
        std::move(progress)); }
    Credentials &credentials() override { return m_fake.passwords; }
    void open(const Place &) override {}
    void notify(Notification) override {}
    void watchRun(const QString &) override {}
    QString projectName() const override { return m_fake.projectName(); }
    bool isProduction() const override { return false; }
    const base::Clock &clock() const override { return m_fake.time; }
    QString draft(const QString &) const override { return {}; }
    void setDraft(const QString &, const QString &) override {}
    const model::WorkflowStatus &workflow() const override { return m_fake.steps; }

private:
    usecases::HandlerRegistry registry()
    {
        usecases::HandlerRegistry handlers;
        handlers.add<api::MakePlan>([this](const api::MakePlan &, const api::CallContext &, base::RunContext &) -> base::Result<api::PlanSummary> {
            const std::lock_guard lock(m_mutex);
            m_plan = computedPlan(++m_version);
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

    std::mutex m_mutex;
    std::optional<api::ExtractionPage> m_plan;
    int m_version = 0;
    FakePageHost m_fake;
    usecases::InProcessWorkbench m_bench; ///< last: it ends first, and waits for its workers
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
        PlanningHost host;
        ExtractionPage page(host);
        page.resize(1440, 900);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QSignalSpy settled(&page, &Page::settled);
        page.refresh();
        QVERIFY(settled.wait());
        auto *table = page.findChild<DataTable *>(QStringLiteral("extraction-table"));
        auto *decisions = page.findChild<DecisionPanel *>(QStringLiteral("decisions"));

        Watchdog watchdog;
        command(page, "extraction.plan")->trigger();
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(table->shownCount(), tables, 60'000);
        QTRY_VERIFY(table->isSettled());
        table->setCurrentId(table->shownIds().at(100));
        table->filterBar().setText(QStringLiteral("schema_0042"));
        QTRY_COMPARE(table->shownCount(), 50);
        table->filterBar().clear();
        QTRY_COMPARE(table->shownCount(), tables);
        command(page, "extraction.plan")->trigger(); // a second plan, in which one table moved
        QTest::keyClick(decisions, Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(table->shownIds(), QStringList{QStringLiteral("schema_0000.table_000017")}, 60'000);
        QTRY_VERIFY(table->isSettled());
        QCOMPARE(table->currentId(), QStringLiteral("schema_0000.table_000017"));

        qInfo("longest stretch %.1f ms by the clock, %.1f ms of own work; longer than %.0f ms: %s", watchdog.longest, watchdog.longestWork, mostGapMs,
              watchdog.gaps.isEmpty() ? "none" : qPrintable(watchdog.gaps.join(QStringLiteral("; "))));
        QVERIFY2(watchdog.longestWork <= mostGapMs, qPrintable(watchdog.gaps.join(QStringLiteral("; "))));
    }
};

QTEST_MAIN(ExtractionWatchTest)
#include "extraction_watch_test.moc"
