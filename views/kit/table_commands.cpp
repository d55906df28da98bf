#include "kit/table_commands.h"

#include "kit/column_chooser.h"
#include "kit/icons.h"
#include "kit/rows_view.h"
#include "kit/table_footer.h"
#include "kit/table_model.h"
#include "kit/table_selection.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QMenu>
#include <QToolButton>

#include <chrono>

namespace lakehouse::views {

using namespace std::chrono_literals;

namespace {

QLatin1String endingOf(TableFormat format)
{
    switch (format) {
    case TableFormat::Csv: return QLatin1String("csv");
    case TableFormat::Markdown: return QLatin1String("md");
    case TableFormat::Json: return QLatin1String("json");
    case TableFormat::Tabs:
    case TableFormat::SqlList: break;
    }
    return QLatin1String("txt");
}

QToolButton *barButton(IconName name, const QString &words, const QString &objectName, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setIcon(icon(name));
    button->setAccessibleName(words);
    button->setToolTip(words);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

TableCommands::TableCommands(Parts parts, QWidget *parent)
    : QObject(parent), m_parts(std::move(parts)), m_widget(parent),
      m_columnsButton(barButton(IconName::Columns, tr("Columns"), QStringLiteral("table-columns"), parent)),
      m_exportButton(barButton(IconName::Download, tr("Export these rows"), QStringLiteral("table-export"), parent)), m_menu(new QMenu(parent))
{
    connect(m_columnsButton, &QToolButton::clicked, this, &TableCommands::openChooser);
    auto *formats = new QMenu(m_exportButton);
    const std::pair<TableFormat, QString> offers[] = {
        {TableFormat::Csv, tr("Export as CSV…")}, {TableFormat::Markdown, tr("Export as Markdown…")}, {TableFormat::Json, tr("Export as JSON…")}};
    for (const auto &[format, words] : offers)
        connect(formats->addAction(words), &QAction::triggered, this, [this, format = format] { startExport(format); });
    m_exportButton->setMenu(formats);
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    m_exportTimer.setInterval(0);
    connect(&m_exportTimer, &QTimer::timeout, this, &TableCommands::stepExport);
    connect(m_parts.footer, &TableFooter::stopAsked, this, &TableCommands::stopExport);
    connect(m_parts.view, &QWidget::customContextMenuRequested, this, &TableCommands::openMenu);
    connect(m_parts.view, &RowsView::copyAsked, this, [this] { copy(TableFormat::Tabs); });
}

TableText TableCommands::shownText() const
{
    std::vector<int> shown;
    for (int column = 0; column < m_parts.model->columnCount(); ++column) {
        if (!m_parts.view->isColumnHidden(column))
            shown.push_back(column);
    }
    return {m_parts.model->rows(), m_parts.model->columns(), std::move(shown)};
}

void TableCommands::copy(TableFormat format)
{
    const QModelIndex current = m_parts.view->currentIndex();
    std::vector<quint32> rows = m_parts.selection->selectedRows();
    if (rows.empty() && current.isValid())
        rows.push_back(m_parts.model->rowAt(current.row()));
    if (rows.empty())
        return;
    const TableText text = shownText();
    QString copied;
    if (format == TableFormat::Tabs && rows.size() == 1 && current.isValid()) {
        copied = m_parts.model->wholeText(current);
    } else if (format == TableFormat::SqlList) {
        copied = text.sqlList(rows, m_parts.view->nearestColumn(current.column()));
    } else {
        copied = text.heading(format);
        for (const quint32 row : rows)
            copied += text.line(row, format);
    }
    QGuiApplication::clipboard()->setText(copied);
}

std::unique_ptr<TableExport> TableCommands::makeExport(TableFormat format, QIODevice *to, const QString &writtenAt) const
{
    const TableModel &model = *m_parts.model;
    TableExport::Heading heading{.filter = m_parts.filter(), .total = model.rows()->count(), .writtenAt = writtenAt};
    return std::make_unique<TableExport>(shownText(), model.shown(), std::move(heading), format, to);
}

void TableCommands::startExport(TableFormat format)
{
    if (m_export)
        return;
    m_buffer.setData({});
    m_buffer.open(QIODevice::WriteOnly);
    m_exportFormat = format;
    m_export = makeExport(format, &m_buffer, QDateTime::currentDateTimeUtc().toString(Qt::ISODate));
    m_exportTimer.start();
}

void TableCommands::stepExport()
{
    if (!m_export->step(QDeadlineTimer(8ms))) {
        m_parts.footer->showStoppableWork(tr("Exporting %1 of %2 rows").arg(m_export->written()).arg(m_export->count()));
        return;
    }
    const QByteArray content = m_buffer.data();
    stopExport();
    const QString around = exportNameAround(*m_widget, m_exportScope);
    QStringList name{around.isEmpty() ? QStringLiteral("table") : around};
    if (!m_exportPart.isEmpty())
        name += m_exportPart;
    m_saver(content, exportFileName(name.join(QLatin1Char('-')), QDateTime::currentDateTimeUtc().date(), endingOf(m_exportFormat)));
    Q_EMIT exported();
}

void TableCommands::stopExport()
{
    m_exportTimer.stop();
    m_export.reset();
    m_buffer.close();
    m_buffer.setData({});
    m_parts.footer->showWork({});
}

void TableCommands::fillCopyMenu(QMenu &menu)
{
    const QModelIndex current = m_parts.view->currentIndex();
    const QString column = m_parts.model->columns()[std::size_t(m_parts.view->nearestColumn(current.column()))].title;
    QAction *copyValue = menu.addAction(icon(IconName::Copy), tr("Copy"), this, [this] { copy(TableFormat::Tabs); });
    copyValue->setShortcut(QKeySequence::Copy);
    QMenu *as = menu.addMenu(tr("Copy as"));
    as->addAction(tr("CSV"), this, [this] { copy(TableFormat::Csv); });
    as->addAction(tr("Markdown"), this, [this] { copy(TableFormat::Markdown); });
    as->addAction(tr("SQL list of %1").arg(column), this, [this] { copy(TableFormat::SqlList); });
}

void TableCommands::openMenu(const QPoint &position)
{
    m_menu->clear();
    if (m_parts.view->currentIndex().isValid()) {
        fillCopyMenu(*m_menu);
        QAction *whole = m_menu->addAction(icon(IconName::Eye), tr("Whole value"), this, &TableCommands::viewerAsked);
        whole->setShortcut(Qt::SHIFT | Qt::Key_V);
        QAction *sort = m_menu->addAction(tr("Sort by this column"), this, &TableCommands::sortAsked);
        sort->setShortcut(Qt::SHIFT | Qt::Key_S);
        m_menu->addSeparator();
    }
    m_menu->addAction(icon(IconName::Columns), tr("Columns…"), this, &TableCommands::openChooser);
    m_menu->popup(m_parts.view->viewport()->mapToGlobal(position));
}

void TableCommands::openChooser()
{
    std::vector<ColumnChooser::Column> columns;
    const std::vector<TableColumn> &declared = m_parts.model->columns();
    for (int i = 0; i < int(declared.size()); ++i)
        columns.push_back({declared[std::size_t(i)].title, !m_parts.view->isColumnHidden(i), m_parts.view->width(i)});
    auto *chooser = new ColumnChooser(columns, m_widget);
    connect(chooser, &ColumnChooser::shownChanged, this, &TableCommands::showColumn);
    connect(chooser, &ColumnChooser::widthChanged, this, [this](int column, int width) {
        m_parts.view->setWidth(column, width);
        Q_EMIT columnsChanged();
    });
    connect(chooser, &ColumnChooser::resetAsked, this, [this] {
        const std::vector<TableColumn> &all = m_parts.model->columns();
        for (int i = 0; i < int(all.size()); ++i) {
            m_parts.view->setColumnHidden(i, all[std::size_t(i)].isHidden);
            m_parts.view->setWidth(i, all[std::size_t(i)].width);
        }
        Q_EMIT columnsChanged();
    });
    chooser->openAt(m_columnsButton);
}

void TableCommands::showColumn(int column, bool isShown)
{
    m_parts.view->setColumnHidden(column, !isShown);
    if (isShown)
        m_parts.view->setWidth(column, m_parts.view->width(column));
    Q_EMIT columnsChanged();
}

} // namespace lakehouse::views
