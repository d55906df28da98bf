#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "pages/pipeline/pipeline_page.h"
#include "pages/pipeline/pipeline_receipts.h"
#include "pages/pipeline/pipeline_words.h"

namespace lakehouse::views {

void PipelinePage::connectReceipts()
{
    connect(&m_presenter, &PipelinePresenter::reloadAsked, this, [this](const model::ReloadRequest &request) {
        const QString name = request.table.toString();
        m_decisions->showReceipt(request.isTakenBack ? tr("The reload of %1 is taken back").arg(name) : tr("The next load of %1 reads every row").arg(name), reloadLines(request),
                                 request.isTakenBack ? nullptr : m_undoReload);
    });
    connect(&m_presenter, &PipelinePresenter::deletesFound, this, [this](const model::DeleteReport &report) {
        m_decisions->showReceipt(tr("Deletes of %1 were looked for").arg(report.table.toString()), deleteLines(report), nullptr);
    });
    connect(&m_presenter, &PipelinePresenter::maintained, this, [this](const api::MaintenanceReport &report) {
        m_decisions->showReceipt(tr("%n table(s) of bronze were maintained", nullptr, int(report.tables.size())), maintenanceLines(report), nullptr);
    });
    connect(&m_presenter, &PipelinePresenter::lossAccepted, this, [this](const model::LoadReport &report) {
        m_decisions->showReceipt(tr("%1 is loaded").arg(report.table.toString()), loadLines(report), nullptr);
    });
}

void PipelinePage::updateTableCommands()
{
    const api::PipelineRow *row = m_presenter.row();
    const auto firstOf = [](const QString &one, const QString &other) { return one.isEmpty() ? other : one; };
    const QString noTable = row ? QString() : tr("Select a table first.");
    // A request loads nothing, so it may be made and taken back while a run is under way.
    const QString whyNoRequest = firstOf(firstOf(notThere(), m_presenter.work().whyBusy()), noTable);
    m_reload->setBlocked(firstOf(whyNoRequest, row ? whyNoReload(*row) : QString()));
    m_undoReload->setBlocked(firstOf(whyNoRequest, row && row->isReloadRequested ? QString() : tr("No reload of this table is requested.")));
    const QString why = notRunnable();
    m_findDeletes->setBlocked(firstOf(firstOf(why, noTable), row ? whyNoDeletes(*row, m_presenter.planned()) : QString()));
    const bool isWaiting = row && row->state == api::TableState::NeedsPerson;
    m_acceptDeletes->setBlocked(firstOf(why, isWaiting && row->isOfDeletes ? QString() : tr("No vanished keys wait for a decision in this table.")));
    m_acceptLoss->setBlocked(firstOf(why, isWaiting && !row->isOfDeletes ? QString() : tr("No vanished rows wait for a decision in this table.")));
}

/// While nothing can be run, one reason says it for all that cannot.
bool PipelinePage::isDecisionShown(const CommandAction &action) const
{
    return m_run->isEnabled() || action.isEnabled() || m_decisions->openId() == action.id();
}

bool PipelinePage::isWanted(const CommandAction &action) const
{
    return m_wanted == action.id() || m_decisions->openId() == action.id();
}

void PipelinePage::openDecision(const CommandAction &action)
{
    m_wanted = action.id();
    updateDecisions();
    m_decisions->open(action.id());
    m_wanted.clear(); // from now on it is the open one
    updateDecisions();
}

void PipelinePage::addDecisionsOnTable(const api::PipelineRow &row, std::vector<Decision> &decisions) const
{
    const auto add = [&](const CommandAction *action, const QString &verb, QStringList consequences) -> Decision & {
        decisions.push_back({.id = action->id(), .verb = action->text(), .confirmVerb = verb, .willHappen = std::move(consequences), .reasonRequired = true, .blockedWhy = action->blockedWhy(),
                             .version = row.table.toString()});
        return decisions.back();
    };
    const auto addDangerous = [&](const CommandAction *action, const QString &verb, QStringList consequences) {
        Decision &decision = add(action, verb, std::move(consequences));
        decision.isDangerous = true;
        decision.typeToConfirm = host().isProduction() ? row.table.toString() : QString();
    };
    const QString name = row.table.toString();
    if (row.isReloadRequested && isDecisionShown(*m_undoReload))
        add(m_undoReload, tr("Undo the reload of %1").arg(name), undoReloadConsequences(row));
    else if (whyNoReload(row).isEmpty() && isDecisionShown(*m_reload))
        addDangerous(m_reload, tr("Reload %1").arg(name), reloadConsequences(row));
    if (whyNoDeletes(row, m_presenter.planned()).isEmpty() && isDecisionShown(*m_findDeletes)) {
        Decision &find = add(m_findDeletes, m_findDeletes->text(), {});
        find.asksReason = find.reasonRequired = false;
        find.isImmediate = true;
    }
    if (row.state != api::TableState::NeedsPerson)
        return;
    if (!row.isOfDeletes && isDecisionShown(*m_repeatWaiting)) {
        Decision &repeat = add(m_repeatWaiting, tr("Load %1 again").arg(name), runConsequences(*m_presenter.state().pipeline, {name}, RunExtent::SeveralAtATime));
        repeat.willHappen += repeatConsequence(row);
        repeat.asksReason = repeat.reasonRequired = false;
    }
    if (row.isOfDeletes && isDecisionShown(*m_acceptDeletes))
        addDangerous(m_acceptDeletes, tr("Accept the vanished keys"), acceptDeletesConsequences(row));
    else if (!row.isOfDeletes && isDecisionShown(*m_acceptLoss))
        addDangerous(m_acceptLoss, tr("Accept the vanished rows"), acceptLossConsequences(row));
}

/// Of the tables that are selected; their names are the version, so that nothing is done with others than those that the form was opened for.
void PipelinePage::addDecisionsOnSeveral(std::vector<Decision> &decisions) const
{
    const ReadPipelinePointer &pipeline = m_presenter.state().pipeline;
    if (!pipeline)
        return;
    const QStringList chosen = chosenTables();
    const auto add = [&](const CommandAction *action, const QString &verb, QStringList consequences) {
        decisions.push_back({.id = action->id(), .verb = action->text(), .confirmVerb = verb, .willHappen = std::move(consequences), .asksReason = false, .blockedWhy = action->blockedWhy(),
                             .version = chosen.join(QLatin1Char('\n'))});
    };
    if ((chosen.size() > 1 || (!chosen.isEmpty() && isWanted(*m_runSelected))) && isDecisionShown(*m_runSelected))
        add(m_runSelected, tr("Run %n table(s)", nullptr, int(chosen.size())), runConsequences(*pipeline, chosen, RunExtent::SeveralAtATime));
    if (isWanted(*m_maintain) && isDecisionShown(*m_maintain))
        add(m_maintain, chosen.isEmpty() ? tr("Maintain every table") : tr("Maintain %n table(s)", nullptr, int(chosen.size())), maintainConsequences(*pipeline, chosen));
}

void PipelinePage::updateDecisions()
{
    const PipelineState &state = m_presenter.state();
    std::vector<Decision> decisions;
    const auto addRun = [&](const CommandAction *action, const QString &verb, RunExtent extent) {
        decisions.push_back({.id = action->id(), .verb = action->text(), .confirmVerb = verb,
                             .willHappen = state.pipeline ? runConsequences(*state.pipeline, {}, extent) : QStringList(), .asksReason = false, .blockedWhy = action->blockedWhy()});
    };
    addRun(m_run, tr("Run the pipeline"), RunExtent::SeveralAtATime);
    addDecisionsOnSeveral(decisions);
    if (isDecisionShown(*m_runInProcess))
        addRun(m_runInProcess, tr("Run in one process"), RunExtent::InOneProcess);
    if (const api::PipelineRow *row = m_presenter.row())
        addDecisionsOnTable(*row, decisions);
    m_decisions->setDecisions(std::move(decisions));
    m_decisions->setEarlierReasons(state.pipeline ? earlierReasons(*state.pipeline) : QStringList());
}

void PipelinePage::confirmed(const QString &decision, const QString &reason)
{
    if (decision == m_run->id())
        m_presenter.run({}, false);
    else if (decision == m_runSelected->id())
        m_presenter.run(chosenTables(), false);
    else if (decision == m_runInProcess->id())
        m_presenter.run({}, true);
    else if (decision == m_repeatWaiting->id())
        m_presenter.run({m_presenter.state().table}, false);
    else if (decision == m_maintain->id())
        m_presenter.maintain(chosenTables());
    else if (decision == m_reload->id())
        m_presenter.requestReload(m_presenter.state().table, reason);
    else if (decision == m_undoReload->id())
        m_presenter.undoReload(m_presenter.state().table, reason);
    else if (decision == m_findDeletes->id())
        m_presenter.findDeletes(m_presenter.state().table);
    else if (decision == m_acceptDeletes->id())
        m_presenter.acceptDeletes(m_presenter.state().table, reason);
    else if (decision == m_acceptLoss->id())
        m_presenter.acceptLoss(m_presenter.state().table, reason);
}

} // namespace lakehouse::views
