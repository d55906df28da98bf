#pragma once

#include "kit/detail_pane.h"
#include "kit/sentence_list.h"
#include "pages/extraction/extraction_presenter.h"

class QScrollArea;

namespace lakehouse::views {

class EvidenceView;
class HistoryView;
class LineageView;
class SqlDifferenceView;
class ValueQuestionList;

/// What is known of the selected table, a tab at a time: summary, SQL diff, lineage, evidence, history. Only the tab on show is filled.
class PlanDetailView : public DetailPane {
    Q_OBJECT
public:
    /// Lives no longer than presenter and host.
    PlanDetailView(const ExtractionPresenter &presenter, PageHost &host, QWidget *parent = nullptr);

    /// The state of the presenter is another one.
    void showState();
    /// Goes to the next or the previous change of the SQL, opening its tab.
    void stepChange(bool isForward);
    /// Goes to what may be decided about values and rows, opening its tab.
    void goToValues();
    /// Gives the focus back to the button that chose this, where its table is still on show.
    void returnToValue(const std::optional<QString> &column, model::PlanEdit edit);
    /// Why nothing about them can be decided now; empty: it can.
    void setValuesBlocked(const QString &why);
    /// Of the tabs that keep something besides which one is open.
    QByteArray saveTabs() const;
    void restoreTabs(const QByteArray &state);

Q_SIGNALS:
    void runActivated(const QString &runId);
    void tableActivated(const QString &table);
    /// What may be decided about values of a column, or about row security, was chosen.
    void valueChosen(const std::optional<QString> &column, lakehouse::model::PlanEdit edit);
    void tabsChanged(); ///< what saveTabs() returns is another one

private:
    void focusOn(QWidget *part);
    QWidget *makeSummary();
    QWidget *makeDifference();
    QWidget *makeLineage();
    QWidget *makeEvidence();
    QWidget *makeHistory();
    void fillCurrent();
    void fillSummary();
    void fillLineage();
    std::vector<Sentence> sentences() const;

    const ExtractionPresenter &m_presenter;
    PageHost &m_host;
    SentenceList *m_sentences = nullptr;
    ValueQuestionList *m_values = nullptr;
    QScrollArea *m_scroll = nullptr;
    SqlDifferenceView *m_difference = nullptr;
    LineageView *m_lineage = nullptr;
    EvidenceView *m_evidence = nullptr;
    HistoryView *m_history = nullptr;
    QString m_summaryOf;       ///< table whose summary is on show: another one begins at its top
    QByteArray m_diffState;    ///< to be restored once its tab is made
    QByteArray m_lineageState;
};

} // namespace lakehouse::views
