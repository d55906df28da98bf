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
    std::vector<const model::PlanChange *> decisions = {};      ///< of persons about columns of the table, the newest of each
    bool areKeysShown = true;                                   ///< false: a column of the primary key is personal data
};

/// The columns of one table as they load, and why.
struct ColumnPlan {
    std::vector<model::PlannedColumn> columns = {};
    std::vector<model::PlanReason> reasons = {};
    std::vector<model::Refusal> columnRefusals = {};
    std::optional<model::Refusal> tableRefusal = {}; ///< the catalog hides a column, or no column is left
    std::vector<model::PlanWarning> warnings = {};
    std::vector<model::PlannedChange> decisions = {}; ///< applied and stale ones, in the order of the table
    bool isShownByConnector = true; ///< false: the connector fails to describe such a table, or folds its name away

    bool isLanded(const QString &column) const;
};

ColumnPlan planColumns(const model::SourceTable &table, const ColumnFacts &facts);

/// The plan as it is kept for good: refusals count the values that are in the way and name no rows. Its digest is the same.
model::ExtractionPlan withoutRowKeys(model::ExtractionPlan plan);

/// The primary key; null: there is none.
const model::SourceKey *primaryKeyOf(const model::SourceTable &table);

/// A decision that was not applied, and why.
model::PlannedChange staleDecision(const model::PlanChange &change, const base::Text &why);
model::PlanWarning staleWarning(const model::PlannedChange &decision);

/// Whether Trino reaches the table under its own name: the connector folds names to lower case.
bool isReachableByName(const model::TableName &table);

} // namespace lakehouse::rules
