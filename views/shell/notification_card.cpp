#include "shell/notification_card.h"

#include "kit/focus_ring.h"
#include "kit/localized.h"
#include "kit/plain_label.h"
#include "kit/status_sign.h"
#include "kit/theme.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace lakehouse::views {

NotificationCard::NotificationCard(const Notification &notification, const base::UtcTime &now, QWidget *parent)
    : QFrame(parent), m_notification(notification), m_buttons(new QHBoxLayout)
{
    setObjectName(QStringLiteral("notification-card"));
    setAccessibleName(tr("%1, %2", "status, title").arg(statusWord(notification.status), notification.title));
    setAccessibleDescription(notification.text);
    const Theme &theme = Theme::instance();
    auto *title = new PlainLabel(TextStyle::Strong, ColorRole::Text, this);
    title->setText(notification.title);
    auto *text = new PlainLabel(TextStyle::Body, ColorRole::TextSecondary, this);
    text->tell(notification.text);
    auto *when = new PlainLabel(TextStyle::Caption, ColorRole::TextMuted, this);
    when->setText(relativeTime(notification.atUtc, now));
    m_buttons->addWidget(when, 1);
    if (!notification.place.page.isEmpty() || !notification.runId.isEmpty()) {
        auto *open = new QPushButton(notification.actionText.isEmpty() ? tr("Open") : notification.actionText);
        open->setObjectName(QStringLiteral("notification-open"));
        open->setAccessibleDescription(notification.title);
        connect(open, &QPushButton::clicked, this, [this] { Q_EMIT opened(m_notification); });
        m_buttons->addWidget(open);
    }
    auto *words = new QVBoxLayout;
    words->setSpacing(theme.space(Space::Tight));
    words->addWidget(title);
    words->addWidget(text);
    words->addLayout(m_buttons);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(theme.space(Space::Medium), theme.space(Space::Small), theme.space(Space::Medium), theme.space(Space::Small));
    row->setSpacing(theme.space(Space::Small));
    row->addWidget(new StatusSign(notification.status), 0, Qt::AlignTop);
    row->addLayout(words, 1);
}

void NotificationCard::paintEvent(QPaintEvent *)
{
    paintCard(*this);
}

} // namespace lakehouse::views
