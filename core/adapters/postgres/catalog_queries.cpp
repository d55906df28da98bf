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

QString CatalogQueries::isOwn(const char *catalog, const char *oid) const
{
    return m_schemaFilter + QStringLiteral(" AND NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = '%1'::regclass AND x.objid = %2 AND x.objsubid = 0 AND x.deptype = 'e')")
        .arg(QLatin1String(catalog), QLatin1String(oid));
}

QString CatalogQueries::unitIds() const
{
    return QStringLiteral("SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ")
        + isOwn("pg_class", "c.oid");
}

QString CatalogQueries::ownTypeIds() const
{
    // Neither the row types of tables nor arrays, which come with another type.
    return QStringLiteral("SELECT t.oid FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE (t.typrelid = 0 OR EXISTS (SELECT FROM pg_class c WHERE c.oid = t.typrelid AND c.relkind = 'c'))"
                          " AND NOT EXISTS (SELECT FROM pg_type e WHERE e.typarray = t.oid) AND ")
        + isOwn("pg_type", "t.oid");
}

QString CatalogQueries::compositeIds() const
{
    return QStringLiteral("SELECT t.typrelid FROM pg_type t WHERE t.typtype = 'c' AND t.oid IN (%1)").arg(ownTypeIds());
}

/// What changes when the columns of a relation do, and not when it is analysed, emptied or indexed.
QString CatalogQueries::version() const
{
    return QStringLiteral("c.relname || (SELECT format('/%s/%s', count(*), sum(a.xmin::text::bigint)) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0)");
}

QString CatalogQueries::versions() const
{
    return QStringLiteral("SELECT c.oid, %1 FROM pg_class c WHERE c.oid IN (%2)").arg(version(), unitIds());
}

/// Whether policies hide rows of the relation `c` from this role. A policy that shows it every row ("USING (true)") hides none, unless a restrictive one
/// stands beside it.
QString CatalogQueries::hidesRows()
{
    return QStringLiteral(R"(row_security_active(c.oid) AND (
           NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polpermissive AND p.polcmd IN ('r', '*')
                          AND pg_get_expr(p.polqual, p.polrelid) = 'true' AND mine.applies(p.polroles))
           OR EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polcmd IN ('r', '*') AND mine.applies(p.polroles))))")
        .replace(QStringLiteral("mine.applies(p.polroles)"), QStringLiteral("EXISTS (SELECT FROM unnest(p.polroles) r WHERE r = 0 OR pg_has_role(r, 'USAGE'))"));
}

QString CatalogQueries::relationCodes() const
{
    return QStringLiteral("SELECT c.relkind, min(c.relname::text) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE %1 GROUP BY c.relkind")
        .arg(m_schemaFilter);
}

QString CatalogQueries::units() const
{
    return QStringLiteral(R"(SELECT c.oid, n.nspname, c.relname, c.relkind, c.relpersistence, c.relispopulated, pg_get_partkeydef(c.oid), d.description,
       has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT')),
       %2, c.reltuples::bigint, c.relpages, c.relrowsecurity, c.relforcerowsecurity, CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END, %3
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  LEFT JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = 0
 WHERE c.oid IN (%1))")
        .arg(unitIds(), hidesRows(), version());
}

QString CatalogQueries::columns() const
{
    // From 18 on a NOT NULL may be NOT VALID: then it promises nothing about the rows there are.
    const QString unvalidated = QStringLiteral(" AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'n' AND NOT k.convalidated AND k.conkey = ARRAY[a.attnum])");
    return QStringLiteral(R"(SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attndims, CASE WHEN NOT a.attisdropped THEN format_type(a.atttypid, a.atttypmod) END,
       a.attnotnull%3,
       pg_get_expr(v.adbin, v.adrelid), a.attgenerated, a.attidentity,
       has_schema_privilege(c.relnamespace, 'USAGE') AND (has_table_privilege(a.attrelid, 'SELECT') OR (NOT a.attisdropped AND has_column_privilege(a.attrelid, a.attnum, 'SELECT'))),
       d.description, a.attisdropped
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
  LEFT JOIN pg_attrdef v ON v.adrelid = a.attrelid AND v.adnum = a.attnum
  LEFT JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = a.attrelid AND d.objsubid = a.attnum
 WHERE a.attnum > 0 AND a.attrelid IN (%1 UNION ALL %2)
 ORDER BY a.attrelid, a.attnum)")
        .arg(unitIds(), compositeIds(), m_serverVersion >= 180000 ? unvalidated : QString());
}

QString CatalogQueries::types() const
{
    // An array is a type that its element names as its array: other types have a typelem too, such as point.
    return QStringLiteral(R"(WITH RECURSIVE used(oid) AS (
    SELECT oid FROM (SELECT DISTINCT a.atttypid FROM pg_attribute a WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attrelid IN (%1 UNION ALL %2) UNION %3) root(oid)
    UNION
    SELECT part.oid FROM used JOIN pg_type t ON t.oid = used.oid LEFT JOIN pg_range r ON r.rngtypid = t.oid
     CROSS JOIN LATERAL (VALUES (t.typbasetype), (t.typelem), (r.rngsubtype)) part(oid) WHERE part.oid <> 0)
SELECT t.oid, n.nspname, t.typname, t.typtype, t.typbasetype, t.typtypmod, t.typndims, coalesce(e.oid, 0)
  FROM used JOIN pg_type t ON t.oid = used.oid JOIN pg_namespace n ON n.oid = t.typnamespace
  LEFT JOIN pg_type e ON e.oid = t.typelem AND e.typarray = t.oid)")
        .arg(unitIds(), compositeIds(), ownTypeIds());
}

QString CatalogQueries::enumLabels() const
{
    return QStringLiteral("SELECT enumtypid, enumlabel FROM pg_enum ORDER BY enumtypid, enumsortorder");
}

QString CatalogQueries::ownTypes() const
{
    return QStringLiteral(R"(SELECT t.oid, n.nspname, t.typname, t.typtype, d.description, t.typrelid, t.typbasetype, t.typtypmod, t.typndims,
       CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) END, t.typnotnull, t.typdefault,
       r.rngsubtype, CASE WHEN r.rngsubtype IS NOT NULL THEN format_type(r.rngsubtype, NULL) END, m.typname
  FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_range r ON r.rngtypid = t.oid LEFT JOIN pg_type m ON m.oid = %2
  LEFT JOIN pg_description d ON d.classoid = 'pg_type'::regclass AND d.objoid = t.oid AND d.objsubid = 0
 WHERE t.oid IN (%1))")
        .arg(ownTypeIds(), m_serverVersion >= 140000 ? QStringLiteral("r.rngmultitypid") : QStringLiteral("0"));
}

QString CatalogQueries::indexes() const
{
    return QStringLiteral(R"(SELECT i.indrelid, x.relname, m.amname, i.indisunique, i.indisprimary, i.indisvalid, %2, pg_get_expr(i.indpred, i.indrelid), pg_get_indexdef(i.indexrelid),
       i.indexprs IS NOT NULL,
       (SELECT json_agg(a.attname ORDER BY k.ord) FROM unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, ord)
          JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum WHERE k.ord <= i.indnkeyatts),
       CASE WHEN i.indexprs IS NOT NULL THEN (SELECT json_agg(pg_get_indexdef(i.indexrelid, k, false) ORDER BY k) FROM generate_series(1, i.indnkeyatts::int) k) END,
       CASE WHEN i.indnatts > i.indnkeyatts THEN (SELECT json_agg(pg_get_indexdef(i.indexrelid, k, false) ORDER BY k) FROM generate_series(i.indnkeyatts + 1, i.indnatts::int) k) END
  FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
 WHERE i.indrelid IN (%1))")
        .arg(unitIds(), m_serverVersion >= 150000 ? QStringLiteral("i.indnullsnotdistinct") : QStringLiteral("false"));
}

QString CatalogQueries::constraints() const
{
    // conparentid: a foreign key to a partitioned table has one more entry for each partition.
    return QStringLiteral(R"(SELECT k.conrelid, k.contypid, k.conname, k.contype, k.convalidated, pg_get_constraintdef(k.oid), n.nspname, r.relname,
       CASE WHEN k.contype = 'f' THEN (SELECT json_agg(a.attname ORDER BY c.ord) FROM unnest(k.conkey) WITH ORDINALITY c(attnum, ord) JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = c.attnum) END,
       CASE WHEN k.contype = 'f' THEN (SELECT json_agg(a.attname ORDER BY c.ord) FROM unnest(k.confkey) WITH ORDINALITY c(attnum, ord) JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.attnum) END
  FROM pg_constraint k LEFT JOIN pg_class r ON r.oid = k.confrelid LEFT JOIN pg_namespace n ON n.oid = r.relnamespace
 WHERE (k.contype <> 'f' OR k.conparentid = 0) AND (k.conrelid IN (%1) OR k.contypid IN (%2)))")
        .arg(unitIds(), ownTypeIds());
}

QString CatalogQueries::inheritance() const
{
    return QStringLiteral(R"(SELECT i.inhparent, i.inhrelid, n.nspname, c.relname, c.relkind, c.relispartition, c.reltuples::bigint, c.relpages, m.nspname, p.relname
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace m ON m.oid = p.relnamespace
 WHERE c.relkind IN ('r', 'p', 'f') ORDER BY i.inhrelid, i.inhseqno)");
}

QString CatalogQueries::triggers() const
{
    return QStringLiteral(R"(SELECT t.tgrelid, t.tgname, t.tgtype, t.tgenabled, t.tgconstraint <> 0, t.tgqual IS NOT NULL, pg_get_triggerdef(t.oid), t.tgfoid,
       (SELECT json_agg(a.attname ORDER BY k.ord) FROM unnest(t.tgattr::int2[]) WITH ORDINALITY k(attnum, ord) JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = k.attnum)
  FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgrelid IN (%1))")
        .arg(unitIds());
}

QString CatalogQueries::routines() const
{
    // pg_get_functiondef refuses aggregates, whose body is nothing but a placeholder; a body in standard SQL is not in prosrc.
    const QString body = m_serverVersion >= 140000 ? QStringLiteral("coalesce(pg_get_function_sqlbody(p.oid), p.prosrc)") : QStringLiteral("p.prosrc");
    return QStringLiteral(R"(SELECT p.oid, n.nspname, p.proname, pg_get_function_identity_arguments(p.oid), p.prokind, l.lanname, CASE WHEN p.prokind = 'a' THEN '' ELSE %3 END,
       pg_get_function_result(p.oid), d.description, own.oid IS NOT NULL, CASE WHEN used.oid IS NOT NULL THEN pg_get_functiondef(p.oid) END
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
  LEFT JOIN (SELECT p.oid FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE %2) own ON own.oid = p.oid
  LEFT JOIN (SELECT DISTINCT t.tgfoid AS oid FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgrelid IN (%1)) used ON used.oid = p.oid
  LEFT JOIN pg_description d ON d.classoid = 'pg_proc'::regclass AND d.objoid = p.oid AND d.objsubid = 0
 WHERE own.oid IS NOT NULL OR used.oid IS NOT NULL)")
        .arg(unitIds(), isOwn("pg_proc", "p.oid"), body);
}

QString CatalogQueries::sequences() const
{
    return QStringLiteral(R"(SELECT n.nspname, c.relname, format_type(s.seqtypid, NULL), s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcycle, d.description, m.nspname, o.relname, a.attname
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_sequence s ON s.seqrelid = c.oid
  LEFT JOIN pg_depend w ON w.classid = 'pg_class'::regclass AND w.objid = c.oid AND w.objsubid = 0 AND w.refclassid = 'pg_class'::regclass AND w.refobjsubid > 0 AND w.deptype IN ('a', 'i')
  LEFT JOIN pg_class o ON o.oid = w.refobjid LEFT JOIN pg_namespace m ON m.oid = o.relnamespace
  LEFT JOIN pg_attribute a ON a.attrelid = w.refobjid AND a.attnum = w.refobjsubid
  LEFT JOIN pg_description d ON d.classoid = 'pg_class'::regclass AND d.objoid = c.oid AND d.objsubid = 0
 WHERE c.relkind = 'S' AND %1)")
        .arg(isOwn("pg_class", "c.oid"));
}

QString CatalogQueries::policies() const
{
    return QStringLiteral(R"(SELECT p.polrelid, p.polname, p.polcmd, p.polpermissive,
       (SELECT json_agg(r.name ORDER BY r.name) FROM (SELECT CASE WHEN r = 0 THEN 'public' ELSE pg_get_userbyid(r)::text END AS name FROM unnest(p.polroles) r) r),
       pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
  FROM pg_policy p WHERE p.polrelid IN (%1))")
        .arg(unitIds());
}

QString CatalogQueries::statistics() const
{
    // n_distinct below zero is a share of the rows. Most common values and histogram bounds are rows of the source: they are not asked for.
    // The view is worked out once and joined by hash: the planner, which cannot look into it, would go through it name by name.
    return QStringLiteral(R"(WITH unit AS MATERIALIZED (
    SELECT c.oid, n.nspname, c.relname, EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = c.oid) AS is_parent
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid IN (%1)),
statistic AS MATERIALIZED (SELECT schemaname, tablename, attname, inherited, null_frac, n_distinct FROM pg_stats)
SELECT u.oid, s.attname, round(s.null_frac * 1000000)::bigint, s.n_distinct < 0, round(CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * 1000000 ELSE s.n_distinct END)::bigint
  FROM statistic s JOIN unit u ON u.nspname = s.schemaname AND u.relname = s.tablename AND u.is_parent = s.inherited)")
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
own_type AS (
    SELECT t.* FROM pg_type t WHERE t.typnamespace IN (SELECT n.oid FROM pg_namespace n WHERE %1)
       AND t.oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_type'::regclass AND deptype = 'e')),
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
UNION ALL SELECT 'trigger', count(*) FROM pg_trigger t JOIN unit u ON u.oid = t.tgrelid WHERE t.tgisinternal = false
UNION ALL SELECT 'index', count(*) FROM pg_index i JOIN unit u ON u.oid = i.indrelid
UNION ALL SELECT 'exclusion', count(*) FROM pg_constraint k JOIN unit u ON u.oid = k.conrelid WHERE k.contype = 'x'
UNION ALL SELECT 'policy', count(*) FROM pg_policy p JOIN unit u ON u.oid = p.polrelid
UNION ALL SELECT 'dropped-column', count(*) FROM pg_attribute a JOIN unit u ON u.oid = a.attrelid WHERE a.attnum >= 1 AND a.attisdropped = true
UNION ALL SELECT 'sequence', count(*) FROM candidate WHERE relkind = 'S'
UNION ALL SELECT 'routine', count(*) FROM pg_proc f WHERE f.pronamespace IN (SELECT n.oid FROM pg_namespace n WHERE %1)
                            AND f.oid NOT IN (SELECT objid FROM pg_depend WHERE classid = 'pg_proc'::regclass AND deptype = 'e')
UNION ALL SELECT 'enum', count(*) FROM own_type WHERE typtype = 'e'
UNION ALL SELECT 'enum-label', count(*) FROM own_type t JOIN pg_enum e ON e.enumtypid = t.oid
UNION ALL SELECT 'domain', count(*) FROM own_type WHERE typtype = 'd'
UNION ALL SELECT 'domain-check', count(*) FROM own_type t JOIN pg_constraint k ON k.contypid = t.oid WHERE k.contype = 'c'
UNION ALL SELECT 'composite-type', count(*) FROM own_type t JOIN pg_class c ON c.oid = t.typrelid WHERE t.typtype = 'c' AND c.relkind = 'c'
UNION ALL SELECT 'range-type', count(*) FROM own_type WHERE typtype = 'r'
%2)")
        .arg(m_schemaFilter, notUsed());
}

/// Objects of kinds that the program has no use for, also of the whole database where they stand in no schema. Those of extensions and of the server itself
/// do not count, whose numbers end before 16384.
QString CatalogQueries::notUsed() const
{
    static constexpr struct {
        const char *kind;
        const char *catalog;
        const char *schema; ///< the column that says it; nullptr: of the whole database
    } kinds[] = {
        {"rule", "pg_rewrite", nullptr}, {"event-trigger", "pg_event_trigger", nullptr}, {"extended-statistics", "pg_statistic_ext", "stxnamespace"},
        {"collation", "pg_collation", "collnamespace"}, {"conversion", "pg_conversion", "connamespace"}, {"operator", "pg_operator", "oprnamespace"},
        {"operator-class", "pg_opclass", "opcnamespace"}, {"operator-family", "pg_opfamily", "opfnamespace"}, {"cast", "pg_cast", nullptr}, {"transform", "pg_transform", nullptr},
        {"text-search-configuration", "pg_ts_config", "cfgnamespace"}, {"text-search-dictionary", "pg_ts_dict", "dictnamespace"}, {"text-search-parser", "pg_ts_parser", "prsnamespace"},
        {"text-search-template", "pg_ts_template", "tmplnamespace"}, {"publication", "pg_publication", nullptr},
        {"foreign-server", "pg_foreign_server", nullptr}, {"foreign-data-wrapper", "pg_foreign_data_wrapper", nullptr}, {"language", "pg_language", nullptr},
        {"access-method", "pg_am", nullptr}, {"extension", "pg_extension", nullptr},
    };
    QString sql;
    for (const auto &kind : kinds) {
        const QLatin1String catalog(kind.catalog);
        sql += QStringLiteral("UNION ALL SELECT '%1', count(*) FROM %2 o WHERE o.oid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = '%2'::regclass AND x.objid = o.oid AND x.deptype = 'e')").arg(QLatin1String(kind.kind), catalog);
        if (kind.schema)
            sql += QStringLiteral(" AND o.%1 IN (SELECT n.oid FROM pg_namespace n WHERE %2)").arg(QLatin1String(kind.schema), m_schemaFilter);
        else if (catalog == QLatin1String("pg_rewrite"))
            sql += QStringLiteral(" AND o.rulename <> '_RETURN' AND o.ev_class IN (SELECT oid FROM unit)"); // of a view it is its query
        sql += QLatin1Char('\n');
    }
    sql += QStringLiteral("UNION ALL SELECT 'subscription', count(*) FROM pg_subscription o WHERE o.subdbid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())\n"); // nobody else may see its oid
    return sql + QStringLiteral("UNION ALL SELECT 'large-object', count(*) FROM (SELECT FROM pg_largeobject_metadata LIMIT 1000000) o"); // there may be more than anybody wants to wait for
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
