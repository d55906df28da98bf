#include "pages/extraction/value_questions.h"

#include "kit/localized.h"
#include "pages/extraction/extraction_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace lakehouse::views {

using model::PlanEdit;

namespace {

QString words(const char *source)
{
    return QCoreApplication::translate("ValueQuestions", source);
}

QString aboutWords(const model::PlannedTable &table, const std::optional<QString> &column)
{
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
    case PlanEdit::Full:
    case PlanEdit::Incremental:
    case PlanEdit::Undo: break;
    }
    return {};
}

ValueQuestion refusedQuestion(const model::PlannedTable &table, const model::Refusal &refusal)
{
    return {.column = refusal.column, .about = aboutWords(table, refusal.column),
            .standing = {words(QT_TRANSLATE_NOOP("ValueQuestions", "Not loaded: %1 What would lift it: %2"))
                             .arg(localized(refusal.reason), localized(refusal.remedy))},
            .offers = refusal.offers};
}

void addDecision(const model::PlannedTable &table, const model::PlannedChange &decision, std::vector<ValueQuestion> &questions)
{
    auto question = std::ranges::find(questions, decision.change.column, &ValueQuestion::column);
    if (question == questions.end()) {
        questions.push_back({.column = decision.change.column, .about = aboutWords(table, decision.change.column), .offers = decision.offers});
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

QString editVerb(PlanEdit edit)
{
    switch (edit) {
    case PlanEdit::Text: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Land as text…"));
    case PlanEdit::Null: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Set to NULL…"));
    case PlanEdit::Limit: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Set to the nearest value…"));
    case PlanEdit::AcceptRowSecurity: return words(QT_TRANSLATE_NOOP("ValueQuestions", "Accept row security…"));
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
    case PlanEdit::Full:
    case PlanEdit::Incremental:
    case PlanEdit::Undo: break;
    }
    lines += words(QT_TRANSLATE_NOOP("ValueQuestions", "As it stands now: %1")).arg(question.standing.join(QLatin1Char(' ')));
    lines += untilUndone();
    return lines;
}

} // namespace lakehouse::views
