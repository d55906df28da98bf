#pragma once

#include "rules/review/review_items.h"
#include "rules/review/sign_off.h"
#include "usecases/run_recorder.h"

#include "api/operations/review.h"

#include <mutex>

namespace lakehouse::usecases {

/// One subject: what is to be decided in it, and how it stands.
struct SubjectState {
    std::vector<model::ReviewItem> items = {};     ///< to be decided, by name
    std::vector<model::ReviewItem> gone = {};      ///< of a stale sign-off: signed and no longer found, nothing to decide; by name
    std::vector<model::ReviewItem> withoutEvidence = {}; ///< may be decided, need not be; by name
    model::SignedState current = {};               ///< what would be signed now
    model::ReviewDigest digest = {};
    rules::SignOffHistory history = {};
    /// What was signed before a sign-off that was revoked, newest first: from the newest one that was not revoked on. What these took away still holds.
    std::vector<model::SignedState> before = {};
    rules::SignOffStanding standing = {};
    std::optional<model::LedgerEntry> approval = {};
    std::optional<model::LedgerEntry> revocation = {}; ///< of `approval`
    std::optional<model::Reason> revocationReason = {};
    std::optional<QString> assignee = {};
    std::vector<api::SubjectEvent> events = {};    ///< oldest first
    /// Who had a part in what would be signed: the decisions as they stand, and each since the last sign-off that was not revoked, also those that
    /// were taken back or are about nothing that is still found; then the imported findings that stand, and the imported ones that were taken back since.
    /// Of each person one entry.
    std::vector<model::LedgerEntry> deciders = {};

    qint64 open() const;                           ///< items without a decision
    /// Also of those that are gone or that no evidence was found for.
    const model::ReviewItem *find(const QString &item) const;
};

/// The review of the extraction source as the ledger has it.
struct ReviewState {
    QString database = {};
    ports::LedgerHead head = {};
    bool isAnalyzed = false;                       ///< the newest reading of the source was analysed
    std::array<SubjectState, model::allReviewSubjects.size()> subjects = {};
    model::ReviewDigest digest = {};               ///< over the six

    const SubjectState &of(model::ReviewSubject subject) const { return subjects[std::size_t(subject)]; }
};

using ReviewStatePointer = std::shared_ptr<const ReviewState>;

/// Reads and works out the review of the project's extraction source.
base::Result<ReviewStatePointer> readReview(Workspace &workspace, base::RunContext &run);

/// Keeps the newest state of each project while its ledger stays as it is, so that the pages of one list are worked out once. Any thread.
class ReviewMemory {
public:
    base::Result<ReviewStatePointer> read(const QString &project, Workspace &workspace, base::RunContext &run);

private:
    std::mutex m_mutex;
    QHash<QString, ReviewStatePointer> m_states;
};

/// What of the review planning has to follow.
base::Result<model::DecisionsInForce> decisionsInForce(Workspace &workspace, base::RunContext &run);

/// What the application's code does to the tables of a database, each table once: what was imported stands before what was read here.
base::Result<std::vector<model::WriteBehaviour>> writeBehaviours(Workspace &workspace, const QString &database, base::RunContext &run);

/// Fails with RefusedByRule when what was found is not of the newest reading of the source.
base::Result<> checkAnalyzed(const ReviewState &state);

/// The same as checkAnalyzed, and fails with RefusedByRule naming each subject that is not signed, stale or revoked.
base::Result<> checkSignedOff(Workspace &workspace, base::RunContext &run);

/// With what the caller may do.
base::Result<api::SubjectStanding> standingOf(model::ReviewSubject subject, const SubjectState &state, const api::CallContext &context, Workspace &workspace, base::RunContext &run);
model::SubjectName itemSubject(const QString &database, model::ReviewSubject subject, const QString &item);
model::SubjectName reviewSubjectName(const QString &database, model::ReviewSubject subject);

/// Fails with Stale unless the person saw the review that is current.
base::Result<> checkReviewCurrent(const model::ReviewDigest &expected, const ReviewState &state);

} // namespace lakehouse::usecases
