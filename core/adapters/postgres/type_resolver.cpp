#include "adapters/postgres/type_resolver.h"

#include "adapters/postgres/row_reader.h"

#include <QStringList>

namespace lakehouse::adapters::postgres {

using base::Result;
using model::SourceType;
using model::TypeKind;

namespace {

constexpr qint64 headerSize = 4; // PostgreSQL adds it to the modifiers of text and numeric

std::optional<TypeKind> kindOf(char typtype)
{
    switch (typtype) {
    case 'b': return TypeKind::Base;
    case 'd': return TypeKind::Base; // replaced by what the domain stands for
    case 'e': return TypeKind::Enum;
    case 'c': return TypeKind::Composite;
    case 'r': return TypeKind::Range;
    case 'm': return TypeKind::Multirange;
    case 'p': return TypeKind::Pseudo;
    default: return std::nullopt;
    }
}

/// What a type modifier means is a matter of each type; those of other types stay unread.
void readModifier(SourceType &type, qint64 modifier)
{
    if (modifier < 0 || type.schema != QLatin1String("pg_catalog"))
        return;
    static const QStringList characters{QStringLiteral("bpchar"), QStringLiteral("varchar")};
    static const QStringList bits{QStringLiteral("bit"), QStringLiteral("varbit")};
    static const QStringList times{QStringLiteral("time"), QStringLiteral("timetz"), QStringLiteral("timestamp"), QStringLiteral("timestamptz")};
    if (characters.contains(type.name)) {
        type.length = modifier - headerSize;
    } else if (bits.contains(type.name)) {
        type.length = modifier;
    } else if (times.contains(type.name)) {
        type.precision = modifier;
    } else if (type.name == QLatin1String("interval") && (modifier & 0xffff) != 0xffff) {
        type.precision = modifier & 0xffff;
    } else if (type.name == QLatin1String("numeric")) {
        const qint64 packed = modifier - headerSize;
        type.precision = (packed >> 16) & 0xffff;
        type.scale = ((packed & 0x7ff) ^ 0x400) - 0x400; // eleven bits with a sign, from 15 on; before that 0 to 1000, which reads the same
    }
}

} // namespace

Result<TypeResolver> TypeResolver::create(const ports::SqlRows &types, const ports::SqlRows &labels)
{
    TypeResolver resolver;
    for (const SqlRow &row : types.rows) {
        RowReader reader(row);
        const qint64 oid = reader.number();
        Entry entry{reader.text(), reader.text()};
        const char typtype = reader.code();
        const std::optional<TypeKind> kind = kindOf(typtype);
        if (!kind)
            return unknownCode("typtype", typtype, entry.schema + QLatin1Char('.') + entry.name);
        entry.isDomain = typtype == 'd';
        entry.kind = *kind;
        entry.base = reader.number();
        entry.modifier = reader.number();
        entry.dimensions = reader.number();
        entry.element = reader.number();
        resolver.m_types.emplace(oid, std::move(entry));
    }
    for (const SqlRow &row : labels.rows) {
        RowReader reader(row);
        const qint64 oid = reader.number();
        resolver.m_labels[oid].push_back(reader.text());
    }
    return resolver;
}

std::vector<QString> TypeResolver::labelsOf(qint64 oid) const
{
    const auto found = m_labels.find(oid);
    return found == m_labels.end() ? std::vector<QString>() : found->second;
}

Result<SourceType> TypeResolver::resolve(const DeclaredType &declared) const
{
    SourceType type;
    type.declared = declared.printed;
    qint64 oid = declared.oid;
    qint64 modifier = declared.modifier;
    qint64 dimensions = declared.dimensions;
    for (;;) {
        const auto found = m_types.find(oid);
        if (found == m_types.end())
            return base::Error{base::ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "The catalog of the source has no entry for the type %1."), declared.printed},
                               QT_TRANSLATE_NOOP("core", "Read the catalog again; when it stays so, the source's catalog is damaged."), declared.printed};
        const Entry &entry = found->second;
        if (entry.element != 0) {
            type.arrayDimensions += std::max<qint64>(dimensions, 1); // views and CREATE TABLE AS store no dimensions
            dimensions = 0;
            oid = entry.element;
        } else if (entry.isDomain) {
            if (!type.domain)
                type.domain = model::sqlIdentifier(entry.schema) + QLatin1Char('.') + model::sqlIdentifier(entry.name);
            modifier = entry.modifier;
            dimensions = entry.dimensions;
            oid = entry.base;
        } else {
            type.schema = entry.schema;
            type.name = entry.name;
            type.kind = entry.kind;
            type.enumLabels = labelsOf(oid);
            readModifier(type, modifier);
            return type;
        }
    }
}

} // namespace lakehouse::adapters::postgres
