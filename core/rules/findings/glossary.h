#pragma once

#include "rules/findings/comment_definitions.h"

namespace lakehouse::rules {

/// The terms of a database, in the words of its `comments`, its dictionary, its code lists with meanings, and the conditions of its views over one table.
/// A comment "Net amount: …" defines its own term, any other the table or column that it stands at. A comment that only repeats the name or the
/// dictionary's title defines nothing. By term, definition and place; a term and definition that several places share stand there once, with the evidence
/// of each, at the first place.
std::vector<model::GlossaryTerm> findTerms(const model::CatalogSnapshot &catalog, const std::vector<CommentDefinition> &comments, const std::vector<model::CodeList> &codeLists,
                                           const DictionaryFindings &dictionary);

/// Columns of one name whose `comments`, or comment and dictionary, define them differently. The commonest definition stands first; each other one is a
/// conflict at the first table that has it. Names that mean something else in every table, such as id, name and status, are left out.
std::vector<model::Conflict> definitionsThatDiffer(const std::vector<CommentDefinition> &comments, const DictionaryFindings &dictionary);

} // namespace lakehouse::rules
