#include "kit/chart.h"

#include "kit/icons.h"
#include "kit/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QTableWidget>
#include <QToolButton>

namespace lakehouse::views {

namespace {
constexpr int usualWidth = 320;
constexpr int tableRowsSeen = 6;

QByteArray csvLine(const QStringList &cells)
{
    QStringList quoted;
    for (QString cell : cells) {
        const bool needsQuotes = cell.contains(QLatin1Char(',')) || cell.contains(QLatin1Char('"')) || cell.contains(QLatin1Char('\n'));
        if (needsQuotes)
            cell = QLatin1Char('"') + cell.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
        quoted << cell;
    }
    return quoted.join(QLatin1Char(',')).toUtf8() + "\r\n";
}
} // namespace

QByteArray ChartTable::toCsv() const
{
    QByteArray csv = csvLine(titles);
    for (const QStringList &row : rows)
        csv += csvLine(row);
    return csv;
}

Chart::Chart(QWidget *parent) : QWidget(parent), m_tableButton(new QToolButton(this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_tableButton->setObjectName(QStringLiteral("chart-table-button"));
    m_tableButton->setIcon(icon(IconName::Table));
    m_tableButton->setCheckable(true);
    m_tableButton->setToolTip(tr("Show these numbers as a table"));
    m_tableButton->setAccessibleName(tr("Table"));
    m_tableButton->setAccessibleDescription(m_tableButton->toolTip());
    connect(m_tableButton, &QToolButton::toggled, this, &Chart::setTableShown);
    connect(&Theme::instance(), &Theme::changed, this, &Chart::placeParts);
}

QByteArray Chart::toSvg(const QSize &size) const
{
    return drawing(size).toSvg(Theme::instance().color(ColorRole::Surface), sentence());
}

bool Chart::isTableShown() const
{
    return m_tableView && !m_tableView->isHidden();
}

void Chart::setTableShown(bool isShown)
{
    if (isShown && !m_tableView) {
        m_tableView = new QTableWidget(this);
        m_tableView->setObjectName(QStringLiteral("chart-table"));
        m_tableView->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_tableView->setTabKeyNavigation(false);
        m_tableView->verticalHeader()->hide();
        m_tableView->horizontalHeader()->setStretchLastSection(true);
    }
    if (m_tableView)
        m_tableView->setVisible(isShown);
    m_tableButton->setChecked(isShown);
    fillTable();
    placeParts();
}

void Chart::setTableOffered(bool isOffered)
{
    m_isTableOffered = isOffered;
    m_tableButton->setVisible(isOffered);
    placeParts();
}

void Chart::fillTable()
{
    if (!isTableShown())
        return;
    const ChartTable numbers = table();
    m_tableView->setColumnCount(int(numbers.titles.size()));
    m_tableView->setRowCount(int(numbers.rows.size()));
    m_tableView->setHorizontalHeaderLabels(numbers.titles);
    m_tableView->setAccessibleName(accessibleName());
    for (int row = 0; row < m_tableView->rowCount(); ++row)
        for (int column = 0; column < m_tableView->columnCount(); ++column)
            m_tableView->setItem(row, column, new QTableWidgetItem(numbers.rows[size_t(row)].value(column)));
}

int Chart::pictureWidth() const
{
    return usualWidth;
}

QSize Chart::sizeHint() const
{
    const Theme &theme = Theme::instance();
    const int button = m_isTableOffered ? m_tableButton->sizeHint().width() + theme.space(Space::Small) : 0;
    const int table = isTableShown() ? theme.space(Space::Small) + theme.rowHeight() * (tableRowsSeen + 1) : 0;
    const int least = m_isTableOffered ? m_tableButton->sizeHint().height() : 0;
    return {pictureWidth() + button, qMax(pictureHeight(), least) + table};
}

QSize Chart::minimumSizeHint() const
{
    return {sizeHint().width() / 2, sizeHint().height()};
}

QRect Chart::pictureArea() const
{
    const int button = m_isTableOffered ? m_tableButton->sizeHint().width() + Theme::instance().space(Space::Small) : 0;
    const int least = m_isTableOffered ? m_tableButton->sizeHint().height() : 0;
    const QRect area(0, 0, width() - button, qMax(pictureHeight(), least));
    return QStyle::visualRect(layoutDirection(), rect(), area);
}

void Chart::placeParts()
{
    const QRect picture = pictureArea();
    const QSize button = m_tableButton->sizeHint();
    m_tableButton->setGeometry(QStyle::visualRect(layoutDirection(), rect(), QRect(QPoint(width() - button.width(), 0), button)));
    if (m_tableView) {
        const int top = picture.bottom() + 1 + Theme::instance().space(Space::Small);
        m_tableView->setGeometry(0, top, width(), qMax(0, height() - top));
        m_tableView->verticalHeader()->setDefaultSectionSize(Theme::instance().rowHeight());
    }
    updateGeometry();
    update();
}

void Chart::numbersChanged()
{
    setAccessibleDescription(sentence());
    fillTable();
    placeParts();
}

void Chart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const QRect area = pictureArea();
    painter.translate(area.topLeft());
    drawing(area.size()).paint(&painter);
}

void Chart::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeParts();
}

} // namespace lakehouse::views
