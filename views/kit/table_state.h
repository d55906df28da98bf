#pragma once

#include "kit/filter_bar.h"

#include <QByteArray>
#include <QStringList>

#include <optional>
#include <vector>

namespace lakehouse::views {

/// What a table remembers between two sittings. Written as JSON with a version; what a later version wrote is not read.
struct TableState {
    struct Column {
        QString id;
        int width = 0;
        bool isHidden = false;
    };
    /// More selected rows are not worth keeping.
    static constexpr qsizetype mostSelected = 1000;

    QString filter;
    QStringList chips;
    std::vector<FilterBar::View> views;
    QString sortColumn; ///< empty: the order of the rows
    Qt::SortOrder order = Qt::AscendingOrder;
    std::vector<Column> columns;
    QString current;
    QStringList selected;
    QString top;

    QByteArray toJson() const;
    static std::optional<TableState> fromJson(const QByteArray &json);
};

} // namespace lakehouse::views
