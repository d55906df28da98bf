#include "pages/analysis/analysis_detail.h"

#include "kit/code_view.h"
#include "kit/data_table.h"
#include "kit/filter_bar.h"
#include "kit/fitting_scroll.h"
#include "kit/history_view.h"
#include "kit/lineage_view.h"
#include "kit/localized.h"
#include "kit/sentence_list.h"
#include "kit/state_bundle.h"
#include "kit/theme.h"
#include "pages/analysis/analysis_evidence.h"
#include "pages/analysis/analysis_history.h"
#include "pages/analysis/analysis_relations.h"
#include "pages/analysis/analysis_sentences.h"
#include "pages/analysis/analysis_sql.h"
#include "pages/analysis/column_table.h"
#include "pages/analysis/definition_view.h"

#include <QAction>
#include <QApplication>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr int sentencesShown = 5; ///< the others are a button away, so that columns are in view
constexpr int fewestRows = 10;    ///< of the columns, their header and their filter, that a low window keeps

constexpr qsizetype mostFitted = 12;
constexpr int leastPerRank = 150; ///< pixels at text scale 1

} // namespace

AnalysisDetail::AnalysisDetail(QWidget *parent) : DetailPane(parent)
{
    setObjectName(QStringLiteral("analysis-detail"));
    addTab(QStringLiteral("summary"), tr("Columns"), makeColumns());
    addTab(QStringLiteral("lineage"), tr("Relations"), Factory([this] { return makeRelations(); }));
    addTab(QStringLiteral("evidence"), tr("Evidence"), Factory([this] { return makeEvidence(); }));
    addTab(QStringLiteral("sql"), tr("SQL"), Factory([this] { return makeSql(); }));
    addTab(QStringLiteral("history"), tr("History"), Factory([this] { return makeHistory(); }));
    connect(this, &DetailPane::tabCreated, this, &AnalysisDetail::fillCurrent);
    connect(this, &DetailPane::currentTabChanged, this, &AnalysisDetail::fillCurrent);
}

QWidget *AnalysisDetail::makeColumns()
{
    m_sentences = new SentenceList;
    m_sentences->setObjectName(QStringLiteral("analysis-sentences"));
    m_sentences->setAccessibleName(tr("What is known of the table"));
    m_sentences->setFirstShown(sentencesShown);
    connect(m_sentences, &SentenceList::linkActivated, this, [this](const QString &link) {
        if (link == tryAgainLink)
            Q_EMIT tryAgainRequested();
    });
    m_columns = new DataTable(columnColumns());
    m_columns->setObjectName(QStringLiteral("analysis-columns"));
    m_columns->setAccessibleName(tr("Columns of the table"));
    m_columns->setExportName(ExportScope::Object, QStringLiteral("columns"));
    m_columns->setMinimumHeight(fewestRows * Theme::instance().rowHeight());
    m_columns->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored); // takes what the sentences leave
    connect(m_columns, &DataTable::stateChanged, this, &AnalysisDetail::tabsChanged);
    auto *scroll = new FittingScroll;
    const int margin = Theme::instance().space(Space::Medium);
    scroll->column()->setContentsMargins(margin, margin, margin, 0);
    scroll->column()->setSpacing(margin);
    scroll->column()->addWidget(m_sentences);
    scroll->column()->addWidget(m_columns, 1);
    return scroll;
}

QWidget *AnalysisDetail::makeRelations()
{
    m_relations = new LineageView;
    m_relations->setObjectName(QStringLiteral("analysis-relations"));
    m_relations->setAccessibleName(tr("Tables that it leads to and that lead to it"));
    {
        const QScopedValueRollback<bool> ours(m_isDrawing, true);
        m_isFitted = m_relations->restoreState(m_relationsState); // the view that was left, for the table that it was left at
    }
    connect(m_relations, &LineageView::stateChanged, this, &AnalysisDetail::tabsChanged);
    connect(m_relations, &LineageView::focusChanged, this, &AnalysisDetail::goTo);
    connect(m_relations, &LineageView::nodeActivated, this, &AnalysisDetail::goTo);
    connect(m_relations, &LineageView::settled, this, &AnalysisDetail::fitRelations);
    return m_relations;
}

QWidget *AnalysisDetail::makeEvidence()
{
    m_evidence = new EvidenceView;
    m_evidence->setObjectName(QStringLiteral("analysis-evidence"));
    return m_evidence;
}

QWidget *AnalysisDetail::makeSql()
{
    m_sql = new DefinitionView;
    return m_sql;
}

QWidget *AnalysisDetail::makeHistory()
{
    m_history = new HistoryView;
    m_history->setObjectName(QStringLiteral("analysis-history"));
    m_history->setAccessibleName(tr("What became known of the table and how it changed, newest first"));
    connect(m_history, &HistoryView::activated, this, &AnalysisDetail::runActivated);
    return m_history;
}

void AnalysisDetail::show(const AnalysisState &state, const base::UtcTime &now)
{
    m_state = &state;
    m_now = now;
    if (std::exchange(m_evidenceOf, state.detail) != state.detail)
        m_evidenceItems = state.detail ? evidenceOf(*state.detail) : std::vector<EvidenceItem>();
    setBadges();
    fillCurrent();
}

void AnalysisDetail::setBadges()
{
    const qint64 columns = m_state->detail ? qint64(m_state->detail->analysis.table.columns.size()) : 0;
    const qint64 relations = m_state->detail ? qint64(m_state->detail->analysis.relations.size()) : 0;
    const qint64 facts = qint64(m_evidenceItems.size());
    setBadge(QStringLiteral("summary"), columns, tr("%n column(s)", nullptr, int(columns)));
    setBadge(QStringLiteral("lineage"), relations, tr("%n relation(s)", nullptr, int(relations)));
    setBadge(QStringLiteral("evidence"), facts, tr("%n fact(s)", nullptr, int(facts)));
}

void AnalysisDetail::fillCurrent()
{
    if (!m_state)
        return;
    const QString tab = currentTab();
    if (tab == QLatin1String("summary"))
        fillColumns();
    else if (tab == QLatin1String("lineage") && m_relations)
        fillRelations();
    else if (tab == QLatin1String("evidence") && m_evidence)
        m_evidence->setItems(m_evidenceItems);
    else if (tab == QLatin1String("sql") && m_sql)
        fillSql();
    else if (tab == QLatin1String("history") && m_history)
        fillHistory();
}

void AnalysisDetail::fillColumns()
{
    m_sentences->setSentences(analysisSentences(*m_state));
    m_columns->setVisible(m_state->detail != nullptr);
    if (std::exchange(m_shownColumns, m_state->detail) == m_state->detail)
        return;
    m_columns->setRows(m_state->detail ? std::make_shared<ColumnTableRows>(m_state->detail) : nullptr);
}

void AnalysisDetail::fillRelations()
{
    Drawn drawn{.table = m_state->table, .detail = m_state->detail, .analysis = m_state->analysis,
                .isLoading = m_state->row() && !m_state->detail && !m_state->detailError};
    if (m_drawn == drawn)
        return;
    if (m_drawn && m_drawn->table != drawn.table)
        m_isFitted = false;
    m_drawn = std::move(drawn);
    const QScopedValueRollback<bool> ours(m_isDrawing, true);
    if (m_drawn->isLoading)
        return m_relations->setLoading(tr("Reading the relations of %1…").arg(m_state->table));
    drawRelations();
}

void AnalysisDetail::drawRelations()
{
    const bool hasAny = m_state->detail && !m_state->detail->analysis.relations.empty();
    const QString here = tr("Here stand the tables that the selected one leads to, and those that lead to it.");
    m_relations->setEmptyWords(here, m_state->detail ? tr("%1 has no relation, neither declared by the database nor said by the application.").arg(m_state->table) : nothingKnown());
    m_relations->setGraph(hasAny ? relationNodes(*m_state->detail, m_state->analysis) : std::vector<GraphNode>(), hasAny ? relationEdges(*m_state->detail) : std::vector<GraphEdge>());
    if (hasAny && m_relations->focusNode() != m_state->table)
        m_relations->setFocusNode(m_state->table);
    if (hasAny)
        m_relations->setSelectedNode(m_state->table);
}

/// Tables side by side: those that lead to it, itself, and those that it leads to.
int AnalysisDetail::ranks() const
{
    if (!m_drawn->detail)
        return 1;
    const std::vector<api::TableRelation> &relations = m_drawn->detail->analysis.relations;
    const model::TableName &own = m_drawn->detail->analysis.table.name;
    const bool isLedTo = std::ranges::any_of(relations, [&](const api::TableRelation &relation) { return relation.table != own; });
    const bool leads = std::ranges::any_of(relations, [&](const api::TableRelation &relation) { return relation.referenced != own; });
    return 1 + int(isLedTo) + int(leads);
}

/// A few tables are seen whole at first, each time another table is come to; more begin at its middle.
void AnalysisDetail::fitRelations()
{
    if (m_isFitted || !m_drawn || m_drawn->isLoading)
        return;
    m_isFitted = true;
    if (m_relations->drawnNodes().size() > mostFitted || m_relations->width() < ranks() * leastPerRank * Theme::instance().textScale())
        return; // what is drawn that small can not be read
    for (QAction *command : m_relations->commands())
        if (command->objectName() == QLatin1String("lineage-fit") && command->isEnabled())
            command->trigger();
}

void AnalysisDetail::goTo(const QString &table)
{
    if (!m_isDrawing && m_state && !table.isEmpty() && table != m_state->table)
        Q_EMIT tableActivated(table);
}

void AnalysisDetail::fillSql()
{
    if (!m_state->detail)
        return m_sql->setNothing(nothingKnown());
    m_sql->setDefinitions(m_state->table, definitionsOf(m_state->detail->analysis));
    if (!m_sqlState.isEmpty())
        m_sql->code().restoreState(std::exchange(m_sqlState, {}));
}

void AnalysisDetail::fillHistory()
{
    if (m_state->timelineError)
        m_history->setEmptyText(localized(m_state->timelineError->message) + QLatin1Char(' ') + localized(m_state->timelineError->hint));
    else if (m_state->timeline)
        m_history->setEmptyText(tr("The ledger has nothing of this table."));
    else
        m_history->setEmptyText(m_state->table.isEmpty() ? tr("Select a table.") : tr("Reading the history of %1…").arg(m_state->table));
    m_history->setNow(m_now);
    m_history->setItems(tableHistory(*m_state));
}

QString AnalysisDetail::nothingKnown() const
{
    return analysisSentences(*m_state).front().text;
}

void AnalysisDetail::switchRelations()
{
    if (currentTab() != QLatin1String("lineage")) {
        setCurrentTab(QStringLiteral("lineage"));
        return;
    }
    if (!m_relations)
        return;
    const bool hasFocus = m_relations->isAncestorOf(QApplication::focusWidget());
    const bool isGraph = m_relations->currentTab() == LineageView::Tab::Graph;
    m_relations->setCurrentTab(isGraph ? LineageView::Tab::List : LineageView::Tab::Graph);
    if (QWidget *twin = m_relations->findChild<QWidget *>(isGraph ? QStringLiteral("lineage-list") : QStringLiteral("lineage-canvas")); twin && hasFocus)
        twin->setFocus(Qt::OtherFocusReason); // the keys go on acting in the same tables
}

QByteArray AnalysisDetail::saveTabs() const
{
    return bundleStates({{"columns", m_columns->saveState()}, {"relations", m_relations ? m_relations->saveState() : m_relationsState},
                         {"sql", m_sql && m_sqlState.isEmpty() ? m_sql->code().saveState() : m_sqlState}});
}

void AnalysisDetail::restoreTabs(const QByteArray &state)
{
    auto states = unbundleStates(state);
    m_columns->restoreState(states[QStringLiteral("columns")]);
    m_relationsState = states[QStringLiteral("relations")];
    m_sqlState = states[QStringLiteral("sql")];
    const QScopedValueRollback<bool> ours(m_isDrawing, true);
    if (m_relations)
        m_relations->restoreState(m_relationsState);
}

} // namespace lakehouse::views
