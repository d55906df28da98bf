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
    bool isArray = false;          ///< lands as one
    std::optional<model::PlanEdit> decided = {}; ///< by a person, and applied
    QString value = {};            ///< expression of the source that the decision makes of the column {c}; empty: the column as it is
    base::Text outcome = {};       ///< what the decision does to how many values
    std::vector<model::PlanEdit> offers = {};    ///< what a person may decide of such a column, the most faithful first
    base::Text reason = {};        ///< why it is not simply exact; may be empty
    QString evidence = {};         ///< what was measured
    std::optional<model::Refusal> refusal = {}; ///< without its column's name
};

/// What is known of one column beside its type.
struct ColumnKnowledge {
    const model::ColumnMeasure *measure = nullptr;   ///< null: not measured
    std::optional<qint64> approvedScale = {};        ///< of an approved plan; it stays while the values fit into it
    std::optional<model::PlanEdit> decision = {};    ///< of a person; applied when it is among the offers
    bool isOfPrimaryKey = false;                     ///< two of its values must not become one
};
TypeMapping mapPostgresType(const model::SourceType &type, const ColumnKnowledge &known);
/// Of a column about which nobody decided anything.
inline TypeMapping mapPostgresType(const model::SourceType &type, const model::ColumnMeasure *measure) { return mapPostgresType(type, ColumnKnowledge{.measure = measure}); }

/// Whether bronze cannot hold the column as it is, as far as it was measured.
bool isInTheWay(const model::SourceType &type, const model::ColumnMeasure &measure);

/// Whether how a column lands depends on its values, so that they are to be measured.
bool dependsOnValues(const model::SourceType &type);

/// The column as planned; a refused one keeps its name and source type only. `label` names it in the message of a load that it stops.
model::PlannedColumn plannedColumn(const model::SourceColumn &column, const TypeMapping &mapping, ReadPath path, const QString &label);

} // namespace lakehouse::rules
