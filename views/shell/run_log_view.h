#pragma once

#include "shell/run_log_model.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;
class QTreeView;

namespace lakehouse::views {

class PlainLabel;

/// The log of a run: Problems only, search, follow. When anything is hidden, it says how much, with a way back.
class RunLogView : public QWidget {
    Q_OBJECT

public:
    explicit RunLogView(QWidget *parent = nullptr);
    void setEvents(const std::vector<model::RunEvent> &events);
    RunLogModel &model() { return *m_model; }
    bool isFollowing() const;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void makeList();
    void connectParts();
    void tellCounts();
    void copySelected() const;

    RunLogModel *m_model;
    QTreeView *m_list;
    QLineEdit *m_search;
    QCheckBox *m_problems;
    QCheckBox *m_follow;
    PlainLabel *m_hidden;
    QPushButton *m_showAll;
    PlainLabel *m_empty;
};

} // namespace lakehouse::views
