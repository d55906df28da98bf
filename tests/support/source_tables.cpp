#include "support/source_tables.h"

#include <algorithm>

namespace lakehouse::testsupport {

using namespace model;

namespace {

struct KnownType {
    const char *declared;
    const char *name;     ///< in pg_catalog
    const char *exposed;  ///< by Trino
};

constexpr KnownType knownTypes[] = {
    {"integer", "int4", "integer"}, {"bigint", "int8", "bigint"}, {"text", "text", "varchar"}, {"boolean", "bool", "boolean"},
    {"numeric(10,2)", "numeric", "decimal(10,2)"}, {"timestamp with time zone", "timestamptz", "timestamp(6) with time zone"}, {"xml", "xml", "varchar"},
};

const KnownType &known(const QString &declared)
{
    const auto type = std::ranges::find_if(knownTypes, [&](const KnownType &candidate) { return declared == QLatin1String(candidate.declared); });
    Q_ASSERT(type != std::end(knownTypes));
    return *type;
}

} // namespace

SourceTableBuilder::SourceTableBuilder(const QString &schema, const QString &name)
{
    m_table.name = TableName::create(schema, name).value();
}

SourceTableBuilder &SourceTableBuilder::withColumn(const QString &name, const QString &declared)
{
    const qint64 position = m_table.columns.empty() ? 1 : m_table.columns.back().position + 1;
    SourceType type{.declared = declared, .schema = QStringLiteral("pg_catalog"), .name = QLatin1String(known(declared).name)};
    if (declared == QLatin1String("numeric(10,2)")) {
        type.precision = 10;
        type.scale = 2;
    }
    m_table.columns.push_back({.name = name, .position = position, .type = std::move(type)});
    return *this;
}

SourceTableBuilder &SourceTableBuilder::withoutColumn(const QString &name)
{
    std::erase_if(m_table.columns, [&](const SourceColumn &column) { return column.name == name; });
    return *this;
}

SourceTableBuilder &SourceTableBuilder::withPrimaryKey(const std::vector<QString> &columns)
{
    m_table.keys.push_back({.name = m_table.name.table() + QStringLiteral("_pkey"), .columns = columns, .isPrimary = true});
    for (SourceColumn &column : m_table.columns)
        column.isNotNull = column.isNotNull || std::ranges::find(columns, column.name) != columns.end();
    return *this;
}

SourceTableBuilder &SourceTableBuilder::withTouchTrigger(const QString &column)
{
    const QString body = QStringLiteral("\nBEGIN\n  NEW.%1 = CURRENT_TIMESTAMP;\n  RETURN NEW;\nEND ").arg(column);
    SourceTrigger trigger{.name = QStringLiteral("touch"), .onUpdate = true, .functionSchema = QStringLiteral("public"), .functionName = QStringLiteral("touch"),
                          .functionLanguage = QStringLiteral("plpgsql"), .functionSource = body};
    trigger.functionDefinition = QStringLiteral("CREATE OR REPLACE FUNCTION public.touch()\n RETURNS trigger\n LANGUAGE plpgsql\nAS $function$%1$function$\n").arg(body);
    m_table.triggers.push_back(std::move(trigger));
    return *this;
}

SourceTableBuilder &SourceTableBuilder::ofKind(TableKind kind)
{
    m_table.kind = kind;
    return *this;
}

SourceTableBuilder &SourceTableBuilder::unreadable()
{
    m_table.isReadable = false;
    return *this;
}

SourceTableBuilder aTable(const char *name, const char *schema)
{
    return {QString::fromUtf8(schema), QString::fromUtf8(name)};
}

std::vector<ExposedTable> exposedOf(const std::vector<SourceTable> &tables)
{
    std::vector<ExposedTable> exposed;
    for (const SourceTable &table : tables) {
        ExposedTable shown{.schema = table.name.schema().toLower(), .table = table.name.table().toLower()};
        for (const SourceColumn &column : table.columns)
            shown.columns.push_back({column.name.toLower(), QLatin1String(known(column.type.declared).exposed)});
        exposed.push_back(std::move(shown));
    }
    return exposed;
}

} // namespace lakehouse::testsupport
