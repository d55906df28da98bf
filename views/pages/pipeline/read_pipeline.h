#pragma once

#include "api/operations/pipeline.h"

#include <QHash>

#include <memory>

namespace lakehouse::views {

/// The pipeline as it was read, with the names of its tables in words. Never changes: another reading is another object, so that a list of many
/// thousands of tables is made once, on whatever thread its answer came, and shared from then on.
class ReadPipeline {
public:
    explicit ReadPipeline(api::PipelineStatus status);

    const api::PipelineStatus &status() const { return m_status; }
    const std::vector<api::PipelineRow> &tables() const { return m_status.tables; }
    /// Of the table at this place, as people write it.
    const QString &name(qsizetype row) const { return m_names[std::size_t(row)]; }
    /// nullptr: the pipeline has no such table.
    const api::PipelineRow *find(const QString &table) const;
    /// The first table whose load waits for a person; nullptr: none.
    const api::PipelineRow *waiting() const { return m_waiting < 0 ? nullptr : &m_status.tables[std::size_t(m_waiting)]; }
    /// How many tables wait for a person in any way.
    int needing() const { return m_needing; }

private:
    api::PipelineStatus m_status;
    std::vector<QString> m_names;
    QHash<QString, qsizetype> m_rows;
    qsizetype m_waiting = -1;
    int m_needing = 0;
};
using ReadPipelinePointer = std::shared_ptr<const ReadPipeline>;

/// A table that a person has to look at: it differs, failed, or waits for a decision.
bool needsPerson(const api::PipelineRow &row);

} // namespace lakehouse::views
