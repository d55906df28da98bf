#include "pages/pipeline/pipeline_detail.h"

#include "kit/fitting_scroll.h"
#include "kit/key_value_list.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/pipeline/generated_sql_view.h"
#include "pages/pipeline/pipeline_words.h"
#include "pages/pipeline/reconciliation_view.h"
#include "pages/pipeline/table_log_view.h"
#include "pages/pipeline/table_runs_view.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lakehouse::views {

namespace {

/// Scrolls where there is no room for all of it: a squeezed sentence cannot be read.
QWidget *column(std::initializer_list<QWidget *> parts)
{
    auto *scroll = new FittingScroll;
    const int margin = Theme::instance().space(Space::Medium);
    scroll->column()->setContentsMargins(margin, margin, margin, margin);
    scroll->column()->setSpacing(margin);
    for (QWidget *part : parts)
        scroll->column()->addWidget(part);
    scroll->column()->addStretch(1);
    return scroll;
}

/// The newest run in the history has every mismatch that was kept; the row only some.
std::optional<model::TableReconciliation> wholeReconciliation(const PipelineState &state, const api::PipelineRow &row)
{
    if (!row.reconciliation || !state.history)
        return row.reconciliation;
    const auto &runs = state.history->runs;
    const auto same = std::ranges::find_if(runs, [&](const api::TableRun &run) { return run.reconciliation && run.reconciliation->run == row.reconciliation->run; });
    return same == runs.end() ? row.reconciliation : same->reconciliation;
}

} // namespace

PipelineDetail::PipelineDetail(QWidget *parent)
    : DetailPane(parent), m_sentences(new SentenceList), m_facts(new KeyValueList), m_reconciliation(new ReconciliationView), m_runs(new TableRunsView),
      m_sql(new GeneratedSqlView), m_log(new TableLogView)
{
    setObjectName(QStringLiteral("pipeline-detail"));
    m_sentences->setObjectName(QStringLiteral("pipeline-sentences"));
    m_sentences->setAccessibleName(tr("What happened to this table"));
    m_facts->setObjectName(QStringLiteral("pipeline-facts"));
    m_facts->setAccessibleName(tr("Facts of the last run"));
    addTab(QStringLiteral("summary"), tr("Summary"), column({m_sentences, m_facts}));
    addTab(QStringLiteral("reconciliation"), tr("Reconciliation"), m_reconciliation);
    addTab(QStringLiteral("runs"), tr("Runs"), m_runs);
    addTab(QStringLiteral("sql"), tr("SQL"), m_sql);
    addTab(QStringLiteral("log"), tr("Log"), column({m_log}));
    connect(m_runs, &TableRunsView::runActivated, this, &PipelineDetail::runActivated);
    connect(m_facts, &KeyValueList::linkActivated, this, &PipelineDetail::runActivated);
}

void PipelineDetail::show(const PipelineState &state, const api::PipelineRow *row, const base::UtcTime &now)
{
    std::vector<Sentence> sentences{{.text = tr("Select a table to see what happened to it.")}};
    if (row) {
        sentences = tableSentences(*row, state.history);
        std::ranges::move(timeSentences(*row, state.pipeline->status(), state.readAtUtc), std::back_inserter(sentences));
    }
    m_sentences->setSentences(std::move(sentences));
    m_facts->setItems(row ? tableFacts(*row) : std::vector<KeyValue>());
    m_reconciliation->setReconciliation(row ? wholeReconciliation(state, *row) : std::nullopt,
                                        row && row->reconciliation ? timeOfRun(row->reconciliation->run, *row, state.history) : std::nullopt);
    m_runs->setHistory(state.history, now);
    const bool isOtherPlan = state.pipeline && state.pipeline->status().isPlanMoved;
    m_sql->setSql(state.detail ? state.detail->sql : std::vector<api::SqlText>(),
                  isOtherPlan ? tr("This is the SQL of the plan as it is now; what runs was generated before it moved.") : QString());
    m_log->setEvents(state.log);
}

} // namespace lakehouse::views
