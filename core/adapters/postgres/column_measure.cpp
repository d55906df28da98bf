#include "adapters/postgres/column_measure.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/row_scan.h"
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
constexpr std::size_t tablesInGroup = 25;
constexpr std::size_t columnsInGroup = 50; // of each of its tables

/// What one value tells, as SQL in which %1 stands for the value; empty where the type has no such question.
struct ValueQuestions {
    QString scale = {};
    QString integerDigits = {};
    QString notANumber = {}; ///< these are conditions
    QString infinite = {};
    QString outOfRange = {};
    QString longNumbers = {};
    bool areNonFiniteHeld = false; ///< bronze holds NaN and infinities of the type
};

ValueQuestions questionsFor(const model::SourceType &type)
{
    if (type.schema != QLatin1String("pg_catalog"))
        return {};
    const QString name = type.name;
    if (name == QLatin1String("numeric")) { // scale() is NULL for NaN and, from 14 on, for infinities
        const QString digits = QStringLiteral("CASE WHEN scale(%1) IS NULL OR trunc(abs(%1)) = 0 THEN 0 ELSE length(trunc(abs(%1))::text) END");
        return {.scale = QStringLiteral("scale(%1)"), .integerDigits = digits, .notANumber = QStringLiteral("%1 = 'NaN'"),
                .infinite = QStringLiteral("scale(%1) IS NULL AND %1 <> 'NaN'"), .longNumbers = QStringLiteral("scale(%1) + ") + digits + QStringLiteral(" > 38")};
    }
    if (name == QLatin1String("float4") || name == QLatin1String("float8"))
        return {.notANumber = QStringLiteral("%1 = 'NaN'"), .infinite = QStringLiteral("%1 IN ('Infinity', '-Infinity')"), .areNonFiniteHeld = true};
    const QString infinite = QStringLiteral("NOT isfinite(%1)");
    if (name == QLatin1String("date"))
        return {.infinite = infinite, .outOfRange = QStringLiteral("isfinite(%1) AND %1 NOT BETWEEN DATE '0001-01-01' AND DATE '9999-12-31'")};
    if (name == QLatin1String("timestamp") || name == QLatin1String("timestamptz"))
        return {.infinite = infinite, .outOfRange = QStringLiteral("isfinite(%1) AND NOT (%1 >= '0001-01-01 00:00:00Z' AND %1 < '10000-01-01 00:00:00Z')")};
    if (name == QLatin1String("time")) // 24:00 is a time in PostgreSQL alone
        return {.outOfRange = QStringLiteral("%1 = TIME '24:00:00'")};
    return {};
}

constexpr char unusualArray[] = "array_ndims(%1) <> 1 OR array_lower(%1, 1) <> 1";

/// The column as aggregates and unnest want it: in the type that its domains stand for.
QString valueOf(const MeasureRequest &request)
{
    const QString value = QStringLiteral("t.") + quotedIdentifier(request.column);
    if (!request.type.domain)
        return value;
    return QStringLiteral("(%1)::%2.%3%4").arg(value, quotedIdentifier(request.type.schema), quotedIdentifier(request.type.name), QLatin1String(request.type.arrayDimensions > 0 ? "[]" : ""));
}

/// True of the rows whose value bronze cannot hold as it is.
QString isInTheWay(const MeasureRequest &request)
{
    const ValueQuestions questions = questionsFor(request.type);
    const QString value = valueOf(request);
    const bool isArray = request.type.arrayDimensions > 0;
    QStringList ofValue;
    for (const QString &question : questions.areNonFiniteHeld ? QStringList() : QStringList{questions.notANumber, questions.infinite, questions.outOfRange, questions.longNumbers})
        if (!question.isEmpty())
            ofValue += QLatin1Char('(') + question.arg(isArray ? QStringLiteral("v.e") : value) + QLatin1Char(')');
    QStringList conditions;
    if (!ofValue.isEmpty())
        conditions += (isArray ? QStringLiteral("EXISTS (SELECT FROM unnest(%1) AS v(e) WHERE %2)").arg(value, ofValue.join(QStringLiteral(" OR "))) : ofValue.join(QStringLiteral(" OR ")));
    if (isArray)
        conditions += QString::fromLatin1(unusualArray).arg(value);
    return conditions.join(QStringLiteral(" OR "));
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

/// Seven aggregates, in the order of ColumnMeasure.
QStringList aggregates(const MeasureRequest &request)
{
    const ValueQuestions questions = questionsFor(request.type);
    const bool isArray = request.type.arrayDimensions > 0;
    const QString value = valueOf(request);
    const auto over = isArray ? ofElements : ofScalar;
    const QString most = QStringLiteral("max");
    const QString count = QStringLiteral("count");
    return {over(most, questions.scale, value), over(most, questions.integerDigits, value), over(count, questions.notANumber, value), over(count, questions.infinite, value),
            over(count, questions.outOfRange, value), over(count, questions.longNumbers, value),
            isArray ? QStringLiteral("count(*) FILTER (WHERE %1)").arg(QString::fromLatin1(unusualArray).arg(value)) : QStringLiteral("0")};
}

using RequestIndexes = std::vector<std::size_t>;

class TableMeasurer {
public:
    TableMeasurer(SessionPool &pool, const std::vector<MeasureRequest> &requests, base::RunContext &run) : m_pool(pool), m_requests(requests), m_run(run), m_measures(requests.size()) {}

    Result<std::vector<ColumnMeasure>> measure();

private:
    /// Tables that are measured in one statement; a large table is a group of its own.
    Result<std::vector<std::vector<RequestIndexes>>> groups();
    Result<> measureGroup(const std::vector<RequestIndexes> &tables);
    Result<> measureTable(const RequestIndexes &indexes);
    /// Looks for the keys of rows that are in the way, where there are any: values of one column in a hundred, if that.
    Result<> nameRows(std::size_t request);
    bool hasRowsToName(std::size_t request) const;
    Result<SqlRows> execute(const QString &sql);
    QString query(const RequestIndexes &indexes) const;
    void take(const RequestIndexes &indexes, RowReader &reader);
    const model::TableName &tableOf(const RequestIndexes &indexes) const { return m_requests[indexes.front()].table; }

    SessionPool &m_pool;
    const std::vector<MeasureRequest> &m_requests;
    base::RunContext &m_run;
    std::vector<ColumnMeasure> m_measures;
};

QString TableMeasurer::query(const RequestIndexes &indexes) const
{
    std::vector<const MeasureRequest *> columns;
    for (const std::size_t index : indexes)
        columns.push_back(&m_requests[index]);
    return measureQuery(tableOf(indexes), columns);
}

void TableMeasurer::take(const RequestIndexes &indexes, RowReader &reader)
{
    const qint64 count = reader.number();
    const std::vector<qint64> numbers = reader.numbers();
    for (std::size_t i = 0; i < indexes.size(); ++i) {
        const qint64 *own = &numbers.at(i * measuresPerColumn);
        const MeasureRequest &request = m_requests[indexes[i]];
        m_measures[indexes[i]] = {request.table, request.column, count, true, own[0], own[1], own[2], own[3], own[4], own[5], own[6], {}};
    }
}

Result<SqlRows> TableMeasurer::execute(const QString &sql)
{
    EKOS_TRY(const SessionLease session, m_pool.take(m_run));
    EKOS_TRY(const Transaction transaction, Transaction::begin(*session, TransactionMode::ReadCommitted));
    return session->execute(sql);
}

Result<> TableMeasurer::measureTable(const RequestIndexes &indexes)
{
    const model::TableName &table = tableOf(indexes);
    Result<SqlRows> rows = execute(query(indexes));
    if (!rows && rows.error().code == ErrorCode::NotAllowed)
        return missingRight(m_pool.connection(), table.toString(), QStringLiteral("GRANT SELECT ON %1 TO %2").arg(quotedTable(table), quotedIdentifier(m_pool.connection().user)), rows.error().detail);
    if (!rows) {
        Error error = std::move(rows).error();
        if (error.code != ErrorCode::Cancelled)
            error.subject = table.toString();
        return error;
    }
    RowReader reader(rows.value().rows.at(0));
    take(indexes, reader);
    return Ok{};
}

Result<> TableMeasurer::measureGroup(const std::vector<RequestIndexes> &tables)
{
    EKOS_CHECK(m_run.step({QT_TRANSLATE_NOOP("core", "Measure %1"), tableOf(tables.front()).toString()}));
    if (tables.size() > 1) {
        QStringList queries;
        for (const RequestIndexes &indexes : tables)
            queries += query(indexes);
        if (const Result<SqlRows> rows = execute(inOneStatement(queries))) {
            for (std::size_t i = 0; i < tables.size(); ++i) {
                RowReader reader(rows.value().rows.at(i));
                reader.skip(1);
                take(tables[i], reader);
            }
            return Ok{};
        }
        EKOS_CHECK(m_run.cancel().check());
    }
    for (const RequestIndexes &indexes : tables) // one by one, so that the table at fault is named
        EKOS_CHECK(measureTable(indexes));
    return Ok{};
}

bool TableMeasurer::hasRowsToName(std::size_t request) const
{
    const ColumnMeasure &measure = m_measures[request];
    const qint64 nonFinite = questionsFor(m_requests[request].type).areNonFiniteHeld ? 0 : measure.notANumber + measure.infinite;
    return !m_requests[request].key.empty() && nonFinite + measure.outOfRange + measure.longNumbers + measure.unusualArrays > 0;
}

Result<> TableMeasurer::nameRows(std::size_t request)
{
    const auto read = [&]() -> Result<SqlRows> {
        EKOS_TRY(const SessionLease session, m_pool.take(m_run));
        EKOS_TRY(const Transaction transaction, beginProfile(m_pool, *session));
        return session->execute(keysQuery(m_requests[request]));
    };
    const Result<SqlRows> rows = read();
    if (!rows) // the measure says how many there are; which ones is said where that can be found out in time
        return reasonOfOneTable(rows.error()) ? Result<>(Ok{}) : Result<>(rows.error());
    for (const auto &row : rows.value().rows)
        m_measures[request].keys.push_back(RowReader(row).text());
    return Ok{};
}

Result<std::vector<std::vector<RequestIndexes>>> TableMeasurer::groups()
{
    std::map<model::TableName, RequestIndexes> byTable;
    std::vector<model::TableName> names;
    for (std::size_t i = 0; i < m_requests.size(); ++i) {
        byTable[m_requests[i].table].push_back(i);
        names.push_back(m_requests[i].table);
    }
    EKOS_TRY(const auto shapes, shapesOf(m_pool, names, m_run));
    std::vector<std::vector<RequestIndexes>> groups;
    std::vector<RequestIndexes> open;
    for (auto &[table, indexes] : byTable) {
        const auto shape = shapes.find(table);
        const bool isSmall = shape != shapes.end() && shape->second.isSmall(model::ScanBudget().wholeCost) && indexes.size() <= columnsInGroup;
        if (!isSmall) {
            groups.push_back({std::move(indexes)});
            continue;
        }
        open.push_back(std::move(indexes));
        if (open.size() == tablesInGroup)
            groups.push_back(std::exchange(open, {}));
    }
    if (!open.empty())
        groups.push_back(std::move(open));
    return groups;
}

Result<std::vector<ColumnMeasure>> TableMeasurer::measure()
{
    if (m_requests.empty())
        return m_measures;
    EKOS_TRY(const std::vector<std::vector<RequestIndexes>> all, groups());
    m_run.expectSteps(qint64(all.size()));
    EKOS_CHECK(m_run.parallelFor(qsizetype(all.size()), tablesAtATime, [&](qsizetype index) {
        return measureGroup(all[std::size_t(index)]);
    }));
    std::vector<std::size_t> toName;
    for (std::size_t i = 0; i < m_requests.size(); ++i)
        if (hasRowsToName(i))
            toName.push_back(i);
    EKOS_CHECK(m_run.parallelFor(qsizetype(toName.size()), tablesAtATime, [&](qsizetype index) {
        return nameRows(toName[std::size_t(index)]);
    }));
    return std::move(m_measures);
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

QString keysQuery(const MeasureRequest &request)
{
    QStringList key, texts;
    for (const QString &column : request.key) {
        key += QStringLiteral("t.") + quotedIdentifier(column);
        texts += key.last() + QStringLiteral("::text");
    }
    const QString text = texts.size() == 1 ? texts.first() : QStringLiteral("'(' || ") + texts.join(QStringLiteral(" || ', ' || ")) + QStringLiteral(" || ')'");
    return QStringLiteral("SELECT ") + text + QStringLiteral(" FROM ") + quotedTable(request.table) + QStringLiteral(" t WHERE ") + isInTheWay(request)
        + QStringLiteral(" ORDER BY ") + key.join(QStringLiteral(", ")) + QStringLiteral(" LIMIT %1").arg(model::mostKeysNamed);
}

Result<std::vector<ColumnMeasure>> measureColumns(SessionPool &pool, const std::vector<MeasureRequest> &requests, base::RunContext &run)
{
    return TableMeasurer(pool, requests, run).measure();
}

} // namespace lakehouse::adapters::postgres
