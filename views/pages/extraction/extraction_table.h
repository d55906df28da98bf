#pragma once

#include "kit/table_rows.h"
#include "pages/extraction/read_plan.h"

#include <vector>

namespace lakehouse::views {

enum class ExtractionColumn { State, Table, Mode, Watermark, Key, Proof, Columns, RefusedColumns, Rows, Size, LastChange, PlanMove, Reason };

std::vector<TableColumn> extractionColumns();
/// `withMoved`: also one for the tables that moved when the plan on screen took the place of the one before.
std::vector<FilterChip> extractionChips(bool withMoved);

QString modeWord(model::LoadMode mode);
QString proofWords(model::WatermarkProof proof);
QString moveWord(api::PlanMove move);
Status statusOf(const api::PlanRow &row);

/// The tables of a plan as rows; the id of a row is the table's name.
class ExtractionTableRows final : public TableRows {
public:
    /// `moved`: the rows that moved when the plan took the place of the one before.
    explicit ExtractionTableRows(ReadPlanPointer plan, const std::vector<std::size_t> &moved = {});
    qsizetype count() const override { return qsizetype(m_plan->tables.size()); }
    QString id(qsizetype row) const override;
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    std::optional<Status> status(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override;
    const api::PlanRow &row(qsizetype row) const { return m_plan->tables[std::size_t(row)]; }
    bool isMoved(qsizetype row) const { return !m_moved.empty() && m_moved[std::size_t(row)]; }

private:
    ReadPlanPointer m_plan;
    std::vector<bool> m_moved; ///< of each row; empty: none
};

} // namespace lakehouse::views
