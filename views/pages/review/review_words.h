#pragma once

#include "kit/status.h"
#include "pages/review/decide_target.h"
#include "pages/review/review_presenter.h"

namespace lakehouse::views {

/// "Scope", "Personal data", …
QString subjectWord(model::ReviewSubject subject);
/// "Scope, Personal data"
QString subjectsInWords(const std::vector<model::ReviewSubject> &subjects);
/// What a subject asks about, as a sentence.
QString subjectQuestion(model::ReviewSubject subject);
/// "the analysis found no personal data": of a subject without items.
QString nothingFound(model::ReviewSubject subject);

QString signOffWord(model::SignOffState state);
Status signOffStatus(model::SignOffState state);
/// Why a subject stands so, since when and by whom.
QString standingReason(const api::SubjectStanding &standing);
/// Why the person may not sign it, which others may; empty: they may.
QString notAllowedSentence(const api::SubjectStanding *standing);
/// Something of it waits for a person: items that are open, a sign-off that no longer holds or was revoked, one that is missing and asked for.
bool needsPerson(const api::SubjectStanding &standing, bool isSignoffRequired);

/// "hash", "out of scope", "key order_id, line": what was decided, in words.
QString verdictWords(const model::ReviewVerdict &verdict);
/// The same as what a button does: "Hash", "Out of scope".
QString verdictVerb(const model::ReviewVerdict &verdict);
/// What can be decided about any item of the subject without typing anything.
std::vector<model::ReviewVerdict> commonVerdicts(model::ReviewSubject subject);
QString updateClassWords(model::UpdateClass updates);
QString deleteClassWords(model::DeleteClass deletes);

/// Whom the decision is about: "public.film", "37 items", "all 412 items".
QString targetWords(const DecideTarget &target);
/// "public.film: out of scope"
QString decideTitle(const DecideTarget &target);

/// What happens when this is decided, signed, revoked, taken over from a table: for the box above the button.
QStringList decideConsequences(const DecideTarget &target, const ReviewState &state);
QStringList signOffConsequences(const std::vector<model::ReviewSubject> &subjects, const ReviewState &state);
QStringList revokeConsequences(const std::vector<model::ReviewSubject> &subjects, const ReviewState &state);
QStringList importConsequences(const api::ReviewImported &preview);

/// "The review moved while you were reading: 3 items of Scope are other now: public.film, public.staff, public.store."
QString movedSentence(const ReviewMoves &moves, model::ReviewSubject subject);
/// "7 items changed since 12 Nov."
QString staleSentence(const api::SubjectStanding &standing);
/// "public.film, public.rental and 3 more"
QString itemsInWords(const QStringList &names);
/// The lines of a receipt, as names and values.
QList<QPair<QString, QString>> receiptLines(const api::SignOffReceipt &receipt, const QString &link);

} // namespace lakehouse::views
