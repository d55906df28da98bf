#include "kit/sql_colours.h"

#include <QElapsedTimer>

namespace lakehouse::views {

namespace {

constexpr qsizetype longestLine = 10'000; ///< what is longer is hardly read; it is taken for plain text
constexpr int linesAhead = 50;

} // namespace

SqlColours::SqlColours(text::TextLines lines) : m_lines(std::move(lines)) {}

const std::vector<SqlToken> &SqlColours::tokens(qsizetype line)
{
    static const std::vector<SqlToken> none;
    if (line < qsizetype(m_tokens.size()))
        return m_tokens[std::size_t(line)];
    m_wanted = std::max(m_wanted, std::min(line + linesAhead, m_lines.count()));
    return none;
}

bool SqlColours::step(std::chrono::microseconds budget)
{
    if (!m_highlighter)
        m_highlighter = createSqlHighlighter();
    QElapsedTimer timer;
    timer.start();
    while (isBehind()) {
        const QStringView line = m_lines.line(qsizetype(m_tokens.size()));
        m_tokens.push_back(line.size() > longestLine ? std::vector<SqlToken>{} : m_highlighter->nextLine(line.toString()));
        if (timer.nsecsElapsed() >= std::chrono::nanoseconds(budget).count())
            break;
    }
    return !isBehind();
}

} // namespace lakehouse::views
