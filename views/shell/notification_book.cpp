#include "shell/notification_book.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr std::size_t remembered = 500;
constexpr std::size_t kept = 100;         ///< for another time: a small value, written with each change
constexpr qsizetype longestText = 500;

/// Names that stay when the order of the enumeration does not.
constexpr const char *statusNames[] = {"not-started", "ready", "running", "needs-you", "approved", "done", "done-with-problems", "failed", "stale", "blocked",
                                       "skipped", "unknown"};
static_assert(std::size(statusNames) == std::size_t(statusCount));

QJsonObject toJson(const Notification &notification, bool isRead)
{
    const Place &place = notification.place;
    return {{QStringLiteral("group"), notification.group}, {QStringLiteral("status"), QLatin1String(statusNames[int(notification.status)])},
            {QStringLiteral("title"), notification.title.left(longestText)}, {QStringLiteral("text"), notification.text.left(longestText)},
            {QStringLiteral("action"), notification.actionText}, {QStringLiteral("run"), notification.runId},
            {QStringLiteral("place"), QJsonArray{place.page, place.object, place.tab, place.filter}}, {QStringLiteral("at"), notification.atUtc.toString()},
            {QStringLiteral("read"), isRead}};
}

std::optional<Notification> fromJson(const QJsonObject &saved)
{
    const auto text = [&saved](const char *key) { return saved.value(QLatin1String(key)).toString(); };
    const QString word = text("status");
    const auto status = std::ranges::find_if(statusNames, [&word](const char *name) { return word == QLatin1String(name); });
    const std::optional<base::UtcTime> at = base::UtcTime::parse(text("at"));
    if (status == std::end(statusNames) || !at || text("title").isEmpty())
        return std::nullopt;
    const QJsonArray place = saved.value(QLatin1String("place")).toArray();
    return Notification{.group = text("group"), .status = Status(status - std::begin(statusNames)), .title = text("title"), .text = text("text"),
                        .actionText = text("action"), .place = {place.at(0).toString(), place.at(1).toString(), place.at(2).toString(), place.at(3).toString()},
                        .runId = text("run"), .atUtc = *at};
}

} // namespace

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

QByteArray NotificationBook::save() const
{
    QJsonArray entries;
    for (std::size_t i = 0; i < std::min(m_entries.size(), kept); ++i)
        entries.append(toJson(m_entries[i].notification, m_entries[i].isRead));
    return entries.isEmpty() ? QByteArray() : QJsonDocument(entries).toJson(QJsonDocument::Compact);
}

void NotificationBook::restore(const QByteArray &saved)
{
    m_entries.clear();
    for (const QJsonValue &entry : QJsonDocument::fromJson(saved).array())
        if (std::optional<Notification> notification = fromJson(entry.toObject()))
            m_entries.push_back({std::move(*notification), entry.toObject().value(QLatin1String("read")).toBool()});
    Q_EMIT changed();
}

} // namespace lakehouse::views
