#pragma once

#include "component/types/planned_tables.h"
#include "component/types/type_values.h"

namespace lakehouse::tests {

/// Everything that both sides say of one column, row by row.
struct ColumnAnswers {
    TypeColumn column = {};
    model::PlannedColumn planned = {};
    QStringList sourceRendered = {}; ///< as psql prints it, in hexadecimal digits; "N": NULL
    QStringList bronzeRendered = {};
    QStringList sourceText = {};     ///< canonical text, then the hash of the field; empty for what is not hashed
    QStringList bronzeText = {};
    QStringList sourceHash = {};
    QStringList bronzeHash = {};
};

/// A table with a key `id`, a column for each of `columns` in its order (c1, c2, …), and a row for each number of a value; NULL where a column has no more.
struct TypeTable {
    QString schema = {};
    QString name = {};
    std::vector<TypeColumn> columns = {};

    static QString columnName(std::size_t index) { return QStringLiteral("c%1").arg(index + 1); }
    qsizetype rows() const; ///< one more than the most values: the last row has no value at all
    QString sql() const;    ///< that makes and fills it
};

/// Asks both sides about every value of a loaded table. The complaint of a side, or nothing.
QByteArray askBothSides(const PlannedTables &tables, const TypeTable &table, const model::TableDecision &decision, std::vector<ColumnAnswers> &answers);

} // namespace lakehouse::tests
