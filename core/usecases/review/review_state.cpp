#include "usecases/review/review_state.h"

#include "describe/canonical_json.h"
#include "describe/label_of.h"
#include "model/fact_bodies.h"
#include "usecases/authorisation.h"
#include "usecases/evidence/current_findings.h"
#include "usecases/evidence/source_reading.h"
#include "usecases/review/sign_off_parts.h"

#include <QStringList>

#include <algorithm>
#include <ranges>
#include <set>

namespace lakehouse::usecases {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;
using describe::labelOf;

namespace {

/// What is found, and the entries of what was imported of it.
struct ReadFindings {
    rules::ReviewFindings findings = {};
    EntriesOfSubjects imported = {};
};

template<typename Body>
Result<> readFindings(FactKind kind, const QString &database, ports::Ledger &ledger, RunContext &run, std::vector<Body> &bodies, ReadFindings &read)
{
    return forEachFinding<Body>(kind, database, ledger, run, [&](Body body, const LedgerEntry &entry) {
        bodies.push_back(std::move(body));
        if (const auto subject = subjectOf(kind); subject && isImportedFact(entry.subject))
            read.imported[std::size_t(*subject)].push_back(entry);
    });
}

Result<ReadFindings> readFindings(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    ReadFindings read;
    EKOS_CHECK(readFindings(FactKind::ScopeProposal, database, ledger, run, read.findings.scope, read));
    EKOS_CHECK(readFindings(FactKind::PiiCandidate, database, ledger, run, read.findings.pii, read));
    EKOS_CHECK(readFindings(FactKind::Conflict, database, ledger, run, read.findings.conflicts, read));
    EKOS_CHECK(readFindings(FactKind::IdentityCandidate, database, ledger, run, read.findings.identity, read));
    EKOS_CHECK(readFindings(FactKind::WriteBehaviour, database, ledger, run, read.findings.writes, read));
    EKOS_CHECK(readFindings(FactKind::GlossaryTerm, database, ledger, run, read.findings.terms, read));
    return read;
}

const ReviewItem *findIn(const std::vector<ReviewItem> &items, const QString &name)
{
    const auto found = std::ranges::lower_bound(items, name, {}, &ReviewItem::item);
    return found != items.end() && found->item == name ? &*found : nullptr;
}

/// All that was ever decided, oldest first.
struct ReadDecisions {
    std::array<rules::ReviewDecisions, allReviewSubjects.size()> standing = {}; ///< of each subject the newest of each item; not those taken back
    EntriesOfSubjects all = {};
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

struct SignOff {
    qint64 sequence = 0;
    SignOffFact fact = {};
};

struct SignOffs {
    qint64 validAt = 0;                ///< sequence of the newest that was not revoked; 0: none
    std::vector<SignOff> before = {};  ///< before the newest of all, which was revoked: from the one at `validAt` on, newest first
};

Result<SignOffs> readSignOffs(const QString &database, ReviewSubject subject, ports::Ledger &ledger, RunContext &run, SubjectState &state)
{
    EKOS_TRY(const std::vector<LedgerEntry> entries,
             ledger.entries({.kind = FactKind::SignOff, .subject = reviewSubjectName(database, subject).id(), .limit = std::numeric_limits<qint64>::max()}, run));
    std::vector<SignOff> all;
    std::set<qint64> revoked;
    for (const LedgerEntry &entry : entries) { // oldest first
        EKOS_TRY(SignOffFact fact, describe::readJson<SignOffFact>(entry.body));
        state.events.push_back({.act = fact.act == SignOffAct::Approve ? api::SubjectAct::Signed : api::SubjectAct::Revoked, .actor = entry.actor.toString(), .atUtc = entry.recordedAtUtc,
                                .reason = fact.reason, .sequence = entry.sequence});
        if (fact.act == SignOffAct::Approve) {
            all.push_back({entry.sequence, fact});
            state.approval = entry;
            state.history.approvedAt = entry.sequence;
            state.history.approval = std::move(fact);
            state.revocation.reset();
            continue;
        }
        revoked.insert(fact.approval.value_or(state.history.approvedAt));
        if (!fact.approval || *fact.approval == state.history.approvedAt) { // of another sign-off than the one it was written beside: not this one's
            state.history.revokedAt = entry.sequence;
            state.revocation = entry;
            state.revocationReason = fact.reason;
        }
    }
    SignOffs signOffs;
    for (const SignOff &signOff : std::views::reverse(all)) {
        if (signOff.sequence != state.history.approvedAt)
            signOffs.before.push_back(signOff);
        if (!revoked.contains(signOff.sequence)) {
            signOffs.validAt = signOff.sequence;
            break;
        }
    }
    return signOffs;
}

Result<SignedState> signedStateOf(const SignOffFact &fact, const SubjectState &state, ports::Ledger &ledger, RunContext &run)
{
    if (fact.digest == state.digest) // then it is what there is
        return state.current;
    EKOS_TRY(const QByteArray bytes, ledger.blob(fact.state, run));
    return describe::readJson<SignedState>(bytes, {.bytes = qsizetype(1) << 30});
}

Result<> readSignedStates(const SignOffs &signOffs, ports::Ledger &ledger, RunContext &run, SubjectState &state)
{
    if (!state.history.approval)
        return base::Ok{};
    EKOS_TRY(state.history.signedState, signedStateOf(*state.history.approval, state, ledger, run));
    std::set<QString> read{state.history.approval->digest.toString()};
    for (const SignOff &signOff : signOffs.before) {
        if (!read.insert(signOff.fact.digest.toString()).second)
            continue;
        EKOS_TRY(SignedState before, signedStateOf(signOff.fact, state, ledger, run));
        state.before.push_back(std::move(before));
    }
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

/// What was signed and is found no more: held items are decided with the others, and are no part of what would be signed once a person lifted them.
void addMissing(const rules::ReviewDecisions &decisions, SubjectState &state)
{
    if (!state.history.approval)
        return;
    for (ReviewItem &item : rules::missingItems(state.history.signedState, state.items, decisions)) {
        if (item.presence == ReviewPresence::Held) {
            state.items.push_back(std::move(item));
        } else if (state.standing.state == SignOffState::Stale) {
            if (item.decision && item.decision->sequence > state.history.approvedAt) // decided as it was signed, and not what was signed
                item.decision.reset();
            state.gone.push_back(std::move(item));
        }
    }
    std::ranges::sort(state.items, {}, &ReviewItem::item);
    for (const SignedState &before : state.before) {
        for (ReviewItem &item : rules::missingItems(before, state.items, decisions))
            if (item.presence == ReviewPresence::Held)
                state.items.push_back(std::move(item));
        std::ranges::sort(state.items, {}, &ReviewItem::item);
    }
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
    EKOS_TRY(const ReadFindings found, readFindings(database, ledger, run));
    EKOS_TRY(const EntriesOfSubjects retracted, readRetractedImports(database, ledger, run));
    EKOS_TRY(const ReadDecisions decisions, readDecisions(database, ledger, run));
    for (const ReviewSubject subject : allReviewSubjects) {
        const rules::ReviewDecisions &standing = decisions.standing[std::size_t(subject)];
        SubjectState &part = state->subjects[std::size_t(subject)];
        part.items = rules::reviewItems(subject, found.findings, standing);
        if (subject == ReviewSubject::WriteBehaviour)
            part.withoutEvidence = rules::itemsWithoutEvidence(found.findings, standing);
        part.current = rules::signedState(subject, part.items);
        part.digest = part.current.digest();
        EKOS_TRY(const SignOffs signOffs, readSignOffs(database, subject, ledger, run, part));
        EKOS_CHECK(readSignedStates(signOffs, ledger, run, part));
        part.standing = rules::signOffStanding(part.current, part.history);
        addMissing(standing, part);
        const auto place = std::size_t(subject);
        part.deciders = decidersOf(part.items, {decisions.all[place], found.imported[place], retracted[place]}, signOffs.validAt);
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
    for (const SubjectState &subject : state->subjects) {
        rules::SignedSubject &signedSubject = subjects.emplace_back(subject.standing.state, subject.history.approval ? &subject.history.signedState : nullptr);
        for (const SignedState &before : subject.before)
            signedSubject.before.push_back(&before);
    }
    return rules::decisionsInForce(subjects);
}

Result<std::vector<WriteBehaviour>> writeBehaviours(Workspace &workspace, const QString &database, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    std::vector<WriteBehaviour> behaviours;
    EKOS_CHECK(forEachFinding<WriteBehaviour>(FactKind::WriteBehaviour, database, *ledger, run, [&](WriteBehaviour behaviour, const LedgerEntry &) { behaviours.push_back(std::move(behaviour)); }));
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
