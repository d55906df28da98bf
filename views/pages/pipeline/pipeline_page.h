#pragma once

#include "pages/pipeline/pipeline_presenter.h"
#include "shell/page.h"

class QLabel;
class QSplitter;

namespace lakehouse::views {

class DataTable;
class DecisionPanel;
class EmptyState;
class ErrorBanner;
class LoadingState;
class NoticeBanner;
class PageHeader;
class PipelineDetail;
class ProgressStrip;

/// Step 6: did every row arrive, and can it be proved? Runs, follows, stops, reconciles.
class PipelinePage : public Page {
    Q_OBJECT
public:
    explicit PipelinePage(PageHost &host, QWidget *parent = nullptr);
    ~PipelinePage() override;

    QString id() const override;
    void setPlace(const Place &place) override;
    Place place() const override;
    void refresh() override;
    void pulse(const api::ProjectPulse &pulse) override;
    QByteArray saveState() const override;
    void restoreState(const QByteArray &state) override;
    std::vector<PaletteItem> paletteItems(const QString &words) const override;
    QWidget *focusStart() override;

private:
    void buildCommands();
    void connectParts();
    void showStatus();
    void showRows();
    void showBanners();
    void showTable();
    void showWork();
    void updateCommands();
    void updateDecisions();
    void confirmed(const QString &decision, const QString &reason);
    QStringList chosenTables() const;
    QString notRunnable() const;

    PageHost &m_host;
    PipelinePresenter m_presenter;
    PageHeader *m_header;
    QLabel *m_readAt;
    ErrorBanner *m_error;
    NoticeBanner *m_notice;
    NoticeBanner *m_running;
    ProgressStrip *m_strip;
    QSplitter *m_splitter;
    DataTable *m_table;
    LoadingState *m_loading;
    EmptyState *m_empty;
    PipelineDetail *m_detail;
    DecisionPanel *m_decisions;
    CommandAction *m_run = nullptr;
    CommandAction *m_runSelected = nullptr;
    CommandAction *m_runInProcess = nullptr;
    CommandAction *m_stop = nullptr;
    CommandAction *m_reconcile = nullptr;
    CommandAction *m_reload = nullptr;
    CommandAction *m_acceptLoss = nullptr;
    CommandAction *m_openRun = nullptr;
    CommandAction *m_showWaiting = nullptr;
    CommandAction *m_toExtraction = nullptr;
};

} // namespace lakehouse::views
