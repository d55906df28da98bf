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

/// Joins what several say of the same place.
template<typename Place>
void append(std::map<Place, std::vector<Evidence>> &all, const Place &place, const std::vector<Evidence> &evidence)
{
    std::ranges::copy(evidence, std::back_inserter(all[place]));
}

void addChecks(const SourceTable &table, CheckReader &reader, std::map<std::pair<TableName, QString>, std::vector<Evidence>> &all)
{
    for (const model::SourceCheck &check : table.checks)
        for (const QString &column : reader.read(check.expression).neverNull)
            if (!check.isValidated && !isNeverNull(table, column))
                append(all, {table.name, column}, {checkEvidence(check)});
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

void addIndexes(const SourceTable &table, std::map<std::pair<TableName, QStringList>, std::vector<Evidence>> &all)
{
    for (const model::SourceIndex &index : table.indexes) {
        if (!index.isUnique || index.isValid || index.predicate)
            continue;
        const std::vector<QString> columns = columnsOf(table, index);
        if (!columns.empty() && !isEnforcedUnique(table, columns))
            append(all, {table.name, QStringList(columns.begin(), columns.end())},
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
    std::map<std::pair<TableName, QStringList>, std::vector<Evidence>> all;
    for (const SourceTable &table : catalog.tables) {
        addIndexes(table, all);
        for (const SourceColumn &column : table.columns)
            if (column.comment && claimsUnique(*column.comment) && !isEnforcedUnique(table, {column.name}))
                append(all, {table.name, {column.name}}, {commentEvidence(table.name, column.name, *column.comment)});
    }
    for (const UniqueClaim &key : dictionary.keys)
        append(all, {key.table, QStringList(key.columns.begin(), key.columns.end())}, key.evidence);
    std::vector<UniqueClaim> claims;
    for (const auto &[place, evidence] : all)
        claims.push_back({place.first, {place.second.begin(), place.second.end()}, evidence});
    return claims;
}

std::vector<MandatoryColumn> mandatoryColumns(const CatalogSnapshot &catalog, const DictionaryFindings &dictionary, CheckReader &reader)
{
    std::map<std::pair<TableName, QString>, std::vector<Evidence>> all;
    for (const SourceTable &table : catalog.tables) {
        addChecks(table, reader, all);
        for (const SourceColumn &column : table.columns)
            if (column.comment && !column.isNotNull && claimsMandatory(*column.comment))
                append(all, {table.name, column.name}, {commentEvidence(table.name, column.name, *column.comment)});
    }
    for (const MandatoryColumn &column : dictionary.mandatoryColumns)
        append(all, {column.table, column.column}, column.evidence);
    std::vector<MandatoryColumn> columns;
    for (const auto &[place, evidence] : all)
        columns.push_back({place.first, place.second, evidence});
    return columns;
}

} // namespace lakehouse::rules
