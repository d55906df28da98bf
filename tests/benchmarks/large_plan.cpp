// How quick the questions of a page are on a project of N tables with 20 columns each: lakehouse_bench_large_plan [N]
// Source, Trino and Dagster are fakes; settings, plan, ledger, run state and repository are the real ones in a temporary folder. Prints a table
// on standard error and one JSON line per question on standard output. "cold" is the first question of a program that just started.

#include "support/doors.h"
#include "support/source_tables.h"

#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "usecases/extraction/proposal.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>

#include <cstdio>

using namespace lakehouse;
using namespace lakehouse::model;
using namespace lakehouse::testsupport;

namespace {

constexpr int columnsInTable = 20;

SourceTable sourceTable(int number)
{
    SourceTableBuilder table(QStringLiteral("public"), QStringLiteral("table_%1").arg(number, 6, 10, QLatin1Char('0')));
    table.withColumn(QStringLiteral("id"), QStringLiteral("integer")).withColumn(QStringLiteral("last_update"), QStringLiteral("timestamp with time zone"));
    const char *types[] = {"integer", "text", "bigint", "boolean", "numeric(10,2)"};
    for (int i = 2; i < columnsInTable; ++i)
        table.withColumn(QStringLiteral("column_%1").arg(i), QLatin1String(types[std::size_t(i) % std::size(types)]));
    table.withPrimaryKey({QStringLiteral("id")});
    if (number % 2 == 0)
        table.withTouchTrigger(QStringLiteral("last_update"));
    return table;
}

class Bench {
public:
    explicit Bench(int tables) : m_tables(tables), m_doors(m_project) {}

    bool run()
    {
        std::vector<SourceTable> tables;
        for (int i = 0; i < m_tables; ++i)
            tables.push_back(sourceTable(i));
        m_project.setTables(std::move(tables), 10);
        api::PlanSummary plan;
        if (!measure("make the plan", Start::Warm, api::MakePlan{}, &plan))
            return false;
        std::fprintf(stderr, "  plan.json %lld MB, plan.list %lld kB\n", QFileInfo(m_project.path(QStringLiteral(".ekos/plan.json"))).size() >> 20,
                     QFileInfo(m_project.path(QStringLiteral(".ekos/plan.list"))).size() >> 10);
        measureWholeRead();
        const api::ShowExtraction table{.table = selector(QStringLiteral("table_002500"))};
        bool isDone = pages("not approved") && both("one table, not approved", table);
        isDone = isDone && measure("approve", Start::Warm, api::ApproveExtraction{plan.digest, reason()});
        isDone = isDone && measure("change one table", Start::Warm, api::ChangeExtraction{plan.digest, selector(QStringLiteral("table_000002")), PlanEdit::Full, reason()});
        isDone = isDone && pages("one table moved") && both("one table, approved beside it", table) && both("lineage of all", api::ShowLineage{}) && both("lineage of one table", api::ShowLineage{.table = table.table});
        isDone = isDone && measure("generate", Start::Warm, api::GeneratePipeline{}) && addResults();
        return isDone && both("pipeline", api::ShowPipeline{}) && both("history of one table", api::ShowTableHistory{.table = *table.table}) && both("workflow", api::ShowWorkflow{}) && both("pulse", api::ShowPulse{});
    }

private:
    enum class Start { Cold, Warm };

    template<api::OperationRequest R>
    bool measure(const char *what, Start start, const R &request, typename R::Answer *kept = nullptr)
    {
        if (start == Start::Cold) {
            m_project.reopen();
            base::RunContext run;
            [[maybe_unused]] const auto ledger = m_project.workspace().ledger(run); // opening the databases is not the question's
            [[maybe_unused]] const auto runs = m_project.workspace().runs(run);
        }
        QElapsedTimer timer;
        timer.start();
        const auto answer = m_doors.answer(request, person("anna"));
        const double ms = double(timer.nsecsElapsed()) / 1e6;
        if (!answer) {
            std::fprintf(stderr, "%s: %s\n", what, qPrintable(answer.error().message.toEnglish()));
            return false;
        }
        if (kept)
            *kept = answer.value();
        report(what, start, ms);
        return true;
    }

    void report(const char *what, Start start, double ms) const
    {
        const char *temperature = start == Start::Cold ? "cold" : "warm";
        std::fprintf(stderr, "%8d  %-44s %-5s %10.1f ms\n", m_tables, what, temperature, ms);
        std::printf("{\"tables\":%d,\"what\":\"%s\",\"start\":\"%s\",\"ms\":%.1f}\n", m_tables, what, temperature, ms);
    }

    template<api::OperationRequest R>
    bool both(const char *what, const R &request)
    {
        return measure(what, Start::Cold, request) && measure(what, Start::Warm, request);
    }

    bool pages(const char *state)
    {
        const QByteArray first = QByteArray("first page of 500, ") + state;
        const QByteArray all = QByteArray("all tables at once, ") + state;
        return both(first.constData(), api::ShowExtraction{.limit = 500}) && both(all.constData(), api::ShowExtraction{.limit = 10'000});
    }

    /// What every question took before there was a list: the whole proposal read, its digest made, and all its rows.
    void measureWholeRead()
    {
        m_project.reopen();
        base::RunContext run;
        QElapsedTimer timer;
        timer.start();
        const auto proposal = usecases::savedProposal(usecases::ProposalFiles::None, m_project.workspace(), run);
        if (!proposal)
            return;
        const api::PlanCounts counts = usecases::planCounts(proposal.value().plan);
        std::vector<api::PlanRow> rows;
        for (std::size_t i = 0; i < std::min<std::size_t>(500, proposal.value().plan.tables.size()); ++i)
            rows.push_back(usecases::planRow(proposal.value().plan.tables[i]));
        report(counts.full > 0 ? "reading the whole plan instead" : "reading the whole plan, none full", Start::Cold, double(timer.nsecsElapsed()) / 1e6);
    }

    /// A load and a green check of each table, as a run of the pipeline leaves them.
    bool addResults()
    {
        base::RunContext context;
        ports::RunStore &runs = *m_project.workspace().runs(context).value();
        const Run run{.id = RunId(m_project.ids.next()), .operation = QStringLiteral("pipeline.run"), .state = RunState::Done, .actor = QStringLiteral("anna@desk (cli)"), .startedAtUtc = m_project.clock.now()};
        if (!runs.begin(run))
            return false;
        for (int i = 0; i < m_tables; ++i) {
            const TableName table = sourceTable(i).name;
            TableReconciliation check{.table = table, .run = run.id, .sourceRows = 10, .bronzeRows = 10};
            for (const Tier tier : {Tier::V1, Tier::V2, Tier::V3})
                check.tiers.push_back({.tier = tier, .outcome = TierOutcome::Equal, .controls = {{tier, PlantedDefect::DroppedRow, {}, true}, {tier, PlantedDefect::ChangedByte, {QStringLiteral("column_3")}, true}}});
            if (!runs.addLoadReport({.table = table, .run = run.id, .rowsLoaded = 10, .queryIds = {QStringLiteral("20240101_000000_00000_abcde")}}) || !runs.addReconciliation(check))
                return false;
        }
        return true;
    }

    int m_tables;
    TestProject m_project;
    Doors m_doors;
};

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const int tables = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5000;
    return Bench(tables).run() ? 0 : 1;
}
