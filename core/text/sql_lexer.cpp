#include "text/sql_lexer.h"

#include <algorithm>

namespace lakehouse::text {

namespace {

using Inside = SqlLexerState::Inside;

bool isNameStart(QChar c)
{
    return c.isLetter() || c == u'_' || c.isSurrogate();
}

bool isNamePart(QChar c)
{
    return isNameStart(c) || c.isDigit() || c.isMark();
}

class LineLexer {
public:
    LineLexer(QStringView line, SqlLexerState &state) : m_line(line), m_state(state) { findBodyEnd(); }

    std::vector<SqlLexeme> run()
    {
        while (m_at < m_line.size()) {
            if (m_at == m_code.size())
                endBody();
            else if (m_state.inside == Inside::Code)
                code();
            else
                goOn();
        }
        return std::move(m_lexemes);
    }

private:
    QChar peek(qsizetype ahead = 0) const { return m_at + ahead >= 0 && m_at + ahead < m_code.size() ? m_code[m_at + ahead] : QChar(); }

    /// A function body ends where its sign stands, even inside a comment or a string of its code.
    void findBodyEnd()
    {
        const qsizetype end = m_state.bodyTag.isEmpty() ? -1 : m_line.indexOf(m_state.bodyTag, m_at);
        m_code = end < 0 ? m_line : m_line.left(end);
    }

    void endBody()
    {
        const qsizetype start = m_at;
        m_at += m_state.bodyTag.size();
        m_state = {};
        m_code = m_line;
        add(SqlPart::String, start);
    }

    void add(SqlPart part, qsizetype start)
    {
        m_lexemes.push_back({part, {start, m_at - start}});
        m_state.isBodyNext = false;
    }

    /// The rest of something that was opened before, here or on an earlier line.
    void goOn(qsizetype start = -1)
    {
        if (start < 0)
            start = m_at;
        switch (m_state.inside) {
        case Inside::Comment:
            blockComment(start);
            break;
        case Inside::DollarString:
            until(m_state.dollarTag);
            m_state.dollarTag = m_state.inside == Inside::Code ? QString() : m_state.dollarTag;
            add(SqlPart::String, start);
            break;
        case Inside::QuotedName:
            quoted(u'"');
            add(SqlPart::QuotedName, start);
            break;
        case Inside::String:
        case Inside::EscapedString:
            quoted(u'\'');
            add(SqlPart::String, start);
            break;
        case Inside::Code:
            break;
        }
    }

    void until(QStringView end)
    {
        const qsizetype found = m_code.indexOf(end, m_at);
        m_at = found < 0 ? m_code.size() : found + end.size();
        if (found >= 0)
            m_state.inside = Inside::Code;
    }

    void quoted(QChar quote)
    {
        while (m_at < m_code.size()) {
            const QChar c = m_code[m_at++];
            if (c == u'\\' && m_state.inside == Inside::EscapedString) {
                m_at = std::min(m_at + 1, m_code.size());
            } else if (c == quote) {
                if (peek() != quote) {
                    m_state.inside = Inside::Code;
                    return;
                }
                ++m_at;
            }
        }
    }

    void blockComment(qsizetype start)
    {
        const bool isBodyNext = m_state.isBodyNext;
        while (m_at < m_code.size() && m_state.commentDepth > 0) {
            if (peek() == u'/' && peek(1) == u'*') {
                ++m_state.commentDepth;
                m_at += 2;
            } else if (peek() == u'*' && peek(1) == u'/') {
                --m_state.commentDepth;
                m_at += 2;
            } else {
                ++m_at;
            }
        }
        if (m_state.commentDepth == 0)
            m_state.inside = Inside::Code;
        add(SqlPart::Comment, start);
        m_state.isBodyNext = isBodyNext;
    }

    void code()
    {
        const qsizetype start = m_at;
        const QChar c = peek();
        if (c.isSpace()) {
            ++m_at;
        } else if (c == u'-' && peek(1) == u'-') {
            const bool isBodyNext = m_state.isBodyNext;
            m_at = m_code.size();
            add(SqlPart::Comment, start);
            m_state.isBodyNext = isBodyNext;
        } else if (c == u'/' && peek(1) == u'*') {
            m_at += 2;
            m_state.inside = Inside::Comment;
            m_state.commentDepth = 1;
            goOn(start);
        } else if (c == u'\'' || c == u'"') {
            open(c == u'"' ? Inside::QuotedName : Inside::String, 1, start);
        } else if ((c == u'E' || c == u'e') && peek(1) == u'\'') {
            open(Inside::EscapedString, 2, start);
        } else if (QStringView(u"XxBbNn").contains(c) && peek(1) == u'\'') {
            open(Inside::String, 2, start);
        } else if ((c == u'U' || c == u'u') && peek(1) == u'&' && (peek(2) == u'\'' || peek(2) == u'"')) {
            open(peek(2) == u'"' ? Inside::QuotedName : Inside::String, 3, start);
        } else if (c == u'$') {
            dollar(start);
        } else if (c.isDigit() || (c == u'.' && peek(1).isDigit() && peek(-1) != u'.')) {
            number(start);
        } else if (isNameStart(c)) {
            word(start);
        } else {
            ++m_at;
            add(SqlPart::Sign, start);
        }
    }

    void open(Inside inside, qsizetype length, qsizetype start)
    {
        m_at += length;
        m_state.inside = inside;
        if (m_at == m_code.size())
            add(inside == Inside::QuotedName ? SqlPart::QuotedName : SqlPart::String, start);
        else
            goOn(start);
    }

    void dollar(qsizetype start)
    {
        qsizetype end = m_at + 1;
        if (end < m_code.size() && isNameStart(m_code[end]))
            while (end < m_code.size() && isNamePart(m_code[end]))
                ++end;
        if (end >= m_code.size() || m_code[end] != u'$') {
            ++m_at;
            while (peek().isDigit())
                ++m_at; // $1: a parameter
            add(SqlPart::Sign, start);
            return;
        }
        const QString tag = m_code.mid(start, end + 1 - start).toString();
        m_at = end + 1;
        if (m_state.bodyTag.isEmpty() && (m_state.isBodyNext || m_code.mid(m_at).trimmed().isEmpty())) {
            m_state.bodyTag = tag;
            add(SqlPart::String, start);
            findBodyEnd();
        } else {
            m_state.inside = Inside::DollarString;
            m_state.dollarTag = tag;
            if (m_at == m_code.size())
                add(SqlPart::String, start);
            else
                goOn(start);
        }
    }

    void number(qsizetype start)
    {
        while (peek().isDigit() || peek() == u'_' || (peek() == u'.' && peek(1) != u'.'))
            ++m_at; // 1..10 is a range of PL/pgSQL
        if ((peek() == u'e' || peek() == u'E') && (peek(1).isDigit() || ((peek(1) == u'+' || peek(1) == u'-') && peek(2).isDigit()))) {
            m_at += 2;
            while (peek().isDigit())
                ++m_at;
        }
        add(SqlPart::Number, start);
    }

    void word(qsizetype start)
    {
        while (isNamePart(peek()) || peek() == u'$')
            ++m_at;
        add(SqlPart::Word, start);
        const QStringView name = m_code.mid(start, m_at - start);
        m_state.isBodyNext = name.compare(u"as", Qt::CaseInsensitive) == 0 || name.compare(u"do", Qt::CaseInsensitive) == 0;
    }

    QStringView m_line;
    QStringView m_code; ///< up to the end of the line or of the function body that we are in
    SqlLexerState &m_state;
    qsizetype m_at = 0;
    std::vector<SqlLexeme> m_lexemes;
};

} // namespace

std::vector<SqlLexeme> lexSqlLine(QStringView line, SqlLexerState &state)
{
    return LineLexer(line, state).run();
}

} // namespace lakehouse::text
