#include "rules/findings/definition_conflicts.h"

#include "rules/findings/evidence_places.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <map>

namespace lakehouse::rules {

namespace {

using base::Text;
using model::Conflict;
using model::SourceColumn;
using model::SourceTable;
using model::SourceType;

/// A type as both sides write it: varchar(50), numeric(10,2), int4[].
QString typeText(const SourceType &type)
{
    QString text = type.name;
    if (type.domain) {
        const auto domain = model::TableName::parse(*type.domain);
        text = domain ? domain.value().table() : *type.domain;
    } else if (type.length) {
        text += QStringLiteral("(%1)").arg(*type.length);
    } else if (type.precision && type.scale) {
        text += QStringLiteral("(%1,%2)").arg(*type.precision).arg(*type.scale);
    } else if (type.precision) {
        text += QStringLiteral("(%1)").arg(*type.precision);
    }
    return type.arrayDimensions > 0 ? text + QStringLiteral("[]") : text;
}

QString columnText(const SourceType &type, bool isNotNull)
{
    return isNotNull ? typeText(type) + QStringLiteral(" NOT NULL") : typeText(type);
}

QSet<QString> knownTypes(const model::CatalogSnapshot &catalog)
{
    QSet<QString> names;
    for (const char *name : {"text", "uuid", "json", "jsonb", "bytea", "date", "timestamptz", "timetz", "int2", "int4", "int8", "float4", "float8", "bool", "bpchar", "inet", "cidr",
                             "macaddr", "xml", "money", "citext", "hstore", "name", "oid", "tsvector", "point", "varbit"})
        names.insert(QString::fromLatin1(name));
    for (const SourceTable &table : catalog.tables)
        for (const SourceColumn &column : table.columns)
            names.insert(column.type.name);
    for (const model::SourceDomain &domain : catalog.domains)
        names.insert(domain.name);
    for (const model::SourceEnum &type : catalog.enums)
        names.insert(type.name);
    return names;
}

/// The one side or the other of a column; absent: it has none.
struct Side {
    std::optional<QString> live = {};
    const DefinedColumn *defined = nullptr;
};

class Comparison {
public:
    Comparison(const SourceTable &table, const DefinedTable &definition) : m_table(table), m_definition(definition)
    {
        for (const SourceColumn &column : table.columns)
            m_sides[column.name].live = columnText(column.type, column.isNotNull);
        for (const DefinedColumn &column : definition.columns)
            m_sides[column.name].defined = &column;
    }

    std::vector<Conflict> run() const
    {
        std::vector<Conflict> conflicts;
        for (const auto &[name, side] : m_sides)
            if (!side.live || !side.defined || *side.live != columnText(side.defined->type, side.defined->isNotNull))
                conflicts.push_back(conflict(name, side));
        return conflicts;
    }

private:
    Conflict conflict(const QString &name, const Side &side) const
    {
        const QString column = model::sqlIdentifier(name);
        const QString path = side.defined ? side.defined->path : m_definition.path;
        const QString defined = side.defined ? columnText(side.defined->type, side.defined->isNotNull) : QString();
        const Text live = side.live ? Text(QT_TRANSLATE_NOOP("core", "In the database %1 is %2."), column, *side.live)
                                    : Text(QT_TRANSLATE_NOOP("core", "The database has no column %1."), column);
        const Text written = side.defined ? Text(QT_TRANSLATE_NOOP("core", "%1 defines %2 as %3."), path, column, defined)
                                          : Text(QT_TRANSLATE_NOOP("core", "%1 defines no column %2."), path, column);
        model::Evidence ofLive = side.live ? columnEvidence(m_table.name, name, *side.live) : tableEvidence(m_table.name, QStringLiteral("has no column ") + column);
        model::Evidence ofFile{.kind = model::EvidenceKind::SourceFile, .place = path,
                               .detail = m_table.name.toString() + (side.defined ? QStringLiteral(" has %1 %2").arg(column, defined) : QStringLiteral(" has no column ") + column),
                               .line = side.defined ? side.defined->line : m_definition.line};
        return {m_table.name, model::ConflictKind::OtherDefinition, column, live, written, {std::move(ofLive)}, {std::move(ofFile)}};
    }

    const SourceTable &m_table;
    const DefinedTable &m_definition;
    std::map<QString, Side> m_sides;
};

} // namespace

std::vector<Conflict> definitionConflicts(const model::CatalogSnapshot &catalog, const std::vector<DefinedTable> &definitions)
{
    const QSet<QString> types = definitions.empty() ? QSet<QString>() : knownTypes(catalog);
    QHash<QString, std::vector<const SourceTable *>> named;
    for (const SourceTable &table : catalog.tables)
        if (model::holdsRows(table.kind))
            named[table.name.table()].push_back(&table);
    std::map<const SourceTable *, std::vector<const DefinedTable *>> definitionsOf;
    for (const DefinedTable &definition : definitions) {
        const bool isOurs = std::ranges::all_of(definition.columns, [&](const DefinedColumn &column) { return column.isTypeQualified || types.contains(column.type.name); });
        std::vector<const SourceTable *> candidates = named.value(definition.name);
        if (!definition.schema.isEmpty())
            std::erase_if(candidates, [&](const SourceTable *table) { return table->name.schema() != definition.schema; });
        if (isOurs && candidates.size() == 1)
            definitionsOf[candidates.front()].push_back(&definition);
    }
    std::vector<Conflict> conflicts;
    for (const SourceTable &table : catalog.tables) {
        std::vector<Conflict> last;
        for (const DefinedTable *definition : definitionsOf[&table]) {
            last = Comparison(table, *definition).run();
            if (last.empty())
                break;
        }
        std::ranges::move(last, std::back_inserter(conflicts));
    }
    return conflicts;
}

} // namespace lakehouse::rules
