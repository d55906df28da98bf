#include "adapters/project/text_edits.h"

#include <algorithm>

namespace lakehouse::adapters {

namespace {

bool isBlank(char character) { return character == ' ' || character == '\t' || character == '\r'; }

/// The end of a TOML string that begins at `begin`, which holds a quote.
qsizetype stringEnd(const QByteArray &text, qsizetype begin)
{
    const char quote = text[begin];
    const QByteArray mark(text.mid(begin, 3) == QByteArray(3, quote) ? 3 : 1, quote);
    for (qsizetype i = begin + mark.size(); i < text.size(); ++i) {
        if (quote == '"' && text[i] == '\\')
            ++i;
        else if (text.mid(i, mark.size()) == mark)
            return i + mark.size();
    }
    return text.size();
}

} // namespace

QByteArray TextEdits::lineEnd() const
{
    const qsizetype first = m_text.indexOf('\n');
    return first > 0 && m_text[first - 1] == '\r' ? "\r\n" : "\n";
}

qsizetype TextEdits::lineBegin(qsizetype position) const
{
    return position == 0 ? 0 : m_text.lastIndexOf('\n', position - 1) + 1;
}

qsizetype TextEdits::nextLine(qsizetype position) const
{
    const qsizetype end = m_text.indexOf('\n', position);
    return end < 0 ? m_text.size() : end + 1;
}

qsizetype TextEdits::statementBegin(qsizetype position) const
{
    qsizetype begin = lineBegin(position);
    while (begin < position && isBlank(m_text[begin]))
        ++begin;
    return begin;
}

QByteArray TextEdits::indentation(qsizetype position) const
{
    const qsizetype begin = lineBegin(position);
    return m_text.mid(begin, statementBegin(position) - begin);
}

bool TextEdits::isLastOnLine(qsizetype position) const
{
    while (position < m_text.size() && isBlank(m_text[position]))
        ++position;
    return position >= m_text.size() || m_text[position] == '\n';
}

QByteArray TextEdits::commentLines(qsizetype begin, qsizetype end) const
{
    QByteArray lines;
    for (qsizetype i = begin; i < end;) {
        if (m_text[i] == '"' || m_text[i] == '\'') {
            i = stringEnd(m_text, i);
        } else if (m_text[i] == '#') {
            const qsizetype commentEnd = std::min(nextLine(i), end);
            lines += indentation(begin) + m_text.mid(i, commentEnd - i).trimmed() + lineEnd();
            i = commentEnd;
        } else {
            ++i;
        }
    }
    return lines;
}

void TextEdits::replace(qsizetype begin, qsizetype end, const QByteArray &text)
{
    if (const QByteArray comments = commentLines(begin, end); !comments.isEmpty())
        insert(lineBegin(begin), comments);
    m_edits.push_back({begin, end, text});
}

void TextEdits::remove(qsizetype begin, qsizetype end)
{
    if (statementBegin(begin) == begin && isLastOnLine(end))
        return replace(lineBegin(begin), nextLine(end), {});
    while (statementBegin(begin) == begin && end < m_text.size() && isBlank(m_text[end])) // the comment that follows begins the line
        ++end;
    replace(begin, end, {});
}

void TextEdits::removeBlankLinesAfter(qsizetype position)
{
    const qsizetype begin = nextLine(position);
    qsizetype end = begin;
    while (end < m_text.size() && isLastOnLine(end))
        end = nextLine(end);
    m_edits.push_back({begin, end, {}});
}

void TextEdits::insertLinesBelow(qsizetype position, const QByteArray &lines, Lines whose)
{
    const qsizetype next = nextLine(position);
    const bool isUnended = next == m_text.size() && !m_text.isEmpty() && !m_text.endsWith('\n');
    m_edits.push_back({next, next, isUnended ? lineEnd() + lines : lines + lineEnd(), whose});
}

QByteArray TextEdits::result() const
{
    std::vector<Edit> edits = m_edits;
    std::ranges::stable_sort(edits, {}, [](const Edit &edit) { return std::pair(edit.begin, edit.whose); });
    QByteArray whole;
    qsizetype done = 0;
    for (const Edit &edit : edits) {
        whole += m_text.mid(done, std::max<qsizetype>(0, edit.begin - done)) + edit.text;
        done = std::max(done, edit.end);
    }
    return whole + m_text.mid(done);
}

} // namespace lakehouse::adapters
