#pragma once

#include "model/extraction_plan.h"

#include <QStringList>

namespace lakehouse::rules {

/// What moved between two plans, by table and field, sorted by table. Tables with equal digests are not looked into.
std::vector<model::TableDifference> planDifference(const model::ExtractionPlan &before, const model::ExtractionPlan &after);

/// Tables whose names are near to a word, the nearest first, a few.
QStringList nearNames(const QString &word, const std::vector<model::TableName> &tables);

/// The table that a person meant: as stored, then folded to lower case; accepted when unique. Fails with NotFound (naming near ones) or
/// InvalidInput listing the candidates.
base::Result<model::TableName> resolveTable(const model::TableSelector &selector, const std::vector<model::TableName> &tables);

} // namespace lakehouse::rules
