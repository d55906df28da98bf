#include "rules/deletes/delete_sql.h"

#include "rules/reconcile/select_text.h"
#include "rules/reconcile/table_comparison.h"
#include "rules/sqlgen/bronze_statements.h"
#include "rules/sqlgen/pipeline_files.h"
#include "rules/sqlgen/quoting.h"
#include "rules/sqlgen/source_rows.h"

#include <algorithm>
#include <bit>

namespace lakehouse::rules {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Text;
using model::CanonicalForm;
using model::PlannedColumn;
using model::TableDecision;

namespace {

constexpr SqlDialect postgres = SqlDialect::PostgreSql;
constexpr SqlDialect trino = SqlDialect::Trino;
constexpr qint64 keysInBucket = 256;
constexpr qint64 leastBuckets = 16;
constexpr qint64 mostBuckets = 4096;

// Columns that stand beside those of the key.
constexpr char keyHash[] = "\"_ekos_key_hash\"";
constexpr char isSettled[] = "\"_ekos_is_settled\""; ///< below the bound of the last load: no load will read the row again
constexpr char isLive[] = "\"_ekos_is_live\"";

QString as(const QString &value, const char *name)
{
    return value + QStringLiteral(" AS ") + QLatin1String(name);
}

QString inBrackets(const QString &statement, const char *alias)
{
    return QStringLiteral("(\n") + statement + QStringLiteral("\n) AS ") + QLatin1String(alias); // names may hold line ends, so lines stay as they are
}

QString text(SqlDialect dialect, const QString &number)
{
    return dialect == postgres ? QLatin1Char('(') + number + QStringLiteral(")::text") : QStringLiteral("CAST(") + number + QStringLiteral(" AS varchar)");
}

/// The statements of one table. Refers to the decision.
class DeleteSql {
public:
    explicit DeleteSql(const TableDecision &table) : m_table(table), m_comparison(table), m_key(m_comparison.keyColumns()) {}

    QString sourceBuckets() const
    {
        return commented(QStringLiteral("Adds up the hashes of the keys of %1, bucket by bucket.").arg(m_comparison.sourceName()),
                         buckets(postgres, hashedKeys(postgres, {}, false)));
    }
    QString bronzeBuckets() const
    {
        return commented(QStringLiteral("Adds up the hashes of the keys of the live rows of %1, bucket by bucket.").arg(m_comparison.bronzeName()),
                         buckets(trino, hashedKeys(trino, {}, true)));
    }

    QString differences() const
    {
        const auto count = [](const QString &condition, const char *name) { return as(text(trino, QStringLiteral("count(*) FILTER (WHERE ") + condition + QLatin1Char(')')), name); };
        const auto sum = [](const QString &value, const char *name) { return as(text(trino, QStringLiteral("coalesce(sum(") + value + QStringLiteral("), 0)")), name); };
        const QString sourceHash = QStringLiteral("source.") + QLatin1String(keyHash);
        const QString bronzeHash = QStringLiteral("bronze.") + QLatin1String(keyHash);
        const auto perKey = [](const QString &keys, const char *flag) {
            return select({QLatin1String(keyHash), QStringLiteral("count(*) AS copies"), as(QStringLiteral("bool_or(") + QLatin1String(flag) + QLatin1Char(')'), flag)}, keys, QStringLiteral("found"))
                + QStringLiteral("\nGROUP BY ") + QLatin1String(keyHash);
        };
        return commented(QStringLiteral("Counts which keys of the buckets that differ only %1 or only %2 has.").arg(m_comparison.sourceName(), m_comparison.bronzeName()),
            select({sum(QStringLiteral("source.copies"), "source_keys"), sum(QStringLiteral("bronze.copies"), "bronze_keys"),
                    count(sourceHash + QStringLiteral(" IS NULL AND bronze.") + QLatin1String(isLive), "deleted"),
                    count(sourceHash + QStringLiteral(" IS NOT NULL AND NOT bronze.") + QLatin1String(isLive), "returned"),
                    count(bronzeHash + QStringLiteral(" IS NULL AND source.") + QLatin1String(isSettled), "missing")})
                + QStringLiteral("\nFROM ") + inBrackets(perKey(sourceKeys({}), isSettled), "source") + QStringLiteral("\nFULL OUTER JOIN ")
                + inBrackets(perKey(bronzeKeys(), isLive), "bronze") + QStringLiteral(" ON ") + bronzeHash + QStringLiteral(" = ") + sourceHash);
    }

    /// The limit counts inside the statement: what vanishes between the count and the statement is not let through.
    QString marks() const
    {
        const QString hash = QLatin1String(keyHash);
        const QString gone = QStringLiteral("SELECT\n    live.%1,\n    count(*) OVER () AS vanished\nFROM ").arg(hash)
            + inBrackets(select({QStringLiteral("DISTINCT ") + hash}, bronzeKeys(), QStringLiteral("found")) + QStringLiteral("\nWHERE ") + QLatin1String(isLive), "live")
            + QStringLiteral("\nLEFT JOIN ") + inBrackets(select({QStringLiteral("DISTINCT ") + hash}, sourceKeys({}), QStringLiteral("found")), "source")
            + QStringLiteral(" ON source.%1 = live.%1\nWHERE source.%1 IS NULL").arg(hash);
        const QString mark = trinoIdentifier(QLatin1String(m_table.keepsPurged() ? purgedAtColumn : deletedAtColumn));
        const QString comment = m_table.keepsPurged() ? QStringLiteral("Marks as purged, and keeps, the live rows of %1 whose key %2 no longer has, unless they are more than may vanish.")
                                                      : QStringLiteral("Marks the live rows of %1 whose key %2 no longer has, unless they are more than may vanish.");
        return commented(comment.arg(m_comparison.bronzeName(), m_comparison.sourceName()),
            QStringLiteral("MERGE INTO ") + bronzeTableSql(m_table.places) + QStringLiteral(" AS bronze\nUSING ")
                + inBrackets(select({hash}, gone, QStringLiteral("counted")) + QStringLiteral("\nWHERE vanished <= ${delete_limit}"), "gone")
                + QStringLiteral("\nON ") + liveCondition(m_table, QLatin1String("bronze.")) + QStringLiteral("\n    AND ") + hashOf(trino, canonicalRow(trino, keyFields(trino, Values::OfTable)))
                + QStringLiteral(" = gone.%1\nWHEN MATCHED THEN UPDATE SET\n    %2 = ${loaded_at},\n    %3 = ${run_id}").arg(hash, mark, trinoIdentifier(QLatin1String(runIdColumn))));
    }

    QString missingRows() const
    {
        const QString hash = QLatin1String(keyHash);
        std::vector<QString> wantedKeys;
        QString on;
        for (const ComparedColumn *column : m_key) {
            wantedKeys.push_back(QStringLiteral("found.") + trinoIdentifier(column->planned->bronzeName));
            on += (on.isEmpty() ? QString() : QStringLiteral("\n    AND ")) + keyCondition(*column->planned, QLatin1String("source."), QLatin1String("wanted."));
        }
        wantedKeys.front().prepend(QStringLiteral("DISTINCT "));
        const QString wanted = select(wantedKeys) + QStringLiteral("\nFROM ") + inBrackets(sourceKeys(wantedColumns()), "found") + QStringLiteral("\nLEFT JOIN ")
            + inBrackets(select({hash, as(QStringLiteral("bool_or(") + QLatin1String(isLive) + QLatin1Char(')'), isLive)}, bronzeKeys(), QStringLiteral("found"))
                             + QStringLiteral("\nGROUP BY ") + hash, "bronze")
            + QStringLiteral(" ON bronze.%1 = found.%1\nWHERE NOT bronze.%2 OR (bronze.%1 IS NULL AND found.%3)").arg(hash, QLatin1String(isLive), QLatin1String(isSettled));
        const QString rows = QStringLiteral("SELECT source.*\nFROM ") + inBrackets(sourceSelect(m_table, SourceRows::All, {}), "source") + QStringLiteral("\nJOIN ")
            + inBrackets(wanted, "wanted") + QStringLiteral(" ON ") + on;
        const QString comment = m_table.watermark ? QStringLiteral("Brings into %1 the rows of %2 that no load will bring: their key has a tombstone there, or none has come with it.")
                                                  : QStringLiteral("Brings into %1 the rows of %2 whose key is marked there as gone.");
        return commented(comment.arg(m_comparison.bronzeName(), m_comparison.sourceName()),
                         mergeIntoBronze(m_table, rows).chopped(1));
    }

private:
    enum class Values { Selected, OfTable };

    static QString commented(const QString &comment, const QString &statement) { return sqlComment(comment) + QLatin1Char('\n') + statement + QLatin1Char('\n'); }

    std::vector<PlannedColumn> wantedColumns() const
    {
        std::vector<PlannedColumn> columns;
        for (const ComparedColumn *column : m_key)
            columns.push_back(*column->planned);
        return columns;
    }

    std::vector<QString> keyFields(SqlDialect dialect, Values values) const
    {
        std::vector<QString> fields;
        for (const ComparedColumn *column : m_key)
            fields.push_back(canonicalField(dialect, column->planned->canonical, values == Values::Selected ? column->value() : comparableValue(dialect, *column->planned)));
        return fields;
    }

    /// The hash of each key beside `more`, items over the table ("… AS x").
    QString hashedKeys(SqlDialect dialect, const std::vector<std::pair<QString, QString>> &more, bool onlyLive) const
    {
        std::vector<QString> inner, outer;
        for (const auto &[value, name] : more) {
            inner.push_back(value + QStringLiteral(" AS ") + name);
            outer.push_back(name);
        }
        for (const ComparedColumn *column : m_key)
            inner.push_back(column->selected(dialect));
        outer.push_back(as(hashOf(dialect, canonicalRow(dialect, keyFields(dialect, Values::Selected))), keyHash));
        QString rows = select(inner, dialect == trino ? bronzeTableSql(m_table.places)
                                                      : postgresIdentifier(m_table.table.schema()) + QLatin1Char('.') + postgresIdentifier(m_table.table.table()));
        if (onlyLive)
            rows += QStringLiteral("\nWHERE ") + liveCondition(m_table);
        const QString hashed = select(outer, rows, QStringLiteral("table_rows"));
        return dialect == postgres ? hashed + QStringLiteral("\nOFFSET 0") : hashed; // keeps PostgreSQL from computing each hash once for every use
    }

    QString buckets(SqlDialect dialect, const QString &keys) const
    {
        const QString hash = QLatin1String(keyHash);
        const QString sum = dialect == postgres ? QStringLiteral("sum(") + hash + QLatin1Char(')') : QStringLiteral("sum(CAST(") + hash + QStringLiteral(" AS decimal(38, 0)))");
        const QString perBucket = select({hash + QStringLiteral(" % ${buckets} AS bucket"), QStringLiteral("count(*) AS n"), sum + QStringLiteral(" AS s")}, keys, QStringLiteral("found"))
            + QStringLiteral("\nGROUP BY 1");
        const QString bucket = dialect == postgres ? QStringLiteral("concat_ws(':', bucket, n, s)")
                                                   : QStringLiteral("concat_ws(':', %1, %2, %3)").arg(text(trino, QStringLiteral("bucket")), text(trino, QStringLiteral("n")), text(trino, QStringLiteral("s")));
        const QString all = dialect == postgres ? QStringLiteral("string_agg(") + bucket + QStringLiteral(", ' ' ORDER BY bucket)")
                                                : QStringLiteral("array_join(array_agg(") + bucket + QStringLiteral("), ' ')");
        return select({as(text(dialect, QStringLiteral("coalesce(sum(n), 0)")), "row_count"), as(QStringLiteral("coalesce(") + all + QStringLiteral(", '')"), "buckets")},
                      perBucket, QStringLiteral("buckets"));
    }

    static QString ofDifferingBuckets() { return QStringLiteral("\nWHERE ") + QLatin1String(keyHash) + QStringLiteral(" % ${buckets} IN (${differing_buckets})"); }

    QString bronzeKeys() const
    {
        return select({QLatin1String(keyHash), QLatin1String(isLive)},
                      hashedKeys(trino, {{liveCondition(m_table), QLatin1String(isLive)}}, false), QStringLiteral("hashed"))
            + ofDifferingBuckets();
    }

    /// Without a watermark each load reads every row, so none is settled.
    QString settled() const
    {
        if (!m_table.watermark)
            return QStringLiteral("false");
        const auto watermark = std::ranges::find(m_table.columns, m_table.watermark->column, &PlannedColumn::name);
        const QString type = watermark == m_table.columns.end() ? QString() : watermark->bronzeType;
        return QStringLiteral("coalesce(") + postgresIdentifier(m_table.watermark->column) + QStringLiteral(" < ") + lowerBoundAs(type) + QStringLiteral(", false)");
    }

    /// Trino: hash and bound of the source's keys in the buckets that differ, and these columns of them as bronze holds them. The source itself picks
    /// them out, in one statement.
    QString sourceKeys(const std::vector<PlannedColumn> &columns) const
    {
        std::vector<std::pair<QString, QString>> values{{settled(), QLatin1String(isSettled)}};
        std::vector<QString> asked{QLatin1String(keyHash), QLatin1String(isSettled)}, items = asked;
        for (const PlannedColumn &column : columns) {
            const QString alias = postgresIdentifier(readName(column));
            values.emplace_back(column.sourceExpression.value_or(postgresIdentifier(column.name)), alias);
            asked.push_back(alias);
            items.push_back(columnAsBronze(column, readName(column)));
        }
        const QString query = select(asked, hashedKeys(postgres, values, false), QStringLiteral("hashed")) + ofDifferingBuckets();
        return select(items) + QStringLiteral("\nFROM TABLE(") + trinoIdentifier(m_table.places.trinoCatalog) + QStringLiteral(".system.query(query => ") + trinoLiteral(query) + QStringLiteral("))");
    }

    const TableDecision &m_table;
    TableComparison m_comparison;
    std::vector<const ComparedColumn *> m_key;
};

} // namespace

std::optional<Text> whyDeletesAreNotSought(const TableDecision &table)
{
    const bool isMerged = table.keepsPurged() || (table.mode == model::LoadMode::Incremental && table.watermark);
    if (table.mode == model::LoadMode::Refused || !isMerged || table.key.empty())
        return QT_TRANSLATE_NOOP("core", "it reads every row at each load, so what the source deleted goes by itself");
    const TableComparison comparison(table);
    const std::vector<const ComparedColumn *> key = comparison.keyColumns();
    const bool isArray = std::ranges::any_of(key, [](const ComparedColumn *column) { return column->planned->canonical.form == CanonicalForm::Array; });
    if (key.empty() || isArray)
        return QT_TRANSLATE_NOOP("core", "its key has a column whose values are not compared between both sides");
    return std::nullopt;
}

std::vector<model::GeneratedFile> deleteFiles(const TableDecision &table)
{
    if (!table.deletes || whyDeletesAreNotSought(table))
        return {};
    const DeleteSql sql(table);
    return {
        {QLatin1String(bronzeKeyBucketsFile), sql.bronzeBuckets().toUtf8()},
        {QLatin1String(sourceKeyBucketsFile), sql.sourceBuckets().toUtf8()},
        {QLatin1String(keyDifferencesFile), sql.differences().toUtf8()},
        {QLatin1String(missingRowsFile), sql.missingRows().toUtf8()},
        {marksFile(table), sql.marks().toUtf8()},
    };
}

QLatin1String marksFile(const TableDecision &table)
{
    return QLatin1String(table.keepsPurged() ? purgeMarksFile : tombstonesFile);
}

qint64 keyBuckets(qint64 rows)
{
    const quint64 wanted = quint64(std::max<qint64>(rows, 1) / keysInBucket + 1);
    return std::clamp(qint64(std::bit_ceil(wanted)), leastBuckets, mostBuckets);
}

Result<KeyDifferences> keyDifferences(const std::map<QString, std::optional<QString>> &answer)
{
    KeyDifferences found;
    for (const auto &[name, number] : {std::pair("source_keys", &found.sourceKeys), std::pair("bronze_keys", &found.bronzeKeys), std::pair("deleted", &found.deleted),
                                       std::pair("returned", &found.returned), std::pair("missing", &found.missing)}) {
        const auto cell = answer.find(QLatin1String(name));
        bool isNumber = false;
        *number = cell == answer.end() ? 0 : cell->second.value_or(QString()).toLongLong(&isNumber);
        if (!isNumber || *number < 0)
            return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "The answer about deleted keys cannot be used: it has no number \"%1\"."), QLatin1String(name)},
                         QT_TRANSLATE_NOOP("core", "Look for deletes again. If it happens again, report it with the output of \"ekos-lakehouse support bundle\".")};
    }
    return found;
}

} // namespace lakehouse::rules
