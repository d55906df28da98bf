#pragma once

#include "pages/extraction/extraction_decisions.h"
#include "shell/command_action.h"
#include "shell/page.h"

class QLabel;
class QSplitter;

namespace lakehouse::views {

class DataTable;
class DecisionPanel;
class EmptyState;
class ErrorBanner;
class LoadingState;
class MissingNotice;
class NoticeBanner;
class PageHeader;
struct HistoryItem;
class PlanDetailView;
class ProgressStrip;

/// Step 5: what will be loaded, how, and is that right? Reads the plan, changes how a table loads, approves exactly what is on screen.
class ExtractionPage : public Page {
    Q_OBJECT
public:
    explicit ExtractionPage(PageHost &host, QWidget *parent = nullptr);
    ~ExtractionPage() override;

    QString id() const override;
    void setPlace(const Place &place) override;
    Place place() const override;
    void refresh() override;
    void pulse(const api::ProjectPulse &pulse) override;
    QByteArray saveState() const override;
    void restoreState(const QByteArray &state) override;
    std::vector<PaletteItem> paletteItems(const QString &words) const override;
    QWidget *focusStart() override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildCommands();
    void buildTabCommands();
    CommandAction *addNamed(QLatin1String id, IconName icon, const QString &text, const QKeySequence &key, const QString &explanation);
    void fillHeader();
    void arrange();
    void placeDecisions();
    void connectParts();
    void connectTable();
    void connectDecisions();
    void connectCommands();
    void showPlan();
    void showRows();
    void showNotice();
    void showTable();
    void showWork();
    void showReview();
    void showChanged(const api::ExtractionChanged &answer, const api::ChangeExtraction &request);
    void showValueChanged(const api::ExtractionChanged &answer, const api::ChangeExtraction &request);
    void showApproved(const api::ApprovalReceipt &receipt, const model::Reason &reason);
    void showRevoked(const api::RevocationReceipt &receipt, const model::Reason &reason);
    void showGenerated(const api::GenerateReceipt &receipt);
    void makeDecisions();
    void updateDecisions();
    void updateCommands();
    void restoreDrafts();
    void openDecision(const QString &id);
    std::vector<Decision> onBar() const;
    void confirmed(const QString &decision, const QString &reason);
    void openChange();
    void openDeletes(model::PlanAspect aspect);
    QString whyNoDeletes(model::PlanAspect aspect) const;
    void tellPart();
    const Decision *find(const QString &id) const;
    QString blockedWhy(const QString &id, const QString &missing) const;
    QString noPlan() const;
    QString planLink() const;
    HistoryItem signature(const model::Reason &reason) const;

    PageHost &m_host;
    ExtractionPresenter m_presenter;
    ExtractionDecisions m_maker;
    std::vector<Decision> m_made;      ///< what can be decided now
    QString m_wanted;                  ///< id of one that stands on the bar only while it is wanted
    ReadPlanPointer m_shown;           ///< whose rows are in the list
    PlanMoves m_marked;                ///< in the list
    QString m_note;                    ///< what the last plan came to, until another one is on screen
    PageHeader *m_header;
    QLabel *m_readAt;
    ErrorBanner *m_error;
    NoticeBanner *m_notice;
    ProgressStrip *m_strip;
    QSplitter *m_splitter;
    QWidget *m_side;                   ///< the list, and below it what is being decided
    DataTable *m_table;
    MissingNotice *m_missing;
    LoadingState *m_loading;
    EmptyState *m_empty = nullptr;
    PlanDetailView *m_detail;
    DecisionPanel *m_decisions;
    CommandAction *m_approve = nullptr;
    CommandAction *m_review = nullptr;
    CommandAction *m_revoke = nullptr;
    CommandAction *m_change = nullptr;
    CommandAction *m_changeColumns = nullptr;
    CommandAction *m_changeDeletes = nullptr;
    CommandAction *m_changePurges = nullptr;
    CommandAction *m_undo = nullptr;
    CommandAction *m_comment = nullptr;
    QAction *m_undoColumn = nullptr;   ///< on the receipt of what was decided about a column
    DecisionParts m_columnChanged;     ///< by that decision
    CommandAction *m_plan = nullptr;
    CommandAction *m_generate = nullptr;
    CommandAction *m_nextChange = nullptr;
    CommandAction *m_previousChange = nullptr;
};

} // namespace lakehouse::views
