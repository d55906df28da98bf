#pragma once

#include "kit/table_rows.h"
#include "pages/review/read_subject.h"

#include <QSet>

namespace lakehouse::views {

enum class ReviewColumn { State, Item, Finding, Proposal, Decision, DecidedBy, DecidedAt };

std::vector<TableColumn> reviewColumns();
/// Whether there is also one for the items that moved when the review on screen took the place of the one before.
enum class JustMoved { None, Some };
std::vector<FilterChip> reviewChips(JustMoved justMoved);

/// The items of a subject as rows; the id of a row is rowIdOf the item.
class ReviewTableRows final : public TableRows {
public:
    explicit ReviewTableRows(ReadSubjectPointer subject, const QStringList &justMoved = {}) : m_subject(std::move(subject)), m_justMoved(justMoved.begin(), justMoved.end()) {}
    qsizetype count() const override { return qsizetype(m_subject->rows().size()); }
    QString id(qsizetype row) const override { return m_subject->id(row); }
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    std::optional<Status> status(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override;
    const api::ReviewRow &row(qsizetype row) const { return m_subject->rows()[std::size_t(row)]; }
    bool isJustMoved(qsizetype row) const { return !m_justMoved.isEmpty() && m_justMoved.contains(this->row(row).item); }

private:
    ReadSubjectPointer m_subject;
    QSet<QString> m_justMoved;
};

} // namespace lakehouse::views
