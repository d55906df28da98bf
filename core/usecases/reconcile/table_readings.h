#pragma once

#include "rules/reconcile/reconciliation_binding.h"
#include "rules/reconcile/row_differences.h"
#include "rules/reconcile/table_reading.h"
#include "usecases/reconcile/reconcile_table.h"

namespace lakehouse::usecases {

/// Asks both engines the statements of one table. Refers to everything it is given.
class TableReadings {
public:
    TableReadings(const model::TableDecision &table, const rules::ReconciliationSql &sql, const ReconcileOptions &options, ports::SourceEngine &source,
                  ports::LakeSql &lake, base::RunContext &run);

    /// Rows of the source by a count alone; the number of buckets follows from it.
    base::Result<qint64> countSource();
    /// V1 alone, with its controls. A control whose defect makes no difference in an empty table is left out.
    base::Result<rules::TableReading> countBronze(std::vector<model::ControlResult> &controls);

    /// All tiers of the source, in one snapshot.
    base::Result<rules::TableReading> readSource();
    base::Result<rules::TableReading> readBronze();
    bool hasTooManyLeftOutKeys() const { return qint64(m_binding.leftOutKeys.size()) > m_options.leftOutKeys; }
    const std::vector<qint64> &leftOutKeys() const { return m_binding.leftOutKeys; }

    struct Rows {
        std::vector<rules::RowImage> source;
        std::vector<rules::RowImage> bronze;
    };
    /// The rows of these buckets on both sides.
    base::Result<Rows> readRows(const std::vector<qint64> &buckets);

private:
    base::Result<QString> bound(rules::SqlDialect dialect, const QString &sql) const;
    /// In one snapshot, together with the keys to leave out of bronze, which it remembers.
    base::Result<std::vector<ports::SqlRows>> askSource(std::vector<QString> statements);
    base::Result<ports::SqlRows> askLake(const QString &sql);

    const model::TableDecision &m_table;
    const rules::ReconciliationSql &m_sql;
    const ReconcileOptions &m_options;
    ports::SourceEngine &m_source;
    ports::LakeSql &m_lake;
    base::RunContext &m_run;
    rules::ReconciliationBinding m_binding;
};

} // namespace lakehouse::usecases
