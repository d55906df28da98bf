#include "rules/writes/names_by_scope.h"

#include "model/name.h"

#include <algorithm>

namespace lakehouse::rules {

void NamesByScope::add(const QString &scope, const QString &literal)
{
    constexpr std::size_t most = 3;
    const auto parts = model::readSqlIdentifiers(literal.trimmed(), QLatin1Char('.'));
    if (!parts || parts->size() > most)
        return;
    Names &names = m_scopes[scope];
    const qsizetype before = names.known.size();
    names.known.insert(QStringList(parts->begin(), parts->end()));
    if (names.known.size() == before)
        return;
    std::vector<WrittenName> &name = names.inOrder.emplace_back();
    for (const QString &part : *parts)
        name.push_back({part, false});
}

void NamesByScope::nameWhatIsPutTogether(std::span<WrittenStatement> statements) const
{
    for (WrittenStatement &statement : statements) {
        const auto names = statement.table.empty() ? m_scopes.find(statement.scope) : m_scopes.end();
        if (names == m_scopes.end())
            continue;
        const std::vector<std::vector<WrittenName>> own = statement.mayMean; // of a text inside of this one: a few
        std::ranges::copy_if(names->inOrder, std::back_inserter(statement.mayMean), [&](const std::vector<WrittenName> &name) { return std::ranges::find(own, name) == own.end(); });
    }
}

} // namespace lakehouse::rules
