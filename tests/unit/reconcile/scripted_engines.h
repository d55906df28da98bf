#pragma once

#include "ports/lake_sql.h"
#include "ports/source_engine.h"

#include <functional>

namespace lakehouse::tests {

using Answer = std::function<base::Result<ports::SqlRows>(const QString &sql)>;

inline base::Error unexpectedCall()
{
    return {base::ErrorCode::Internal, "This test does not expect the call."};
}

/// A source whose queries the test answers one by one, and which remembers them.
class ScriptedSource : public ports::SourceEngine {
public:
    Answer answer;
    std::vector<QString> statements;

    base::Result<ports::SqlRows> query(const QString &sql, base::RunContext &run) override
    {
        EKOS_CHECK(run.cancel().check());
        statements.push_back(sql);
        return answer(sql);
    }

    base::Result<std::vector<ports::SqlRows>> queryTogether(const std::vector<QString> &all, base::RunContext &run) override
    {
        std::vector<ports::SqlRows> answers;
        for (const QString &sql : all) {
            EKOS_TRY(ports::SqlRows rows, query(sql, run));
            answers.push_back(std::move(rows));
        }
        return answers;
    }

    base::Result<model::CatalogSnapshot> readCatalog(base::RunContext &) override { return unexpectedCall(); }
    base::Result<std::vector<model::ColumnMeasure>> measure(const std::vector<model::MeasureRequest> &, base::RunContext &) override { return unexpectedCall(); }
    base::Result<std::vector<model::TableProfile>> profile(const std::vector<model::ProfileRequest> &, const model::ScanBudget &, base::RunContext &) override { return unexpectedCall(); }
    base::Result<std::vector<model::SampleOutcome>> sampleValues(const std::vector<model::SampleRequest> &, const ports::SampleVisitor &, base::RunContext &) override { return unexpectedCall(); }
    base::Result<std::vector<model::RowCount>> countDuplicates(const std::vector<model::ColumnSet> &, const model::ScanBudget &, base::RunContext &) override { return unexpectedCall(); }
    base::Result<std::vector<model::RowCount>> countNulls(const std::vector<model::ColumnSet> &, const model::ScanBudget &, base::RunContext &) override { return unexpectedCall(); }
    base::Result<std::vector<model::RowCount>> countOrphans(const std::vector<model::ColumnRelation> &, const model::ScanBudget &, base::RunContext &) override { return unexpectedCall(); }
    base::Result<ports::SafeBound> safeUpperBound(base::RunContext &) override { return unexpectedCall(); }
    std::vector<model::ServiceCheck> check(base::RunContext &) override { return {}; }
};

/// The engine of the lake, in the same way.
class ScriptedLake : public ports::LakeSql {
public:
    Answer answer;
    std::vector<QString> statements;

    base::Result<ports::StatementResult> execute(const QString &sql, const ports::StatementOptions &, base::RunContext &run) override
    {
        EKOS_CHECK(run.cancel().check());
        statements.push_back(sql);
        EKOS_TRY(ports::SqlRows rows, answer(sql));
        return ports::StatementResult{.rows = std::move(rows)};
    }

    base::Result<> endQueries(const QString &, base::RunContext &) override { return unexpectedCall(); }
    base::Result<std::vector<model::ExposedTable>> exposedTables(const QString &, base::RunContext &) override { return unexpectedCall(); }
    std::vector<model::ServiceCheck> check(const QString &, const QString &, base::RunContext &) override { return {}; }
};

} // namespace lakehouse::tests
