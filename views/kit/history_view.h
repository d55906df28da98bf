#pragma once

#include "base/clock.h"
#include "kit/status.h"

#include <QWidget>

#include <optional>
#include <vector>

class QListWidget;
class QListWidgetItem;

namespace lakehouse::views {

class PlainLabel;

/// Something that happened to an object: who did what, when and why.
struct HistoryItem {
    base::UtcTime at = {};
    QString who = {};
    QString what = {};   ///< "Approved the plan"
    QString reason = {}; ///< as it was typed; empty: none was asked
    QString id = {};     ///< handed to activated; empty: there is nothing to open
    Status status = Status::Done;
    friend bool operator==(const HistoryItem &, const HistoryItem &) = default;
};

/// A time line, newest first whatever the order given. Up and Down move, Enter opens, Ctrl+C copies.
class HistoryView : public QWidget {
    Q_OBJECT
public:
    explicit HistoryView(QWidget *parent = nullptr);

    /// Keeps the current item by its id.
    void setItems(std::vector<HistoryItem> items);
    /// What stands there when nothing happened yet.
    void setEmptyText(const QString &sentence);
    /// "Now" for "3 minutes ago"; without this call only the time itself is shown.
    void setNow(const base::UtcTime &now);
    QString currentId() const;
    void setCurrentId(const QString &id);

Q_SIGNALS:
    void activated(const QString &id);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void rebuild();
    void fill(QListWidgetItem &row, const HistoryItem &item) const;
    QString spoken(const HistoryItem &item, const QString &when) const;
    void activateCurrent();

    std::vector<HistoryItem> m_items;
    std::optional<base::UtcTime> m_now;
    QListWidget *m_list = nullptr;
    PlainLabel *m_empty = nullptr;
};

} // namespace lakehouse::views
