#include "rules/writes/parsed_writes.h"

#include "rules/catalog/postgres_syntax.h"
#include "rules/catalog/syntax_node.h"

#include <algorithm>

namespace lakehouse::rules {

namespace {

constexpr qsizetype longestStatement = 20'000; ///< an INSERT of many rows need not be read twice

/// UPDATE o … FROM orders o, as SQL Server means it: PostgreSQL would look for a table that is called o.
bool hasAlias(const QJsonValue &from, const QString &name)
{
    if (from.isArray()) {
        const QJsonArray all = from.toArray();
        return std::any_of(all.begin(), all.end(), [&](const QJsonValue &one) { return hasAlias(one, name); });
    }
    const QJsonObject range = nodeOf(from.toObject(), "RangeVar");
    const QJsonObject join = nodeOf(from.toObject(), "JoinExpr");
    return wordOf(nodeOf(range, "alias"), "aliasname") == name
        || (!join.isEmpty() && (hasAlias(nodeOf(join, "larg"), name) || hasAlias(nodeOf(join, "rarg"), name)));
}

bool isSame(const WrittenName &left, const WrittenName &right)
{
    return left.text.compare(right.text, Qt::CaseInsensitive) == 0;
}

/// A name that only differs in case stays as it is written: it may be that of a class.
void setTable(WrittenStatement &found, const QJsonObject &relation)
{
    std::vector<WrittenName> table;
    for (const char *part : {"schemaname", "relname"})
        if (const QString name = wordOf(relation, part); !name.isEmpty())
            table.push_back({name, name != name.toLower()});
    if (!std::equal(table.begin(), table.end(), found.table.begin(), found.table.end(), isSame))
        found.table = std::move(table);
}

/// SET o.status = …: other databases let the table's name stand before the column; PostgreSQL sees a column o and its part.
QString columnOf(const QJsonObject &target, const QJsonObject &relation)
{
    const QString name = wordOf(target, "name");
    const QJsonArray parts = listOf(target, "indirection");
    const bool isPrefix = name == wordOf(relation, "relname") || name == wordOf(nodeOf(relation, "alias"), "aliasname");
    const QString part = lastNameOf(parts);
    return isPrefix && !part.isEmpty() ? part : name;
}

void setColumns(WrittenStatement &found, const QJsonArray &targets, const QJsonObject &relation)
{
    std::vector<SetColumn> columns;
    for (const QJsonValue &target : targets) {
        const QString name = columnOf(nodeOf(target.toObject(), "ResTarget"), relation);
        const auto seen = std::find_if(found.columns.begin(), found.columns.end(), [&](const SetColumn &column) { return column.name.text.compare(name, Qt::CaseInsensitive) == 0; });
        columns.push_back(seen == found.columns.end() ? SetColumn{{name, name != name.toLower()}, {}} : *seen);
    }
    found.columns = std::move(columns);
}

} // namespace

void correctByParser(const QString &statement, std::vector<WrittenStatement> &found, std::size_t first)
{
    const bool isDynamic = std::any_of(found.begin() + qsizetype(first), found.end(), [](const WrittenStatement &one) { return one.table.empty(); });
    if (isDynamic || statement.size() > longestStatement)
        return;
    const auto parsed = parseStatement(statement, SyntaxMode::Statement);
    if (!parsed || parsed.value().isEmpty())
        return;
    const QString kind = parsed.value().begin().key();
    const QJsonObject tree = parsed.value().begin().value().toObject();
    const QJsonObject relation = nodeOf(tree, "relation");
    if ((kind != QLatin1String("InsertStmt") && kind != QLatin1String("UpdateStmt") && kind != QLatin1String("DeleteStmt")) || hasAlias(listOf(tree, "fromClause"), wordOf(relation, "relname")))
        return;
    for (std::size_t i = first; i < found.size(); ++i) {
        setTable(found[i], relation);
        if (kind == QLatin1String("UpdateStmt"))
            setColumns(found[i], listOf(tree, "targetList"), relation);
        else if (found[i].operation == WriteOperation::Update)
            setColumns(found[i], listOf(nodeOf(tree, "onConflictClause"), "targetList"), relation);
    }
}

} // namespace lakehouse::rules
