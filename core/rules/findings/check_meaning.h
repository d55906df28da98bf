#pragma once

#include <QString>

#include <vector>

namespace lakehouse::rules {

/// The values that a column may have beside NULL, in the order in which they are written, none twice.
struct ColumnValues {
    QString column = {};
    std::vector<QString> values = {};
    friend bool operator==(const ColumnValues &, const ColumnValues &) = default;
};

/// What a check says of single columns. Whatever else it says is left out: it holds too, but settles no list.
struct CheckMeaning {
    std::vector<ColumnValues> values = {};
    std::vector<QString> neverNull = {};
    friend bool operator==(const CheckMeaning &, const CheckMeaning &) = default;
};

/// Reads a check as pg_get_constraintdef prints it: "CHECK (…)", with or without NOT VALID. The column of a domain's check is called "value".
/// A text that PostgreSQL's parser refuses says nothing. Values are those that are not NULL; a list that holds NULL lets every value pass.
CheckMeaning meaningOfCheck(const QString &definition);

} // namespace lakehouse::rules
