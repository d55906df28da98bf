// Plans and generates a pipeline of N tables with 30 columns each, in memory: lakehouse_bench_plan_generate [N …]
// Prints a table on standard error and one JSON line per size on standard output.

#include "rules/planning/extraction_planner.h"
#include "rules/reconcile/reconciliation_files.h"
#include "rules/sqlgen/pipeline_files.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lakehouse;
using namespace lakehouse::model;

namespace {

constexpr int columnsInTable = 30;

struct ColumnKind {
    const char *declared;
    const char *name;
    const char *exposed;
};
/// What business tables are made of.
constexpr ColumnKind columnKinds[] = {
    {"integer", "int4", "integer"}, {"text", "text", "varchar"}, {"numeric(12,2)", "numeric", "decimal(12,2)"}, {"timestamp with time zone", "timestamptz", "timestamp(6) with time zone"},
    {"boolean", "bool", "boolean"}, {"bigint", "int8", "bigint"}, {"date", "date", "date"}, {"uuid", "uuid", "uuid"},
};

SourceTable sourceTable(int number)
{
    SourceTable table{.name = TableName::create(QStringLiteral("public"), QStringLiteral("table_%1").arg(number, 6, 10, QLatin1Char('0'))).value(), .estimatedRows = 1000, .bytes = 1 << 20};
    for (int i = 0; i < columnsInTable; ++i) {
        const ColumnKind &kind = columnKinds[std::size_t(i) % std::size(columnKinds)];
        SourceColumn column{.name = QStringLiteral("column_%1").arg(i), .position = i + 1, .type = {.declared = QLatin1String(kind.declared), .schema = QStringLiteral("pg_catalog"), .name = QLatin1String(kind.name)}};
        if (column.type.name == QLatin1String("numeric")) {
            column.type.precision = 12;
            column.type.scale = 2;
        }
        column.isNotNull = i == 0;
        table.columns.push_back(std::move(column));
    }
    table.keys.push_back({.name = table.name.table() + QStringLiteral("_pkey"), .columns = {QStringLiteral("column_0")}, .isPrimary = true});
    if (number % 2 == 0) { // half of them prove a watermark: their trigger is parsed
        SourceTrigger trigger{.name = QStringLiteral("touch"), .onUpdate = true, .functionSchema = QStringLiteral("public"), .functionName = QStringLiteral("touch"), .functionLanguage = QStringLiteral("plpgsql"),
                              .functionSource = QStringLiteral("\nBEGIN\n  NEW.column_3 = now();\n  RETURN NEW;\nEND ")};
        trigger.functionDefinition = QStringLiteral("CREATE OR REPLACE FUNCTION public.touch()\n RETURNS trigger\n LANGUAGE plpgsql\nAS $function$%1$function$\n").arg(trigger.functionSource);
        table.triggers.push_back(std::move(trigger));
    }
    return table;
}

ExposedTable exposedTable(const SourceTable &table)
{
    ExposedTable exposed{.schema = table.name.schema(), .table = table.name.table()};
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        exposed.columns.push_back({table.columns[i].name, QLatin1String(columnKinds[i % std::size(columnKinds)].exposed)});
    return exposed;
}

std::vector<GeneratedFile> reconciliationFiles(const TableDecision &table)
{
    std::vector<GeneratedFile> files = rules::reconciliationFiles(table);
    for (GeneratedFile &file : files)
        file.path.prepend(rules::tableFolder(table.places) + QLatin1Char('/'));
    return files;
}

void measure(int tables)
{
    CatalogSnapshot catalog{.database = QStringLiteral("bench"), .databaseName = QStringLiteral("bench"), .engine = QStringLiteral("postgresql"), .role = QStringLiteral("ekos")};
    std::vector<ExposedTable> exposedTables;
    for (int i = 0; i < tables; ++i) {
        catalog.tables.push_back(sourceTable(i));
        exposedTables.push_back(exposedTable(catalog.tables.back()));
    }
    const std::optional<std::vector<ExposedTable>> exposed = std::move(exposedTables);
    std::vector<ColumnMeasure> measures;
    for (const MeasureRequest &request : rules::measureRequests(catalog))
        measures.push_back({.table = request.table, .column = request.column, .isComplete = true});
    ProjectSettings settings;
    settings.lakehouse.sourceDatabase = QStringLiteral("bench");
    settings = withDefaults(settings, QStringLiteral("bench"));

    QElapsedTimer timer;
    timer.start();
    const ExtractionPlan plan = rules::plan({.catalog = catalog, .measures = measures, .exposed = exposed, .settings = settings.lakehouse, .changes = {}});
    const PlanDigest digest = plan.digest();
    const qint64 planMs = timer.restart();
    const std::vector<GeneratedFile> files = rules::pipelineFiles({.plan = plan, .settings = settings, .generator = QStringLiteral("benchmark"), .moreTableFiles = reconciliationFiles});
    const SqlDigest sqlDigest = rules::sqlDigest(files);
    const qint64 generateMs = timer.elapsed();

    qint64 bytes = 0;
    for (const GeneratedFile &file : files)
        bytes += file.content.size();
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const qint64 peakMb = usage.ru_maxrss / 1024;
    qint64 incremental = 0;
    for (const PlannedTable &table : plan.tables)
        incremental += table.decision.mode == LoadMode::Incremental ? 1 : 0;
    std::fprintf(stderr, "%8d %12lld %10lld %12lld %10lld %8lld %10lld\n", tables, incremental, planMs, generateMs, qint64(files.size()), bytes >> 20, peakMb);
    const QJsonObject json{{QStringLiteral("tables"), tables}, {QStringLiteral("columns"), columnsInTable}, {QStringLiteral("incremental"), incremental}, {QStringLiteral("plan-ms"), planMs}, {QStringLiteral("generate-ms"), generateMs},
                           {QStringLiteral("files"), qint64(files.size())}, {QStringLiteral("bytes"), bytes}, {QStringLiteral("peak-mb"), peakMb},
                           {QStringLiteral("plan"), digest.toString()}, {QStringLiteral("sql"), sqlDigest.toString()}};
    std::printf("%s\n", QJsonDocument(json).toJson(QJsonDocument::Compact).constData());
}

} // namespace

int main(int argc, char **argv)
{
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i)
        sizes.push_back(std::max(1, std::atoi(argv[i])));
    if (sizes.empty())
        sizes = {1000};
    std::fprintf(stderr, "%8s %12s %10s %12s %10s %8s %10s\n", "tables", "incremental", "plan (ms)", "files (ms)", "files", "MB", "peak (MB)");
    for (const int size : sizes) {
        // A process for each size, so that its peak of memory is its own.
        const pid_t child = ::fork();
        if (child == 0) {
            measure(size);
            std::fflush(nullptr);
            std::_Exit(0);
        }
        int status = 0;
        if (child < 0 || ::waitpid(child, &status, 0) < 0 || status != 0)
            return 1;
    }
    return 0;
}
