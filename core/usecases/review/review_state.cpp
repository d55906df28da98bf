#include "usecases/review/review_state.h"

#include "describe/canonical_json.h"
#include "describe/label_of.h"
#include "model/fact_bodies.h"
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

/// Of each subject the newest decision of each item.
Result<std::array<rules::ReviewDecisions, allReviewSubjects.size()>> readDecisions(const QString &database, ports::Ledger &ledger, RunContext &run)
{
    std::array<rules::ReviewDecisions, allReviewSubjects.size()> decisions;
    EKOS_TRY(const std::vector<LedgerEntry> entries, ledger.currentOfKind(FactKind::Decision, run));
    for (const LedgerEntry &entry : entries) {
        if (entry.subject.database != database)
            continue;
        EKOS_TRY(DecisionFact fact, describe::readJson<DecisionFact>(entry.body));
        if (fact.verdict.choice() != ReviewChoice::Open)
            decisions[std::size_t(fact.subject)].insert(fact.item, {fact.verdict, fact.reason, entry.actor.toString(), entry.recordedAtUtc, entry.sequence});
    }
    return decisions;
}

Result<> readSignOffs(const QString &database, ReviewSubject subject, ports::Ledger &ledger, RunContext &run, SubjectState &state)
{
    EKOS_TRY(const std::vector<LedgerEntry> entries,
             ledger.entries({.kind = FactKind::SignOff, .subject = reviewSubjectName(database, subject).id(), .limit = std::numeric_limits<qint64>::max()}, run));
    for (const LedgerEntry &entry : entries) { // oldest first
        EKOS_TRY(SignOffFact fact, describe::readJson<SignOffFact>(entry.body));
        if (fact.act == SignOffAct::Approve) {
            state.approval = entry;
            state.history.approvedAt = entry.sequence;
            state.history.approval = std::move(fact);
            state.revocation.reset();
        } else if (!fact.approval || *fact.approval == state.history.approvedAt) { // of another sign-off than the one it was written beside: not this one's
            state.history.revokedAt = entry.sequence;
            state.revocation = entry;
            state.revocationReason = fact.reason;
        }
    }
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

ReviewDigest overallDigest(const ReviewState &state)
{
    std::vector<ReviewDigest> digests;
    for (const SubjectState &subject : state.subjects)
        digests.push_back(subject.digest);
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
    EKOS_TRY(const auto decisions, readDecisions(database, ledger, run));
    for (const ReviewSubject subject : allReviewSubjects) {
        SubjectState &part = state->subjects[std::size_t(subject)];
        part.items = rules::reviewItems(subject, findings, decisions[std::size_t(subject)]);
        part.current = rules::signedState(subject, part.items);
        part.digest = part.current.digest();
        EKOS_CHECK(readSignOffs(database, subject, ledger, run, part));
        part.standing = rules::signOffStanding(part.current, part.history);
        EKOS_TRY(const auto assigned, ledger.current(FactKind::ReviewAssignment, reviewSubjectName(database, subject), run));
        if (assigned) {
            EKOS_TRY(const AssignmentFact fact, describe::readJson<AssignmentFact>(assigned->body));
            if (!fact.to.isEmpty())
                part.assignee = fact.to;
        }
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
    const auto found = std::ranges::lower_bound(items, item, {}, &ReviewItem::item);
    return found != items.end() && found->item == item ? &*found : nullptr;
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

api::SubjectStanding standingOf(ReviewSubject subject, const SubjectState &state)
{
    constexpr std::size_t itemsShown = 20;
    api::SubjectStanding standing{.subject = subject, .items = qint64(state.items.size()), .open = state.open(), .state = state.standing.state,
        .moved = qint64(state.standing.moved.size()), .assignee = state.assignee, .digest = state.digest};
    for (std::size_t i = 0; i < std::min(state.standing.moved.size(), itemsShown); ++i)
        standing.movedItems.push_back(state.standing.moved[i]);
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
