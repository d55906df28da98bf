#pragma once

#include "rules/dictionary/dictionary_findings.h"
#include "rules/findings/code_findings.h"

namespace lakehouse::rules {

/// Whether the database itself sees to it that these columns tell all rows apart; NULL in one of them may repeat.
bool isEnforcedUnique(const model::SourceTable &table, const std::vector<QString> &columns);
/// A key by which every row can be found: primary, or unique over whole columns without a condition and without NULL. Keys of a table that others
/// inherit from do not hold for the rows of those.
bool hasUsableKey(const model::SourceTable &table);

/// Columns that a comment, the dictionary or an index that could not be finished says are unique, and that the database does not enforce; by table and columns,
/// each set of them once and in the order in which it was said first.
std::vector<UniqueClaim> uniqueClaims(const model::CatalogSnapshot &catalog, const DictionaryFindings &dictionary);
/// Columns that a comment, the dictionary or a NOT VALID check wants filled although the database lets them be NULL; by table and column, each once.
std::vector<model::MandatoryColumn> mandatoryColumns(const model::CatalogSnapshot &catalog, const DictionaryFindings &dictionary, CheckReader &reader);

} // namespace lakehouse::rules
