#pragma once

#include "api/operation.h"
#include "model/review.h"
#include "model/run.h"

namespace lakehouse::api {

/// How one subject of the review stands.
struct SubjectStanding {
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    qint64 items = 0;
    qint64 open = 0;                      ///< not decided yet
    model::SignOffState state = model::SignOffState::NotSigned;
    qint64 moved = 0;                     ///< items that are new, gone or other than signed
    qint64 notFound = 0;                  ///< of those moved: no longer found
    std::vector<QString> movedItems = {}; ///< the first of them
    std::optional<QString> signedBy = {}; ///< last, whatever came after
    std::optional<base::UtcTime> signedAtUtc = {};
    std::optional<model::Reason> note = {}; ///< of the sign-off, or of its revocation
    std::optional<QString> revokedBy = {}; ///< when that is how it stands
    std::optional<base::UtcTime> revokedAtUtc = {};
    std::optional<QString> assignee = {};  ///< who is asked to decide
    qint64 withoutEvidence = 0;            ///< tables of write behaviour that no evidence was found for; each can be decided, none has to be
    std::optional<base::Text> notAllowed = {}; ///< why who asks may not sign it, whatever is open or moved; not there: they may
    model::ReviewDigest digest = {};       ///< of what would be signed now
    friend bool operator==(const SubjectStanding &, const SubjectStanding &) = default;
};

struct ReviewOverview {
    model::ReviewDigest digest = {};      ///< over all six subjects: what a decision or a sign-off names as seen
    std::vector<SubjectStanding> subjects = {}; ///< all six, in their order
    bool isAnalyzed = false;              ///< the newest reading of the source was analysed; otherwise nothing can be signed
    bool isSignoffRequired = false;       ///< require-signoff: nothing is generated before all are signed
    friend bool operator==(const ReviewOverview &, const ReviewOverview &) = default;
};

/// The six subjects with what is open in them.
struct ListReview {
    using Answer = ReviewOverview;
    static constexpr Operation operation{.name = "review.list", .effect = Effect::Question, .reason = ReasonRule::None, .command = "review list",
        .route = Route::get("/v1/projects/{project}/review"), .request = &describe::typeOf<ListReview>, .answer = &describe::typeOf<Answer>,
        .summary = "The six subjects of the review: what is open, what is signed"};
};

/// One item, as a list shows it.
struct ReviewRow {
    QString item = {};
    base::Text finding = {};
    model::ReviewVerdict proposal = {};
    std::optional<model::ReviewVerdict> verdict = {}; ///< not there: open
    std::optional<QString> decidedBy = {};
    std::optional<base::UtcTime> decidedAtUtc = {};
    bool isMoved = false;                 ///< since its subject was signed
    model::ReviewPresence presence = model::ReviewPresence::Found; ///< of one that is gone, the verdict is the one that was signed
    friend bool operator==(const ReviewRow &, const ReviewRow &) = default;
};

struct ReviewComment {
    QString actor = {};
    base::UtcTime atUtc = {};
    QString text = {};
    friend bool operator==(const ReviewComment &, const ReviewComment &) = default;
};

/// One possible verdict and what it would do.
struct ReviewOption {
    model::ReviewVerdict verdict = {};
    std::vector<base::Text> effects = {};
    friend bool operator==(const ReviewOption &, const ReviewOption &) = default;
};

struct ReviewItemDetail {
    model::ReviewItem item = {};
    std::vector<ReviewOption> options = {};          ///< those that need nothing typed
    std::vector<model::ReviewDecision> history = {}; ///< oldest first
    std::vector<ReviewComment> comments = {};        ///< oldest first
    friend bool operator==(const ReviewItemDetail &, const ReviewItemDetail &) = default;
};

enum class SubjectAct { Signed, Revoked, Assigned };

/// What was done with a subject as a whole.
struct SubjectEvent {
    SubjectAct act = SubjectAct::Signed;
    QString actor = {};
    base::UtcTime atUtc = {};
    std::optional<model::Reason> reason = {};  ///< of a sign-off or its revocation
    std::optional<QString> to = {};            ///< who is asked to decide; not there: nobody, or it is no assignment
    qint64 sequence = 0;                       ///< its number in the ledger
    friend bool operator==(const SubjectEvent &, const SubjectEvent &) = default;
};

struct ReviewPage {
    model::ReviewDigest digest = {};      ///< as in the overview
    SubjectStanding standing = {};
    std::vector<SubjectEvent> events = {}; ///< all of the subject, oldest first
    qint64 matching = 0;                  ///< items that the filter lets through
    std::vector<ReviewRow> items = {};    ///< of this page, by name
    std::optional<QString> next = {};     ///< where the next page begins; not there on the last
    std::optional<ReviewItemDetail> detail = {};
    friend bool operator==(const ReviewPage &, const ReviewPage &) = default;
};

/// The items of one subject, or everything about one of them. While a sign-off is stale, what it covered and is no longer found is listed too. Fails with NotFound, Stale when the review moved since the first page.
struct ShowReview {
    using Answer = ReviewPage;
    static constexpr Operation operation{.name = "review.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "review show",
        .route = Route::get("/v1/projects/{project}/review/{subject}"), .request = &describe::typeOf<ShowReview>, .answer = &describe::typeOf<Answer>,
        .summary = "What one subject of the review asks, with evidence and decisions"};
    model::ReviewSubject subject = model::ReviewSubject::Scope; ///< which of the six
    std::optional<QString> item = {};     ///< everything about this item
    bool open = false;                    ///< only what is not decided yet
    bool moved = false;                   ///< only what moved since the sign-off
    QString filter = {};                  ///< words that must all occur in name, finding or decision
    std::optional<QString> after = {};    ///< go on here, as the last page said
    qint64 limit = 500;                   ///< items on a page
};

struct ReviewDecided {
    model::ReviewDigest digest = {};      ///< of the review as it is now
    qint64 decided = 0;                   ///< items whose decision is another one now
    SubjectStanding standing = {};
    friend bool operator==(const ReviewDecided &, const ReviewDecided &) = default;
};

/// Decides about items of one subject: those that are named, or all that a filter lets through; all or nothing.
/// Fails with Stale, NotFound, InvalidInput for a verdict that does not fit, NeedsReason.
struct DecideReview {
    using Answer = ReviewDecided;
    static constexpr Operation operation{.name = "review.decide", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "review decide",
        .route = Route::post("/v1/projects/{project}/review/{subject}/decisions"), .request = &describe::typeOf<DecideReview>, .answer = &describe::typeOf<Answer>,
        .summary = "Decide about items of the review, with a reason"};
    model::ReviewDigest expectedDigest = {}; ///< the review that was read
    model::ReviewSubject subject = model::ReviewSubject::Scope; ///< which of the six
    std::vector<QString> item = {};       ///< these items
    std::optional<QString> filter = {};   ///< or all that these words let through; "" lets all through
    bool open = false;                    ///< of the filtered only those not decided yet
    std::optional<model::ReviewVerdict> decision = {}; ///< what is decided
    bool asProposed = false;              ///< each as it is proposed
    model::Reason reason = {};            ///< why
};

struct ReviewNoted {
    qint64 sequence = 0;                  ///< its number in the ledger
    friend bool operator==(const ReviewNoted &, const ReviewNoted &) = default;
};

/// Adds a comment to an item; decides nothing. Fails with NotFound.
struct CommentReview {
    using Answer = ReviewNoted;
    static constexpr Operation operation{.name = "review.comment", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "review comment",
        .route = Route::post("/v1/projects/{project}/review/{subject}/comments"), .request = &describe::typeOf<CommentReview>, .answer = &describe::typeOf<Answer>,
        .summary = "Comment on an item of the review"};
    model::ReviewSubject subject = model::ReviewSubject::Scope; ///< which of the six
    QString item = {};                    ///< which of its items
    QString text = {};                    ///< what is said
};

/// Asks somebody to decide a subject; nobody when `to` is empty.
struct AssignReview {
    using Answer = ReviewNoted;
    static constexpr Operation operation{.name = "review.assign", .effect = Effect::Launch, .reason = ReasonRule::None, .command = "review assign",
        .route = Route::post("/v1/projects/{project}/review/{subject}/assignments"), .request = &describe::typeOf<AssignReview>, .answer = &describe::typeOf<Answer>,
        .summary = "Ask somebody to decide a subject of the review"};
    model::ReviewSubject subject = model::ReviewSubject::Scope; ///< which of the six
    QString to = {};                      ///< who; empty: nobody
};

struct ReviewTable {
    QString csv = {};                     ///< RFC 4180 with a header; no cell is read as a formula
    qint64 items = 0;
    friend bool operator==(const ReviewTable &, const ReviewTable &) = default;
};

/// The items of a subject, or of all, as a table for a spreadsheet.
struct ExportReview {
    using Answer = ReviewTable;
    static constexpr Operation operation{.name = "review.export", .effect = Effect::Question, .reason = ReasonRule::None, .command = "review export",
        .route = Route::get("/v1/projects/{project}/review-table"), .request = &describe::typeOf<ExportReview>, .answer = &describe::typeOf<Answer>,
        .summary = "The items of the review as CSV"};
    std::optional<model::ReviewSubject> subject = {}; ///< only this one
};

struct ReviewLine {
    qint64 line = 0;                      ///< of the file
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    QString item = {};
    std::optional<model::ReviewVerdict> before = {};
    model::ReviewVerdict after = {};
    friend bool operator==(const ReviewLine &, const ReviewLine &) = default;
};

struct ReviewImported {
    model::ReviewDigest digest = {};
    bool isDryRun = false;                ///< nothing was written
    std::vector<ReviewLine> changes = {}; ///< decisions that are new or other; a line without a decision changes nothing
    qint64 unchanged = 0;
    friend bool operator==(const ReviewImported &, const ReviewImported &) = default;
};

/// Takes decisions over from a table as `review export` writes it; all or nothing. A line without a decision never resets one.
/// Fails with InvalidInput naming every bad line, Stale, NeedsReason.
struct ImportReview {
    using Answer = ReviewImported;
    static constexpr Operation operation{.name = "review.import", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "review import",
        .route = Route::post("/v1/projects/{project}/review-table"), .request = &describe::typeOf<ImportReview>, .answer = &describe::typeOf<Answer>,
        .summary = "Take decisions over from a CSV file"};
    model::ReviewDigest expectedDigest = {}; ///< the review that was read
    QString csv = {};                     ///< the table
    bool dryRun = false;                  ///< only say what would change
    model::Reason reason = {};            ///< for lines that give none
};

/// The same as `review list`, by its other name: how each subject stands.
struct ShowSignOff {
    using Answer = ReviewOverview;
    static constexpr Operation operation{.name = "signoff.show", .effect = Effect::Question, .reason = ReasonRule::None, .command = "signoff show",
        .route = Route::get("/v1/projects/{project}/signoffs"), .request = &describe::typeOf<ShowSignOff>, .answer = &describe::typeOf<Answer>,
        .summary = "Which subjects are signed, by whom, and what moved since"};
};

/// One subject of a receipt.
struct SignedSubject {
    model::ReviewSubject subject = model::ReviewSubject::Scope;
    model::ReviewDigest digest = {};  ///< what was signed, or whose sign-off was revoked
    qint64 items = 0;
    qint64 sequence = 0;              ///< its number in the ledger
    bool isNew = true;                ///< false: the same person had signed exactly this already
    friend bool operator==(const SignedSubject &, const SignedSubject &) = default;
};

struct SignOffReceipt {
    model::ReviewDigest digest = {};      ///< of the review
    QString actor = {};
    base::UtcTime atUtc = {};
    model::Reason reason = {};
    std::vector<SignedSubject> subjects = {};
    friend bool operator==(const SignOffReceipt &, const SignOffReceipt &) = default;
};

/// Signs subjects as they were read. Fails with Stale, RefusedByRule while items are open or under four-eyes, NeedsReason.
struct ApproveSignOff {
    using Answer = SignOffReceipt;
    static constexpr Operation operation{.name = "signoff.approve", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "signoff approve",
        .route = Route::post("/v1/projects/{project}/signoffs"), .request = &describe::typeOf<ApproveSignOff>, .answer = &describe::typeOf<Answer>,
        .summary = "Sign subjects of the review off"};
    model::ReviewDigest expectedDigest = {}; ///< the review that was read
    std::vector<model::ReviewSubject> subject = {}; ///< these
    bool all = false;                     ///< or all six
    model::Reason reason = {};            ///< why
};

/// Takes sign-offs back by adding an entry. What they took away stays in force until the subject is signed again. Fails with NotFound, Stale, NeedsReason.
struct RevokeSignOff {
    using Answer = SignOffReceipt;
    static constexpr Operation operation{.name = "signoff.revoke", .effect = Effect::Change, .reason = ReasonRule::Asked, .command = "signoff revoke",
        .route = Route::post("/v1/projects/{project}/signoff-revocations"), .request = &describe::typeOf<RevokeSignOff>, .answer = &describe::typeOf<Answer>,
        .summary = "Revoke sign-offs"};
    model::ReviewDigest expectedDigest = {}; ///< the review that was read
    std::vector<model::ReviewSubject> subject = {}; ///< these
    bool all = false;                     ///< or all that are signed
    model::Reason reason = {};            ///< why
};

const describe::TypeInfo &typeOf(describe::Describe<SubjectStanding>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewOverview>);
const describe::TypeInfo &typeOf(describe::Describe<ListReview>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewRow>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewComment>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewOption>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewItemDetail>);
const describe::TypeInfo &typeOf(describe::Describe<SubjectAct>);
const describe::TypeInfo &typeOf(describe::Describe<SubjectEvent>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewPage>);
const describe::TypeInfo &typeOf(describe::Describe<ShowReview>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewDecided>);
const describe::TypeInfo &typeOf(describe::Describe<DecideReview>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewNoted>);
const describe::TypeInfo &typeOf(describe::Describe<CommentReview>);
const describe::TypeInfo &typeOf(describe::Describe<AssignReview>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewTable>);
const describe::TypeInfo &typeOf(describe::Describe<ExportReview>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewLine>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewImported>);
const describe::TypeInfo &typeOf(describe::Describe<ImportReview>);
const describe::TypeInfo &typeOf(describe::Describe<ShowSignOff>);
const describe::TypeInfo &typeOf(describe::Describe<SignedSubject>);
const describe::TypeInfo &typeOf(describe::Describe<SignOffReceipt>);
const describe::TypeInfo &typeOf(describe::Describe<ApproveSignOff>);
const describe::TypeInfo &typeOf(describe::Describe<RevokeSignOff>);

std::span<const OperationRow> reviewOperations();

} // namespace lakehouse::api
