#pragma once

#include "shell/notification.h"

#include <QFrame>

class QHBoxLayout;

namespace lakehouse::views {

/// One notification: how it stands, what it is about, when, and one button. Used by the centre and by toasts.
class NotificationCard : public QFrame {
    Q_OBJECT

public:
    NotificationCard(const Notification &notification, const base::UtcTime &now, QWidget *parent = nullptr);
    const Notification &notification() const { return m_notification; }
    QHBoxLayout *buttons() const { return m_buttons; }

Q_SIGNALS:
    void opened(const lakehouse::views::Notification &notification);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Notification m_notification;
    QHBoxLayout *m_buttons;
};

} // namespace lakehouse::views
