#pragma once

#include "shell/notification.h"

#include <QObject>

#include <vector>

namespace lakehouse::views {

/// What was notified: one entry for each run or thing, newest first, the finished ones folded into one row.
class NotificationBook : public QObject {
    Q_OBJECT

public:
    /// One row of the centre: a notification, or the fold of all that are done.
    struct Row {
        std::vector<Notification> entries = {}; ///< newest first; more than one only in a fold
        bool isFold = false;
        bool isRead = true;
    };

    using QObject::QObject;
    void add(Notification notification);
    void remove(const QString &group);
    void markAllRead();
    /// Entries that are not read and need someone or ended badly; what the bell counts.
    int unread() const;
    std::vector<Row> rows() const;

    /// The newest of them with their marks, as JSON, for another time. Only what the centre shows stands in it, long texts cut.
    QByteArray save() const;
    /// Takes up what was saved, instead of what it has. What is not understood is left out; nothing is announced anew.
    void restore(const QByteArray &saved);

Q_SIGNALS:
    void changed();

private:
    struct Entry {
        Notification notification;
        bool isRead = false;
    };
    std::vector<Entry> m_entries; ///< newest first
};

} // namespace lakehouse::views
