#include "pages/review/review_detail.h"

#include "kit/action_button.h"
#include "kit/empty_state.h"
#include "kit/evidence_view.h"
#include "kit/fitting_scroll.h"
#include "kit/history_view.h"
#include "kit/key_value_list.h"
#include "kit/lineage_view.h"
#include "kit/localized.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "kit/wrapping_row.h"
#include "pages/review/item_words.h"
#include "pages/review/review_words.h"
#include "shell/lineage_graph.h"

#include <QScrollBar>
#include <QVBoxLayout>

namespace lakehouse::views {

ReviewDetail::ReviewDetail(QWidget *parent) : DetailPane(parent)
{
    setObjectName(QStringLiteral("review-detail"));
    addTab(QStringLiteral("summary"), tr("Summary"), makeSummary());
    addTab(QStringLiteral("diff"), tr("SQL diff"), Factory([this] { return makeDifference(); }));
    addTab(QStringLiteral("lineage"), tr("Lineage"), Factory([this] { return makeLineage(); }));
    addTab(QStringLiteral("evidence"), tr("Evidence"), Factory([this] { return makeEvidence(); }));
    addTab(QStringLiteral("history"), tr("History"), Factory([this] { return makeHistory(); }));
    connect(this, &DetailPane::tabCreated, this, &ReviewDetail::fillCurrent);
    connect(this, &DetailPane::currentTabChanged, this, &ReviewDetail::fillCurrent);
}

QWidget *ReviewDetail::makeSummary()
{
    m_sentences = new SentenceList;
    m_sentences->setObjectName(QStringLiteral("review-sentences"));
    m_sentences->setAccessibleName(tr("What was found"));
    m_facts = new KeyValueList;
    m_facts->setObjectName(QStringLiteral("review-facts"));
    m_facts->setAccessibleName(tr("Proposal and decision"));
    m_effects = new SentenceList;
    m_effects->setObjectName(QStringLiteral("review-effects"));
    m_effects->setAccessibleName(tr("What follows from it"));
    auto *choices = new QWidget;
    choices->setObjectName(QStringLiteral("review-choices"));
    m_choices = new WrappingRow(choices);
    auto *scroll = new FittingScroll;
    const int margin = Theme::instance().space(Space::Medium);
    scroll->column()->setContentsMargins(margin, margin, margin, margin);
    scroll->column()->setSpacing(margin);
    for (QWidget *part : {static_cast<QWidget *>(m_sentences), static_cast<QWidget *>(m_facts), choices, static_cast<QWidget *>(m_effects)})
        scroll->column()->addWidget(part);
    scroll->column()->addStretch(1);
    m_scroll = scroll;
    return scroll;
}

/// Of an item nothing is generated yet that could differ.
QWidget *ReviewDetail::makeDifference()
{
    auto *empty = new EmptyState(IconName::Diff, tr("Here stands what a decision changes in the SQL of silver."),
                                 tr("Silver is not generated yet, so there is no SQL to compare. The summary says in words what follows from a decision."));
    empty->setObjectName(QStringLiteral("review-no-sql"));
    return empty;
}

QWidget *ReviewDetail::makeLineage()
{
    m_lineage = new LineageView;
    m_lineage->setObjectName(QStringLiteral("review-lineage"));
    m_lineage->setAccessibleName(tr("Where it comes from and goes to"));
    m_lineage->setEmptyWords(tr("Here stands where the selected column or table comes from and where it lands."), tr("Select an item."));
    m_lineage->restoreState(m_lineageState);
    connect(m_lineage, &LineageView::stateChanged, this, &ReviewDetail::tabsChanged);
    return m_lineage;
}

QWidget *ReviewDetail::makeEvidence()
{
    m_evidence = new EvidenceView;
    m_evidence->setObjectName(QStringLiteral("review-evidence"));
    return m_evidence;
}

QWidget *ReviewDetail::makeHistory()
{
    m_history = new HistoryView;
    m_history->setObjectName(QStringLiteral("review-history"));
    m_history->setAccessibleName(tr("Decisions, comments and sign-offs, newest first"));
    m_history->setEmptyText(tr("Nobody decided or commented on it yet."));
    return m_history;
}

void ReviewDetail::setMore(QAction *action)
{
    m_more = new ActionButton(action, ButtonKind::Quiet, m_choices->parentWidget());
    m_choices->addWidget(m_more);
}

void ReviewDetail::show(const ReviewState &state, const base::UtcTime &now)
{
    m_state = &state;
    m_now = now;
    const qint64 facts = state.detail ? qint64(state.detail->item.evidence.size()) : 0;
    const qint64 comments = state.detail ? qint64(state.detail->comments.size()) : 0;
    setBadge(QStringLiteral("evidence"), facts, tr("%n fact(s)", nullptr, int(facts)));
    setBadge(QStringLiteral("history"), comments, tr("%n comment(s)", nullptr, int(comments)));
    fillCurrent();
}

void ReviewDetail::setBlocked(const QString &why)
{
    m_whyBlocked = why;
    if (m_state)
        enableChoices();
}

void ReviewDetail::fillCurrent()
{
    if (!m_state)
        return;
    const QString tab = currentTab();
    if (tab == QLatin1String("summary"))
        fillSummary();
    else if (tab == QLatin1String("lineage") && m_lineage)
        fillLineage();
    else if (tab == QLatin1String("evidence") && m_evidence)
        m_evidence->setItems(m_state->detail ? evidenceOf(m_state->detail->item) : std::vector<EvidenceItem>());
    if (tab != QLatin1String("history") || !m_history)
        return;
    m_history->setNow(m_now);
    m_history->setItems(historyOf(*m_state));
}

void ReviewDetail::fillSummary()
{
    m_sentences->setSentences(itemSentences(*m_state));
    std::vector<KeyValue> facts = itemFacts(*m_state);
    std::vector<Sentence> effects = m_state->detail ? itemEffects(*m_state->detail) : std::vector<Sentence>();
    m_facts->setVisible(!facts.empty());
    m_effects->setVisible(!effects.empty());
    m_facts->setItems(std::move(facts));
    m_effects->setSentences(std::move(effects));
    fillChoices();
    const QString item = rowIdOf(m_state->subject, m_state->item);
    if (std::exchange(m_summaryOf, item) != item)
        m_scroll->verticalScrollBar()->setValue(0);
}

/// New buttons only where other choices are offered: the one that has the focus keeps it.
void ReviewDetail::fillChoices()
{
    const std::vector<model::ReviewVerdict> offered = m_state->detail ? m_state->detail->item.choices : std::vector<model::ReviewVerdict>();
    m_choices->parentWidget()->setVisible(m_state->row());
    if (offered != m_offered) {
        for (QPushButton *button : std::exchange(m_buttons, {}))
            delete button;
        m_offered = offered;
        for (const model::ReviewVerdict &verdict : m_offered) {
            auto *button = new QPushButton(tr("%1…").arg(verdictVerb(verdict)), m_choices->parentWidget());
            button->setObjectName(QStringLiteral("choice-") + verdict.toString());
            connect(button, &QPushButton::clicked, this, [this, verdict] { Q_EMIT decideRequested(verdict); });
            m_choices->addWidget(button);
            button->show();
            m_buttons.push_back(button);
        }
        m_choices->removeWidget(m_more); // comes last
        m_choices->addWidget(m_more);
        for (std::size_t i = 0; i < m_buttons.size(); ++i)
            setTabOrder(i == 0 ? static_cast<QWidget *>(m_facts) : m_buttons[i - 1], m_buttons[i]);
        if (!m_buttons.empty())
            setTabOrder(m_buttons.back(), m_more);
    }
    enableChoices();
}

void ReviewDetail::enableChoices()
{
    const api::ReviewRow *row = m_state->row();
    for (std::size_t i = 0; i < m_buttons.size(); ++i) {
        const bool isDecided = row && row->verdict == m_offered[i];
        const QString why = isDecided ? tr("It is decided so.") : m_whyBlocked;
        m_buttons[i]->setEnabled(why.isEmpty());
        m_buttons[i]->setToolTip(why);
        m_buttons[i]->setAccessibleDescription(why);
    }
}

void ReviewDetail::fillLineage()
{
    const bool hasTable = m_state->detail && m_state->detail->item.table;
    if (m_state->lineageError)
        m_lineage->setEmptyWords(localized(m_state->lineageError->message), localized(m_state->lineageError->hint));
    else if (m_state->detail && !hasTable)
        m_lineage->setEmptyWords(tr("Here stands where the selected column or table comes from and where it lands."), tr("This item is about no table."));
    DrawnLineage drawn{.isLoading = hasTable && !m_state->lineage && !m_state->lineageError, .lineage = m_state->lineage, .item = rowIdOf(m_state->subject, m_state->item)};
    if (m_drawn == drawn)
        return;
    m_drawn = std::move(drawn);
    if (m_drawn->isLoading)
        return m_lineage->setLoading(tr("Reading the lineage of %1…").arg(m_state->detail->item.table->toString()));
    const model::Lineage none;
    const model::Lineage &lineage = m_state->lineage ? *m_state->lineage : none;
    m_lineage->setGraph(graphNodes(lineage), graphEdges(lineage));
    if (m_state->lineage && hasTable)
        focusLineage();
}

void ReviewDetail::focusLineage()
{
    const QString node = sourceNodeId(m_state->detail->item.table->toString());
    if (m_lineage->focusNode() != node)
        m_lineage->setFocusNode(node);
    if (const QString column = m_state->detail->item.column.value_or(QString()); m_lineage->focusColumn() != column)
        m_lineage->setFocusColumn(node, column);
}

QByteArray ReviewDetail::saveTabs() const
{
    return m_lineage ? m_lineage->saveState() : m_lineageState;
}

void ReviewDetail::restoreTabs(const QByteArray &state)
{
    m_lineageState = state;
    if (m_lineage)
        m_lineage->restoreState(state);
}

} // namespace lakehouse::views
