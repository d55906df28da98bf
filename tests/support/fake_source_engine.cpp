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

Result<std::vector<model::TableProfile>> FakeSourceEngine::profile(const std::vector<model::ProfileRequest> &requests, const model::ScanBudget &, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    std::vector<model::TableProfile> answers;
    for (const model::ProfileRequest &request : requests) {
        const auto known = std::find_if(profiles.begin(), profiles.end(), [&](const model::TableProfile &profile) { return profile.table == request.table; });
        answers.push_back(known != profiles.end() ? *known : model::TableProfile{.table = request.table, .notProfiled = "No row was seen."});
    }
    profiledTables += int(answers.size());
    return answers;
}

/// Where the requested columns stand in a row of the sample.
std::vector<std::size_t> FakeSourceEngine::placesOf(const model::SampleRequest &request) const
{
    std::vector<std::size_t> places;
    for (const model::SourceTable &table : catalog.tables)
        for (const QString &name : request.columns)
            for (std::size_t i = 0; table.name == request.table && i < table.columns.size(); ++i)
                if (table.columns[i].name == name)
                    places.push_back(i);
    return places;
}

Result<std::vector<model::SampleOutcome>> FakeSourceEngine::sampleValues(const std::vector<model::SampleRequest> &requests, const ports::SampleVisitor &visitor, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    std::vector<model::SampleOutcome> outcomes;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto rows = samples.find(requests[i].table.toString());
        if (unsampled.contains(requests[i].table.toString())) {
            outcomes.push_back({.notSampled = "The role may not read it."});
            continue;
        }
        if (rows == samples.end()) {
            outcomes.push_back({.isComplete = true, .notSampled = "The table is empty."});
            continue;
        }
        const std::vector<std::size_t> places = placesOf(requests[i]);
        for (const auto &row : rows->second)
            for (std::size_t column = 0; column < places.size(); ++column)
                visitor(i, column, row[places[column]] ? QStringView(*row[places[column]]) : QStringView());
        outcomes.push_back({.rows = qint64(rows->second.size()), .isComplete = true});
    }
    return outcomes;
}

namespace {

template<typename Subject>
std::vector<model::RowCount> countsOf(const std::vector<Subject> &subjects, const std::function<model::RowCount(const Subject &)> &count)
{
    std::vector<model::RowCount> counts;
    for (const Subject &subject : subjects)
        counts.push_back(count ? count(subject) : model::RowCount{.isComplete = true});
    return counts;
}

} // namespace

Result<std::vector<model::RowCount>> FakeSourceEngine::countDuplicates(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    return countsOf(columns, duplicates);
}

Result<std::vector<model::RowCount>> FakeSourceEngine::countNulls(const std::vector<model::ColumnSet> &columns, const model::ScanBudget &, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    return countsOf(columns, nulls);
}

Result<std::vector<model::RowCount>> FakeSourceEngine::countOrphans(const std::vector<model::ColumnRelation> &relations, const model::ScanBudget &, RunContext &run)
{
    EKOS_CHECK(mayGoOn(run));
    return countsOf(relations, orphans);
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
    if (auto answer = deletesAnswer(sql, *table, m_rows))
        return std::move(answer->rows);
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
