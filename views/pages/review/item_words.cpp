#include "pages/review/item_words.h"

#include "kit/localized.h"
#include "pages/review/review_words.h"

#include <QCoreApplication>

namespace lakehouse::views {

using model::Evidence;
using model::EvidenceKind;
using model::ReviewPresence;

namespace {

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("ReviewItem", source, nullptr, int(count));
}

QString kindWord(EvidenceKind kind)
{
    switch (kind) {
    case EvidenceKind::Catalog: return words(QT_TRANSLATE_NOOP("ReviewItem", "Catalog"));
    case EvidenceKind::Comment: return words(QT_TRANSLATE_NOOP("ReviewItem", "Comment"));
    case EvidenceKind::Constraint: return words(QT_TRANSLATE_NOOP("ReviewItem", "Constraint"));
    case EvidenceKind::Trigger: return words(QT_TRANSLATE_NOOP("ReviewItem", "Trigger"));
    case EvidenceKind::Routine: return words(QT_TRANSLATE_NOOP("ReviewItem", "Routine"));
    case EvidenceKind::View: return words(QT_TRANSLATE_NOOP("ReviewItem", "View"));
    case EvidenceKind::Statistics: return words(QT_TRANSLATE_NOOP("ReviewItem", "Statistics"));
    case EvidenceKind::Sample: return words(QT_TRANSLATE_NOOP("ReviewItem", "Sample of rows"));
    case EvidenceKind::FullScan: return words(QT_TRANSLATE_NOOP("ReviewItem", "All rows"));
    case EvidenceKind::SourceFile: return words(QT_TRANSLATE_NOOP("ReviewItem", "Code of the application"));
    case EvidenceKind::Dictionary: return words(QT_TRANSLATE_NOOP("ReviewItem", "Dictionary of the application"));
    case EvidenceKind::ImportedFact: return words(QT_TRANSLATE_NOOP("ReviewItem", "Imported fact"));
    }
    return {};
}

Sentence noItem(const ReviewState &state)
{
    if (!state.items)
        return {.text = words(QT_TRANSLATE_NOOP("ReviewItem", "No items are on screen yet."))};
    if (state.items->rows().empty())
        return {.text = words(QT_TRANSLATE_NOOP("ReviewItem", "Nothing to review. %1")).arg(nothingFound(state.subject)), .status = Status::Done};
    if (state.item.isEmpty())
        return {.text = words(QT_TRANSLATE_NOOP("ReviewItem", "%1 Select an item to see what was found and what follows from it.")).arg(subjectQuestion(state.subject))};
    return {.text = words(QT_TRANSLATE_NOOP("ReviewItem", "%1 has no item %2. It may be gone from the source, or have another name there.")).arg(subjectWord(state.subject), state.item),
            .status = Status::Unknown};
}

} // namespace

std::vector<Sentence> itemSentences(const ReviewState &state)
{
    const api::ReviewRow *row = state.row();
    if (!row)
        return {noItem(state)};
    std::vector<Sentence> sentences{{.text = localized(row->finding)}};
    if (row->presence == ReviewPresence::Gone)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("ReviewItem", "There is nothing to decide about it. Signing the subject again takes note of that.")), .status = Status::Stale});
    else if (row->isMoved)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("ReviewItem", "It is other than it was signed.")), .status = Status::Stale});
    if (state.detailError)
        sentences.push_back({.text = localized(state.detailError->message) + QLatin1Char(' ') + localized(state.detailError->hint), .status = Status::Failed});
    else if (!state.detail)
        sentences.push_back({.text = words(QT_TRANSLATE_NOOP("ReviewItem", "Reading %1…")).arg(row->item)});
    return sentences;
}

std::vector<KeyValue> itemFacts(const ReviewState &state)
{
    const api::ReviewRow *row = state.row();
    if (!row)
        return {};
    std::vector<KeyValue> facts;
    if (row->presence != ReviewPresence::Gone)
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("ReviewItem", "Proposal")), .value = verdictWords(row->proposal)});
    if (!row->verdict) {
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("ReviewItem", "Decision")), .value = words(QT_TRANSLATE_NOOP("ReviewItem", "open")), .status = Status::NeedsYou});
        return facts;
    }
    facts.push_back({.key = words(QT_TRANSLATE_NOOP("ReviewItem", "Decision")), .value = verdictWords(*row->verdict), .status = Status::Done});
    if (row->decidedBy)
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("ReviewItem", "Decided by")), .value = words(QT_TRANSLATE_NOOP("ReviewItem", "%1 at %2"))
        .arg(*row->decidedBy, row->decidedAtUtc ? localized(*row->decidedAtUtc) : QString())});
    if (state.detail && state.detail->item.decision)
        facts.push_back({.key = words(QT_TRANSLATE_NOOP("ReviewItem", "Reason")), .value = state.detail->item.decision->reason.toString()});
    return facts;
}

std::vector<Sentence> itemEffects(const api::ReviewItemDetail &detail)
{
    std::vector<Sentence> effects{{.text = detail.item.decision ? words(QT_TRANSLATE_NOOP("ReviewItem", "As it is decided:")) : words(QT_TRANSLATE_NOOP("ReviewItem", "As it is proposed:"))}};
    for (const base::Text &effect : detail.item.effects)
        effects.push_back({.text = localized(effect), .status = Status::Ready});
    return effects.size() == 1 ? std::vector<Sentence>() : effects;
}

std::vector<EvidenceItem> evidenceOf(const model::ReviewItem &item)
{
    std::vector<EvidenceItem> items;
    for (const Evidence &piece : item.evidence) {
        EvidenceItem made{.kind = EvidenceItem::For, .about = kindWord(piece.kind), .statement = localized(piece.statement), .where = piece.place};
        if (piece.line > 0)
            made.where = words(QT_TRANSLATE_NOOP("ReviewItem", "%1, line %2")).arg(piece.place).arg(piece.line);
        if (made.statement.isEmpty())
            made.statement = piece.detail;
        if (piece.rows > 0)
            made.certainty = words(QT_TRANSLATE_NOOP("ReviewItem", "seen in %1 rows")).arg(countText(piece.rows));
        items.push_back(std::move(made));
    }
    return items;
}

namespace {

HistoryItem historyItem(const api::SubjectEvent &event, const QString &subject)
{
    HistoryItem item{.at = event.atUtc, .who = event.actor, .reason = event.reason ? event.reason->toString() : QString()};
    switch (event.act) {
    case api::SubjectAct::Signed:
        item.what = words(QT_TRANSLATE_NOOP("ReviewItem", "Signed %1 off")).arg(subject);
        item.status = Status::Approved;
        break;
    case api::SubjectAct::Revoked:
        item.what = words(QT_TRANSLATE_NOOP("ReviewItem", "Revoked the sign-off of %1")).arg(subject);
        item.status = Status::Blocked;
        break;
    case api::SubjectAct::Assigned:
        item.what = event.to ? words(QT_TRANSLATE_NOOP("ReviewItem", "Assigned %1 to %2")).arg(subject, *event.to) : words(QT_TRANSLATE_NOOP("ReviewItem", "Assigned %1 to nobody")).arg(subject);
        item.status = Status::Ready;
        break;
    }
    return item;
}

} // namespace

std::vector<HistoryItem> historyOf(const ReviewState &state)
{
    std::vector<HistoryItem> items;
    if (state.detail) {
        for (const model::ReviewDecision &decision : state.detail->history)
            items.push_back({.at = decision.atUtc, .who = decision.actor, .what = words(QT_TRANSLATE_NOOP("ReviewItem", "Decided: %1, number %2 in the ledger"))
                .arg(verdictWords(decision.verdict)).arg(decision.sequence), .reason = decision.reason.toString()});
        for (const api::ReviewComment &comment : state.detail->comments)
            items.push_back({.at = comment.atUtc, .who = comment.actor, .what = words(QT_TRANSLATE_NOOP("ReviewItem", "Commented")), .reason = comment.text, .status = Status::Ready});
    }
    for (const api::SubjectEvent &event : state.events)
        items.push_back(historyItem(event, subjectWord(state.subject)));
    return items;
}

QStringList earlierReasons(const ReviewState &state)
{
    QStringList reasons;
    if (state.detail)
        for (auto decision = state.detail->history.rbegin(); decision != state.detail->history.rend(); ++decision)
            reasons += decision->reason.toString();
    reasons.removeDuplicates();
    return reasons;
}

} // namespace lakehouse::views
