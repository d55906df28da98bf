#include "usecases/review/show.h"

#include "describe/json_reader.h"
#include "describe/label_of.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace lakehouse::usecases {

using namespace api;
using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::RunContext;

namespace {

constexpr qint64 largestPage = 5000; // 2 MB at 400 bytes a row

ReviewRow rowOf(const ReviewItem &item, const std::set<QString> &moved)
{
    ReviewRow row{.item = item.item, .finding = item.finding, .proposal = item.proposal, .isMoved = moved.contains(item.item)};
    if (item.decision) {
        row.verdict = item.decision->verdict;
        row.decidedBy = item.decision->actor;
        row.decidedAtUtc = item.decision->atUtc;
    }
    return row;
}

Result<ReviewItemDetail> detailOf(const ReviewItem &item, const ReviewState &state, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    ReviewItemDetail detail{.item = item};
    for (const ReviewVerdict &choice : item.choices)
        detail.options.push_back({choice, rules::effectsOf(item, choice)});
    const SubjectName name = itemSubject(state.database, item.subject, item.item);
    EKOS_TRY(const std::vector<LedgerEntry> decisions, ledger->entries({.kind = FactKind::Decision, .subject = name.id(), .limit = largestPage}, run));
    for (const LedgerEntry &entry : decisions) {
        EKOS_TRY(DecisionFact fact, describe::readJson<DecisionFact>(entry.body));
        detail.history.push_back({fact.verdict, fact.reason, entry.actor.toString(), entry.recordedAtUtc, entry.sequence});
    }
    EKOS_TRY(const std::vector<LedgerEntry> comments, ledger->entries({.kind = FactKind::ReviewComment, .subject = name.id(), .limit = largestPage}, run));
    for (const LedgerEntry &entry : comments) {
        EKOS_TRY(CommentFact fact, describe::readJson<CommentFact>(entry.body));
        detail.comments.push_back({entry.actor.toString(), entry.recordedAtUtc, fact.text});
    }
    return detail;
}

/// A place in the list is the digest of the review and the name of the last item: pages of two reviews are never mixed.
QString placeAfter(const ReviewState &state, const QString &item)
{
    return state.digest.toShortString() + QLatin1Char('/') + item;
}

Result<QString> itemBefore(const QString &place, const ReviewState &state)
{
    const qsizetype slash = place.indexOf(QLatin1Char('/'));
    if (slash < 0 || place.first(slash) != state.digest.toShortString())
        return Error{ErrorCode::Stale, QT_TRANSLATE_NOOP("core", "The review moved since its first page was read."), QT_TRANSLATE_NOOP("core", "Read it from the start.")};
    return place.sliced(slash + 1);
}

} // namespace

bool letsThrough(const QString &filter, const ReviewItem &item)
{
    const QStringList words = filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return true;
    const QString decision = (item.decision ? item.decision->verdict : item.proposal).toString();
    const QString finding = item.finding.toEnglish();
    return std::ranges::all_of(words, [&](const QString &word) {
        return item.item.contains(word, Qt::CaseInsensitive) || finding.contains(word, Qt::CaseInsensitive) || decision.contains(word, Qt::CaseInsensitive);
    });
}

Result<const ReviewItem *> itemOf(const QString &item, ReviewSubject subject, const ReviewState &state)
{
    if (const ReviewItem *found = state.of(subject).find(item))
        return found;
    return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "The subject %1 has no item \"%2\"."), describe::labelOf(subject), item},
                 {QT_TRANSLATE_NOOP("core", "See its items with: ekos-lakehouse review show %1"), describe::labelOf(subject)}, item};
}

Result<ReviewOverview> reviewOverview(const ReviewState &state, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    ReviewOverview overview{.digest = state.digest, .isAnalyzed = state.isAnalyzed, .isSignoffRequired = loaded.settings.lakehouse.requireSignoff};
    for (const ReviewSubject subject : allReviewSubjects)
        overview.subjects.push_back(standingOf(subject, state.of(subject)));
    return overview;
}

Result<ReviewPage> reviewPage(const ShowReview &request, const ReviewState &state, Workspace &workspace, RunContext &run)
{
    const SubjectState &subject = state.of(request.subject);
    ReviewPage page{.digest = state.digest, .standing = standingOf(request.subject, subject)};
    const std::set<QString> moved(subject.standing.moved.begin(), subject.standing.moved.end());
    if (request.item) {
        EKOS_TRY(const ReviewItem *item, itemOf(*request.item, request.subject, state));
        page.matching = 1;
        page.items.push_back(rowOf(*item, moved));
        EKOS_TRY(page.detail, detailOf(*item, state, workspace, run));
        return page;
    }
    QString last;
    if (request.after) {
        EKOS_TRY(last, itemBefore(*request.after, state));
    }
    const std::size_t limit = std::size_t(std::clamp<qint64>(request.limit, 1, largestPage));
    for (const ReviewItem &item : subject.items) {
        if ((request.open && item.decision) || (request.moved && !moved.contains(item.item)) || !letsThrough(request.filter, item))
            continue;
        ++page.matching;
        if (!last.isEmpty() && item.item <= last)
            continue;
        if (page.items.size() < limit)
            page.items.push_back(rowOf(item, moved));
        else if (!page.next)
            page.next = placeAfter(state, page.items.back().item);
    }
    return page;
}

} // namespace lakehouse::usecases
