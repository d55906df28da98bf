#include "adapters/postgres/value_sampler.h"

#include "adapters/postgres/row_reader.h"
#include "adapters/postgres/row_scan.h"
#include "adapters/postgres/sql_text.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::adapters::postgres {

using base::Ok;
using base::Result;
using model::SampleOutcome;
using model::SampleRequest;

namespace {

constexpr int tablesAtATime = 4;
constexpr std::size_t columnsAtATime = 32; // bounds what one answer can hold: so many times the rows times the letters
constexpr int mostLetters = 1'000;

/// Of a whole table the rows come in an order that looks random and is the same each time; random pages need none.
QString sampleStatement(const std::vector<QString> &columns, qint64 limit, const RowSource &source)
{
    QStringList values;
    QStringList names;
    for (const QString &column : columns) {
        names += QStringLiteral("t.") + quotedIdentifier(column);
        values += QStringLiteral("left(%1::text, %2)").arg(names.back(), QString::number(mostLetters));
    }
    const QString order = source.extent == RowExtent::Whole ? QStringLiteral(" ORDER BY hashtextextended(ROW(%1)::text COLLATE \"C\", 0)").arg(names.join(QStringLiteral(", "))) : QString();
    return QStringLiteral("SELECT ") + values.join(QStringLiteral(", ")) + QStringLiteral(" FROM ") + source.from + order + QStringLiteral(" LIMIT %1").arg(limit);
}

struct Showing {
    const SampleRequest &request;
    std::size_t index = 0;
    const ports::SampleVisitor &visitor;
};

void show(const Showing &showing, std::size_t firstColumn, const ports::SqlRows &rows)
{
    for (const SqlRow &row : rows.rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            showing.visitor(showing.index, firstColumn + i, !row[i] ? QStringView() : row[i]->isEmpty() ? QStringView(u"") : QStringView(*row[i]));
}

Result<SampleOutcome> sampleTable(SessionPool &pool, const Showing &showing, const TableShape &shape, base::RunContext &run)
{
    const SampleRequest &request = showing.request;
    SampleOutcome outcome;
    for (std::size_t first = 0; first < request.columns.size(); first += columnsAtATime) {
        const auto begin = request.columns.begin() + qsizetype(first);
        const std::vector<QString> columns(begin, begin + qsizetype(std::min(columnsAtATime, request.columns.size() - first)));
        const RowScan scan{request.table, shape, columns, model::ProfileTier::Sample, {.sampledRows = request.rows},
                           [&](const RowSource &source) { return sampleStatement(columns, request.rows, source); }, {}};
        EKOS_TRY(const ScannedRows scanned, scanRows(pool, scan, run));
        show(showing, first, scanned.rows);
        outcome.rows = qint64(scanned.rows.rows.size());
        outcome.isComplete = scanned.isComplete && outcome.rows < request.rows;
    }
    if (outcome.rows == 0)
        outcome.notSampled = outcome.isComplete ? base::Text(QT_TRANSLATE_NOOP("core", "The table is empty.")) : base::Text(QT_TRANSLATE_NOOP("core", "No row was seen in the sample."));
    return outcome;
}

} // namespace

Result<std::vector<SampleOutcome>> sampleValues(SessionPool &pool, const std::vector<SampleRequest> &requests, const ports::SampleVisitor &visitor, base::RunContext &run)
{
    std::vector<SampleOutcome> outcomes(requests.size());
    std::vector<model::TableName> tables;
    for (const SampleRequest &request : requests)
        tables.push_back(request.table);
    if (tables.empty())
        return outcomes;
    EKOS_TRY(const auto shapes, shapesOf(pool, tables, run));
    run.expectSteps(qint64(requests.size()));
    EKOS_CHECK(run.parallelFor(qsizetype(requests.size()), tablesAtATime, [&](qsizetype place) -> Result<> {
        const auto index = std::size_t(place);
        const SampleRequest &request = requests[index];
        EKOS_CHECK(run.step({QT_TRANSLATE_NOOP("core", "Look at values of %1"), request.table.toString()}));
        const auto shape = shapes.find(request.table);
        if (shape == shapes.end()) {
            outcomes[index].notSampled = goneTable(request.table);
            return Ok{};
        }
        Result<SampleOutcome> outcome = sampleTable(pool, {request, index, visitor}, shape->second, run);
        if (outcome) {
            outcomes[index] = std::move(outcome).value();
            return Ok{};
        }
        std::optional<base::Text> why = reasonOfOneTable(outcome.error());
        if (!why)
            return outcome.error();
        outcomes[index].notSampled = *std::move(why);
        return Ok{};
    }));
    return outcomes;
}

} // namespace lakehouse::adapters::postgres
