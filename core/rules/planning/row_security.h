#pragma once

#include "model/extraction_plan.h"

namespace lakehouse::rules {

/// Why a table of which row security hides rows from the role is not loaded, until a person accepts the part.
model::Refusal refusedByRowSecurity(const model::TableName &table, const QString &role);

/// Which rows are loaded, as a person accepted it; stale where row security hides none.
void acceptRowSecurity(model::PlannedTable &planned, const model::SourceTable &table, const QString &role, const model::PlanChange &accepted);

} // namespace lakehouse::rules
