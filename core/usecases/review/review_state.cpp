#include "usecases/review/review_state.h"

#include "describe/canonical_json.h"
#include "describe/label_of.h"
#include "model/fact_bodies.h"
#include "usecases/authorisation.h"
#include "usecases/evidence/current_findings.h"
#include "usecases/evidence/source_reading.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::labelOf;

namespace {

template<typename Body>
Result<> readFindings(FactKind kind, const QString &database, ports::Ledger &ledger, RunContext &run, std::vector<Body> &bodies)
{
    return forEachFinding<Body>(kind, database, ledger, run, [&](Body body, const LedgerEntry &) { bodies.push_back(std::move(body)); });
}

Result<rules::ReviewFindings> readFindings(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    rules::ReviewFindings findings;
    EKOS_CHECK(readFindings(FactKind::ScopeProposal, database, ledger, run, findings.scope));
    EKOS_CHECK(readFindings(FactKind::PiiCandidate, database, ledger, run, findings.pii));
    EKOS_CHECK(readFindings(FactKind::Conflict, database, ledger, run, findings.conflicts));
    EKOS_CHECK(readFindings(FactKind::IdentityCandidate, database, ledger, run, findings.identity));
    EKOS_CHECK(readFindings(FactKind::WriteBehaviour, database, ledger, run, findings.writes));
    EKOS_CHECK(readFindings(FactKind::GlossaryTerm, database, ledger, run, findings.terms));
    return findings;
}

const ReviewItem *findIn(const std::vector<ReviewItem> &items, const QString &name)
{
    const auto found = std::ranges::lower_bound(items, name, {}, &ReviewItem::item);
    return found != items.end() && found->item == name ? &*found : nullptr;
}

/// All that was ever decided, oldest first.
struct ReadDecisions {
    std::array<rules::ReviewDecisions, allReviewSubjects.size()> standing = {}; ///< of each subject the newest of each item; not those taken back
    std::array<std::vector<LedgerEntry>, allReviewSubjects.size()> all = {};
};

Result<ReadDecisions> readDecisions(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    ReadDecisions decisions;
    EKOS_TRY(std::vector<LedgerEntry> entries, ledger.entries({.kind = FactKind::Decision, .limit = std::numeric_limits<qint64>::max()}, run));
    for (LedgerEntry &entry : entries) {
        if (entry.subject.database != database)
            continue;
        EKOS_TRY(DecisionFact fact, describe::readJson<DecisionFact>(entry.body));
        rules::ReviewDecisions &standing = decisions.standing[std::size_t(fact.subject)];
        if (fact.verdict.choice() == ReviewChoice::Open)
            standing.remove(fact.item);
        else
            standing.insert(fact.item, {fact.verdict, fact.reason, entry.actor.toString(), entry.recordedAtUtc, entry.sequence});
        decisions.all[std::size_t(fact.subject)].push_back(std::move(entry));
    }
    return decisions;
}

/// Sign-offs and revocations of a subject, and the sequence of the newest sign-off that was not revoked.
Result<qint64> readSignOffs(const QString &database, ReviewSubject subject, ports::Ledger &ledger, RunContext &run, SubjectState &state)
{
    EKOS_TRY(const std::vector<LedgerEntry> entries,
             ledger.entries({.kind = FactKind::SignOff, .subject = reviewSubjectName(database, subject).id(), .limit = std::numeric_limits<qint64>::max()}, run));
    std::vector<qint64> unrevoked;
    for (const LedgerEntry &entry : entries) { // oldest first
        EKOS_TRY(SignOffFact fact, describe::readJson<SignOffFact>(entry.body));
        state.events.push_back({.act = fact.act == SignOffAct::Approve ? api::SubjectAct::Signed : api::SubjectAct::Revoked, .actor = entry.actor.toString(), .atUtc = entry.recordedAtUtc,
                                .reason = fact.reason, .sequence = entry.sequence});
        if (fact.act == SignOffAct::Approve) {
            unrevoked.push_back(entry.sequence);
            state.approval = entry;
            state.history.approvedAt = entry.sequence;
            state.history.approval = std::move(fact);
            state.revocation.reset();
            continue;
        }
        std::erase(unrevoked, fact.approval.value_or(state.history.approvedAt));
        if (!fact.approval || *fact.approval == state.history.approvedAt) { // of another sign-off than the one it was written beside: not this one's
            state.history.revokedAt = entry.sequence;
            state.revocation = entry;
            state.revocationReason = fact.reason;
        }
    }
    return unrevoked.empty() ? 0 : unrevoked.back();
}

Result<> readSignedState(ports::Ledger &ledger, RunContext &run, SubjectState &state)
{
    if (!state.history.approval)
        return base::Ok{};
    if (state.history.approval->digest == state.digest) { // then it is what there is
        state.history.signedState = state.current;
        return base::Ok{};
    }
    EKOS_TRY(const QByteArray bytes, ledger.blob(state.history.approval->state, run));
    EKOS_TRY(state.history.signedState, describe::readJson<SignedState>(bytes, {.bytes = qsizetype(1) << 30}));
    return base::Ok{};
}

Result<> readAssignments(const QString &database, ReviewSubject subject, ports::Ledger &ledger, RunContext &run, SubjectState &state)
{
    EKOS_TRY(const std::vector<LedgerEntry> entries,
             ledger.entries({.kind = FactKind::ReviewAssignment, .subject = reviewSubjectName(database, subject).id(), .limit = std::numeric_limits<qint64>::max()}, run));
    for (const LedgerEntry &entry : entries) {
        EKOS_TRY(const AssignmentFact fact, describe::readJson<AssignmentFact>(entry.body));
        state.assignee = fact.to.isEmpty() ? std::nullopt : std::optional(fact.to);
        state.events.push_back({.act = api::SubjectAct::Assigned, .actor = entry.actor.toString(), .atUtc = entry.recordedAtUtc, .to = state.assignee, .sequence = entry.sequence});
    }
    std::ranges::sort(state.events, {}, &api::SubjectEvent::sequence);
    return base::Ok{};
}

std::vector<LedgerEntry> decidersOf(const SubjectState &state, const std::vector<LedgerEntry> &decisions, qint64 signedAt)
{
    std::vector<LedgerEntry> deciders;
    for (const LedgerEntry &entry : decisions) {
        const ReviewItem *item = findIn(state.items, entry.subject.object);
        const bool stands = item && item->decision && item->decision->sequence == entry.sequence;
        if ((stands || entry.sequence > signedAt) && std::ranges::find(deciders, entry.actor, &LedgerEntry::actor) == deciders.end())
            deciders.push_back(entry);
    }
    return deciders;
}

/// What was signed and is found no more: held items are decided with the others, and are no part of what would be signed once a person lifted them.
void addMissing(const rules::ReviewDecisions &decisions, SubjectState &state)
{
    if (!state.history.approval)
        return;
    for (ReviewItem &item : rules::missingItems(state.history.signedState, state.items, decisions)) {
        if (item.presence == ReviewPresence::Held)
            state.items.push_back(std::move(item));
        else if (state.standing.state == SignOffState::Stale)
            state.gone.push_back(std::move(item));
    }
    std::ranges::sort(state.items, {}, &ReviewItem::item);
}

/// Also over what nobody would sign, and somebody decides about: held items that were lifted or are open again.
ReviewDigest overallDigest(const ReviewState &state)
{
    std::vector<QString> digests;
    for (const SubjectState &subject : state.subjects) {
        digests.push_back(subject.digest.toString());
        for (const ReviewItem &item : subject.items)
            if (item.presence == ReviewPresence::Held && !(item.decision && isRestrictive(item.decision->verdict)))
                digests.push_back(item.digest.toString());
    }
    return ReviewDigest::of(describe::canonicalJson(digests));
}

Result<ReviewStatePointer> readReview(const QString &database, const ports::LedgerHead &head, ports::Ledger &ledger, RunContext &run)
{
    auto state = std::make_shared<ReviewState>();
    state->database = database;
    state->head = head;
    EKOS_TRY(const auto catalog, currentFact<CatalogFact>(ledger, FactKind::Catalog, SubjectName{.database = database, .kind = SubjectKind::Database}, run));
    state->isAnalyzed = catalog && catalog->isAnalyzed;
    EKOS_TRY(const rules::ReviewFindings findings, readFindings(database, ledger, run));
    EKOS_TRY(const ReadDecisions decisions, readDecisions(database, ledger, run));
    for (const ReviewSubject subject : allReviewSubjects) {
        const rules::ReviewDecisions &standing = decisions.standing[std::size_t(subject)];
        SubjectState &part = state->subjects[std::size_t(subject)];
        part.items = rules::reviewItems(subject, findings, standing);
        if (subject == ReviewSubject::WriteBehaviour)
            part.withoutEvidence = rules::itemsWithoutEvidence(findings, standing);
        part.current = rules::signedState(subject, part.items);
        part.digest = part.current.digest();
        EKOS_TRY(const qint64 signedAt, readSignOffs(database, subject, ledger, run, part));
        EKOS_CHECK(readSignedState(ledger, run, part));
        part.standing = rules::signOffStanding(part.current, part.history);
        addMissing(standing, part);
        part.deciders = decidersOf(part, decisions.all[std::size_t(subject)], signedAt);
        EKOS_CHECK(readAssignments(database, subject, ledger, run, part));
    }
    state->digest = overallDigest(*state);
    return ReviewStatePointer(std::move(state));
}

Result<QString> reviewedDatabase(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    return source.alias;
}

} // namespace

qint64 SubjectState::open() const
{
    return std::ranges::count_if(items, [](const ReviewItem &item) { return !item.decision; });
}

const ReviewItem *SubjectState::find(const QString &item) const
{
    for (const std::vector<ReviewItem> *list : {&items, &withoutEvidence, &gone})
        if (const ReviewItem *found = findIn(*list, item))
            return found;
    return nullptr;
}

SubjectName reviewSubjectName(const QString &database, ReviewSubject subject)
{
    return {.database = database, .kind = SubjectKind::Review, .part = labelOf(subject)};
}

SubjectName itemSubject(const QString &database, ReviewSubject subject, const QString &item)
{
    return {.database = database, .object = item, .kind = SubjectKind::Review, .part = labelOf(subject)};
}

Result<ReviewStatePointer> readReview(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const QString database, reviewedDatabase(workspace, run));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const ports::LedgerHead head, ledger->head(run));
    return readReview(database, head, *ledger, run);
}

Result<ReviewStatePointer> ReviewMemory::read(const QString &project, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const QString database, reviewedDatabase(workspace, run));
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_TRY(const ports::LedgerHead head, ledger->head(run));
    {
        const std::lock_guard lock(m_mutex);
        const ReviewStatePointer kept = m_states.value(project);
        if (kept && kept->database == database && kept->head.sequence == head.sequence && kept->head.hash == head.hash)
            return kept;
    }
    EKOS_TRY(const ReviewStatePointer state, readReview(database, head, *ledger, run));
    const std::lock_guard lock(m_mutex);
    m_states.insert(project, state);
    return state;
}

Result<DecisionsInForce> decisionsInForce(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ReviewStatePointer state, readReview(workspace, run));
    std::vector<rules::SignedSubject> subjects;
    for (const SubjectState &subject : state->subjects)
        subjects.push_back({subject.standing.state, subject.history.approval ? &subject.history.signedState : nullptr});
    return rules::decisionsInForce(subjects);
}

Result<std::vector<WriteBehaviour>> writeBehaviours(Workspace &workspace, const QString &database, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    std::vector<WriteBehaviour> behaviours;
    EKOS_CHECK(readFindings(FactKind::WriteBehaviour, database, *ledger, run, behaviours));
    std::ranges::stable_sort(behaviours, {}, &WriteBehaviour::table);
    const auto doubled = std::ranges::unique(behaviours, {}, &WriteBehaviour::table);
    behaviours.erase(doubled.begin(), doubled.end());
    return behaviours;
}

Result<> checkAnalyzed(const ReviewState &state)
{
    if (state.isAnalyzed)
        return base::Ok{};
    return Error{ErrorCode::RefusedByRule, QT_TRANSLATE_NOOP("core", "The source was not analyzed as it is now: the review does not know what is new in it."),
                 QT_TRANSLATE_NOOP("core", "Analyze it with: ekos-lakehouse analyze; then see what moved with: ekos-lakehouse review list")};
}

Result<> checkSignedOff(Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ReviewStatePointer state, readReview(workspace, run));
    QStringList unsignedSubjects;
    for (const ReviewSubject subject : allReviewSubjects) {
        const rules::SignOffStanding &standing = state->of(subject).standing;
        if (standing.state == SignOffState::Signed)
            continue;
        QString words = QStringLiteral("%1 (%2").arg(labelOf(subject), inWords(standing.state));
        constexpr std::size_t itemsShown = 3;
        for (std::size_t i = 0; i < std::min(standing.moved.size(), itemsShown); ++i)
            words += (i == 0 ? QStringLiteral(": ") : QStringLiteral(", ")) + standing.moved[i];
        unsignedSubjects += words + (standing.moved.size() > itemsShown ? QStringLiteral(", …)") : QStringLiteral(")"));
    }
    if (unsignedSubjects.isEmpty())
        return checkAnalyzed(*state);
    return Error{ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "require-signoff is set, and these subjects have no valid sign-off: %1."), unsignedSubjects.join(QStringLiteral(", "))},
                 QT_TRANSLATE_NOOP("core", "Read them with: ekos-lakehouse review show SUBJECT; then: ekos-lakehouse signoff approve --subject SUBJECT")};
}

namespace {

/// Why who asks may not sign; nothing: they may.
Result<std::optional<base::Text>> notAllowed(const SubjectState &state, const api::CallContext &context, Workspace &workspace, RunContext &run)
{
    const Result<> may = checkMaySign(state.deciders, context, workspace, run);
    if (may)
        return std::optional<base::Text>();
    if (may.error().code != ErrorCode::RefusedByRule)
        return may.error();
    return std::optional(base::Text{QT_TRANSLATE_NOOP("core", "%1 %2"), may.error().message, may.error().hint});
}

} // namespace

Result<api::SubjectStanding> standingOf(ReviewSubject subject, const SubjectState &state, const api::CallContext &context, Workspace &workspace, RunContext &run)
{
    constexpr std::size_t itemsShown = 20;
    api::SubjectStanding standing{.subject = subject, .items = qint64(state.items.size()), .open = state.open(), .state = state.standing.state,
        .moved = qint64(state.standing.moved.size()), .assignee = state.assignee, .withoutEvidence = qint64(state.withoutEvidence.size()), .digest = state.digest};
    for (std::size_t i = 0; i < std::min(state.standing.moved.size(), itemsShown); ++i)
        standing.movedItems.push_back(state.standing.moved[i]);
    standing.notFound = std::ranges::count_if(state.standing.moved, [&](const QString &item) {
        const ReviewItem *moved = findIn(state.items, item);
        return !moved || moved->presence != ReviewPresence::Found;
    });
    EKOS_TRY(standing.notAllowed, notAllowed(state, context, workspace, run));
    if (state.approval) {
        standing.signedBy = state.approval->actor.toString();
        standing.signedAtUtc = state.approval->recordedAtUtc;
        standing.note = state.history.approval->reason;
    }
    if (state.revocation) {
        standing.revokedBy = state.revocation->actor.toString();
        standing.revokedAtUtc = state.revocation->recordedAtUtc;
        standing.note = state.revocationReason;
    }
    return standing;
}

Result<> checkReviewCurrent(const ReviewDigest &expected, const ReviewState &state)
{
    if (expected != state.digest)
        return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "The review moved since it was read: a finding is another one, or somebody decided."),
                     QT_TRANSLATE_NOOP("core", "Read it again with: ekos-lakehouse review list")};
    return base::Ok{};
}

} // namespace lakehouse::usecases
