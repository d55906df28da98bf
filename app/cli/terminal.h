#pragma once

#include "base/text.h"

#include <QStringList>

#include <vector>

namespace lakehouse::app {

/// How a word stands out; only on a terminal that can show it.
enum class Style { Plain, Strong, Faint, Good, Warning, Bad };

/// Where answers are printed: its width, and whether it shows colour.
struct Terminal {
    int columns = 100;
    bool hasColour = false;

    /// Standard output as it is: colour on a terminal unless NO_COLOR is set; 0 columns when it is no terminal, then nothing is cut.
    static Terminal standardOutput();
    QString styled(Style style, const QString &text) const;
};

/// Names come from databases: control characters would move the cursor or hide text, so they are shown as escapes.
QString printable(const QString &text);
inline QString printable(const base::Text &text) { return printable(text.toEnglish()); }

/// The same line by line: line breaks and tabs stay.
QString printableLines(const QString &text);

/// "101,131"
QString grouped(qint64 number);
/// "2026-08-01 06:30:00", in UTC
QString moment(const base::UtcTime &time);
/// "3.4 s", "2 min 10 s"
QString duration(qint64 milliseconds);

struct Cell {
    QString text = {};
    Style style = Style::Plain;
};

enum class Align { Left, Right };

/// A table of text with as wide columns as its cells need. On a terminal the last column goes on in further lines, and below the row when
/// little room is left beside it: what a person signs is never cut.
class TextTable {
public:
    struct Column {
        QString title;
        Align align = Align::Left;
    };
    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    void add(std::vector<Cell> row) { m_rows.push_back(std::move(row)); }
    bool isEmpty() const { return m_rows.empty(); }
    QString toString(const Terminal &terminal) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace lakehouse::app
