#include "rules/reconcile/reconciliation_files.h"

#include "rules/reconcile/reconciliation_sql.h"

#include <algorithm>

namespace lakehouse::rules {

std::vector<model::GeneratedFile> reconciliationFiles(const model::TableDecision &table)
{
    if (table.mode == model::LoadMode::Refused)
        return {};
    const ReconciliationSql sql = reconciliationSql(table);
    std::vector<model::GeneratedFile> files;
    const auto add = [&](const QString &name, const QString &statement) {
        if (!statement.isEmpty())
            files.push_back({QStringLiteral("reconcile/") + name + QStringLiteral(".sql"), statement.toUtf8()});
    };
    add(QStringLiteral("v1_source"), sql.countSource);
    add(QStringLiteral("v1_bronze"), sql.countBronze);
    for (std::size_t part = 0; part < sql.checks.size(); ++part) {
        const QString name = part == 0 ? QStringLiteral("v1_v2_v3_%1") : QStringLiteral("v2_%1_%2").arg(QStringLiteral("%1")).arg(part + 1, 2, 10, QLatin1Char('0'));
        add(name.arg(QStringLiteral("source")), sql.checks[part].source);
        add(name.arg(QStringLiteral("bronze")), sql.checks[part].bronze);
    }
    add(QStringLiteral("left_out_keys_source"), sql.leftOutKeys);
    add(QStringLiteral("rows_source"), sql.rowsSource);
    add(QStringLiteral("rows_bronze"), sql.rowsBronze);
    std::ranges::sort(files, {}, &model::GeneratedFile::path);
    return files;
}

} // namespace lakehouse::rules
