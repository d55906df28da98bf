#include "support/fake_source_engine.h"

namespace lakehouse::testsupport {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using ports::SqlRows;

Result<> FakeSourceEngine::mayGoOn(RunContext &run) const
{
    EKOS_CHECK(run.cancel().check());
    if (failure)
        return *failure;
    return base::Ok{};
}

Result<model::CatalogSnapshot> FakeSourceEngine::readCatalog(RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    ++catalogReadings;
    return catalog;
}

Result<std::vector<model::ColumnMeasure>> FakeSourceEngine::measure(const std::vector<model::MeasureRequest> &requests, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    std::vector<model::ColumnMeasure> measures;
    for (const model::MeasureRequest &request : requests)
        measures.push_back({.table = request.table, .column = request.column, .rows = qint64(m_rows.source(request.table).size()), .isComplete = true});
    measuredColumns += int(measures.size());
    return measures;
}

Result<SqlRows> FakeSourceEngine::query(const QString &sql, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    if (sql == QLatin1String("SELECT 1"))
        return SqlRows{.columns = {QStringLiteral("?column?")}, .rows = {{QStringLiteral("1")}}};
    if (sql.contains(QLatin1String("has_schema_privilege")))
        return rights;
    const auto table = m_findTable(sql);
    if (!table)
        return Error{ErrorCode::InvalidInput, {"The fake source knows no table for: %1", sql}, "Plan it first."};
    if (auto answer = reconciliationAnswer(sql, *table, m_rows))
        return *std::move(answer);
    if (sql.startsWith(QLatin1String("SELECT count(*) FROM ")))
        return SqlRows{.columns = {QStringLiteral("count")}, .rows = {{QString::number(m_rows.source(table->table).size())}}};
    return Error{ErrorCode::InvalidInput, {"The fake source does not know the statement: %1", sql}, "Teach it."};
}

Result<std::vector<SqlRows>> FakeSourceEngine::queryTogether(const std::vector<QString> &statements, RunContext &run)
{
    std::vector<SqlRows> answers;
    for (const QString &statement : statements) {
        EKOS_TRY(SqlRows rows, query(statement, run));
        answers.push_back(std::move(rows));
    }
    return answers;
}

Result<ports::SafeBound> FakeSourceEngine::safeUpperBound(RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    return bound;
}

std::vector<model::ServiceCheck> FakeSourceEngine::check(RunContext &)
{
    if (failure)
        return {{QStringLiteral("source"), QStringLiteral("answers"), model::CheckState::Failed, failure->message, failure->hint}};
    std::vector<model::ServiceCheck> lines{{QStringLiteral("source"), QStringLiteral("answers"), model::CheckState::Passed, "fake", {}}};
    lines.insert(lines.end(), checks.begin(), checks.end());
    return lines;
}

} // namespace lakehouse::testsupport
