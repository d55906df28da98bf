#pragma once

#include "kit/status.h"

#include <QString>

#include <functional>
#include <optional>

namespace lakehouse::views {

/// How a cell is shown and sorted: Number and Time by TableRows::number, Status by TableRows::status, Text by its folded text.
enum class CellKind { Text, Number, Status, Time };

struct TableColumn {
    QString id;          ///< stable: stands in saved states and in `id:value` filters
    QString title;
    QString description = {}; ///< tooltip of the header; may be empty
    CellKind kind = CellKind::Text;
    int width = 160;     ///< pixels at text scale 1
    bool isHidden = false;
};

/// What a table shows. Owned by the page and immutable while it is shown: a new state is a new object.
/// Every function answers from memory and at once: tables call them while they paint.
class TableRows {
public:
    virtual ~TableRows();
    virtual qsizetype count() const = 0;
    /// Stable between states and unique in one: selection and scroll position follow it.
    virtual QString id(qsizetype row) const = 0;
    /// The whole text; the table cuts it where it is long. A Status cell may leave it empty: its status word stands for it.
    virtual QString text(qsizetype row, int column) const = 0;
    /// What a Number or Time cell is sorted by; nothing sorts last in both directions.
    virtual std::optional<double> number(qsizetype row, int column) const;
    virtual std::optional<Status> status(qsizetype row, int column) const;
    /// Why the cell says so; shown as a tooltip and read out as its description. May be empty.
    virtual QString reason(qsizetype row, int column) const;
    /// The row waits for the person: N and P stop there.
    virtual bool needsMe(qsizetype row) const;
};

/// A button that narrows the table to the rows it accepts; several chosen ones show the rows of any. Counted by the table.
struct FilterChip {
    QString id;
    QString word;
    std::function<bool(const TableRows &, qsizetype)> accepts;
};

/// The whole text of a cell; of a Status cell without text its status word.
QString cellText(const TableRows &rows, qsizetype row, int column, CellKind kind);

} // namespace lakehouse::views
