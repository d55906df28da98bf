#include "rules/writes/sql_writes.h"

#include "model/name.h"
#include "rules/writes/format_arguments.h"
#include "rules/writes/names_by_scope.h"
#include "rules/writes/statement_reader.h"

namespace lakehouse::rules {

using text::LinedText;
using Kind = text::SqlToken::Kind;
using L = QLatin1String;

namespace {

constexpr int deepestText = 4; ///< a text that is executed inside of a routine inside of …

class Scanner {
public:
    Scanner(const LinedText &sql, SqlContext context, const QString &scope, int depth, std::vector<WrittenStatement> &found)
        : m_sql(sql), m_context(context), m_outer(scope), m_scope(scope), m_depth(depth), m_found(found), m_reader(m_sql, context, found)
    {
    }

    void run()
    {
        const std::size_t first = m_found.size();
        for (int i = 0; i < m_sql.count(); ++i) {
            const text::SqlToken &token = m_sql.at(i);
            if (m_context == SqlContext::Script && token.kind == Kind::Word)
                scope(i);
            if (token.kind == Kind::Word && mayBegin(i))
                m_reader.read(i, m_scope);
            else if (token.kind == Kind::Body || token.kind == Kind::String)
                inner(i);
            if (token.kind == Kind::String)
                m_names.add(m_scope, contentOf(m_sql.sql(), token).text());
        }
        m_names.nameWhatIsPutTogether(std::span(m_found).subspan(first));
    }

private:
    QString scopeOf(const QString &name) const { return m_outer.isEmpty() ? name : m_outer + QLatin1Char('.') + name; }

    /// The routine that is made here.
    void scope(int i)
    {
        if (m_sql.isWord(i, {L("go")}) && m_sql.at(i).isFirstOnLine)
            m_scope = m_outer;
        if (!m_sql.isWord(i, {L("function"), L("procedure"), L("trigger"), L("package"), L("event"), L("proc")}) || m_sql.isWord(i - 1, {L("drop"), L("execute"), L("on"), L("exec"), L("call"), L("end")}))
            return;
        const bool isMade = m_sql.at(i).isFirstOnLine || m_sql.isWord(i - 1, {L("create"), L("replace"), L("alter"), L("editionable"), L("constraint"), L("is"), L("as")}) || m_sql.isSign(i - 1, u';');
        const auto name = isMade ? m_sql.name(m_sql.skipWords(i + 1, {L("body"), L("if"), L("not"), L("exists")})) : std::nullopt;
        if (name && !name->name.empty())
            m_scope = scopeOf(name->name.back().text);
    }

    bool mayBegin(int i) const
    {
        if (m_context == SqlContext::Script)
            return !m_sql.isWord(i - 1, {L("for"), L("on"), L("or"), L("before"), L("after"), L("of"), L("grant"), L("revoke")}) && !m_sql.isSign(i - 1, u',') && !m_sql.isSign(i - 1, u'.');
        const bool hasPrefix = m_sql.isWord(0, {L("with"), L("explain")});
        return i == 0 || (i == 1 && (m_sql.isHole(0) || m_sql.isSign(0, u'('))) || m_sql.isSign(i - 1, u';') || (hasPrefix && (m_sql.isSign(i - 1, u'(') || m_sql.isSign(i - 1, u')')))
            || m_sql.isWord(i - 1, {L("begin"), L("then"), L("else"), L("loop"), L("as"), L("is"), L("explain"), L("analyze"), L("do")});
    }

    /// Bodies of routines, and texts that are executed.
    void inner(int i)
    {
        if (m_depth >= deepestText)
            return;
        const text::SqlToken &token = m_sql.at(i);
        const bool isCode = m_sql.isWord(i - 1, {L("as"), L("do")}) || (token.kind == Kind::Body && m_sql.isWord(i - 1, {L("plpgsql"), L("sql")}));
        if (isCode && (token.kind == Kind::Body || (m_context == SqlContext::Script && m_scope != m_outer))) {
            Scanner(contentOf(m_sql.sql(), token), SqlContext::Script, m_scope, m_depth + 1, m_found).run();
            m_scope = m_outer;
        } else if (isExecuted(i)) {
            Scanner(isFormat(i) ? withLiterals(joined(i), m_sql, i - 1) : joined(i), SqlContext::Literal, m_scope, m_depth + 1, m_found).run();
        }
    }

    bool isAssigned(int i) const
    {
        return m_sql.isSign(i, u'=') && (m_sql.isSign(i - 1, u':') || m_sql.isHole(i - 1)); // v := '…', @v = '…'
    }

    bool isFormat(int i) const { return m_sql.isSign(i - 1, u'(') && m_sql.isWord(i - 2, {L("format")}); }

    bool isExecuted(int i) const
    {
        if (m_sql.isWord(i - 1, {L("execute"), L("immediate"), L("exec"), L("sp_executesql")}) || isAssigned(i - 1))
            return true;
        if (!m_sql.isSign(i - 1, u'('))
            return m_sql.isWord(i - 1, {L("from")}) && m_sql.isWord(i - 3, {L("prepare")});
        return m_sql.isWord(i - 2, {L("execute"), L("exec")}) || (m_sql.isWord(i - 2, {L("format"), L("concat")}) && (m_sql.isWord(i - 3, {L("execute"), L("immediate")}) || isAssigned(i - 3)));
    }

    /// 'UPDATE ' || quote_ident(name) || ' SET …', CONCAT('UPDATE ', name, ' SET …')
    LinedText joined(int i) const
    {
        const bool isList = m_sql.isSign(i - 1, u'(') && m_sql.isWord(i - 2, {L("concat")});
        LinedText text = contentOf(m_sql.sql(), m_sql.at(i));
        for (++i; i < m_sql.count();) {
            const int behind = m_sql.isSign(i, u'|') && m_sql.isSign(i + 1, u'|') ? i + 2 : m_sql.isSign(i, u'+') || (isList && m_sql.isSign(i, u',')) ? i + 1 : i;
            if (behind == i)
                break;
            i = behind;
            if (m_sql.at(i).kind == Kind::String || m_sql.at(i).kind == Kind::Body) {
                text.append(contentOf(m_sql.sql(), m_sql.at(i++)));
                continue;
            }
            if (m_sql.isWord(i, {L("quote_ident")}) && m_sql.isSign(i + 1, u'(') && m_sql.at(i + 2).kind == Kind::String && m_sql.isSign(i + 3, u')')) {
                text.append(model::sqlIdentifier(contentOf(m_sql.sql(), m_sql.at(i + 2)).text()), m_sql.lineOf(i + 2));
                i += 4;
                continue;
            }
            text.appendHole({}, m_sql.lineOf(i));
            while (m_sql.at(i).kind == Kind::Word || m_sql.isHole(i) || m_sql.at(i).kind == Kind::Number || m_sql.isSign(i, u'.'))
                ++i;
            i = m_sql.behindGroup(i);
        }
        return text;
    }

    SqlCursor m_sql;
    SqlContext m_context;
    QString m_outer;
    QString m_scope;
    int m_depth;
    std::vector<WrittenStatement> &m_found;
    NamesByScope m_names;
    StatementReader m_reader;
};

} // namespace

std::vector<WrittenStatement> sqlWrites(const LinedText &sql, SqlContext context, const QString &scope)
{
    std::vector<WrittenStatement> found;
    Scanner(sql, context, scope, 0, found).run();
    return found;
}

} // namespace lakehouse::rules
