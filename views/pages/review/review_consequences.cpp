#include "kit/localized.h"
#include "pages/review/review_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::DeleteClass;
using model::ReviewChoice;
using model::ReviewSubject;
using model::ReviewVerdict;
using model::SignOffState;
using model::UpdateClass;

namespace {

constexpr std::size_t mostLines = 12;

QString words(const char *source, qint64 count = -1)
{
    return QCoreApplication::translate("ReviewConsequences", source, nullptr, int(count));
}

QString deletesConsequence(DeleteClass deletes)
{
    switch (deletes) {
    case DeleteClass::Never:
    case DeleteClass::Soft: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "Where it loads incrementally, deletes are looked for every few days (delete-audit-days) and not after every load."));
    case DeleteClass::Hard: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "Where it loads incrementally, deletes are looked for after every load."));
    case DeleteClass::PurgeOnly: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "Rows that a purge deletes stay in the lakehouse, unless [purge-policy] says propagate for the table."));
    }
    return {};
}

QStringList classesConsequences(const ReviewVerdict &verdict)
{
    QStringList lines;
    if (const auto updates = verdict.updateClass())
        lines += *updates == UpdateClass::PoOnly || *updates == UpdateClass::RawSqlSetsUpdated
            ? words(QT_TRANSLATE_NOOP("ReviewConsequences", "The table may load by the application's watermark."))
            : words(QT_TRANSLATE_NOOP("ReviewConsequences", "The application's watermark is not used for it."));
    if (const auto deletes = verdict.deleteClass())
        lines += deletesConsequence(*deletes);
    return lines;
}

QString effectOf(const ReviewVerdict &verdict, qint64 count)
{
    switch (verdict.choice()) {
    case ReviewChoice::In: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The extraction plan decides about %n table(s)."), count);
    case ReviewChoice::Out: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n table(s) are left out of the extraction plan, of bronze and of silver."), count);
    case ReviewChoice::Hash: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The extraction plan masks %n column(s): silver, once there is one, holds a keyed hash of them. Equal values stay equal, so joins still hold."), count);
    case ReviewChoice::Redact: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The extraction plan masks %n column(s): silver, once there is one, holds NULL in their place."), count);
    case ReviewChoice::Keep: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The extraction plan does not mask %n column(s)."), count);
    case ReviewChoice::Key: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The extraction plan may merge by %1.")).arg(verdict.value());
    case ReviewChoice::None: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n item(s) are without a key: a table is loaded in full, and tables that may be one thing stay separate."), count);
    case ReviewChoice::Accept:
    case ReviewChoice::Edit:
    case ReviewChoice::Reject: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n term(s) are recorded so. Nothing follows them yet: documentation and requirements are not generated."), count);
    case ReviewChoice::Pick:
    case ReviewChoice::BothValid:
        return words(QT_TRANSLATE_NOOP("ReviewConsequences", "What is decided about %n conflict(s) is recorded. Nothing follows it yet: silver, tests and documentation are not generated."), count);
    case ReviewChoice::Open: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n item(s) are open again. The decisions stay in the history."), count);
    case ReviewChoice::Classes: break;
    }
    return {};
}

/// What the rules say that follows for the one item that is on screen; empty where it is not that one alone, or they say nothing of this decision.
QStringList ruledEffects(const DecideTarget &target, const ReviewState &state)
{
    const bool isOnScreen = !target.isWhole && target.items == QStringList(state.item) && target.subject == state.subject && state.detail;
    if (!isOnScreen)
        return {};
    const std::vector<api::ReviewOption> &options = state.detail->options;
    const auto option = std::ranges::find(options, target.verdict.value_or(state.detail->item.proposal), &api::ReviewOption::verdict);
    QStringList lines;
    if (option != options.end())
        for (const base::Text &effect : option->effects)
            lines += localized(effect);
    return lines;
}

QStringList ownEffects(const DecideTarget &target)
{
    if (!target.verdict)
        return {words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n item(s) are decided, each as it is proposed."), target.count)};
    if (target.verdict->choice() == ReviewChoice::Classes)
        return classesConsequences(*target.verdict);
    return {effectOf(*target.verdict, target.count)};
}

/// What a sign-off of the subject brings into force.
QString forceOf(ReviewSubject subject)
{
    switch (subject) {
    case ReviewSubject::Scope: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The next plan leaves out what is out of scope."));
    case ReviewSubject::Pii: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The next plan masks the columns that are hashed or redacted."));
    case ReviewSubject::Conflicts: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "What was decided about the conflicts is recorded. Nothing follows it yet: silver, tests and documentation are not generated."));
    case ReviewSubject::Identity: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The next plan merges by the keys that were decided."));
    case ReviewSubject::WriteBehaviour: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The next plan and the search for deletes follow how rows are said to change and disappear."));
    case ReviewSubject::Glossary: return words(QT_TRANSLATE_NOOP("ReviewConsequences", "The terms are recorded. Nothing follows them yet: documentation and requirements are not generated."));
    }
    return {};
}

} // namespace

QStringList decideConsequences(const DecideTarget &target, const ReviewState &state)
{
    QStringList lines = ruledEffects(target, state);
    if (lines.isEmpty())
        lines = ownEffects(target);
    const api::SubjectStanding *standing = state.standing(target.subject);
    if (standing && standing->state == SignOffState::Signed)
        lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "The sign-off of %1 becomes stale where this differs from what was signed; what it takes away stays in force until it is signed again."))
                     .arg(subjectWord(target.subject));
    else
        lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "It takes effect once %1 is signed off.")).arg(subjectWord(target.subject));
    return lines;
}

QStringList signOffConsequences(const std::vector<ReviewSubject> &subjects, const ReviewState &state)
{
    QStringList lines;
    for (const ReviewSubject subject : subjects) {
        const api::SubjectStanding *standing = state.standing(subject);
        if (!standing)
            continue;
        lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "You answer for %n item(s) of %1, digest %2."), standing->items).arg(subjectWord(subject), standing->digest.toShortString());
        if (standing->state == SignOffState::Stale)
            lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n of them changed since it was signed last."), standing->moved);
        lines += forceOf(subject);
    }
    if (state.overview)
        lines += state.overview->isSignoffRequired
            ? words(QT_TRANSLATE_NOOP("ReviewConsequences", "Nothing is generated before all six subjects are signed: this project asks for it."))
            : words(QT_TRANSLATE_NOOP("ReviewConsequences", "Nothing is loaded by it."));
    return lines;
}

QStringList revokeConsequences(const std::vector<ReviewSubject> &subjects, const ReviewState &state)
{
    QStringList lines;
    for (const ReviewSubject subject : subjects)
        if (const api::SubjectStanding *standing = state.standing(subject))
            lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "The sign-off of %1 by %2 no longer holds. The decisions stay.")).arg(subjectWord(subject), standing->signedBy.value_or(QString()));
    lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "What it took away stays in force until the subject is signed again: masks, and tables out of scope."));
    if (state.overview && state.overview->isSignoffRequired)
        lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "Until then no pipeline is generated: this project asks for the sign-off."));
    return lines;
}

QStringList importConsequences(const api::ReviewImported &preview)
{
    QStringList lines{words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n decision(s) are new or other."), qint64(preview.changes.size())),
                      words(QT_TRANSLATE_NOOP("ReviewConsequences", "%n line(s) are without a change."), preview.unchanged)};
    for (const api::ReviewLine &line : preview.changes) {
        if (std::size_t(lines.size()) > mostLines) {
            lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "And so on, down to line %1.")).arg(preview.changes.back().line);
            break;
        }
        lines += words(QT_TRANSLATE_NOOP("ReviewConsequences", "Line %1: %2, %3: %4 in place of %5."))
                     .arg(QString::number(line.line), subjectWord(line.subject), line.item, verdictWords(line.after), verdictWords(line.before.value_or(ReviewVerdict())));
    }
    return lines;
}

QList<QPair<QString, QString>> receiptLines(const api::SignOffReceipt &receipt, const QString &link)
{
    QList<QPair<QString, QString>> lines{{words(QT_TRANSLATE_NOOP("ReviewConsequences", "By")), receipt.actor},
                                         {words(QT_TRANSLATE_NOOP("ReviewConsequences", "At")), localized(receipt.atUtc)},
                                         {words(QT_TRANSLATE_NOOP("ReviewConsequences", "Reason")), receipt.reason.toString()}};
    for (const api::SignedSubject &subject : receipt.subjects) {
        lines += {subjectWord(subject.subject), words(QT_TRANSLATE_NOOP("ReviewConsequences", "number %1 in the ledger, %n item(s)"), subject.items).arg(subject.sequence)};
        lines += {words(QT_TRANSLATE_NOOP("ReviewConsequences", "Digest of %1")).arg(subjectWord(subject.subject)), subject.digest.toString()};
    }
    lines += {words(QT_TRANSLATE_NOOP("ReviewConsequences", "Link")), link};
    return lines;
}

} // namespace lakehouse::views
