#pragma once

#include "model/review.h"

#include <QHash>

namespace lakehouse::rules {

/// The findings of one database that a review decides about.
struct ReviewFindings {
    std::vector<model::ScopeProposal> scope = {};
    std::vector<model::PiiCandidate> pii = {};
    std::vector<model::Conflict> conflicts = {};
    std::vector<model::IdentityCandidate> identity = {};
    std::vector<model::WriteBehaviour> writes = {};
    std::vector<model::GlossaryTerm> terms = {};
};

/// The newest decision of each item; those taken back are not in it.
using ReviewDecisions = QHash<QString, model::ReviewDecision>;

/// What is to be decided in one subject, by name; each name once. What was decided and takes something away stays an item, held, when it is no
/// longer found. A table whose writes nothing is known of is an item once somebody decided it.
std::vector<model::ReviewItem> reviewItems(model::ReviewSubject subject, const ReviewFindings &findings, const ReviewDecisions &decisions);

/// Tables of write behaviour that no evidence was found for and nobody decided: they may be decided, by name.
std::vector<model::ReviewItem> itemsWithoutEvidence(const ReviewFindings &findings, const ReviewDecisions &decisions);

/// What was signed last and is none of `items`, which are by name: held while it takes something away, else gone.
std::vector<model::ReviewItem> missingItems(const model::SignedState &lastSigned, const std::vector<model::ReviewItem> &items, const ReviewDecisions &decisions);

/// What a verdict about this item would do downstream: plan rows, silver columns.
std::vector<base::Text> effectsOf(const model::ReviewItem &item, const model::ReviewVerdict &verdict);

/// Whether a verdict answers this item's question. Fails with InvalidInput, naming what does; with NotFound when nothing is left to decide.
base::Result<> checkVerdict(const model::ReviewItem &item, const model::ReviewVerdict &verdict);

} // namespace lakehouse::rules
