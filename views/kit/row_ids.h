#pragma once

#include "kit/table_rows.h"

#include <QStringList>

#include <vector>

namespace lakehouse::views {

/// The row of each id, -1 where there is none. A guess of where an id was before is looked at first; one pass over the rows finds the rest.
std::vector<qint64> rowsOfIds(const TableRows &rows, const QStringList &ids, const std::vector<qint64> &guesses = {});

} // namespace lakehouse::views
