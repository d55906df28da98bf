#pragma once

#include "adapters/postgres/session_pool.h"
#include "model/table_profile.h"

namespace lakehouse::adapters::postgres {

/// SourceEngine::countDuplicates, countNulls and countOrphans: four at a time.
base::Result<std::vector<model::RowCount>> countDuplicates(SessionPool &pool, const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run);
base::Result<std::vector<model::RowCount>> countNulls(SessionPool &pool, const std::vector<model::ColumnSet> &columns, const model::ScanBudget &budget, base::RunContext &run);
base::Result<std::vector<model::RowCount>> countOrphans(SessionPool &pool, const std::vector<model::ColumnRelation> &relations, const model::ScanBudget &budget, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
