#include "rules/catalog/source_rights.h"

#include "model/name.h"
#include "rules/sqlgen/quoting.h"

#include <QStringList>

namespace lakehouse::rules {

namespace {

QString schemaFilter(const std::vector<QString> &schemas)
{
    QStringList names;
    for (const QString &schema : schemas)
        names += postgresLiteral(schema).trimmed();
    return names.isEmpty() ? QString() : QStringLiteral(" AND n.nspname IN (%1)").arg(names.join(QStringLiteral(", ")));
}

} // namespace

QString NeededRight::object() const
{
    if (!table)
        return QStringLiteral("schema ") + model::sqlIdentifier(schema);
    const QString name = model::sqlIdentifier(schema) + QLatin1Char('.') + model::sqlIdentifier(*table);
    return column ? name + QLatin1Char('.') + model::sqlIdentifier(*column) : name;
}

QString NeededRight::right() const
{
    return table ? QStringLiteral("SELECT") : QStringLiteral("USAGE");
}

QString NeededRight::grant(const QString &role) const
{
    const QString to = QStringLiteral(" TO ") + postgresIdentifier(role) + QLatin1Char(';');
    if (!table)
        return QStringLiteral("GRANT USAGE ON SCHEMA ") + postgresIdentifier(schema) + to;
    const QString what = column ? QStringLiteral("GRANT SELECT (") + postgresIdentifier(*column) + QLatin1Char(')') : QStringLiteral("GRANT SELECT");
    return what + QStringLiteral(" ON TABLE ") + postgresIdentifier(schema) + QLatin1Char('.') + postgresIdentifier(*table) + to;
}

QString neededRightsQuery(const std::vector<QString> &schemas)
{
    // A column is listed where its table is not readable as a whole but in part; where nothing of it is, the table is what has to be granted.
    return QStringLiteral(R"(WITH relation AS (
  SELECT n.oid AS schema_id, n.nspname, c.oid, c.relname, has_table_privilege(c.oid, 'SELECT') AS is_whole, has_any_column_privilege(c.oid, 'SELECT') AS is_part
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
     AND NOT EXISTS (SELECT FROM pg_depend x WHERE x.classid = 'pg_class'::regclass AND x.objid = c.oid AND x.objsubid = 0 AND x.deptype = 'e'))")
        + schemaFilter(schemas) + QStringLiteral(R"()
SELECT nspname::text, NULL::text, NULL::text, has_schema_privilege(schema_id, 'USAGE'), 0 FROM (SELECT DISTINCT schema_id, nspname FROM relation) s
UNION ALL
SELECT nspname::text, relname::text, NULL, is_whole, 0 FROM relation WHERE is_whole OR NOT is_part
UNION ALL
SELECT r.nspname::text, r.relname::text, a.attname::text, has_column_privilege(a.attrelid, a.attnum, 'SELECT'), a.attnum::int
  FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE NOT r.is_whole AND r.is_part
ORDER BY 1, 2 NULLS FIRST, 5)");
}

std::optional<NeededRight> neededRightOf(const std::vector<std::optional<QString>> &row)
{
    if (row.size() < 4 || !row[0] || !row[3])
        return std::nullopt;
    return NeededRight{*row[0], row[1], row[2], *row[3] == QLatin1String("t")};
}

} // namespace lakehouse::rules
