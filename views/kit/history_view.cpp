#include "kit/history_view.h"

#include "kit/history_row.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {
/// Qt lays a list out anew a tenth of a second after it was resized, and shows rows with the heights of before until then.
class PromptList : public QListWidget {
public:
    using QListWidget::QListWidget;

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QListWidget::resizeEvent(event);
        if (event->oldSize().width() != event->size().width())
            scheduleDelayedItemsLayout();
    }
};
} // namespace

HistoryView::HistoryView(QWidget *parent)
    : QWidget(parent), m_list(new PromptList(this)), m_empty(new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this))
{
    setObjectName(QStringLiteral("history-view"));
    m_list->setObjectName(QStringLiteral("history-list"));
    m_list->setAccessibleName(tr("History, newest first"));
    m_list->setItemDelegate(new HistoryRow(m_list));
    m_list->setStyleSheet(QStringLiteral("QListWidget, QListWidget:focus { border: none; padding: 0; }")); // the current row shows the focus
    m_list->setResizeMode(QListView::Adjust);
    m_list->setLayoutMode(QListView::Batched);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_list->installEventFilter(this);
    m_empty->setObjectName(QStringLiteral("history-empty"));
    m_empty->setText(tr("Nothing happened here yet. What is decided and done will stand here, with who and why."));
    const int margin = Theme::instance().space(Space::Medium);
    m_empty->setContentsMargins(margin, margin, margin, margin);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_empty, 0, Qt::AlignTop);
    layout->addWidget(m_list, 1);
    setFocusProxy(m_list);
    m_list->hide();
    connect(m_list, &QListWidget::itemDoubleClicked, this, [this] { activateCurrent(); });
    connect(&Theme::instance(), &Theme::changed, this, &HistoryView::rebuild);
}

void HistoryView::setItems(std::vector<HistoryItem> items)
{
    std::stable_sort(items.begin(), items.end(),
                     [](const HistoryItem &left, const HistoryItem &right) { return left.at.microseconds > right.at.microseconds; });
    if (items == m_items)
        return;
    m_items = std::move(items);
    rebuild();
}

void HistoryView::setEmptyText(const QString &sentence)
{
    m_empty->setText(sentence);
}

void HistoryView::setNow(const base::UtcTime &now)
{
    if (m_now == now)
        return;
    m_now = now;
    for (int i = 0; i < m_list->count(); ++i)
        fill(*m_list->item(i), m_items[size_t(i)]);
}

QString HistoryView::currentId() const
{
    const QListWidgetItem *row = m_list->currentItem();
    return row ? row->data(HistoryRow::IdRole).toString() : QString();
}

void HistoryView::setCurrentId(const QString &id)
{
    for (size_t i = 0; i < m_items.size() && !id.isEmpty(); ++i)
        if (m_items[i].id == id)
            return m_list->setCurrentRow(int(i));
}

void HistoryView::rebuild()
{
    const QString current = currentId();
    m_list->clear();
    for (const HistoryItem &item : m_items) {
        auto *row = new QListWidgetItem(m_list);
        fill(*row, item);
    }
    m_list->setVisible(!m_items.empty());
    m_empty->setVisible(m_items.empty());
    if (!m_items.empty())
        m_list->setCurrentRow(0);
    setCurrentId(current);
}

void HistoryView::fill(QListWidgetItem &row, const HistoryItem &item) const
{
    const QString when = m_now ? relativeTime(item.at, *m_now) : localized(item.at);
    row.setData(Qt::DisplayRole, item.what);
    row.setData(HistoryRow::WhoRole, item.who.isEmpty() ? when : tr("%1 · %2", "who · when").arg(item.who, when));
    row.setData(HistoryRow::ReasonRole, item.reason.isEmpty() ? QString() : tr("“%1”", "a reason as it was typed").arg(item.reason));
    row.setData(HistoryRow::StatusRole, int(item.status));
    row.setData(HistoryRow::IdRole, item.id);
    row.setData(Qt::AccessibleTextRole, spoken(item, when));
    row.setToolTip(localized(item.at));
}

QString HistoryView::spoken(const HistoryItem &item, const QString &when) const
{
    if (item.reason.isEmpty())
        return tr("%1, %2. %3, %4.", "what, status, who, when").arg(item.what, statusWord(item.status), item.who, when);
    return tr("%1, %2. %3, %4. Reason: %5", "what, status, who, when, why").arg(item.what, statusWord(item.status), item.who, when, item.reason);
}

void HistoryView::activateCurrent()
{
    if (const QString id = currentId(); !id.isEmpty())
        Q_EMIT activated(id);
}

bool HistoryView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (key->modifiers() & ~Qt::KeypadModifier)
            return false;
        activateCurrent();
        return true;
    }
    if (key->matches(QKeySequence::Copy) && m_list->currentItem()) {
        QGuiApplication::clipboard()->setText(m_list->currentItem()->data(Qt::AccessibleTextRole).toString());
        return true;
    }
    return false;
}

} // namespace lakehouse::views
