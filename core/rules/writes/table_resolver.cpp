#include "rules/writes/table_resolver.h"

namespace lakehouse::rules {

using model::TableName;

namespace {

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
        for (const PersistentClass &persistent : source.classes) {
            Classes &classes = m_classes[persistent.name];
            const Answer own = findOwn(persistent);
            if (own.table)
                classes.tables.insert(*own.table);
            classes.tables.insert(own.candidates.begin(), own.candidates.end());
            if (!own.table && persistent.table.empty() && !persistent.base.isEmpty())
                classes.bases.insert(persistent.base);
        }
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

TableResolver::Answer TableResolver::find(const std::vector<WrittenName> &name)
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

TableResolver::Answer TableResolver::findClass(const QString &name)
{
    const auto known = m_answers.find(name);
    return known != m_answers.end() ? known->second : m_answers.emplace(name, followBases(name)).first->second;
}

/// Every name once, so that classes of many modules which share their names, and circles of them, take no longer than there are classes.
TableResolver::Answer TableResolver::followBases(const QString &name) const
{
    std::set<TableName> found;
    std::set<QString> seen{name};
    std::vector<QString> next{name};
    while (!next.empty()) {
        const auto classes = m_classes.find(next.back());
        next.pop_back();
        if (classes == m_classes.end())
            continue;
        found.insert(classes->second.tables.begin(), classes->second.tables.end());
        for (const QString &base : classes->second.bases)
            if (seen.insert(base).second)
                next.push_back(base);
    }
    if (found.size() == 1)
        return {.table = *found.begin()};
    return {.candidates = {found.begin(), found.end()}};
}

} // namespace lakehouse::rules
