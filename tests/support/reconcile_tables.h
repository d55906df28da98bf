#pragma once

#include "model/extraction_plan.h"

#include <algorithm>

namespace lakehouse::tests {

/// A column that lands under its own name.
inline model::PlannedColumn plannedColumn(const QString &name, const QString &bronzeType, const model::CanonicalType &canonical)
{
    model::PlannedColumn column;
    column.name = name;
    column.bronzeName = name;
    column.connectorType = bronzeType;
    column.bronzeType = bronzeType;
    column.canonical = canonical;
    return column;
}

/// A full table public.`name` that lands in lake.bronze_public.`name`.
inline model::TableDecision fullTable(const QString &name, std::vector<model::PlannedColumn> columns, std::vector<QString> key)
{
    model::TableDecision table;
    table.table = model::TableName::create(QStringLiteral("public"), name).value();
    table.places.lakeCatalog = QStringLiteral("lake");
    table.places.bronzeSchema = QStringLiteral("bronze_public");
    table.places.bronzeTable = name;
    table.key = std::move(key);
    table.columns = std::move(columns);
    for (model::PlannedColumn &column : table.columns)
        column.isNotNull = std::find(table.key.begin(), table.key.end(), column.name) != table.key.end();
    return table;
}

} // namespace lakehouse::tests
