#include "kit/table_rows.h"

namespace lakehouse::views {

TableRows::~TableRows() = default;

std::optional<double> TableRows::number(qsizetype, int) const
{
    return std::nullopt;
}

std::optional<Status> TableRows::status(qsizetype, int) const
{
    return std::nullopt;
}

QString TableRows::reason(qsizetype, int) const
{
    return {};
}

bool TableRows::needsMe(qsizetype) const
{
    return false;
}

QString cellText(const TableRows &rows, qsizetype row, int column, CellKind kind)
{
    QString text = rows.text(row, column);
    if (kind == CellKind::Status && text.isEmpty()) {
        if (const std::optional<Status> status = rows.status(row, column))
            text = statusWord(*status);
    }
    return text;
}

} // namespace lakehouse::views
