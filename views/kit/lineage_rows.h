#pragma once

#include "kit/lineage_model.h"
#include "kit/table_rows.h"

#include <QCoreApplication>

namespace lakehouse::views {

/// The nodes of a lineage as rows of a table: the twin of the graph for those who read rather than look.
class LineageRows : public TableRows {
    Q_DECLARE_TR_FUNCTIONS(lakehouse::views::LineageRows)
public:
    enum Column { Name, Layer, Group, Distance, Upstream, Downstream, Drawn, Note };

    /// `drawn`: ids of the nodes that the graph shows, those in collapsed groups too.
    LineageRows(const LineageModel &model, const QSet<QString> &drawn);

    static std::vector<TableColumn> columns();

    qsizetype count() const override { return qsizetype(m_rows.size()); }
    QString id(qsizetype row) const override { return m_rows[std::size_t(row)].id; }
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    bool isDrawn(qsizetype row) const { return m_rows[std::size_t(row)].isDrawn; }

private:
    struct Row {
        QString id, name, layerWord, group, note;
        int layer = 0;
        std::optional<int> hops;
        int upstream = 0;
        int downstream = 0;
        bool isDrawn = false;
    };

    QString distance(const Row &row) const;

    std::vector<Row> m_rows;
};

} // namespace lakehouse::views
