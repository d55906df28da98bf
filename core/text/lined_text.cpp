#include "text/lined_text.h"

#include <algorithm>

namespace lakehouse::text {

LinedText::LinedText(const QString &file) : m_text(file)
{
    qint64 line = 1;
    m_marks.push_back({0, line});
    for (qsizetype at = file.indexOf(u'\n'); at >= 0; at = file.indexOf(u'\n', at + 1))
        m_marks.push_back({at + 1, ++line});
}

qint64 LinedText::lineAt(qsizetype offset) const
{
    const auto after = std::upper_bound(m_marks.begin(), m_marks.end(), offset, [](qsizetype value, const Mark &mark) { return value < mark.offset; });
    return after == m_marks.begin() ? 1 : std::prev(after)->line;
}

void LinedText::mark(qint64 line)
{
    if (m_marks.empty() || m_marks.back().line != line)
        m_marks.push_back({m_text.size(), line});
}

void LinedText::append(QStringView part, qint64 line)
{
    if (part.isEmpty())
        return;
    mark(line);
    m_text.append(part);
}

void LinedText::append(const LinedText &other)
{
    const qsizetype offset = m_text.size();
    m_text += other.m_text;
    for (const Mark &mark : other.m_marks)
        m_marks.push_back({mark.offset + offset, mark.line});
    for (const Hole &hole : other.m_holes)
        m_holes.push_back({hole.at + offset, hole.expression});
}

void LinedText::appendHole(const QString &expression, qint64 line)
{
    mark(line);
    m_holes.push_back({m_text.size(), expression});
    m_text += placeholder;
}

LinedText LinedText::mid(qsizetype offset, qsizetype length) const
{
    LinedText part;
    part.m_text = m_text.mid(offset, length);
    part.m_marks.push_back({0, lineAt(offset)});
    const qsizetype end = offset + length;
    for (auto mark = std::ranges::upper_bound(m_marks, offset, {}, &Mark::offset); mark != m_marks.end() && mark->offset < end; ++mark)
        part.m_marks.push_back({mark->offset - offset, mark->line});
    for (auto hole = std::ranges::lower_bound(m_holes, offset, {}, &Hole::at); hole != m_holes.end() && hole->at < end; ++hole)
        part.m_holes.push_back({hole->at - offset, hole->expression});
    return part;
}

} // namespace lakehouse::text
