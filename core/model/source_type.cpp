#include "model/source_type.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<TypeKind>)
{
    static constexpr LabelInfo labels[] = {
        label(TypeKind::Base, "base", ""),
        label(TypeKind::Enum, "enum", ""),
        label(TypeKind::Composite, "composite", ""),
        label(TypeKind::Range, "range", ""),
        label(TypeKind::Multirange, "multirange", ""),
        label(TypeKind::Pseudo, "pseudo", ""),
    };
    static constexpr TypeInfo info = enumeration<TypeKind>("TypeKind", labels);
    return info;
}

const TypeInfo &typeOf(Describe<SourceType>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceType::declared>("declared", "as the source prints it: \"numeric(10,2)\", \"public.rating[]\""),
        field<&SourceType::schema>("schema", "of the element's resolved type: \"pg_catalog\", \"public\""),
        field<&SourceType::name>("name", "of the element's resolved type as the catalog stores it: \"int4\", \"numeric\", \"varchar\", \"rating\""),
        field<&SourceType::kind>("kind", "kind"),
        field<&SourceType::length>("length", "characters of char(n) and varchar(n), bits of bit(n)"),
        field<&SourceType::precision>("precision", "of numeric; of time types the digits of a second when declared"),
        field<&SourceType::scale>("scale", "of numeric; may be negative or above the precision"),
        field<&SourceType::arrayDimensions>("array-dimensions", "as declared; 0: no array. PostgreSQL does not enforce it."),
        field<&SourceType::domain>("domain", "\"public.positive_amount\": the outermost domain"),
        field<&SourceType::enumLabels>("enum-labels", "in the order of the enum"),
    };
    static constexpr TypeInfo info = structure<SourceType>("SourceType", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceCheck>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceCheck::name>("name", "name"),
        field<&SourceCheck::expression>("expression", "as pg_get_constraintdef prints it"),
        field<&SourceCheck::isValidated>("validated", "whether it is validated"),
    };
    static constexpr TypeInfo info = structure<SourceCheck>("SourceCheck", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceEnum>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceEnum::schema>("schema", "schema"),
        field<&SourceEnum::name>("name", "name"),
        field<&SourceEnum::labels>("labels", "in the order of the enum, which need not be that of the letters"),
        field<&SourceEnum::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceEnum>("SourceEnum", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceDomain>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceDomain::schema>("schema", "schema"),
        field<&SourceDomain::name>("name", "name"),
        field<&SourceDomain::base>("base", "declared: what it was made of, which may be a domain again; the rest is resolved to the end"),
        field<&SourceDomain::isNotNull>("not-null", "whether it is not null"),
        field<&SourceDomain::defaultExpression>("default-expression", "default expression"),
        field<&SourceDomain::checks>("checks", "by name; those of a domain underneath stand with that one"),
        field<&SourceDomain::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceDomain>("SourceDomain", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceAttribute>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceAttribute::name>("name", "name"),
        field<&SourceAttribute::position>("position", "position"),
        field<&SourceAttribute::type>("type", "type"),
        field<&SourceAttribute::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceAttribute>("SourceAttribute", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceCompositeType>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceCompositeType::schema>("schema", "schema"),
        field<&SourceCompositeType::name>("name", "name"),
        field<&SourceCompositeType::attributes>("attributes", "by position"),
        field<&SourceCompositeType::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceCompositeType>("SourceCompositeType", fields);
    return info;
}

const TypeInfo &typeOf(Describe<SourceRangeType>)
{
    static constexpr FieldInfo fields[] = {
        field<&SourceRangeType::schema>("schema", "schema"),
        field<&SourceRangeType::name>("name", "name"),
        field<&SourceRangeType::subtype>("subtype", "subtype"),
        field<&SourceRangeType::multirange>("multirange", "name in the same schema; before PostgreSQL 14 there is none"),
        field<&SourceRangeType::comment>("comment", "comment"),
    };
    static constexpr TypeInfo info = structure<SourceRangeType>("SourceRangeType", fields);
    return info;
}

} // namespace lakehouse::model
