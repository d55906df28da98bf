#include "rules/findings/claims.h"

#include "rules/findings/comment_claims.h"
#include "rules/findings/evidence_places.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

using model::CatalogSnapshot;
using model::Evidence;
using model::MandatoryColumn;
using model::SourceColumn;
using model::SourceKey;
using model::SourceTable;
using model::TableName;

namespace {

bool isNeverNull(const SourceTable &table, const QString &name)
{
    const auto found = std::ranges::find(table.columns, name, &SourceColumn::name);
    return found != table.columns.end() && found->isNotNull;
}

/// What several say of one column.
using EvidenceByColumn = std::map<std::pair<TableName, QString>, std::vector<Evidence>>;

void append(EvidenceByColumn &all, const TableName &table, const QString &column, const std::vector<Evidence> &evidence)
{
    std::ranges::copy(evidence, std::back_inserter(all[{table, column}]));
}

void addChecks(const SourceTable &table, CheckReader &reader, EvidenceByColumn &all)
{
    for (const model::SourceCheck &check : table.checks)
        for (const QString &column : reader.read(check.expression).neverNull)
            if (!check.isValidated && !isNeverNull(table, column))
                append(all, table.name, column, {checkEvidence(check)});
}

/// The columns of an index, or none where it is over an expression: the catalog names both in one list, columns as SQL identifiers.
std::vector<QString> columnsOf(const SourceTable &table, const model::SourceIndex &index)
{
    std::vector<QString> columns;
    for (const QString &key : index.keys) {
        const auto found = std::ranges::find_if(table.columns, [&](const SourceColumn &column) { return model::sqlIdentifier(column.name) == key; });
        if (found == table.columns.end())
            return {};
        columns.push_back(found->name);
    }
    return columns;
}

/// Claims by their sets of columns: whoever says it first decides in which order they stand.
class UniqueClaims {
public:
    void add(const TableName &table, const std::vector<QString> &columns, const std::vector<Evidence> &evidence)
    {
        QStringList set(columns.begin(), columns.end());
        set.sort();
        UniqueClaim &claim = m_claims.try_emplace({table, std::move(set)}, UniqueClaim{table, columns, {}}).first->second;
        std::ranges::copy(evidence, std::back_inserter(claim.evidence));
    }

    std::vector<UniqueClaim> take()
    {
        std::vector<UniqueClaim> claims;
        for (auto &[place, claim] : m_claims)
            claims.push_back(std::move(claim));
        return claims;
    }

private:
    std::map<std::pair<TableName, QStringList>, UniqueClaim> m_claims;
};

void addIndexes(const SourceTable &table, UniqueClaims &claims)
{
    for (const model::SourceIndex &index : table.indexes) {
        if (!index.isUnique || index.isValid || index.predicate)
            continue;
        const std::vector<QString> columns = columnsOf(table, index);
        if (!columns.empty() && !isEnforcedUnique(table, columns))
            claims.add(table.name, columns,
                       {{.kind = model::EvidenceKind::Constraint, .place = QStringLiteral("index ") + model::sqlIdentifier(index.name), .detail = QStringLiteral("is unique and not valid")}});
    }
}

} // namespace

bool isEnforcedUnique(const SourceTable &table, const std::vector<QString> &columns)
{
    return table.inheritedBy.empty() && std::ranges::any_of(table.keys, [&](const SourceKey &key) {
        return !key.predicate && !key.hasExpressions && !key.columns.empty()
               && std::ranges::all_of(key.columns, [&](const QString &column) { return std::ranges::find(columns, column) != columns.end(); });
    });
}

bool hasUsableKey(const SourceTable &table)
{
    return table.inheritedBy.empty() && std::ranges::any_of(table.keys, [&](const SourceKey &key) {
        return !key.predicate && !key.hasExpressions && !key.columns.empty()
               && (key.isPrimary || std::ranges::all_of(key.columns, [&](const QString &column) { return isNeverNull(table, column); }));
    });
}

std::vector<UniqueClaim> uniqueClaims(const CatalogSnapshot &catalog, const DictionaryFindings &dictionary)
{
    UniqueClaims claims;
    for (const SourceTable &table : catalog.tables) {
        addIndexes(table, claims);
        for (const SourceColumn &column : table.columns)
            if (column.comment && claimsUnique(*column.comment) && !isEnforcedUnique(table, {column.name}))
                claims.add(table.name, {column.name}, {commentEvidence(table.name, column.name, *column.comment)});
    }
    for (const UniqueClaim &key : dictionary.keys)
        claims.add(key.table, key.columns, key.evidence);
    return claims.take();
}

std::vector<MandatoryColumn> mandatoryColumns(const CatalogSnapshot &catalog, const DictionaryFindings &dictionary, CheckReader &reader)
{
    EvidenceByColumn all;
    for (const SourceTable &table : catalog.tables) {
        addChecks(table, reader, all);
        for (const SourceColumn &column : table.columns)
            if (column.comment && !column.isNotNull && claimsMandatory(*column.comment))
                append(all, table.name, column.name, {commentEvidence(table.name, column.name, *column.comment)});
    }
    for (const MandatoryColumn &column : dictionary.mandatoryColumns)
        append(all, column.table, column.column, column.evidence);
    std::vector<MandatoryColumn> columns;
    for (const auto &[place, evidence] : all)
        columns.push_back({place.first, place.second, evidence});
    return columns;
}

} // namespace lakehouse::rules
