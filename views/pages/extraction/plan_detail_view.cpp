#include "pages/extraction/plan_detail_view.h"

#include "kit/diff_view.h"
#include "kit/evidence_view.h"
#include "kit/history_view.h"
#include "kit/lineage_view.h"
#include "kit/localized.h"
#include "kit/state_bundle.h"
#include "kit/theme.h"
#include "pages/extraction/extraction_words.h"
#include "pages/extraction/plan_evidence.h"
#include "pages/extraction/plan_history.h"
#include "pages/extraction/sql_difference_view.h"
#include "pages/extraction/table_sentences.h"
#include "pages/extraction/value_question_list.h"
#include "shell/lineage_graph.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {

constexpr int sentencesShown = 20;

} // namespace

PlanDetailView::PlanDetailView(const ExtractionPresenter &presenter, PageHost &host, QWidget *parent) : DetailPane(parent), m_presenter(presenter),
    m_host(host)
{
    addTab(QStringLiteral("summary"), tr("Summary"), makeSummary());
    addTab(QStringLiteral("diff"), tr("SQL diff"), Factory([this] { return makeDifference(); }));
    addTab(QStringLiteral("lineage"), tr("Lineage"), Factory([this] { return makeLineage(); }));
    addTab(QStringLiteral("evidence"), tr("Evidence"), Factory([this] { return makeEvidence(); }));
    addTab(QStringLiteral("history"), tr("History"), Factory([this] { return makeHistory(); }));
    connect(this, &DetailPane::tabCreated, this, &PlanDetailView::fillCurrent);
    connect(this, &DetailPane::currentTabChanged, this, &PlanDetailView::fillCurrent);
}

QWidget *PlanDetailView::makeSummary()
{
    m_sentences = new SentenceList;
    m_sentences->setObjectName(QStringLiteral("plan-sentences"));
    m_sentences->setAccessibleName(tr("How this table loads"));
    m_sentences->setFirstShown(sentencesShown);
    m_values = new ValueQuestionList;
    connect(m_values, &ValueQuestionList::chosen, this, &PlanDetailView::valueChosen);
    auto *body = new QWidget;
    auto *layout = new QVBoxLayout(body);
    const int margin = Theme::instance().space(Space::Medium);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addWidget(m_sentences);
    layout->addWidget(m_values);
    layout->addStretch(1);
    m_scroll = new QScrollArea;
    m_scroll->setObjectName(QStringLiteral("plan-summary"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(body);
    return m_scroll;
}

QWidget *PlanDetailView::makeDifference()
{
    m_difference = new SqlDifferenceView;
    m_difference->diff().restoreState(m_diffState);
    connect(&m_difference->diff(), &DiffView::stateChanged, this, &PlanDetailView::tabsChanged);
    return m_difference;
}

QWidget *PlanDetailView::makeLineage()
{
    m_lineage = new LineageView;
    m_lineage->setObjectName(QStringLiteral("plan-lineage"));
    m_lineage->setAccessibleName(tr("Where the table's columns come from and go to"));
    m_lineage->setEmptyWords(tr("Here stands where the columns of the selected table come from and where they land."), tr("Select a table."));
    m_lineage->restoreState(m_lineageState);
    connect(m_lineage, &LineageView::stateChanged, this, &PlanDetailView::tabsChanged);
    connect(m_lineage, &LineageView::nodeActivated, this, [this](const QString &node) {
        if (const QString table = tableOfNode(node); !table.isEmpty())
            Q_EMIT tableActivated(table);
    });
    return m_lineage;
}

QWidget *PlanDetailView::makeEvidence()
{
    m_evidence = new EvidenceView;
    m_evidence->setObjectName(QStringLiteral("plan-evidence"));
    return m_evidence;
}

QWidget *PlanDetailView::makeHistory()
{
    m_history = new HistoryView;
    m_history->setObjectName(QStringLiteral("plan-history"));
    m_history->setAccessibleName(tr("Changes of this table, approvals of the plan and their revocations, newest first"));
    m_history->setEmptyText(tr("Nobody changed this table, and no plan was approved yet."));
    connect(m_history, &HistoryView::activated, this, &PlanDetailView::runActivated);
    return m_history;
}

void PlanDetailView::showState()
{
    const auto &detail = m_presenter.state().detail;
    const qint64 facts = detail ? qint64(detail->planned.reasons.size() + detail->planned.refusals.size()) : 0;
    const qint64 differences = detail && detail->approved ? qint64(detail->approved->differences.size()) : 0;
    setBadge(QStringLiteral("evidence"), facts, tr("%n fact(s)", nullptr, int(facts)));
    setBadge(QStringLiteral("diff"), differences, tr("%n difference(s) to what was approved", nullptr, int(differences)));
    fillCurrent();
}

void PlanDetailView::fillCurrent()
{
    const ExtractionState &state = m_presenter.state();
    const QString tab = currentTab();
    if (tab == QLatin1String("summary")) {
        fillSummary();
    } else if (tab == QLatin1String("diff") && m_difference) {
        m_difference->setDetail(state.detail);
    } else if (tab == QLatin1String("lineage") && m_lineage) {
        fillLineage();
    } else if (tab == QLatin1String("evidence") && m_evidence) {
        m_evidence->setItems(state.detail ? evidenceOf(*state.detail) : std::vector<EvidenceItem>());
    } else if (tab == QLatin1String("history") && m_history) {
        m_history->setNow(m_host.clock().now());
        m_history->setItems(planHistory(state));
    }
}

void PlanDetailView::fillSummary()
{
    m_sentences->setSentences(sentences());
    const auto &detail = m_presenter.state().detail;
    m_values->setQuestions(detail && m_presenter.row() ? valueQuestions(detail->planned) : std::vector<ValueQuestion>());
    if (std::exchange(m_summaryOf, m_presenter.state().table) != m_summaryOf)
        m_scroll->verticalScrollBar()->setValue(0);
}

std::vector<Sentence> PlanDetailView::sentences() const
{
    const ExtractionState &state = m_presenter.state();
    const api::PlanRow *row = m_presenter.row();
    if (!state.plan)
        return {{.text = tr("No plan is on screen yet.")}};
    if (state.table.isEmpty())
        return planSentences(state);
    if (!row)
        return {{.text = tr("The plan has no table %1. It may be gone from the source, or have another name there.").arg(state.table),
            .status = Status::Unknown}};
    if (state.detailError)
        return {{.text = localized(state.detailError->message) + QLatin1Char(' ') + localized(state.detailError->hint), .status = Status::Failed}};
    if (!state.detail)
        return {{.text = state.isMoved ? tr("The plan moved; review what changed to read %1.").arg(state.table) : tr("Reading %1…")
            .arg(state.table)}};
    return tableSentences(*state.detail, *row);
}

void PlanDetailView::fillLineage()
{
    const ExtractionState &state = m_presenter.state();
    if (state.lineageError)
        m_lineage->setEmptyWords(localized(state.lineageError->message), localized(state.lineageError->hint));
    if (!state.lineage && !state.lineageError && m_presenter.row()) {
        m_lineage->setLoading(tr("Reading the lineage of %1…").arg(state.table));
        return;
    }
    m_lineage->setGraph(state.lineage ? graphNodes(*state.lineage) : std::vector<GraphNode>(), state.lineage ? graphEdges(*state.lineage)
        : std::vector<GraphEdge>());
    if (m_lineage->focusNode() != sourceNodeId(state.table) && tableOfNode(m_lineage->focusNode()) != state.table)
        m_lineage->setFocusNode(sourceNodeId(state.table));
}

void PlanDetailView::stepChange(bool isForward)
{
    setCurrentTab(QStringLiteral("diff"));
    if (!m_difference)
        return;
    if (isForward)
        m_difference->diff().nextChange();
    else
        m_difference->diff().previousChange();
}

void PlanDetailView::goToValues()
{
    setCurrentTab(QStringLiteral("summary"));
    focusOn(m_values->first());
}

void PlanDetailView::returnToValue(const std::optional<QString> &column, model::PlanEdit edit)
{
    if (currentTab() == QLatin1String("summary"))
        focusOn(m_values->button(column, edit));
}

void PlanDetailView::focusOn(QWidget *part)
{
    if (!part)
        return;
    part->setFocus(Qt::OtherFocusReason);
    m_scroll->ensureWidgetVisible(part);
}

void PlanDetailView::setValuesBlocked(const QString &why)
{
    m_values->setBlocked(why);
}

QByteArray PlanDetailView::saveTabs() const
{
    const QByteArray diff = m_difference ? m_difference->diff().saveState() : m_diffState;
    const QByteArray lineage = m_lineage ? m_lineage->saveState() : m_lineageState;
    return bundleStates({{"diff", diff}, {"lineage", lineage}});
}

void PlanDetailView::restoreTabs(const QByteArray &state)
{
    auto states = unbundleStates(state);
    m_diffState = states[QStringLiteral("diff")];
    m_lineageState = states[QStringLiteral("lineage")];
    if (m_difference)
        m_difference->diff().restoreState(m_diffState);
    if (m_lineage)
        m_lineage->restoreState(m_lineageState);
}

} // namespace lakehouse::views
