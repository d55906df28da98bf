#pragma once

#include "model/catalog.h"
#include "rules/pii/name_clue.h"

namespace lakehouse::rules {

/// What is known of a column before any value is looked at.
struct ColumnNames {
    std::optional<NameClue> clue = {};
    std::vector<model::Evidence> evidence = {}; ///< for the clue
    PersonalDataSet excluded = {};
};

/// What the table of a column is about.
NameContext contextOf(const model::SourceTable &table);

/// Name, domain and comment of a column, as far as its type can hold what they speak for. The name goes before the domain, and that before the comment;
/// two that agree make a weak clue a strong one.
ColumnNames readNames(const model::SourceTable &table, const model::SourceColumn &column, const NameContext &context);

} // namespace lakehouse::rules
