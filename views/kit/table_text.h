#pragma once

#include "kit/table_rows.h"

#include <memory>
#include <vector>

namespace lakehouse::views {

enum class TableFormat { Tabs, Csv, Markdown, SqlList, Json };

/// Rows as text in the columns that are shown. Refuses nothing; what a format cannot carry is escaped.
class TableText {
public:
    /// The columns are numbers of TableRows columns, in the order shown.
    TableText(std::shared_ptr<const TableRows> rows, std::vector<TableColumn> columns, std::vector<int> shown);

    /// The titles, with the end of the line; empty for SqlList and Json.
    QString heading(TableFormat format) const;
    /// One row, with the end of the line. Json: an object without anything around it. SqlList has no lines: see sqlList().
    QString line(qsizetype row, TableFormat format) const;
    /// Values of one column as a list for IN (…): numbers bare, texts quoted, each value once.
    QString sqlList(const std::vector<quint32> &rows, int column) const;

private:
    QString cell(qsizetype row, int column, TableFormat format) const;

    std::shared_ptr<const TableRows> m_rows;
    std::vector<TableColumn> m_columns;
    std::vector<int> m_shown;
};

} // namespace lakehouse::views
