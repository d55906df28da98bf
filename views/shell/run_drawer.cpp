#include "shell/run_drawer.h"

#include "kit/error_banner.h"
#include "kit/localized.h"
#include "kit/theme.h"
#include "shell/run_line.h"
#include "shell/run_list_delegate.h"
#include "shell/run_list_model.h"
#include "shell/run_log_view.h"
#include "shell/run_steps_delegate.h"
#include "shell/run_steps_model.h"
#include "shell/run_words.h"

#include <QHeaderView>
#include <QListView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

RunDrawer::RunDrawer(PageHost &host, QWidget *parent)
    : QWidget(parent), m_host(host), m_follower(new RunFollower(host, this)), m_runs(new RunListModel(this)), m_steps(new RunStepsModel(this)),
      m_line(new RunLine(this)), m_body(new QSplitter(Qt::Horizontal, this)), m_list(new QListView), m_error(new ErrorBanner), m_tabs(new QTabWidget),
      m_stepsView(new QTreeView), m_log(new RunLogView), m_output(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("run-drawer"));
    setAccessibleName(tr("Runs"));
    m_list->setObjectName(QStringLiteral("run-list"));
    m_list->setAccessibleName(tr("Runs, newest first"));
    m_list->setModel(m_runs);
    m_list->setItemDelegate(new RunListDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_body->addWidget(m_list);
    m_body->addWidget(makeDetail());
    m_body->setStretchFactor(1, 1);
    m_body->setChildrenCollapsible(false);
    m_body->setSizes({Theme::instance().paneMinimum(), 3 * Theme::instance().paneMinimum()});
    m_body->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_line);
    column->addWidget(m_body, 1);
    connectParts();
}

QWidget *RunDrawer::makeDetail()
{
    m_stepsView->setObjectName(QStringLiteral("run-steps"));
    m_stepsView->setAccessibleName(tr("Tables of the run"));
    m_stepsView->setModel(m_steps);
    m_stepsView->setItemDelegate(new RunStepsDelegate(m_stepsView));
    m_stepsView->setRootIsDecorated(false);
    m_stepsView->setUniformRowHeights(true);
    m_stepsView->setAllColumnsShowFocus(true);
    const int unit = Theme::instance().paneMinimum() / 7;
    const int widths[] = {5 * unit, 4 * unit, 2 * unit, 2 * unit, 4 * unit};
    for (int i = 0; i < RunStepsModel::Message; ++i)
        m_stepsView->setColumnWidth(i, widths[i]);
    m_output->setObjectName(QStringLiteral("run-output"));
    m_output->setAccessibleName(tr("Output of the run"));
    m_output->setReadOnly(true);
    m_output->setLineWrapMode(QPlainTextEdit::NoWrap);
    const auto dress = [this] { m_output->setFont(Theme::instance().font(TextStyle::Mono)); };
    connect(&Theme::instance(), &Theme::changed, m_output, dress);
    dress();
    m_tabs->setObjectName(QStringLiteral("run-tabs"));
    m_tabs->setAccessibleName(tr("Steps, log and output of the run"));
    m_tabs->addTab(m_stepsView, tr("Steps"));
    m_tabs->addTab(m_log, tr("Log"));
    m_tabs->addTab(m_output, tr("Output"));
    auto *detail = new QWidget;
    detail->setObjectName(QStringLiteral("run-detail"));
    auto *column = new QVBoxLayout(detail);
    const int margin = Theme::instance().space(Space::Small);
    column->setContentsMargins(margin, 0, margin, margin);
    column->addWidget(m_error);
    column->addWidget(m_tabs, 1);
    return detail;
}

void RunDrawer::connectParts()
{
    connect(m_line, &RunLine::toggleRequested, this, [this] { setOpen(!m_isOpen); });
    connect(m_line, &RunLine::stopRequested, m_follower, &RunFollower::stop);
    connect(m_line, &RunLine::leaveRequested, m_follower, &RunFollower::leave);
    connect(m_follower, &RunFollower::stopped, m_line, &RunLine::stopEnded);
    connect(m_follower, &RunFollower::stopFailed, this, [this](const base::Error &error) {
        m_line->stopEnded();
        showError(error, [this] { m_follower->stop(); });
        setOpen(true); // never lost behind a folded line
    });
    connect(m_follower, &RunFollower::failed, this, [this](const base::Error &error) { showError(error, [this] { m_follower->readNow(); }); });
    connect(m_error, &ErrorBanner::retryRequested, this, [this] {
        m_error->clear();
        const std::function<void()> again = m_again; // which becomes another one when it fails anew
        again();
    });
    connect(m_follower, &RunFollower::changed, this, &RunDrawer::showRun);
    connect(m_tabs, &QTabWidget::currentChanged, this, &RunDrawer::fillSelected);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex &current) {
        if (!current.isValid())
            return;
        const QString id = m_runs->run(current.row()).id.toString();
        if (id == m_follower->runId())
            return;
        m_isChosen = true;
        m_error->clear();
        m_follower->follow(id);
    });
}

void RunDrawer::setPulse(const api::ProjectPulse &pulse)
{
    m_active.clear();
    std::ranges::copy_if(pulse.runs, std::back_inserter(m_active), [](const model::Run &run) { return isActive(run.state); });
    m_runs->setNow(m_host.clock().now());
    m_runs->merge(pulse.runs);
    followNewest();
    const auto known = std::ranges::find(pulse.runs, m_follower->runId(), [](const model::Run &run) { return run.id.toString(); });
    if (known != pulse.runs.end() && m_follower->run() && *known != *m_follower->run())
        m_follower->readNow();
    showRun();
}

/// What goes on has the line, unless a person picked another run and still has the drawer open.
void RunDrawer::followNewest()
{
    if (m_isChosen || m_follower->isActive())
        return;
    if (!m_active.empty())
        select(m_active.front().id.toString());
    else if (m_follower->runId().isEmpty() && !m_runs->runs().empty())
        select(m_runs->run(0).id.toString());
}

void RunDrawer::watch(const QString &runId)
{
    m_isChosen = true;
    select(runId);
    setOpen(true);
}

void RunDrawer::select(const QString &runId)
{
    m_follower->follow(runId);
    if (const int row = m_runs->rowOf(runId); row >= 0)
        m_list->setCurrentIndex(m_runs->index(row));
}

void RunDrawer::setOpen(bool isOpen)
{
    if (m_isOpen == isOpen)
        return;
    m_isOpen = isOpen;
    m_body->setVisible(isOpen);
    m_line->setOpen(isOpen);
    if (isOpen) {
        readList();
        fillSelected();
    } else {
        m_isChosen = false;
        followNewest();
    }
    Q_EMIT openChanged(isOpen);
}

int RunDrawer::foldedHeight() const
{
    return m_line->sizeHint().height();
}

void RunDrawer::readList()
{
    m_host.workbench().ask(api::ListRuns{.limit = 100}, m_host.call({})).onSettled(this, [this](const base::Result<api::RunList> &list) {
        if (!list)
            return showError(list.error(), [this] { readList(); });
        m_runs->setNow(m_host.clock().now());
        m_runs->setRuns(list.value().runs);
        if (const int row = m_runs->rowOf(m_follower->runId()); row >= 0)
            m_list->setCurrentIndex(m_runs->index(row));
    });
}

/// *Try again* does just that once more which failed.
void RunDrawer::showError(const base::Error &error, std::function<void()> again)
{
    m_again = std::move(again);
    m_error->showError(error);
}

void RunDrawer::showRun()
{
    const auto isOther = [this](const model::Run &run) { return run.id.toString() != m_follower->runId(); };
    const int others = int(std::ranges::count_if(m_active, isOther));
    m_line->setRun(m_follower->run(), m_follower->progress(), m_follower->problems(), others, m_host.clock().now());
    if (m_isOpen)
        fillSelected();
}

/// Only the tab on show is filled: a log of thousands of lines costs nothing while nobody looks.
void RunDrawer::fillSelected()
{
    const std::optional<model::Run> &run = m_follower->run();
    if (m_tabs->currentWidget() == m_log) {
        m_log->setEvents(m_follower->events());
    } else if (m_tabs->currentWidget() == m_stepsView && run) {
        m_steps->setRun(*run, m_follower->tables(), m_follower->events(), m_host.clock().now());
    } else if (m_tabs->currentWidget() == m_output) {
        const QString text = outputText();
        if (text != m_output->toPlainText())
            m_output->setPlainText(text);
    }
}

QString RunDrawer::outputText() const
{
    const std::optional<model::Run> &run = m_follower->run();
    if (!run)
        return {};
    QStringList lines{tr("run %1").arg(run->id.toString()), tr("operation %1").arg(run->operation)};
    if (run->foreignId)
        lines += tr("at the orchestrator %1").arg(*run->foreignId);
    if (!run->outcome.isEmpty())
        lines += localized(run->outcome);
    for (const api::TableOutcome &table : m_follower->tables()) {
        if (!table.load)
            continue;
        lines += tr("%1: %n row(s)", nullptr, int(std::min<qint64>(table.load->rowsLoaded, INT_MAX))).arg(table.table.toString());
        for (const QString &query : table.load->queryIds)
            lines += tr("  query %1").arg(query);
    }
    for (const model::RunEvent &event : m_follower->events())
        lines += QStringLiteral("%1  %2").arg(event.atUtc.toString(), eventText(event));
    return lines.join(QLatin1Char('\n'));
}

} // namespace lakehouse::views
