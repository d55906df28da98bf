#include "rules/reconcile/reconciliation_sql.h"

#include "rules/reconcile/select_text.h"
#include "rules/reconcile/table_comparison.h"
#include "rules/sqlgen/quoting.h"

#include <algorithm>

namespace lakehouse::rules {

using model::PlantedDefect;
using model::Tier;

namespace {

constexpr SqlDialect postgres = SqlDialect::PostgreSql;
constexpr SqlDialect trino = SqlDialect::Trino;

QString asText(SqlDialect dialect, const QString &value)
{
    return dialect == postgres ? QLatin1Char('(') + value + QStringLiteral(")::text") : QStringLiteral("CAST(") + value + QStringLiteral(" AS varchar)");
}

QString commented(const QString &comment, const QString &statement)
{
    return sqlComment(comment) + QLatin1Char('\n') + statement + QLatin1Char('\n');
}

/// Sums of hashes are wider than 64 bits; PostgreSQL widens by itself.
QString hashSum(SqlDialect dialect, const QString &hash)
{
    return dialect == postgres ? QStringLiteral("sum(") + hash + QLatin1Char(')')
                               : QStringLiteral("sum(CAST(") + hash + QStringLiteral(" AS decimal(38, 0)))");
}

QString bucketText(const QString &rows, const QString &sum)
{
    return QStringLiteral("concat_ws(':', ") + asText(trino, QStringLiteral("bucket")) + QStringLiteral(", ") + asText(trino, rows)
        + QStringLiteral(", ") + asText(trino, sum) + QLatin1Char(')');
}

// ---- V1 alone

QString countSource(const TableComparison &table)
{
    return commented(QStringLiteral("V1: counts the rows of ") + table.sourceName() + QLatin1Char('.'),
                     QStringLiteral("SELECT count(*)::text AS row_count\nFROM ") + table.rowsOf(postgres));
}

/// The controls really leave out and repeat a row; which one makes no difference to a count.
QString countBronze(const TableComparison &table, const std::set<PlantedDefect> &disarmed)
{
    const QString rows = table.rowsOf(trino);
    const auto count = [](const QString &from) { return QStringLiteral("(SELECT CAST(count(*) AS varchar) FROM ") + from + QLatin1Char(')'); };
    const QString dropped = disarmed.contains(PlantedDefect::DroppedRow) ? rows : QStringLiteral("(SELECT 1 FROM ") + rows + QStringLiteral(" OFFSET 1)");
    const QString doubled = disarmed.contains(PlantedDefect::DoubledRow) ? rows
        : QStringLiteral("(SELECT 1 FROM ") + rows + QStringLiteral(" UNION ALL (SELECT 1 FROM ") + rows + QStringLiteral(" LIMIT 1))");
    return commented(QStringLiteral("V1: counts the rows of ") + table.bronzeName() + QStringLiteral(", and once more with a row dropped and a row doubled."),
                     select({count(rows) + QStringLiteral(" AS row_count"), count(dropped) + QStringLiteral(" AS dropped_row"),
                             count(doubled) + QStringLiteral(" AS doubled_row")}));
}

// ---- V1, V2 and V3 in one pass

std::vector<Measure> measuresOf(const TableComparison &table, std::size_t part)
{
    std::vector<Measure> measures;
    for (const ComparedColumn &column : table.part(part))
        for (const ColumnAggregate &aggregate : *column.aggregates)
            measures.push_back({column.measureAlias(aggregate), column.planned->name, aggregate});
    return measures;
}

QString aggregated(SqlDialect dialect, const ColumnAggregate &aggregate, const QString &value, const QString &alias)
{
    return withValue(dialect == postgres ? aggregate.postgres : aggregate.trino, value) + QStringLiteral(" AS ") + alias;
}

QString combined(const ColumnAggregate &aggregate, const QString &value)
{
    const char *function = aggregate.combine == Combine::Sum ? "sum(" : aggregate.combine == Combine::Minimum ? "min(" : "max(";
    return QLatin1String(function) + value + QLatin1Char(')');
}

QString printed(SqlDialect dialect, const ColumnAggregate &aggregate, const QString &result, const QString &alias)
{
    return withValue(dialect == postgres ? aggregate.printedPostgres : aggregate.printedTrino, result) + QStringLiteral(" AS ") + alias;
}

QString printedCount(SqlDialect dialect, const QString &rows)
{
    return asText(dialect, QStringLiteral("coalesce(sum(") + rows + QStringLiteral("), 0)"));
}

/// V2 of the columns that did not fit beside the first part.
QString remainingCheck(SqlDialect dialect, const TableComparison &table, std::size_t part)
{
    std::vector<QString> inner;
    std::vector<QString> items{asText(dialect, QStringLiteral("count(*)")) + QStringLiteral(" AS row_count")};
    for (const ComparedColumn &column : table.part(part)) {
        inner.push_back(column.selected(dialect));
        for (const ColumnAggregate &aggregate : *column.aggregates)
            items.push_back(printed(dialect, aggregate, withValue(dialect == postgres ? aggregate.postgres : aggregate.trino, column.value()),
                                    column.measureAlias(aggregate)));
    }
    // A left-out key is known by its hash.
    return commented(QStringLiteral("V2, part %1: aggregates over more columns of ").arg(part + 1) + table.name(dialect) + QLatin1Char('.'),
                     select(items, table.comparedRows(dialect, inner), QStringLiteral("compared")));
}

QString firstCheckSource(const TableComparison &table, const std::vector<Measure> &measures)
{
    std::vector<QString> perBucket{QStringLiteral("bucket"), QStringLiteral("count(*) AS n"), hashSum(postgres, QStringLiteral("row_hash")) + QStringLiteral(" AS s")};
    std::vector<QString> items{
        printedCount(postgres, QStringLiteral("n")) + QStringLiteral(" AS row_count"),
        QStringLiteral("coalesce(string_agg(concat_ws(':', bucket, n, s), ' ' ORDER BY bucket), '') AS buckets"),
    };
    std::vector<QString> inner;
    for (const ComparedColumn &column : table.part(0)) {
        inner.push_back(column.value());
        for (const ColumnAggregate &aggregate : *column.aggregates)
            perBucket.push_back(aggregated(postgres, aggregate, column.value(), column.measureAlias(aggregate)));
    }
    for (const Measure &measure : measures)
        items.push_back(printed(postgres, measure.aggregate, combined(measure.aggregate, measure.alias), measure.alias));
    const QString buckets = select(perBucket, table.bucketedRows(postgres, inner), QStringLiteral("bucketed")) + QStringLiteral("\nGROUP BY bucket");
    return commented(QStringLiteral("V1, V2 and V3: counts, aggregates per column and hashes per bucket of ") + table.sourceName() + QLatin1Char('.'),
                     select(items, buckets, QStringLiteral("buckets")));
}

/// One control on its way through the levels of the bronze check.
struct ControlSql {
    PlannedControl control;
    PlantedValue value = {};              ///< unset for a row that is dropped or doubled
    const ComparedColumn *first = nullptr; ///< the column whose value changes
    const ComparedColumn *second = nullptr;
    bool isDisarmed = false;

    QString name(const char *part) const { return control.alias + QLatin1Char('_') + QLatin1String(part); }
    bool isOfRow() const { return !first; }
    QString chosen() const { return QStringLiteral("slot = ") + name("slot"); }
    QString suitable() const { return filled(value.suitable); }
    QString planted() const { return isDisarmed ? first->value() : QLatin1Char('(') + filled(value.value) + QLatin1Char(')'); }

private:
    QString filled(const QString &pattern) const
    {
        QString text = withValue(pattern, first->value());
        return second ? text.replace(QLatin1String("{y}"), second->value()) : text;
    }
};

std::vector<ControlSql> controlsOf(const TableComparison &table, const std::set<PlantedDefect> &disarmed)
{
    std::vector<ControlSql> controls;
    const auto add = [&](PlantedDefect defect, std::vector<Tier> tiers) -> ControlSql & {
        const QString alias = QStringLiteral("k%1").arg(controls.size() + 1);
        controls.push_back({.control = {.defect = defect, .alias = alias, .tiers = std::move(tiers)}, .isDisarmed = disarmed.contains(defect)});
        return controls.back();
    };
    add(PlantedDefect::DroppedRow, {Tier::V1, Tier::V3});
    add(PlantedDefect::DoubledRow, {Tier::V1, Tier::V3});
    for (const PlantedValue &value : plantedValues(table.decision(), table.hashedIndices())) {
        ControlSql &control = add(value.defect, {Tier::V3});
        control.value = value;
        control.first = table.find(value.columns.front());
        control.second = value.columns.size() > 1 ? table.find(value.columns.back()) : nullptr;
        for (std::size_t index : value.columns)
            control.control.columns.push_back(table.find(index)->planned->name);
        if (!value.isSeenByV2 || !table.isInFirstPart(*control.first))
            continue;
        control.control.tiers.push_back(Tier::V2);
        for (const ColumnAggregate &aggregate : *control.first->aggregates)
            control.control.measures.push_back({control.control.alias + QLatin1Char('_') + control.first->measureAlias(aggregate),
                                                control.first->planned->name, aggregate});
    }
    return controls;
}

/// Per row: what the controls change, only in the buckets that are set aside for them.
QString plantedRows(const TableComparison &table, const std::vector<ControlSql> &controls)
{
    std::vector<QString> items{QStringLiteral("bucket"), QStringLiteral("row_hash"),
                               QStringLiteral("CASE WHEN bucket < ${control_buckets} THEN key_hash END AS slot")};
    for (const ComparedColumn &column : table.part(0))
        items.push_back(column.value());
    for (const ControlSql &control : controls) {
        if (control.isOfRow())
            continue;
        const QString condition = QStringLiteral("CASE WHEN bucket < ${control_buckets} AND ") + control.suitable() + QStringLiteral(" THEN ");
        std::vector<ChangedValue> changes{{control.first, control.planted()}};
        if (control.second)
            changes.push_back({control.second, control.isDisarmed ? control.second->value() : control.first->value()});
        items.push_back(condition + table.rowHash(trino, changes) + QStringLiteral(" END AS ") + control.name("hash"));
        if (!control.control.measures.empty())
            items.push_back(condition + control.planted() + QStringLiteral(" END AS ") + control.name("value"));
    }
    std::vector<QString> values;
    for (const ComparedColumn &column : table.columns())
        values.push_back(column.value());
    return select(items, table.bucketedRows(trino, values, KeepFields::Yes), QStringLiteral("bucketed"));
}

/// Per bucket, and per key in the buckets of the controls: small enough to plant one defect at a time.
QString slotRows(const TableComparison &table, const std::vector<ControlSql> &controls)
{
    std::vector<QString> items{QStringLiteral("bucket"), QStringLiteral("slot"), QStringLiteral("count(*) AS n"),
                               hashSum(trino, QStringLiteral("row_hash")) + QStringLiteral(" AS s"), QStringLiteral("min(row_hash) AS one")};
    for (const ComparedColumn &column : table.part(0))
        for (const ColumnAggregate &aggregate : *column.aggregates)
            items.push_back(aggregated(trino, aggregate, column.value(), column.measureAlias(aggregate)));
    for (const ControlSql &control : controls) {
        if (!control.isOfRow())
            items.push_back(hashSum(trino, control.name("hash")) + QStringLiteral(" AS ") + control.name("hash"));
        for (const Measure &measure : control.control.measures)
            items.push_back(aggregated(trino, measure.aggregate, control.name("value"), measure.alias));
    }
    return select(items, plantedRows(table, controls), QStringLiteral("planted")) + QStringLiteral("\nGROUP BY bucket, slot");
}

/// Chooses one key for each control: the smallest hash among those where it makes a difference.
QString chosenSlots(const TableComparison &table, const std::vector<ControlSql> &controls)
{
    std::vector<QString> items{QStringLiteral("*")};
    for (const ControlSql &control : controls) {
        const QString slot = control.isOfRow() ? QStringLiteral("slot")
                                               : QStringLiteral("CASE WHEN ") + control.name("hash") + QStringLiteral(" IS NOT NULL THEN slot END");
        items.push_back(QStringLiteral("min(") + slot + QStringLiteral(") OVER () AS ") + control.name("slot"));
    }
    return select(items, slotRows(table, controls), QStringLiteral("slots"));
}

QString change(const ControlSql &control)
{
    return control.control.defect == PlantedDefect::DroppedRow ? QStringLiteral("-") : QStringLiteral("+");
}

QString rowsWithDefect(const ControlSql &control)
{
    if (!control.isOfRow() || control.isDisarmed)
        return QStringLiteral("n");
    return QStringLiteral("CASE WHEN %1 THEN n %2 1 ELSE n END").arg(control.chosen(), change(control));
}

QString sumWithDefect(const ControlSql &control)
{
    if (!control.isOfRow())
        return QStringLiteral("CASE WHEN %1 THEN %2 ELSE s END").arg(control.chosen(), control.name("hash"));
    if (control.isDisarmed)
        return QStringLiteral("s");
    return QStringLiteral("CASE WHEN %1 THEN s %2 one ELSE s END").arg(control.chosen(), change(control));
}

QString checkedBuckets(const TableComparison &table, const std::vector<Measure> &measures, const std::vector<ControlSql> &controls)
{
    std::vector<QString> items{QStringLiteral("bucket"), QStringLiteral("sum(n) AS n"), QStringLiteral("sum(s) AS s")};
    for (const Measure &measure : measures)
        items.push_back(combined(measure.aggregate, measure.alias) + QStringLiteral(" AS ") + measure.alias);
    for (const ControlSql &control : controls) {
        items.push_back(QStringLiteral("count(*) FILTER (WHERE ") + control.chosen() + QStringLiteral(") AS ") + control.name("hits"));
        items.push_back(QStringLiteral("sum(") + rowsWithDefect(control) + QStringLiteral(") AS ") + control.name("n"));
        items.push_back(QStringLiteral("sum(") + sumWithDefect(control) + QStringLiteral(") AS ") + control.name("s"));
        for (const Measure &measure : control.control.measures) {
            const QString without = measure.alias.mid(control.control.alias.size() + 1);
            items.push_back(combined(measure.aggregate, QStringLiteral("CASE WHEN %1 THEN %2 ELSE %3 END").arg(control.chosen(), measure.alias, without))
                            + QStringLiteral(" AS ") + measure.alias);
        }
    }
    return select(items, chosenSlots(table, controls), QStringLiteral("chosen")) + QStringLiteral("\nGROUP BY bucket");
}

QString firstCheckBronze(const TableComparison &table, const std::vector<Measure> &measures, const std::vector<ControlSql> &controls)
{
    std::vector<QString> items{
        printedCount(trino, QStringLiteral("n")) + QStringLiteral(" AS row_count"),
        QStringLiteral("coalesce(array_join(array_agg(") + bucketText(QStringLiteral("n"), QStringLiteral("s")) + QStringLiteral("), ' '), '') AS buckets"),
    };
    for (const Measure &measure : measures)
        items.push_back(printed(trino, measure.aggregate, combined(measure.aggregate, measure.alias), measure.alias));
    for (const ControlSql &control : controls) {
        items.push_back(QStringLiteral("max(CASE WHEN ") + control.name("hits") + QStringLiteral(" > 0 THEN ")
                        + bucketText(control.name("n"), control.name("s")) + QStringLiteral(" END) AS ") + control.name("bucket"));
        items.push_back(printedCount(trino, control.name("n")) + QStringLiteral(" AS ") + control.name("rows"));
        for (const Measure &measure : control.control.measures)
            items.push_back(printed(trino, measure.aggregate, combined(measure.aggregate, measure.alias), measure.alias));
    }
    return commented(QStringLiteral("V1, V2 and V3: counts, aggregates per column and hashes per bucket of ") + table.bronzeName()
                         + QStringLiteral(", and in the columns k1, k2, … once more with one planted defect each."),
                     select(items, checkedBuckets(table, measures, controls), QStringLiteral("buckets")));
}

// ---- which keys are left out, and which rows differ

QString leftOutKeys(const TableComparison &table)
{
    if (!table.isIncremental())
        return {};
    return commented(QStringLiteral("Keys of ") + table.sourceName() + QStringLiteral(" at or above the bound, or without a watermark: left out of the comparison."),
                     select({asText(postgres, QStringLiteral("key_hash")) + QStringLiteral(" AS key_hash")}, table.movedKeys(), QStringLiteral("moved"))
                         + QStringLiteral("\nLIMIT ${left_out_limit}"));
}

/// Hashes of the columns, in groups that one function takes.
std::vector<QString> columnHashes(SqlDialect dialect, const TableComparison &table)
{
    std::vector<QString> items;
    std::vector<QString> hashes;
    const std::vector<std::size_t> indices = table.hashedIndices();
    for (std::size_t at = 0; at < indices.size(); ++at) {
        const ComparedColumn *column = table.find(indices[at]);
        const QString field = dialect == trino ? column->field() : canonicalField(dialect, column->planned->canonical, column->value());
        hashes.push_back(asText(dialect, hashOf(dialect, field)));
        if (hashes.size() < fieldsInGroup && at + 1 < indices.size())
            continue;
        items.push_back(joinedWith(QStringLiteral("' '"), hashes) + QStringLiteral(" AS hashes_%1").arg(items.size() + 1));
        hashes.clear();
    }
    return items;
}

QString differingRows(SqlDialect dialect, const TableComparison &table)
{
    std::vector<QString> items{asText(dialect, QStringLiteral("bucket")) + QStringLiteral(" AS bucket"),
                               asText(dialect, QStringLiteral("key_hash")) + QStringLiteral(" AS key_hash"),
                               asText(dialect, QStringLiteral("row_hash")) + QStringLiteral(" AS row_hash")};
    std::vector<QString> values;
    if (const auto key = table.keyColumns(); !key.empty()) {
        for (std::size_t at = 0; at < key.size(); ++at)
            items.push_back(canonicalText(dialect, key[at]->planned->canonical, key[at]->value()) + QStringLiteral(" AS key_%1").arg(at + 1));
        for (std::size_t index : table.hashedIndices())
            if (dialect == postgres || table.find(index)->isKey)
                values.push_back(table.find(index)->value());
        const std::vector<QString> hashes = columnHashes(dialect, table);
        items.insert(items.end(), hashes.begin(), hashes.end());
    }
    QString rows = table.bucketedRows(dialect, values, KeepFields::Yes);
    QString condition = QStringLiteral("\nWHERE bucket IN (${differing_buckets})");
    if (const auto hashes = table.groupHashes(); dialect == trino && table.keyColumns().empty() && !hashes.empty()) {
        for (std::size_t at = 0; at < hashes.size(); ++at)
            items.push_back(asText(trino, hashes[at]) + QStringLiteral(" AS group_%1").arg(at + 1));
        // Nor may the filter take in the hash of the whole row.
        rows = select({QStringLiteral("*"), QStringLiteral("count(*) OVER () AS all_rows")}, rows, QStringLiteral("rows_to_filter"));
        condition += QStringLiteral(" AND all_rows > 0");
    }
    return commented(QStringLiteral("V3: keys and hashes per column of the rows in buckets that differ, of ") + table.name(dialect) + QLatin1Char('.'),
                     select(items, rows, QStringLiteral("bucketed")) + condition);
}

} // namespace

ReconciliationSql reconciliationSql(const model::TableDecision &decision, const std::set<PlantedDefect> &disarmed)
{
    const TableComparison table(decision);
    ReconciliationSql sql;
    sql.countSource = countSource(table);
    sql.countBronze = countBronze(table, disarmed);
    const std::vector<ControlSql> controls = controlsOf(table, disarmed);
    const std::vector<Measure> first = measuresOf(table, 0);
    sql.checks.push_back({firstCheckSource(table, first), firstCheckBronze(table, first, controls), first});
    for (std::size_t part = 1; part < table.parts(); ++part)
        sql.checks.push_back({remainingCheck(postgres, table, part), remainingCheck(trino, table, part), measuresOf(table, part)});
    sql.leftOutKeys = leftOutKeys(table);
    sql.rowsSource = differingRows(postgres, table);
    sql.rowsBronze = differingRows(trino, table);
    for (const ControlSql &control : controls)
        sql.controls.push_back(control.control);
    for (const ComparedColumn *column : table.keyColumns())
        sql.keyColumns.push_back(column->planned->name);
    for (std::size_t index : table.hashedIndices())
        sql.hashedColumns.push_back(table.find(index)->planned->name);
    for (const ComparedColumn &column : table.columns())
        if (!column.isHashed)
            sql.columnsNotCompared.push_back(column.planned->name);
    return sql;
}

} // namespace lakehouse::rules
