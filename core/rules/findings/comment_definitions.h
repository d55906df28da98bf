#pragma once

#include "rules/dictionary/dictionary_findings.h"

#include "model/catalog.h"

namespace lakehouse::rules {

/// A definition in a comment: of the table without a column.
struct CommentDefinition {
    model::GlossaryTerm term = {};
    bool isNamedInComment = false; ///< "Net amount: …"
};

/// What the comments of a database define, in the order of its tables and columns; comments that say no more than a name are left out.
std::vector<CommentDefinition> commentDefinitions(const model::CatalogSnapshot &catalog, const DictionaryFindings &dictionary);

/// Two texts with the same form are the same words, whatever their spaces, capitals, the point at their end and the characters that make up an accent.
QString comparableText(const QString &text);

} // namespace lakehouse::rules
