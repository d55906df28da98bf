#pragma once

#include "model/extraction_plan.h"
#include "model/reconciliation.h"

namespace lakehouse::rules {

/// A defect in the value of one column (or two that change places), put into the bronze query and never into data, to see whether a tier
/// finds it. Values are comparable values of Trino; {x} stands for that of the first column, {y} for that of the second.
struct PlantedValue {
    model::PlantedDefect defect = model::PlantedDefect::ChangedByte;
    std::vector<std::size_t> columns = {}; ///< indices into the table's columns
    QString suitable = {}; ///< a row where the defect makes a difference
    QString value = {};    ///< what the first column's value becomes
    bool isSeenByV2 = false;
};

/// The value defects that this table's columns allow, at most two columns for each; the query finds a suitable row or leaves the control out.
/// `columns` are the indices of the columns that are hashed. Columns of the key come last, since a changed key is another row.
std::vector<PlantedValue> plantedValues(const model::TableDecision &table, const std::vector<std::size_t> &columns);

} // namespace lakehouse::rules
