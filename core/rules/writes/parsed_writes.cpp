#include "rules/writes/parsed_writes.h"

#include "rules/catalog/postgres_syntax.h"

#include <QJsonArray>

#include <algorithm>

namespace lakehouse::rules {

namespace {

constexpr qsizetype longestStatement = 20'000; ///< an INSERT of many rows need not be read twice

QString text(const QJsonObject &node, const char *key)
{
    return node.value(QLatin1String(key)).toString();
}

QJsonObject object(const QJsonObject &node, const char *key)
{
    return node.value(QLatin1String(key)).toObject();
}

/// UPDATE o … FROM orders o, as SQL Server means it: PostgreSQL would look for a table that is called o.
bool hasAlias(const QJsonValue &from, const QString &name)
{
    if (from.isArray()) {
        const QJsonArray all = from.toArray();
        return std::any_of(all.begin(), all.end(), [&](const QJsonValue &one) { return hasAlias(one, name); });
    }
    const QJsonObject range = object(from.toObject(), "RangeVar");
    const QJsonObject join = object(from.toObject(), "JoinExpr");
    return text(object(range, "alias"), "aliasname") == name
        || (!join.isEmpty() && (hasAlias(join.value(QLatin1String("larg")), name) || hasAlias(join.value(QLatin1String("rarg")), name)));
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
        if (const QString name = text(relation, part); !name.isEmpty())
            table.push_back({name, name != name.toLower()});
    if (!std::equal(table.begin(), table.end(), found.table.begin(), found.table.end(), isSame))
        found.table = std::move(table);
}

/// SET o.status = …: other databases let the table's name stand before the column; PostgreSQL sees a column o and its part.
QString columnOf(const QJsonObject &target, const QJsonObject &relation)
{
    const QString name = text(target, "name");
    const QJsonArray parts = target.value(QLatin1String("indirection")).toArray();
    const bool isPrefix = name == text(relation, "relname") || name == text(object(relation, "alias"), "aliasname");
    const QString part = parts.isEmpty() ? QString() : text(object(parts.last().toObject(), "String"), "sval");
    return isPrefix && !part.isEmpty() ? part : name;
}

void setColumns(WrittenStatement &found, const QJsonArray &targets, const QJsonObject &relation)
{
    std::vector<SetColumn> columns;
    for (const QJsonValue &target : targets) {
        const QString name = columnOf(object(target.toObject(), "ResTarget"), relation);
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
    const QJsonObject relation = object(tree, "relation");
    if ((kind != QLatin1String("InsertStmt") && kind != QLatin1String("UpdateStmt") && kind != QLatin1String("DeleteStmt")) || hasAlias(tree.value(QLatin1String("fromClause")), text(relation, "relname")))
        return;
    for (std::size_t i = first; i < found.size(); ++i) {
        setTable(found[i], relation);
        if (kind == QLatin1String("UpdateStmt"))
            setColumns(found[i], tree.value(QLatin1String("targetList")).toArray(), relation);
        else if (found[i].operation == WriteOperation::Update)
            setColumns(found[i], object(tree, "onConflictClause").value(QLatin1String("targetList")).toArray(), relation);
    }
}

} // namespace lakehouse::rules
