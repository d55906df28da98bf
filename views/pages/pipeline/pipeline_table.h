#pragma once

#include "kit/table_rows.h"
#include "pages/pipeline/read_pipeline.h"
#include "shell/run_words.h"

#include <vector>

namespace lakehouse::views {

/// In the order of the question: did every row arrive, how is that proved, and only then how it was loaded.
enum class PipelineColumn { State, Table, Difference, Counts, Aggregates, Hashes, Controls, SourceRows, BronzeRows, Loaded, Deleted, Duration, Lag, LastRun, Mode, Message };

std::vector<TableColumn> pipelineColumns();
std::vector<FilterChip> pipelineChips();

/// Of one tier; Skipped when it was not run.
Status statusOf(const model::TierResult &tier);
/// "equal", "3 mismatches", "a planted defect was missed", "the source moved", "not run"
QString tierWords(const model::TierResult &tier);
const model::TierResult *tierOf(const std::optional<model::TableReconciliation> &reconciliation, model::Tier tier);
/// Caught and planted controls of all tiers.
std::pair<qint64, qint64> controlsOf(const model::TableReconciliation &reconciliation);

/// The tables of the pipeline as rows; the id of a row is the table's name.
class PipelineTableRows final : public TableRows {
public:
    /// `readAtUtc`: when the pipeline was read; until then the lag of each table is counted.
    explicit PipelineTableRows(ReadPipelinePointer pipeline, std::optional<base::UtcTime> readAtUtc = {}) : m_pipeline(std::move(pipeline)), m_readAtUtc(readAtUtc) {}
    qsizetype count() const override { return qsizetype(m_pipeline->tables().size()); }
    QString id(qsizetype row) const override { return m_pipeline->name(row); }
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    std::optional<Status> status(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override { return needsPerson(this->row(row)); }
    const api::PipelineRow &row(qsizetype row) const { return m_pipeline->tables()[std::size_t(row)]; }

private:
    QString checkedWhen(const api::PipelineRow &table) const;

    ReadPipelinePointer m_pipeline;
    std::optional<base::UtcTime> m_readAtUtc;
};

} // namespace lakehouse::views
