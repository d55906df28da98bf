#include "rules/review/sign_off.h"

#include <algorithm>
#include <functional>

namespace lakehouse::rules {

using namespace model;

namespace {

std::vector<QString> movedItems(const SignedState &signedState, const SignedState &current)
{
    std::vector<QString> moved;
    auto before = signedState.items.begin();
    auto now = current.items.begin();
    while (before != signedState.items.end() || now != current.items.end()) { // both are by name
        if (now == current.items.end() || (before != signedState.items.end() && before->item < now->item)) {
            moved.push_back(before++->item);
        } else if (before == signedState.items.end() || now->item < before->item) {
            moved.push_back(now++->item);
        } else {
            if (before->digest != now->digest)
                moved.push_back(now->item);
            ++before;
            ++now;
        }
    }
    return moved;
}

void apply(const SignedItem &item, DecisionsInForce &inForce)
{
    if (!item.table)
        return;
    switch (item.verdict.choice()) {
    case ReviewChoice::Out: inForce.outOfScope.push_back(*item.table); break;
    case ReviewChoice::Hash: inForce.masks.push_back({*item.table, item.column.value_or(QString()), Mask::Hash}); break;
    case ReviewChoice::Redact: inForce.masks.push_back({*item.table, item.column.value_or(QString()), Mask::Redact}); break;
    case ReviewChoice::Classes: inForce.classes.push_back({*item.table, item.verdict.updateClass(), item.verdict.deleteClass()}); break;
    case ReviewChoice::Key: inForce.keys.push_back({*item.table, item.verdict.keyColumns()}); break;
    default: break;
    }
}

/// Of what a stale or revoked sign-off covered, the part that takes something away.
std::optional<SignedItem> restriction(SignedItem item)
{
    if (!isRestrictive(item.verdict))
        return std::nullopt;
    if (item.verdict.choice() == ReviewChoice::Classes)
        item.verdict = ReviewVerdict::classes({}, item.verdict.deleteClass()); // how it is updated restricts nothing
    return item;
}

void applyRestrictions(const SignedState &state, DecisionsInForce &inForce)
{
    for (const SignedItem &item : state.items)
        if (const auto restricted = restriction(item))
            apply(*restricted, inForce);
}

/// Of neighbours that are about the same thing the first stays.
template<typename Entry, typename About>
void keepFirst(std::vector<Entry> &entries, About about)
{
    const auto doubled = std::ranges::unique(entries, {}, about);
    entries.erase(doubled.begin(), doubled.end());
}

} // namespace

SignedState signedState(ReviewSubject subject, const std::vector<ReviewItem> &items)
{
    SignedState state{.subject = subject};
    state.items.reserve(items.size());
    for (const ReviewItem &item : items)
        state.items.push_back({item.item, item.table, item.column, item.decision ? item.decision->verdict : ReviewVerdict(ReviewChoice::Open), item.digest});
    std::ranges::sort(state.items, {}, &SignedItem::item);
    return state;
}

SignOffStanding signOffStanding(const SignedState &current, const SignOffHistory &history)
{
    if (!history.approval)
        return {};
    if (history.revokedAt > history.approvedAt)
        return {.state = SignOffState::Revoked};
    if (current.digest() == history.approval->digest)
        return {.state = SignOffState::Signed};
    return {.state = SignOffState::Stale, .moved = movedItems(history.signedState, current)};
}

DecisionsInForce decisionsInForce(const std::vector<SignedSubject> &subjects)
{
    DecisionsInForce inForce;
    for (const SignedSubject &subject : subjects) {
        if (!subject.lastSigned)
            continue;
        if (subject.state == SignOffState::Signed) {
            for (const SignedItem &item : subject.lastSigned->items)
                apply(item, inForce);
            continue;
        }
        applyRestrictions(*subject.lastSigned, inForce);
        for (const SignedState *before : subject.before)
            applyRestrictions(*before, inForce);
    }
    const auto column = [](const MaskedColumn &mask) { return std::pair(mask.table, mask.column); };
    std::ranges::sort(inForce.masks, {}, [&](const MaskedColumn &mask) { return std::pair(column(mask), mask.mask != Mask::Redact); }); // what shows less comes first
    keepFirst(inForce.masks, column);
    std::ranges::sort(inForce.outOfScope);
    keepFirst(inForce.outOfScope, std::identity());
    std::ranges::sort(inForce.classes, {}, &DecidedClasses::table);
    keepFirst(inForce.classes, &DecidedClasses::table);
    std::ranges::sort(inForce.keys, {}, &DecidedKey::table);
    return inForce;
}

} // namespace lakehouse::rules
