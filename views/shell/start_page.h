#pragma once

#include "base/error.h"
#include "shell/project_choice.h"

#include <QWidget>

#include <vector>

class QListWidget;

namespace lakehouse::views {

/// What is shown when there is no project to open: why, the recent ones, and how to make one.
class StartPage : public QWidget {
    Q_OBJECT

public:
    /// `folder`: where a project was looked for; empty: nowhere.
    StartPage(const QString &folder, const std::vector<ProjectChoice> &recent, QWidget *parent = nullptr);

Q_SIGNALS:
    void chosen(const QString &projectId);
    void otherRequested();

private:
    QListWidget *m_list;
};

} // namespace lakehouse::views
