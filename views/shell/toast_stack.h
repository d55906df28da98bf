#pragma once

#include "shell/notification.h"

#include <QWidget>

class QVBoxLayout;

namespace lakehouse::views {

/// Notifications that have just come, at the lower end of the window; each goes after 8 s, and waits while it is pointed at or has the
/// focus. What it says stays in the notification centre. Never over a place where something is decided.
class ToastStack : public QWidget {
    Q_OBJECT

public:
    explicit ToastStack(QWidget *window);
    void show(const Notification &notification, const base::UtcTime &now);
    /// Keeps clear of what is at the lower end.
    void setBottomMargin(int pixels);
    int count() const;
    /// 8 s without this call.
    void setLifeMs(int milliseconds) { m_lifeMs = milliseconds; }

Q_SIGNALS:
    void opened(const lakehouse::views::Notification &notification);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();
    QRect placeFor(const QSize &size) const;
    QRect decisions() const;

    QVBoxLayout *m_column;
    int m_bottom = 0;
    int m_lifeMs = 8000;
};

} // namespace lakehouse::views
