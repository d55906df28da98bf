#include "rules/planning/plan_diff.h"

#include "describe/canonical_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using base::Error;
using base::ErrorCode;
using model::FieldDifference;
using model::PlannedColumn;
using model::PlannedTable;
using model::TableMove;
using model::TableName;

constexpr int mostHints = 3;

QString shown(const QJsonValue &value)
{
    if (value.isBool())
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    if (value.isArray()) {
        QStringList parts;
        for (const QJsonValue &part : value.toArray())
            parts.append(shown(part));
        return parts.join(QStringLiteral(", "));
    }
    return value.isDouble() ? QString::number(value.toInteger()) : value.toString();
}

/// Fields of two objects that differ, down to single values; what is not there is empty.
void compare(const QString &path, const QJsonValue &before, const QJsonValue &after, std::vector<FieldDifference> &fields)
{
    if (before == after)
        return;
    if (!before.isObject() && !after.isObject()) {
        fields.push_back({path, shown(before), shown(after)});
        return;
    }
    const QJsonObject left = before.toObject();
    const QJsonObject right = after.toObject();
    QStringList keys = left.keys() + right.keys();
    keys.removeDuplicates();
    keys.sort();
    for (const QString &key : keys)
        compare(path.isEmpty() ? key : path + QLatin1Char('.') + key, left.value(key), right.value(key), fields);
}

QJsonObject objectOf(const QByteArray &json) { return QJsonDocument::fromJson(json).object(); }

QString summary(const PlannedColumn &column)
{
    return column.bronzeType.isEmpty() ? column.sourceType : column.sourceType + QStringLiteral(" → ") + column.bronzeType;
}

QString order(const std::vector<PlannedColumn> &columns)
{
    QStringList names;
    for (const PlannedColumn &column : columns)
        names.append(column.name);
    return names.join(QStringLiteral(", "));
}

void compareColumns(const std::vector<PlannedColumn> &before, const std::vector<PlannedColumn> &after, std::vector<FieldDifference> &fields)
{
    std::map<QString, std::pair<const PlannedColumn *, const PlannedColumn *>> columns;
    for (const PlannedColumn &column : before)
        columns[column.name].first = &column;
    for (const PlannedColumn &column : after)
        columns[column.name].second = &column;
    const size_t first = fields.size();
    bool isSameSet = true;
    for (const auto &[name, pair] : columns) {
        const QString path = QStringLiteral("columns.") + name;
        if (pair.first && pair.second) {
            if (!(*pair.first == *pair.second))
                compare(path, objectOf(describe::canonicalJson(*pair.first)), objectOf(describe::canonicalJson(*pair.second)), fields);
            continue;
        }
        isSameSet = false;
        fields.push_back({path, pair.first ? summary(*pair.first) : QString(), pair.second ? summary(*pair.second) : QString()});
    }
    if (isSameSet && order(before) != order(after))
        fields.insert(fields.begin() + qsizetype(first), {QStringLiteral("columns"), order(before), order(after)});
}

std::vector<FieldDifference> fieldDifferences(const PlannedTable &before, const PlannedTable &after)
{
    model::TableDecision left = before.decision;
    model::TableDecision right = after.decision;
    std::vector<FieldDifference> fields;
    compareColumns(std::exchange(left.columns, {}), std::exchange(right.columns, {}), fields);
    compare({}, objectOf(describe::canonicalJson(left)), objectOf(describe::canonicalJson(right)), fields);
    std::ranges::stable_sort(fields, {}, &FieldDifference::field);
    return fields;
}

/// How many letters to change to get from one word to the other.
qsizetype distance(const QString &left, const QString &right)
{
    std::vector<qsizetype> row(size_t(right.size()) + 1);
    for (size_t i = 0; i < row.size(); ++i)
        row[i] = qsizetype(i);
    for (qsizetype i = 1; i <= left.size(); ++i) {
        qsizetype diagonal = row[0];
        row[0] = i;
        for (qsizetype j = 1; j <= right.size(); ++j) {
            const qsizetype changed = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
            diagonal = row[size_t(j)];
            row[size_t(j)] = std::min({row[size_t(j)] + 1, row[size_t(j) - 1] + 1, changed});
        }
    }
    return row.back();
}

std::vector<TableName> matches(const std::optional<QString> &schema, const QString &word, const std::vector<TableName> &tables)
{
    std::vector<TableName> found;
    std::ranges::copy_if(tables, std::back_inserter(found), [&](const TableName &name) { return name.table() == word && (!schema || name.schema() == *schema); });
    return found;
}

} // namespace

std::vector<model::TableDifference> planDifference(const model::ExtractionPlan &before, const model::ExtractionPlan &after)
{
    std::map<TableName, std::pair<const PlannedTable *, const PlannedTable *>> tables;
    for (const PlannedTable &table : before.tables)
        tables[table.decision.table].first = &table;
    for (const PlannedTable &table : after.tables)
        tables[table.decision.table].second = &table;
    std::vector<model::TableDifference> differences;
    for (const auto &[name, pair] : tables) {
        const QString field = QStringLiteral("table");
        if (!pair.first)
            differences.push_back({name, TableMove::Added, {{field, {}, name.toString()}}});
        else if (!pair.second)
            differences.push_back({name, TableMove::Removed, {{field, name.toString(), {}}}});
        else if (pair.first->digest() != pair.second->digest())
            differences.push_back({name, TableMove::Changed, fieldDifferences(*pair.first, *pair.second)});
    }
    return differences;
}

QStringList nearNames(const QString &word, const std::vector<TableName> &tables)
{
    std::vector<std::pair<qsizetype, QString>> near;
    for (const TableName &table : tables)
        if (const qsizetype far = distance(word.toLower(), table.table().toLower()); far <= std::max<qsizetype>(2, word.size() / 3))
            near.emplace_back(far, table.toString());
    std::ranges::sort(near);
    QStringList names;
    for (const auto &[far, name] : near)
        if (names.size() < mostHints)
            names.append(name);
    return names;
}

base::Result<TableName> resolveTable(const model::TableSelector &selector, const std::vector<TableName> &tables)
{
    std::vector<TableName> found = matches(selector.schema(), selector.table(), tables);
    if (found.empty())
        found = matches(selector.schema() ? std::optional(selector.schema()->toLower()) : std::nullopt, selector.table().toLower(), tables);
    if (found.size() == 1)
        return found.front();
    if (found.empty()) {
        const QStringList near = nearNames(selector.table(), tables);
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "There is no table %1."), selector.toString()},
                     near.isEmpty() ? base::Text(QT_TRANSLATE_NOOP("core", "List the tables with: ekos-lakehouse lakehouse extraction show"))
                                    : base::Text(QT_TRANSLATE_NOOP("core", "Did you mean %1?"), near.join(QStringLiteral(", "))), selector.toString()};
    }
    std::sort(found.begin(), found.end());
    QStringList candidates;
    for (const TableName &name : found)
        candidates.append(name.toString());
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 may be any of: %2."), selector.toString(), candidates.join(QStringLiteral(", "))},
                 QT_TRANSLATE_NOOP("core", "Write the schema too, as in public.film."), selector.toString()};
}

} // namespace lakehouse::rules
