#include "shell/notification_book.h"

#include <algorithm>

namespace lakehouse::views {

namespace {
constexpr std::size_t remembered = 500;
}

void NotificationBook::add(Notification notification)
{
    if (!notification.group.isEmpty())
        std::erase_if(m_entries, [&](const Entry &entry) { return entry.notification.group == notification.group; });
    m_entries.insert(m_entries.begin(), {std::move(notification), false});
    if (m_entries.size() > remembered)
        m_entries.pop_back();
    Q_EMIT changed();
}

void NotificationBook::remove(const QString &group)
{
    if (std::erase_if(m_entries, [&](const Entry &entry) { return entry.notification.group == group; }) > 0)
        Q_EMIT changed();
}

void NotificationBook::markAllRead()
{
    for (Entry &entry : m_entries)
        entry.isRead = true;
    Q_EMIT changed();
}

int NotificationBook::unread() const
{
    return int(std::ranges::count_if(m_entries, [](const Entry &entry) { return !entry.isRead && entry.notification.status != Status::Done; }));
}

std::vector<NotificationBook::Row> NotificationBook::rows() const
{
    std::vector<Row> rows;
    Row fold{.isFold = true};
    for (const Entry &entry : m_entries) {
        if (entry.notification.status != Status::Done) {
            rows.push_back({{entry.notification}, false, entry.isRead});
            continue;
        }
        fold.entries.push_back(entry.notification);
        fold.isRead = fold.isRead && entry.isRead;
    }
    fold.isFold = fold.entries.size() > 1;
    if (!fold.entries.empty())
        rows.push_back(std::move(fold));
    return rows;
}

} // namespace lakehouse::views
