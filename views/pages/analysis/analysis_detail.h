#pragma once

#include "kit/detail_pane.h"
#include "kit/evidence_view.h"
#include "pages/analysis/analysis_presenter.h"

namespace lakehouse::views {

class DataTable;
class DefinitionView;
class HistoryView;
class LineageView;
class SentenceList;

/// Everything about the selected table, in tabs: columns, relations, evidence, SQL, history. Only the tab on show is filled.
class AnalysisDetail : public DetailPane {
    Q_OBJECT
public:
    explicit AnalysisDetail(QWidget *parent = nullptr);

    /// Shows what is known of the table now, and again with each call; the state lives as long as something of it is on show.
    void show(const AnalysisState &state, const base::UtcTime &now);
    /// The relations as a graph or as a list: the other than it is; where another tab is on show, theirs as it was left.
    void switchRelations();
    /// Of the tabs that keep something besides which one is open.
    QByteArray saveTabs() const;
    void restoreTabs(const QByteArray &state);

Q_SIGNALS:
    void tableActivated(const QString &table);
    void runActivated(const QString &runId);
    void tryAgainRequested();
    void tabsChanged(); ///< what saveTabs() returns is another one

private:
    QWidget *makeColumns();
    QWidget *makeRelations();
    QWidget *makeEvidence();
    QWidget *makeSql();
    QWidget *makeHistory();
    void setBadges();
    void fillCurrent();
    void fillColumns();
    void fillRelations();
    void drawRelations();
    void fitRelations();
    int ranks() const;
    void fillSql();
    void fillHistory();
    void goTo(const QString &table);
    QString nothingKnown() const;

    /// What the graph draws: another one is drawn anew, the same keeps where the person went in it.
    struct Drawn {
        QString table = {};
        ReadTablePointer detail = {};
        ReadAnalysisPointer analysis = {};
        bool isLoading = false;
        friend bool operator==(const Drawn &, const Drawn &) = default;
    };

    const AnalysisState *m_state = nullptr; ///< none before show()
    base::UtcTime m_now;
    SentenceList *m_sentences = nullptr;
    DataTable *m_columns = nullptr;
    LineageView *m_relations = nullptr;
    EvidenceView *m_evidence = nullptr;
    DefinitionView *m_sql = nullptr;
    HistoryView *m_history = nullptr;
    ReadTablePointer m_shownColumns;
    ReadTablePointer m_evidenceOf;
    std::vector<EvidenceItem> m_evidenceItems; ///< of it
    std::optional<Drawn> m_drawn;
    bool m_isFitted = false;              ///< the graph of the table was seen whole, or left otherwise by the person
    bool m_isDrawing = false;             ///< what the graph says of its focus now is no wish of the person
    QByteArray m_relationsState;          ///< to be restored once its tab is made
    QByteArray m_sqlState;
};

} // namespace lakehouse::views
