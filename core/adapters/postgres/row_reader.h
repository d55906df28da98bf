#pragma once

#include "base/result.h"
#include "ports/sql_rows.h"

namespace lakehouse::adapters::postgres {

using SqlRow = std::vector<std::optional<QString>>;

/// Reads the values of one row from left to right; NULL reads as empty text, zero and false. The queries are ours, so their columns are known.
class RowReader {
public:
    explicit RowReader(const SqlRow &row) : m_row(&row) {}
    std::optional<QString> optionalText() { return (*m_row)[m_next++]; }
    QString text() { return optionalText().value_or(QString()); }
    qint64 number() { return text().toLongLong(); }
    bool flag() { return text() == QLatin1String("t"); }
    /// A JSON array of strings.
    std::vector<QString> names();
    /// An array of numbers: {1,2}.
    std::vector<qint64> numbers();
    void skip(std::size_t columns) { m_next += columns; }
    /// The one character of a catalog code such as relkind; NUL when empty.
    char code();

private:
    const SqlRow *m_row;
    std::size_t m_next = 0;
};

/// A code that this program does not know; guessing what it means could lose rows.
base::Error unknownCode(const char *column, const QString &code, const QString &object);
inline base::Error unknownCode(const char *column, char code, const QString &object) { return unknownCode(column, QString(QLatin1Char(code)), object); }

} // namespace lakehouse::adapters::postgres
