#pragma once

#include "kit/detail_pane.h"
#include "pages/pipeline/pipeline_presenter.h"

namespace lakehouse::views {

class GeneratedSqlView;
class KeyValueList;
class ReconciliationView;
class SentenceList;
class TableLogView;
class TableRunsView;

/// Everything about the selected table of the pipeline, in tabs.
class PipelineDetail : public DetailPane {
    Q_OBJECT
public:
    explicit PipelineDetail(QWidget *parent = nullptr);

    /// `row`: nullptr while no table is selected.
    void show(const PipelineState &state, const api::PipelineRow *row, const base::UtcTime &now);

Q_SIGNALS:
    void runActivated(const QString &runId);

private:
    SentenceList *m_sentences;
    KeyValueList *m_facts;
    ReconciliationView *m_reconciliation;
    TableRunsView *m_runs;
    GeneratedSqlView *m_sql;
    TableLogView *m_log;
};

} // namespace lakehouse::views
