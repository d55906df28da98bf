#include "cli/terminal.h"

#include <QLocale>

#include <algorithm>
#include <cwchar>
#include <sys/ioctl.h>
#include <unistd.h>

namespace lakehouse::app {

namespace {

/// Columns that a text takes on a terminal: wide letters take two, combining ones none.
int width(const QString &text)
{
    int columns = 0;
    for (const uint letter : text.toUcs4())
        columns += std::max(0, ::wcwidth(wchar_t(letter)));
    return columns;
}

/// The text in lines of at most so many columns, broken at spaces; a word that is longer is broken inside.
QStringList wrapped(const QString &text, int columns)
{
    QStringList lines;
    QString line;
    for (QString word : text.split(QLatin1Char(' '))) {
        if (!line.isEmpty() && width(line) + 1 + width(word) > columns) {
            lines += line;
            line.clear();
        }
        while (width(word) > columns) {
            lines += word.left(columns);
            word = word.mid(columns);
        }
        line += (line.isEmpty() ? QString() : QStringLiteral(" ")) + word;
    }
    return lines += line;
}

const char *code(Style style)
{
    switch (style) {
    case Style::Plain: return "";
    case Style::Strong: return "\033[1m";
    case Style::Faint: return "\033[2m";
    case Style::Good: return "\033[32m";
    case Style::Warning: return "\033[33m";
    case Style::Bad: return "\033[31m";
    }
    return "";
}

} // namespace

Terminal Terminal::standardOutput()
{
    Terminal terminal{.columns = 0};
    if (!::isatty(STDOUT_FILENO))
        return terminal;
    winsize size{};
    terminal.columns = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
    terminal.hasColour = qEnvironmentVariableIsEmpty("NO_COLOR") && qEnvironmentVariable("TERM") != QLatin1String("dumb");
    return terminal;
}

QString Terminal::styled(Style style, const QString &text) const
{
    if (!hasColour || style == Style::Plain || text.isEmpty())
        return text;
    return QLatin1String(code(style)) + text + QStringLiteral("\033[0m");
}

QString printable(const QString &text)
{
    QString shown;
    for (const QChar letter : text) {
        const bool turnsDirection = (letter.unicode() >= 0x202a && letter.unicode() <= 0x202e) || (letter.unicode() >= 0x2066 && letter.unicode() <= 0x2069);
        if (letter == QLatin1Char('\n'))
            shown += QStringLiteral("\\n");
        else if (letter.category() == QChar::Other_Control || turnsDirection)
            shown += QStringLiteral("\\u%1").arg(letter.unicode(), 4, 16, QLatin1Char('0'));
        else
            shown += letter;
    }
    return shown;
}

QString printableLines(const QString &text)
{
    QStringList lines;
    for (QString line : text.split(QLatin1Char('\n')))
        lines += printable(line.replace(QLatin1Char('\t'), QStringLiteral("    ")));
    return lines.join(QLatin1Char('\n'));
}

QString grouped(qint64 number)
{
    return QLocale(QLocale::English).toString(number);
}

QString moment(const base::UtcTime &time)
{
    return time.toString().left(19).replace(QLatin1Char('T'), QLatin1Char(' '));
}

QString duration(qint64 milliseconds)
{
    constexpr qint64 minute = 60'000;
    if (milliseconds < minute)
        return QStringLiteral("%1 s").arg(double(milliseconds) / 1000, 0, 'f', 1);
    return QStringLiteral("%1 min %2 s").arg(milliseconds / minute).arg(milliseconds % minute / 1000);
}

QString TextTable::toString(const Terminal &terminal) const
{
    constexpr int gap = 2, narrowest = 40, indent = 4;
    std::vector<int> widths;
    for (const Column &column : m_columns)
        widths.push_back(width(column.title));
    for (const std::vector<Cell> &row : m_rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i].text));
    int before = 0;
    for (std::size_t i = 0; i + 1 < widths.size(); ++i)
        before += widths[i] + gap;
    const int room = terminal.columns == 0 ? widths.back() : terminal.columns - before;
    const bool isLastBelow = room < std::min(narrowest, widths.back());
    const int lastWidth = isLastBelow ? std::max(narrowest, terminal.columns - indent) : std::max(1, room);

    QString lines;
    const auto addLine = [&](const auto &cellAt) {
        QString line;
        for (std::size_t i = 0; i + 1 < m_columns.size(); ++i) {
            const Cell cell = cellAt(i);
            const QString padding(std::max(0, widths[i] - width(cell.text)), QLatin1Char(' '));
            line += m_columns[i].align == Align::Right ? padding + terminal.styled(cell.style, cell.text) : terminal.styled(cell.style, cell.text) + padding;
            line += QString(gap, QLatin1Char(' '));
        }
        const Cell last = cellAt(m_columns.size() - 1);
        const QStringList parts = wrapped(last.text, lastWidth);
        if (!isLastBelow)
            line += QString(m_columns.back().align == Align::Right ? std::max(0, widths.back() - width(parts.first())) : 0, QLatin1Char(' ')) + terminal.styled(last.style, parts.first());
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        lines += line + QLatin1Char('\n');
        for (qsizetype i = isLastBelow ? 0 : 1; i < parts.size(); ++i)
            if (!parts[i].isEmpty())
                lines += QString(isLastBelow ? indent : before, QLatin1Char(' ')) + terminal.styled(last.style, parts[i]) + QLatin1Char('\n');
    };
    addLine([&](std::size_t i) { return Cell{m_columns[i].title, Style::Faint}; });
    for (const std::vector<Cell> &row : m_rows)
        addLine([&](std::size_t i) { return i < row.size() ? row[i] : Cell{}; });
    return lines;
}

} // namespace lakehouse::app
