#include "text/sql_tokens.h"

namespace lakehouse::text {

namespace {

using Kind = SqlToken::Kind;

// In braces, with the signs around them; what has no end within is none, and is not searched for one to the end of the text.
constexpr qsizetype longestExpression = 81;
constexpr qsizetype longestName = 61;

bool isNameStart(QChar c)
{
    return c.isLetter() || c == u'_' || c.isSurrogate();
}

bool isNamePart(QChar c)
{
    return isNameStart(c) || c.isDigit() || c.isMark() || c == u'$' || c == u'#';
}

class Tokenizer {
public:
    explicit Tokenizer(const LinedText &sql) : m_sql(sql.text()) {}

    std::vector<SqlToken> run()
    {
        while (m_at < m_sql.size()) {
            const QChar c = peek();
            if (c == u'\n')
                m_isLineEmpty = true;
            if (c.isSpace())
                ++m_at;
            else if (!comment() && !hole() && !text() && !name())
                rest();
        }
        return std::move(m_tokens);
    }

private:
    QChar peek(qsizetype ahead = 0) const { return m_at + ahead >= 0 && m_at + ahead < m_sql.size() ? m_sql[m_at + ahead] : QChar(); }
    bool startsWith(QStringView begin) const { return m_sql.mid(m_at).startsWith(begin); }

    void add(Kind kind, qsizetype begin, const QString &text, qsizetype contentAt = 0)
    {
        m_tokens.push_back({kind, std::exchange(m_isLineEmpty, false), text, begin, contentAt, m_at});
    }

    void moveTo(qsizetype found, qsizetype length)
    {
        m_at = found < 0 ? m_sql.size() : found + length;
    }

    bool comment()
    {
        const bool isLine = startsWith(u"--") || (m_isLineEmpty && peek() == u'#' && (peek(1).isSpace() || peek(1) == u'#'));
        if (isLine) {
            moveTo(m_sql.indexOf(u'\n', m_at), 0);
            return true;
        }
        if (!startsWith(u"/*"))
            return false;
        const qsizetype nested = endOfNested();
        moveTo(nested >= 0 ? nested : m_sql.indexOf(u"*/", m_at + 2), 2); // PostgreSQL's comments nest, those of others do not
        return true;
    }

    /// Where the comment's last sign stands when comments inside of it are counted; −1 when it is not ended so.
    qsizetype endOfNested() const
    {
        int depth = 0;
        for (qsizetype at = m_at; at + 1 < m_sql.size(); ++at) {
            const QStringView here = m_sql.mid(at, 2);
            if (here == u"/*") {
                ++depth;
                ++at;
            } else if (here == u"*/") {
                if (--depth == 0)
                    return at;
                ++at;
            }
        }
        return -1;
    }

    bool takeHole(qsizetype length)
    {
        const qsizetype begin = m_at;
        m_at += length;
        add(Kind::Hole, begin, m_sql.mid(begin, length).toString());
        return true;
    }

    /// How long the name that begins `ahead` is.
    qsizetype nameLength(qsizetype ahead) const
    {
        qsizetype end = ahead;
        while (isNamePart(peek(end)))
            ++end;
        return end - ahead;
    }

    /// {name}, {0}, {} and longer expressions without an end of line.
    qsizetype bracedLength(qsizetype open) const
    {
        const QStringView expression = m_sql.mid(m_at, longestExpression);
        const qsizetype close = expression.indexOf(u'}', open);
        return close >= 0 && !expression.first(close).contains(u'\n') ? close + 1 : 0;
    }

    bool hole()
    {
        const QChar c = peek();
        const QChar next = peek(1);
        if (c == placeholder || (c == u'?' && next != u'|' && next != u'&'))
            return takeHole(1);
        if ((c == u'$' || c == u'#' || c == u'@') && next == u'{')
            return bracedLength(1) > 0 && takeHole(bracedLength(1));
        if (c == u'{' && bracedLength(0) > 0)
            return takeHole(bracedLength(0));
        if (c == u'$' && next.isDigit())
            return takeHole(1 + nameLength(1));
        if ((c == u':' && peek(-1) != u':' && isNameStart(next)) || (c == u'&' && isNameStart(next)) || (c == u':' && next.isDigit() && !peek(-1).isLetterOrNumber()))
            return takeHole(1 + nameLength(1));
        if (c == u'@' && (isNameStart(next) || (next == u'@' && isNameStart(peek(2)))))
            return takeHole(1 + (next == u'@' ? 1 : 0) + nameLength(next == u'@' ? 2 : 1));
        return c == u'%' && formatHole();
    }

    /// %s, %d, %(name)s, %1$s, %I: not %(a modulo).
    bool formatHole()
    {
        qsizetype end = 1;
        if (peek(1) == u'(') {
            const qsizetype close = m_sql.mid(m_at, longestName).indexOf(u')');
            if (close < 0)
                return false;
            end = close + 1;
        } else {
            while (peek(end).isDigit())
                ++end;
            end += end > 1 && peek(end) == u'$' ? 1 : 0;
        }
        const bool isFormat = QStringView(u"sdIiLfv").contains(peek(end)) && !peek(end).isNull();
        return isFormat && (end > 1 || !isNamePart(peek(2)) || peek(1) == u's') && takeHole(end + 1);
    }

    bool text()
    {
        const qsizetype begin = m_at;
        if (QStringView(u"EeNnXxBb").contains(peek()) && peek(1) == u'\'') {
            m_at += 2;
            quotedString(begin, peek(-2).toLower() == u'e');
        } else if (peek() == u'\'') {
            m_at += 1;
            quotedString(begin, false);
        } else if ((peek() == u'q' || peek() == u'Q') && peek(1) == u'\'' && !peek(2).isSpace() && !peek(2).isNull()) {
            const qsizetype pair = QStringView(u"([{<").indexOf(peek(2));
            const QString end = QString(pair < 0 ? peek(2) : QStringView(u")]}>")[pair]) + QLatin1Char('\'');
            const qsizetype found = m_sql.indexOf(end, m_at + 3);
            m_at += 3;
            const qsizetype content = m_at;
            moveTo(found, 2);
            add(Kind::String, begin, m_sql.mid(content, (found < 0 ? m_at : found) - content).toString(), content);
        } else if (peek() == u'$') {
            return body();
        } else {
            return false;
        }
        return true;
    }

    /// In MySQL a backslash before a quote keeps the text open, elsewhere it does not: what follows the quote shows which one it is.
    bool isEscaped(bool isEscapeString) const
    {
        const QChar behind = peek(2);
        return isEscapeString || peek(1) != u'\'' || !(behind.isNull() || behind.isSpace() || QStringView(u",);|").contains(behind));
    }

    void quotedString(qsizetype begin, bool isEscapeString)
    {
        const qsizetype content = m_at;
        QString text;
        for (; m_at < m_sql.size(); ++m_at) {
            const QChar c = peek();
            if (c == u'\\' && isEscaped(isEscapeString) && (isEscapeString || peek(1) == u'\'')) {
                ++m_at;
            } else if (c == u'\'') {
                if (peek(1) != u'\'')
                    break;
                ++m_at;
            }
            text += peek();
        }
        m_at = std::min(m_at + 1, m_sql.size());
        add(Kind::String, begin, text, content);
    }

    bool body()
    {
        qsizetype end = 1;
        while (isNamePart(peek(end)) && peek(end) != u'$')
            ++end;
        if (peek(end) != u'$')
            return false;
        const qsizetype begin = m_at;
        const QStringView tag = m_sql.mid(m_at, end + 1);
        const qsizetype content = m_at + tag.size();
        const qsizetype found = m_sql.indexOf(tag, content);
        moveTo(found, tag.size());
        add(Kind::Body, begin, m_sql.mid(content, (found < 0 ? m_at : found) - content).toString(), content);
        return true;
    }

    bool name()
    {
        const QChar c = peek();
        const bool isBracketName = c == u'[' && (isNameStart(peek(1)) || peek(1) == u'#') && !isNamePart(peek(-1)) && peek(-1) != u']' && peek(-1) != u')';
        if (c == u'"' || c == u'`' || isBracketName) {
            quotedName(isBracketName ? QChar(u']') : c);
            return true;
        }
        if (!isNameStart(c))
            return false;
        const qsizetype begin = m_at;
        while (isNamePart(peek()) && !((peek() == u'$' || peek() == u'#') && peek(1) == u'{'))
            ++m_at;
        add(Kind::Word, begin, m_sql.mid(begin, m_at - begin).toString());
        return true;
    }

    void quotedName(QChar end)
    {
        const qsizetype begin = m_at++;
        QString text;
        for (; m_at < m_sql.size(); ++m_at) {
            if (peek() == end) {
                if (peek(1) != end)
                    break;
                ++m_at;
            }
            text += peek();
        }
        m_at = std::min(m_at + 1, m_sql.size());
        add(Kind::QuotedName, begin, text);
    }

    void rest()
    {
        const qsizetype begin = m_at;
        const bool isNumber = peek().isDigit();
        while (isNumber && (peek(1).isLetterOrNumber() || (peek(1) == u'.' && peek(2).isDigit())))
            ++m_at;
        ++m_at;
        add(isNumber ? Kind::Number : Kind::Sign, begin, m_sql.mid(begin, m_at - begin).toString());
    }

    QStringView m_sql;
    qsizetype m_at = 0;
    bool m_isLineEmpty = true;
    std::vector<SqlToken> m_tokens;
};

} // namespace

std::vector<SqlToken> sqlTokens(const LinedText &sql)
{
    return Tokenizer(sql).run();
}

} // namespace lakehouse::text
