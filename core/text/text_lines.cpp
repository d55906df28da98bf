#include "text/text_lines.h"

namespace lakehouse::text {

QString withPlainLineEnds(const QString &text)
{
    if (!text.contains(u'\r'))
        return text;
    QString plain = text;
    return plain.replace(QLatin1String("\r\n"), QLatin1String("\n")).replace(u'\r', u'\n');
}

TextLines::TextLines(QString text) : m_text(std::move(text))
{
    for (qsizetype start = 0; start < m_text.size();) {
        m_starts.push_back(start);
        const qsizetype end = m_text.indexOf(QLatin1Char('\n'), start);
        start = end < 0 ? m_text.size() : end + 1;
    }
}

QStringView TextLines::line(qsizetype index) const
{
    const qsizetype start = m_starts[std::size_t(index)];
    qsizetype end = index + 1 < count() ? m_starts[std::size_t(index) + 1] : m_text.size();
    if (end > start && m_text.at(end - 1) == QLatin1Char('\n'))
        --end;
    return QStringView(m_text).mid(start, end - start);
}

bool TextLines::hasFinalNewline() const
{
    return m_text.isEmpty() || m_text.endsWith(QLatin1Char('\n'));
}

} // namespace lakehouse::text
