#include "pages/pipeline/pipeline_page.h"

#include "kit/data_table.h"
#include "kit/decision_panel.h"
#include "kit/empty_state.h"
#include "kit/error_banner.h"
#include "kit/loading_state.h"
#include "kit/localized.h"
#include "kit/notice_banner.h"
#include "kit/page_header.h"
#include "kit/progress_strip.h"
#include "pages/pipeline/pipeline_banners.h"
#include "pages/pipeline/pipeline_detail.h"
#include "pages/pipeline/pipeline_table.h"
#include "pages/pipeline/pipeline_words.h"
#include "shell/source_notice.h"

#include <QApplication>
#include <QDesktopServices>
#include <QUrl>

#include <utility>

namespace lakehouse::views {

namespace {

constexpr auto runId = "pipeline.run";
constexpr auto runSelectedId = "pipeline.run-selected";
constexpr auto runInProcessId = "pipeline.run-in-process";
constexpr auto reloadId = "pipeline.reload";
constexpr auto undoReloadId = "pipeline.undo-reload";
constexpr auto deletesId = "pipeline.deletes";
constexpr auto acceptDeletesId = "pipeline.accept-deletes";
constexpr auto acceptLossId = "pipeline.accept-loss";
constexpr qsizetype paletteMost = 200;

/// The address stands in a file that may come from anywhere: only what a browser shows is opened.
std::optional<QUrl> orchestratorPage(const ReadPipelinePointer &pipeline)
{
    if (!pipeline || !pipeline->status().orchestrator)
        return std::nullopt;
    const QUrl page(*pipeline->status().orchestrator, QUrl::StrictMode);
    const bool isOfBrowser = page.scheme() == QLatin1String("http") || page.scheme() == QLatin1String("https");
    return page.isValid() && isOfBrowser && !page.host().isEmpty() ? std::optional(page) : std::nullopt;
}

QString draftKey(const QString &decision)
{
    return QStringLiteral("pipeline/") + decision;
}

} // namespace

PipelinePage::PipelinePage(PageHost &host, QWidget *parent)
    : ListPage(host, "pipeline", {tr("Bronze and silver"), tr("Did every row arrive, and can I prove it?"), tr("Tables of the pipeline")},
               new DataTable(pipelineColumns()), new PipelineDetail, parent),
      m_presenter(host), m_loading(new LoadingState), m_empty(new EmptyState(IconName::Layers, {}, {})),
      m_detail(static_cast<PipelineDetail *>(&detail())), m_decisions(new DecisionPanel)
{
    buildCommands();
    header().addButton(m_stop);
    header().addButton(m_reconcile);
    table().setChips(pipelineChips());
    m_decisions->setObjectName(QStringLiteral("decisions"));
    m_banners = new PipelineBanners({.run = m_run, .stop = m_stop, .acceptWaiting = m_acceptWaiting, .openSource = m_toSource, .repeatWaiting = m_repeatWaiting, .openPlan = m_toExtraction}, this);
    for (NoticeBanner *banner : m_banners->banners())
        addBanner(banner);
    sayWhatIsMissing(tr("The pipeline has no table %1. It was generated without it, is refused, or has another name in the source."));
    retryFailed(m_presenter.work());
    addBelowDetail(m_decisions);
    connectParts();
    showStatus();
    showTable();
}

PipelinePage::~PipelinePage() = default;

void PipelinePage::buildCommands()
{
    m_run = command(runId, IconName::Play, tr("Run the pipeline…"), QKeySequence(Qt::CTRL | Qt::Key_Return), tr("Load every table and compare it with the source."));
    m_runSelected = command(runSelectedId, IconName::Play, tr("Run selected tables…"), {}, tr("Load only what is selected in the list."));
    m_runInProcess = command(runInProcessId, IconName::Play, tr("Run in one process…"), {}, tr("For pipelines of hundreds of tables: quicker to start, one table after the other."));
    m_stop = command("runs.stop", IconName::CircleStop, tr("Stop"), {}, tr("End the run; tables that were loaded stay as they are."));
    m_reconcile = command("pipeline.reconcile", IconName::Check, {}, {}, {});
    nameReconciled();
    m_maintain = command("pipeline.maintain", IconName::RefreshCw, tr("Maintain…"), {}, tr("Join small files, forget old snapshots and remove left-over files, of the selected tables or of all."));
    m_reload = command(reloadId, IconName::RefreshCw, tr("Reload…"), {}, tr("Have the next load empty bronze and read every row."));
    m_undoReload = command(undoReloadId, IconName::Undo, tr("Undo the reload…"), {}, tr("Take a requested reload back, before a load has done it."));
    m_findDeletes = command(deletesId, IconName::Search, tr("Find deletes"), QKeySequence(Qt::Key_D), tr("Find the keys that the source deleted since the last load, and mark them in bronze."));
    m_acceptDeletes = command(acceptDeletesId, IconName::TriangleAlert, tr("Accept vanished keys…"), {}, tr("Mark the keys that vanished at the source as deleted, although they are so many."));
    m_acceptLoss = command(acceptLossId, IconName::TriangleAlert, tr("Accept vanished rows…"), {}, tr("Let rows that vanished at the source vanish from bronze too."));
    m_openRun = command("pipeline.open-run", IconName::PanelBottom, tr("Show the run's log"), {}, tr("Open the run that touched this table last in the run drawer."));
    m_showWaiting = command("pipeline.show-waiting", IconName::Focus, tr("Show what waits"), {}, tr("Select the table that waits for a decision."));
    m_acceptWaiting = command("pipeline.accept-waiting", IconName::TriangleAlert, tr("Accept, with a reason…"), {}, tr("Let go what vanished in the table that waits, and say why."));
    m_repeatWaiting = command("pipeline.repeat-waiting", IconName::RefreshCw, tr("Try it again…"), {}, tr("Do once more what the guard stopped in the table that waits, when the source is as it should be."));
    m_toSource = command("pipeline.open-source", IconName::Database, tr("Look at the source"), {}, tr("Open the sources: whether it answers, its rights, and what changed in its catalog."));
    m_silver = command("pipeline.show-silver", IconName::Layers, tr("Show silver"), QKeySequence(Qt::Key_B), tr("Go from bronze to silver and back."));
    m_silver->setBlocked(tr("Silver waits: none is made yet, so bronze is all that is shown here."));
    m_toExtraction = command("pipeline.open-plan", IconName::ListChecks, tr("Open the extraction plan"), {}, tr("See how this table loads, and why."));
    m_toOrchestrator = command("pipeline.open-orchestrator", IconName::ExternalLink, tr("Open in the orchestrator"), {}, tr("Show its page in the browser."));
    m_runSelected->setOperation(runId);
    m_runInProcess->setOperation(runId, "in-process");
    m_undoReload->setOperation(reloadId, "undo");
    m_acceptDeletes->setOperation(deletesId, "accept");
    m_acceptLoss->setOperation("pipeline.load", "accept-loss");
    m_openRun->setOperation("runs.show");
}

void PipelinePage::connectParts()
{
    connect(&m_presenter, &PipelinePresenter::statusChanged, this, &PipelinePage::showStatus);
    connect(&m_presenter, &PipelinePresenter::tableChanged, this, &PipelinePage::showTable);
    connect(&m_presenter, &PipelinePresenter::workChanged, this, &PipelinePage::showWork);
    connect(&m_presenter, &PipelinePresenter::settled, this, &PipelinePage::settled);
    connect(&m_presenter, &PipelinePresenter::launched, this, [this](const QString &run) {
        const bool hadFocus = m_decisions->isAncestorOf(QApplication::focusWidget());
        m_decisions->close();
        if (hadFocus)
            table().setFocus(Qt::OtherFocusReason); // not wherever the window finds the next one
        host().watchRun(run);
    });
    connectReceipts();
    connect(&table(), &DataTable::currentChanged, this, [this](const QString &table) {
        if (m_decisions->isOpen() && m_decisions->openId().isEmpty())
            m_decisions->close(); // a receipt: the way back that it offers is that of its own table
        m_presenter.select(table);
        updateCommands();
        if (table == m_awaited)
            answerAwaited();
        else if (!table.isEmpty())
            m_awaited.clear(); // whoever goes to another row meanwhile is not asked about that one
        Q_EMIT placeChanged();
    });
    connect(&table(), &DataTable::selectionChanged, this, &PipelinePage::updateCommands);
    connect(m_loading, &LoadingState::stopRequested, &m_presenter, &PipelinePresenter::stopReading);
    connect(&workError(), &ErrorBanner::dismissed, &m_presenter, &PipelinePresenter::dismissWorkError);
    connect(&strip(), &ProgressStrip::stopRequested, &m_presenter, &PipelinePresenter::stopWork);
    connect(&strip(), &ProgressStrip::leaveRequested, &m_presenter, &PipelinePresenter::stopWork);
    connect(m_detail, &PipelineDetail::runActivated, this, [this](const QString &run) { host().watchRun(run); });
    connect(m_decisions, &DecisionPanel::confirmed, this, &PipelinePage::confirmed);
    connect(m_decisions, &DecisionPanel::cancelled, this, &PipelinePage::updateDecisions);
    connect(m_decisions, &DecisionPanel::draftChanged, this, [this](const QString &decision, const QString &text) { host().setDraft(draftKey(decision), text); });
    connect(m_decisions, &DecisionPanel::stopRequested, &m_presenter, &PipelinePresenter::stopWork);
    for (CommandAction *action : {m_run, m_runSelected, m_runInProcess, m_maintain, m_reload, m_undoReload, m_findDeletes, m_acceptDeletes, m_acceptLoss})
        connect(action, &QAction::triggered, this, [this, action] { openDecision(*action); });
    for (const char *decision : {reloadId, undoReloadId, acceptDeletesId, acceptLossId})
        m_decisions->setDraft(QString::fromLatin1(decision), host().draft(draftKey(QString::fromLatin1(decision))));
    connect(m_stop, &QAction::triggered, &m_presenter, &PipelinePresenter::stopRun);
    connect(m_reconcile, &QAction::triggered, this, [this] { m_presenter.reconcile(chosenTables()); });
    connect(m_openRun, &QAction::triggered, this, [this] {
        if (const api::PipelineRow *row = m_presenter.row(); row && row->run)
            host().watchRun(row->run->toString());
    });
    connect(m_showWaiting, &QAction::triggered, this, &PipelinePage::goToWaiting);
    connect(m_acceptWaiting, &QAction::triggered, this, [this] { answerWaiting(Answer::Accept); });
    connect(m_repeatWaiting, &QAction::triggered, this, [this] { answerWaiting(Answer::Repeat); });
    connect(m_toSource, &QAction::triggered, this, [this] { host().open({.page = QStringLiteral("sources")}); });
    connect(m_toOrchestrator, &QAction::triggered, this, &PipelinePage::openInBrowser);
    connect(m_toExtraction, &QAction::triggered, this, [this] { host().open({.page = QStringLiteral("extraction"), .object = m_presenter.state().table}); });
}

QString PipelinePage::id() const
{
    return QStringLiteral("pipeline");
}

QString PipelinePage::selected() const
{
    return m_presenter.state().table;
}

void PipelinePage::refresh()
{
    m_presenter.refresh();
}

void PipelinePage::pulse(const api::ProjectPulse &pulse)
{
    m_presenter.pulse(pulse);
}

std::vector<PaletteItem> PipelinePage::paletteItems(const QString &words) const
{
    std::vector<PaletteItem> items;
    const ReadPipelinePointer &pipeline = m_presenter.state().pipeline;
    if (!pipeline || words.isEmpty())
        return items;
    for (qsizetype row = 0; row < qsizetype(pipeline->tables().size()) && qsizetype(items.size()) < paletteMost; ++row) {
        const QString &name = pipeline->name(row);
        if (name.contains(words, Qt::CaseInsensitive))
            items.push_back({.kind = PaletteKind::Table, .id = QStringLiteral("pipeline/") + name, .title = name,
                             .note = tr("Pipeline · %1").arg(statusWord(statusOf(pipeline->tables()[std::size_t(row)].state))), .icon = IconName::Layers,
                             .place = {.page = id(), .object = name}});
    }
    return items;
}

void PipelinePage::showStatus()
{
    showReadAt(m_presenter.state().readAtUtc);
    showReadingError();
    showRows();
    m_banners->show(m_presenter.state());
    updateCommands();
}

void PipelinePage::showReadingError()
{
    const PipelineState &state = m_presenter.state();
    const std::optional<base::Error> &error = state.error ? state.error : state.historyError;
    if (error && !hasNoSource(m_presenter.state().error))
        readingError().showError(*error);
    else
        readingError().clear();
}

void PipelinePage::showRows()
{
    const PipelineState &state = m_presenter.state();
    m_empty->setWords(tr("Here stands each table of the pipeline with its last load and its last check."),
                      hasNoSource(m_presenter.state().error) ? tr("Add a source first: this project has none yet, so there is nothing to load.")
                                    : tr("Nothing was generated yet: approve the extraction plan, then generate the pipeline."));
    if (!state.pipeline) {
        if (!state.isReading)
            m_loading->finish();
        else
            m_loading->start(tr("Reading the tables of %1…").arg(host().projectName()));
        table().setPlaceholder(hasNoSource(m_presenter.state().error) ? static_cast<QWidget *>(m_empty) : m_loading);
        return;
    }
    m_loading->finish();
    table().setPlaceholder(state.pipeline->tables().empty() ? m_empty : nullptr);
    if (std::exchange(m_shown, state.pipeline) != state.pipeline)
        table().setRows(std::make_shared<PipelineTableRows>(state.pipeline, state.readAtUtc));
    Q_EMIT attentionChanged(state.pipeline->needing());
}

void PipelinePage::showTable()
{
    m_detail->show(m_presenter.state(), m_presenter.row(), host().clock().now());
    showReadingError();
    updateCommands();
}

void PipelinePage::showWork()
{
    const PageWork &work = m_presenter.work();
    if (work.operation().isEmpty()) {
        strip().finish();
        m_decisions->setBusy(nullptr);
    } else {
        strip().setProgress(work.progress());
        m_decisions->setBusy(&work.progress());
    }
    if (!work.error())
        workError().clear();
    else if (m_decisions->openId().isEmpty())
        workError().showError(*work.error());
    else
        m_decisions->showError(*work.error());
    updateCommands();
}

/// It asks nothing before it begins, so its button says of which tables.
void PipelinePage::nameReconciled()
{
    const QStringList chosen = chosenTables();
    m_reconcile->setText(chosen.isEmpty() ? tr("Reconcile all tables") : tr("Reconcile %n table(s)", nullptr, int(chosen.size())));
    m_reconcile->setExplanation(chosen.isEmpty() ? tr("Compare source and bronze of every table without loading.")
                                : chosen.size() == 1 ? tr("Compare source and bronze of %1 without loading.").arg(chosen.front())
                                                     : tr("Compare source and bronze of the %n selected table(s) without loading.", nullptr, int(chosen.size())));
}

QStringList PipelinePage::chosenTables() const
{
    return table().selectedIds();
}

QString PipelinePage::notThere() const
{
    const PipelineState &state = m_presenter.state();
    if (hasNoSource(m_presenter.state().error))
        return tr("This project has no source yet. Add one first.");
    if (!state.pipeline)
        return state.isReading ? tr("The pipeline is being read.") : tr("The pipeline was not read. Press F5 to read it.");
    return state.pipeline->tables().empty() ? tr("Nothing was generated yet. Approve the extraction plan and generate the pipeline first.") : QString();
}

QString PipelinePage::notRunnable() const
{
    if (const QString why = notThere(); !why.isEmpty())
        return why;
    if (!m_presenter.state().pipeline->status().active.empty())
        return tr("A run is under way. Wait for its end, or stop it.");
    return m_presenter.work().whyBusy();
}

void PipelinePage::updateCommands()
{
    const PipelineState &state = m_presenter.state();
    const api::PipelineRow *row = m_presenter.row();
    const QString why = notRunnable();
    m_run->setBlocked(why);
    m_runInProcess->setBlocked(why);
    m_runSelected->setBlocked(!why.isEmpty() ? why : chosenTables().isEmpty() ? tr("Select the tables in the list first.") : QString());
    nameReconciled();
    m_reconcile->setBlocked(why);
    m_maintain->setBlocked(why);
    const bool isRunning = state.pipeline && !state.pipeline->status().active.empty();
    m_stop->setBlocked(isRunning ? QString() : tr("No run is under way."));
    updateTableCommands();
    m_openRun->setBlocked(row && row->run ? QString() : tr("This table was not run yet."));
    const api::PipelineRow *waiting = state.pipeline ? state.pipeline->waiting() : nullptr;
    const QString noneWaits = waiting ? QString() : tr("No table waits for a decision.");
    m_showWaiting->setBlocked(noneWaits);
    m_acceptWaiting->setBlocked(waiting ? why : noneWaits);
    m_repeatWaiting->setBlocked(waiting ? why : noneWaits);
    if (waiting)
        m_showWaiting->setText(tr("Show %1").arg(waiting->table.toString()));
    m_toOrchestrator->setBlocked(orchestratorPage(state.pipeline) ? QString() : tr("ekos.toml names no address of the orchestrator (dagster-url)."));
    updateDecisions();
}

void PipelinePage::goToWaiting()
{
    if (const api::PipelineRow *waiting = m_presenter.state().pipeline ? m_presenter.state().pipeline->waiting() : nullptr)
        table().setCurrentId(waiting->table.toString());
}

void PipelinePage::answerWaiting(Answer answer)
{
    const api::PipelineRow *waiting = m_presenter.state().pipeline ? m_presenter.state().pipeline->waiting() : nullptr;
    if (!waiting)
        return;
    m_answer = answer;
    m_awaited = waiting->table.toString();
    const QString name = m_awaited;
    table().setCurrentId(name); // a long list comes to a row that its filter hides only after a while
    if (!m_awaited.isEmpty() && m_presenter.state().table == name)
        answerAwaited();
}

void PipelinePage::answerAwaited()
{
    m_awaited.clear();
    const api::PipelineRow *row = m_presenter.row();
    if (!row || row->state != api::TableState::NeedsPerson)
        return;
    const CommandAction *accept = row->isOfDeletes ? m_acceptDeletes : m_acceptLoss;
    const CommandAction *repeat = row->isOfDeletes ? m_findDeletes : m_repeatWaiting;
    openDecision(m_answer == Answer::Accept ? *accept : *repeat);
}

void PipelinePage::openInBrowser()
{
    if (const std::optional<QUrl> page = orchestratorPage(m_presenter.state().pipeline))
        QDesktopServices::openUrl(*page);
}

} // namespace lakehouse::views
