#pragma once

#include "kit/table_rows.h"
#include "pages/extraction/read_plan.h"

#include <QSet>

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
/// Whether a person has something to decide about it: a change that fits no more, or what is planned and not approved so.
bool needsPerson(const api::PlanRow &row);

/// The tables of a plan as rows; the id of a row is the table's name.
class ExtractionTableRows final : public TableRows {
public:
    explicit ExtractionTableRows(ReadPlanPointer plan, const QStringList &moved = {}) : m_plan(std::move(plan)),
        m_moved(moved.begin(), moved.end()) {}
    qsizetype count() const override { return qsizetype(m_plan->tables.size()); }
    QString id(qsizetype row) const override;
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    std::optional<Status> status(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override;
    const api::PlanRow &row(qsizetype row) const { return m_plan->tables[std::size_t(row)]; }
    bool isMoved(qsizetype row) const { return !m_moved.isEmpty() && m_moved.contains(id(row)); }

private:
    ReadPlanPointer m_plan;
    QSet<QString> m_moved;
};

} // namespace lakehouse::views
