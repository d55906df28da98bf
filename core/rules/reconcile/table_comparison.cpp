#include "rules/reconcile/table_comparison.h"

#include "rules/reconcile/select_text.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/quoting.h"
#include "rules/sqlgen/source_rows.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::rules {

using model::PlannedColumn;

namespace {

constexpr SqlDialect postgres = SqlDialect::PostgreSql;
constexpr SqlDialect trino = SqlDialect::Trino;
constexpr std::size_t columnsInPart = 60;
constexpr std::size_t longGroupsAtMost = 6; // of a wider row each group is at most a megabyte: else Trino finds its compiled function too large

QString groupAlias(std::size_t number)
{
    return QStringLiteral("g%1").arg(number + 1);
}

} // namespace

QString ComparedColumn::measureAlias(const ColumnAggregate &aggregate) const
{
    return QStringLiteral("c%1_%2").arg(index + 1).arg(QString(aggregate.name).replace(QLatin1Char(' '), QLatin1Char('_')));
}

TableComparison::TableComparison(const model::TableDecision &decision) : m_decision(decision)
{
    for (std::size_t index = 0; index < decision.columns.size(); ++index) {
        const PlannedColumn &column = decision.columns[index];
        if (column.fidelity == model::Fidelity::Refused)
            continue;
        const bool isKey = std::ranges::find(decision.key, column.name) != decision.key.end();
        m_columns.push_back({&column, index, isKey, isHashed(column.canonical), std::make_shared<const std::vector<ColumnAggregate>>(columnAggregates(column))});
    }
}

const ComparedColumn *TableComparison::find(std::size_t index) const
{
    const auto column = std::ranges::find(m_columns, index, &ComparedColumn::index);
    return column == m_columns.end() ? nullptr : &*column;
}

std::vector<const ComparedColumn *> TableComparison::keyColumns() const
{
    std::vector<const ComparedColumn *> key;
    for (const QString &name : m_decision.key) {
        const auto column = std::ranges::find_if(m_columns, [&](const ComparedColumn &one) { return one.planned->name == name; });
        if (column == m_columns.end() || !column->isHashed)
            return {}; // rows are told apart by all their values instead
        key.push_back(&*column);
    }
    return key;
}

std::vector<std::size_t> TableComparison::hashedIndices() const
{
    std::vector<std::size_t> indices;
    for (const ComparedColumn &column : m_columns)
        if (column.isHashed)
            indices.push_back(column.index);
    return indices;
}

std::size_t TableComparison::parts() const
{
    return std::max<std::size_t>(1, (m_columns.size() + columnsInPart - 1) / columnsInPart);
}

std::vector<ComparedColumn> TableComparison::part(std::size_t part) const
{
    const auto from = m_columns.begin() + qsizetype(std::min(part * columnsInPart, m_columns.size()));
    const auto to = m_columns.begin() + qsizetype(std::min((part + 1) * columnsInPart, m_columns.size()));
    return {from, to};
}

bool TableComparison::isInFirstPart(const ComparedColumn &column) const
{
    return &column < m_columns.data() + std::min(columnsInPart, m_columns.size());
}

QString TableComparison::sourceName() const
{
    return m_decision.table.toString();
}

QString TableComparison::bronzeName() const
{
    return m_decision.places.bronzeSchema + QLatin1Char('.') + m_decision.places.bronzeTable;
}

QString TableComparison::rowsOf(SqlDialect dialect) const
{
    if (isIncremental() || (dialect == trino && !liveCondition(m_decision).isEmpty()))
        return QStringLiteral("(\n") + comparedRows(dialect, {QStringLiteral("1 AS one")}) + QStringLiteral("\n) AS compared");
    if (dialect == trino)
        return bronzeTableSql(m_decision.places);
    return postgresIdentifier(m_decision.table.schema()) + QLatin1Char('.') + postgresIdentifier(m_decision.table.table());
}

QString TableComparison::condition(SqlDialect dialect, Rows rows) const
{
    const QString live = liveCondition(m_decision);
    if (!isIncremental())
        return dialect == trino && rows == Rows::Compared && !live.isEmpty() ? QStringLiteral("\nWHERE ") + live : QString();
    const auto column = std::ranges::find_if(m_columns, [&](const ComparedColumn &one) { return one.planned->name == m_decision.watermark->column; });
    const QString bound = asWatermark(QStringLiteral("${bound}"), column == m_columns.end() ? QString() : column->planned->bronzeType);
    const QString name = dialect == postgres ? postgresIdentifier(m_decision.watermark->column)
                                             : trinoIdentifier(column == m_columns.end() ? m_decision.watermark->column : column->planned->bronzeName);
    if (rows == Rows::Moved)
        return QStringLiteral("\nWHERE ") + name + QStringLiteral(" >= ") + bound + QStringLiteral(" OR ") + name + QStringLiteral(" IS NULL");
    const QString below = QStringLiteral("\nWHERE ") + name + QStringLiteral(" < ") + bound;
    return dialect == postgres ? below : below + QStringLiteral(" AND ") + live;
}

QString TableComparison::values(SqlDialect dialect, const std::vector<QString> &items, Rows rows) const
{
    const QString table = dialect == trino
        ? bronzeTableSql(m_decision.places)
        : postgresIdentifier(m_decision.table.schema()) + QLatin1Char('.') + postgresIdentifier(m_decision.table.table());
    return select(items, table) + condition(dialect, rows);
}

QString TableComparison::comparedRows(SqlDialect dialect, const std::vector<QString> &items) const
{
    if (dialect == postgres || !isIncremental())
        return values(dialect, items, Rows::Compared);
    // A left-out key is known by its hash.
    std::vector<QString> inner = items;
    for (const ComparedColumn *column : keyColumns())
        if (std::ranges::find(inner, column->selected(dialect)) == inner.end())
            inner.push_back(column->selected(dialect));
    return select({QStringLiteral("*")}, values(dialect, inner, Rows::Compared), QStringLiteral("bronze_rows")) + QStringLiteral("\nWHERE ")
        + keyHash(dialect) + QStringLiteral(" NOT IN (${left_out_keys})");
}

QString TableComparison::bucketedRows(SqlDialect dialect, const std::vector<QString> &values, KeepFields keepFields) const
{
    const QString hashed = hashedRows(dialect, values, keepFields, Rows::Compared);
    const QString rows = select({QStringLiteral("*"), QStringLiteral("key_hash % ${buckets} AS bucket")}, hashed, QStringLiteral("hashed"));
    return dialect == trino && isIncremental() ? rows + QStringLiteral("\nWHERE key_hash NOT IN (${left_out_keys})") : rows;
}

QString TableComparison::movedKeys() const
{
    return hashedRows(postgres, {}, KeepFields::No, Rows::Moved);
}

QString TableComparison::hashedRows(SqlDialect dialect, const std::vector<QString> &passed, KeepFields keepFields, Rows rows) const
{
    std::vector<QString> items = passed;
    std::vector<QString> selected;
    for (const ComparedColumn &column : m_columns)
        if (column.isHashed || std::ranges::find(passed, column.value()) != passed.end())
            selected.push_back(column.selected(dialect));
    QString from = this->values(dialect, selected, rows);
    if (dialect == trino) {
        std::vector<QString> fields = passed;
        for (const ComparedColumn &column : m_columns) {
            if (!column.isHashed)
                continue;
            if (column.isKey && std::ranges::find(fields, column.value()) == fields.end())
                fields.push_back(column.value());
            fields.push_back(canonicalField(dialect, column.planned->canonical, column.value()) + QStringLiteral(" AS ") + column.field());
            if (keepFields == KeepFields::Yes)
                items.push_back(column.field());
        }
        from = select(fields, from, QStringLiteral("bronze_rows"));
        if (isWide()) {
            std::vector<QString> grouped{QStringLiteral("*")};
            const auto all = groups();
            for (std::size_t number = 0; number < all.size(); ++number) {
                grouped.push_back(groupText(dialect, all[number], {}) + QStringLiteral(" AS ") + groupAlias(number));
                if (keepFields == KeepFields::Yes)
                    items.push_back(groupAlias(number));
            }
            from = select(grouped, from, QStringLiteral("fields"));
        }
    }
    items.push_back(rowHash(dialect) + QStringLiteral(" AS row_hash"));
    if (!keyColumns().empty())
        items.push_back(keyHash(dialect) + QStringLiteral(" AS key_hash"));
    from = select(items, from, dialect == trino ? QStringLiteral("canonical") : QStringLiteral("source_rows"));
    if (dialect == postgres)
        from += QStringLiteral("\nOFFSET 0"); // keeps PostgreSQL from computing each hash once for every use
    if (!keyColumns().empty())
        return from;
    return select({QStringLiteral("*"), QStringLiteral("row_hash AS key_hash")}, from, QStringLiteral("keyed"));
}

QString TableComparison::field(SqlDialect dialect, const ComparedColumn &column) const
{
    return dialect == trino ? column.field() : canonicalField(dialect, column.planned->canonical, column.value());
}

QString TableComparison::keyHash(SqlDialect dialect) const
{
    std::vector<QString> fields;
    for (const ComparedColumn *column : keyColumns())
        fields.push_back(canonicalField(dialect, column->planned->canonical, column->value()));
    return hashOf(dialect, canonicalRow(dialect, fields));
}

std::vector<QString> TableComparison::groupHashes() const
{
    std::vector<QString> hashes;
    for (std::size_t number = 0; isWide() && number < groups().size(); ++number)
        hashes.push_back(hashOf(trino, groupAlias(number)));
    return hashes;
}

std::vector<std::vector<const ComparedColumn *>> TableComparison::groups() const
{
    std::vector<std::vector<const ComparedColumn *>> groups;
    for (std::size_t index : hashedIndices()) {
        if (groups.empty() || groups.back().size() == fieldsInGroup)
            groups.emplace_back();
        groups.back().push_back(find(index));
    }
    return groups;
}

QString TableComparison::groupText(SqlDialect dialect, const std::vector<const ComparedColumn *> &group, const std::vector<ChangedValue> &changes) const
{
    std::vector<QString> fields;
    for (const ComparedColumn *column : group) {
        const auto change = std::ranges::find(changes, column, &ChangedValue::column);
        fields.push_back(change == changes.end() ? field(dialect, *column) : canonicalField(dialect, column->planned->canonical, change->value));
    }
    return canonicalRow(dialect, fields, groups().size() > longGroupsAtMost ? JoinedLength::Megabyte : JoinedLength::Any);
}

QString TableComparison::rowHash(SqlDialect dialect, const std::vector<ChangedValue> &changes) const
{
    const auto all = groups();
    std::vector<QString> texts;
    for (std::size_t number = 0; number < all.size(); ++number) {
        const bool isChanged = std::ranges::any_of(changes, [&](const ChangedValue &change) {
            return std::ranges::find(all[number], change.column) != all[number].end();
        });
        texts.push_back(dialect == trino && isWide() && !isChanged ? groupAlias(number) : groupText(dialect, all[number], changes));
    }
    if (texts.empty())
        texts.push_back(QStringLiteral("''")); // nothing can be hashed: rows are only counted
    return hashOf(dialect, canonicalRow(dialect, texts));
}

} // namespace lakehouse::rules
