#pragma once

#include "kit/detail_pane.h"
#include "pages/review/review_presenter.h"

class QAction;
class QPushButton;
class QScrollArea;

namespace lakehouse::views {

class EvidenceView;
class HistoryView;
class KeyValueList;
class LineageView;
class SentenceList;
class WrappingRow;

/// Everything about the selected item, in tabs. Only the tab on show is filled.
class ReviewDetail : public DetailPane {
    Q_OBJECT
public:
    explicit ReviewDetail(QWidget *parent = nullptr);

    /// The action of what can be decided besides the choices of an item, as a free text; it stays the caller's.
    void setMore(QAction *action);
    /// Shows what is known of the item now, and again with each call; the state lives as long as something of it is on show.
    void show(const ReviewState &state, const base::UtcTime &now);
    /// Why nothing can be decided now; empty: it can.
    void setBlocked(const QString &why);
    QByteArray saveTabs() const;
    void restoreTabs(const QByteArray &state);

Q_SIGNALS:
    void decideRequested(const lakehouse::model::ReviewVerdict &verdict);
    void tabsChanged(); ///< what saveTabs() returns is another one

private:
    QWidget *makeSummary();
    QWidget *makeDifference();
    QWidget *makeLineage();
    QWidget *makeEvidence();
    QWidget *makeHistory();
    void fillCurrent();
    void fillSummary();
    void fillChoices();
    void enableChoices();
    void fillLineage();
    void focusLineage();

    /// What the lineage draws: another one is drawn anew, the same keeps where the person went in it.
    struct DrawnLineage {
        bool isLoading = false;
        std::shared_ptr<const model::Lineage> lineage = {};
        QString item = {}; ///< rowIdOf
        friend bool operator==(const DrawnLineage &, const DrawnLineage &) = default;
    };

    const ReviewState *m_state = nullptr; ///< none before show()
    base::UtcTime m_now;
    QString m_whyBlocked;
    SentenceList *m_sentences = nullptr;
    KeyValueList *m_facts = nullptr;
    WrappingRow *m_choices = nullptr;
    QPushButton *m_more = nullptr;
    std::vector<QPushButton *> m_buttons; ///< of the verdicts in m_offered
    std::vector<model::ReviewVerdict> m_offered;
    SentenceList *m_effects = nullptr;
    QScrollArea *m_scroll = nullptr;
    LineageView *m_lineage = nullptr;
    EvidenceView *m_evidence = nullptr;
    HistoryView *m_history = nullptr;
    std::optional<DrawnLineage> m_drawn;
    QString m_summaryOf;        ///< item whose summary is on show: another one begins at its top
    QByteArray m_lineageState;  ///< to be restored once its tab is made
};

} // namespace lakehouse::views
