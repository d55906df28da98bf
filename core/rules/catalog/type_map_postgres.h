#pragma once

#include "rules/catalog/type_table_postgres.h"

namespace lakehouse::rules {

/// How the rows of a table reach Trino.
enum class ReadPath {
    Connector, ///< as the connector's table
    Query      ///< as a statement of the source's own SQL, through the connector's `query` function; arrays come as JSON text
};

/// What becomes of the values of one column, before it is known how its table is read.
struct TypeMapping {
    const TypeRule *rule = nullptr;
    qint64 digits = 0;             ///< of a decimal, in all
    qint64 scale = 0;
    bool needsQuery = false;       ///< the connector would bend the value
    bool breaksConnector = false;  ///< the connector cannot describe a table that has such a column
    base::Text reason = {};        ///< why it is not simply exact; may be empty
    QString evidence = {};         ///< what was measured
    std::optional<model::Refusal> refusal = {}; ///< without its column's name
};

/// `measure` may be null: not measured. `approvedScale` is the scale of an approved plan; it stays while the values fit into it.
TypeMapping mapPostgresType(const model::SourceType &type, const model::ColumnMeasure *measure, std::optional<qint64> approvedScale = std::nullopt);

/// Whether how a column lands depends on its values, so that they are to be measured.
bool dependsOnValues(const model::SourceType &type);

/// The column as planned; a refused one keeps its name and source type only. `label` names it in the message of a load that it stops.
model::PlannedColumn plannedColumn(const model::SourceColumn &column, const TypeMapping &mapping, ReadPath path, const QString &label);

} // namespace lakehouse::rules
