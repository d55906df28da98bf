#pragma once

#include "model/review.h"

namespace lakehouse::rules {

/// The state that a sign-off would cover now.
model::SignedState signedState(model::ReviewSubject subject, const std::vector<model::ReviewItem> &items);

/// The newest sign-off of a subject and the newest revocation, as the ledger has them.
struct SignOffHistory {
    std::optional<model::SignOffFact> approval = {};
    qint64 approvedAt = 0;                        ///< sequence in the ledger
    model::SignedState signedState = {};          ///< of `approval`
    qint64 revokedAt = 0;                         ///< sequence of the newest revocation; 0: none
};

/// How one subject stands, and what moved since it was signed.
struct SignOffStanding {
    model::SignOffState state = model::SignOffState::NotSigned;
    std::vector<QString> moved = {};              ///< items that are new, gone or other than signed, by name; only when stale
};

SignOffStanding signOffStanding(const model::SignedState &current, const SignOffHistory &history);

/// A subject with what was last signed of it.
struct SignedSubject {
    model::SignOffState state = model::SignOffState::NotSigned;
    const model::SignedState *lastSigned = nullptr; ///< none: never signed
    /// What was signed before it and no valid sign-off has lifted since: from the newest one that was not revoked on. Empty unless `lastSigned` was revoked.
    std::vector<const model::SignedState *> before = {};
};

/// What planning has to follow: of a valid sign-off everything, of a stale or revoked one, and of those before it, what they took away. Of two masks of a
/// column the one that shows less holds.
model::DecisionsInForce decisionsInForce(const std::vector<SignedSubject> &subjects);

} // namespace lakehouse::rules
