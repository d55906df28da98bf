#include "kit/data_table.h"

#include "kit/data_table_parts.h"
#include "kit/empty_state.h"
#include "kit/filter_bar.h"
#include "kit/rows_view.h"
#include "kit/table_commands.h"
#include "kit/table_footer.h"
#include "kit/table_model.h"
#include "kit/table_selection.h"
#include "kit/table_state.h"
#include "kit/table_work.h"
#include "kit/value_viewer.h"

#include <QAction>
#include <QHeaderView>
#include <QScrollBar>
#include <QStackedLayout>

#include <chrono>

namespace lakehouse::views {

using namespace std::chrono_literals;

DataTable::DataTable(std::vector<TableColumn> columns, QWidget *parent)
    : QWidget(parent), m_parts(std::make_unique<DataTableParts>())
{
    Q_ASSERT(!columns.empty() && columns.size() <= 64);
    setObjectName(QStringLiteral("data-table"));
    DataTableParts &parts = *m_parts;
    parts.columns = std::move(columns);
    parts.bar = new FilterBar(this);
    parts.model = new TableModel(parts.columns, this);
    parts.view = new RowsView(parts.model, this);
    parts.view->setObjectName(QStringLiteral("table-rows"));
    parts.view->setAccessibleName(tr("Rows"));
    parts.selection = new TableSelection(parts.view, parts.model, this);
    parts.footer = new TableFooter(this);
    parts.commands = new TableCommands({parts.view, parts.model, parts.selection, parts.footer, [&parts] { return parts.filterInWords(); }}, this);
    parts.work = new TableWork(parts.columns, this);
    parts.viewer = new ValueViewer(this);
    parts.viewer->hide();
    auto *clear = new QAction(tr("Clear the filter"), this);
    connect(clear, &QAction::triggered, parts.bar, &FilterBar::clear);
    parts.noMatch = new EmptyState(IconName::Search, {}, {}, clear, this);
    parts.stateTimer.setSingleShot(true);
    parts.stateTimer.setInterval(100ms);
    for (int column = 0; column < int(parts.columns.size()); ++column) {
        parts.view->setColumnHidden(column, parts.columns[std::size_t(column)].isHidden);
        parts.view->setWidth(column, parts.columns[std::size_t(column)].width);
    }
    parts.layOut(this);
    setFocusProxy(parts.view);
    connectBar();
    connectRows();
    connectWork();
    parts.showReady();
}

/// The view goes before its model, and nothing tells a table that is half gone.
DataTable::~DataTable()
{
    for (QObject *child : findChildren<QObject *>())
        child->disconnect(this);
    delete m_parts->commands;
    delete m_parts->selection;
    delete m_parts->view;
}

void DataTable::connectBar()
{
    DataTableParts *parts = m_parts.get();
    connect(parts->bar, &FilterBar::changed, this, [parts] { parts->ask(); });
    connect(parts->bar, &FilterBar::savedViewsChanged, &parts->stateTimer, qOverload<>(&QTimer::start));
    connect(parts->bar, &FilterBar::left, this, [parts] {
        parts->isEntering = parts->work->isBusy();
        parts->view->setFocus(Qt::ShortcutFocusReason);
        if (!parts->isEntering)
            parts->enterRows();
    });
    connect(parts->footer, &TableFooter::clearAsked, parts->bar, &FilterBar::clear);
    connect(parts->footer, &TableFooter::clearAsked, parts->view, qOverload<>(&QWidget::setFocus));
    connect(&parts->stateTimer, &QTimer::timeout, this, &DataTable::stateChanged);
}

void DataTable::connectRows()
{
    DataTableParts *parts = m_parts.get();
    RowsView *view = parts->view;
    connect(view, &RowsView::filterAsked, parts->bar, &FilterBar::focusText);
    connect(view, &RowsView::sortAsked, this, [parts] { parts->sortByCurrent(); });
    connect(parts->commands, &TableCommands::sortAsked, this, [parts] { parts->sortByCurrent(); });
    connect(view->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [parts] { parts->ask(); });
    connect(view, &RowsView::needsMeAsked, this, [parts](int direction) { parts->moveToNeedsMe(direction); });
    connect(view, &RowsView::lineActivated, this, [this, parts](int line) { Q_EMIT activated(parts->model->rows()->id(parts->model->rowAt(line))); });
    connect(view, &RowsView::widthsChanged, &parts->stateTimer, qOverload<>(&QTimer::start));
    connect(view->verticalScrollBar(), &QScrollBar::valueChanged, &parts->stateTimer, qOverload<>(&QTimer::start));
    connect(parts->commands, &TableCommands::columnsChanged, this, [parts] { parts->ask(); });
    const auto openViewer = [parts] {
        parts->viewer->show();
        parts->showValue();
    };
    connect(view, &RowsView::viewerAsked, this, openViewer);
    connect(parts->commands, &TableCommands::viewerAsked, this, openViewer);
    connect(parts->viewer, &ValueViewer::closed, this, [parts] {
        parts->viewer->hide();
        parts->view->setFocus();
    });
    connect(view->selectionModel(), &QItemSelectionModel::currentChanged, this, [parts] { parts->showValue(); });
    connect(parts->selection, &TableSelection::currentChanged, this, [this, parts](const QString &id) {
        parts->stateTimer.start();
        Q_EMIT currentChanged(id);
    });
    connect(parts->selection, &TableSelection::changed, this, [this, parts] {
        parts->showFooter();
        parts->stateTimer.start();
        Q_EMIT selectionChanged();
    });
}

void DataTable::connectWork()
{
    DataTableParts *parts = m_parts.get();
    connect(parts->work, &TableWork::ready, this, [parts] { parts->showReady(); });
    connect(parts->work, &TableWork::counted, this, [parts] {
        const TableIndex &index = parts->work->index();
        parts->bar->setCounts(index.chipCounts(), index.rows()->count());
    });
    connect(parts->work, &TableWork::idle, this, &DataTable::settled);
    connect(parts->commands, &TableCommands::exported, this, &DataTable::settled);
    connect(parts->work, &TableWork::working, this, [parts](TableIndex::Work work, int percent) {
        switch (work) {
        case TableIndex::Work::Reading: return parts->footer->showWork(tr("Reading rows: %1 %").arg(percent));
        case TableIndex::Work::Filtering: return parts->footer->showWork(tr("Filtering rows: %1 %").arg(percent));
        case TableIndex::Work::Sorting: return parts->footer->showWork(tr("Sorting rows: %1 %").arg(percent));
        }
    });
}

FilterBar &DataTable::filterBar()
{
    return *m_parts->bar;
}

void DataTable::setChips(std::vector<FilterChip> chips)
{
    Q_ASSERT(chips.size() <= 64);
    m_parts->chips = chips;
    std::vector<FilterBar::Chip> shown;
    for (const FilterChip &chip : chips)
        shown.push_back({chip.id, chip.word, 0});
    m_parts->bar->setChips(shown, m_parts->work->index().rows()->count());
    m_parts->work->setChips(std::move(chips));
    m_parts->ask();
}

void DataTable::setRows(std::shared_ptr<const TableRows> rows)
{
    m_parts->work->setRows(std::move(rows));
}

const std::shared_ptr<const TableRows> &DataTable::rows() const
{
    return m_parts->model->rows();
}

QString DataTable::currentId() const
{
    return m_parts->selection->currentId();
}

void DataTable::setCurrentId(const QString &id)
{
    if (m_parts->selection->setCurrent(id) == TableSelection::Found::Hidden)
        m_parts->bar->clear();
}

QString DataTable::missingId() const
{
    return m_parts->selection->missingId();
}

QStringList DataTable::selectedIds() const
{
    return m_parts->selection->selectedIds();
}

QStringList DataTable::shownIds() const
{
    QStringList ids;
    for (const quint32 row : m_parts->model->shown())
        ids.push_back(m_parts->model->rows()->id(row));
    return ids;
}

qsizetype DataTable::shownCount() const
{
    return m_parts->model->rowCount();
}

QByteArray DataTable::saveState() const
{
    return m_parts->state().toJson();
}

void DataTable::restoreState(const QByteArray &json)
{
    if (const std::optional<TableState> state = TableState::fromJson(json))
        m_parts->restore(*state);
}

void DataTable::setPlaceholder(QWidget *placeholder)
{
    m_parts->placeholder = placeholder;
    if (placeholder && m_parts->body->indexOf(placeholder) < 0)
        m_parts->body->addWidget(placeholder);
    m_parts->showBody();
}

bool DataTable::isSettled() const
{
    return !m_parts->work->isBusy() && !m_parts->commands->isExporting();
}

void DataTable::setLetterKeysEnabled(bool isEnabled)
{
    RowsView::setLetterKeysEnabled(isEnabled);
}

std::unique_ptr<TableExport> DataTable::makeExport(TableFormat format, QIODevice *to, const QString &writtenAt) const
{
    return m_parts->commands->makeExport(format, to, writtenAt);
}

void DataTable::setExportName(ExportScope scope, const QString &part)
{
    m_parts->commands->setExportName(scope, part);
}

void DataTable::setFileSaver(FileSaver saver)
{
    m_parts->commands->setFileSaver(std::move(saver));
}

void DataTable::copy(TableFormat format)
{
    m_parts->commands->copy(format);
}

} // namespace lakehouse::views
