#pragma once

#include "api/operations/project.h"
#include "shell/run_follower.h"

#include <QWidget>

#include <functional>

class QListView;
class QPlainTextEdit;
class QSplitter;
class QTabWidget;
class QTreeView;

namespace lakehouse::views {

class ErrorBanner;
class RunLine;
class RunListModel;
class RunLogView;
class RunStepsModel;

/// The runs of the project, wherever they were started: one line when folded; open the list, and of one run steps, log and output.
class RunDrawer : public QWidget {
    Q_OBJECT

public:
    explicit RunDrawer(PageHost &host, QWidget *parent = nullptr);

    void setPulse(const api::ProjectPulse &pulse);
    /// Opens with this run and follows it, also when the list does not know it yet.
    void watch(const QString &runId);
    void setOpen(bool isOpen);
    bool isOpen() const { return m_isOpen; }
    int foldedHeight() const;
    RunFollower &follower() { return *m_follower; }
    RunListModel &list() { return *m_runs; }

Q_SIGNALS:
    void openChanged(bool isOpen);

private:
    QWidget *makeDetail();
    void connectParts();
    void followNewest();
    void showRun();
    void fillSelected();
    void select(const QString &runId);
    void readList();
    void showError(const base::Error &error, std::function<void()> again);
    QString outputText() const;

    PageHost &m_host;
    RunFollower *m_follower;
    RunListModel *m_runs;
    RunStepsModel *m_steps;
    RunLine *m_line;
    QSplitter *m_body;
    QListView *m_list;
    ErrorBanner *m_error;
    std::function<void()> m_again; ///< what failed, once more
    QTabWidget *m_tabs;
    QTreeView *m_stepsView;
    RunLogView *m_log;
    QPlainTextEdit *m_output;
    std::vector<model::Run> m_active; ///< as the pulse has them
    bool m_isOpen = false;
    bool m_isChosen = false; ///< a person picked the run: a new one does not take its place
};

} // namespace lakehouse::views
