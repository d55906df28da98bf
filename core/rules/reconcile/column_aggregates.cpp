#include "rules/reconcile/column_aggregates.h"

#include <QRegularExpression>
#include <QStringList>

namespace lakehouse::rules {

using model::CanonicalForm;
using model::PlannedColumn;

namespace {

/// Decimals of more digits are added up as floating-point numbers: their exact sum may exceed Trino's 38 digits. 12 digits are left for rows.
constexpr int exactSumDigits = 26;
constexpr char finiteDouble[] = "abs({x}) < 1e200"; ///< what can be added up without overflow; NaN and infinities are counted apart

QString sql(const char *text)
{
    return QString::fromLatin1(text);
}

ColumnAggregate counted(const char *name, const char *postgres, const char *trino)
{
    return {.name = sql(name), .isCount = true, .postgres = sql(postgres), .trino = sql(trino),
            .printedPostgres = sql("coalesce({x}, 0)::bigint::text"), .printedTrino = sql("CAST(coalesce({x}, 0) AS varchar)")};
}

ColumnAggregate nulls()
{
    return counted("nulls", "count(*) FILTER (WHERE {x} IS NULL)", "count(*) FILTER (WHERE {x} IS NULL)");
}

/// Smallest and largest in the order of the canonical values. Texts are printed as their hash: long, and nobody's business.
void addExtremes(std::vector<ColumnAggregate> &aggregates, const model::CanonicalType &type, const QString &postgresFilter = {})
{
    const bool isText = type.form == CanonicalForm::Text || type.form == CanonicalForm::PaddedText || type.form == CanonicalForm::Uuid;
    const auto printed = [&](SqlDialect dialect) {
        const QString text = canonicalText(dialect, type, sql("{x}"));
        if (!isText)
            return text;
        return dialect == SqlDialect::PostgreSql ? hashOf(dialect, text) + sql("::text") : sql("CAST(") + hashOf(dialect, text) + sql(" AS varchar)");
    };
    for (const auto &[name, function, combine] : {std::tuple("minimum", "min({x})", Combine::Minimum), std::tuple("maximum", "max({x})", Combine::Maximum)})
        aggregates.push_back({.name = sql(name), .combine = combine, .postgres = sql(function) + postgresFilter, .trino = sql(function),
                              .printedPostgres = printed(SqlDialect::PostgreSql), .printedTrino = printed(SqlDialect::Trino)});
}

ColumnAggregate doubleAggregate(const char *name, Combine combine, const QString &postgres, const QString &trino)
{
    return {.name = sql(name), .combine = combine, .sameness = Sameness::Tolerance, .postgres = postgres, .trino = trino,
            .printedPostgres = sql("({x})::text"), .printedTrino = sql("CAST({x} AS varchar)")};
}

void addInteger(std::vector<ColumnAggregate> &aggregates, const PlannedColumn &column)
{
    addExtremes(aggregates, column.canonical);
    // 2^31 values of 32 bits fit into 64 bits; of 64 bits they do not.
    const bool isSmall = column.bronzeType == QLatin1String("integer") || column.bronzeType == QLatin1String("smallint")
        || column.bronzeType == QLatin1String("tinyint");
    aggregates.push_back({.name = sql("sum"), .postgres = sql("sum({x})"),
                          .trino = isSmall ? sql("sum(CAST({x} AS bigint))") : sql("sum(CAST({x} AS decimal(38, 0)))"),
                          .printedPostgres = sql("({x})::text"), .printedTrino = sql("CAST({x} AS varchar)")});
}

void addDecimal(std::vector<ColumnAggregate> &aggregates, const PlannedColumn &column)
{
    const QString finite = sql(" FILTER (WHERE {x} - {x} = 0)"); // NaN and infinities fail it on every version
    addExtremes(aggregates, column.canonical, finite);
    aggregates.push_back(counted("not finite", "count(*) FILTER (WHERE NOT {x} - {x} = 0)", "count(*) FILTER (WHERE false)"));
    static const QRegularExpression decimal(QStringLiteral("^decimal\\((\\d+)"));
    const QRegularExpressionMatch match = decimal.match(column.bronzeType);
    if (match.hasMatch() && match.captured(1).toInt() <= exactSumDigits)
        aggregates.push_back({.name = sql("sum"), .postgres = sql("sum({x})") + finite, .trino = sql("sum({x})"),
                              .printedPostgres = canonicalText(SqlDialect::PostgreSql, column.canonical, sql("{x}")),
                              .printedTrino = canonicalText(SqlDialect::Trino, column.canonical, sql("{x}"))});
    else
        for (const auto &[name, value] : {std::pair("sum", "{x}"), std::pair("sum of magnitudes", "abs({x})")})
            aggregates.push_back(doubleAggregate(name, Combine::Sum, sql("sum((%1)::double precision)").arg(sql(value)) + finite,
                                                 sql("sum(CAST(%1 AS double))").arg(sql(value))));
}

void addFloatingPoint(std::vector<ColumnAggregate> &aggregates)
{
    // PostgreSQL orders NaN above everything, Trino compares it to nothing.
    aggregates.push_back(counted("not a number", "count(*) FILTER (WHERE {x} = 'NaN')", "count(*) FILTER (WHERE is_nan({x}))"));
    aggregates.push_back(counted("beyond 1e200", "count(*) FILTER (WHERE {x} <> 'NaN' AND NOT abs({x}) < 1e200)",
                                 "count(*) FILTER (WHERE NOT is_nan({x}) AND NOT abs({x}) < 1e200)"));
    const QString finite = sql(" FILTER (WHERE ") + sql(finiteDouble) + QLatin1Char(')');
    const auto add = [&](const char *name, Combine combine, const char *aggregate) {
        aggregates.push_back(doubleAggregate(name, combine, sql(aggregate) + finite, sql(aggregate) + finite));
    };
    add("minimum", Combine::Minimum, "min({x})");
    add("maximum", Combine::Maximum, "max({x})");
    add("sum", Combine::Sum, "sum({x})");
    add("sum of magnitudes", Combine::Sum, "sum(abs({x}))");
}

} // namespace

std::vector<ColumnAggregate> columnAggregates(const PlannedColumn &column)
{
    std::vector<ColumnAggregate> aggregates{nulls()};
    switch (column.canonical.form) {
    case CanonicalForm::Boolean:
        aggregates.push_back(counted("true", "count(*) FILTER (WHERE {x})", "count(*) FILTER (WHERE {x})"));
        break;
    case CanonicalForm::Integer:
        addInteger(aggregates, column);
        break;
    case CanonicalForm::Decimal:
        addDecimal(aggregates, column);
        break;
    case CanonicalForm::FloatingPoint:
        addFloatingPoint(aggregates);
        break;
    case CanonicalForm::Text:
    case CanonicalForm::PaddedText:
        addExtremes(aggregates, column.canonical);
        aggregates.push_back(counted("characters", "sum(length({x}))", "sum(length({x}))"));
        break;
    case CanonicalForm::Interval:
    case CanonicalForm::Json:
        aggregates.push_back(counted("characters", "sum(length({x}))", "sum(length({x}))"));
        break;
    case CanonicalForm::Uuid:
    case CanonicalForm::Date:
        addExtremes(aggregates, column.canonical);
        break;
    case CanonicalForm::Bytes:
        aggregates.push_back(counted("bytes", "sum(octet_length({x}))", "sum(length({x}))"));
        break;
    case CanonicalForm::Time:
    case CanonicalForm::Timestamp:
    case CanonicalForm::TimestampWithZone:
        addExtremes(aggregates, column.canonical);
        aggregates.push_back(counted("hours of day", "sum(date_part('hour', {x}))", "sum(hour({x}))"));
        break;
    case CanonicalForm::Array:
        aggregates.push_back(counted("elements", "sum(cardinality({x}))", "sum(cardinality({x}))"));
        break;
    case CanonicalForm::NotCompared:
        break;
    }
    return aggregates;
}

} // namespace lakehouse::rules
