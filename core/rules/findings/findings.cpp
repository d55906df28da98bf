#include "rules/findings/findings.h"

#include "rules/findings/claims.h"
#include "rules/findings/declared_codes.h"
#include "rules/findings/definition_conflicts.h"
#include "rules/findings/glossary.h"
#include "rules/findings/key_candidates.h"
#include "rules/findings/measured_conflicts.h"
#include "rules/findings/same_entities.h"
#include "rules/findings/scope_findings.h"

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using model::CatalogSnapshot;
using model::Conflict;

/// The dictionaries of one database, such as those of two schemas, are one.
DictionaryFindings united(const std::vector<DictionaryFindings> &dictionaries)
{
    DictionaryFindings all;
    const auto append = [](auto &to, const auto &from) { std::ranges::copy(from, std::back_inserter(to)); };
    for (const DictionaryFindings &dictionary : dictionaries) {
        append(all.flags, dictionary.flags);
        append(all.codeLists, dictionary.codeLists);
        append(all.logicalForeignKeys, dictionary.logicalForeignKeys);
        append(all.mandatoryColumns, dictionary.mandatoryColumns);
        append(all.keys, dictionary.keys);
        append(all.outOfScope, dictionary.outOfScope);
        append(all.terms, dictionary.terms);
    }
    return all;
}

/// Table, kind and what it is about name a conflict: of several, one stays, with what all of them rest on.
std::vector<Conflict> each(std::vector<Conflict> conflicts)
{
    std::map<std::tuple<model::TableName, model::ConflictKind, QString>, Conflict> named;
    for (Conflict &conflict : conflicts) {
        const auto name = std::tuple(conflict.table, conflict.kind, conflict.about);
        if (const auto known = named.find(name); known != named.end()) {
            std::ranges::move(conflict.firstEvidence, std::back_inserter(known->second.firstEvidence));
            std::ranges::move(conflict.secondEvidence, std::back_inserter(known->second.secondEvidence));
        } else {
            named.emplace(name, std::move(conflict));
        }
    }
    std::vector<Conflict> result;
    for (auto &[name, conflict] : named)
        result.push_back(std::move(conflict));
    return result;
}

void sortByPlace(std::vector<model::LogicalForeignKey> &keys)
{
    std::ranges::stable_sort(keys, [](const model::LogicalForeignKey &left, const model::LogicalForeignKey &right) {
        return std::tie(left.table, left.referenced) == std::tie(right.table, right.referenced) ? std::ranges::lexicographical_compare(left.columns, right.columns)
                                                                                               : std::tie(left.table, left.referenced) < std::tie(right.table, right.referenced);
    });
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

std::vector<model::IdentityCandidate> identityQuestions(const CatalogSnapshot &catalog, const MeasureIndex &measures)
{
    std::vector<model::IdentityCandidate> questions = tablesWithoutKey(catalog, measures);
    std::ranges::move(findSameEntities(catalog), std::back_inserter(questions));
    std::ranges::stable_sort(questions, [](const auto &left, const auto &right) { return std::tie(left.table, left.question) < std::tie(right.table, right.question); });
    return questions;
}

} // namespace

WantedMeasures measuresWanted(const CatalogSnapshot &catalog, const std::vector<DictionaryFindings> &dictionaries)
{
    const DictionaryFindings dictionary = united(dictionaries);
    CheckReader checks;
    WantedMeasures wanted;
    addMeasuresOfClaims(catalog, uniqueClaims(catalog, dictionary), mandatoryColumns(catalog, dictionary, checks), wanted);
    addMeasuresOfKeys(catalog, wanted);
    sortAndUnite(wanted);
    return wanted;
}

Findings findingsOf(const FindingsInput &input)
{
    const DictionaryFindings dictionary = united(input.dictionaries);
    const MeasureIndex measures(input.measures);
    CheckReader checks;
    Findings findings;
    CodeFindings codes = findCodes(input.catalog, checks);
    addDeclaredCodes(dictionary, codes, findings.conflicts);
    findings.mandatoryColumns = mandatoryColumns(input.catalog, dictionary, checks);
    findings.logicalForeignKeys = dictionary.logicalForeignKeys;
    sortByPlace(findings.logicalForeignKeys);

    const std::vector<CommentDefinition> comments = commentDefinitions(input.catalog, dictionary);
    const auto addConflicts = [&](std::vector<Conflict> more) { std::ranges::move(more, std::back_inserter(findings.conflicts)); };
    addConflicts(measuredConflicts(input.catalog, uniqueClaims(input.catalog, dictionary), findings.mandatoryColumns, measures));
    addConflicts(definitionsThatDiffer(comments, dictionary));
    addConflicts(definitionConflicts(input.catalog, readTableDefinitions(input.sqlFiles)));
    findings.conflicts = each(std::move(findings.conflicts));

    findings.scope = proposeScope(input.catalog, dictionary.outOfScope);
    findings.identity = identityQuestions(input.catalog, measures);
    findings.glossary = findTerms(input.catalog, comments, codes.lists, dictionary);
    findings.flags = std::move(codes.flags);
    findings.codeLists = std::move(codes.lists);
    return findings;
}

} // namespace lakehouse::rules
