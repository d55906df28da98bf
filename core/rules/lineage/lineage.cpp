#include "rules/lineage/lineage.h"

#include <algorithm>

namespace lakehouse::rules {

using namespace model;

namespace {

QString sourceId(const TableName &table) { return QStringLiteral("source/") + table.toString(); }
QString bronzeId(const TableName &table) { return QStringLiteral("bronze/") + table.toString(); }

bool isView(TableKind kind) { return kind == TableKind::View || kind == TableKind::MaterializedView; }

base::Text notLoaded(const base::Text &reason)
{
    return {QT_TRANSLATE_NOOP("core", "Not loaded, because: %1"), reason};
}

LineageNode sourceNode(const TableName &table, TableKind kind)
{
    LineageNode node{.id = sourceId(table), .layer = LineageLayer::Source, .kind = isView(kind) ? LineageKind::View : LineageKind::Table, .name = table.toString(), .group = table.schema()};
    if (isView(kind))
        node.note = QT_TRANSLATE_NOOP("core", "Which tables it reads is not known: definitions of views are not read.");
    return node;
}

/// What stands where a table would land.
LineageNode bronzeNode(const LineageTable &table)
{
    LineageNode node{.id = bronzeId(table.table), .layer = LineageLayer::Bronze, .name = table.bronze, .group = table.bronzeSchema};
    if (table.mode == LoadMode::Refused) {
        node.kind = LineageKind::Unknown;
        node.name = table.table.toString();
        node.group = table.table.schema();
        node.note = notLoaded(table.whyNot);
    }
    return node;
}

Lineage sorted(Lineage lineage)
{
    std::ranges::stable_sort(lineage.nodes, [](const LineageNode &left, const LineageNode &right) {
        return left.layer != right.layer ? left.layer < right.layer : left.id < right.id;
    });
    return lineage;
}

/// SQL of what happens to a column's values on the way; empty: nothing.
QString howOf(const PlannedColumn &column)
{
    if (column.sourceExpression && column.loadExpression)
        return *column.sourceExpression + QStringLiteral(" → ") + *column.loadExpression;
    return column.sourceExpression.value_or(column.loadExpression.value_or(QString()));
}

const Refusal *refusalOf(const PlannedTable &table, const QString &column)
{
    const auto found = std::ranges::find(table.refusals, std::optional(column), &Refusal::column);
    return found == table.refusals.end() ? nullptr : &*found;
}

/// A source column that does not land, and where it would have gone.
void addRefusedColumn(const PlannedTable &table, const PlannedColumn &column, const Refusal &refusal, Lineage &lineage)
{
    const TableName &name = table.decision.table;
    const QString id = bronzeId(name) + QLatin1Char('/') + column.name;
    lineage.nodes.push_back({.id = id, .layer = LineageLayer::Bronze, .kind = LineageKind::Unknown, .name = column.name, .group = table.decision.places.bronzeSchema,
                             .note = notLoaded(refusal.reason)});
    lineage.edges.push_back({.from = sourceId(name), .to = id, .fromColumn = column.name});
}

void addFunctions(const TableDecision &decision, const std::vector<LineageFunction> &functions, Lineage &lineage)
{
    for (const LineageFunction &function : functions) {
        const QString id = QStringLiteral("source/%1()").arg(function.name);
        if (std::ranges::find(lineage.nodes, id, &LineageNode::id) == lineage.nodes.end())
            lineage.nodes.push_back({.id = id, .layer = LineageLayer::Source, .kind = LineageKind::Function, .name = function.name + QStringLiteral("()"), .group = decision.table.schema()});
        LineageEdge edge{.from = id, .to = sourceId(decision.table), .how = QStringLiteral("TRIGGER ") + sqlIdentifier(function.trigger)};
        if (decision.watermark)
            edge.toColumn = decision.watermark->column;
        lineage.edges.push_back(std::move(edge));
    }
}

} // namespace

QString bronzeName(const TablePlaces &places)
{
    return places.lakeCatalog + QLatin1Char('.') + sqlIdentifier(places.bronzeSchema) + QLatin1Char('.') + sqlIdentifier(places.bronzeTable);
}

Lineage estateLineage(const std::vector<LineageTable> &tables)
{
    Lineage lineage;
    for (const LineageTable &table : tables) {
        lineage.nodes.push_back(sourceNode(table.table, table.kind));
        lineage.nodes.push_back(bronzeNode(table));
        lineage.edges.push_back({.from = sourceId(table.table), .to = bronzeId(table.table)});
    }
    return sorted(std::move(lineage));
}

Lineage tableLineage(const PlannedTable &table, const std::vector<LineageFunction> &functions)
{
    const TableDecision &decision = table.decision;
    const bool isRefused = decision.mode == LoadMode::Refused;
    const auto ofTable = std::ranges::find(table.refusals, std::optional<QString>(), &Refusal::column);
    LineageNode source = sourceNode(decision.table, decision.kind);
    LineageNode bronze = bronzeNode({.table = decision.table, .kind = decision.kind, .mode = decision.mode, .bronze = isRefused ? QString() : bronzeName(decision.places),
        .bronzeSchema = decision.places.bronzeSchema, .whyNot = ofTable == table.refusals.end() ? base::Text() : ofTable->reason});
    Lineage lineage;
    for (const PlannedColumn &column : decision.columns) {
        source.columns.push_back({column.name, column.sourceType});
        const Refusal *refusal = refusalOf(table, column.name);
        if (isRefused)
            continue;
        if (refusal || column.fidelity == Fidelity::Refused) {
            addRefusedColumn(table, column, refusal ? *refusal : Refusal{}, lineage);
            continue;
        }
        bronze.columns.push_back({column.bronzeName, column.bronzeType});
        lineage.edges.push_back({.from = source.id, .to = bronze.id, .fromColumn = column.name, .toColumn = column.bronzeName, .how = howOf(column)});
    }
    if (isRefused)
        lineage.edges.push_back({.from = source.id, .to = bronze.id});
    lineage.nodes.push_back(std::move(source));
    lineage.nodes.push_back(std::move(bronze));
    addFunctions(decision, functions, lineage);
    return sorted(std::move(lineage));
}

} // namespace lakehouse::rules
