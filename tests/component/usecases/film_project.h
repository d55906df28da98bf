#pragma once

#include "api/operations/evidence.h"
#include "api/operations/extraction.h"
#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "support/doors.h"
#include "support/source_tables.h"

namespace lakehouse::testsupport {

/// Two tables of a film rental: film proves its watermark last_update, actor has a key and nothing to load by.
struct FilmProject {
    FilmProject() { project.setTables({film(), actor()}); }

    static SourceTableBuilder film()
    {
        return aTable("film").withColumn(QStringLiteral("film_id"), QStringLiteral("integer")).withColumn(QStringLiteral("title"), QStringLiteral("text"))
            .withColumn(QStringLiteral("last_update"), QStringLiteral("timestamp with time zone")).withPrimaryKey({QStringLiteral("film_id")}).withTouchTrigger(QStringLiteral("last_update"));
    }
    static SourceTableBuilder actor()
    {
        return aTable("actor").withColumn(QStringLiteral("actor_id"), QStringLiteral("integer")).withColumn(QStringLiteral("name"), QStringLiteral("text"))
            .withPrimaryKey({QStringLiteral("actor_id")});
    }

    /// A table of the source, to be changed before it is read again.
    model::SourceTable &source(const char *table) { return *std::ranges::find(project.source.catalog.tables, tableName(table), &model::SourceTable::name); }

    base::Result<api::PlanSummary> plan() { return doors.ask(api::MakePlan{}); }
    base::Result<api::GenerateReceipt> generate() { return doors.ask(api::GeneratePipeline{}); }
    base::Result<model::LoadReport> load(const char *table, const std::optional<model::RunId> &run = {})
    {
        return doors.ask(api::LoadTable{.table = selector(QString::fromUtf8(table)), .runId = run, .reason = noReason()});
    }
    static model::Reason noReason() { return model::Reason::parse(QStringLiteral("none given")).value(); }

    qint64 entries()
    {
        base::RunContext run;
        return project.workspace().ledger(run).value()->head(run).value().sequence;
    }
    ports::RunStore &runs()
    {
        base::RunContext run;
        return *project.workspace().runs(run).value();
    }
    model::RunId newRun() { return model::RunId(project.ids.next()); }

    TestProject project;
    Doors doors{project};
};

inline const api::PlanRow *rowOf(const std::vector<api::PlanRow> &rows, const char *table)
{
    const auto found = std::ranges::find(rows, tableName(table), &api::PlanRow::table);
    return found == rows.end() ? nullptr : &*found;
}

} // namespace lakehouse::testsupport
