#pragma once

#include "rules/catalog/type_map_postgres.h"

#include <QHash>

namespace lakehouse::rules {

/// What the planning of one table's columns rests on beside the table itself.
struct ColumnFacts {
    QHash<QString, const model::ColumnMeasure *> measures = {}; ///< by column
    const model::PlannedTable *approved = nullptr;
    const model::ExposedTable *exposed = nullptr;               ///< absent: not known
    model::TablePlaces places = {};
    QString role = {};
};

/// The columns of one table as they load, and why.
struct ColumnPlan {
    std::vector<model::PlannedColumn> columns = {};
    std::vector<model::PlanReason> reasons = {};
    std::vector<model::Refusal> columnRefusals = {};
    std::optional<model::Refusal> tableRefusal = {}; ///< the catalog hides a column, or no column is left
    std::vector<model::PlanWarning> warnings = {};
    bool isShownByConnector = true; ///< false: the connector fails to describe such a table, or folds its name away

    bool isLanded(const QString &column) const;
};

ColumnPlan planColumns(const model::SourceTable &table, const ColumnFacts &facts);

/// Whether Trino reaches the table under its own name: the connector folds names to lower case.
bool isReachableByName(const model::TableName &table);

} // namespace lakehouse::rules
