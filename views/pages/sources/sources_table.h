#pragma once

#include "kit/table_rows.h"
#include "pages/sources/sources_presenter.h"

namespace lakehouse::views {

enum class SourceColumn { Status, Name, Address, Rights, Tables, LastRead, Secret, User, Engine, TrinoCatalog };

std::vector<TableColumn> sourceColumns();
std::vector<FilterChip> sourceChips();

/// How a source stands: what the last try said, else what is known without one; and why.
Status sourceStatus(const api::SourceRow &row, const SourceTrial &trial);
QString sourceReason(const api::SourceRow &row, const SourceTrial &trial);
/// Where its password is: "in the keyring", "in the variable EKOS_…", "missing".
QString secretWords(const api::SourceRow &row);

/// The sources as rows, each with its last try; the id of a row is the source's name.
class SourceTableRows final : public TableRows {
public:
    explicit SourceTableRows(const SourcesState &state);
    qsizetype count() const override { return qsizetype(m_rows.size()); }
    QString id(qsizetype row) const override { return m_rows[std::size_t(row)].name; }
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;
    std::optional<views::Status> status(qsizetype row, int column) const override;
    QString reason(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override;
    friend bool operator==(const SourceTableRows &left, const SourceTableRows &right) { return left.m_rows == right.m_rows && left.m_trials == right.m_trials; }

private:
    std::vector<api::SourceRow> m_rows;
    std::vector<SourceTrial> m_trials;
};

} // namespace lakehouse::views
