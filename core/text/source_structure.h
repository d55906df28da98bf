#pragma once

#include "text/source_tokens.h"

namespace lakehouse::text {

/// Which brackets, functions and classes the tokens of a program stand in. One entry a token in each list.
struct SourceStructure {
    std::vector<int> partner = {};   ///< of a bracket: the one that closes or opens it; −1: none
    std::vector<int> encloser = {};  ///< the innermost bracket that is open there; −1: none
    std::vector<int> braces = {};    ///< how many braces are open there
    std::vector<int> scope = {};     ///< place in `scopes`
    std::vector<QString> scopes = {};///< "OrderPurge.removeOld": names of classes and functions, outermost first; the first is empty

    /// The same of any place; −1 before the first and behind the last token.
    int partnerOf(int token) const { return token >= 0 && token < int(partner.size()) ? partner[std::size_t(token)] : -1; }
    const QString &scopeOf(int token) const { return scopes[std::size_t(scope[std::size_t(token)])]; }
};

SourceStructure structureOf(const SourceTokens &source);

} // namespace lakehouse::text
