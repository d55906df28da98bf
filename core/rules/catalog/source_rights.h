#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lakehouse::rules {

/// A right that reading a PostgreSQL source needs: USAGE on a schema, or SELECT on a table or, where only some columns may be read, on a column.
struct NeededRight {
    QString schema = {};
    std::optional<QString> table = {};
    std::optional<QString> column = {};
    bool isHeld = false;

    /// "schema public", "public.film", "public.staff.password"
    QString object() const;
    QString right() const;
    /// The statement with which an owner gives it to `role`, every name quoted.
    QString grant(const QString &role) const;
    friend bool operator==(const NeededRight &, const NeededRight &) = default;
};

/// The query whose rows are the needed rights of the role that asks: schema, table, column, held ("t" or "f"), in that order. Without schemas: all but the
/// system's. What is listed is what a catalog reading lists: no partitions, and nothing that belongs to an extension.
QString neededRightsQuery(const std::vector<QString> &schemas);

/// Reads one of its rows; absent when it has another form.
std::optional<NeededRight> neededRightOf(const std::vector<std::optional<QString>> &row);

} // namespace lakehouse::rules
