#include "adapters/postgres/value_sampler.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/row_scan.h"
#include "adapters/postgres/sql_text.h"
#include "adapters/postgres/table_groups.h"

#include <QStringList>

#include <algorithm>
#include <span>

namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using model::SampleOutcome;
using model::SampleRequest;

namespace {

constexpr int tablesAtATime = 4;
constexpr std::size_t columnsAtATime = 32; // bounds what one answer can hold: so many times the rows times the letters
constexpr qint64 valuesAtATime = 32'000;   // the same for tables that are looked at together
constexpr int mostLetters = 1'000;

/// Of a whole table the rows come in an order that looks random and is the same each time; random pages need none. `width`: so many values has a row at least,
/// with NULL for those that are missing.
QString sampleStatement(const std::vector<QString> &columns, qint64 limit, const RowSource &source, std::size_t width = 0)
{
    QStringList values;
    QStringList names;
    for (const QString &column : columns) {
        names += QStringLiteral("t.") + quotedIdentifier(column);
        values += QStringLiteral("left(%1::text, %2)").arg(names.back(), QString::number(mostLetters));
    }
    for (std::size_t i = columns.size(); i < width; ++i)
        values += QStringLiteral("NULL::text");
    const QString order = source.extent == RowExtent::Whole ? QStringLiteral(" ORDER BY hashtextextended(ROW(%1)::text COLLATE \"C\", 0)").arg(names.join(QStringLiteral(", "))) : QString();
    return QStringLiteral("SELECT ") + values.join(QStringLiteral(", ")) + QStringLiteral(" FROM ") + source.from + order + QStringLiteral(" LIMIT %1").arg(limit);
}

SampleOutcome outcomeOf(qint64 rows, bool isComplete)
{
    SampleOutcome outcome{.rows = rows, .isComplete = isComplete};
    if (rows == 0)
        outcome.notSampled = isComplete ? base::Text(QT_TRANSLATE_NOOP("core", "The table is empty.")) : base::Text(QT_TRANSLATE_NOOP("core", "No row was seen in the sample."));
    return outcome;
}

class ValueSampler {
public:
    ValueSampler(SessionPool &pool, const std::vector<SampleRequest> &requests, const ports::SampleVisitor &visitor, base::RunContext &run)
        : m_pool(pool), m_requests(requests), m_visitor(visitor), m_run(run), m_outcomes(requests.size()) {}

    Result<std::vector<SampleOutcome>> sample();

private:
    std::vector<TableGroup> groups();
    Result<> sampleGroup(const TableGroup &group);
    Result<> sampleTogether(const TableGroup &group);
    Result<> sampleOne(std::size_t index);
    Result<SampleOutcome> sampleTable(std::size_t index);
    /// `values` of one row, of which the first is in this column.
    void show(std::size_t index, std::size_t firstColumn, std::span<const std::optional<QString>> values) const;

    SessionPool &m_pool;
    const std::vector<SampleRequest> &m_requests;
    const ports::SampleVisitor &m_visitor;
    base::RunContext &m_run;
    std::map<model::TableName, TableShape> m_shapes = {};
    std::vector<SampleOutcome> m_outcomes;
};

Result<std::vector<SampleOutcome>> ValueSampler::sample()
{
    std::vector<model::TableName> tables;
    for (const SampleRequest &request : m_requests)
        tables.push_back(request.table);
    if (tables.empty())
        return m_outcomes;
    EKOS_TRY(m_shapes, shapesOf(m_pool, tables, m_run));
    const std::vector<TableGroup> all = groups();
    m_run.expectSteps(qint64(all.size()));
    EKOS_CHECK(m_run.parallelFor(qsizetype(all.size()), tablesAtATime, [&](qsizetype place) { return sampleGroup(all[std::size_t(place)]); }));
    return std::move(m_outcomes);
}

/// Only tables that are shown whole stand together.
std::vector<TableGroup> ValueSampler::groups()
{
    TableGroups groups({}, valuesAtATime);
    for (std::size_t index = 0; index < m_requests.size(); ++index) {
        const SampleRequest &request = m_requests[index];
        const auto shape = m_shapes.find(request.table);
        if (shape == m_shapes.end())
            m_outcomes[index].notSampled = goneTable(request.table);
        else if (request.columns.empty() || request.columns.size() > columnsAtATime || shape->second.rows > request.rows)
            groups.addAlone(index);
        else
            groups.add(index, shape->second, shape->second.rows * qint64(request.columns.size()));
    }
    return groups.take();
}

Result<> ValueSampler::sampleGroup(const TableGroup &group)
{
    EKOS_CHECK(m_run.step({QT_TRANSLATE_NOOP("core", "Look at values of %1"), m_requests[group.front()].table.toString()}));
    if (group.size() > 1) {
        const Result<> together = sampleTogether(group);
        if (together || !reasonOfOneTable(together.error()))
            return together;
    }
    for (const std::size_t index : group) // one by one, so that only the table at fault has no sample
        EKOS_CHECK(sampleOne(index));
    return Ok{};
}

Result<> ValueSampler::sampleTogether(const TableGroup &group)
{
    std::vector<model::TableName> tables;
    std::size_t width = 0;
    for (const std::size_t index : group) {
        tables.push_back(m_requests[index].table);
        width = std::max(width, m_requests[index].columns.size());
    }
    QStringList statements;
    for (const std::size_t index : group)
        statements += sampleStatement(m_requests[index].columns, m_requests[index].rows, {quotedTable(m_requests[index].table) + QStringLiteral(" t"), RowExtent::Whole}, width);
    EKOS_TRY(const ports::SqlRows rows, executeTogether(m_pool, tables, inOneStatement(statements), {}, m_run));
    std::vector<qint64> shown(group.size());
    for (const SqlRow &row : rows.rows) {
        const auto part = std::size_t(RowReader(row).number());
        ++shown.at(part);
        show(group[part], 0, std::span(row).subspan(1, m_requests[group[part]].columns.size()));
    }
    for (std::size_t part = 0; part < group.size(); ++part) {
        const SampleRequest &request = m_requests[group[part]];
        m_outcomes[group[part]] = outcomeOf(shown[part], !m_shapes.at(request.table).isFiltered && shown[part] < request.rows);
    }
    return Ok{};
}

Result<> ValueSampler::sampleOne(std::size_t index)
{
    Result<SampleOutcome> outcome = sampleTable(index);
    if (outcome) {
        m_outcomes[index] = std::move(outcome).value();
        return Ok{};
    }
    std::optional<base::Text> why = reasonOfOneTable(outcome.error());
    if (!why)
        return outcome.error();
    m_outcomes[index].notSampled = *std::move(why);
    return Ok{};
}

Result<SampleOutcome> ValueSampler::sampleTable(std::size_t index)
{
    const SampleRequest &request = m_requests[index];
    qint64 rows = 0;
    bool isComplete = false;
    for (std::size_t first = 0; first < request.columns.size(); first += columnsAtATime) {
        const auto begin = request.columns.begin() + qsizetype(first);
        const std::vector<QString> columns(begin, begin + qsizetype(std::min(columnsAtATime, request.columns.size() - first)));
        const RowScan scan{request.table, m_shapes.at(request.table), columns, model::ProfileTier::Sample, {.sampledRows = request.rows},
                           [&](const RowSource &source) { return sampleStatement(columns, request.rows, source); }, {}};
        EKOS_TRY(const ScannedRows scanned, scanRows(m_pool, scan, m_run));
        for (const SqlRow &row : scanned.rows.rows)
            show(index, first, row);
        rows = qint64(scanned.rows.rows.size());
        isComplete = scanned.isComplete && rows < request.rows;
    }
    return outcomeOf(rows, isComplete);
}

void ValueSampler::show(std::size_t index, std::size_t firstColumn, std::span<const std::optional<QString>> values) const
{
    for (std::size_t i = 0; i < values.size(); ++i)
        m_visitor(index, firstColumn + i, !values[i] ? QStringView() : values[i]->isEmpty() ? QStringView(u"") : QStringView(*values[i]));
}

} // namespace

Result<std::vector<SampleOutcome>> sampleValues(SessionPool &pool, const std::vector<SampleRequest> &requests, const ports::SampleVisitor &visitor, base::RunContext &run)
{
    return ValueSampler(pool, requests, visitor, run).sample();
}

} // namespace lakehouse::adapters::postgres
