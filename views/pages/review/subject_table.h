#pragma once

#include "api/operations/review.h"
#include "kit/table_rows.h"

namespace lakehouse::views {

enum class SubjectColumn { Subject, State, Items, Open, Moved, SignedBy, SignedAt, Assignee };

std::vector<TableColumn> subjectColumns();

/// The six subjects as rows; the id of a row is subjectId.
class SubjectTableRows final : public TableRows {
public:
    explicit SubjectTableRows(api::ReviewOverview overview) : m_overview(std::move(overview)) {}
    qsizetype count() const override { return qsizetype(m_overview.subjects.size()); }
    QString id(qsizetype row) const override;
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    std::optional<Status> status(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override;

private:
    const api::SubjectStanding &row(qsizetype row) const { return m_overview.subjects[std::size_t(row)]; }

    api::ReviewOverview m_overview;
};

} // namespace lakehouse::views
