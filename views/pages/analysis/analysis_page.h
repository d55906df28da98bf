#pragma once

#include "pages/analysis/analysis_presenter.h"
#include "shell/list_page.h"

#include <QTimer>

namespace lakehouse::views {

class AnalysisDetail;
class EmptyState;
class LoadingState;
class NoticeBanner;
class PlainLabel;

/// Step 1: what is in the source, and what did we learn about it? Reads what the newest analysis found, table by table, and analyzes anew.
class AnalysisPage : public ListPage {
    Q_OBJECT
public:
    explicit AnalysisPage(PageHost &host, QWidget *parent = nullptr);
    ~AnalysisPage() override;

    QString id() const override;
    void setPlace(const Place &place) override;
    void refresh() override;
    void pulse(const api::ProjectPulse &pulse) override;
    QByteArray saveState() const override;
    void restoreState(const QByteArray &state) override;
    std::vector<PaletteItem> paletteItems(const QString &words) const override;

protected:
    QString selected() const override;

private:
    void shareWidth();
    void fillHeader();
    void buildCommands();
    void buildTabCommands();
    void connectParts();
    void connectPresenter();
    void connectCommands();
    void currentMoved(const QString &table);
    void showAnalysis();
    void showRows();
    void showPlaceholder();
    void showNotice();
    void showTable();
    void showDetail();
    void showWork();
    void tellPart();
    void updateCommands();

    AnalysisPresenter m_presenter;
    ReadAnalysisPointer m_shown;       ///< whose rows are in the list
    QTimer m_patience;                 ///< while what is known of the selected table is read
    PlainLabel *m_totals;
    NoticeBanner *m_notice;
    LoadingState *m_loading;
    EmptyState *m_empty = nullptr;
    EmptyState *m_noSource = nullptr;
    EmptyState *m_noTables;
    AnalysisDetail *m_detail;
    CommandAction *m_analyze = nullptr;
    CommandAction *m_switch = nullptr;
    CommandAction *m_toReview = nullptr;
    CommandAction *m_toPlan = nullptr;
    CommandAction *m_toSources = nullptr;
    CommandAction *m_toLog = nullptr;
    CommandAction *m_hideReport = nullptr;
};

} // namespace lakehouse::views
