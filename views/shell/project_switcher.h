#pragma once

#include "kit/sheet.h"
#include "shell/project_choice.h"

#include <vector>

class QLineEdit;
class QListWidget;

namespace lakehouse::views {

/// The projects that were open before, each with its environment, what it reads, and the lock that says how; typing filters, Enter opens. The page
/// stays the same.
class ProjectSwitcher : public Sheet {
    Q_OBJECT

public:
    ProjectSwitcher(const std::vector<ProjectChoice> &projects, QWidget *anchor);
    void open();

Q_SIGNALS:
    void chosen(const QString &projectId);
    /// Another folder, or another server: the program knows how to ask.
    void otherRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter();
    void choose();

    QLineEdit *m_box;
    QListWidget *m_list;
};

} // namespace lakehouse::views
