#pragma once

#include "pages/pipeline/pipeline_presenter.h"
#include "shell/list_page.h"

namespace lakehouse::views {

class DecisionPanel;
struct Decision;
class EmptyState;
class LoadingState;
class PipelineBanners;
class PipelineDetail;

/// Step 6: did every row arrive, and can it be proved? Runs, follows, stops, reconciles.
class PipelinePage : public ListPage {
    Q_OBJECT
public:
    explicit PipelinePage(PageHost &host, QWidget *parent = nullptr);
    ~PipelinePage() override;

    QString id() const override;
    void refresh() override;
    void pulse(const api::ProjectPulse &pulse) override;
    std::vector<PaletteItem> paletteItems(const QString &words) const override;

protected:
    QString selected() const override;

private:
    void buildCommands();
    void connectParts();
    void showStatus();
    void showReadingError();
    void showRows();
    void showTable();
    void showWork();
    void updateCommands();
    void updateTableCommands();
    void nameReconciled();
    void updateDecisions();
    void addDecisionsOnSeveral(std::vector<Decision> &decisions) const;
    void addDecisionsOnTable(const api::PipelineRow &row, std::vector<Decision> &decisions) const;
    bool isDecisionShown(const CommandAction &action) const;
    bool isWanted(const CommandAction &action) const;
    void openDecision(const CommandAction &action);
    void openInBrowser();
    void goToWaiting();
    /// What is done about the table that waits for a person.
    enum class Answer { Accept, Repeat };
    void answerWaiting(Answer answer);
    void answerAwaited();
    void confirmed(const QString &decision, const QString &reason);
    void connectReceipts();
    QStringList chosenTables() const;
    QString notRunnable() const;
    QString notThere() const;

    PipelinePresenter m_presenter;
    ReadPipelinePointer m_shown; ///< in the list
    PipelineBanners *m_banners = nullptr;
    LoadingState *m_loading;
    EmptyState *m_empty;
    PipelineDetail *m_detail;
    DecisionPanel *m_decisions;
    CommandAction *m_run = nullptr;
    CommandAction *m_runSelected = nullptr;
    CommandAction *m_runInProcess = nullptr;
    CommandAction *m_stop = nullptr;
    CommandAction *m_reconcile = nullptr;
    CommandAction *m_maintain = nullptr;
    CommandAction *m_reload = nullptr;
    CommandAction *m_undoReload = nullptr;
    CommandAction *m_findDeletes = nullptr;
    CommandAction *m_acceptDeletes = nullptr;
    CommandAction *m_acceptLoss = nullptr;
    CommandAction *m_openRun = nullptr;
    CommandAction *m_showWaiting = nullptr;
    CommandAction *m_acceptWaiting = nullptr;
    CommandAction *m_repeatWaiting = nullptr;
    CommandAction *m_toSource = nullptr;
    CommandAction *m_silver = nullptr;
    QString m_wanted;      ///< id of a decision that is being opened: it is on the bar only for that
    QString m_awaited;     ///< the table that m_answer is for, until it is the selected one
    Answer m_answer = Answer::Accept;
    CommandAction *m_toExtraction = nullptr;
    CommandAction *m_toOrchestrator = nullptr;
};

} // namespace lakehouse::views
