#pragma once

#include "kit/file_saver.h"
#include "kit/table_export.h"

#include <QBuffer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

class QMenu;
class QToolButton;
class QWidget;

namespace lakehouse::views {

class RowsView;
class TableFooter;
class TableModel;
class TableSelection;

/// Copying, exporting and choosing columns: what the menus of a table do.
class TableCommands : public QObject {
    Q_OBJECT

public:
    struct Parts {
        RowsView *view;
        TableModel *model;
        TableSelection *selection;
        TableFooter *footer;
        std::function<QString()> filter; ///< as it stands in the heading of an export
    };

    TableCommands(Parts parts, QWidget *parent);

    /// One selected row and Tabs: the value of the current cell. Otherwise the selected rows, or the current one.
    void copy(TableFormat format);
    std::unique_ptr<TableExport> makeExport(TableFormat format, QIODevice *to, const QString &writtenAt) const;
    bool isExporting() const { return m_export != nullptr; }
    void setExportName(ExportScope scope, const QString &part) { m_exportScope = scope, m_exportPart = part; }
    void setFileSaver(FileSaver saver) { m_saver = std::move(saver); }
    void showColumn(int column, bool isShown);

    QToolButton *columnsButton() const { return m_columnsButton; }
    QToolButton *exportButton() const { return m_exportButton; }

Q_SIGNALS:
    void columnsChanged();
    void viewerAsked();
    void sortAsked();
    void exported();

private:
    void openMenu(const QPoint &position);
    void openChooser();
    void fillCopyMenu(QMenu &menu);
    void startExport(TableFormat format);
    void stepExport();
    void stopExport();
    TableText shownText() const;

    Parts m_parts;
    QWidget *m_widget;
    QToolButton *m_columnsButton;
    QToolButton *m_exportButton;
    QMenu *m_menu;
    std::unique_ptr<TableExport> m_export;
    TableFormat m_exportFormat = TableFormat::Csv;
    QBuffer m_buffer;
    QTimer m_exportTimer;
    ExportScope m_exportScope = ExportScope::Object;
    QString m_exportPart;
    FileSaver m_saver = systemFileSaver();
};

} // namespace lakehouse::views
