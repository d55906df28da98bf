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

} // namespace

std::vector<Text> effectsOf(const ReviewItem &item, const ReviewVerdict &verdict)
{
    const QString column = item.column.value_or(QString());
    switch (verdict.choice()) {
    case ReviewChoice::In: return {QT_TRANSLATE_NOOP("core", "The extraction plan decides how the table loads.")};
    case ReviewChoice::Out: return {QT_TRANSLATE_NOOP("core", "The table is left out of the extraction plan, of bronze and of silver.")};
    case ReviewChoice::Hash: return {{QT_TRANSLATE_NOOP("core", "Silver holds a keyed hash of %1: equal values stay equal, so joins still hold."), column}};
    case ReviewChoice::Redact: return {{QT_TRANSLATE_NOOP("core", "Silver holds NULL in place of %1."), column}};
    case ReviewChoice::Keep: return {{QT_TRANSLATE_NOOP("core", "Silver holds %1 as it is."), column}};
    case ReviewChoice::Key: return {{QT_TRANSLATE_NOOP("core", "The extraction plan may merge by %1; silver tests that it is unique and not NULL."), verdict.value()}};
    case ReviewChoice::None:
        if (item.typed != ReviewChoice::Key)
            return {QT_TRANSLATE_NOOP("core", "The tables are loaded as separate things.")};
        return {QT_TRANSLATE_NOOP("core", "The table loads in full; deletes of single rows cannot be told.")};
    case ReviewChoice::Classes: {
        std::vector<Text> effects;
        if (const auto updates = verdict.updateClass())
            effects.push_back(*updates == UpdateClass::PoOnly || *updates == UpdateClass::RawSqlSetsUpdated
                ? Text{QT_TRANSLATE_NOOP("core", "The table may load by the application's watermark.")} : Text{QT_TRANSLATE_NOOP("core", "The application's watermark is not used for this table.")});
        if (verdict.deleteClass())
            effects.push_back(QT_TRANSLATE_NOOP("core", "How rows disappear is recorded; loads do not go by it yet."));
        return effects;
    }
    case ReviewChoice::Accept: case ReviewChoice::Edit: return {QT_TRANSLATE_NOOP("core", "Documentation and requirements use the term with this meaning.")};
    case ReviewChoice::Reject: return {QT_TRANSLATE_NOOP("core", "The term is not used.")};
    case ReviewChoice::Pick: case ReviewChoice::BothValid: return {QT_TRANSLATE_NOOP("core", "Tests and documentation follow what is decided here.")};
    case ReviewChoice::Open: break;
    }
    return {};
}

namespace {

template<typename Finding>
void add(std::vector<ReviewItem> &items, const std::vector<Finding> &findings, const ReviewDecisions &decisions)
{
    items.reserve(findings.size());
    for (const Finding &finding : findings) {
        FoundItem found = itemOf(finding);
        const auto decision = decisions.find(found.item.item);
        if (decision != decisions.end() && checkVerdict(found.item, decision->verdict))
            found.item.decision = *decision;
        found.item.effects = effectsOf(found.item, found.item.decision ? found.item.decision->verdict : found.item.proposal);
        found.item.digest = digestOf(found.item, found.asserted);
        items.push_back(std::move(found.item));
    }
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
    case ReviewSubject::WriteBehaviour: add(items, findings.writes, decisions); break;
    case ReviewSubject::Glossary: add(items, findings.terms, decisions); break;
    }
    std::ranges::stable_sort(items, {}, &ReviewItem::item);
    const auto doubled = std::ranges::unique(items, {}, &ReviewItem::item);
    items.erase(doubled.begin(), doubled.end());
    return items;
}

Result<> checkVerdict(const ReviewItem &item, const ReviewVerdict &verdict)
{
    if (verdict.choice() == ReviewChoice::Open || std::ranges::find(item.choices, verdict) != item.choices.end() || verdict.choice() == item.typed)
        return base::Ok{};
    QStringList words;
    for (const ReviewVerdict &choice : item.choices)
        words += choice.toString();
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 cannot be decided as \"%2\"."), item.item, verdict.toString()},
                 {QT_TRANSLATE_NOOP("core", "Possible is: %1"), words.join(QStringLiteral(", "))}, item.item};
}

} // namespace lakehouse::rules
