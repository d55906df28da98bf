#pragma once

#include "base/digest.h"
#include "model/evidence.h"
#include "model/fact.h"
#include "model/mask.h"

#include <array>

namespace lakehouse::model {

/// What a person answers for before anything is built from a source.
enum class ReviewSubject { Scope, Pii, Conflicts, Identity, WriteBehaviour, Glossary };
inline constexpr std::array allReviewSubjects{ReviewSubject::Scope, ReviewSubject::Pii, ReviewSubject::Conflicts, ReviewSubject::Identity, ReviewSubject::WriteBehaviour, ReviewSubject::Glossary};

enum class ReviewChoice {
    In, Out,            ///< scope
    Hash, Redact, Keep, ///< personal data
    Pick, BothValid,    ///< conflicts; the value of Pick is "first" or "second"
    Key, None,          ///< identity; the value of Key is its columns
    Accept, Reject, Edit, ///< glossary; the value of Edit is the definition
    Classes,            ///< write behaviour; its value: "update=po_only,delete=soft", one of them may be left out
    Open                ///< any: takes the decision back
};

/// What was decided about one item, in the form that is typed: `out`, `hash`, `pick:first`, `key:order_id,line`, `edit:what it means`,
/// `update=po_only,delete=soft`.
class ReviewVerdict {
public:
    ReviewVerdict() = default; ///< unset: no reader leaves one behind
    explicit ReviewVerdict(ReviewChoice choice) : m_choice(choice) {}
    /// Fails with InvalidInput, naming what there is. Whether it fits an item is another question.
    static base::Result<ReviewVerdict> parse(const QString &text);
    enum class Side { First, Second };
    static ReviewVerdict pick(Side side);
    static ReviewVerdict key(const std::vector<QString> &columns);
    static ReviewVerdict edit(const QString &definition);
    static ReviewVerdict classes(std::optional<UpdateClass> updates, std::optional<DeleteClass> deletes);

    ReviewChoice choice() const { return m_choice; }
    QString toString() const;
    const QString &value() const { return m_value; }
    std::vector<QString> keyColumns() const;             ///< of Key
    std::optional<UpdateClass> updateClass() const;      ///< of Classes
    std::optional<DeleteClass> deleteClass() const;      ///< of Classes
    friend bool operator==(const ReviewVerdict &, const ReviewVerdict &) = default;

private:
    ReviewChoice m_choice = ReviewChoice::Open;
    QString m_value;
};

/// Takes something away: it stays in force while a sign-off is stale or revoked.
bool isRestrictive(const ReviewVerdict &verdict);

inline constexpr base::DigestDomain reviewItemDomain{"review-item", 1};
using ReviewItemDigest = base::DigestOf<reviewItemDomain>;
inline constexpr base::DigestDomain reviewSubjectDomain{"review-subject", 1};
using ReviewDigest = base::DigestOf<reviewSubjectDomain>;

/// A decision as it stands.
struct ReviewDecision {
    ReviewVerdict verdict = {};
    Reason reason = {};
    QString actor = {};
    base::UtcTime atUtc = {};
    qint64 sequence = 0;       ///< in the ledger
    friend bool operator==(const ReviewDecision &, const ReviewDecision &) = default;
};

/// Whether the analysis finds what an item is about.
enum class ReviewPresence {
    Found,
    Held, ///< no longer found; what was decided takes something away, and does so until a person lifts it and signs
    Gone  ///< no longer found since it was signed; nothing is left to decide
};

/// One thing to decide. `item` names it inside its subject, as a person types it: "public.customer.email".
struct ReviewItem {
    ReviewSubject subject = ReviewSubject::Scope;
    QString item = {};
    std::optional<TableName> table = {};
    std::optional<QString> column = {};
    ReviewPresence presence = ReviewPresence::Found;
    base::Text finding = {};           ///< what was found
    ReviewVerdict proposal = {};       ///< what follows from the evidence alone
    std::vector<ReviewVerdict> choices = {}; ///< that need nothing typed
    std::optional<ReviewChoice> typed = {};  ///< a choice whose value a person may type
    std::vector<Evidence> evidence = {};
    std::vector<base::Text> effects = {};    ///< of what is decided, else of the proposal: plan rows, silver columns
    std::optional<ReviewDecision> decision = {};
    ReviewItemDigest digest = {};      ///< over what is asserted and decided
    friend bool operator==(const ReviewItem &, const ReviewItem &) = default;
};

/// Body of a Decision fact.
struct DecisionFact {
    ReviewSubject subject = ReviewSubject::Scope;
    QString item = {};
    ReviewVerdict verdict = {};
    Reason reason = {};
    friend bool operator==(const DecisionFact &, const DecisionFact &) = default;
};

/// Body of a ReviewComment fact.
struct CommentFact {
    QString text = {};
    friend bool operator==(const CommentFact &, const CommentFact &) = default;
};

/// Body of a ReviewAssignment fact: who is asked to decide a subject; empty: nobody.
struct AssignmentFact {
    QString to = {};
    friend bool operator==(const AssignmentFact &, const AssignmentFact &) = default;
};

/// One item as it was signed.
struct SignedItem {
    QString item = {};
    std::optional<TableName> table = {};
    std::optional<QString> column = {};
    ReviewVerdict verdict = {};
    ReviewItemDigest digest = {};
    friend bool operator==(const SignedItem &, const SignedItem &) = default;
};

/// Everything a sign-off covers; kept as a blob.
struct SignedState {
    ReviewSubject subject = ReviewSubject::Scope;
    std::vector<SignedItem> items = {}; ///< by name
    ReviewDigest digest() const;        ///< over the items as they are here
    friend bool operator==(const SignedState &, const SignedState &) = default;
};

enum class SignOffAct { Approve, Revoke };

/// Body of a SignOff fact.
struct SignOffFact {
    ReviewSubject subject = ReviewSubject::Scope;
    SignOffAct act = SignOffAct::Approve;
    ReviewDigest digest = {};           ///< what was signed, or whose sign-off was revoked
    qint64 items = 0;
    BlobDigest state = {};              ///< a SignedState
    Reason reason = {};
    std::optional<qint64> approval = {}; ///< of a revocation: the sign-off's entry in the ledger
    friend bool operator==(const SignOffFact &, const SignOffFact &) = default;
};

/// Valid while the digest of the subject is the signed one.
enum class SignOffState { NotSigned, Signed, Stale, Revoked };
/// "not signed"
QString inWords(SignOffState state);

struct MaskedColumn {
    TableName table = {};
    QString column = {};
    Mask mask = Mask::Redact;
    friend bool operator==(const MaskedColumn &, const MaskedColumn &) = default;
};

/// Classes that a person answers for; what is not there stays as it was found.
struct DecidedClasses {
    TableName table = {};
    std::optional<UpdateClass> updates = {};
    std::optional<DeleteClass> deletes = {};
    friend bool operator==(const DecidedClasses &, const DecidedClasses &) = default;
};

struct DecidedKey {
    TableName table = {};
    std::vector<QString> columns = {};
    friend bool operator==(const DecidedKey &, const DecidedKey &) = default;
};

/// What of the review is in force: all of a subject whose sign-off is valid, else what its last sign-off took away.
struct DecisionsInForce {
    std::vector<TableName> outOfScope = {};  ///< each list by name
    std::vector<MaskedColumn> masks = {};
    std::vector<DecidedClasses> classes = {};
    std::vector<DecidedKey> keys = {};
    friend bool operator==(const DecisionsInForce &, const DecisionsInForce &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<ReviewSubject>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewChoice>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewVerdict>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewDecision>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewPresence>);
const describe::TypeInfo &typeOf(describe::Describe<ReviewItem>);
const describe::TypeInfo &typeOf(describe::Describe<DecisionFact>);
const describe::TypeInfo &typeOf(describe::Describe<CommentFact>);
const describe::TypeInfo &typeOf(describe::Describe<AssignmentFact>);
const describe::TypeInfo &typeOf(describe::Describe<SignedItem>);
const describe::TypeInfo &typeOf(describe::Describe<SignedState>);
const describe::TypeInfo &typeOf(describe::Describe<SignOffAct>);
const describe::TypeInfo &typeOf(describe::Describe<SignOffFact>);
const describe::TypeInfo &typeOf(describe::Describe<SignOffState>);
const describe::TypeInfo &typeOf(describe::Describe<MaskedColumn>);
const describe::TypeInfo &typeOf(describe::Describe<DecidedClasses>);
const describe::TypeInfo &typeOf(describe::Describe<DecidedKey>);
const describe::TypeInfo &typeOf(describe::Describe<DecisionsInForce>);

} // namespace lakehouse::model
