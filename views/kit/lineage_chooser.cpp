#include "kit/lineage_chooser.h"

#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

LineageChooser::LineageChooser(const QString &fieldName, QWidget *parent)
    : QWidget(parent), m_field(new QLineEdit), m_list(new QListWidget), m_rest(new PlainLabel(TextStyle::Caption, ColorRole::TextSecondary))
{
    m_field->setObjectName(QStringLiteral("lineage-chooser-field"));
    m_field->setAccessibleName(fieldName);
    m_field->setPlaceholderText(fieldName);
    m_field->setClearButtonEnabled(true);
    m_list->setObjectName(QStringLiteral("lineage-chooser-list"));
    m_list->setAccessibleName(fieldName);
    m_list->setUniformItemSizes(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(Theme::instance().space(Space::Tight));
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_rest);
    m_field->installEventFilter(this);
    m_list->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &LineageChooser::fill);
    connect(m_list, &QListWidget::itemDoubleClicked, this, &LineageChooser::take);
}

void LineageChooser::setItems(std::vector<Item> items)
{
    m_items = std::move(items);
    fill();
}

void LineageChooser::focusField()
{
    m_field->setFocus();
    m_field->selectAll();
}

void LineageChooser::fill()
{
    const QString before = m_list->currentItem() != nullptr ? m_list->currentItem()->data(Qt::UserRole).toString() : QString();
    const QStringList words = m_field->text().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_list->clear();
    int matches = 0;
    for (const Item &item : m_items) {
        const auto isThere = [&](const QString &word) {
            return item.text.contains(word, Qt::CaseInsensitive) || item.detail.contains(word, Qt::CaseInsensitive);
        };
        if (!std::all_of(words.begin(), words.end(), isThere) || ++matches > mostRows)
            continue;
        auto *row = new QListWidgetItem(item.detail.isEmpty() ? item.text : tr("%1   %2", "name, detail").arg(item.text, item.detail), m_list);
        row->setData(Qt::UserRole, item.id);
    }
    setCurrentId(before);
    if (m_list->currentRow() < 0 && m_list->count() > 0)
        m_list->setCurrentRow(0);
    if (matches > mostRows)
        m_rest->tell(tr("%1 more match. Type on to narrow the list.").arg(countText(matches - mostRows)));
    else
        m_rest->tell(matches == 0 && !m_items.empty() ? tr("Nothing matches.") : QString());
}

QStringList LineageChooser::shownIds() const
{
    QStringList ids;
    for (int row = 0; row < m_list->count(); ++row)
        ids.push_back(m_list->item(row)->data(Qt::UserRole).toString());
    return ids;
}

void LineageChooser::setCurrentId(const QString &id)
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(Qt::UserRole).toString() == id)
            m_list->setCurrentRow(row);
    }
}

void LineageChooser::take()
{
    if (m_list->currentItem() != nullptr)
        Q_EMIT chosen(m_list->currentItem()->data(Qt::UserRole).toString());
}

bool LineageChooser::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        take();
        return true;
    }
    if (watched == m_field && (key == Qt::Key_Down || key == Qt::Key_Up) && m_list->count() > 0) {
        m_list->setCurrentRow(std::clamp(m_list->currentRow() + (key == Qt::Key_Down ? 1 : -1), 0, m_list->count() - 1));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lakehouse::views
