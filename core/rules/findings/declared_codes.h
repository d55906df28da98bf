#pragma once

#include "rules/dictionary/dictionary_findings.h"
#include "rules/findings/code_findings.h"

namespace lakehouse::rules {

/// Adds what dictionaries declare. What the database enforces stands: of such a column a dictionary adds its evidence and the meanings that it
/// has; where it has none, that of the comment stays. Codes that the two do not share are a conflict.
void addDeclaredCodes(const DictionaryFindings &dictionary, CodeFindings &codes, std::vector<model::Conflict> &conflicts);

} // namespace lakehouse::rules
