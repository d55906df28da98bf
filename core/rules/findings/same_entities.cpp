#include "rules/findings/same_entities.h"

#include "rules/findings/evidence_places.h"
#include "rules/findings/name_words.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <map>
#include <numeric>

namespace lakehouse::rules {

namespace {

using model::IdentityCandidate;
using model::SourceTable;
using model::TableKind;
using model::TableName;

/// Columns as numbers, sorted; one number for one name and type.
using Columns = std::vector<int>;

struct Shared {
    int both = 0;
    int all = 0;
    bool isEnough() const { return all > 0 && both >= sameEntityShare * all; }
};

Shared compare(const Columns &left, const Columns &right)
{
    Shared shared;
    auto a = left.begin();
    auto b = right.begin();
    while (a != left.end() && b != right.end()) {
        if (*a == *b)
            ++shared.both;
        const int smaller = std::min(*a, *b);
        a += *a == smaller;
        b += *b == smaller;
    }
    shared.all = int(left.size() + right.size()) - shared.both;
    return shared;
}

class EntitySearch {
public:
    explicit EntitySearch(const model::CatalogSnapshot &catalog)
    {
        QSet<QString> heirs;
        for (const SourceTable &table : catalog.tables)
            for (const TableName &heir : table.inheritedBy)
                heirs.insert(heir.toString());
        for (const SourceTable &table : catalog.tables)
            if ((model::holdsRows(table.kind) || table.kind == TableKind::ForeignTable) && table.inheritedBy.empty() && !heirs.contains(table.name.toString()))
                addTable(table);
        m_group.resize(m_tables.size());
        std::iota(m_group.begin(), m_group.end(), 0);
    }

    std::vector<IdentityCandidate> run()
    {
        joinByStem();
        joinByTellingColumns();
        std::map<int, std::vector<int>> groups;
        for (int table = 0; table < int(m_tables.size()); ++table)
            groups[groupOf(table)].push_back(table);
        std::vector<IdentityCandidate> found;
        for (auto &[group, tables] : groups)
            if (tables.size() > 1)
                found.push_back(finding(std::move(tables)));
        std::ranges::sort(found, {}, &IdentityCandidate::table);
        return found;
    }

private:
    void addTable(const SourceTable &table)
    {
        Columns columns;
        for (const model::SourceColumn &column : table.columns) {
            const auto key = std::pair(column.name.toLower(), column.type.name + QString(column.type.arrayDimensions > 0 ? QStringLiteral("[]") : QString()));
            const auto known = m_numbers.constFind(key);
            columns.push_back(known == m_numbers.constEnd() ? *m_numbers.insert(key, int(m_numbers.size())) : *known);
        }
        std::ranges::sort(columns);
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        const QStringList words = nameWords(table.name.table());
        const bool isCopy = words.size() > 1 && (std::ranges::any_of(words, isBackupWord) || isVersionWord(words.last()));
        m_tables.push_back(&table);
        m_columns.push_back(std::move(columns));
        m_ranks.emplace_back(isCopy, words.size());
    }

    int groupOf(int table)
    {
        while (m_group[size_t(table)] != table)
            table = m_group[size_t(table)] = m_group[size_t(m_group[size_t(table)])];
        return table;
    }

    void join(int left, int right)
    {
        const int first = groupOf(left);
        const int second = groupOf(right);
        m_group[size_t(std::max(first, second))] = std::min(first, second);
    }

    /// Each table of a stem is compared with the plainest of its schema only: a hundred yearly copies are a hundred comparisons.
    void joinByStem()
    {
        std::map<std::pair<QString, QString>, std::vector<int>> stems;
        for (int table = 0; table < int(m_tables.size()); ++table)
            stems[{m_tables[size_t(table)]->name.schema(), nameStem(m_tables[size_t(table)]->name.table())}].push_back(table);
        for (auto &[stem, tables] : stems) {
            const int plainest = *std::ranges::min_element(tables, [&](int left, int right) { return isPlainer(left, right); });
            for (const int table : tables)
                if (table != plainest && compare(m_columns[size_t(plainest)], m_columns[size_t(table)]).isEnough())
                    join(plainest, table);
        }
    }

    void joinByTellingColumns()
    {
        std::vector<std::vector<int>> tablesOf(size_t(m_numbers.size()));
        for (int table = 0; table < int(m_tables.size()); ++table)
            for (const int column : m_columns[size_t(table)])
                tablesOf[size_t(column)].push_back(table);
        std::vector<Columns> telling(m_tables.size());
        for (std::size_t table = 0; table < m_tables.size(); ++table)
            std::ranges::copy_if(m_columns[table], std::back_inserter(telling[table]), [&](int column) { return tablesOf[size_t(column)].size() <= mostTablesOfATellingColumn; });
        for (int table = 0; table < int(m_tables.size()); ++table) {
            if (telling[size_t(table)].size() < fewestTellingColumns)
                continue;
            QHash<int, int> shared; // by the tables before this one
            for (const int column : telling[size_t(table)])
                for (const int other : tablesOf[size_t(column)])
                    if (other < table)
                        ++shared[other];
            for (auto other = shared.cbegin(); other != shared.cend(); ++other) {
                const Shared columns{other.value(), int(telling[size_t(table)].size() + telling[size_t(other.key())].size()) - other.value()};
                if (columns.isEnough())
                    join(table, other.key());
            }
        }
    }

    bool isPlainer(int left, int right) const
    {
        const auto &ofLeft = m_ranks[size_t(left)];
        const auto &ofRight = m_ranks[size_t(right)];
        return ofLeft == ofRight ? m_tables[size_t(left)]->name < m_tables[size_t(right)]->name : ofLeft < ofRight;
    }

    IdentityCandidate finding(std::vector<int> tables) const
    {
        std::ranges::sort(tables, [&](int left, int right) { return isPlainer(left, right); });
        const SourceTable &first = *m_tables[size_t(tables.front())];
        IdentityCandidate candidate{first.name, model::IdentityQuestion::SeveralNames, {}, {}, {}};
        for (const int table : tables)
            if (table != tables.front())
                candidate.others.push_back(m_tables[size_t(table)]->name);
        std::ranges::sort(candidate.others);
        std::map<TableName, int> sorted;
        for (const int table : tables)
            sorted[m_tables[size_t(table)]->name] = table;
        for (const TableName &other : candidate.others) {
            const Shared shared = compare(m_columns[size_t(tables.front())], m_columns[size_t(sorted[other])]);
            candidate.evidence.push_back(tableEvidence(other, QStringLiteral("has %1 of %2 columns in common with %3").arg(shared.both).arg(shared.all).arg(first.name.toString())));
        }
        return candidate;
    }

    std::vector<const SourceTable *> m_tables;
    std::vector<Columns> m_columns;
    std::vector<std::pair<bool, qsizetype>> m_ranks; ///< whether the name is that of a copy, and how many words it has
    QHash<std::pair<QString, QString>, int> m_numbers;
    std::vector<int> m_group;
};

} // namespace

std::vector<IdentityCandidate> findSameEntities(const model::CatalogSnapshot &catalog) { return EntitySearch(catalog).run(); }

} // namespace lakehouse::rules
