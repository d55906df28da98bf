#pragma once

#include "kit/table_rows.h"

#include <QLocale>

#include <vector>

namespace lakehouse::tests {

/// Rows of a list for tests: name, mode, count of rows, status.
class ListRows : public views::TableRows {
public:
    struct Row {
        QString name;
        QString mode = {};
        std::optional<double> count = {};
        std::optional<views::Status> status = {};
        QString reason = {};
    };
    enum Column { Name, Mode, Count, State };

    explicit ListRows(std::vector<Row> rows) : m_rows(std::move(rows)) {}

    static std::vector<views::TableColumn> columns()
    {
        using views::CellKind;
        return {{.id = QStringLiteral("name"), .title = QStringLiteral("Table"), .description = QStringLiteral("As the source names it")},
                {.id = QStringLiteral("load-mode"), .title = QStringLiteral("Load mode"), .description = {}},
                {.id = QStringLiteral("rows"), .title = QStringLiteral("Rows"), .description = {}, .kind = CellKind::Number, .width = 100},
                {.id = QStringLiteral("state"), .title = QStringLiteral("State"), .description = {}, .kind = CellKind::Status}};
    }

    qsizetype count() const override { return qsizetype(m_rows.size()); }
    QString id(qsizetype row) const override { return at(row).name; }
    QString text(qsizetype row, int column) const override
    {
        switch (column) {
        case Name: return at(row).name;
        case Mode: return at(row).mode;
        case Count: return at(row).count ? QLocale(QLocale::English).toString(*at(row).count, 'f', 0) : QString();
        default: return {};
        }
    }
    std::optional<double> number(qsizetype row, int column) const override { return column == Count ? at(row).count : std::nullopt; }
    std::optional<views::Status> status(qsizetype row, int column) const override { return column == State ? at(row).status : std::nullopt; }
    QString reason(qsizetype row, int column) const override { return column == State ? at(row).reason : QString(); }
    bool needsMe(qsizetype row) const override { return at(row).status == views::Status::NeedsYou; }

private:
    const Row &at(qsizetype row) const { return m_rows[std::size_t(row)]; }

    std::vector<Row> m_rows;
};

inline bool isFailed(const views::TableRows &rows, qsizetype row)
{
    return rows.status(row, ListRows::State) == views::Status::Failed;
}

/// "a b c" as rows with only names.
inline std::shared_ptr<const ListRows> named(const QStringList &names)
{
    std::vector<ListRows::Row> rows;
    for (const QString &name : names)
        rows.push_back({.name = name});
    return std::make_shared<ListRows>(std::move(rows));
}

} // namespace lakehouse::tests
