#pragma once

#include "model/extraction_plan.h"

namespace lakehouse::cases {

/// What the plan says of a table or of one of its columns, as lines ask for it; nothing for an aspect that is none.
std::optional<QString> tableAspect(const model::PlannedTable &table, const QString &aspect);
std::optional<QString> columnAspect(const model::PlannedTable &table, const model::PlannedColumn &column, const QString &aspect);

/// "(none)" in place of nothing.
QString orNone(const QString &words);
QString yesNo(bool value);
/// Texts for people, each on a line.
QString inLines(const std::vector<base::Text> &texts);

} // namespace lakehouse::cases
