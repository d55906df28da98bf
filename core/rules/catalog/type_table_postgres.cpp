#include "rules/catalog/type_table_postgres.h"

#include <QCoreApplication>
#include <QHash>

namespace lakehouse::rules {

namespace {

using model::CanonicalForm;
using model::Fidelity;
using model::SourceType;
using model::TypeKind;

constexpr qint64 mostDigits = 38; // of a decimal in Trino and Iceberg

#define EXACT_DECIMAL "{exact}"
constexpr char intervalText[] =
    "((extract(year FROM {c}) * 12 + extract(month FROM {c}))::bigint || ':' || extract(day FROM {c})::bigint || ':' "
    "|| (extract(hour FROM {c})::bigint * 3600000000 + extract(minute FROM {c})::bigint * 60000000 + extract(microseconds FROM {c})::bigint))";
constexpr char hstoreText[] =
    "(CASE WHEN {c} IS NOT NULL THEN coalesce((SELECT json_object_agg(h.key, h.value ORDER BY h.key COLLATE \"C\")::text "
    "FROM {schema}.each({c}) AS h), '{}') END)";
constexpr char zonedRangeText[] =
    "(CASE WHEN {c} IS NULL THEN NULL WHEN isempty({c}) THEN 'empty' ELSE tsrange(lower({c}) AT TIME ZONE 'UTC', upper({c}) AT TIME ZONE 'UTC', "
    "CASE WHEN lower_inc({c}) THEN '[' ELSE '(' END || CASE WHEN upper_inc({c}) THEN ']' ELSE ')' END)::text END)";
constexpr char asText[] = "{c}::text";

using enum ConnectorRead;
constexpr TypeRule table[] = {
    {"boolean", "bool", "boolean", "boolean", Exact, ArrayRead::Exact, "", "", "", "CAST({c} AS boolean)", CanonicalForm::Boolean, Fidelity::Exact, ""},
    {"smallint", "int2", "smallint", "integer", Exact, ArrayRead::Exact, "CAST({c} AS integer)", "", "", "CAST({c} AS integer)", CanonicalForm::Integer, Fidelity::Widening,
     QT_TRANSLATE_NOOP("core", "Iceberg has no smaller whole number than integer.")},
    {"integer", "int4", "integer", "integer", Exact, ArrayRead::Exact, "", "", "", "CAST({c} AS integer)", CanonicalForm::Integer, Fidelity::Exact, ""},
    {"bigint", "int8", "bigint", "bigint", Exact, ArrayRead::Exact, "", "", "", "CAST({c} AS bigint)", CanonicalForm::Integer, Fidelity::Exact, ""},
    {"oid", "oid", "bigint", "bigint", Exact, ArrayRead::ThroughQuery, "", "{c}::bigint", "", "CAST({c} AS bigint)", CanonicalForm::Integer, Fidelity::Widening,
     QT_TRANSLATE_NOOP("core", "An oid is a whole number of 32 bits without a sign.")},
    {"real", "float4", "real", "real", Exact, ArrayRead::Exact, "", "", "", "CAST({c} AS real)", CanonicalForm::FloatingPoint, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "Floating-point numbers land as they are, are left out of row hashes and compared with a tolerance.")},
    {"double precision", "float8", "double", "double", Exact, ArrayRead::Exact, "", "", "", "CAST({c} AS double)", CanonicalForm::FloatingPoint, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "Floating-point numbers land as they are, are left out of row hashes and compared with a tolerance.")},
    {"numeric(p,s), s ≤ p ≤ 38", "", "decimal({p},{s})", "decimal({p},{s})", Exact, ArrayRead::Exact, "", "", "", EXACT_DECIMAL, CanonicalForm::Decimal, Fidelity::Exact, ""},
    {"numeric(p,s), s > p", "", "", "decimal({w},{s})", Bent, ArrayRead::ThroughQuery, "", "{c}::numeric({w},{s})", "", EXACT_DECIMAL, CanonicalForm::Decimal, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "Trino knows no scale above the precision, so the source casts to the same digits in a form it knows.")},
    {"numeric(p,s), s < 0", "", "", "decimal({w},{s})", Bent, ArrayRead::ThroughQuery, "", "{c}::numeric({w},{s})", "", EXACT_DECIMAL, CanonicalForm::Decimal, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "Trino knows no negative scale, so the source casts to the same whole number.")},
    {"numeric without precision", "", "varchar", "decimal(38,{s})", Exact, ArrayRead::Exact, EXACT_DECIMAL, asText, "", EXACT_DECIMAL, CanonicalForm::Decimal, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "The scale is the longest that was measured; a value with more digits stops the load.")},
    {"numeric(p,s), more than 38 digits", "", "varchar", "", Refused, ArrayRead::Refused, "", "", "", "", CanonicalForm::NotCompared, Fidelity::Refused,
     QT_TRANSLATE_NOOP("core", "A decimal holds 38 digits, and this type may hold more."),
     QT_TRANSLATE_NOOP("core", "Lower the precision at the source to 38 or less, or cast the column to text in a view there.")},
    {"money", "money", "varchar", "decimal(19,2)", Bent, ArrayRead::ThroughQuery, EXACT_DECIMAL, "({c}::numeric)::text", "({c}::numeric)::text", EXACT_DECIMAL,
     CanonicalForm::Decimal, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "The number without its sign of currency; where lc_monetary has other than two digits after the point, the load stops.")},
    {"char(n)", "", "char({n})", "varchar", Exact, ArrayRead::Exact, "CAST({c} AS varchar)", "", "", "rpad({c}, {n}, ' ')", CanonicalForm::PaddedText, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "The blanks that fill it up are kept.")},
    {"char without length (bpchar)", "", "varchar", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Blanks at the end mean nothing in this type and are dropped.")},
    {"varchar(n)", "", "varchar({n})", "varchar", Exact, ArrayRead::Exact, "", "", "", "", CanonicalForm::Text, Fidelity::Exact, ""},
    {"text, varchar without length", "text varchar", "varchar", "varchar", Exact, ArrayRead::Exact, "", "", "", "", CanonicalForm::Text, Fidelity::Exact, ""},
    {"name", "name", "varchar", "varchar", Exact, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Exact, ""},
    {"\"char\"", "char", "char(1)", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "Trino's connector fills an empty value up with a blank, so the source casts it to text.")},
    {"citext", "", "varchar", "varchar", Exact, ArrayRead::Exact, "", asText, "", "", CanonicalForm::Text, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Text as it is; in the lake \"A\" and \"a\" are no longer equal.")},
    {"enum", "", "varchar", "varchar", Exact, ArrayRead::Exact, "", "", "", "", CanonicalForm::Text, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "The label as text, which sorts by its letters; renaming a label changes rows without an UPDATE.")},
    {"uuid", "uuid", "uuid", "uuid", Exact, ArrayRead::Exact, "", "", "", "CAST({c} AS uuid)", CanonicalForm::Uuid, Fidelity::Exact, ""},
    {"bytea", "bytea", "varbinary", "varbinary", Exact, ArrayRead::ThroughQuery, "", "", "encode({c}, 'hex')", "from_hex({c})", CanonicalForm::Bytes, Fidelity::Exact, ""},
    {"date", "date", "date", "date", Exact, ArrayRead::Exact, "", "", "", "CAST({c} AS date)", CanonicalForm::Date, Fidelity::Exact, ""},
    {"time(p)", "time", "time({p})", "time(6)", Exact, ArrayRead::Exact, "CAST({c} AS time(6))", "", "", "CAST({c} AS time(6))", CanonicalForm::Time, Fidelity::Exact, ""},
    {"time with time zone", "timetz", "time({p})", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Text with its offset, as in 12:30:00+02: neither Iceberg nor Trino's connector has the type.")},
    {"timestamp(p)", "timestamp", "timestamp({p})", "timestamp(6)", Exact, ArrayRead::Exact, "CAST({c} AS timestamp(6))", "", "", "CAST({c} AS timestamp(6))",
     CanonicalForm::Timestamp, Fidelity::Exact, ""},
    {"timestamp(p) with time zone", "timestamptz", "timestamp({p}) with time zone", "timestamp(6) with time zone", Exact, ArrayRead::Exact,
     "CAST({c} AS timestamp(6) with time zone)", "", "({c} AT TIME ZONE 'UTC')::text", "with_timezone(CAST({c} AS timestamp(6)), 'UTC')",
     CanonicalForm::TimestampWithZone, Fidelity::Exact, ""},
    {"interval", "interval", "varchar", "varchar", Bent, ArrayRead::ThroughQuery, "", intervalText, intervalText, "", CanonicalForm::Interval, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Text months:days:microseconds, so that 1 month, 30 days and 720 hours stay three values.")},
    {"json", "json", "json", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Json, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "The text as it was written; Trino's connector would sort its keys and drop repeated ones.")},
    {"jsonb", "jsonb", "json", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Json, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "The text as PostgreSQL prints it; Trino's connector would write numbers in another way.")},
    {"xml", "xml", "varchar", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "The text as it is stored, with its declaration.")},
    {"bit(n)", "bit", "boolean", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "Text of 0 and 1; Trino's connector takes it for a boolean.")},
    {"bit varying, tsvector, tsquery, jsonpath, cidr, macaddr, macaddr8, pg_lsn, pg_snapshot, txid_snapshot, xid, xid8, cid, tid",
     "varbit tsvector tsquery jsonpath cidr macaddr macaddr8 pg_lsn pg_snapshot txid_snapshot xid xid8 cid tid", "varchar", "varchar", Exact, ArrayRead::ThroughQuery, "", asText, "", "",
     CanonicalForm::Text, Fidelity::Exact, QT_TRANSLATE_NOOP("core", "Text as PostgreSQL prints it.")},
    {"point, line, lseg, box, path, polygon, circle", "point line lseg box path polygon circle", "varchar", "varchar", Exact, ArrayRead::ThroughQuery, "", asText, "", "",
     CanonicalForm::Text, Fidelity::Exact, QT_TRANSLATE_NOOP("core", "Text as PostgreSQL prints it.")},
    {"inet", "inet", "varchar", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Exact,
     QT_TRANSLATE_NOOP("core", "Text with its mask, as in 10.0.0.1/32.")},
    {"hstore", "", "map(varchar, varchar)", "varchar", Bent, ArrayRead::Refused, "", hstoreText, "", "", CanonicalForm::Json, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "One JSON object with sorted keys.")},
    {"int4range, int8range, numrange, daterange, tsrange and their multiranges",
     "int4range int8range numrange daterange tsrange int4multirange int8multirange nummultirange datemultirange tsmultirange", "varchar", "varchar", Exact,
     ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Exact, QT_TRANSLATE_NOOP("core", "Text as PostgreSQL prints it.")},
    {"tstzrange", "tstzrange", "varchar", "varchar", Bent, ArrayRead::ThroughQuery, "", zonedRangeText, zonedRangeText, "", CanonicalForm::Text, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Text with both bounds in UTC and without an offset.")},
    {"tstzmultirange", "tstzmultirange", "varchar", "", Refused, ArrayRead::Refused, "", "", "", "", CanonicalForm::NotCompared, Fidelity::Refused,
     QT_TRANSLATE_NOOP("core", "Its text depends on the time zone of the session that reads it."),
     QT_TRANSLATE_NOOP("core", "Read a view of the source that takes it apart with unnest(), or keep the column out.")},
    {"ranges of your own", "", "varchar", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::NotCompared, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Text as PostgreSQL prints it; not compared, since it may depend on the session's time zone.")},
    {"composite types", "", "varchar", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::NotCompared, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Text as PostgreSQL prints it; not compared, since it may depend on the session's time zone.")},
    {"regclass, regproc, regtype and other reg… types",
     "regclass regproc regprocedure regoper regoperator regtype regrole regnamespace regconfig regdictionary regcollation", "varchar", "", Refused, ArrayRead::Refused, "", "", "", "",
     CanonicalForm::NotCompared, Fidelity::Refused, QT_TRANSLATE_NOOP("core", "Its text depends on the search_path of the session that reads it."),
     QT_TRANSLATE_NOOP("core", "Read a view of the source that casts it to oid or to text, or keep the column out.")},
    {"pseudo-types (record, anyarray, …)", "", "", "", Refused, ArrayRead::Refused, "", "", "", "", CanonicalForm::NotCompared, Fidelity::Refused,
     QT_TRANSLATE_NOOP("core", "A pseudo-type has no values of its own."), QT_TRANSLATE_NOOP("core", "Give the column a type at the source, or keep it out.")},
    {"any other type, of PostgreSQL or of an extension", "", "", "varchar", Bent, ArrayRead::ThroughQuery, "", asText, "", "", CanonicalForm::Text, Fidelity::Decided,
     QT_TRANSLATE_NOOP("core", "Text as PostgreSQL prints it: nothing more is known of the type.")},
};
#undef EXACT_DECIMAL

const TypeRule &documented(const char *name)
{
    for (const TypeRule &rule : table)
        if (qstrcmp(rule.documented, name) == 0)
            return rule;
    Q_UNREACHABLE();
}

const TypeRule &numericRule(const SourceType &type)
{
    if (!type.precision)
        return documented("numeric without precision");
    const qint64 precision = *type.precision;
    const qint64 scale = type.scale.value_or(0);
    if (std::max(precision, precision - scale) > mostDigits || scale > mostDigits)
        return documented("numeric(p,s), more than 38 digits");
    if (scale < 0)
        return documented("numeric(p,s), s < 0");
    return documented(scale > precision ? "numeric(p,s), s > p" : "numeric(p,s), s ≤ p ≤ 38");
}

const QHash<QString, const TypeRule *> &byName()
{
    static const QHash<QString, const TypeRule *> rules = [] {
        QHash<QString, const TypeRule *> found;
        for (const TypeRule &rule : table)
            for (const QString &name : QString::fromLatin1(rule.names).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                found.insert(name, &rule);
        return found;
    }();
    return rules;
}

} // namespace

std::span<const TypeRule> postgresTypeTable() { return table; }

const TypeRule &postgresTypeRule(const SourceType &type)
{
    switch (type.kind) {
    case TypeKind::Enum: return documented("enum");
    case TypeKind::Composite: return documented("composite types");
    case TypeKind::Pseudo: return documented("pseudo-types (record, anyarray, …)");
    case TypeKind::Base: case TypeKind::Range: case TypeKind::Multirange: break;
    }
    if (type.schema == QLatin1String("pg_catalog")) {
        if (type.name == QLatin1String("numeric"))
            return numericRule(type);
        if (type.name == QLatin1String("bpchar"))
            return documented(type.length ? "char(n)" : "char without length (bpchar)");
        if (type.name == QLatin1String("varchar") && type.length)
            return documented("varchar(n)");
        if (const TypeRule *rule = byName().value(type.name))
            return *rule;
    }
    if (type.kind != TypeKind::Base)
        return documented("ranges of your own");
    if (type.name == QLatin1String("citext") || type.name == QLatin1String("hstore"))
        return documented(type.name == QLatin1String("citext") ? "citext" : "hstore");
    return documented("any other type, of PostgreSQL or of an extension");
}

} // namespace lakehouse::rules
