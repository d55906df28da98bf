#include "pages/extraction/value_questions.h"

#include "kit/localized.h"
#include "pages/extraction/extraction_words.h"
#include "pages/extraction/table_sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::PlanAspect;
using model::PlanEdit;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("ValueQuestions", source);
}

QString aboutWords(const model::PlannedTable &table, const std::optional<QString> &column, PlanAspect aspect)
{
    if (aspect == PlanAspect::Deletes)
        return words(QT_TRANSLATE_NOOP("ValueQuestions", "How often deletes are looked for"));
    if (aspect == PlanAspect::Purges)
        return words(QT_TRANSLATE_NOOP("ValueQuestions", "Rows that the source no longer has"));
    if (!column)
        return words(QT_TRANSLATE_NOOP("ValueQuestions", "Row security"));
    const auto found = std::ranges::find(table.decision.columns, *column, &model::PlannedColumn::name);
    const QString name = model::sqlIdentifier(*column);
    return found == table.decision.columns.end() || found->sourceType.isEmpty()
        ? words(QT_TRANSLATE_NOOP("ValueQuestions", "Column %1")).arg(name)
        : words(QT_TRANSLATE_NOOP("ValueQuestions", "Column %1 (%2)")).arg(name, found->sourceType);
}

QString decidedWords(const model::PlanChange &change)
{
    const auto said = [&change](const char *source) { return words(source).arg(change.actor, localized(change.atUtc), change.reason.toString()); };
    switch (change.edit) {
    case PlanEdit::Text: return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 decided at %2 that it lands as text: %3"));
    case PlanEdit::Null: return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 decided at %2 that values that bronze cannot hold become NULL: %3"));
    case PlanEdit::Limit:
        return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 decided at %2 that values that bronze cannot hold become the nearest one that it can: %3"));
    case PlanEdit::AcceptRowSecurity:
        return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 accepted at %2 that only the rows that it shows the reading role are loaded: %3"));
    case PlanEdit::DeletesEveryRun: return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 decided at %2 that deletes are looked for after each load: %3"));
    case PlanEdit::DeletesAudit: return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 decided at %2 that deletes are looked for now and then only: %3"));
    case PlanEdit::KeepPurged: return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 decided at %2 that rows which the source no longer has stay in bronze: %3"));
    case PlanEdit::RemovePurged: return said(QT_TRANSLATE_NOOP("ValueQuestions", "%1 decided at %2 that what the source deletes is deleted in bronze too: %3"));
    case PlanEdit::Full:
    case PlanEdit::Incremental:
    case PlanEdit::Undo: break;
    }
    return {};
}

ValueQuestion refusedQuestion(const model::PlannedTable &table, const model::Refusal &refusal)
{
    const PlanAspect aspect = aspectOf(refusal.offers.front());
    return {.column = refusal.column, .aspect = aspect, .about = aboutWords(table, refusal.column, aspect),
            .standing = {words(QT_TRANSLATE_NOOP("ValueQuestions", "Not loaded: %1 What would lift it: %2"))
                             .arg(localized(refusal.reason), localized(refusal.remedy))},
            .offers = refusal.offers};
}

void addDecision(const model::PlannedTable &table, const model::PlannedChange &decision, std::vector<ValueQuestion> &questions)
{
    const PlanAspect aspect = aspectOf(decision.change.edit);
    auto question = std::ranges::find_if(questions, [&](const ValueQuestion &one) { return one.column == decision.change.column && one.aspect == aspect; });
    if (question == questions.end()) {
        questions.push_back({.column = decision.change.column, .aspect = aspect, .about = aboutWords(table, decision.change.column, aspect), .offers = decision.offers});
        question = std::prev(questions.end());
    }
    QStringList sentences{decidedWords(decision.change)};
    if (const QString outcome = localized(decision.outcome); !outcome.isEmpty())
        sentences += decision.isStale ? words(QT_TRANSLATE_NOOP("ValueQuestions", "That no longer fits and is not applied: %1")).arg(outcome) : outcome;
    question->standing = sentences + question->standing;
    question->status = decision.isStale ? Status::Stale : Status::Done;
    question->change = decision.change;
    if (!decision.isStale)
        std::erase(question->offers, decision.change.edit);
}

} // namespace

bool hasValueQuestions(const model::PlannedTable &table)
{
    return !table.decisions.empty() || std::ranges::any_of(table.refusals, [](const model::Refusal &refusal) { return !refusal.offers.empty(); });
}

std::vector<ValueQuestion> valueQuestions(const model::PlannedTable &table)
{
    std::vector<ValueQuestion> questions;
    for (const model::Refusal &refusal : table.refusals)
        if (!refusal.offers.empty())
            questions.push_back(refusedQuestion(table, refusal));
    for (const model::PlannedChange &decision : table.decisions)
        addDecision(table, decision, questions);
    std::ranges::stable_partition(questions, [](const ValueQuestion &question) { return question.status != Status::Done; });
    return questions;
}

std::optional<ValueQuestion> deleteQuestion(const model::PlannedTable &table, PlanAspect aspect)
{
    const bool isOfDeletes = aspect == PlanAspect::Deletes;
    for (ValueQuestion &question : valueQuestions(table))
        if (question.aspect == aspect && !question.offers.empty())
            return std::move(question);
    const model::TableDecision &decision = table.decision;
    if (decision.mode == model::LoadMode::Refused || (isOfDeletes ? !decision.deletes : decision.key.empty()))
        return std::nullopt;
    const PlanEdit offer = isOfDeletes ? (decision.deletes == model::DeleteSchedule::Audit ? PlanEdit::DeletesEveryRun : PlanEdit::DeletesAudit)
                                       : (decision.keepsPurged() ? PlanEdit::RemovePurged : PlanEdit::KeepPurged);
    ValueQuestion question{.aspect = aspect, .about = aboutWords(table, {}, aspect), .status = Status::Done, .offers = {offer}};
    const model::PlanReason *reason = reasonAbout(table, isOfDeletes ? QStringLiteral("deletes") : QStringLiteral("purges"));
    question.standing += reason ? localized(reason->statement)
                                : words(QT_TRANSLATE_NOOP("ValueQuestions", "What the source deletes is deleted in bronze too."));
    return question;
}

QString editVerb(PlanEdit edit)
{
    switch (edit) {
    case PlanEdit::Text: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Land as text…"));
    case PlanEdit::Null: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Set to NULL…"));
    case PlanEdit::Limit: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Set to the nearest value…"));
    case PlanEdit::AcceptRowSecurity: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Accept row security…"));
    case PlanEdit::DeletesEveryRun: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Look for deletes after each load…"));
    case PlanEdit::DeletesAudit: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Look for deletes now and then…"));
    case PlanEdit::KeepPurged: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Keep purged rows…"));
    case PlanEdit::RemovePurged: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Remove purged rows…"));
    case PlanEdit::Undo: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Undo decision…"));
    case PlanEdit::Full:
    case PlanEdit::Incremental: break;
    }
    return {};
}

QStringList valueConsequences(const ValueQuestion &question, PlanEdit edit)
{
    QStringList lines;
    switch (edit) {
    case PlanEdit::Text:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions",
            "%1: every value lands as its exact text, in a bronze column of type varchar. Nothing is lost.")).arg(question.about);
        break;
    case PlanEdit::Null:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions",
            "%1: the values that bronze cannot hold become NULL. What they were is not in the lake; every other value lands as it is.")).arg(question.about);
        break;
    case PlanEdit::Limit:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions",
            "%1: the values that bronze cannot hold become the nearest one that it can hold. What they were is not in the lake; "
            "every other value lands as it is.")).arg(question.about);
        break;
    case PlanEdit::AcceptRowSecurity:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions",
            "Only the rows that row security shows the reading role are loaded and compared. Rows that it hides are missing in the lake, and no check finds them."));
        break;
    case PlanEdit::DeletesEveryRun:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions", "After each load the keys of both sides are compared: what the source deleted shows in bronze at once."));
        break;
    case PlanEdit::DeletesAudit:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions",
            "The keys of both sides are compared every delete-audit-days only. Until then bronze shows rows that the source no longer has as if they were there, "
            "and the comparison after the load names them."));
        break;
    case PlanEdit::KeepPurged:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions",
            "Rows that the source no longer has stay in bronze, with the moment in which that was seen. No load replaces the table: rows are merged by the key, "
            "also where each load reads all of them. When columns change, somebody has to decide again."));
        break;
    case PlanEdit::RemovePurged:
        lines += words(QT_TRANSLATE_NOOP("ValueQuestions",
            "The next load replaces the bronze table: rows that were kept until then are gone from it. What the source deletes from then on is deleted in bronze too."));
        break;
    case PlanEdit::Full:
    case PlanEdit::Incremental:
    case PlanEdit::Undo: break;
    }
    lines += words(QT_TRANSLATE_NOOP("ValueQuestions", "As it stands now: %1")).arg(question.standing.join(QLatin1Char(' ')));
    lines += untilUndone();
    return lines;
}

} // namespace lakehouse::views
