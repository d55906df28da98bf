#include "rules/review/review_items.h"

#include "describe/canonical_json.h"
#include "describe/label_of.h"
#include "rules/review/item_findings.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace lakehouse::rules {

using namespace model;
using base::Error;
using base::ErrorCode;
using base::Result;
using base::Text;
using describe::labelOf;

namespace {

/// What the digest of an item covers. A line that moved, another count or wording is the same item.
struct AssertedItem {
    ReviewSubject subject = ReviewSubject::Scope;
    QString item = {};
    QString proposal = {};
    std::vector<QString> asserted = {};
    std::vector<QString> evidence = {};
    QString verdict = {};
};

const describe::TypeInfo &typeOf(describe::Describe<AssertedItem>)
{
    using namespace describe;
    static constexpr FieldInfo fields[] = {
        field<&AssertedItem::subject>("subject", "subject"), field<&AssertedItem::item>("item", "item"), field<&AssertedItem::proposal>("proposal", "proposal"),
        field<&AssertedItem::asserted>("asserted", "asserted"), field<&AssertedItem::evidence>("evidence", "evidence"), field<&AssertedItem::verdict>("verdict", "verdict"),
    };
    static constexpr TypeInfo info = structure<AssertedItem>("AssertedItem", fields);
    return info;
}

/// Kind, place and detail of each piece of evidence, each once.
std::vector<QString> assertedEvidence(const std::vector<Evidence> &evidence)
{
    std::set<QString> places;
    for (const Evidence &piece : evidence)
        places.insert(labelOf(piece.kind) + QChar(0x1f) + piece.place + QChar(0x1f) + piece.detail);
    return {places.begin(), places.end()};
}

ReviewItemDigest digestOf(const ReviewItem &item, const std::vector<QString> &asserted)
{
    return ReviewItemDigest::of(describe::canonicalJson(AssertedItem{item.subject, item.item, item.proposal.toString(), asserted, assertedEvidence(item.evidence),
        item.decision ? item.decision->verdict.toString() : QString()}));
}

Text effectOf(DeleteClass deletes)
{
    switch (deletes) {
    case DeleteClass::Never: case DeleteClass::Soft: return QT_TRANSLATE_NOOP("core", "Where the table loads incrementally, deletes are looked for every few days (delete-audit-days) and not after every load.");
    case DeleteClass::Hard: return QT_TRANSLATE_NOOP("core", "Where the table loads incrementally, deletes are looked for after every load.");
    case DeleteClass::PurgeOnly: return QT_TRANSLATE_NOOP("core", "Rows that a purge deletes stay in the lakehouse, unless [purge-policy] says propagate for the table.");
    }
    return {};
}

} // namespace

std::vector<Text> effectsOf(const ReviewItem &item, const ReviewVerdict &verdict)
{
    const QString column = item.column.value_or(QString());
    switch (verdict.choice()) {
    case ReviewChoice::In: return {QT_TRANSLATE_NOOP("core", "The extraction plan decides how the table loads.")};
    case ReviewChoice::Out: return {QT_TRANSLATE_NOOP("core", "The table is left out of the extraction plan, of bronze and of silver.")};
    case ReviewChoice::Hash: return {{QT_TRANSLATE_NOOP("core", "The extraction plan masks %1: silver, once there is one, holds a keyed hash of it. Equal values stay equal, so joins still hold."), column}};
    case ReviewChoice::Redact: return {{QT_TRANSLATE_NOOP("core", "The extraction plan masks %1: silver, once there is one, holds NULL in place of it."), column}};
    case ReviewChoice::Keep: return {{QT_TRANSLATE_NOOP("core", "The extraction plan does not mask %1."), column}};
    case ReviewChoice::Key: return {{QT_TRANSLATE_NOOP("core", "The extraction plan may merge by %1."), verdict.value()}};
    case ReviewChoice::None:
        if (item.typed != ReviewChoice::Key)
            return {QT_TRANSLATE_NOOP("core", "The tables are loaded as separate things.")};
        return {QT_TRANSLATE_NOOP("core", "The table loads in full; deletes of single rows cannot be told.")};
    case ReviewChoice::Classes: {
        std::vector<Text> effects;
        if (const auto updates = verdict.updateClass())
            effects.push_back(*updates == UpdateClass::PoOnly || *updates == UpdateClass::RawSqlSetsUpdated
                ? Text{QT_TRANSLATE_NOOP("core", "The table may load by the application's watermark.")} : Text{QT_TRANSLATE_NOOP("core", "The application's watermark is not used for this table.")});
        if (const auto deletes = verdict.deleteClass())
            effects.push_back(effectOf(*deletes));
        return effects;
    }
    case ReviewChoice::Accept: case ReviewChoice::Edit: case ReviewChoice::Reject: case ReviewChoice::Pick: case ReviewChoice::BothValid:
        return {QT_TRANSLATE_NOOP("core", "It is recorded and signed. Nothing follows it yet: silver, tests and documentation are not generated.")};
    case ReviewChoice::Open: break;
    }
    return {};
}

namespace {

ReviewItem decidedItem(FoundItem found, const ReviewDecisions &decisions)
{
    ReviewItem &item = found.item;
    const auto decision = decisions.find(item.item);
    if (decision != decisions.end() && checkVerdict(item, decision->verdict))
        item.decision = *decision;
    item.effects = effectsOf(item, item.decision ? item.decision->verdict : item.proposal);
    item.digest = digestOf(item, found.asserted);
    return std::move(found.item);
}

template<typename Finding>
void add(std::vector<ReviewItem> &items, const std::vector<Finding> &findings, const ReviewDecisions &decisions)
{
    items.reserve(findings.size());
    for (const Finding &finding : findings)
        items.push_back(decidedItem(itemOf(finding), decisions));
}

void sortOut(std::vector<ReviewItem> &items)
{
    std::ranges::stable_sort(items, {}, &ReviewItem::item);
    const auto doubled = std::ranges::unique(items, {}, &ReviewItem::item);
    items.erase(doubled.begin(), doubled.end());
}

bool isAmong(const std::vector<ReviewItem> &items, const QString &item)
{
    return std::ranges::binary_search(items, item, {}, &ReviewItem::item);
}

/// A finding that goes away, as another sample of values may let it, lifts nothing that a person decided.
void addHeld(std::vector<ReviewItem> &items, ReviewSubject subject, const ReviewDecisions &decisions)
{
    std::vector<ReviewItem> held;
    for (auto decision = decisions.begin(); decision != decisions.end(); ++decision)
        if (isRestrictive(decision->verdict) && !isAmong(items, decision.key()))
            if (std::optional<FoundItem> item = heldItem(subject, decision.key(), decision->verdict))
                held.push_back(decidedItem(*std::move(item), decisions));
    items.insert(items.end(), std::make_move_iterator(held.begin()), std::make_move_iterator(held.end()));
    std::ranges::sort(items, {}, &ReviewItem::item);
}

ReviewItem goneItem(ReviewSubject subject, const SignedItem &was, const ReviewDecisions &decisions)
{
    ReviewItem item{.subject = subject, .item = was.item, .table = was.table, .column = was.column, .presence = ReviewPresence::Gone,
        .finding = {QT_TRANSLATE_NOOP("core", "No longer found. It was signed as %1."), was.verdict.toString()}, .proposal = was.verdict, .digest = was.digest};
    if (const auto decision = decisions.find(was.item); decision != decisions.end() && decision->verdict == was.verdict)
        item.decision = *decision;
    return item;
}

} // namespace

std::vector<ReviewItem> reviewItems(ReviewSubject subject, const ReviewFindings &findings, const ReviewDecisions &decisions)
{
    std::vector<ReviewItem> items;
    switch (subject) {
    case ReviewSubject::Scope: add(items, findings.scope, decisions); break;
    case ReviewSubject::Pii: add(items, findings.pii, decisions); break;
    case ReviewSubject::Conflicts: add(items, findings.conflicts, decisions); break;
    case ReviewSubject::Identity: add(items, findings.identity, decisions); break;
    case ReviewSubject::WriteBehaviour:
        for (const WriteBehaviour &behaviour : findings.writes)
            if (hasEvidence(behaviour) || decisions.contains(behaviour.table.toString()))
                items.push_back(decidedItem(itemOf(behaviour), decisions));
        break;
    case ReviewSubject::Glossary: add(items, findings.terms, decisions); break;
    }
    sortOut(items);
    addHeld(items, subject, decisions);
    return items;
}

std::vector<ReviewItem> itemsWithoutEvidence(const ReviewFindings &findings, const ReviewDecisions &decisions)
{
    std::vector<ReviewItem> items;
    for (const WriteBehaviour &behaviour : findings.writes)
        if (!hasEvidence(behaviour) && !decisions.contains(behaviour.table.toString()))
            items.push_back(decidedItem(itemOf(behaviour), decisions));
    sortOut(items);
    return items;
}

std::vector<ReviewItem> missingItems(const SignedState &lastSigned, const std::vector<ReviewItem> &items, const ReviewDecisions &decisions)
{
    std::vector<ReviewItem> missing;
    for (const SignedItem &was : lastSigned.items) {
        if (isAmong(items, was.item))
            continue;
        std::optional<FoundItem> held = isRestrictive(was.verdict) ? heldItem(lastSigned.subject, was.item, was.verdict) : std::nullopt;
        missing.push_back(held ? decidedItem(*std::move(held), decisions) : goneItem(lastSigned.subject, was, decisions));
    }
    return missing;
}

Result<> checkVerdict(const ReviewItem &item, const ReviewVerdict &verdict)
{
    if (item.presence == ReviewPresence::Gone)
        return Error{ErrorCode::NotFound, {QT_TRANSLATE_NOOP("core", "%1 is no longer found: there is nothing to decide about it."), item.item},
                     QT_TRANSLATE_NOOP("core", "Signing its subject again takes note of that."), item.item};
    if (verdict.choice() == ReviewChoice::Open || std::ranges::find(item.choices, verdict) != item.choices.end() || verdict.choice() == item.typed)
        return base::Ok{};
    QStringList words;
    for (const ReviewVerdict &choice : item.choices)
        words += choice.toString();
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 cannot be decided as \"%2\"."), item.item, verdict.toString()},
                 {QT_TRANSLATE_NOOP("core", "Possible is: %1"), words.join(QStringLiteral(", "))}, item.item};
}

} // namespace lakehouse::rules
