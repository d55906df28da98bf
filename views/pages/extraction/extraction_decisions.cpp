#include "pages/extraction/extraction_decisions.h"

#include "pages/extraction/extraction_words.h"
#include "pages/extraction/table_sentences.h"
#include "pages/extraction/value_questions.h"
#include "shell/source_notice.h"

#include <algorithm>

namespace lakehouse::views {

using api::ApprovalState;
using model::LoadMode;
using model::PlanEdit;

namespace {

struct NamedEdit {
    QLatin1String id;
    PlanEdit edit;
    bool isOfColumn;
};

constexpr NamedEdit edits[]{
    {decision::setFull, PlanEdit::Full, false},           {decision::setIncremental, PlanEdit::Incremental, false},
    {decision::undo, PlanEdit::Undo, false},              {decision::landAsText, PlanEdit::Text, true},
    {decision::setToNull, PlanEdit::Null, true},          {decision::setToNearest, PlanEdit::Limit, true},
    {decision::undoColumn, PlanEdit::Undo, true},         {decision::acceptRowSecurity, PlanEdit::AcceptRowSecurity, false},
    {decision::deletesEveryRun, PlanEdit::DeletesEveryRun, false}, {decision::deletesAudit, PlanEdit::DeletesAudit, false},
    {decision::keepPurged, PlanEdit::KeepPurged, false},  {decision::removePurged, PlanEdit::RemovePurged, false},
};

qsizetype slashOutsideQuotes(const QString &text, qsizetype from)
{
    bool isQuoted = false;
    for (qsizetype i = from; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('"'))
            isQuoted = !isQuoted;
        else if (text[i] == QLatin1Char('/') && !isQuoted)
            return i;
    }
    return -1;
}

/// A column as sqlIdentifier wrote it.
QString unquoted(const QString &name)
{
    return name.startsWith(QLatin1Char('"')) ? name.mid(1, name.size() - 2).replace(QLatin1String("\"\""), QLatin1String("\"")) : name;
}

QString confirmWords(PlanEdit edit)
{
    switch (edit) {
    case PlanEdit::Text: return ExtractionDecisions::tr("Land %1 as text");
    case PlanEdit::Null: return ExtractionDecisions::tr("Set those values of %1 to NULL");
    case PlanEdit::Limit: return ExtractionDecisions::tr("Set those values of %1 to the nearest");
    case PlanEdit::AcceptRowSecurity: return ExtractionDecisions::tr("Accept the row security of %1");
    case PlanEdit::DeletesEveryRun: return ExtractionDecisions::tr("Look for deletes of %1 after each load");
    case PlanEdit::DeletesAudit: return ExtractionDecisions::tr("Look for deletes of %1 now and then");
    case PlanEdit::KeepPurged: return ExtractionDecisions::tr("Keep purged rows of %1");
    case PlanEdit::RemovePurged: return ExtractionDecisions::tr("Remove purged rows of %1");
    case PlanEdit::Undo: return ExtractionDecisions::tr("Undo the decision about %1");
    case PlanEdit::Full:
    case PlanEdit::Incremental: break;
    }
    return {};
}

} // namespace

QString tableDecision(QLatin1String id, const QString &table)
{
    return QString(id) + QLatin1Char('/') + table;
}

QString valueDecision(PlanEdit edit, const QString &table, const std::optional<QString> &column)
{
    const auto found = std::ranges::find_if(edits, [&](const NamedEdit &named) { return named.edit == edit && named.isOfColumn == column.has_value(); });
    if (found == std::end(edits))
        return {};
    const QString ofTable = tableDecision(found->id, table);
    return column ? ofTable + QLatin1Char('/') + model::sqlIdentifier(*column) : ofTable;
}

DecisionParts decisionParts(const QString &id)
{
    const qsizetype slash = id.indexOf(QLatin1Char('/'));
    if (slash < 0)
        return {.what = id};
    const qsizetype second = slashOutsideQuotes(id, slash + 1);
    if (second < 0)
        return {.what = id.left(slash), .table = id.mid(slash + 1)};
    return {.what = id.left(slash), .table = id.mid(slash + 1, second - slash - 1), .column = unquoted(id.mid(second + 1))};
}

std::optional<PlanEdit> editOf(const QString &what)
{
    const auto found = std::ranges::find_if(edits, [&what](const NamedEdit &named) { return what == named.id; });
    return found == std::end(edits) ? std::nullopt : std::optional(found->edit);
}

std::vector<Decision> ExtractionDecisions::make(const ExtractionState &state, const QString &wanted)
{
    m_state = &state;
    if (!state.plan)
        return {plan()};
    if (m_plan != state.plan) {
        m_plan = state.plan;
        m_approveLines = approveConsequences(*m_plan);
    }
    std::vector<Decision> decisions{state.isMoved ? review() : approve()};
    if (const api::PlanRow *row = m_plan->find(state.table)) {
        if (row->mode == LoadMode::Incremental)
            decisions.push_back(setFull(*row));
        else if (row->mode == LoadMode::Full)
            decisions.push_back(setIncremental(*row));
        if (row->change || !tableChanges().empty())
            decisions.push_back(undo(*row));
    }
    if (std::optional<Decision> value = ofValue(wanted))
        decisions.push_back(std::move(*value));
    decisions.push_back(revoke());
    decisions.push_back(plan());
    decisions.push_back(generate());
    return decisions;
}

QString ExtractionDecisions::busy() const
{
    return PageWork::whyBusyWith(m_state->work);
}

QString ExtractionDecisions::notChangeable(const ExtractionState &state)
{
    const QString busy = PageWork::whyBusyWith(state.work);
    if (!busy.isEmpty())
        return busy;
    return state.isMoved ? tr("The plan moved while you were reading. Review what changed first.") : QString();
}

Decision ExtractionDecisions::approve() const
{
    Decision made{.id = decision::approve,
                  .verb = tr("Approve plan…"),
                  .confirmVerb = tr("Approve the plan"),
                  .willHappen = m_approveLines,
                  .reasonRequired = true,
                  .blockedWhy = busy(),
                  .version = m_plan->digest.toString()};
    if (made.blockedWhy.isEmpty() && m_plan->tables.empty())
        made.blockedWhy = tr("The plan has no table. Check which schemas of the source are read, then plan again.");
    else if (made.blockedWhy.isEmpty() && m_plan->approval == ApprovalState::Current)
        made.blockedWhy = tr("Exactly this plan and its SQL are approved already.");
    else if (made.blockedWhy.isEmpty() && m_plan->approval == ApprovalState::SettingsMoved)
        made.blockedWhy = tr("ekos.toml was changed since this plan was made. Plan again, then approve what comes of it.");
    return made;
}

Decision ExtractionDecisions::review() const
{
    const ReadPlanPointer &arrived = m_state->arrived;
    Decision made{.id = decision::review,
                  .verb = arrived ? tr("Review %n change(s)", nullptr, m_state->moves.count()) : tr("Review the changes"),
                  .blockedWhy = busy(),
                  .isImmediate = true,
                  .version = arrived ? arrived->digest.toString() : QString(),
                  .replaces = decision::approve,
                  .moved = movedSentence(m_state->moves)};
    if (made.blockedWhy.isEmpty() && !arrived && m_state->isReading)
        made.blockedWhy = tr("What moved is being read.");
    return made;
}

Decision ExtractionDecisions::revoke() const
{
    const std::optional<model::PlanDigest> &approved = m_plan->approvedDigest;
    Decision made{.id = decision::revoke,
                  .verb = tr("Revoke approval…"),
                  .confirmVerb = tr("Revoke the approval"),
                  .willHappen = approved ? revokeConsequences(*approved) : QStringList(),
                  .reasonRequired = true,
                  .blockedWhy = busy(),
                  .version = approved ? approved->toString() : QString()};
    if (made.blockedWhy.isEmpty() && !approved)
        made.blockedWhy = tr("No plan is approved, so there is no approval to revoke.");
    else if (made.blockedWhy.isEmpty() && m_state->arrived && m_state->arrived->approvedDigest != approved)
        made.blockedWhy = tr("The approval is another one by now. Review what changed first.");
    return made;
}

Decision ExtractionDecisions::ofTable(QLatin1String id, const QString &verb, const QString &confirmVerb, QStringList willHappen) const
{
    return {.id = tableDecision(id, m_state->table),
            .verb = verb,
            .confirmVerb = confirmVerb.arg(m_state->table),
            .willHappen = std::move(willHappen),
            .reasonRequired = true,
            .blockedWhy = notChangeable(*m_state),
            .version = m_plan->digest.toString()};
}

Decision ExtractionDecisions::setFull(const api::PlanRow &row) const
{
    return ofTable(decision::setFull, tr("Load in full…"), tr("Load %1 in full"), fullConsequences(row));
}

Decision ExtractionDecisions::setIncremental(const api::PlanRow &row) const
{
    const WatermarkOffer offer = m_state->detail ? watermarkOffer(m_state->detail->planned) : WatermarkOffer();
    Decision made = ofTable(decision::setIncremental,
                            offer.column.isEmpty() ? tr("Load incrementally…") : tr("Load incrementally by %1…").arg(offer.column),
                            tr("Load %1 incrementally"), incrementalConsequences(row, offer.column, offer.isProved, offer.provedBy));
    if (!made.blockedWhy.isEmpty())
        return made;
    const QString &table = m_state->table;
    if (!m_state->detail)
        made.blockedWhy = m_state->detailError ? tr("%1 could not be read.").arg(table) : tr("%1 is being read.").arg(table);
    else if (row.key.empty())
        made.blockedWhy = tr("%1 has no key that tells its rows apart, and incremental loading merges by one. "
                             "Give it a primary key at the source.").arg(table);
    else if (offer.column.isEmpty())
        made.blockedWhy = tr("No column of %1 is known to tell when a row changed. "
                             "Name one in [extensions.lakehouse.watermarks] of ekos.toml, and plan again.").arg(table);
    return made;
}

Decision ExtractionDecisions::undo(const api::PlanRow &row) const
{
    return ofTable(decision::undo, tr("Undo change…"), tr("Undo the change of %1"), undoConsequences(row, tableChanges()));
}

/// Of the selected table, about its row security, its deletes and its purged rows.
std::vector<model::PlanChange> ExtractionDecisions::tableChanges() const
{
    std::vector<model::PlanChange> changes;
    if (m_state->detail)
        for (const model::PlannedChange &decision : m_state->detail->planned.decisions)
            if (!decision.change.column)
                changes.push_back(decision.change);
    return changes;
}

/// Of the selected table; nothing when the id is of something else.
std::optional<Decision> ExtractionDecisions::ofValue(const QString &id) const
{
    const auto [what, table, column] = decisionParts(id);
    const std::optional<PlanEdit> edit = editOf(what);
    if (!edit || table != m_state->table || !m_plan->find(table) || (!column && aspectOf(*edit) == model::PlanAspect::Mode))
        return std::nullopt;
    const QString about = column ? model::columnPlace(m_plan->find(table)->table, *column) : table;
    Decision made{.id = id,
                  .verb = editVerb(*edit),
                  .confirmVerb = confirmWords(*edit).arg(about),
                  .reasonRequired = true,
                  .blockedWhy = notChangeable(*m_state),
                  .version = m_plan->digest.toString()};
    if (edit == PlanEdit::Undo) {
        made.willHappen = undoColumnConsequences(table, model::sqlIdentifier(*column));
        return made;
    }
    const model::PlanAspect aspect = aspectOf(*edit);
    std::vector<ValueQuestion> questions = m_state->detail ? valueQuestions(m_state->detail->planned) : std::vector<ValueQuestion>();
    if (aspect == model::PlanAspect::Deletes || aspect == model::PlanAspect::Purges) {
        questions.clear();
        if (auto one = m_state->detail ? deleteQuestion(m_state->detail->planned, aspect) : std::nullopt)
            questions.push_back(*std::move(one));
    }
    const auto question = std::ranges::find_if(questions, [&](const ValueQuestion &one) { return one.column == column && one.aspect == aspect; });
    const bool isOffered = question != questions.end() && std::ranges::find(question->offers, *edit) != question->offers.end();
    if (isOffered)
        made.willHappen = valueConsequences(*question, *edit);
    else if (made.blockedWhy.isEmpty() && !m_state->detail)
        made.blockedWhy = m_state->detailError ? tr("%1 could not be read.").arg(table) : tr("%1 is being read.").arg(table);
    else if (made.blockedWhy.isEmpty())
        made.blockedWhy = tr("That cannot be decided about %1 as it is now; its summary says how it stands.").arg(about);
    return made;
}

Decision ExtractionDecisions::plan() const
{
    const bool isFirst = !m_state->plan;
    const QString reading = isFirst && m_state->isReading ? tr("It is being read whether there is a plan.") : QString();
    const QString sourceless = hasNoSource(m_state->error) ? tr("This project has no source yet. Add one first.") : QString();
    return {.id = decision::plan,
            .verb = isFirst ? tr("Plan the tables…") : tr("Plan again…"),
            .confirmVerb = isFirst ? tr("Plan the tables") : tr("Plan again"),
            .willHappen = planConsequences(*m_state),
            .asksReason = false,
            .blockedWhy = !reading.isEmpty() ? reading : !sourceless.isEmpty() ? sourceless : busy()};
}

Decision ExtractionDecisions::generate() const
{
    Decision made{.id = decision::generate,
                  .verb = tr("Generate the pipeline…"),
                  .confirmVerb = tr("Generate the pipeline"),
                  .willHappen = generateConsequences(*m_plan),
                  .asksReason = false,
                  .blockedWhy = notChangeable(*m_state),
                  .version = m_plan->digest.toString()};
    if (made.blockedWhy.isEmpty() && m_plan->approval == ApprovalState::SettingsMoved)
        made.blockedWhy = tr("ekos.toml was changed since this plan was made. Plan again, and approve what comes of it.");
    else if (made.blockedWhy.isEmpty() && m_plan->approval != ApprovalState::Current)
        made.blockedWhy = tr("This plan is not approved. Approve it first.");
    return made;
}

} // namespace lakehouse::views
