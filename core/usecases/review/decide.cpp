#include "usecases/review/decide.h"

#include "describe/canonical_json.h"
#include "describe/label_of.h"
#include "usecases/authorisation.h"
#include "usecases/review/show.h"

#include <set>

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

constexpr qsizetype longestComment = 64 * 1024;

Result<> checkQuestion(const DecideReview &request)
{
    if (request.decision.has_value() == request.asProposed)
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "Say what is decided: --decision … or --as-proposed, and not both."),
                     QT_TRANSLATE_NOOP("core", "See: ekos-lakehouse review decide --help")};
    if (request.item.empty() != request.filter.has_value())
        return Error{ErrorCode::InvalidInput, QT_TRANSLATE_NOOP("core", "Say about which items: name them, or --filter WORDS, and not both."),
                     QT_TRANSLATE_NOOP("core", "All that is open: --filter \"\" --open")};
    return base::Ok{};
}

/// The items that are meant.
Result<std::vector<const ReviewItem *>> chosenItems(const DecideReview &request, const ReviewState &state)
{
    std::vector<const ReviewItem *> items;
    std::set<const ReviewItem *> named;
    for (const QString &name : request.item) {
        EKOS_TRY(const ReviewItem *item, itemOf(name, request.subject, state));
        if (named.insert(item).second)
            items.push_back(item);
    }
    if (!request.filter)
        return items;
    for (const ReviewItem &item : state.of(request.subject).items)
        if (!(request.open && item.decision) && letsThrough(*request.filter, item))
            items.push_back(&item);
    if (items.empty())
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "No item of %1 fits."), labelOf(request.subject)},
                     {QT_TRANSLATE_NOOP("core", "See its items with: ekos-lakehouse review show %1"), labelOf(request.subject)}};
    return items;
}

} // namespace

bool isStanding(const ReviewItem &item, const ReviewVerdict &verdict)
{
    return item.decision ? item.decision->verdict == verdict : verdict.choice() == ReviewChoice::Open;
}

Result<> recordDecisions(const std::vector<NewDecision> &decisions, const ReviewState &state, const RunRecorder &recorder, Workspace &workspace, RunContext &run)
{
    std::vector<NewFact> facts;
    for (const NewDecision &decision : decisions)
        facts.push_back({FactKind::Decision, itemSubject(state.database, decision.subject, decision.item),
                         canonicalJson(DecisionFact{decision.subject, decision.item, decision.verdict, decision.reason}), recorder.id()});
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    EKOS_CHECK(ledger->append(facts, recorder.actor(), run));
    return base::Ok{};
}

Result<ReviewDecided> decideReview(const DecideReview &request, const CallContext &context, Workspace &workspace, RunContext &run, ReviewMemory &reviews)
{
    EKOS_CHECK(checkQuestion(request));
    EKOS_TRY(const ReviewStatePointer state, reviews.read(context.project, workspace, run));
    EKOS_CHECK(checkReviewCurrent(request.expectedDigest, *state));
    EKOS_TRY(const std::vector<const ReviewItem *> items, chosenItems(request, *state));
    EKOS_CHECK(checkReason(request.reason, context, workspace, run));
    EKOS_CHECK(checkMayDecide(context));
    std::vector<NewDecision> decisions;
    for (const ReviewItem *item : items) {
        const ReviewVerdict verdict = request.asProposed ? item->proposal : *request.decision;
        EKOS_CHECK(rules::checkVerdict(*item, verdict));
        if (!isStanding(*item, verdict))
            decisions.push_back({request.subject, item->item, verdict, request.reason});
    }
    if (decisions.empty()) {
        EKOS_TRY(SubjectStanding standing, standingOf(request.subject, state->of(request.subject), context, workspace, run));
        return ReviewDecided{state->digest, 0, std::move(standing)};
    }
    return recorded<ReviewDecided>(workspace, DecideReview::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ReviewDecided>> {
        EKOS_CHECK(recordDecisions(decisions, *state, recorder, workspace, run));
        const qint64 decided = qint64(decisions.size());
        recorder.info("review", labelOf(request.subject), {QT_TRANSLATE_NOOP("core", "%n item(s) decided by %2: %3"), base::Plural{decided}, context.actor.toString(), request.reason.toString()});
        EKOS_TRY(const ReviewStatePointer after, reviews.read(context.project, workspace, run));
        EKOS_TRY(SubjectStanding standing, standingOf(request.subject, after->of(request.subject), context, workspace, run));
        return Recorded<ReviewDecided>{{after->digest, decided, std::move(standing)},
                                       {QT_TRANSLATE_NOOP("core", "%n item(s) of %2 decided."), base::Plural{decided}, labelOf(request.subject)}};
    });
}

Result<ReviewNoted> commentReview(const CommentReview &request, const CallContext &context, Workspace &workspace, RunContext &run, ReviewMemory &reviews)
{
    if (request.text.trimmed().isEmpty() || request.text.size() > longestComment)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "A comment has 1 to %1 characters."), qint64(longestComment)}, QT_TRANSLATE_NOOP("core", "Write it shorter, or link to what is longer.")};
    EKOS_TRY(const ReviewStatePointer state, reviews.read(context.project, workspace, run));
    EKOS_CHECK(itemOf(request.item, request.subject, *state));
    return recorded<ReviewNoted>(workspace, CommentReview::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ReviewNoted>> {
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        const NewFact fact{FactKind::ReviewComment, itemSubject(state->database, request.subject, request.item), canonicalJson(CommentFact{request.text}), recorder.id()};
        EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append({fact}, context.actor, run));
        return Recorded<ReviewNoted>{{written.front().sequence}, {QT_TRANSLATE_NOOP("core", "Comment on %1."), request.item}};
    });
}

Result<ReviewNoted> assignReview(const AssignReview &request, const CallContext &context, Workspace &workspace, RunContext &run)
{
    constexpr qsizetype longestName = 200;
    const QString to = request.to.trimmed();
    EKOS_CHECK(checkMayDecide(context));
    if (to.size() > longestName)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "A name has at most %1 characters."), qint64(longestName)}, QT_TRANSLATE_NOOP("core", "Name one person or one group.")};
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    EKOS_TRY(const SourceConnection source, extractionSource(loaded.settings));
    return recorded<ReviewNoted>(workspace, AssignReview::operation, context, run, {}, [&](RunRecorder &recorder) -> Result<Recorded<ReviewNoted>> {
        EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
        const NewFact fact{FactKind::ReviewAssignment, reviewSubjectName(source.alias, request.subject), canonicalJson(AssignmentFact{to}), recorder.id()};
        EKOS_TRY(const std::vector<LedgerEntry> written, ledger->append({fact}, context.actor, run));
        return Recorded<ReviewNoted>{{written.front().sequence}, to.isEmpty() ? base::Text{QT_TRANSLATE_NOOP("core", "%1 is assigned to nobody."), labelOf(request.subject)}
                                                                                 : base::Text{QT_TRANSLATE_NOOP("core", "%1 is assigned to %2."), labelOf(request.subject), to}};
    });
}

} // namespace lakehouse::usecases
