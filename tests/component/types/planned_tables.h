#pragma once

#include "component/reconcile/live_tables.h"
#include "model/reconciliation.h"
#include "usecases/reconcile/reconcile_table.h"

namespace lakehouse::tests {

/// Tables of a source that go the product's own way: read from the catalog, measured, planned, loaded with the generated statement, reconciled.
/// Those of the schema `<name less "types_">` land in the schema that LiveTables makes.
class PlannedTables {
public:
    /// `name` begins with "types_".
    explicit PlannedTables(const QString &name) : m_name(name), m_live(name) {}

    /// Empty when all of it stands; else what is wrong. The database has settings that nobody would choose.
    QByteArray open();
    QByteArray atSource(const QString &sql, const QStringList &settings = {}, QByteArray *output = nullptr) const { return m_live.atSource(sql, settings, output); }
    QString catalogStatement(const QString &catalog, const QString &options = {}) const { return m_live.catalogStatement(catalog, options); }
    base::Result<ports::SqlRows> inLake(const QString &sql) const { return m_live.inLake(sql); }
    base::Result<ports::SqlRows> query(const QString &sql) const;

    QString schema() const { return m_name.mid(6); }

    /// What Trino shows of the source; fails where its connector does.
    base::Result<std::vector<model::ExposedTable>> shownByConnector() const;
    /// Plans every table as it is now. `shown`: what Trino shows; absent where its connector cannot say it.
    QByteArray plan(const std::optional<std::vector<model::ExposedTable>> &shown, const std::vector<model::PlanChange> &changes = {});
    /// The same, with what Trino shows now.
    QByteArray plan(const std::vector<model::PlanChange> &changes = {});
    /// Null: no such table in the plan.
    const model::PlannedTable *find(const QString &table) const;
    model::PlanChange change(const QString &table, model::PlanEdit edit, const QString &column) const;

    QByteArray load(const model::TableDecision &table) const { return m_live.load(table); }
    QString bronze(const model::TableDecision &table) const { return m_live.bronze(table); }
    base::Result<model::TableReconciliation> reconcile(const model::TableDecision &table, const usecases::ReconcileOptions &options = {}) const;

private:
    QString m_name;
    LiveTables m_live;
    model::ExtractionPlan m_plan;
};

/// "V2 V3": the tiers that found a difference; "(failed)" where the comparison could not be made.
QString tiersThatDiffer(const base::Result<model::TableReconciliation> &result);
/// What stands in the way of green, for a person who reads the failing test.
QByteArray whyNotGreen(const base::Result<model::TableReconciliation> &result);

} // namespace lakehouse::tests
