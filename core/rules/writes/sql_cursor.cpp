#include "rules/writes/sql_cursor.h"

#include <algorithm>

namespace lakehouse::rules {

using text::SqlToken;
using Kind = text::SqlToken::Kind;

namespace {

constexpr qsizetype longestValue = 60;
constexpr int mostTokensBetween = 20'000; ///< what belongs to one statement

using L = QLatin1String;

bool isAnyOf(const SqlToken &token, SqlCursor::Words words)
{
    return std::any_of(words.begin(), words.end(), [&](L word) { return token.isWord(word); });
}

/// Words that are never a table or an alias where one may stand.
bool isReserved(const SqlToken &token)
{
    return isAnyOf(token, {L("set"), L("from"), L("where"), L("on"), L("into"), L("values"), L("value"), L("select"), L("using"), L("join"), L("inner"), L("left"), L("right"),
                           L("full"), L("cross"), L("natural"), L("returning"), L("when"), L("order"), L("limit"), L("output"), L("default"), L("and"), L("or"), L("not"),
                           L("with"), L("as"), L("table"), L("only"), L("union"), L("group"), L("having"), L("if"), L("exists"), L("is"), L("to"), L("overriding"),
                           L("partition"), L("for"), L("cascade"), L("go"), L("end"), L("then"), L("in"), L("of"), L("by"), L("all")});
}

} // namespace

SqlCursor::SqlCursor(const text::LinedText &sql) : m_sql(sql), m_tokens(text::sqlTokens(sql)), m_behindGroup(m_tokens.size())
{
    std::vector<int> open;
    for (int i = 0; i < count(); ++i) {
        m_behindGroup[std::size_t(i)] = i;
        if (isSign(i, u'(')) {
            open.push_back(i);
        } else if (isSign(i, u')') && !open.empty()) {
            m_behindGroup[std::size_t(open.back())] = i + 1;
            open.pop_back();
        }
    }
}

const SqlToken &SqlCursor::at(int i) const
{
    static const SqlToken none;
    return i >= 0 && i < count() ? m_tokens[std::size_t(i)] : none;
}

bool SqlCursor::isWord(int i, Words words) const
{
    return isAnyOf(at(i), words);
}

int SqlCursor::skipWords(int i, Words words) const
{
    while (isWord(i, words))
        ++i;
    return i;
}

int SqlCursor::behindGroup(int i) const
{
    return isSign(i, u'(') ? m_behindGroup[std::size_t(i)] : i;
}

QString SqlCursor::statementAt(int i) const
{
    int end = i;
    while (end < std::min(count(), i + mostTokensBetween) && !isEnd(end) && !isSign(end, u')'))
        end = std::max(end + 1, behindGroup(end));
    const qsizetype begin = at(i).at;
    QString statement = m_sql.text().mid(begin, at(end - 1).end - begin);
    for (int token = i; token < end; ++token)
        if (isHole(token))
            statement.replace(at(token).at - begin, at(token).end - at(token).at, QStringLiteral("0").leftJustified(at(token).end - at(token).at));
    return statement;
}

bool SqlCursor::isName(int i) const
{
    const SqlToken &token = at(i);
    return token.kind == Kind::QuotedName || (token.kind == Kind::Word && (!isReserved(token) || isSign(i + 1, u'.')));
}

std::optional<SqlCursor::Table> SqlCursor::name(int i) const
{
    Table table;
    bool isKnown = true;
    for (;;) {
        if (!isName(i) && !isHole(i))
            return {};
        isKnown = true;
        const int begin = i;
        while (touches(i) && (isHole(i) || isHole(i + 1)) && (isName(i + 1) || isHole(i + 1)))
            ++i; // orders_{year}: one name of several parts
        isKnown = i == begin && !isHole(i);
        if (isKnown)
            table.name.push_back({at(i).text, at(i).kind == Kind::QuotedName});
        ++i;
        if (!isSign(i, u'.'))
            break;
        i += isSign(i + 1, u'.') ? 2 : 1; // database..table
    }
    if (!isKnown)
        table.name.clear();
    table.end = i;
    return table;
}

std::optional<SqlCursor::Table> SqlCursor::table(int i) const
{
    i = skipWords(i, {L("only"), L("lateral")});
    const bool isGrouped = isSign(i, u'(') && isSign(i + 2, u')'); // ONLY (film)
    auto found = name(isGrouped ? i + 1 : i);
    if (!found)
        return {};
    found->end += isGrouped ? 1 : 0;
    if (isSign(found->end, u'*'))
        ++found->end;
    if (isWord(found->end, {L("with")}) && isSign(found->end + 1, u'('))
        found->end = behindGroup(found->end + 1); // WITH (ROWLOCK)
    const int alias = isWord(found->end, {L("as")}) ? found->end + 1 : found->end;
    const SqlToken &token = at(alias);
    if (token.kind == Kind::QuotedName || (token.kind == Kind::Word && !isReserved(token))) {
        found->alias = token.text;
        found->end = alias + 1;
    }
    return found;
}

std::vector<SqlCursor::Table> SqlCursor::tables(int i, Words ends) const
{
    std::vector<Table> found;
    const int last = std::min(count(), i + mostTokensBetween);
    bool isTableNext = true;
    while (i < last && !isEnd(i) && !isWord(i, ends)) {
        const auto next = isTableNext && !isSign(i, u'(') ? table(i) : std::nullopt;
        if (next) {
            found.push_back(*next);
            i = next->end;
            isTableNext = false;
            continue;
        }
        isTableNext = isSign(i, u',') || isWord(i, {L("join"), L("using"), L("from")});
        i = isSign(i, u'(') ? std::max(i + 1, behindGroup(i)) : i + 1;
    }
    return found;
}

int SqlCursor::find(int i, Words words) const
{
    for (const int last = std::min(count(), i + mostTokensBetween); i < last && !isEnd(i) && !isSign(i, u')');) {
        if (isWord(i, words))
            return i;
        i = std::max(i + 1, behindGroup(i));
    }
    return -1;
}

std::vector<SetColumn> SqlCursor::columnList(int i) const
{
    std::vector<SetColumn> columns;
    if (!isSign(i, u'('))
        return columns;
    for (++i; i < count() && !isSign(i, u')'); ++i)
        if (at(i).kind == Kind::Word || at(i).kind == Kind::QuotedName)
            columns.push_back({{at(i).text, at(i).kind == Kind::QuotedName}, {}});
    return columns;
}

/// What stands on the left side; its end, or −1.
int SqlCursor::target(int i, Assignments &into) const
{
    if (isSign(i, u'(')) {
        for (const SetColumn &column : columnList(i)) {
            into.columns.push_back(column);
            into.prefixes.emplace_back();
        }
        return behindGroup(i) > i ? behindGroup(i) : -1;
    }
    const auto column = name(i);
    if (!column)
        return -1;
    int end = column->end;
    if (isSign(end, u'[')) {
        while (end < count() && !isSign(end, u']'))
            ++end; // one element of an array
        ++end;
    }
    if (column->name.empty()) {
        into.isOpen = true;
        return end;
    }
    into.columns.push_back({column->name.back(), {}});
    into.prefixes.push_back(column->name.size() > 1 ? column->name[column->name.size() - 2].text : QString());
    return end;
}

int SqlCursor::value(int i, QString &written, bool &isOpen) const
{
    const int begin = i;
    int depth = 0;
    int cases = 0;
    for (; i < count(); ++i) {
        const SqlToken &token = at(i);
        if (isSign(i, u'(') || isSign(i, u'['))
            ++depth;
        else if ((isSign(i, u')') || isSign(i, u']')) && --depth < 0)
            break;
        if (token.isWord(L("case")))
            ++cases;
        else if (token.isWord(L("end")) && cases > 0) {
            --cases;
            continue;
        }
        if (depth > 0 || cases > 0)
            continue;
        if (isEnd(i) || isSign(i, u',') || (isWord(i, {L("where"), L("from"), L("returning"), L("order"), L("limit"), L("output"), L("when"), L("option"), L("end"), L("else"), L("go")}) && !isWord(i - 1, {L("distinct")})))
            break;
        if (i > begin && token.isFirstOnLine && isWord(i, {L("update"), L("insert"), L("delete"), L("merge"), L("begin"), L("if"), L("declare"), L("exec"), L("execute"), L("select"), L("commit"), L("print"), L("return")}))
            break;
        const bool isBehindValue = i > begin && (isSign(i - 1, u')') || (at(i - 1).kind != Kind::Sign && at(i - 1).kind != Kind::Word));
        isOpen = isOpen || (isHole(i) && isBehindValue);
    }
    if (i > begin)
        written = m_sql.text().mid(at(begin).at, std::min(longestValue, at(i - 1).end - at(begin).at)).simplified();
    return i;
}

std::optional<SqlCursor::Assignments> SqlCursor::assignments(int i) const
{
    Assignments found;
    for (bool isFirst = true;; isFirst = false) {
        const std::size_t before = found.columns.size();
        const int behind = target(i, found);
        if (behind < 0)
            break;
        int sign = behind;
        while (sign < behind + 2 && (isSign(sign, u':') || isSign(sign, u'+') || isSign(sign, u'-') || isSign(sign, u'*') || isSign(sign, u'|')))
            ++sign;
        if (!isSign(sign, u'=')) {
            found.columns.resize(before);
            found.prefixes.resize(before);
            if (isFirst && !isHole(i))
                return {};
            found.end = behind; // SET {columns} WHERE
        } else {
            QString written;
            found.end = value(sign + 1, written, found.isOpen);
            for (std::size_t column = before; column < found.columns.size(); ++column)
                found.columns[column].value = written;
        }
        if (!isSign(found.end, u','))
            break;
        i = found.end + 1;
    }
    return found.columns.empty() && !found.isOpen ? std::nullopt : std::optional(found);
}

} // namespace lakehouse::rules
