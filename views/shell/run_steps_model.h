#pragma once

#include "api/operations/pipeline.h"

#include <QAbstractTableModel>

#include <vector>

namespace lakehouse::views {

/// The tables of a run: how each stands, and when in the run it was worked on.
class RunStepsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Table, State, Rows, Duration, When, Message, ColumnCount };
    /// Where a bar stands within the run, both from 0 to 1; absent while nothing is known.
    struct Span {
        double start = 0;
        double end = 0;
    };

    using QAbstractTableModel::QAbstractTableModel;
    /// `nowUtc` ends what still runs.
    void setRun(const model::Run &run, const std::vector<api::TableOutcome> &tables, const std::vector<model::RunEvent> &events,
                const base::UtcTime &nowUtc);
    const api::TableOutcome &outcome(int row) const { return m_tables[size_t(row)]; }
    std::optional<Span> spanOf(int row) const { return m_spans[size_t(row)]; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    std::vector<api::TableOutcome> m_tables;
    std::vector<std::optional<Span>> m_spans;
    std::vector<qint64> m_durations; ///< in ms; -1: not known
};

} // namespace lakehouse::views
