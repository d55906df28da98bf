#include "adapters/postgres/catalog_queries.h"

#include "adapters/postgres/sql_text.h"

namespace lakehouse::adapters::postgres {

CatalogQueries::CatalogQueries(int serverVersion, const std::vector<QString> &schemas)
    : m_serverVersion(serverVersion)
    , m_schemaFilter(QStringLiteral("n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'")) // PostgreSQL keeps names with pg_ for itself
{
    if (!schemas.empty())
        m_schemaFilter += QStringLiteral(" AND n.nspname::text = ANY (%1)").arg(quotedTextArray(schemas));
}

QString CatalogQueries::session()
{
    return QStringLiteral(R"(SELECT current_database(), current_user, current_setting('server_version'),
       to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))");
}

QString CatalogQueries::schemas()
{
    return QStringLiteral("SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1");
}

QString CatalogQueries::unitIds() const
{
    return QStringLiteral(R"(SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND %1
   AND NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = 'pg_class'::regclass AND x.objid = c.oid AND x.objsubid = 0 AND x.deptype = 'e'))")
        .arg(m_schemaFilter);
}

QString CatalogQueries::relationCodes() const
{
    return QStringLiteral("SELECT c.relkind, min(c.relname::text) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE %1 GROUP BY c.relkind")
        .arg(m_schemaFilter);
}

QString CatalogQueries::units() const
{
    // A policy that shows every row to this role ("USING (true)") filters nothing, unless a restrictive one stands beside it.
    return QStringLiteral(R"(SELECT c.oid, n.nspname, c.relname, c.relkind, c.relpersistence, c.relispopulated, pg_get_partkeydef(c.oid), d.description,
       has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT')),
       row_security_active(c.oid) AND (
           NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('r', '*')
                          AND pg_get_expr(p.polqual, p.polrelid) = 'true' AND mine.applies(p.polroles))
           OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polcmd IN ('r', '*') AND mine.applies(p.polroles))),
       c.reltuples::bigint, c.relpages
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = 0
 WHERE c.oid IN (%1))")
        .replace(QStringLiteral("mine.applies(p.polroles)"), QStringLiteral("EXISTS (SELECT FROM unnest(p.polroles) r WHERE r = 0 OR pg_has_role(r, 'USAGE'))"))
        .arg(unitIds());
}

QString CatalogQueries::columns() const
{
    // From 18 on a NOT NULL may be NOT VALID: then it promises nothing about the rows there are.
    return QStringLiteral(R"(SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attndims, format_type(a.atttypid, a.atttypmod),
       a.attnotnull AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'n' AND NOT k.convalidated AND k.conkey = ARRAY[a.attnum]),
       pg_get_expr(v.adbin, v.adrelid), a.attgenerated, a.attidentity,
       has_schema_privilege(c.relnamespace, 'USAGE') AND (has_table_privilege(a.attrelid, 'SELECT') OR has_column_privilege(a.attrelid, a.attnum, 'SELECT')),
       d.description
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  LEFT JOIN pg_attrdef v ON v.adrelid = a.attrelid AND v.adnum = a.attnum
  LEFT JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = a.attrelid AND d.objsubid = a.attnum
 WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (%1)
 ORDER BY a.attrelid, a.attnum)")
        .arg(unitIds());
}

QString CatalogQueries::types() const
{
    // An array is a type that its element names as its array: other types have a typelem too, such as point.
    return QStringLiteral(R"(WITH RECURSIVE used(oid) AS (
    SELECT DISTINCT a.atttypid FROM pg_attribute a WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (%1)
    UNION
    SELECT part.oid FROM used JOIN pg_type t ON t.oid = used.oid CROSS JOIN LATERAL (VALUES (t.typbasetype), (t.typelem)) part(oid) WHERE part.oid <> 0)
SELECT t.oid, n.nspname, t.typname, t.typtype, t.typbasetype, t.typtypmod, t.typndims, coalesce(e.oid, 0)
  FROM used JOIN pg_type t ON t.oid = used.oid JOIN pg_namespace n ON n.oid = t.typnamespace
  LEFT JOIN pg_type e ON e.oid = t.typelem AND e.typarray = t.oid)")
        .arg(unitIds());
}

QString CatalogQueries::enumLabels() const
{
    return QStringLiteral("SELECT enumtypid, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder");
}

QString CatalogQueries::keys() const
{
    // An index that is still being built, or whose building failed, promises nothing.
    return QStringLiteral(R"(SELECT i.indrelid, x.relname, i.indisprimary, %2, pg_get_expr(i.indpred, i.indrelid),
       EXISTS (SELECT FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, ord) WHERE k.ord <= i.indnkeyatts AND k.attnum = 0),
       (SELECT json_agg(a.attname ORDER BY k.ord) FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, ord)
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum WHERE k.ord <= i.indnkeyatts)
  FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
 WHERE i.indisunique AND i.indisvalid AND i.indrelid IN (%1))")
        .arg(unitIds(), m_serverVersion >= 150000 ? QStringLiteral("i.indnullsnotdistinct") : QStringLiteral("false"));
}

QString CatalogQueries::constraints() const
{
    // conparentid: a foreign key to a partitioned table has one more entry for each partition.
    return QStringLiteral(R"(SELECT k.conrelid, k.conname, k.contype, k.convalidated, pg_get_constraintdef(k.oid), n.nspname, r.relname,
       (SELECT json_agg(a.attname ORDER BY c.ord) FROM unnest(k.conkey) WITH ORDINALITY c(attnum, ord) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.attnum),
       (SELECT json_agg(a.attname ORDER BY c.ord) FROM unnest(k.confkey) WITH ORDINALITY c(attnum, ord) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.attnum)
  FROM pg_constraint k LEFT JOIN pg_class r ON r.oid = k.confrelid LEFT JOIN pg_namespace n ON n.oid = r.relnamespace
 WHERE (k.contype <> 'f' OR k.conparentid = 0) AND k.conrelid IN (%1))")
        .arg(unitIds());
}

QString CatalogQueries::inheritance() const
{
    return QStringLiteral(R"(SELECT i.inhparent, i.inhrelid, n.nspname, c.relname, c.relkind, c.relispartition, c.reltuples::bigint, c.relpages
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'p', 'f'))");
}

QString CatalogQueries::triggers() const
{
    return QStringLiteral(R"(SELECT t.tgrelid, t.tgname, t.tgtype, t.tgenabled, t.tgconstraint <> 0, t.tgqual IS NOT NULL, pg_get_triggerdef(t.oid), t.tgfoid,
       (SELECT json_agg(a.attname ORDER BY k.ord) FROM unnest(t.tgattr::int2[]) WITH ORDINALITY k(attnum, ord) JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = k.attnum)
  FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgrelid IN (%1))")
        .arg(unitIds());
}

QString CatalogQueries::functions() const
{
    return QStringLiteral(R"(SELECT p.oid, n.nspname, p.proname, l.lanname, p.prosrc, pg_get_functiondef(p.oid)
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
 WHERE p.oid IN (SELECT t.tgfoid FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgrelid IN (%1)))")
        .arg(unitIds());
}

QString CatalogQueries::partitionTriggers() const
{
    // A row trigger of a partitioned table is cloned into every partition, level by level; tgparentid leads back. Before 15 a clone counts as
    // internal, and a renamed trigger leaves its clones their old names: then another order of firing has to be reckoned with. Rows of a
    // foreign partition change where no trigger of this server sees it.
    return QStringLiteral(R"(WITH RECURSIVE part(unit, oid) AS (
    SELECT u.oid, i.inhrelid FROM (%1) u JOIN pg_inherits i ON i.inhparent = u.oid JOIN pg_class c ON c.oid = i.inhrelid AND c.relispartition
    UNION ALL
    SELECT part.unit, i.inhrelid FROM part JOIN pg_inherits i ON i.inhparent = part.oid JOIN pg_class c ON c.oid = i.inhrelid AND c.relispartition),
unit AS (SELECT part.unit AS oid, count(*) AS parts, bool_or(c.relkind = 'f') AS is_foreign FROM part JOIN pg_class c ON c.oid = part.oid GROUP BY part.unit),
clone(root, oid) AS (
    SELECT t.oid, t.oid FROM pg_trigger t JOIN unit ON unit.oid = t.tgrelid WHERE NOT t.tgisinternal AND t.tgtype & 1 = 1
    UNION ALL
    SELECT clone.root, t.oid FROM clone JOIN pg_trigger t ON t.tgparentid = clone.oid)
SELECT unit.oid, NOT unit.is_foreign
       AND unit.parts * (SELECT count(*) FROM clone JOIN pg_trigger r ON r.oid = clone.root WHERE clone.root = clone.oid AND r.tgrelid = unit.oid)
           = (SELECT count(*) FROM clone JOIN pg_trigger t ON t.oid = clone.oid JOIN pg_trigger r ON r.oid = clone.root
               WHERE r.tgrelid = unit.oid AND clone.root <> clone.oid
                 AND t.tgname = r.tgname AND t.tgtype = r.tgtype AND t.tgfoid = r.tgfoid AND t.tgenabled = r.tgenabled)
       AND NOT EXISTS (SELECT FROM part JOIN pg_trigger t ON t.tgrelid = part.oid
                        WHERE part.unit = unit.oid AND NOT t.tgisinternal AND t.tgtype & 1 = 1 AND t.oid NOT IN (SELECT oid FROM clone))
  FROM unit)")
        .arg(unitIds());
}

QString CatalogQueries::counts() const
{
    return QStringLiteral(R"(WITH owned AS (SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND objsubid = 0 AND deptype = 'e'),
candidate AS (
    SELECT c.* FROM pg_class c WHERE c.relnamespace IN (SELECT n.oid FROM pg_namespace n WHERE %1) AND c.oid NOT IN (SELECT objid FROM owned)),
unit AS (SELECT * FROM candidate WHERE relispartition = false AND relkind <> ALL (ARRAY['i', 'I', 'S', 't', 'c']::"char"[]))
SELECT 'table', count(*) FROM unit WHERE relkind = 'r'
UNION ALL SELECT 'partitioned-table', count(*) FROM unit WHERE relkind = 'p'
UNION ALL SELECT 'view', count(*) FROM unit WHERE relkind = 'v'
UNION ALL SELECT 'materialized-view', count(*) FROM unit WHERE relkind = 'm'
UNION ALL SELECT 'foreign-table', count(*) FROM unit WHERE relkind = 'f'
UNION ALL SELECT 'partition', count(*) FROM pg_class c WHERE c.relispartition AND c.relkind NOT IN ('i', 'I') AND pg_partition_root(c.oid) IN (SELECT oid FROM unit)
UNION ALL SELECT 'column', count(*) FROM pg_attribute a JOIN unit u ON u.oid = a.attrelid WHERE a.attnum >= 1 AND a.attisdropped = false
UNION ALL SELECT 'key', count(*) FROM pg_index i JOIN unit u ON u.oid = i.indrelid WHERE i.indisunique AND i.indisvalid
UNION ALL SELECT 'foreign-key', count(*) FROM pg_constraint k JOIN unit u ON u.oid = k.conrelid WHERE k.contype = 'f' AND k.conparentid = 0
UNION ALL SELECT 'check', count(*) FROM pg_constraint k JOIN unit u ON u.oid = k.conrelid WHERE k.contype = 'c'
UNION ALL SELECT 'trigger', count(*) FROM pg_trigger t JOIN unit u ON u.oid = t.tgrelid WHERE t.tgisinternal = false)")
        .arg(m_schemaFilter);
}

QString CatalogQueries::sizes() const
{
    return QStringLiteral(R"(WITH RECURSIVE part(unit, oid) AS (
    SELECT u.oid, u.oid FROM (%1) u UNION ALL
    SELECT part.unit, i.inhrelid FROM part JOIN pg_inherits i ON i.inhparent = part.oid JOIN pg_class c ON c.oid = i.inhrelid AND c.relispartition)
SELECT unit, sum(pg_total_relation_size(oid))::bigint FROM part GROUP BY unit)")
        .arg(unitIds());
}

} // namespace lakehouse::adapters::postgres
