#pragma once

#include "model/evidence.h"

namespace lakehouse::rules {

/// Columns that somebody says tell rows apart.
struct UniqueClaim {
    model::TableName table = {};
    std::vector<QString> columns = {};
    std::vector<model::Evidence> evidence = {};
    friend bool operator==(const UniqueClaim &, const UniqueClaim &) = default;
};

/// A term of a dictionary. Without a table it holds for every column of the name.
struct DictionaryTerm {
    model::GlossaryTerm term = {};
    QString column = {}; ///< it explains, as the dictionary writes it; empty: none
    friend bool operator==(const DictionaryTerm &, const DictionaryTerm &) = default;
};

/// What an application's dictionary says of the tables that are there. All of it is declared: the application can be wrong, and rows can be older than it.
struct DictionaryFindings {
    std::vector<model::FlagColumn> flags = {};
    std::vector<model::CodeList> codeLists = {};
    std::vector<model::LogicalForeignKey> logicalForeignKeys = {}; ///< that the database does not declare itself
    std::vector<model::MandatoryColumn> mandatoryColumns = {};     ///< that the database lets be NULL
    std::vector<UniqueClaim> keys = {};                            ///< that the database does not enforce
    std::vector<model::ScopeProposal> outOfScope = {};
    std::vector<DictionaryTerm> terms = {};
    friend bool operator==(const DictionaryFindings &, const DictionaryFindings &) = default;
};

} // namespace lakehouse::rules
