#include "model/review.h"

#include "describe/canonical_json.h"
#include "describe/describe.h"
#include "describe/json_reader.h"
#include "describe/label_of.h"

#include <QStringList>

namespace lakehouse::model {

using namespace describe;
using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr QLatin1StringView updatePrefix("update="), deletePrefix("delete=");

template<typename Enum>
std::optional<Enum> fromLabel(QStringView text)
{
    Enum value{};
    return readWord(text.toString(), typeOf(Describe<Enum>()), &value) ? std::optional(value) : std::nullopt;
}

Error notAVerdict(const QString &text)
{
    return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "\"%1\" is not a decision."), text.left(80)},
                 QT_TRANSLATE_NOOP("core", "There is: in, out (scope); hash, redact, keep (pii); pick:first, pick:second, both-valid (conflicts); key:column,column, none (identity); "
                                           "update=CLASS,delete=CLASS (write-behaviour); accept, reject, edit:TEXT (glossary); open takes a decision back.")};
}

struct Classes {
    std::optional<UpdateClass> updates = {};
    std::optional<DeleteClass> deletes = {};
};

/// "update=po_only,delete=soft", either part once; nothing when it is something else.
std::optional<Classes> readClasses(QStringView text)
{
    Classes classes;
    for (const QStringView part : text.split(QLatin1Char(','))) {
        if (part.startsWith(updatePrefix) && !classes.updates)
            classes.updates = fromLabel<UpdateClass>(part.sliced(updatePrefix.size()));
        else if (part.startsWith(deletePrefix) && !classes.deletes)
            classes.deletes = fromLabel<DeleteClass>(part.sliced(deletePrefix.size()));
        else
            return std::nullopt;
        if (part.startsWith(updatePrefix) ? !classes.updates : !classes.deletes)
            return std::nullopt;
    }
    return classes;
}

/// Whether a choice is written with a value after it, and such a one.
bool fits(ReviewChoice choice, const QString &value)
{
    switch (choice) {
    case ReviewChoice::Pick: return value == QLatin1String("first") || value == QLatin1String("second");
    case ReviewChoice::Key: return readSqlIdentifiers(value, QLatin1Char(',')).has_value();
    case ReviewChoice::Edit: return !value.trimmed().isEmpty();
    case ReviewChoice::Classes: return false; // written as its value alone
    default: return value.isEmpty();
    }
}

} // namespace

Result<ReviewVerdict> ReviewVerdict::parse(const QString &text)
{
    if (text.startsWith(updatePrefix) || text.startsWith(deletePrefix)) {
        const std::optional<Classes> read = readClasses(text);
        if (!read)
            return notAVerdict(text);
        return classes(read->updates, read->deletes);
    }
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    const std::optional<ReviewChoice> choice = fromLabel<ReviewChoice>(QStringView(text).left(colon < 0 ? text.size() : colon));
    ReviewVerdict verdict;
    if (!choice)
        return notAVerdict(text);
    verdict.m_choice = *choice;
    if (colon >= 0)
        verdict.m_value = text.sliced(colon + 1);
    if (!fits(*choice, verdict.m_value) || (colon >= 0 && verdict.m_value.isEmpty()))
        return notAVerdict(text);
    return verdict;
}

ReviewVerdict ReviewVerdict::pick(Side side)
{
    ReviewVerdict verdict(ReviewChoice::Pick);
    verdict.m_value = side == Side::First ? QStringLiteral("first") : QStringLiteral("second");
    return verdict;
}

ReviewVerdict ReviewVerdict::key(const std::vector<QString> &columns)
{
    ReviewVerdict verdict(ReviewChoice::Key);
    for (const QString &column : columns)
        verdict.m_value += (verdict.m_value.isEmpty() ? QString() : QStringLiteral(",")) + sqlIdentifier(column);
    return verdict;
}

ReviewVerdict ReviewVerdict::edit(const QString &definition)
{
    ReviewVerdict verdict(ReviewChoice::Edit);
    verdict.m_value = definition;
    return verdict;
}

ReviewVerdict ReviewVerdict::classes(std::optional<UpdateClass> updates, std::optional<DeleteClass> deletes)
{
    ReviewVerdict verdict(ReviewChoice::Classes);
    if (updates)
        verdict.m_value = updatePrefix + labelOf(*updates);
    if (deletes)
        verdict.m_value += (updates ? QStringLiteral(",") : QString()) + deletePrefix + labelOf(*deletes);
    return verdict;
}

QString ReviewVerdict::toString() const
{
    if (m_choice == ReviewChoice::Classes)
        return m_value;
    const QString word = labelOf(m_choice);
    return m_value.isEmpty() ? word : word + QLatin1Char(':') + m_value;
}

std::vector<QString> ReviewVerdict::keyColumns() const
{
    return m_choice == ReviewChoice::Key ? readSqlIdentifiers(m_value, QLatin1Char(',')).value_or(std::vector<QString>()) : std::vector<QString>();
}

std::optional<UpdateClass> ReviewVerdict::updateClass() const
{
    return m_choice == ReviewChoice::Classes ? readClasses(m_value).value_or(Classes()).updates : std::nullopt;
}

std::optional<DeleteClass> ReviewVerdict::deleteClass() const
{
    return m_choice == ReviewChoice::Classes ? readClasses(m_value).value_or(Classes()).deletes : std::nullopt;
}

bool isRestrictive(const ReviewVerdict &verdict)
{
    switch (verdict.choice()) {
    case ReviewChoice::Out: case ReviewChoice::Hash: case ReviewChoice::Redact: return true;
    case ReviewChoice::Classes: return verdict.deleteClass() == DeleteClass::PurgeOnly; // purged rows are retained
    default: return false;
    }
}

QString inWords(SignOffState state)
{
    return labelOf(state).replace(QLatin1Char('-'), QLatin1Char(' '));
}

ReviewDigest SignedState::digest() const
{
    return ReviewDigest::of(canonicalJson(*this));
}

const TypeInfo &typeOf(Describe<ReviewSubject>)
{
    static constexpr LabelInfo labels[] = {
        label(ReviewSubject::Scope, "scope", ""),
        label(ReviewSubject::Pii, "pii", ""),
        label(ReviewSubject::Conflicts, "conflicts", ""),
        label(ReviewSubject::Identity, "identity", ""),
        label(ReviewSubject::WriteBehaviour, "write-behaviour", ""),
        label(ReviewSubject::Glossary, "glossary", ""),
    };
    static constexpr TypeInfo info = enumeration<ReviewSubject>("ReviewSubject", labels);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewChoice>)
{
    static constexpr LabelInfo labels[] = {
        label(ReviewChoice::In, "in", "scope"), label(ReviewChoice::Out, "out", "scope"),
        label(ReviewChoice::Hash, "hash", "personal data"), label(ReviewChoice::Redact, "redact", "personal data"), label(ReviewChoice::Keep, "keep", "personal data"),
        label(ReviewChoice::Pick, "pick", "conflicts: the first or the second"), label(ReviewChoice::BothValid, "both-valid", "conflicts"),
        label(ReviewChoice::Key, "key", "identity: its columns"), label(ReviewChoice::None, "none", "identity"),
        label(ReviewChoice::Accept, "accept", "glossary"), label(ReviewChoice::Reject, "reject", "glossary"), label(ReviewChoice::Edit, "edit", "glossary: the definition"),
        label(ReviewChoice::Classes, "classes", "write behaviour"),
        label(ReviewChoice::Open, "open", "takes the decision back"),
    };
    static constexpr TypeInfo info = enumeration<ReviewChoice>("ReviewChoice", labels);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewVerdict>)
{
    static constexpr TypeInfo info = parsed<ReviewVerdict>("ReviewVerdict");
    return info;
}

const TypeInfo &typeOf(Describe<ReviewDecision>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewDecision::verdict>("verdict", "verdict"),
        field<&ReviewDecision::reason>("reason", "reason"),
        field<&ReviewDecision::actor>("actor", "actor"),
        field<&ReviewDecision::atUtc>("at-utc", "at utc"),
        field<&ReviewDecision::sequence>("sequence", "in the ledger"),
    };
    static constexpr TypeInfo info = structure<ReviewDecision>("ReviewDecision", fields);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewPresence>)
{
    static constexpr LabelInfo labels[] = {
        label(ReviewPresence::Found, "found", ""),
        label(ReviewPresence::Held, "held", "no longer found; stays until a person lifts it and signs"),
        label(ReviewPresence::Gone, "gone", "no longer found since it was signed"),
    };
    static constexpr TypeInfo info = enumeration<ReviewPresence>("ReviewPresence", labels);
    return info;
}

const TypeInfo &typeOf(Describe<ReviewItem>)
{
    static constexpr FieldInfo fields[] = {
        field<&ReviewItem::subject>("subject", "subject"),
        field<&ReviewItem::item>("item", "item"),
        field<&ReviewItem::table>("table", "table"),
        field<&ReviewItem::column>("column", "column"),
        field<&ReviewItem::presence>("presence", "whether it is still found", Presence::Defaulted),
        field<&ReviewItem::finding>("finding", "what was found"),
        field<&ReviewItem::proposal>("proposal", "what follows from the evidence alone"),
        field<&ReviewItem::choices>("choices", "that need nothing typed"),
        field<&ReviewItem::typed>("typed", "a choice whose value a person may type"),
        field<&ReviewItem::evidence>("evidence", "evidence"),
        field<&ReviewItem::effects>("effects", "of what is decided, else of the proposal: plan rows, silver columns"),
        field<&ReviewItem::decision>("decision", "decision"),
        field<&ReviewItem::digest>("digest", "over what is asserted and decided"),
    };
    static constexpr TypeInfo info = structure<ReviewItem>("ReviewItem", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DecisionFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&DecisionFact::subject>("subject", "subject"),
        field<&DecisionFact::item>("item", "item"),
        field<&DecisionFact::verdict>("verdict", "verdict"),
        field<&DecisionFact::reason>("reason", "reason"),
    };
    static constexpr TypeInfo info = structure<DecisionFact>("DecisionFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<CommentFact>)
{
    static constexpr FieldInfo fields[] = {field<&CommentFact::text>("text", "what was said")};
    static constexpr TypeInfo info = structure<CommentFact>("CommentFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<AssignmentFact>)
{
    static constexpr FieldInfo fields[] = {field<&AssignmentFact::to>("to", "who is asked to decide; empty: nobody")};
    static constexpr TypeInfo info = structure<AssignmentFact>("AssignmentFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SignedItem>)
{
    static constexpr FieldInfo fields[] = {
        field<&SignedItem::item>("item", "item"),
        field<&SignedItem::table>("table", "table"),
        field<&SignedItem::column>("column", "column"),
        field<&SignedItem::verdict>("verdict", "verdict"),
        field<&SignedItem::digest>("digest", "digest"),
    };
    static constexpr TypeInfo info = structure<SignedItem>("SignedItem", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SignedState>)
{
    static constexpr FieldInfo fields[] = {
        field<&SignedState::subject>("subject", "subject"),
        field<&SignedState::items>("items", "by name"),
    };
    static constexpr TypeInfo info = structure<SignedState>("SignedState", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SignOffAct>)
{
    static constexpr LabelInfo labels[] = {
        label(SignOffAct::Approve, "approve", ""),
        label(SignOffAct::Revoke, "revoke", ""),
    };
    static constexpr TypeInfo info = enumeration<SignOffAct>("SignOffAct", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SignOffFact>)
{
    static constexpr FieldInfo fields[] = {
        field<&SignOffFact::subject>("subject", "subject"),
        field<&SignOffFact::act>("act", "act"),
        field<&SignOffFact::digest>("digest", "what was signed, or whose sign-off was revoked"),
        field<&SignOffFact::items>("items", "items"),
        field<&SignOffFact::state>("state", "a SignedState"),
        field<&SignOffFact::reason>("reason", "reason"),
        field<&SignOffFact::approval>("approval", "of a revocation: the sign-off's entry in the ledger"),
    };
    static constexpr TypeInfo info = structure<SignOffFact>("SignOffFact", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SignOffState>)
{
    static constexpr LabelInfo labels[] = {
        label(SignOffState::NotSigned, "not-signed", ""),
        label(SignOffState::Signed, "signed", ""),
        label(SignOffState::Stale, "stale", ""),
        label(SignOffState::Revoked, "revoked", ""),
    };
    static constexpr TypeInfo info = enumeration<SignOffState>("SignOffState", labels);
    return info;
}

const TypeInfo &typeOf(Describe<MaskedColumn>)
{
    static constexpr FieldInfo fields[] = {
        field<&MaskedColumn::table>("table", "table"),
        field<&MaskedColumn::column>("column", "column"),
        field<&MaskedColumn::mask>("mask", "mask"),
    };
    static constexpr TypeInfo info = structure<MaskedColumn>("MaskedColumn", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DecidedClasses>)
{
    static constexpr FieldInfo fields[] = {
        field<&DecidedClasses::table>("table", "table"),
        field<&DecidedClasses::updates>("updates", "how the application updates it"),
        field<&DecidedClasses::deletes>("deletes", "how rows disappear"),
    };
    static constexpr TypeInfo info = structure<DecidedClasses>("DecidedClasses", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DecidedKey>)
{
    static constexpr FieldInfo fields[] = {
        field<&DecidedKey::table>("table", "table"),
        field<&DecidedKey::columns>("columns", "columns"),
    };
    static constexpr TypeInfo info = structure<DecidedKey>("DecidedKey", fields);
    return info;
}

const TypeInfo &typeOf(Describe<DecisionsInForce>)
{
    static constexpr FieldInfo fields[] = {
        field<&DecisionsInForce::outOfScope>("out-of-scope", "tables that are not loaded"),
        field<&DecisionsInForce::masks>("masks", "masked columns"),
        field<&DecisionsInForce::classes>("classes", "classes of writing"),
        field<&DecisionsInForce::keys>("keys", "keys"),
    };
    static constexpr TypeInfo info = structure<DecisionsInForce>("DecisionsInForce", fields);
    return info;
}

} // namespace lakehouse::model
