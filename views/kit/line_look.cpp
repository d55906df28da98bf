#include "kit/line_look.h"

#include "kit/theme.h"

#include <algorithm>

namespace lakehouse::views {

LineLook::LineLook(const QString &line) : m_line(line), m_colours(std::size_t(line.size())) {}

std::pair<int, int> LineLook::within(int start, int length) const
{
    const int size = int(m_colours.size());
    return {std::clamp(start, 0, size), std::clamp(start + length, 0, size)};
}

void LineLook::setForeground(int start, int length, const QColor &color)
{
    const auto [first, end] = within(start, length);
    for (int i = first; i < end; ++i)
        m_colours[std::size_t(i)].foreground = color.rgba();
}

void LineLook::setBackground(int start, int length, const QColor &color)
{
    const auto [first, end] = within(start, length);
    for (int i = first; i < end; ++i)
        m_colours[std::size_t(i)].background = color.rgba();
}

void LineLook::mark(const QString &needle)
{
    if (needle.isEmpty())
        return;
    const QColor text = Theme::instance().statusText(Status::NeedsYou), fill = Theme::instance().statusFill(Status::NeedsYou);
    for (qsizetype at = m_line.indexOf(needle, 0, Qt::CaseInsensitive); at >= 0;
        at = m_line.indexOf(needle, at + needle.size(), Qt::CaseInsensitive)) {
        setForeground(int(at), int(needle.size()), fill);
        setBackground(int(at), int(needle.size()), text); // the other way round: it stands out on every ground
    }
}

void LineLook::select(int start, int length)
{
    setForeground(start, length, Theme::instance().color(ColorRole::TextOnAccent));
    setBackground(start, length, Theme::instance().color(ColorRole::Accent));
}

QList<QTextLayout::FormatRange> LineLook::formats() const
{
    QList<QTextLayout::FormatRange> ranges;
    for (std::size_t start = 0; start < m_colours.size();) {
        std::size_t end = start + 1;
        while (end < m_colours.size() && m_colours[end] == m_colours[start])
            ++end;
        if (m_colours[start] != Colours{}) {
            QTextLayout::FormatRange range{int(start), int(end - start), {}};
            if (m_colours[start].foreground != 0)
                range.format.setForeground(QColor::fromRgba(m_colours[start].foreground));
            if (m_colours[start].background != 0)
                range.format.setBackground(QColor::fromRgba(m_colours[start].background));
            ranges.append(range);
        }
        start = end;
    }
    return ranges;
}

} // namespace lakehouse::views
