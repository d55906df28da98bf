#pragma once

#include "kit/file_saver.h"
#include "kit/table_export.h"
#include "kit/table_rows.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace lakehouse::views {

class FilterBar;
struct DataTableParts;

/// The one table of the program: filter bar, virtual rows, footer. Single letters act only while its rows have the focus:
/// `/` filter · J/K move · N/P next and previous that needs me · Space collects · Shift+S sort · Shift+V whole value · Enter activates.
/// Up to 2 000 rows it answers at once; above, it filters and sorts in slices and shows the old rows until the new ones are ready: see settled().
class DataTable : public QWidget {
    Q_OBJECT

public:
    /// Columns stay as they are for the life of the table; at most 64.
    explicit DataTable(std::vector<TableColumn> columns, QWidget *parent = nullptr);
    ~DataTable() override;

    FilterBar &filterBar();
    void setChips(std::vector<FilterChip> chips);
    /// Keeps filter, sort, selection and current row by id, and the scroll position. nullptr: no rows.
    void setRows(std::shared_ptr<const TableRows> rows);
    const std::shared_ptr<const TableRows> &rows() const;

    /// Empty when no row is current or the filter hides it.
    QString currentId() const;
    /// A row that the filter hides is brought back by clearing the filter. An id that is not there yet is taken up by a later setRows.
    void setCurrentId(const QString &id);
    /// What setCurrentId() asked for and the rows do not have; empty: nothing, or the person went elsewhere meanwhile.
    QString missingId() const;
    /// In the order shown. Moving selects the one row moved to, unless Space has collected some. Rows that the filter hides are never in it.
    QStringList selectedIds() const;
    /// Ids of all rows that the filter lets through, in the order shown.
    QStringList shownIds() const;
    qsizetype shownCount() const;

    /// Filter, chips, saved views, sort, columns, selection, current row and scroll position, as versioned JSON.
    QByteArray saveState() const;
    /// What is not understood is ignored; rows that are not there yet are taken up by a later setRows.
    void restoreState(const QByteArray &state);

    /// Shown instead of the rows (loading, empty, error); nullptr: the rows. The table becomes its parent and never deletes it before itself.
    void setPlaceholder(QWidget *placeholder);

    /// Nothing is being filtered, sorted or exported.
    bool isSettled() const;
    /// For every table: letters do nothing (a person may switch them off); arrows, Space and Enter still act.
    static void setLetterKeysEnabled(bool isEnabled);

    /// All rows that pass the filter, in the order and columns shown; runs in slices and stays valid when the table goes on.
    std::unique_ptr<TableExport> makeExport(TableFormat format, QIODevice *to, const QString &writtenAt) const;
    /// Exported files are named by exportNameAround() and this part, which tells the tables of one page apart. Without it: after the object, no part.
    void setExportName(ExportScope scope, const QString &part = {});
    /// Where an export ends; by default the system asks the person for a place.
    void setFileSaver(FileSaver saver);
    /// Puts the selected rows, or the current one, onto the clipboard.
    void copy(TableFormat format);

Q_SIGNALS:
    void currentChanged(const QString &id);
    void activated(const QString &id);
    void selectionChanged();
    /// What saveState returns is another; comes soon after the change, once for several.
    void stateChanged();
    void settled();

private:
    void connectBar();
    void connectRows();
    void connectWork();

    std::unique_ptr<DataTableParts> m_parts;
};

} // namespace lakehouse::views
