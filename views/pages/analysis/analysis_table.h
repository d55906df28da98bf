#pragma once

#include "kit/table_rows.h"
#include "pages/analysis/read_analysis.h"

namespace lakehouse::views {

enum class AnalysisColumn { State, Schema, Table, Rows, Columns, Key, Changes, Watermark, PersonalData, Conflicts, Orphans, RefusedColumns, Profiled };

std::vector<TableColumn> analysisColumns();
/// What needs a look, a chip each.
std::vector<FilterChip> analysisChips();

/// The tables of a source as rows; the id of a row is the table's name.
class AnalysisTableRows final : public TableRows {
public:
    explicit AnalysisTableRows(ReadAnalysisPointer analysis) : m_analysis(std::move(analysis)) {}
    qsizetype count() const override { return qsizetype(m_analysis->page.tables.size()); }
    QString id(qsizetype row) const override { return m_analysis->names[std::size_t(row)]; }
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    std::optional<Status> status(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override;
    const api::AnalyzedTable &row(qsizetype row) const { return m_analysis->page.tables[std::size_t(row)]; }

private:
    ReadAnalysisPointer m_analysis;
};

} // namespace lakehouse::views
