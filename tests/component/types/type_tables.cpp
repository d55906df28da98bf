#include "component/types/type_tables.h"

#include "rules/reconcile/canonical_text.h"
#include "rules/sqlgen/quoting.h"

namespace lakehouse::tests {

using model::PlannedColumn;
using rules::SqlDialect;

namespace {

constexpr char nothing[] = "N";

QString inHex(const std::optional<QString> &value)
{
    return value ? QString::fromLatin1(value->toUtf8().toHex()) : QString::fromLatin1(nothing);
}

/// What psql prints of the columns, a line a row. No setting of the session bends it: they are what people expect.
QByteArray renderAtSource(const PlannedTables &tables, const TypeTable &table, std::vector<ColumnAnswers> &answers)
{
    if (answers.empty())
        return {};
    QStringList items;
    for (std::size_t at = 0; at < answers.size(); ++at) {
        const QString value = QString(answers[at].column.rendering.source).replace(QLatin1String("{c}"), answers[at].planned.name);
        items += QStringLiteral("coalesce(encode(convert_to(%1, 'UTF8'), 'hex'), 'N')").arg(value);
    }
    // No function takes more than 100 arguments.
    QStringList groups;
    for (qsizetype at = 0; at < items.size(); at += 90)
        groups += QStringLiteral("concat_ws(',', %1)").arg(items.mid(at, 90).join(QLatin1String(", ")));
    QByteArray output;
    const QByteArray complaint = tables.atSource(QStringLiteral("SELECT concat_ws(',', %1) FROM %2.%3 ORDER BY id;").arg(groups.join(QLatin1String(", ")), table.schema, table.name),
                                                 {QStringLiteral("TimeZone=UTC"), QStringLiteral("DateStyle=ISO"), QStringLiteral("IntervalStyle=postgres"), QStringLiteral("extra_float_digits=1")}, &output);
    const QList<QByteArray> lines = output.trimmed().split('\n');
    for (const QByteArray &line : lines) {
        const QList<QByteArray> cells = line.split(',');
        if (cells.size() != qsizetype(answers.size()))
            return complaint + " psql printed " + QByteArray::number(cells.size()) + " columns";
        for (std::size_t at = 0; at < answers.size(); ++at)
            answers[at].sourceRendered += QString::fromLatin1(cells[qsizetype(at)]);
    }
    return complaint;
}

/// Canonical text and hash of the columns that are hashed.
QStringList canonicalItems(SqlDialect dialect, const std::vector<ColumnAnswers> &answers)
{
    QStringList items;
    for (const ColumnAnswers &one : answers) {
        if (!rules::isHashed(one.planned.canonical))
            continue;
        const QString value = rules::comparableValue(dialect, one.planned);
        items += rules::canonicalText(dialect, one.planned.canonical, value);
        const QString hash = rules::hashOf(dialect, rules::canonicalField(dialect, one.planned.canonical, value));
        items += dialect == SqlDialect::Trino ? QStringLiteral("CAST(%1 AS varchar)").arg(hash) : QStringLiteral("(%1)::text").arg(hash);
    }
    return items;
}

void takeCanonical(const std::vector<std::optional<QString>> &row, std::vector<ColumnAnswers> &answers, QStringList ColumnAnswers::*text, QStringList ColumnAnswers::*hash, std::size_t &at)
{
    for (ColumnAnswers &one : answers) {
        if (!rules::isHashed(one.planned.canonical))
            continue;
        one.*text += inHex(row[at++]);
        one.*hash += inHex(row[at++]);
    }
}

QString selected(const QStringList &items, const QString &from)
{
    return QStringLiteral("SELECT ") + (items.isEmpty() ? QStringLiteral("id") : items.join(QLatin1String(", "))) + QStringLiteral(" FROM ") + from + QStringLiteral(" ORDER BY id");
}

} // namespace

qsizetype TypeTable::rows() const
{
    qsizetype most = 0;
    for (const TypeColumn &column : columns)
        most = std::max(most, column.values.size());
    return most + 1;
}

QString TypeTable::sql() const
{
    QStringList declared{QStringLiteral("id integer PRIMARY KEY")};
    for (std::size_t at = 0; at < columns.size(); ++at)
        declared += columnName(at) + QLatin1Char(' ') + columns[at].declared;
    QString sql = QStringLiteral("BEGIN;\nCREATE TABLE %1.%2 (%3);\n").arg(schema, name, declared.join(QLatin1String(", ")));
    for (qsizetype row = 0; row < rows(); ++row) {
        sql += QStringLiteral("INSERT INTO %1.%2 VALUES (%3").arg(schema, name).arg(row);
        for (const TypeColumn &column : columns)
            sql += QLatin1String(", ") + (row < column.values.size() ? column.values[row] : QStringLiteral("NULL"));
        sql += QLatin1String(");\n");
    }
    return sql + QStringLiteral("COMMIT;\n");
}

QByteArray askBothSides(const PlannedTables &tables, const TypeTable &table, const model::TableDecision &decision, std::vector<ColumnAnswers> &answers)
{
    for (std::size_t at = 0; at < table.columns.size(); ++at) {
        const auto planned = std::ranges::find(decision.columns, TypeTable::columnName(at), &PlannedColumn::name);
        if (planned == decision.columns.end())
            return "a column is not planned";
        if (planned->fidelity != model::Fidelity::Refused)
            answers.push_back({.column = table.columns[at], .planned = *planned});
    }
    if (const QByteArray complaint = renderAtSource(tables, table, answers); !complaint.isEmpty())
        return complaint;
    const auto source = tables.query(selected(canonicalItems(SqlDialect::PostgreSql, answers), table.schema + QLatin1Char('.') + table.name));
    if (!source)
        return wordsOf(source.error());
    QStringList items = canonicalItems(SqlDialect::Trino, answers);
    for (const ColumnAnswers &one : answers)
        items += QString(one.column.rendering.bronze).replace(QLatin1String("{c}"), one.planned.bronzeName);
    const auto bronze = tables.inLake(selected(items, tables.bronze(decision)));
    if (!bronze)
        return wordsOf(bronze.error());
    for (const auto &row : source.value().rows) {
        std::size_t at = 0;
        takeCanonical(row, answers, &ColumnAnswers::sourceText, &ColumnAnswers::sourceHash, at);
    }
    for (const auto &row : bronze.value().rows) {
        std::size_t at = 0;
        takeCanonical(row, answers, &ColumnAnswers::bronzeText, &ColumnAnswers::bronzeHash, at);
        for (ColumnAnswers &one : answers)
            one.bronzeRendered += inHex(row[at++]);
    }
    return {};
}

} // namespace lakehouse::tests
