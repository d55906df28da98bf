#pragma once

#include <QString>

#include <optional>

namespace lakehouse::rules {

/// Which rows of which table a view shows.
struct ViewPredicate {
    QString schema = {};    ///< of the table; empty: not said
    QString table = {};
    QString condition = {}; ///< in the words of the view, on one line
};

/// Absent where the view joins, combines or groups, has no condition, or is refused by PostgreSQL's parser: then it is no named part of one table.
std::optional<ViewPredicate> predicateOfView(const QString &definition);

} // namespace lakehouse::rules
