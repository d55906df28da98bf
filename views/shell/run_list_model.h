#pragma once

#include "model/run.h"

#include <QAbstractListModel>

#include <vector>

namespace lakehouse::views {

/// The runs of the project, newest first, wherever they were started.
class RunListModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;
    /// Replaces the list; rows that stay keep their place for selection.
    void setRuns(std::vector<model::Run> runs);
    /// The newest as the pulse has them: known ones are brought up to date, new ones come on top.
    void merge(const std::vector<model::Run> &newest);
    /// For the relative times.
    void setNow(const base::UtcTime &now);
    const model::Run &run(int row) const { return m_runs[size_t(row)]; }
    const std::vector<model::Run> &runs() const { return m_runs; }
    const base::UtcTime &now() const { return m_now; }
    int rowOf(const QString &runId) const; ///< -1: not there

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    std::vector<model::Run> m_runs;
    base::UtcTime m_now;
};

} // namespace lakehouse::views
