#include "shell/notification_centre.h"

#include "kit/button_kind.h"
#include "kit/icons.h"
#include "kit/plain_label.h"
#include "kit/theme.h"
#include "shell/notification_card.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lakehouse::views {

NotificationCentre::NotificationCentre(NotificationBook &book, const base::Clock &clock, QWidget *window)
    : QWidget(window), m_book(book), m_clock(clock)
{
    setObjectName(QStringLiteral("notification-centre"));
    setAccessibleName(tr("Notifications"));
    hide();
    const Theme &theme = Theme::instance();
    auto *title = new PlainLabel(TextStyle::Heading, ColorRole::Text, this);
    title->setText(tr("Notifications"));
    m_close = new QPushButton(tr("Close"), this);
    m_close->setObjectName(QStringLiteral("notification-close"));
    setButtonKind(m_close, ButtonKind::Quiet);
    auto *inside = new QWidget;
    inside->setObjectName(QStringLiteral("notification-rows"));
    m_empty = new PlainLabel(TextStyle::Body, ColorRole::TextMuted, inside);
    m_empty->setText(tr("Nothing needs you. Runs that end and things that wait for a person appear here."));
    m_rows = new QVBoxLayout;
    m_rows->setSpacing(theme.space(Space::Small));
    auto *insideColumn = new QVBoxLayout(inside);
    insideColumn->setContentsMargins(0, 0, theme.space(Space::Small), 0);
    insideColumn->addWidget(m_empty);
    insideColumn->addLayout(m_rows);
    insideColumn->addStretch();
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(inside);
    scroll->viewport()->setAutoFillBackground(false);
    inside->setAutoFillBackground(false);
    auto *head = new QHBoxLayout;
    head->addWidget(title, 1);
    head->addWidget(m_close);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(theme.space(Space::Medium), theme.space(Space::Small), theme.space(Space::Small), theme.space(Space::Medium));
    column->addLayout(head);
    column->addWidget(scroll, 1);
    connect(m_close, &QPushButton::clicked, this, &NotificationCentre::close);
    connect(&m_book, &NotificationBook::changed, this, [this] {
        if (isVisible())
            fill();
    });
    window->installEventFilter(this);
}

void NotificationCentre::open(int top)
{
    m_top = top;
    m_before = QApplication::focusWidget();
    m_isFoldOpen = false;
    m_book.markAllRead();
    fill();
    place();
    show();
    raise();
    m_close->setFocus(Qt::ShortcutFocusReason);
}

void NotificationCentre::close()
{
    if (!isVisible())
        return;
    hide();
    if (m_before && m_before->isVisible())
        m_before->setFocus(Qt::OtherFocusReason);
}

void NotificationCentre::place()
{
    const QWidget *window = parentWidget();
    const int width = std::min(window->width(), QFontMetrics(Theme::instance().font(TextStyle::Body)).averageCharWidth() * 58);
    const int left = layoutDirection() == Qt::LeftToRight ? window->width() - width : 0;
    setGeometry(left, m_top, width, window->height() - m_top);
}

void NotificationCentre::fill()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    const std::vector<NotificationBook::Row> rows = m_book.rows();
    m_empty->setVisible(rows.empty());
    for (const NotificationBook::Row &row : rows) {
        if (row.isFold)
            addFold(row);
        else
            addCard(row.entries.front());
    }
}

void NotificationCentre::addCard(const Notification &notification)
{
    auto *card = new NotificationCard(notification, m_clock.now());
    connect(card, &NotificationCard::opened, this, [this](const Notification &chosen) {
        const Notification kept = chosen; // the card may go while the page opens
        close();
        Q_EMIT opened(kept);
    });
    auto *dismiss = new QPushButton(tr("Dismiss"));
    dismiss->setObjectName(QStringLiteral("notification-dismiss"));
    dismiss->setAccessibleDescription(notification.title);
    setButtonKind(dismiss, ButtonKind::Quiet);
    connect(dismiss, &QPushButton::clicked, this, [this, group = notification.group] {
        m_close->setFocus(Qt::OtherFocusReason);
        m_book.remove(group);
    });
    card->buttons()->addWidget(dismiss);
    m_rows->addWidget(card);
}

void NotificationCentre::addFold(const NotificationBook::Row &fold)
{
    auto *toggle = new QPushButton(icon(m_isFoldOpen ? IconName::ChevronDown : IconName::ChevronRight),
                                   tr("%n done", nullptr, int(fold.entries.size())));
    toggle->setObjectName(QStringLiteral("notification-fold"));
    setButtonKind(toggle, ButtonKind::Quiet);
    connect(toggle, &QPushButton::clicked, this, [this] {
        m_isFoldOpen = !m_isFoldOpen;
        fill();
        if (auto *again = findChild<QPushButton *>(QStringLiteral("notification-fold")))
            again->setFocus(Qt::OtherFocusReason);
    });
    m_rows->addWidget(toggle, 0, Qt::AlignLeft);
    for (const Notification &entry : fold.entries)
        if (m_isFoldOpen)
            addCard(entry);
}

bool NotificationCentre::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    return QWidget::eventFilter(watched, event);
}

void NotificationCentre::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return close();
    QWidget::keyPressEvent(event);
}

void NotificationCentre::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::instance();
    painter.fillRect(rect(), theme.color(ColorRole::Surface));
    painter.fillRect(QRect(layoutDirection() == Qt::LeftToRight ? 0 : width() - 1, 0, 1, height()), theme.color(ColorRole::ControlBorder));
}

} // namespace lakehouse::views
