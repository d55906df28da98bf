#include "pages/extraction/extraction_decisions.h"

#include "pages/extraction/extraction_words.h"
#include "pages/extraction/table_sentences.h"
#include "shell/source_notice.h"

namespace lakehouse::views {

using api::ApprovalState;
using model::LoadMode;

QString tableDecision(QLatin1String id, const QString &table)
{
    return QString(id) + QLatin1Char('/') + table;
}

std::pair<QString, QString> decisionParts(const QString &id)
{
    const qsizetype slash = id.indexOf(QLatin1Char('/'));
    return slash < 0 ? std::pair(id, QString()) : std::pair(id.left(slash), id.mid(slash + 1));
}

std::vector<Decision> ExtractionDecisions::make(const ExtractionState &state)
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
        if (row->change)
            decisions.push_back(undo(*row));
    }
    decisions.push_back(revoke());
    decisions.push_back(plan());
    decisions.push_back(generate());
    return decisions;
}

QString ExtractionDecisions::busy() const
{
    return PageWork::whyBusyWith(m_state->work);
}

QString ExtractionDecisions::notChangeable() const
{
    if (!busy().isEmpty())
        return busy();
    return m_state->isMoved ? tr("The plan moved while you were reading. Review what changed first.") : QString();
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
            .blockedWhy = notChangeable(),
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
    return ofTable(decision::undo, tr("Undo change…"), tr("Undo the change of %1"), undoConsequences(row));
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
                  .blockedWhy = notChangeable(),
                  .version = m_plan->digest.toString()};
    if (made.blockedWhy.isEmpty() && m_plan->approval == ApprovalState::SettingsMoved)
        made.blockedWhy = tr("ekos.toml was changed since this plan was made. Plan again, and approve what comes of it.");
    else if (made.blockedWhy.isEmpty() && m_plan->approval != ApprovalState::Current)
        made.blockedWhy = tr("This plan is not approved. Approve it first.");
    return made;
}

} // namespace lakehouse::views
