#pragma once

#include "model/run.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace lakehouse::views {

class PlainLabel;
class SentenceList;

/// The lines of a run about one table, wrapped for a narrow pane: Problems only, search. When anything is hidden, it says how much, with a way back.
class TableLogView : public QWidget {
    Q_OBJECT
public:
    explicit TableLogView(QWidget *parent = nullptr);

    void setEvents(const std::vector<model::RunEvent> &events);

private:
    void showLines();
    bool isShown(const model::RunEvent &event) const;

    QLineEdit *m_search;
    QCheckBox *m_problems;
    PlainLabel *m_hidden;
    QPushButton *m_showAll;
    SentenceList *m_lines;
    std::vector<model::RunEvent> m_events;
};

} // namespace lakehouse::views
