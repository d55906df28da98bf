#include "kit/table_model.h"

#include "kit/tool_tip.h"

#include <algorithm>

namespace lakehouse::views {

namespace {

/// One line, cut where it is long.
QString cut(QString text)
{
    if (text.size() > TableModel::longestCell) {
        qsizetype end = TableModel::longestCell;
        if (text[end - 1].isHighSurrogate())
            --end;
        text.truncate(end);
        text += QChar(u'…');
    }
    for (QChar &sign : text) {
        if (sign == QLatin1Char('\n') || sign == QChar(QChar::ParagraphSeparator) || sign == QChar(QChar::LineSeparator))
            sign = QChar(u'↵');
        else if (sign.unicode() < 0x20)
            sign = QLatin1Char(' ');
    }
    return text;
}

} // namespace

TableModel::TableModel(std::vector<TableColumn> columns, QObject *parent)
    : QAbstractTableModel(parent), m_columns(std::move(columns))
{
}

void TableModel::setShown(std::shared_ptr<const TableRows> rows, std::vector<quint32> shown)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_shown = std::move(shown);
    endResetModel();
}

int TableModel::lineOf(quint32 row) const
{
    const auto line = std::find(m_shown.begin(), m_shown.end(), row);
    return line == m_shown.end() ? -1 : int(line - m_shown.begin());
}

QString TableModel::wholeText(const QModelIndex &index) const
{
    return index.isValid() ? cellText(*m_rows, rowAt(index.row()), index.column(), kind(index.column())) : QString();
}

std::optional<Status> TableModel::status(const QModelIndex &index) const
{
    return kind(index.column()) == CellKind::Status ? m_rows->status(rowAt(index.row()), index.column()) : std::nullopt;
}

void TableModel::setMove(const QModelIndex &current, const QModelIndex &previous)
{
    m_isOtherRow = !previous.isValid() || current.row() != previous.row();
    m_isOtherColumn = !previous.isValid() || current.column() != previous.column();
}

int TableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

int TableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant TableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return cut(wholeText(index));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (kind(index.column()) == CellKind::Number ? Qt::AlignRight : Qt::AlignLeft)));
    case Qt::ToolTipRole: {
        const QString reason = m_rows->reason(rowAt(index.row()), index.column());
        return reason.isEmpty() ? QVariant() : QVariant(plainToolTip(reason));
    }
    case Qt::AccessibleTextRole:
        return spoken(index);
    case Qt::AccessibleDescriptionRole:
        return m_rows->reason(rowAt(index.row()), index.column());
    default:
        return {};
    }
}

QString TableModel::spoken(const QModelIndex &index) const
{
    QString value = cut(wholeText(index));
    if (value.isEmpty())
        value = tr("empty");
    const bool tellsRow = m_isOtherRow && index.column() != 0;
    const QString row = tellsRow ? cut(m_rows->text(rowAt(index.row()), 0)) : QString();
    const QString column = m_columns[std::size_t(index.column())].title;
    if (m_isOtherColumn)
        return row.isEmpty() ? tr("%1, %2", "value, column").arg(value, column) : tr("%1, %2, %3", "value, column, row").arg(value, column, row);
    return row.isEmpty() ? value : tr("%1, %2", "value, row").arg(value, row);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn &column = m_columns[std::size_t(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.description.isEmpty() ? QVariant() : QVariant(plainToolTip(column.description));
    case Qt::AccessibleDescriptionRole:
        return column.description;
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignVCenter | (column.kind == CellKind::Number ? Qt::AlignRight : Qt::AlignLeft)));
    default:
        return {};
    }
}

} // namespace lakehouse::views
