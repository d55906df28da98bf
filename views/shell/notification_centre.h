#pragma once

#include "shell/notification_book.h"

#include <QPointer>
#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace lakehouse::views {

class PlainLabel;

/// What was notified, beside the page, under the bell. Lies over the window; Esc closes it and gives the focus back.
class NotificationCentre : public QWidget {
    Q_OBJECT

public:
    NotificationCentre(NotificationBook &book, const base::Clock &clock, QWidget *window);
    /// `top`: where it begins, below the bars.
    void open(int top);
    void close();

Q_SIGNALS:
    void opened(const lakehouse::views::Notification &notification);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void fill();
    void place();
    void addCard(const Notification &notification);
    void addFold(const NotificationBook::Row &fold);

    NotificationBook &m_book;
    const base::Clock &m_clock;
    QVBoxLayout *m_rows = nullptr;
    QPushButton *m_close = nullptr;
    PlainLabel *m_empty = nullptr;
    QPointer<QWidget> m_before;
    bool m_isFoldOpen = false;
    int m_top = 0;
};

} // namespace lakehouse::views
