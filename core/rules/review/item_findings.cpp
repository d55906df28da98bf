#include "rules/review/item_findings.h"

#include "describe/label_of.h"

#include <QStringList>

namespace lakehouse::rules {

using namespace model;
using base::Text;
using describe::labelOf;

namespace {

QString columnItem(const TableName &table, const QString &column)
{
    return table.toString() + QLatin1Char('.') + sqlIdentifier(column);
}

std::vector<ReviewVerdict> verdicts(std::initializer_list<ReviewChoice> choices)
{
    return {choices.begin(), choices.end()};
}

Text words(PersonalData personalData)
{
    switch (personalData) {
    case PersonalData::Email: return QT_TRANSLATE_NOOP("core", "e-mail addresses");
    case PersonalData::Phone: return QT_TRANSLATE_NOOP("core", "phone numbers");
    case PersonalData::PersonName: return QT_TRANSLATE_NOOP("core", "names of persons");
    case PersonalData::Address: return QT_TRANSLATE_NOOP("core", "addresses");
    case PersonalData::BirthDate: return QT_TRANSLATE_NOOP("core", "dates of birth");
    case PersonalData::NationalId: return QT_TRANSLATE_NOOP("core", "national identity numbers");
    case PersonalData::Iban: return QT_TRANSLATE_NOOP("core", "bank account numbers (IBAN)");
    case PersonalData::PaymentCard: return QT_TRANSLATE_NOOP("core", "payment card numbers");
    case PersonalData::IpAddress: return QT_TRANSLATE_NOOP("core", "IP addresses");
    case PersonalData::Credential: return QT_TRANSLATE_NOOP("core", "passwords or keys");
    case PersonalData::FreeText: return QT_TRANSLATE_NOOP("core", "free text, which may hold anything");
    }
    return {};
}

Text words(UpdateClass updates)
{
    switch (updates) {
    case UpdateClass::PoOnly: return QT_TRANSLATE_NOOP("core", "It updates rows only through its persistence layer.");
    case UpdateClass::RawSqlSetsUpdated: return QT_TRANSLATE_NOOP("core", "It updates rows by statements that all set the watermark.");
    case UpdateClass::RawSqlOmitsUpdated: return QT_TRANSLATE_NOOP("core", "It updates rows by a statement that leaves the watermark out.");
    case UpdateClass::NoneSeen: return QT_TRANSLATE_NOOP("core", "It was not seen to update rows.");
    }
    return {};
}

Text words(DeleteClass deletes)
{
    switch (deletes) {
    case DeleteClass::Never: return QT_TRANSLATE_NOOP("core", "It was not seen to delete rows.");
    case DeleteClass::Soft: return QT_TRANSLATE_NOOP("core", "It marks rows as deleted.");
    case DeleteClass::Hard: return QT_TRANSLATE_NOOP("core", "It deletes rows.");
    case DeleteClass::PurgeOnly: return QT_TRANSLATE_NOOP("core", "It deletes rows only in housekeeping.");
    }
    return {};
}

/// What a verdict takes away, as a part of a sentence.
Text restrictionWords(const ReviewVerdict &verdict)
{
    switch (verdict.choice()) {
    case ReviewChoice::Out: return QT_TRANSLATE_NOOP("core", "out of scope");
    case ReviewChoice::Hash: return QT_TRANSLATE_NOOP("core", "to be hashed");
    case ReviewChoice::Redact: return QT_TRANSLATE_NOOP("core", "to be redacted");
    default: return QT_TRANSLATE_NOOP("core", "purged only in housekeeping");
    }
}

/// A hash keeps joins possible; what nobody joins on, or what a hash would betray, is emptied.
ReviewChoice maskFor(PersonalData personalData)
{
    switch (personalData) {
    case PersonalData::Address: case PersonalData::BirthDate: case PersonalData::Credential: case PersonalData::FreeText: return ReviewChoice::Redact;
    default: return ReviewChoice::Hash;
    }
}

Text finding(const Conflict &conflict)
{
    switch (conflict.kind) {
    case ConflictKind::DuplicatesInUnique: return {QT_TRANSLATE_NOOP("core", "%1 is said to be unique, and there are duplicates."), conflict.about};
    case ConflictKind::NullsInMandatory: return {QT_TRANSLATE_NOOP("core", "%1 is said to be mandatory, and there are NULLs."), conflict.about};
    case ConflictKind::OrphansOfForeignKey: return {QT_TRANSLATE_NOOP("core", "%1 leads to rows that are not there."), conflict.about};
    case ConflictKind::TwoDefinitions: return {QT_TRANSLATE_NOOP("core", "%1: two definitions differ."), conflict.about};
    case ConflictKind::OtherDefinition: return {QT_TRANSLATE_NOOP("core", "%1 is another in the database than in the application's source."), conflict.about};
    }
    return {};
}

bool isUnique(const KeyCandidate &candidate)
{
    return candidate.isComplete && candidate.rows > 0 && candidate.duplicates == 0 && candidate.nulls == 0;
}

} // namespace

FoundItem itemOf(const ScopeProposal &proposal)
{
    const ReviewVerdict proposed(proposal.choice == ScopeChoice::In ? ReviewChoice::In : ReviewChoice::Out);
    return {{.subject = ReviewSubject::Scope, .item = proposal.table.toString(), .table = proposal.table, .finding = proposal.why, .proposal = proposed,
             .choices = verdicts({ReviewChoice::In, ReviewChoice::Out}), .evidence = proposal.evidence},
            {proposed.toString()}};
}

FoundItem itemOf(const PiiCandidate &candidate)
{
    const Text finding = candidate.sampled > 0
        ? Text{QT_TRANSLATE_NOOP("core", "May hold %1: %2 of %3 values that were looked at."), words(candidate.personalData), candidate.matched, candidate.sampled}
        : Text{QT_TRANSLATE_NOOP("core", "May hold %1, by its name."), words(candidate.personalData)};
    const ReviewVerdict proposed(candidate.confidence == Confidence::Weak ? ReviewChoice::Keep : maskFor(candidate.personalData));
    return {{.subject = ReviewSubject::Pii, .item = columnItem(candidate.table, candidate.column), .table = candidate.table, .column = candidate.column, .finding = finding,
             .proposal = proposed, .choices = verdicts({ReviewChoice::Hash, ReviewChoice::Redact, ReviewChoice::Keep}), .evidence = candidate.evidence},
            {labelOf(candidate.personalData)}};
}

FoundItem itemOf(const Conflict &conflict)
{
    // What was measured weighs more than what was said; of two definitions the live one counts, and two meanings may both be right.
    const ReviewVerdict proposed = conflict.kind == ConflictKind::TwoDefinitions ? ReviewVerdict(ReviewChoice::BothValid)
        : ReviewVerdict::pick(conflict.kind == ConflictKind::OtherDefinition ? ReviewVerdict::Side::First : ReviewVerdict::Side::Second);
    FoundItem found{{.subject = ReviewSubject::Conflicts, .item = conflict.table.toString() + QLatin1Char(':') + labelOf(conflict.kind) + QLatin1Char(':') + conflict.about,
                     .table = conflict.table,
                     .finding = {QT_TRANSLATE_NOOP("core", "%1 First: %2 Second: %3"), finding(conflict), conflict.first, conflict.second}, .proposal = proposed,
                     .choices = {ReviewVerdict::pick(ReviewVerdict::Side::First), ReviewVerdict::pick(ReviewVerdict::Side::Second), ReviewVerdict(ReviewChoice::BothValid)},
                     .evidence = conflict.firstEvidence},
                    {labelOf(conflict.kind), conflict.about}};
    found.item.evidence.insert(found.item.evidence.end(), conflict.secondEvidence.begin(), conflict.secondEvidence.end());
    return found;
}

FoundItem itemOf(const IdentityCandidate &candidate)
{
    FoundItem found{{.subject = ReviewSubject::Identity, .item = candidate.table.toString(), .table = candidate.table, .proposal = ReviewVerdict(ReviewChoice::None),
                     .evidence = candidate.evidence},
                    {labelOf(candidate.question)}};
    ReviewItem &item = found.item;
    if (candidate.question == IdentityQuestion::SeveralNames) {
        QStringList others;
        for (const TableName &other : candidate.others)
            others += other.toString();
        item.item += QStringLiteral(":several-names");
        item.finding = {QT_TRANSLATE_NOOP("core", "May hold the same things as %1."), others.join(QStringLiteral(", "))};
        item.choices = verdicts({ReviewChoice::None});
        found.asserted.insert(found.asserted.end(), others.begin(), others.end());
        return found;
    }
    for (const KeyCandidate &key : candidate.candidates) {
        const ReviewVerdict verdict = ReviewVerdict::key(key.columns);
        if (isUnique(key) && item.proposal.choice() == ReviewChoice::None)
            item.proposal = verdict;
        item.choices.push_back(verdict);
        found.asserted.push_back(verdict.toString() + (isUnique(key) ? QStringLiteral(" unique") : QString()));
    }
    item.choices.push_back(ReviewVerdict(ReviewChoice::None));
    item.typed = ReviewChoice::Key; // most of all where no candidate was found
    item.finding = item.proposal.choice() == ReviewChoice::Key
        ? Text{QT_TRANSLATE_NOOP("core", "The table has no key; %1 identified every row when it was measured."), item.proposal.value()}
        : Text{QT_TRANSLATE_NOOP("core", "The table has no key, and no columns that identify every row were found.")};
    return found;
}

FoundItem itemOf(const WriteBehaviour &behaviour)
{
    const QString updates = labelOf(behaviour.updates), deletes = labelOf(behaviour.deletes);
    const Text inserts = behaviour.inserts == InsertClass::Seen ? Text(QT_TRANSLATE_NOOP("core", "The application's code inserts rows."))
                                                                : Text(QT_TRANSLATE_NOOP("core", "The application's code was not seen to insert rows."));
    return {{.subject = ReviewSubject::WriteBehaviour, .item = behaviour.table.toString(), .table = behaviour.table,
             .finding = hasEvidence(behaviour) ? Text{QT_TRANSLATE_NOOP("core", "%1 %2 %3"), inserts, words(behaviour.updates), words(behaviour.deletes)}
                                               : Text{QT_TRANSLATE_NOOP("core", "No code of the application was seen that writes to the table.")},
             .proposal = ReviewVerdict::classes(behaviour.updates, behaviour.deletes), .choices = {ReviewVerdict::classes(behaviour.updates, behaviour.deletes)},
             .typed = ReviewChoice::Classes, .evidence = behaviour.evidence},
            {labelOf(behaviour.inserts), updates, deletes}};
}

FoundItem itemOf(const GlossaryTerm &term)
{
    QString item = term.term; // several places may define one term
    if (term.table)
        item += QStringLiteral(" (%1)").arg(term.column ? columnItem(*term.table, *term.column) : term.table->toString());
    return {{.subject = ReviewSubject::Glossary, .item = item, .table = term.table, .column = term.column,
             .finding = {QT_TRANSLATE_NOOP("core", "%1"), term.definition}, .proposal = ReviewVerdict(ReviewChoice::Accept),
             .choices = verdicts({ReviewChoice::Accept, ReviewChoice::Reject}), .typed = ReviewChoice::Edit, .evidence = term.evidence},
            {term.definition}};
}

bool hasEvidence(const WriteBehaviour &behaviour)
{
    return !behaviour.evidence.empty() || behaviour.inserts != InsertClass::NoneSeen || behaviour.updates != UpdateClass::NoneSeen || behaviour.deletes != DeleteClass::Never;
}

std::optional<FoundItem> heldItem(ReviewSubject subject, const QString &name, const ReviewVerdict &held)
{
    const std::vector<QString> parts = readSqlIdentifiers(name, QLatin1Char('.')).value_or(std::vector<QString>());
    const bool isColumn = subject == ReviewSubject::Pii;
    if (parts.size() != (isColumn ? 3u : 2u))
        return std::nullopt;
    const base::Result<TableName> table = TableName::create(parts[0], parts[1]);
    if (!table)
        return std::nullopt;
    ReviewItem item{.subject = subject, .item = name, .table = table.value(), .presence = ReviewPresence::Held,
        .finding = {QT_TRANSLATE_NOOP("core", "No longer found. That it is %1 was decided and holds until a person decides otherwise and signs."), restrictionWords(held)}, .proposal = held};
    if (isColumn)
        item.column = parts[2];
    if (subject == ReviewSubject::WriteBehaviour) {
        item.proposal = ReviewVerdict::classes({}, held.deleteClass());
        item.choices = {item.proposal};
        item.typed = ReviewChoice::Classes;
    } else {
        item.choices = isColumn ? verdicts({ReviewChoice::Hash, ReviewChoice::Redact, ReviewChoice::Keep}) : verdicts({ReviewChoice::In, ReviewChoice::Out});
    }
    return FoundItem{std::move(item), {QStringLiteral("no longer found")}};
}

} // namespace lakehouse::rules
