#include "text/line_numbering.h"

namespace lakehouse::text {

namespace {

constexpr int linesInStep = 2000;

QString withoutSpace(QStringView line)
{
    QString bare;
    bare.reserve(line.size());
    for (const QChar c : line)
        if (!c.isSpace())
            bare.append(c);
    return bare;
}

} // namespace

LineNumbering::LineNumbering(const TextLines &before, const TextLines &after, bool ignoresWhitespace)
    : m_beforeLines(before), m_afterLines(after), m_ignoresWhitespace(ignoresWhitespace)
{
    m_before.reserve(std::size_t(before.count()));
    m_after.reserve(std::size_t(after.count()));
}

int LineNumbering::idOf(QStringView line)
{
    if (m_ignoresWhitespace) {
        const QString bare = withoutSpace(line);
        const auto found = m_bareIds.constFind(bare);
        return found != m_bareIds.constEnd() ? *found : *m_bareIds.insert(bare, m_idCount++);
    }
    const auto found = m_ids.constFind(line);
    return found != m_ids.constEnd() ? *found : *m_ids.insert(line, m_idCount++);
}

bool LineNumbering::step()
{
    int left = linesInStep;
    for (; left > 0 && qsizetype(m_before.size()) < m_beforeLines.count(); --left)
        m_before.push_back(idOf(m_beforeLines.line(qsizetype(m_before.size()))));
    for (; left > 0 && qsizetype(m_after.size()) < m_afterLines.count(); --left)
        m_after.push_back(idOf(m_afterLines.line(qsizetype(m_after.size()))));
    if (left == 0)
        return false;
    if (!m_ignoresWhitespace)
        tellUnfinishedLines();
    return true;
}

void LineNumbering::tellUnfinishedLines()
{
    // A last line without an end differs from the same line with one; only two such lines can be the same.
    const bool isBeforeUnfinished = !m_beforeLines.hasFinalNewline(), isAfterUnfinished = !m_afterLines.hasFinalNewline();
    if (isBeforeUnfinished && isAfterUnfinished && m_before.back() == m_after.back()) {
        m_before.back() = m_after.back() = m_idCount++;
        return;
    }
    if (isBeforeUnfinished)
        m_before.back() = m_idCount++;
    if (isAfterUnfinished)
        m_after.back() = m_idCount++;
}

} // namespace lakehouse::text
