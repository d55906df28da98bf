#pragma once

#include "adapters/postgres/row_scan.h"

namespace lakehouse::adapters::postgres {

/// Profiles of the first tier, in the order of the requests: one query whatever their number, and no row is read. `shapes` has every table.
base::Result<std::vector<model::TableProfile>> statisticsProfiles(SessionPool &pool, const std::vector<model::ProfileRequest> &requests,
                                                                  const std::map<model::TableName, TableShape> &shapes, base::RunContext &run);

} // namespace lakehouse::adapters::postgres
