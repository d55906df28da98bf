#include "usecases/review/sign_off.h"

#include "describe/canonical_json.h"
#include "describe/label_of.h"
#include "usecases/authorisation.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::canonicalJson;
using describe::labelOf;

namespace {

QString words(const std::vector<ReviewSubject> &subjects)
{
    QStringList labels;
    for (const ReviewSubject subject : subjects)
        labels += labelOf(subject);
    return labels.join(QStringLiteral(", "));
}

/// The subjects that are meant, in their order, each once.
template<typename Request, typename Meant>
Result<std::vector<ReviewSubject>> chosenSubjects(const Request &request, Meant isMeantByAll)
{
    if (request.subject.empty() != request.all)
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "Say which subjects: --subject SUBJECT, or --all, and not both."),
                     {QT_TRANSLATE_NOOP("core", "There is: %1."), words({allReviewSubjects.begin(), allReviewSubjects.end()})}};
    std::vector<ReviewSubject> chosen;
    for (const ReviewSubject subject : allReviewSubjects)
        if (request.all ? isMeantByAll(subject) : std::ranges::find(request.subject, subject) != request.subject.end())
            chosen.push_back(subject);
    return chosen;
}

Result<> checkDecided(const std::vector<ReviewSubject> &subjects, const ReviewState &state)
{
    QStringList open;
    for (const ReviewSubject subject : subjects)
        if (const qint64 count = state.of(subject).open(); count > 0)
            open += QStringLiteral("%1 (%2)").arg(labelOf(subject)).arg(count);
    if (open.isEmpty())
        return base::Ok{};
    return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "Items are not decided yet: %1."), open.join(QStringLiteral(", "))},
                 QT_TRANSLATE_NOOP("core", "See them with: ekos-lakehouse review show SUBJECT --open; agree to all proposals with: ekos-lakehouse review decide SUBJECT --filter \"\" --open --as-proposed")};
}

/// Who had a part in what would be signed.
std::vector<LedgerEntry> decidersOf(const std::vector<ReviewSubject> &subjects, const ReviewState &state)
{
    std::vector<LedgerEntry> deciders;
    for (const ReviewSubject subject : subjects)
        deciders.insert(deciders.end(), state.of(subject).deciders.begin(), state.of(subject).deciders.end());
    return deciders;
}

bool isSignedBy(const Actor &actor, const SubjectState &subject)
{
    return subject.standing.state == SignOffState::Signed && subject.approval->actor == actor;
}

/// Appends one sign-off or revocation a subject, all or none.
Result<> append(std::vector<NewFact> facts, const RunRecorder &recorder, Workspace &workspace, RunContext &run, SignOffReceipt &receipt)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append(facts, recorder.actor(), run));
    auto entry = written.begin(); // decisions always append: one entry a fact, in their order
    for (SignedSubject &subject : receipt.subjects) {
        if (!subject.isNew)
            continue;
        if (entry == written.end())
            return Error{ErrorCode::Internal, QT_TRANSLATE_NOOP("core", "The ledger wrote fewer entries than it was given.")};
        subject.sequence = (entry++)->sequence;
    }
    return base::Ok{};
}

} // namespace

Result<SignOffReceipt> approveSignOff(const ApproveSignOff &request, const CallContext &context, Workspace &workspace, RunContext &run, ReviewMemory &reviews)
{
    EKOS_TRY(const std::vector<ReviewSubject> subjects, chosenSubjects(request, [](ReviewSubject) { return true; }));
    const auto check = [&](const ReviewState &state) -> Result<> {
        EKOS_CHECK(checkReviewCurrent(request.expectedDigest, state));
        EKOS_CHECK(checkAnalyzed(state));
        EKOS_CHECK(checkDecided(subjects, state));
        EKOS_CHECK(checkReason(request.reason, context, workspace, run));
        return checkMaySign(decidersOf(subjects, state), context, workspace, run);
    };
    EKOS_TRY(const ReviewStatePointer state, reviews.read(context.project, workspace, run));
    EKOS_CHECK(check(*state));
    SignOffReceipt receipt{.digest = state->digest, .actor = context.actor.toString(), .atUtc = workspace.clock().now(), .reason = request.reason};
    for (const ReviewSubject subject : subjects) {
        const SubjectState &part = state->of(subject);
        const bool isNew = !isSignedBy(context.actor, part);
        receipt.subjects.push_back({subject, part.digest, qint64(part.current.items.size()), isNew ? 0 : part.approval->sequence, isNew});
    }
    if (std::ranges::none_of(receipt.subjects, &SignedSubject::isNew))
        return receipt;
    return recorded<SignOffReceipt>(workspace, ApproveSignOff::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<SignOffReceipt>> {
        std::vector<NewFact> facts;
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        EKOS_TRY(const std::unique_ptr<ports::Lease> lease, holdRepository(workspace, recorder, run));
        EKOS_TRY(const ReviewStatePointer now, reviews.read(context.project, workspace, run));
        EKOS_CHECK(check(*now)); // whoever held it may have put another ledger in its place
        for (const SignedSubject &subject : receipt.subjects) {
            if (!subject.isNew)
                continue;
            EKOS_TRY(const BlobDigest blob, ledger->putBlob(canonicalJson(state->of(subject.subject).current), run));
            facts.push_back({FactKind::SignOff, reviewSubjectName(state->database, subject.subject),
                             canonicalJson(SignOffFact{subject.subject, SignOffAct::Approve, subject.digest, subject.items, blob, request.reason, {}}), recorder.id()});
        }
        EKOS_CHECK(lease->check());
        EKOS_CHECK(append(std::move(facts), recorder, workspace, run, receipt));
        recorder.info("sign-off", state->database, {QT_TRANSLATE_NOOP("core", "%1 signed by %2: %3"), words(subjects), context.actor.toString(), request.reason.toString()});
        return Recorded<SignOffReceipt>{receipt, {QT_TRANSLATE_NOOP("core", "Signed: %1."), words(subjects)}};
    });
}

Result<SignOffReceipt> revokeSignOff(const RevokeSignOff &request, const CallContext &context, Workspace &workspace, RunContext &run, ReviewMemory &reviews)
{
    EKOS_TRY(const ReviewStatePointer state, reviews.read(context.project, workspace, run));
    const auto isInForce = [&](ReviewSubject subject) {
        const SignOffState standing = state->of(subject).standing.state;
        return standing == SignOffState::Signed || standing == SignOffState::Stale;
    };
    EKOS_TRY(const std::vector<ReviewSubject> subjects, chosenSubjects(request, isInForce));
    EKOS_CHECK(checkReviewCurrent(request.expectedDigest, *state));
    for (const ReviewSubject subject : subjects)
        if (!isInForce(subject))
            return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 has no sign-off to revoke."), labelOf(subject)}, QT_TRANSLATE_NOOP("core", "See how it stands with: ekos-lakehouse signoff show"),
                         labelOf(subject)};
    if (subjects.empty())
        return Error{ErrorCode::NotFound, QT_TRANSLATE_NOOP("core", "No subject is signed."), QT_TRANSLATE_NOOP("core", "See how they stand with: ekos-lakehouse signoff show")};
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    EKOS_CHECK(checkMayRevoke(context));
    SignOffReceipt receipt{.digest = state->digest, .actor = context.actor.toString(), .atUtc = workspace.clock().now(), .reason = request.reason};
    return recorded<SignOffReceipt>(workspace, RevokeSignOff::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<SignOffReceipt>> {
        std::vector<NewFact> facts;
        for (const ReviewSubject subject : subjects) {
            const SignOffFact &approved = *state->of(subject).history.approval;
            receipt.subjects.push_back({.subject = subject, .digest = approved.digest, .items = approved.items});
            facts.push_back({FactKind::SignOff, reviewSubjectName(state->database, subject),
                             canonicalJson(SignOffFact{subject, SignOffAct::Revoke, approved.digest, approved.items, approved.state, request.reason, state->of(subject).history.approvedAt}), recorder.id()});
        }
        EKOS_CHECK(append(std::move(facts), recorder, workspace, run, receipt));
        recorder.info("sign-off", state->database, {QT_TRANSLATE_NOOP("core", "Sign-off of %1 revoked by %2: %3"), words(subjects), context.actor.toString(), request.reason.toString()});
        return Recorded<SignOffReceipt>{receipt, {QT_TRANSLATE_NOOP("core", "Sign-off revoked: %1."), words(subjects)}};
    });
}

} // namespace lakehouse::usecases
