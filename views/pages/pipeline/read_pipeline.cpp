#include "pages/pipeline/read_pipeline.h"

namespace lakehouse::views {

using api::TableState;

ReadPipeline::ReadPipeline(api::PipelineStatus status) : m_status(std::move(status))
{
    m_names.reserve(m_status.tables.size());
    m_rows.reserve(qsizetype(m_status.tables.size()));
    for (const api::PipelineRow &row : m_status.tables) {
        const auto place = qsizetype(m_names.size());
        m_names.push_back(row.table.toString());
        m_rows.insert(m_names.back(), place);
        m_needing += needsPerson(row) ? 1 : 0;
        if (m_waiting < 0 && row.state == TableState::NeedsPerson)
            m_waiting = place;
    }
}

const api::PipelineRow *ReadPipeline::find(const QString &table) const
{
    const auto found = m_rows.find(table);
    return found == m_rows.end() ? nullptr : &m_status.tables[std::size_t(*found)];
}

bool needsPerson(const api::PipelineRow &row)
{
    return row.state == TableState::Mismatch || row.state == TableState::Failed || row.state == TableState::NeedsPerson;
}

} // namespace lakehouse::views
