#include "adapters/postgres/column_measure.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/server_errors.h"
#include "adapters/postgres/sql_text.h"

#include <QStringList>

#include <map>

namespace lakehouse::adapters::postgres {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;
using model::ColumnMeasure;
using model::MeasureRequest;
using ports::SqlRows;

namespace {

constexpr int tablesAtATime = 4;

/// What one value tells, as SQL in which %1 stands for the value; empty where the type has no such question.
struct ValueQuestions {
    QString scale = {};
    QString integerDigits = {};
    QString nonFinite = {};  ///< a condition
    QString outOfRange = {}; ///< a condition
};

ValueQuestions questionsFor(const model::SourceType &type)
{
    if (type.schema != QLatin1String("pg_catalog"))
        return {};
    const QString name = type.name;
    if (name == QLatin1String("numeric")) // scale() is NULL for NaN and, from 14 on, for infinities
        return {QStringLiteral("scale(%1)"), QStringLiteral("CASE WHEN scale(%1) IS NULL OR trunc(abs(%1)) = 0 THEN 0 ELSE length(trunc(abs(%1))::text) END"),
                QStringLiteral("scale(%1) IS NULL"), {}};
    if (name == QLatin1String("float4") || name == QLatin1String("float8"))
        return {{}, {}, QStringLiteral("%1 IN ('NaN', 'Infinity', '-Infinity')"), {}};
    if (name == QLatin1String("date")) // infinities sort below and above every year
        return {{}, {}, {}, QStringLiteral("%1 NOT BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'")};
    if (name == QLatin1String("timestamp") || name == QLatin1String("timestamptz"))
        return {{}, {}, {}, QStringLiteral("NOT (%1 >= '0001-01-01 00:00:00Z' AND %1 < '10000-01-01 00:00:00Z')")};
    if (name == QLatin1String("time") || name == QLatin1String("timetz")) // 24:00 is a time in PostgreSQL alone
        return {{}, {}, {}, QStringLiteral("(%1)::time = TIME '24:00:00'")};
    return {};
}

QString ofScalar(const QString &aggregate, const QString &question, const QString &value)
{
    if (question.isEmpty())
        return QStringLiteral("0");
    if (aggregate == QLatin1String("max"))
        return QStringLiteral("max(%1)").arg(question.arg(value));
    return QStringLiteral("count(*) FILTER (WHERE %1 IS NOT NULL AND (%2))").arg(value, question.arg(value));
}

/// The same over all elements, as long as the scan is at the row.
QString ofElements(const QString &aggregate, const QString &question, const QString &array)
{
    if (question.isEmpty())
        return QStringLiteral("0");
    const QString element = QStringLiteral("v.e");
    if (aggregate == QLatin1String("max"))
        return QStringLiteral("max((SELECT max(%2) FROM unnest(%1) AS v(e)))").arg(array, question.arg(element));
    return QStringLiteral("sum((SELECT count(*) FROM unnest(%1) AS v(e) WHERE v.e IS NOT NULL AND (%2)))").arg(array, question.arg(element));
}

/// Five aggregates, in the order of ColumnMeasure.
QStringList aggregates(const MeasureRequest &request)
{
    const ValueQuestions questions = questionsFor(request.type);
    const bool isArray = request.type.arrayDimensions > 0;
    QString value = QStringLiteral("t.") + quotedIdentifier(request.column);
    if (request.type.domain) // aggregates and unnest want the type itself
        value = QStringLiteral("(%1)::%2.%3%4").arg(value, quotedIdentifier(request.type.schema), quotedIdentifier(request.type.name), QLatin1String(isArray ? "[]" : ""));
    const auto over = isArray ? ofElements : ofScalar;
    const QString most = QStringLiteral("max");
    const QString count = QStringLiteral("count");
    return {over(most, questions.scale, value), over(most, questions.integerDigits, value), over(count, questions.nonFinite, value), over(count, questions.outOfRange, value),
            isArray ? QStringLiteral("count(*) FILTER (WHERE array_ndims(%1) <> 1 OR array_lower(%1, 1) <> 1)").arg(value) : QStringLiteral("0")};
}

/// "{1,2,NULL}"
std::vector<qint64> numbersOf(const QString &array)
{
    std::vector<qint64> numbers;
    for (const QString &number : array.mid(1, array.size() - 2).split(QLatin1Char(',')))
        numbers.push_back(number.toLongLong());
    return numbers;
}

using RequestIndexes = std::vector<std::size_t>;

Result<> measureTable(SessionPool &pool, const std::vector<MeasureRequest> &requests, const RequestIndexes &indexes, std::vector<ColumnMeasure> &measures, base::RunContext &run)
{
    const model::TableName &table = requests[indexes.front()].table;
    EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Measure %1"), table.toString()}));
    EKOS_TRY(const SessionLease session, pool.take(run));
    EKOS_TRY(const Transaction transaction, Transaction::begin(*session, TransactionMode::ReadCommitted));
    std::vector<const MeasureRequest *> columns;
    for (const std::size_t index : indexes)
        columns.push_back(&requests[index]);
    Result<SqlRows> rows = session->execute(measureQuery(table, columns));
    if (!rows && rows.error().code == ErrorCode::NotAllowed)
        return missingRight(pool.connection(), table.toString(), QStringLiteral("GRANT SELECT ON %1 TO %2").arg(quotedTable(table), quotedIdentifier(pool.connection().user)), rows.error().detail);
    if (!rows) {
        Error error = std::move(rows).error();
        if (error.code != ErrorCode::Cancelled)
            error.subject = table.toString();
        return error;
    }
    RowReader reader(rows.value().rows.at(0));
    const qint64 count = reader.number();
    const std::vector<qint64> numbers = numbersOf(reader.text());
    for (std::size_t i = 0; i < indexes.size(); ++i) {
        const qint64 *own = &numbers.at(i * measuresPerColumn);
        const MeasureRequest &request = requests[indexes[i]];
        measures[indexes[i]] = {request.table, request.column, count, true, own[0], own[1], own[2], own[3], own[4]};
    }
    return Ok{};
}

} // namespace

QString measureQuery(const model::TableName &table, const std::vector<const MeasureRequest *> &columns)
{
    QStringList all;
    for (const MeasureRequest *column : columns)
        all += aggregates(*column);
    // One array instead of columns, since a query gives at most 1,664 of those.
    return QStringLiteral("SELECT count(*), ARRAY[") + all.join(QStringLiteral(",\n  ")) + QStringLiteral("]::bigint[] FROM ") + quotedTable(table) + QStringLiteral(" t");
}

Result<std::vector<ColumnMeasure>> measureColumns(SessionPool &pool, const std::vector<MeasureRequest> &requests, base::RunContext &run)
{
    std::map<model::TableName, RequestIndexes> byTable;
    for (std::size_t i = 0; i < requests.size(); ++i)
        byTable[requests[i].table].push_back(i);
    std::vector<RequestIndexes> tables;
    for (auto &[table, indexes] : byTable)
        tables.push_back(std::move(indexes));
    std::vector<ColumnMeasure> measures(requests.size());
    run.expectSteps(qint64(tables.size()));
    EKOS_CHECK(run.parallelFor(qsizetype(tables.size()), tablesAtATime, [&](qsizetype index) {
        return measureTable(pool, requests, tables[std::size_t(index)], measures, run);
    }));
    return measures;
}

} // namespace lakehouse::adapters::postgres
