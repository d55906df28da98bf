#pragma once

#include "kit/lineage_model.h"

#include <QByteArray>

namespace lakehouse::views {

/// The impact of a node as a table for a spreadsheet: one row for every link on the way, upstream and downstream of the focus to the end,
/// whatever is drawn. Without a focus: every link. UTF-8 with a mark in front, so that spreadsheets read the letters right; a cell that
/// a spreadsheet would take for a formula begins with an apostrophe.
class LineageCsv {
    Q_DECLARE_TR_FUNCTIONS(lakehouse::views::LineageCsv)
public:
    explicit LineageCsv(const LineageModel &model) : m_model(model) {}

    QByteArray impact() const;

private:
    QStringList heading() const;
    QStringList row(const QString &direction, const QString &hops, const GraphNode &from, const GraphNode &to, const GraphEdge &edge) const;

    const LineageModel &m_model;
};

} // namespace lakehouse::views
