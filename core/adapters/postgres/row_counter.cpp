#include "adapters/postgres/row_counter.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/row_scan.h"
#include "adapters/postgres/sql_text.h"

#include <QStringList>

namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using base::RunContext;
using model::ColumnRelation;
using model::ColumnSet;
using model::RowCount;
using model::ScanBudget;

namespace {

constexpr int tablesAtATime = 4;

/// One question about one table.
struct Question {
    model::TableName table = {};
    std::vector<QString> columns = {};
    std::function<QString(const RowSource &)> statement = {}; ///< answers rows, found, nulls
    std::vector<QString> comparedTypesOf = {}; ///< columns that the statement compares with "="
};

QString valueOf(const QString &column)
{
    return QStringLiteral("t.") + quotedIdentifier(column);
}

QString isAnyNull(const std::vector<QString> &columns)
{
    QStringList conditions;
    for (const QString &column : columns)
        conditions += valueOf(column) + QStringLiteral(" IS NULL");
    return QLatin1Char('(') + conditions.join(QStringLiteral(" OR ")) + QLatin1Char(')');
}

QString duplicatesStatement(const std::vector<QString> &columns, const RowSource &source)
{
    QStringList values;
    for (const QString &column : columns)
        values += valueOf(column);
    return QStringLiteral("SELECT coalesce(sum(n), 0)::bigint, coalesce(sum(n - 1) FILTER (WHERE NOT is_null), 0)::bigint, coalesce(sum(n) FILTER (WHERE is_null), 0)::bigint\n"
                          "  FROM (SELECT count(*) AS n, %1 AS is_null FROM %2 GROUP BY %3) g")
        .arg(isAnyNull(columns), source.from, values.join(QStringLiteral(", ")));
}

QString nullsStatement(const std::vector<QString> &columns, const RowSource &source)
{
    return QStringLiteral("SELECT count(*), count(*) FILTER (WHERE %1), count(*) FILTER (WHERE %1) FROM %2").arg(isAnyNull(columns), source.from);
}

/// The sample is the same in both halves, since its pages are chosen by the same seed.
QString orphansStatement(const ColumnRelation &relation, const RowSource &source)
{
    QStringList equal;
    for (std::size_t i = 0; i < relation.columns.size(); ++i)
        equal += QStringLiteral("r.%1 = %2").arg(quotedIdentifier(relation.referencedColumns[i]), valueOf(relation.columns[i]));
    return QStringLiteral("SELECT a.n, (SELECT count(*) FROM %1 WHERE NOT %2 AND NOT EXISTS (SELECT FROM %3 r WHERE %4)), a.nulls\n"
                          "  FROM (SELECT count(*) AS n, count(*) FILTER (WHERE %2) AS nulls FROM %1) a")
        .arg(source.from, isAnyNull(relation.columns), quotedTable(relation.referenced), equal.join(QStringLiteral(" AND ")));
}

/// Where the types of these columns stand when it is not pg_catalog: there is their "=", and another one would find other rows equal.
Result<std::vector<QString>> schemasOfTypes(SessionPool &pool, const Question &question, RunContext &run)
{
    std::vector<QString> schemas;
    if (question.comparedTypesOf.empty())
        return schemas;
    EKOS_TRY(const SessionLease session, pool.take(run));
    EKOS_TRY(const Transaction transaction, beginProfile(pool, *session));
    EKOS_TRY(const ports::SqlRows rows, session->execute(QStringLiteral(R"(WITH RECURSIVE used(oid) AS (
    SELECT a.atttypid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = %1 AND c.relname = %2 AND a.attname::text = ANY (%3)
    UNION SELECT t.typbasetype FROM used JOIN pg_type t ON t.oid = used.oid WHERE t.typbasetype <> 0)
SELECT DISTINCT n.nspname FROM used JOIN pg_type t ON t.oid = used.oid JOIN pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'b' AND n.nspname <> 'pg_catalog' ORDER BY 1)")
                                                             .arg(quotedLiteral(question.table.schema()), quotedLiteral(question.table.table()), quotedTextArray(question.comparedTypesOf))));
    for (const SqlRow &row : rows.rows)
        schemas.push_back(RowReader(row).text());
    return schemas;
}

base::Text notCounted(const RowCount &count)
{
    if (count.rows > 0 || count.isComplete)
        return {};
    return QT_TRANSLATE_NOOP("core", "No row was seen in the sample.");
}

Result<RowCount> answer(SessionPool &pool, const Question &question, const TableShape &shape, const ScanBudget &budget, RunContext &run)
{
    EKOS_TRY(std::vector<QString> schemas, schemasOfTypes(pool, question, run));
    const RowScan scan{question.table, shape, question.columns, model::ProfileTier::FullScan, budget, question.statement, std::move(schemas)};
    EKOS_TRY(const ScannedRows scanned, scanRows(pool, scan, run));
    RowReader reader(scanned.rows.rows.at(0));
    RowCount count{.rows = reader.number(), .found = reader.number(), .nulls = reader.number(), .isComplete = scanned.isComplete};
    count.notCounted = notCounted(count);
    return count;
}

Result<std::vector<RowCount>> answers(SessionPool &pool, const std::vector<Question> &questions, const ScanBudget &budget, RunContext &run)
{
    std::vector<RowCount> counts(questions.size());
    std::vector<model::TableName> tables;
    for (const Question &question : questions)
        tables.push_back(question.table);
    if (tables.empty())
        return counts;
    EKOS_TRY(const auto shapes, shapesOf(pool, tables, run));
    run.expectSteps(qint64(questions.size()));
    EKOS_CHECK(run.parallelFor(qsizetype(questions.size()), tablesAtATime, [&](qsizetype place) -> Result<> {
        const Question &question = questions[std::size_t(place)];
        RowCount &count = counts[std::size_t(place)];
        EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Count rows of %1"), question.table.toString()}));
        const auto shape = shapes.find(question.table);
        if (shape == shapes.end()) {
            count.notCounted = goneTable(question.table);
            return Ok{};
        }
        Result<RowCount> result = answer(pool, question, shape->second, budget, run);
        if (result) {
            count = std::move(result).value();
            return Ok{};
        }
        std::optional<base::Text> why = reasonOfOneTable(result.error());
        if (!why)
            return result.error();
        count.notCounted = *std::move(why);
        return Ok{};
    }));
    return counts;
}

base::Result<> checkColumns(const model::TableName &table, bool isWhole)
{
    if (isWhole)
        return Ok{};
    return base::Error{base::ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "To count rows of %1 there must be columns, as many on each side of a relation."), table.toString()},
                       QT_TRANSLATE_NOOP("core", "Name at least one column."), table.toString()};
}

using ColumnStatement = QString (*)(const std::vector<QString> &columns, const RowSource &source);

Result<std::vector<RowCount>> countColumns(SessionPool &pool, const std::vector<ColumnSet> &sets, ColumnStatement statement, const ScanBudget &budget, RunContext &run)
{
    std::vector<Question> questions;
    for (const ColumnSet &set : sets) {
        EKOS_CHECK(checkColumns(set.table, !set.columns.empty()));
        questions.push_back({set.table, set.columns, [&set, statement](const RowSource &source) { return statement(set.columns, source); }, {}});
    }
    return answers(pool, questions, budget, run);
}

} // namespace

Result<std::vector<RowCount>> countDuplicates(SessionPool &pool, const std::vector<ColumnSet> &columns, const ScanBudget &budget, RunContext &run)
{
    return countColumns(pool, columns, duplicatesStatement, budget, run);
}

Result<std::vector<RowCount>> countNulls(SessionPool &pool, const std::vector<ColumnSet> &columns, const ScanBudget &budget, RunContext &run)
{
    return countColumns(pool, columns, nullsStatement, budget, run);
}

Result<std::vector<RowCount>> countOrphans(SessionPool &pool, const std::vector<ColumnRelation> &relations, const ScanBudget &budget, RunContext &run)
{
    std::vector<Question> questions;
    for (const ColumnRelation &relation : relations) {
        EKOS_CHECK(checkColumns(relation.table, !relation.columns.empty() && relation.columns.size() == relation.referencedColumns.size()));
        questions.push_back({relation.table, relation.columns, [&relation](const RowSource &source) { return orphansStatement(relation, source); }, relation.columns});
    }
    return answers(pool, questions, budget, run);
}

} // namespace lakehouse::adapters::postgres
