#pragma once

#include "model/run.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace lakehouse::views {

class PlainLabel;
class RunLogModel;
class SentenceList;

/// The lines of a run about one table, wrapped for a narrow pane: Problems only, search. When anything is hidden, it says how much, with a way back.
class TableLogView : public QWidget {
    Q_OBJECT
public:
    explicit TableLogView(QWidget *parent = nullptr);

    void setEvents(const std::vector<model::RunEvent> &events);

private:
    void showLines();

    RunLogModel *m_model;
    QLineEdit *m_search;
    QCheckBox *m_problems;
    PlainLabel *m_hidden;
    QPushButton *m_showAll;
    SentenceList *m_lines;
};

} // namespace lakehouse::views
