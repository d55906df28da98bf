#include "pages/review/review_words.h"

#include "kit/localized.h"

#include <QCoreApplication>

namespace lakehouse::views {

using model::DeleteClass;
using model::ReviewChoice;
using model::ReviewSubject;
using model::ReviewVerdict;
using model::SignOffState;
using model::UpdateClass;

namespace {

constexpr qsizetype mostNames = 5;

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("ReviewWords", source, nullptr, int(count));
}

QString classesWords(const ReviewVerdict &verdict)
{
    QStringList parts;
    if (const auto updates = verdict.updateClass())
        parts += words(QT_TRANSLATE_NOOP("ReviewWords", "updates: %1")).arg(updateClassWords(*updates));
    if (const auto deletes = verdict.deleteClass())
        parts += words(QT_TRANSLATE_NOOP("ReviewWords", "deletes: %1")).arg(deleteClassWords(*deletes));
    return parts.join(QStringLiteral("; "));
}

} // namespace

QString subjectWord(ReviewSubject subject)
{
    switch (subject) {
    case ReviewSubject::Scope: return words(QT_TRANSLATE_NOOP("ReviewWords", "Scope"));
    case ReviewSubject::Pii: return words(QT_TRANSLATE_NOOP("ReviewWords", "Personal data"));
    case ReviewSubject::Conflicts: return words(QT_TRANSLATE_NOOP("ReviewWords", "Conflicts"));
    case ReviewSubject::Identity: return words(QT_TRANSLATE_NOOP("ReviewWords", "Identity"));
    case ReviewSubject::WriteBehaviour: return words(QT_TRANSLATE_NOOP("ReviewWords", "Write behaviour"));
    case ReviewSubject::Glossary: return words(QT_TRANSLATE_NOOP("ReviewWords", "Glossary"));
    }
    return {};
}

QString subjectsInWords(const std::vector<ReviewSubject> &subjects)
{
    QStringList names;
    for (const ReviewSubject subject : subjects)
        names += subjectWord(subject);
    return names.join(QStringLiteral(", "));
}

QString subjectQuestion(ReviewSubject subject)
{
    switch (subject) {
    case ReviewSubject::Scope: return words(QT_TRANSLATE_NOOP("ReviewWords", "Which tables are loaded at all?"));
    case ReviewSubject::Pii: return words(QT_TRANSLATE_NOOP("ReviewWords", "Which columns hold personal data, and how does silver show them?"));
    case ReviewSubject::Conflicts: return words(QT_TRANSLATE_NOOP("ReviewWords", "Where two pieces of evidence disagree, which one holds?"));
    case ReviewSubject::Identity: return words(QT_TRANSLATE_NOOP("ReviewWords", "What identifies a row where the source has no key?"));
    case ReviewSubject::WriteBehaviour: return words(QT_TRANSLATE_NOOP("ReviewWords", "How does the application change and delete rows?"));
    case ReviewSubject::Glossary: return words(QT_TRANSLATE_NOOP("ReviewWords", "What do the terms of the business mean?"));
    }
    return {};
}

QString nothingFound(ReviewSubject subject)
{
    switch (subject) {
    case ReviewSubject::Scope: return words(QT_TRANSLATE_NOOP("ReviewWords", "The analysis found no tables."));
    case ReviewSubject::Pii: return words(QT_TRANSLATE_NOOP("ReviewWords", "The analysis found no columns that may hold personal data."));
    case ReviewSubject::Conflicts: return words(QT_TRANSLATE_NOOP("ReviewWords", "The analysis found no pieces of evidence that disagree."));
    case ReviewSubject::Identity: return words(QT_TRANSLATE_NOOP("ReviewWords", "The analysis found no tables without a key."));
    case ReviewSubject::WriteBehaviour: return words(QT_TRANSLATE_NOOP("ReviewWords", "The analysis found no code of the application that writes: [observe] of ekos.toml says where it looks."));
    case ReviewSubject::Glossary: return words(QT_TRANSLATE_NOOP("ReviewWords", "The analysis found no terms of the business."));
    }
    return {};
}

QString signOffWord(SignOffState state)
{
    switch (state) {
    case SignOffState::NotSigned: return words(QT_TRANSLATE_NOOP("ReviewWords", "Not signed"));
    case SignOffState::Signed: return words(QT_TRANSLATE_NOOP("ReviewWords", "Signed"));
    case SignOffState::Stale: return words(QT_TRANSLATE_NOOP("ReviewWords", "Stale"));
    case SignOffState::Revoked: return words(QT_TRANSLATE_NOOP("ReviewWords", "Revoked"));
    }
    return {};
}

Status signOffStatus(SignOffState state)
{
    switch (state) {
    case SignOffState::NotSigned: return Status::NotStarted;
    case SignOffState::Signed: return Status::Approved;
    case SignOffState::Stale: return Status::Stale;
    case SignOffState::Revoked: return Status::Blocked;
    }
    return Status::Unknown;
}

QString standingReason(const api::SubjectStanding &standing)
{
    const QString when = standing.signedAtUtc ? localized(*standing.signedAtUtc) : QString();
    const QString note = standing.note ? standing.note->toString() : QString();
    switch (standing.state) {
    case SignOffState::NotSigned: return words(QT_TRANSLATE_NOOP("ReviewWords", "Nobody signed it yet."));
    case SignOffState::Signed: return words(QT_TRANSLATE_NOOP("ReviewWords", "Signed by %1 at %2: %3")).arg(standing.signedBy.value_or(QString()), when, note);
    case SignOffState::Stale: return staleSentence(standing);
    case SignOffState::Revoked:
        return words(QT_TRANSLATE_NOOP("ReviewWords", "Revoked by %1 at %2: %3"))
            .arg(standing.revokedBy.value_or(QString()), standing.revokedAtUtc ? localized(*standing.revokedAtUtc) : QString(), note);
    }
    return {};
}

QString notAllowedSentence(const api::SubjectStanding *standing)
{
    return standing && standing->notAllowed ? localized(*standing->notAllowed) : QString();
}

bool needsPerson(const api::SubjectStanding &standing, bool isSignoffRequired)
{
    return standing.open > 0 || standing.state == SignOffState::Stale || standing.state == SignOffState::Revoked
        || (isSignoffRequired && standing.state != SignOffState::Signed);
}

QString verdictWords(const ReviewVerdict &verdict)
{
    switch (verdict.choice()) {
    case ReviewChoice::In: return words(QT_TRANSLATE_NOOP("ReviewWords", "in scope"));
    case ReviewChoice::Out: return words(QT_TRANSLATE_NOOP("ReviewWords", "out of scope"));
    case ReviewChoice::Hash: return words(QT_TRANSLATE_NOOP("ReviewWords", "hash"));
    case ReviewChoice::Redact: return words(QT_TRANSLATE_NOOP("ReviewWords", "redact"));
    case ReviewChoice::Keep: return words(QT_TRANSLATE_NOOP("ReviewWords", "keep as it is"));
    case ReviewChoice::Pick:
        return verdict == ReviewVerdict::pick(ReviewVerdict::Side::First) ? words(QT_TRANSLATE_NOOP("ReviewWords", "the first holds"))
                                                                          : words(QT_TRANSLATE_NOOP("ReviewWords", "the second holds"));
    case ReviewChoice::BothValid: return words(QT_TRANSLATE_NOOP("ReviewWords", "both are valid"));
    case ReviewChoice::Key: return words(QT_TRANSLATE_NOOP("ReviewWords", "key %1")).arg(verdict.value());
    case ReviewChoice::None: return words(QT_TRANSLATE_NOOP("ReviewWords", "no key"));
    case ReviewChoice::Accept: return words(QT_TRANSLATE_NOOP("ReviewWords", "accept"));
    case ReviewChoice::Reject: return words(QT_TRANSLATE_NOOP("ReviewWords", "reject"));
    case ReviewChoice::Edit: return words(QT_TRANSLATE_NOOP("ReviewWords", "it means: %1")).arg(verdict.value());
    case ReviewChoice::Classes: return classesWords(verdict);
    case ReviewChoice::Open: return words(QT_TRANSLATE_NOOP("ReviewWords", "open"));
    }
    return {};
}

QString verdictVerb(const ReviewVerdict &verdict)
{
    if (verdict.choice() == ReviewChoice::Open)
        return words(QT_TRANSLATE_NOOP("ReviewWords", "Take the decision back"));
    QString verb = verdictWords(verdict);
    if (!verb.isEmpty())
        verb[0] = verb[0].toUpper();
    return verb;
}

std::vector<ReviewVerdict> commonVerdicts(ReviewSubject subject)
{
    const auto of = [](std::initializer_list<ReviewChoice> choices) { return std::vector<ReviewVerdict>(choices.begin(), choices.end()); };
    switch (subject) {
    case ReviewSubject::Scope: return of({ReviewChoice::In, ReviewChoice::Out});
    case ReviewSubject::Pii: return of({ReviewChoice::Hash, ReviewChoice::Redact, ReviewChoice::Keep});
    case ReviewSubject::Conflicts:
        return {ReviewVerdict::pick(ReviewVerdict::Side::First), ReviewVerdict::pick(ReviewVerdict::Side::Second), ReviewVerdict(ReviewChoice::BothValid)};
    case ReviewSubject::Identity: return of({ReviewChoice::None});
    case ReviewSubject::WriteBehaviour: return {};
    case ReviewSubject::Glossary: return of({ReviewChoice::Accept, ReviewChoice::Reject});
    }
    return {};
}

QString updateClassWords(UpdateClass updates)
{
    switch (updates) {
    case UpdateClass::PoOnly: return words(QT_TRANSLATE_NOOP("ReviewWords", "only through the application's persistence layer"));
    case UpdateClass::RawSqlSetsUpdated: return words(QT_TRANSLATE_NOOP("ReviewWords", "by statements that all set the watermark"));
    case UpdateClass::RawSqlOmitsUpdated: return words(QT_TRANSLATE_NOOP("ReviewWords", "a statement leaves the watermark out"));
    case UpdateClass::NoneSeen: return words(QT_TRANSLATE_NOOP("ReviewWords", "none seen"));
    }
    return {};
}

QString deleteClassWords(DeleteClass deletes)
{
    switch (deletes) {
    case DeleteClass::Never: return words(QT_TRANSLATE_NOOP("ReviewWords", "never"));
    case DeleteClass::Soft: return words(QT_TRANSLATE_NOOP("ReviewWords", "marked by a column"));
    case DeleteClass::Hard: return words(QT_TRANSLATE_NOOP("ReviewWords", "rows disappear"));
    case DeleteClass::PurgeOnly: return words(QT_TRANSLATE_NOOP("ReviewWords", "only by housekeeping"));
    }
    return {};
}

QString targetWords(const DecideTarget &target)
{
    if (target.isWhole)
        return words(QT_TRANSLATE_NOOP("ReviewWords", "all %n item(s)"), target.count);
    return target.items.size() == 1 ? target.items.front() : words(QT_TRANSLATE_NOOP("ReviewWords", "%n item(s)"), target.items.size());
}

QString decideTitle(const DecideTarget &target)
{
    return words(QT_TRANSLATE_NOOP("ReviewWords", "%1: %2"))
        .arg(targetWords(target), target.verdict ? verdictWords(*target.verdict) : words(QT_TRANSLATE_NOOP("ReviewWords", "as proposed")));
}

QString itemsInWords(const QStringList &names)
{
    const QString first = names.mid(0, mostNames).join(QStringLiteral(", "));
    return names.size() > mostNames ? words(QT_TRANSLATE_NOOP("ReviewWords", "%1 and %n more"), names.size() - mostNames).arg(first) : first;
}

QString movedSentence(const ReviewMoves &moves, ReviewSubject subject)
{
    return words(QT_TRANSLATE_NOOP("ReviewWords", "The review moved while you were reading: %n item(s) of %1: %2."), moves.count())
        .arg(subjectWord(subject), itemsInWords(moves.all()));
}

QString staleSentence(const api::SubjectStanding &standing)
{
    const QString changed = words(QT_TRANSLATE_NOOP("ReviewWords", "%n item(s) changed since %1 signed %2 at %3."), standing.moved)
        .arg(standing.signedBy.value_or(QString()), subjectWord(standing.subject), standing.signedAtUtc ? localized(*standing.signedAtUtc) : QString());
    return standing.notFound == 0 ? changed : changed + QLatin1Char(' ') + words(QT_TRANSLATE_NOOP("ReviewWords", "%n of them no longer found."), standing.notFound);
}

} // namespace lakehouse::views
