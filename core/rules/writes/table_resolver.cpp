#include "rules/writes/table_resolver.h"

#include <algorithm>
#include <set>

namespace lakehouse::rules {

using model::TableName;

namespace {

constexpr int mostBases = 8;

enum class Comparison { Exact, Folded };

bool isSame(const QString &left, const QString &right, Comparison comparison)
{
    return comparison == Comparison::Exact ? left == right : left.toCaseFolded() == right.toCaseFolded();
}

} // namespace

TableResolver::TableResolver(const std::vector<TableName> &tables, const std::vector<SourceWrites> &sources)
{
    for (const TableName &table : tables)
        m_tables.emplace(table.table().toCaseFolded(), table);
    for (const SourceWrites &source : sources)
        for (const PersistentClass &persistent : source.classes)
            m_classes.emplace(persistent.name, &persistent);
}

TableResolver::Answer TableResolver::findTable(const std::vector<WrittenName> &name) const
{
    if (name.empty())
        return {};
    const QString &table = name.back().text;
    const QString schema = name.size() > 1 ? name[name.size() - 2].text : QString();
    const auto [begin, end] = m_tables.equal_range(table.toCaseFolded());
    for (const Comparison comparison : {Comparison::Exact, Comparison::Folded}) {
        std::set<TableName> found;
        for (auto candidate = begin; candidate != end; ++candidate)
            if (isSame(candidate->second.table(), table, comparison) && (schema.isEmpty() || isSame(candidate->second.schema(), schema, comparison)))
                found.insert(candidate->second);
        if (found.size() == 1)
            return {.table = *found.begin()};
        if (!found.empty())
            return {.candidates = {found.begin(), found.end()}};
    }
    return {};
}

TableResolver::Answer TableResolver::find(const std::vector<WrittenName> &name) const
{
    Answer answer = findTable(name);
    const bool isKnown = answer.table || !answer.candidates.empty();
    return isKnown || name.size() != 1 ? answer : findClass(name[0].text);
}

TableResolver::Answer TableResolver::findOwn(const PersistentClass &persistent) const
{
    if (!persistent.table.empty())
        return findTable(persistent.table);
    for (const QString &likely : persistent.likelyTables)
        if (const Answer answer = findTable({{likely, false}}); answer.table)
            return answer;
    return {};
}

TableResolver::Answer TableResolver::findClass(const QString &name) const
{
    return findClass(name, 0);
}

/// Several classes of one name have to lead to the same table.
TableResolver::Answer TableResolver::findClass(const QString &name, int steps) const
{
    std::set<TableName> found;
    if (steps > mostBases)
        return {};
    const auto [begin, end] = m_classes.equal_range(name);
    for (auto candidate = begin; candidate != end; ++candidate) {
        const PersistentClass &persistent = *candidate->second;
        Answer answer = findOwn(persistent);
        if (!answer.table && persistent.table.empty() && !persistent.base.isEmpty() && persistent.base != name)
            answer = findClass(persistent.base, steps + 1);
        if (answer.table)
            found.insert(*answer.table);
        found.insert(answer.candidates.begin(), answer.candidates.end());
    }
    if (found.size() == 1)
        return {.table = *found.begin()};
    return {.candidates = {found.begin(), found.end()}};
}

} // namespace lakehouse::rules
