#pragma once

#include "kit/table_rows.h"
#include "pages/analysis/read_analysis.h"

#include <array>

namespace lakehouse::views {

enum class ColumnTableColumn { Name, Type, LandsAs, Nulls, Distinct, PersonalData, Codes, Refusal, Default, Comment };

std::vector<TableColumn> columnColumns();

/// The columns of one table as rows, in their order; the id of a row is the column's name.
class ColumnTableRows final : public TableRows {
public:
    explicit ColumnTableRows(ReadTablePointer table);
    qsizetype count() const override { return qsizetype(m_cells.size()); }
    QString id(qsizetype row) const override { return m_table->analysis.table.columns[std::size_t(row)].name; }
    QString text(qsizetype row, int column) const override { return m_cells[std::size_t(row)].texts[std::size_t(column)]; }
    std::optional<double> number(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override;

private:
    /// Put together once, since what is known of a column stands in many lists.
    struct Cells {
        std::array<QString, 10> texts = {};
        std::array<QString, 10> reasons = {};
        std::optional<double> nulls = {};
        std::optional<double> distinct = {};
    };
    void fillType(Cells &cells, const model::SourceColumn &column) const;
    void fillProfile(Cells &cells, const model::SourceColumn &column) const;
    void fillCodes(Cells &cells, const QString &column) const;
    void fillLanding(Cells &cells, const QString &column) const;
    void fillPersonalData(Cells &cells, const QString &column) const;

    ReadTablePointer m_table;
    std::vector<Cells> m_cells;
};

} // namespace lakehouse::views
