#include "rules/writes/statement_reader.h"

#include "rules/writes/parsed_writes.h"

#include <algorithm>

namespace lakehouse::rules {

using Kind = text::SqlToken::Kind;
using L = QLatin1String;

namespace {

/// The table that a name means which may be an alias of another one in the same statement.
SqlCursor::Table behindAlias(const SqlCursor::Table &table, const std::vector<SqlCursor::Table> &others)
{
    if (table.name.size() == 1)
        for (const SqlCursor::Table &other : others)
            if (!other.alias.isEmpty() && other.alias.compare(table.name[0].text, Qt::CaseInsensitive) == 0)
                return other;
    return table;
}

bool isCalled(const SqlCursor::Table &table, const QString &prefix)
{
    const QString name = !table.alias.isEmpty() ? table.alias : table.name.empty() ? QString() : table.name.back().text;
    return name.compare(prefix, Qt::CaseInsensitive) == 0;
}

} // namespace

void StatementReader::read(int i, const QString &scope)
{
    m_scope = scope;
    const std::size_t before = m_found.size();
    if (m_sql.isWord(i, {L("insert"), L("replace")}))
        insert(i);
    else if (m_sql.isWord(i, {L("update")}))
        update(i);
    else if (m_sql.isWord(i, {L("delete")}))
        remove(i);
    else if (m_sql.isWord(i, {L("merge")}))
        merge(i);
    else if (m_sql.isWord(i, {L("truncate")}))
        truncate(i);
    else if (m_sql.isWord(i, {L("copy")}))
        copy(i);
    if (m_found.size() > before)
        correctByParser(m_sql.statementAt(i), m_found, before);
}

void StatementReader::add(WriteOperation operation, const char *verb, int at, const Table &table, SqlCursor::Assignments columns)
{
    m_found.push_back({operation, QString::fromLatin1(verb), table.name, std::move(columns.columns), columns.isOpen, m_sql.lineOf(at), m_scope});
}

/// "Delete from cart" is what a button says: SQL writes its words alike, DELETE FROM, delete from or Delete From.
bool StatementReader::isWrittenAlike(int verb, int keyword) const
{
    if (m_context == SqlContext::Script)
        return true;
    const QString &first = m_sql.at(verb).text;
    const QString &second = m_sql.at(keyword).text;
    const bool isSentence = first[0].isUpper() && first.mid(1) == first.mid(1).toLower() && second == second.toLower();
    return !isSentence;
}

int StatementReader::behindTop(int i) const
{
    return m_sql.isWord(i, {L("top")}) ? std::max(i + 2, m_sql.behindGroup(i + 1)) : i;
}

bool StatementReader::isInsertBehind(int i, int verb, bool hasColumns) const
{
    if (m_sql.isWord(i, {L("values"), L("value"), L("select"), L("default"), L("set"), L("with"), L("overriding"), L("output"), L("table"), L("exec"), L("execute"), L("returning")}))
        return true;
    if (m_sql.isHole(i) || (m_sql.isSign(i, u'(') && m_sql.isWord(i + 1, {L("select"), L("with"), L("values")})))
        return true;
    return m_context == SqlContext::Literal && m_sql.isEnd(i) && (hasColumns || m_sql.at(verb).text == L("INSERT"));
}

void StatementReader::insert(int verb)
{
    int i = m_sql.skipWords(verb + 1, {L("low_priority"), L("delayed"), L("high_priority"), L("ignore"), L("overwrite")});
    bool isReplacing = m_sql.isWord(verb, {L("replace")});
    if (m_sql.isWord(i, {L("all"), L("first")}))
        return insertAll(i);
    if (m_sql.isWord(i, {L("or")})) {
        isReplacing = m_sql.isWord(i + 1, {L("replace")});
        i += 2;
    }
    const bool hasInto = m_sql.isWord(i, {L("into")});
    if ((!hasInto && isReplacing) || (hasInto && !isWrittenAlike(verb, i)))
        return;
    const auto table = m_sql.name(hasInto ? i + 1 : i);
    if (!table)
        return;
    int behind = table->end;
    if (m_sql.isWord(behind, {L("as")}) || (m_sql.at(behind).kind == Kind::Word && m_sql.isSign(behind + 1, u'(') && !isInsertBehind(behind, verb, false)))
        behind += m_sql.isWord(behind, {L("as")}) ? 2 : 1;
    const bool isQuery = m_sql.isSign(behind, u'(') && m_sql.isWord(behind + 1, {L("select"), L("with")});
    std::vector<SetColumn> columns = isQuery ? std::vector<SetColumn>() : m_sql.columnList(behind);
    if (!isQuery)
        behind = m_sql.behindGroup(behind);
    if (!isInsertBehind(behind, verb, !columns.empty()) || (!hasInto && !m_sql.isWord(behind, {L("values"), L("select"), L("output")})))
        return;
    add(WriteOperation::Insert, isReplacing ? "replace" : "insert", verb, *table);
    if (isReplacing)
        add(WriteOperation::Update, "replace", verb, *table, {.columns = columns, .prefixes = {}, .isOpen = columns.empty()});
    conflict(behind, *table);
}

/// Oracle: one INSERT into several tables.
void StatementReader::insertAll(int verb)
{
    for (int i = m_sql.find(verb, {L("into")}); i >= 0; i = m_sql.find(i + 1, {L("into")}))
        if (const auto table = m_sql.name(i + 1))
            add(WriteOperation::Insert, "insert", i, *table);
}

/// ON CONFLICT … DO UPDATE SET …, ON DUPLICATE KEY UPDATE …
void StatementReader::conflict(int i, const Table &table)
{
    const int update = m_sql.find(i, {L("update")});
    if (update < 0)
        return;
    const bool isConflict = m_sql.isWord(update - 1, {L("do")}) && m_sql.isWord(update + 1, {L("set")});
    const bool isDuplicate = m_sql.isWord(update - 1, {L("key")}) && m_sql.isWord(update - 2, {L("duplicate")});
    if (!isConflict && !isDuplicate)
        return;
    if (auto columns = m_sql.assignments(update + (isConflict ? 2 : 1)))
        add(WriteOperation::Update, "upsert", update, table, std::move(*columns));
}

void StatementReader::update(int verb)
{
    int i = m_sql.skipWords(verb + 1, {L("low_priority"), L("ignore")});
    i = behindTop(m_sql.isWord(i, {L("or")}) ? i + 2 : i);
    const auto first = m_sql.table(i);
    const int set = first ? m_sql.find(first->end, {L("set")}) : -1;
    if (set < 0 || !isWrittenAlike(verb, set))
        return;
    const bool isJoined = m_sql.isSign(first->end, u',') || m_sql.isHole(first->end) || m_sql.isWord(first->end, {L("join"), L("inner"), L("left"), L("right"), L("cross"), L("partition")});
    if (first->end != set && !isJoined)
        return;
    auto columns = m_sql.assignments(set + 1);
    if (!columns)
        return;
    Table target = *first;
    if (isJoined && !columns->prefixes.empty())
        for (const Table &table : m_sql.tables(i, {L("set")}))
            if (isCalled(table, columns->prefixes.front()))
                target = table;
    if (m_sql.isWord(columns->end, {L("from")}))
        target = behindAlias(target, m_sql.tables(columns->end + 1, {L("where")}));
    add(WriteOperation::Update, "update", verb, target, std::move(*columns));
}

bool StatementReader::isDeleteBehind(int i) const
{
    if (m_sql.isEnd(i) || m_sql.isSign(i, u')') || m_sql.isHole(i) || (m_context == SqlContext::Script && m_sql.at(i).isFirstOnLine))
        return true;
    return m_sql.isWord(i, {L("where"), L("using"), L("returning"), L("order"), L("limit"), L("output"), L("from"), L("join"), L("inner"), L("left"), L("partition"), L("go"), L("end")});
}

void StatementReader::remove(int verb)
{
    int i = behindTop(m_sql.skipWords(verb + 1, {L("low_priority"), L("quick"), L("ignore")}));
    const bool hasFrom = m_sql.isWord(i, {L("from")});
    i += hasFrom ? 1 : 0;
    const auto table = m_sql.table(i);
    if (!table || !isDeleteBehind(table->end))
        return;
    const int other = m_sql.find(table->end, {hasFrom ? L("using") : L("from")});
    if (!hasFrom && other < 0 && !m_sql.isWord(table->end, {L("where")}))
        return;
    if (!isWrittenAlike(verb, hasFrom ? i - 1 : other >= 0 ? other : table->end))
        return;
    add(WriteOperation::Delete, "delete", verb, other >= 0 ? behindAlias(*table, m_sql.tables(other + 1, {L("where"), L("order"), L("limit")})) : *table);
}

void StatementReader::merge(int verb)
{
    const int i = m_sql.isWord(verb + 1, {L("into")}) ? verb + 2 : verb + 1;
    const auto table = m_sql.table(behindTop(i));
    if (!table || !m_sql.isWord(table->end, {L("using")}))
        return;
    for (int then = m_sql.find(table->end, {L("then")}); then >= 0; then = m_sql.find(then + 1, {L("then")})) {
        if (m_sql.isWord(then + 1, {L("insert")})) {
            add(WriteOperation::Insert, "merge", then + 1, *table);
        } else if (m_sql.isWord(then + 1, {L("delete")})) {
            add(WriteOperation::Delete, "merge", then + 1, *table);
        } else if (m_sql.isWord(then + 1, {L("update")}) && m_sql.isWord(then + 2, {L("set")})) {
            auto columns = m_sql.assignments(then + 3);
            if (!columns)
                continue;
            const int gone = m_sql.find(columns->end, {L("delete"), L("when")}); // Oracle: UPDATE SET … DELETE WHERE …
            add(WriteOperation::Update, "merge", then + 1, *table, std::move(*columns));
            if (m_sql.isWord(gone, {L("delete")}))
                add(WriteOperation::Delete, "merge", gone, *table);
        }
    }
}

void StatementReader::truncate(int verb)
{
    const bool hasTable = m_sql.isWord(verb + 1, {L("table")});
    if (hasTable ? !isWrittenAlike(verb, verb + 1) : m_context == SqlContext::Literal && m_sql.at(verb).text != L("TRUNCATE"))
        return;
    std::vector<Table> tables;
    int i = verb + (hasTable ? 2 : 1);
    for (;; ++i) {
        const auto table = m_sql.name(m_sql.skipWords(i, {L("only")}));
        if (!table)
            return;
        tables.push_back(*table);
        i = table->end + (m_sql.isSign(table->end, u'*') ? 1 : 0);
        if (!m_sql.isSign(i, u','))
            break;
    }
    const bool isWhole = m_sql.isEnd(i) || m_sql.isWord(i, {L("restart"), L("continue"), L("cascade"), L("restrict"), L("drop"), L("reuse"), L("go"), L("end"), L("immediate")})
        || (m_context == SqlContext::Script && m_sql.at(i).isFirstOnLine);
    for (const Table &table : tables)
        if (isWhole)
            add(WriteOperation::Delete, "truncate", verb, table);
}

void StatementReader::copy(int verb)
{
    const auto table = m_sql.name(verb + 1);
    const int from = table ? m_sql.behindGroup(table->end) : -1;
    const bool isRead = m_sql.isWord(from + 1, {L("stdin"), L("program")}) || m_sql.isHole(from + 1) || m_sql.at(from + 1).kind == Kind::String;
    if (table && m_sql.isWord(from, {L("from")}) && isRead)
        add(WriteOperation::Insert, "copy", verb, *table);
}

} // namespace lakehouse::rules
