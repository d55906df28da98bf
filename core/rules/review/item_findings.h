#pragma once

#include "model/review.h"

namespace lakehouse::rules {

/// One finding as an item without a decision, and what its digest asserts beside the evidence: conclusions, never numbers that were measured.
struct FoundItem {
    model::ReviewItem item = {};
    std::vector<QString> asserted = {};
};

FoundItem itemOf(const model::ScopeProposal &proposal);
FoundItem itemOf(const model::PiiCandidate &candidate);
FoundItem itemOf(const model::Conflict &conflict);
FoundItem itemOf(const model::IdentityCandidate &candidate);
FoundItem itemOf(const model::WriteBehaviour &behaviour);
FoundItem itemOf(const model::GlossaryTerm &term);

/// Whether anything is known of how a table is written to.
bool hasEvidence(const model::WriteBehaviour &behaviour);

/// What somebody decided about an item that is no longer found; `held` takes something away. Nothing when the name of the item is not that of a
/// table or column.
std::optional<FoundItem> heldItem(model::ReviewSubject subject, const QString &item, const model::ReviewVerdict &held);

} // namespace lakehouse::rules
