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

/// What is to be decided in one subject, by name; each name once.
std::vector<model::ReviewItem> reviewItems(model::ReviewSubject subject, const ReviewFindings &findings, const ReviewDecisions &decisions);

/// What a verdict about this item would do downstream: plan rows, silver columns.
std::vector<base::Text> effectsOf(const model::ReviewItem &item, const model::ReviewVerdict &verdict);

/// Whether a verdict answers this item's question. Fails with InvalidInput, naming what does.
base::Result<> checkVerdict(const model::ReviewItem &item, const model::ReviewVerdict &verdict);

} // namespace lakehouse::rules
