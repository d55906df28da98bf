#include "rules/findings/key_candidates.h"

#include "rules/findings/claims.h"
#include "rules/findings/evidence_places.h"
#include "rules/findings/name_words.h"

#include <QSet>

#include <algorithm>

namespace lakehouse::rules {

namespace {

using model::IdentityCandidate;
using model::KeyCandidate;
using model::SourceColumn;
using model::SourceTable;

constexpr std::size_t mostCandidates = 8;
constexpr std::size_t mostColumns = 3;

bool mayIdentify(const SourceColumn &column)
{
    static const QSet<QString> types{QStringLiteral("int2"), QStringLiteral("int4"), QStringLiteral("int8"), QStringLiteral("numeric"), QStringLiteral("text"),
                                     QStringLiteral("varchar"), QStringLiteral("bpchar"), QStringLiteral("citext"), QStringLiteral("name"), QStringLiteral("uuid"),
                                     QStringLiteral("date"), QStringLiteral("timestamp"), QStringLiteral("timestamptz"), QStringLiteral("time"), QStringLiteral("oid"),
                                     QStringLiteral("inet"), QStringLiteral("macaddr")};
    return column.isReadable && column.type.arrayDimensions == 0 && (column.type.kind == model::TypeKind::Enum || types.contains(column.type.name));
}

bool isIdWord(const QString &word)
{
    static const QSet<QString> words{QStringLiteral("id"), QStringLiteral("uuid"), QStringLiteral("guid"), QStringLiteral("uid"), QStringLiteral("code"), QStringLiteral("key"),
                                     QStringLiteral("no"), QStringLiteral("nr"), QStringLiteral("num"), QStringLiteral("number"), QStringLiteral("nummer"), QStringLiteral("codice")};
    return words.contains(word);
}

/// What tells the rows below one parent apart.
bool tellsApartBelow(const SourceColumn &column, const QStringList &words)
{
    static const QSet<QString> apart{QStringLiteral("line"), QStringLiteral("pos"), QStringLiteral("position"), QStringLiteral("seq"), QStringLiteral("sequence"),
                                     QStringLiteral("seqno"), QStringLiteral("lineno"), QStringLiteral("zeile"), QStringLiteral("riga")};
    return column.type.name == QLatin1String("date") || column.type.name == QLatin1String("timestamp") || column.type.name == QLatin1String("timestamptz")
           || std::ranges::any_of(words, [](const QString &word) { return apart.contains(word); });
}

class CandidateSearch {
public:
    explicit CandidateSearch(const SourceTable &table) : m_table(table), m_stem(nameStem(table.name.table()))
    {
        for (const SourceColumn &column : table.columns)
            m_words.push_back(nameWords(column.name));
    }

    std::vector<std::vector<QString>> run()
    {
        for (const model::SourceKey &key : m_table.keys)
            if (!key.hasExpressions)
                add(key.columns);
        for (std::size_t at = 0; at < m_words.size(); ++at)
            if (namesItsRow(m_words[at]))
                add({m_table.columns[at].name});
        addReferences();
        if (m_table.columns.size() <= mostColumns) {
            std::vector<QString> all;
            for (const SourceColumn &column : m_table.columns)
                all.push_back(column.name);
            add(all);
        }
        return std::move(m_candidates);
    }

private:
    /// id, code; film_id of film or films.
    bool namesItsRow(const QStringList &words) const
    {
        if (words.isEmpty() || !isIdWord(words.last()))
            return false;
        return words.size() == 1 || nameStem(words.mid(0, words.size() - 1).join(QLatin1Char('_'))) == m_stem;
    }

    bool isReference(std::size_t at) const
    {
        const QString &name = m_table.columns[at].name;
        return (m_words[at].size() > 1 && m_words[at].last() == QLatin1String("id"))
               || std::ranges::any_of(m_table.foreignKeys, [&](const model::SourceForeignKey &key) { return key.columns.size() == 1 && key.columns.front() == name; });
    }

    void addReferences()
    {
        std::vector<QString> references;
        std::vector<QString> apart;
        for (std::size_t at = 0; at < m_words.size(); ++at) {
            const SourceColumn &column = m_table.columns[at];
            if (isReference(at)) {
                if (!namesItsRow(m_words[at]))
                    references.push_back(column.name);
            } else if (tellsApartBelow(column, m_words[at])) {
                apart.push_back(column.name);
            }
        }
        if (references.size() > 1)
            add(references);
        for (std::size_t i = 0; i < references.size(); ++i)
            for (std::size_t j = i + 1; references.size() > 2 && j < references.size(); ++j)
                add({references[i], references[j]});
        for (const QString &column : apart) {
            if (references.size() > 1)
                add(with(references, column));
            for (const QString &reference : references)
                add({reference, column});
        }
    }

    static std::vector<QString> with(std::vector<QString> columns, const QString &column)
    {
        columns.push_back(column);
        return columns;
    }

    void add(const std::vector<QString> &columns)
    {
        const bool fits = !columns.empty() && columns.size() <= mostColumns && m_candidates.size() < mostCandidates;
        const auto isSame = [&](const std::vector<QString> &known) { return std::ranges::is_permutation(known, columns); };
        if (!fits || std::ranges::any_of(m_candidates, isSame))
            return;
        const bool isUsable = std::ranges::all_of(columns, [&](const QString &name) {
            const auto column = std::ranges::find(m_table.columns, name, &SourceColumn::name);
            return column != m_table.columns.end() && mayIdentify(*column);
        });
        if (isUsable)
            m_candidates.push_back(columns);
    }

    const SourceTable &m_table;
    const QString m_stem;
    std::vector<QStringList> m_words; ///< of each column
    std::vector<std::vector<QString>> m_candidates;
};

bool needsKey(const SourceTable &table)
{
    return model::holdsRows(table.kind) && !hasUsableKey(table);
}

/// Why the keys that are there do not do.
std::vector<model::Evidence> whyNoKey(const SourceTable &table)
{
    std::vector<model::Evidence> evidence{tableEvidence(table.name, table.inheritedBy.empty() ? QStringLiteral("has no key that holds for every row")
                                                                                             : QStringLiteral("has no key that holds for the tables that inherit from it"))};
    for (const model::SourceKey &key : table.keys) {
        const QString why = key.hasExpressions  ? QStringLiteral("is over an expression")
                            : key.predicate     ? QStringLiteral("holds for a part of the rows")
                            : key.isPrimary     ? QStringLiteral("does not hold for inherited rows")
                                                : QStringLiteral("lets NULL repeat or hold once only");
        evidence.push_back({.kind = model::EvidenceKind::Constraint, .place = QStringLiteral("key ") + model::sqlIdentifier(key.name), .detail = why});
    }
    return evidence;
}

bool isBetter(const KeyCandidate &left, const KeyCandidate &right)
{
    const auto rank = [](const KeyCandidate &key) { return std::tuple(key.rows == 0, key.duplicates, key.nulls, !key.isComplete, key.columns.size()); };
    return rank(left) < rank(right);
}

} // namespace

std::vector<std::vector<QString>> keyCandidates(const SourceTable &table) { return CandidateSearch(table).run(); }

void addMeasuresOfKeys(const model::CatalogSnapshot &catalog, WantedMeasures &wanted)
{
    for (const SourceTable &table : catalog.tables)
        if (needsKey(table) && table.isReadable)
            for (const auto &columns : keyCandidates(table))
                wanted.duplicates.push_back({table.name, columns});
}

std::vector<IdentityCandidate> tablesWithoutKey(const model::CatalogSnapshot &catalog, const MeasureIndex &measures)
{
    std::vector<IdentityCandidate> found;
    for (const SourceTable &table : catalog.tables) {
        if (!needsKey(table))
            continue;
        IdentityCandidate candidate{table.name, model::IdentityQuestion::NoKey, {}, {}, whyNoKey(table)};
        for (const auto &columns : keyCandidates(table)) {
            const model::RowCount *count = measures.duplicates({table.name, columns});
            candidate.candidates.push_back(count ? KeyCandidate{columns, count->rows, count->found, count->nulls, count->isComplete} : KeyCandidate{columns, 0, 0, 0, false});
        }
        std::ranges::stable_sort(candidate.candidates, isBetter);
        found.push_back(std::move(candidate));
    }
    return found;
}

} // namespace lakehouse::rules
