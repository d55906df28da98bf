#pragma once

#include "kit/table_rows.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <vector>

namespace lakehouse::views {

class RowsView;
class TableModel;

/// Carries selection, current row and scroll position over every new answer of the index and every new state of the rows.
/// What a filter hides comes back with the row, unless the person selected something else meanwhile.
class TableSelection : public QObject {
    Q_OBJECT

public:
    /// More scattered groups of rows than this are not brought back: the view would take seconds over them.
    static constexpr std::size_t mostGroups = 2000;

    TableSelection(RowsView *view, TableModel *model, QObject *parent);

    /// Shows other rows in the place of those that are shown.
    void show(const std::shared_ptr<const TableRows> &rows, std::vector<quint32> shown);

    /// Empty when there is none or it is hidden.
    QString currentId() const;
    /// Also a hidden one, and one that is waited for.
    QString keptCurrentId() const;
    /// That is waited for: the rows do not have it. Empty: none.
    const QString &missingId() const { return m_wantedCurrent; }
    QStringList selectedIds() const;
    /// Also those that are hidden or waited for.
    QStringList keptSelectedIds() const;
    /// Numbers of rows, in the order shown.
    std::vector<quint32> selectedRows() const;
    int selectedCount() const;
    /// Of the row at the upper edge; empty at the very top.
    QString topId() const;

    enum class Found { Shown, Hidden, Missing };
    /// Missing: it becomes current when a later state of the rows has it, unless the person moves before.
    Found setCurrent(const QString &id);
    void setSelected(const QStringList &ids);
    void setTop(const QString &id);
    /// Moves there as a key does.
    void moveTo(int line);

Q_SIGNALS:
    void currentChanged(const QString &id);
    void changed();

private:
    struct Kept {
        std::vector<quint32> selected;
        qint64 current = -1;
        int column = -1;
        qint64 top = -1;
    };

    void keep();
    void translate(const TableRows &rows);
    void bringBack();
    void selectKept();
    void scrollToTop();
    void scrollNow();
    void tell();
    void currentMoved();
    void visited();
    void selectionMade();

    RowsView *m_view;
    TableModel *m_model;
    Kept m_kept;
    bool m_isOurs = false;         ///< changes come from the rows, not from the person
    bool m_isSelectionNew = false; ///< the person's selection is not in m_kept yet
    bool m_isCurrentInView = false;
    bool m_scrollsToCurrent = false;
    bool m_isTopOpen = false;      ///< the view was not laid out when it should have scrolled
    QString m_wantedCurrent;
    QStringList m_wantedSelected;
    QString m_wantedTop;
    QString m_toldCurrent;
    std::vector<quint32> m_toldSelected;
};

} // namespace lakehouse::views
