#include "rules/reconcile/canonical_text.h"

#include "rules/reconcile/select_text.h"
#include "rules/sqlgen/plain_list.h"
#include "rules/sqlgen/quoting.h"

#include <QStringList>

#include <algorithm>
#include <unordered_map>

namespace lakehouse::rules {

using model::CanonicalForm;
using model::CanonicalType;

namespace {

/// How one engine prepares and prints the values of one form. {x} is the value, {scale} and {length} are those of the type.
struct EngineText {
    const char *comparable;
    const char *text; ///< null: never printed
};

enum class Escape { Needed, NeverNeeded };

struct CanonicalRule {
    CanonicalForm form;
    Escape escape; ///< whether its text may hold a backslash or a separator
    EngineText postgres;
    EngineText trino;
};

/// Words that several rows share.
struct Shorthand {
    const char *word;
    const char *sql;
};

constexpr Shorthand shorthands[] = {
    {"{text}", "({x})::text COLLATE \"C\""}, // another collation may refuse replace(), and orders as no other engine does
    // Trino signs a long year in a timestamp, and not in a date.
    {"{moment}", "CASE WHEN {x} >= TIMESTAMP '0001-01-01' AND {x} < TIMESTAMP '10000-01-01' THEN to_char({x}, 'YYYY-MM-DD HH24:MI:SS.US') "
                 "WHEN isfinite({x}) THEN CASE WHEN {x} > TIMESTAMP '2000-01-01' THEN '+' ELSE '' END || {year} || to_char({x}, '-MM-DD HH24:MI:SS.US') "
                 "ELSE ({x})::text END"},
    // Years outside 1 to 9999 as ISO 8601 counts them: 1 BC is 0000.
    {"{year}", "CASE WHEN extract(year FROM {x}) > 9999 THEN extract(year FROM {x})::bigint::text WHEN extract(year FROM {x}) = -1 THEN '0000' "
               "ELSE '-' || lpad((-1 - extract(year FROM {x}))::bigint::text, 4, '0') END"},
};

/// One row a form. A new engine is a new column here; tests/component/reconcile compares the columns on real servers.
constexpr CanonicalRule rules[] = {
    {CanonicalForm::Boolean, Escape::NeverNeeded, {"{x}", "({x})::text"}, {"{x}", "CAST({x} AS varchar)"}},
    {CanonicalForm::Integer, Escape::NeverNeeded, {"({x})::bigint", "({x})::text"}, {"{x}", "CAST({x} AS varchar)"}},
    // More digits than the plan's scale are shown, not rounded away: bronze cannot hold them.
    {CanonicalForm::Decimal, Escape::NeverNeeded,
     {"({x})::numeric", "(CASE WHEN round({x}, {scale}) = {x} THEN round({x}, {scale}) ELSE {x} END)::text"}, {"{x}", "CAST({x} AS varchar)"}},
    {CanonicalForm::FloatingPoint, Escape::NeverNeeded, {"({x})::double precision", nullptr}, {"CAST({x} AS double)", nullptr}},
    {CanonicalForm::Text, Escape::Needed, {"{text}", "{x}"}, {"{x}", "{x}"}},
    {CanonicalForm::PaddedText, Escape::Needed, {"rpad(({x})::text, {length}) COLLATE \"C\"", "{x}"}, {"{x}", "{x}"}},
    {CanonicalForm::Bytes, Escape::NeverNeeded, {"{x}", "encode({x}, 'hex')"}, {"{x}", "lower(to_hex({x}))"}},
    {CanonicalForm::Date, Escape::NeverNeeded,
     {"({x})::date", "CASE WHEN {x} >= DATE '0001-01-01' AND {x} < DATE '10000-01-01' THEN to_char({x}, 'YYYY-MM-DD') "
                     "WHEN isfinite({x}) THEN {year} || to_char({x}, '-MM-DD') ELSE ({x})::text END"},
     {"{x}", "CAST({x} AS varchar)"}},
    {CanonicalForm::Time, Escape::NeverNeeded, {"({x})::time", "to_char({x}, 'HH24:MI:SS.US')"}, {"CAST({x} AS time(6))", "CAST({x} AS varchar)"}},
    {CanonicalForm::Timestamp, Escape::NeverNeeded, {"({x})::timestamp", "{moment}"}, {"CAST({x} AS timestamp(6))", "CAST({x} AS varchar)"}},
    {CanonicalForm::TimestampWithZone, Escape::NeverNeeded,
     {"({x}) AT TIME ZONE 'UTC'", "{moment}"}, {"CAST({x} AT TIME ZONE 'UTC' AS timestamp(6))", "CAST({x} AS varchar)"}},
    {CanonicalForm::Uuid, Escape::NeverNeeded, {"{text}", "{x}"}, {"CAST({x} AS varchar)", "{x}"}},
    // months:days:microseconds, which tells 1 month, 30 days and 720 hours apart
    {CanonicalForm::Interval, Escape::Needed,
     {"(((extract(year FROM {x}) * 12 + extract(month FROM {x}))::bigint || ':' || extract(day FROM {x})::bigint || ':' "
      "|| (extract(hour FROM {x})::bigint * 3600000000 + extract(minute FROM {x})::bigint * 60000000 + extract(microseconds FROM {x})::bigint)) "
      "COLLATE \"C\")", "{x}"},
     {"{x}", "{x}"}},
    {CanonicalForm::Json, Escape::Needed, {"{text}", "{x}"}, {"{x}", "{x}"}},
    {CanonicalForm::Array, Escape::Needed, {"{x}", nullptr}, {"{x}", nullptr}}, // printed element by element
    {CanonicalForm::NotCompared, Escape::NeverNeeded, {"{x}", nullptr}, {"{x}", nullptr}},
};

const CanonicalRule &ruleOf(CanonicalForm form)
{
    const auto rule = std::ranges::find(rules, form, &CanonicalRule::form);
    Q_ASSERT(rule != std::end(rules));
    return *rule;
}

const EngineText &engineText(SqlDialect dialect, CanonicalForm form)
{
    const CanonicalRule &rule = ruleOf(form);
    return dialect == SqlDialect::PostgreSql ? rule.postgres : rule.trino;
}

/// The template with its shorthands written out. Templates are literals, so that each is written out once a thread.
const QString &writtenOut(const char *pattern)
{
    static thread_local std::unordered_map<const char *, QString> known;
    QString &text = known[pattern];
    if (!text.isEmpty())
        return text;
    text = QString::fromLatin1(pattern);
    for (const Shorthand &shorthand : shorthands)
        text.replace(QLatin1String(shorthand.word), QLatin1String(shorthand.sql));
    return text;
}

/// The template is cut at {x} before the value comes in, so a name that contains "{x}" stays as it is.
QString filled(const char *pattern, const CanonicalType &type, const QString &value)
{
    QString text = writtenOut(pattern);
    text.replace(QLatin1String("{scale}"), QString::number(type.scale));
    text.replace(QLatin1String("{length}"), QString::number(type.length));
    return withValue(text, value);
}

CanonicalType elementType(const CanonicalType &array)
{
    return {.form = array.element, .element = CanonicalForm::Text, .scale = array.scale, .length = array.length};
}

/// Each element as ",V" and its text with backslash and comma escaped; NULL as ",N". Dimensions other than one from 1 stand in front.
QString arrayText(SqlDialect dialect, const CanonicalType &type, const QString &value)
{
    const CanonicalType element = elementType(type);
    const auto text = [&](const QString &one) {
        return canonicalText(dialect, element, filled(engineText(dialect, element.form).comparable, element, one));
    };
    if (dialect == SqlDialect::Trino)
        return QStringLiteral("array_join(transform(") + value + QStringLiteral(", e -> CASE WHEN e IS NULL THEN ',N' ELSE array_join(ARRAY[',V', replace(replace(")
            + text(QStringLiteral("e")) + QStringLiteral(", '\\', '\\\\'), ',', '\\,')], '') END), '')");
    return QStringLiteral("(CASE WHEN cardinality(%1) = 0 OR (array_ndims(%1) = 1 AND array_lower(%1, 1) = 1) THEN '' ELSE '!' || array_dims(%1) END "
                          "|| coalesce((SELECT string_agg(CASE WHEN e.v IS NULL THEN ',N' ELSE ',V' || replace(replace(%2, E'\\\\', E'\\\\\\\\'), ',', "
                          "E'\\\\,') END, '' ORDER BY e.n) FROM unnest(%1) WITH ORDINALITY AS e (v, n)), ''))")
        .arg(value, text(QStringLiteral("e.v")));
}

QString joined(SqlDialect dialect, const QStringList &parts, JoinedLength length)
{
    if (parts.size() == 1)
        return parts.first();
    const QString all = parts.join(QLatin1String(", "));
    if (dialect == SqlDialect::PostgreSql)
        return QStringLiteral("concat_ws(E'\\x1F', ") + all + QLatin1Char(')');
    return length == JoinedLength::Any ? QStringLiteral("array_join(ARRAY[") + all + QStringLiteral("], chr(31))") : QStringLiteral("concat_ws(chr(31), ") + all + QLatin1Char(')');
}

} // namespace

bool isHashed(const CanonicalType &type)
{
    const CanonicalForm form = type.form == CanonicalForm::Array ? type.element : type.form;
    return form != CanonicalForm::FloatingPoint && form != CanonicalForm::NotCompared && form != CanonicalForm::Array;
}

QString comparableValue(SqlDialect dialect, const model::PlannedColumn &column)
{
    if (dialect == SqlDialect::Trino)
        return filled(engineText(dialect, column.canonical.form).comparable, column.canonical, trinoIdentifier(column.bronzeName));
    // Of an array the expression makes a text for the way to bronze, which holds an array again: it is compared as it stands in the source.
    if (!column.sourceExpression || column.canonical.form == CanonicalForm::Array) {
        const QString name = postgresIdentifier(column.name);
        return filled(engineText(dialect, column.canonical.form).comparable, column.canonical, column.decided == model::PlanEdit::Null ? plainListOrNull(name) : name);
    }
    // The expression already gives an interval as the text that bronze holds.
    const CanonicalForm form = column.canonical.form == CanonicalForm::Interval ? CanonicalForm::Text : column.canonical.form;
    return filled(engineText(dialect, form).comparable, column.canonical, QLatin1Char('(') + *column.sourceExpression + QLatin1Char(')'));
}

QString canonicalText(SqlDialect dialect, const CanonicalType &type, const QString &value)
{
    if (type.form == CanonicalForm::Array)
        return arrayText(dialect, type, value);
    const char *text = engineText(dialect, type.form).text;
    Q_ASSERT(text);
    return filled(text, type, value);
}

QString canonicalField(SqlDialect dialect, const CanonicalType &type, const QString &value)
{
    const QString text = canonicalText(dialect, type, value);
    const bool isEscaped = ruleOf(type.form).escape == Escape::Needed;
    if (dialect == SqlDialect::Trino)
        return isEscaped ? QStringLiteral("coalesce(replace(replace(") + text + QStringLiteral(", '\\', '\\\\'), chr(31), '\\s'), '\\N')")
                         : QStringLiteral("coalesce(") + text + QStringLiteral(", '\\N')");
    return isEscaped ? QStringLiteral("coalesce(replace(replace(") + text + QStringLiteral(", E'\\\\', E'\\\\\\\\'), E'\\x1F', E'\\\\s'), E'\\\\N')")
                     : QStringLiteral("coalesce(") + text + QStringLiteral(", E'\\\\N')");
}

QString canonicalRow(SqlDialect dialect, const std::vector<QString> &fields, JoinedLength length)
{
    QStringList parts(fields.begin(), fields.end());
    while (parts.size() > qsizetype(fieldsInGroup)) {
        QStringList groups;
        for (qsizetype at = 0; at < parts.size(); at += qsizetype(fieldsInGroup))
            groups += joined(dialect, parts.mid(at, qsizetype(fieldsInGroup)), length);
        parts = groups;
    }
    return joined(dialect, parts, length);
}

QString hashOf(SqlDialect dialect, const QString &text)
{
    return dialect == SqlDialect::PostgreSql
        ? QStringLiteral("('x' || encode(substr(sha256(convert_to(") + text + QStringLiteral(", 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint")
        : QStringLiteral("bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(") + text + QStringLiteral(")), 1, 8)), 4)");
}

} // namespace lakehouse::rules
