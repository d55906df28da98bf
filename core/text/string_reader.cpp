#include "text/string_reader.h"

namespace lakehouse::text {

namespace {

constexpr qsizetype longestExpression = 60;

class Reader {
public:
    Reader(QStringView source, SourcePlace &place, const StringForm &form, qsizetype limit) : m_source(source.left(limit)), m_place(place), m_form(form) {}

    LinedText run()
    {
        int depth = 0;
        while (m_place.at < m_source.size()) {
            const QChar c = peek();
            if (!m_form.nested.isNull() && c == m_form.nested)
                ++depth;
            else if (isEnd() && depth > 0)
                --depth;
            else if (isEnd() && m_form.escapes == StringForm::Escapes::DoubledQuote && peek(1) == c)
                skip(1);
            else if (isEnd()) {
                skip(m_form.end.size());
                break;
            } else if (c == u'\n' && !m_form.spansLines)
                break;
            else if ((c == u'\\' && escape()) || value())
                continue;
            take();
        }
        return std::move(m_text);
    }

private:
    QChar peek(qsizetype ahead = 0) const { return m_place.at + ahead < m_source.size() ? m_source[m_place.at + ahead] : QChar(); }
    QStringView rest() const { return m_source.mid(m_place.at); }
    bool isEnd() const { return !m_form.isHeredoc && rest().startsWith(m_form.end); }
    static bool isNameStart(QChar c) { return c.isLetter() || c == u'_'; }
    static bool isNamePart(QChar c) { return c.isLetterOrNumber() || c == u'_'; }

    void skip(qsizetype length)
    {
        for (const qsizetype end = std::min(m_place.at + length, m_source.size()); m_place.at < end; ++m_place.at)
            if (m_source[m_place.at] == u'\n')
                ++m_place.line;
    }

    void take()
    {
        m_text.append(m_source.mid(m_place.at, 1), m_place.line);
        skip(1);
    }

    bool escape()
    {
        const QChar next = peek(1);
        if (m_form.escapes == StringForm::Escapes::QuoteOnly) {
            if (next != u'\\' && !m_form.end.startsWith(next))
                return false;
            skip(1);
            take();
            return true;
        }
        if (m_form.escapes != StringForm::Escapes::Backslash)
            return false;
        skip(1);
        if (next == u'\n')
            skip(1); // the literal goes on as if there were no end of line
        else if (next == u'u' || next == u'x')
            codePoint();
        else
            named(next);
        return true;
    }

    void named(QChar c)
    {
        const qsizetype known = QStringView(u"ntrfbv0").indexOf(c);
        if (known < 0) {
            take();
            return;
        }
        const QChar meant = QStringView(u"\n\t\r\f\b\v ")[known];
        m_text.append(QStringView(&meant, 1), m_place.line);
        skip(1);
    }

    void codePoint()
    {
        const bool hasBraces = peek(1) == u'{';
        const qsizetype begin = hasBraces ? 2 : 1;
        const qsizetype most = hasBraces ? 6 : peek() == u'u' ? 4 : 2;
        qsizetype length = 0;
        while (length < most && QStringView(u"0123456789abcdefABCDEF").contains(peek(begin + length)) && !peek(begin + length).isNull())
            ++length;
        const char32_t code = rest().mid(begin, length).toUInt(nullptr, 16);
        skip(begin + length + (hasBraces ? 1 : 0));
        if (code > 0 && code <= 0x10ffff)
            m_text.append(QString::fromUcs4(&code, 1), m_place.line);
    }

    bool value()
    {
        const QChar c = peek();
        const QChar next = peek(1);
        switch (m_form.values) {
        case StringForm::Values::None:
            return false;
        case StringForm::Values::Braces:
            if (c == u'{' && next == u'{') {
                skip(1);
                return false;
            }
            return c == u'{' && braces(1);
        case StringForm::Values::HashBraces:
            return c == u'#' && next == u'{' && braces(2);
        case StringForm::Values::DollarBraces:
            return c == u'$' && next == u'{' && braces(2);
        case StringForm::Values::DollarNames:
            return c == u'$' && ((next == u'{' && braces(2)) || (isNameStart(next) && name()));
        case StringForm::Values::Variables:
            return variable();
        }
        return false;
    }

    bool variable()
    {
        const QChar c = peek();
        const QChar next = peek(1);
        if (c == u'{' && next == u'$')
            return braces(1);
        if ((c == u'$' || c == u'@') && next == u'{')
            return braces(2);
        if (c == u'@')
            return isNameStart(next) && !m_form.isHeredoc && name();
        return c == u'$' && isNameStart(next) && name();
    }

    /// A name, and what selects a part of it: ->x, ->{x}, [1].
    bool name()
    {
        const qint64 line = m_place.line;
        const bool hasParts = m_form.values == StringForm::Values::Variables;
        qsizetype end = 1;
        while (isNamePart(peek(end)))
            ++end;
        const QString expression = rest().mid(1, end - 1).toString();
        skip(end);
        bool isPart = false;
        while (hasParts && ((peek() == u'-' && peek(1) == u'>' && (isNameStart(peek(2)) || QStringView(u"{[").contains(peek(2)))) || (peek() == u'[' && !m_form.isHeredoc) || (peek() == u'{' && isNameStart(peek(1))))) {
            isPart = true;
            if (peek() == u'-')
                skip(2);
            if (peek() == u'[' || peek() == u'{')
                skip(rest().indexOf(peek() == u'[' ? u']' : u'}') + 1 > 0 ? rest().indexOf(peek() == u'[' ? u']' : u'}') + 1 : 1);
            while (isNamePart(peek()))
                skip(1);
        }
        m_text.appendHole(isPart ? QString() : expression, line);
        return true;
    }

    /// An expression in braces, with the braces and literals inside it.
    bool braces(qsizetype opening)
    {
        const qint64 line = m_place.line;
        const qsizetype begin = m_place.at + opening;
        skip(opening);
        QChar quote;
        for (int depth = 1; depth > 0 && m_place.at < m_source.size(); skip(1)) {
            const QChar c = peek();
            if (c == u'\n' && !m_form.spansLines)
                break;
            if (!quote.isNull())
                quote = c == quote ? QChar() : quote;
            else if (c == u'"' || c == u'\'' || c == u'`')
                quote = c;
            else if (c == u'{' || c == u'}')
                depth += c == u'{' ? 1 : -1;
        }
        const QStringView expression = m_source.mid(begin, std::max<qsizetype>(0, m_place.at - 1 - begin));
        m_text.appendHole(expression.size() > longestExpression ? QString() : expression.trimmed().toString(), line);
        return true;
    }

    QStringView m_source;
    SourcePlace &m_place;
    const StringForm &m_form;
    LinedText m_text;
};

} // namespace

LinedText readString(QStringView source, SourcePlace &place, const StringForm &form, qsizetype limit)
{
    return Reader(source, place, form, limit).run();
}

} // namespace lakehouse::text
