#pragma once

#include "api/operations/sources.h"
#include "kit/table_rows.h"

namespace lakehouse::views {

/// Each right that reading needs: held, or the statement that grants it.
class RightRows final : public TableRows {
public:
    static std::vector<TableColumn> columns();
    static QString idOf(const api::SourceRight &right);
    explicit RightRows(std::vector<api::SourceRight> rights) : m_rights(std::move(rights)) {}
    qsizetype count() const override { return qsizetype(m_rights.size()); }
    QString id(qsizetype row) const override { return idOf(m_rights[std::size_t(row)]); }
    QString text(qsizetype row, int column) const override;
    std::optional<Status> status(qsizetype row, int column) const override;
    bool needsMe(qsizetype row) const override { return !m_rights[std::size_t(row)].isHeld; }

private:
    std::vector<api::SourceRight> m_rights;
};

/// Types that cannot be loaded, and where they stand.
class TypeRows final : public TableRows {
public:
    static std::vector<TableColumn> columns();
    explicit TypeRows(std::vector<api::UnsupportedType> types) : m_types(std::move(types)) {}
    qsizetype count() const override { return qsizetype(m_types.size()); }
    QString id(qsizetype row) const override { return m_types[std::size_t(row)].type; }
    QString text(qsizetype row, int column) const override;
    std::optional<double> number(qsizetype row, int column) const override;

private:
    std::vector<api::UnsupportedType> m_types;
};

} // namespace lakehouse::views
