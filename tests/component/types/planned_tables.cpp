#include "component/types/planned_tables.h"

#include "rules/planning/extraction_planner.h"

namespace lakehouse::tests {

using namespace model;

QByteArray PlannedTables::open()
{
    if (const QByteArray reason = m_live.open(); !reason.isEmpty())
        return reason;
    // Neither loads nor comparisons may follow what a database is set to.
    QString settings;
    for (const char *setting : {"\"TimeZone\" = 'Asia/Tokyo'", "\"DateStyle\" = 'German'", "\"IntervalStyle\" = 'sql_standard'", "bytea_output = 'escape'", "xmlbinary = 'hex'"})
        settings += QStringLiteral("ALTER DATABASE \"%1\" SET %2;\n").arg(m_name, QLatin1String(setting));
    if (const QByteArray complaint = m_live.atSource(settings); !complaint.isEmpty())
        return complaint;
    return m_live.atSource(QStringLiteral("CREATE SCHEMA %1;").arg(schema()));
}

base::Result<ports::SqlRows> PlannedTables::query(const QString &sql) const
{
    base::RunContext run;
    return m_live.source().query(sql, run);
}

base::Result<std::vector<ExposedTable>> PlannedTables::shownByConnector() const
{
    base::RunContext run;
    return m_live.lake().exposedTables(m_name, run);
}

QByteArray PlannedTables::plan(const std::vector<PlanChange> &changes)
{
    const auto shown = shownByConnector();
    return shown ? plan(shown.value(), changes) : wordsOf(shown.error());
}

QByteArray PlannedTables::plan(const std::optional<std::vector<ExposedTable>> &shown, const std::vector<PlanChange> &changes)
{
    base::RunContext run;
    const auto catalog = m_live.source().readCatalog(run);
    if (!catalog)
        return wordsOf(catalog.error());
    const auto measures = m_live.source().measure(rules::measureRequests(catalog.value()), run);
    if (!measures)
        return wordsOf(measures.error());
    const LakehouseSection settings{.sourceCatalog = m_name, .lakeCatalog = QStringLiteral("lake"), .bronzeSchemaPrefix = QStringLiteral("types_")};
    m_plan = rules::plan({.catalog = catalog.value(), .measures = measures.value(), .exposed = shown, .settings = settings, .changes = changes});
    return {};
}

const PlannedTable *PlannedTables::find(const QString &table) const
{
    return m_plan.find(TableName::create(schema(), table).value());
}

PlanChange PlannedTables::change(const QString &table, PlanEdit edit, const QString &column) const
{
    return {.table = TableName::create(schema(), table).value(), .edit = edit, .reason = Reason::parse(QStringLiteral("the shop knows them")).value(), .actor = QStringLiteral("anna"), .column = column};
}

base::Result<TableReconciliation> PlannedTables::reconcile(const TableDecision &table, const usecases::ReconcileOptions &options) const
{
    base::RunContext run;
    return usecases::reconcileTable(table, options, m_live.source(), m_live.lake(), run);
}

QString tiersThatDiffer(const base::Result<TableReconciliation> &result)
{
    if (!result)
        return QStringLiteral("(failed)");
    QStringList tiers;
    for (const TierResult &tier : result.value().tiers)
        if (tier.outcome == TierOutcome::Mismatch)
            tiers += QStringLiteral("V%1").arg(int(tier.tier) + 1);
    return tiers.join(QLatin1Char(' '));
}

QByteArray whyNotGreen(const base::Result<TableReconciliation> &result)
{
    if (!result)
        return wordsOf(result.error());
    QStringList words;
    for (const TierResult &tier : result.value().tiers) {
        for (const Mismatch &mismatch : tier.mismatches)
            words += QStringLiteral("V%1 %2 %3 %4 (%5, %6)").arg(int(tier.tier) + 1).arg(mismatch.kind, mismatch.column.value_or(QString()), mismatch.measure.value_or(QString()), mismatch.source, mismatch.bronze)
                + QStringList(mismatch.key.begin(), mismatch.key.end()).join(QLatin1Char('|'));
        for (const ControlResult &control : tier.controls)
            if (!control.isCaught)
                words += QStringLiteral("V%1 missed control %2 in %3").arg(int(tier.tier) + 1).arg(int(control.defect)).arg(QStringList(control.columns.begin(), control.columns.end()).join(QLatin1Char(' ')));
    }
    return words.join(QLatin1String("; ")).toUtf8();
}

} // namespace lakehouse::tests
