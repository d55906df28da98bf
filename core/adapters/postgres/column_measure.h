#pragma once

#include "adapters/postgres/session_pool.h"
#include "model/catalog.h"

namespace lakehouse::adapters::postgres {

/// SourceEngine::measure: one scan a table, small tables many in a statement, four statements at a time. The answer has the order of the requests.
base::Result<std::vector<model::ColumnMeasure>> measureColumns(SessionPool &pool, const std::vector<model::MeasureRequest> &requests, base::RunContext &run);

/// The query that measures these columns of one table: number of rows, then an array with `measuresPerColumn` numbers a column.
QString measureQuery(const model::TableName &table, const std::vector<const model::MeasureRequest *> &columns);
inline constexpr qsizetype measuresPerColumn = 7;

/// The query that gives the keys of the first rows whose value of the column bronze cannot hold as it is; only with a key in the request.
QString keysQuery(const model::MeasureRequest &request);

} // namespace lakehouse::adapters::postgres
