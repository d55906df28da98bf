#pragma once

#include "model/workflow.h"
#include "shell/rail_item.h"

#include <QWidget>

class QScrollArea;

namespace lakehouse::views {

class PlainLabel;

/// The seven steps in order, then the supporting pages. Up and Down move inside it.
class StepRail : public QWidget {
    Q_OBJECT

public:
    explicit StepRail(const std::vector<PageEntry> &pages, QWidget *parent = nullptr);

    RailItem *item(const QString &pageId) const;
    const QString &current() const { return m_current; }
    void setCurrent(const QString &pageId);
    void setWorkflow(const model::WorkflowStatus &workflow);
    /// How many things on the page need this person.
    void setAttention(const QString &pageId, int items);
    /// Pages whose work is under way now.
    void setRunning(const QStringList &pageIds);
    void setCompact(bool isCompact);
    bool isCompact() const { return m_isCompact; }
    /// What the full rail needs for its widest name.
    int fullWidth() const;
    int compactWidth() const;

Q_SIGNALS:
    void pageRequested(const QString &pageId);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    struct Entry {
        PageEntry page;
        RailItem *item;
        Status status = Status::NotStarted;
        QString why = {};
        int attention = 0;
    };
    void show(const Entry &entry);

    std::vector<Entry> m_entries;
    QStringList m_running;
    QString m_current;
    bool m_isCompact = false;
    PlainLabel *m_title;
    QScrollArea *m_scroll;
};

} // namespace lakehouse::views
