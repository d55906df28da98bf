#include "usecases/review/show.h"

#include "describe/json_reader.h"
#include "describe/label_of.h"
#include "usecases/extraction/plan_list.h"

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
    ReviewRow row{.item = item.item, .finding = item.finding, .proposal = item.proposal, .isMoved = moved.contains(item.item), .presence = item.presence};
    if (item.presence == ReviewPresence::Gone)
        row.verdict = item.proposal; // as it was signed: what was decided later is about nothing
    if (item.decision) {
        row.verdict = row.verdict.value_or(item.decision->verdict);
        row.decidedBy = item.decision->actor;
        row.decidedAtUtc = item.decision->atUtc;
    }
    return row;
}

/// What the plan that was made last says about an item's table and column.
struct PlannedItem {
    std::optional<PlanRow> row = {};
    std::optional<PlannedColumn> column = {};
};

/// Nothing without a plan. What keeps it from being read hides no item: the plan's own page says it.
std::optional<PlannedItem> plannedItem(const ReviewItem &item, Workspace &workspace, RunContext &run)
{
    const Result<ListedPlan> plan = item.table ? listedProposal(workspace, run) : Error{ErrorCode::NotFound, {}};
    if (!plan)
        return std::nullopt;
    PlannedItem planned;
    const ports::ListedTable *listed = plan.value().find(*item.table);
    if (!listed)
        return planned;
    const Result<PlanListRow> row = listRow(*listed);
    const Result<PlannedTable> table = item.column ? plannedTable(plan.value(), *listed, workspace, run) : Error{ErrorCode::NotFound, {}};
    if (!row || (item.column && !table))
        return std::nullopt;
    planned.row = row.value().row;
    if (!item.column)
        return planned;
    const std::vector<PlannedColumn> &columns = table.value().decision.columns;
    if (const auto column = std::ranges::find(columns, *item.column, &PlannedColumn::name); column != columns.end())
        planned.column = *column;
    return planned;
}

base::Text rowWords(const std::optional<PlanRow> &row)
{
    if (!row)
        return QT_TRANSLATE_NOOP("core", "has no row");
    switch (row->mode) {
    case LoadMode::Full: return QT_TRANSLATE_NOOP("core", "loads in full");
    case LoadMode::Incremental: return {QT_TRANSLATE_NOOP("core", "loads incrementally by %1"), row->watermark.value_or(QString())};
    case LoadMode::Refused: return QT_TRANSLATE_NOOP("core", "is refused");
    }
    return {};
}

base::Text maskWords(const std::optional<Mask> &mask)
{
    if (!mask)
        return QT_TRANSLATE_NOOP("core", "is not masked");
    return *mask == Mask::Hash ? base::Text(QT_TRANSLATE_NOOP("core", "is masked by a hash")) : base::Text(QT_TRANSLATE_NOOP("core", "is masked by NULL"));
}

/// Which row of the plan changes: as the plan that was made last has it, and after this is signed.
std::optional<base::Text> planEffect(const ReviewItem &item, const ReviewVerdict &verdict, const PlannedItem &planned)
{
    const QString table = item.table->toString();
    switch (verdict.choice()) {
    case ReviewChoice::Out: return base::Text{QT_TRANSLATE_NOOP("core", "The plan made last: %1 %2. Once this is signed, it has no row."), table, rowWords(planned.row)};
    case ReviewChoice::In:
        return planned.row ? base::Text{QT_TRANSLATE_NOOP("core", "The plan made last: %1 %2. That stays."), table, rowWords(planned.row)}
                           : base::Text{QT_TRANSLATE_NOOP("core", "The plan made last: %1 has no row. Once this is signed, the next plan gives it one."), table};
    case ReviewChoice::Hash: case ReviewChoice::Redact: case ReviewChoice::Keep: {
        if (!planned.column)
            return base::Text{QT_TRANSLATE_NOOP("core", "The plan made last: the column %1 is not planned."), item.item};
        const std::optional<Mask> mask = verdict.choice() == ReviewChoice::Keep ? std::nullopt : std::optional(verdict.choice() == ReviewChoice::Hash ? Mask::Hash : Mask::Redact);
        return base::Text{QT_TRANSLATE_NOOP("core", "The plan made last: %1 %2. Once this is signed, it %3, unless ekos.toml says otherwise."), item.item, maskWords(planned.column->mask), maskWords(mask)};
    }
    case ReviewChoice::Key: case ReviewChoice::Classes:
        return base::Text{QT_TRANSLATE_NOOP("core", "The plan made last: %1 %2. Once this is signed, the next plan works that out anew."), table, rowWords(planned.row)};
    default: return std::nullopt;
    }
}

std::vector<base::Text> effectsOf(const ReviewItem &item, const ReviewVerdict &verdict, const std::optional<PlannedItem> &planned)
{
    std::vector<base::Text> effects = rules::effectsOf(item, verdict);
    if (planned)
        if (const std::optional<base::Text> effect = planEffect(item, verdict, *planned))
            effects.push_back(*effect);
    return effects;
}

Result<ReviewItemDetail> detailOf(const ReviewItem &item, const ReviewState &state, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(ports::Ledger *ledger, workspace.ledger(run));
    ReviewItemDetail detail{.item = item};
    const std::optional<PlannedItem> planned = item.presence == ReviewPresence::Gone ? std::nullopt : plannedItem(item, workspace, run);
    if (item.presence != ReviewPresence::Gone)
        detail.item.effects = effectsOf(item, item.decision ? item.decision->verdict : item.proposal, planned);
    for (const ReviewVerdict &choice : item.choices)
        detail.options.push_back({choice, effectsOf(item, choice, planned)});
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

Result<ReviewOverview> reviewOverview(const ReviewState &state, const CallContext &context, Workspace &workspace, RunContext &run)
{
    EKOS_TRY(const ports::LoadedSettings loaded, workspace.settings(run));
    ReviewOverview overview{.digest = state.digest, .isAnalyzed = state.isAnalyzed, .isSignoffRequired = loaded.settings.lakehouse.requireSignoff};
    for (const ReviewSubject subject : allReviewSubjects) {
        EKOS_TRY(SubjectStanding standing, standingOf(subject, state.of(subject), context, workspace, run));
        overview.subjects.push_back(std::move(standing));
    }
    return overview;
}

Result<ReviewPage> reviewPage(const ShowReview &request, const ReviewState &state, const CallContext &context, Workspace &workspace, RunContext &run)
{
    const SubjectState &subject = state.of(request.subject);
    EKOS_TRY(SubjectStanding standing, standingOf(request.subject, subject, context, workspace, run));
    ReviewPage page{.digest = state.digest, .standing = std::move(standing), .events = subject.events};
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
    const auto list = [&](const ReviewItem &item) {
        const bool isOpen = !item.decision && item.presence != ReviewPresence::Gone;
        if ((request.open && !isOpen) || (request.moved && !moved.contains(item.item)) || !letsThrough(request.filter, item))
            return;
        ++page.matching;
        if (!last.isEmpty() && item.item <= last)
            return;
        if (page.items.size() < limit)
            page.items.push_back(rowOf(item, moved));
        else if (!page.next)
            page.next = placeAfter(state, page.items.back().item);
    };
    auto gone = subject.gone.begin(); // both are by name
    for (const ReviewItem &item : subject.items) {
        for (; gone != subject.gone.end() && gone->item < item.item; ++gone)
            list(*gone);
        list(item);
    }
    std::for_each(gone, subject.gone.end(), list);
    return page;
}

} // namespace lakehouse::usecases
