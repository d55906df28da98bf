#include "rules/pii/column_classes.h"

#include "text/one_of.h"

#include <optional>

namespace lakehouse::rules {

using model::PersonalData;
using model::SourceType;
using text::isOneOf;

namespace {

/// The fewest characters that a value of a class takes.
struct Shortest {
    PersonalData personalData;
    qint64 characters;
};

constexpr Shortest shortest[] = {
    {PersonalData::Email, 6}, {PersonalData::Phone, 5}, {PersonalData::PersonName, 5}, {PersonalData::Address, 4}, {PersonalData::BirthDate, 4}, {PersonalData::NationalId, 6},
    {PersonalData::Iban, 15}, {PersonalData::PaymentCard, 3}, {PersonalData::IpAddress, 7}, {PersonalData::Credential, 4}, {PersonalData::FreeText, 40},
};

PersonalDataSet classesOfText(std::optional<qint64> length)
{
    PersonalDataSet classes;
    for (const Shortest &each : shortest)
        if (!length || *length >= each.characters)
            classes.insert(each.personalData);
    return classes;
}

PersonalDataSet classesOfNumber(const SourceType &type)
{
    if (type.name == QLatin1String("int2"))
        return {PersonalData::BirthDate};
    if (type.name == QLatin1String("int4"))
        return {PersonalData::Phone, PersonalData::NationalId, PersonalData::BirthDate, PersonalData::Address};
    if (type.name == QLatin1String("int8") || (type.name == QLatin1String("numeric") && type.scale.value_or(0) == 0))
        return {PersonalData::Phone, PersonalData::NationalId, PersonalData::BirthDate, PersonalData::Address, PersonalData::PaymentCard};
    return {};
}

} // namespace

ColumnClasses classesOfType(const SourceType &type)
{
    const auto unlessArray = [&](ValueReading reading) { return type.arrayDimensions == 0 ? reading : ValueReading::Never; };
    if (type.kind == model::TypeKind::Composite)
        return {{PersonalData::PersonName, PersonalData::Address}, ValueReading::Never};
    if (type.kind != model::TypeKind::Base)
        return {};
    if (isOneOf(type.name, {u"text", u"varchar", u"bpchar", u"citext"}))
        return {classesOfText(type.length), unlessArray(ValueReading::Always)};
    if (isOneOf(type.name, {u"json", u"jsonb", u"xml", u"hstore"}))
        return {{PersonalData::Email, PersonalData::Phone, PersonalData::PersonName, PersonalData::Address, PersonalData::FreeText}, ValueReading::Never};
    if (isOneOf(type.name, {u"date", u"timestamp", u"timestamptz"}))
        return {{PersonalData::BirthDate}, unlessArray(ValueReading::WhereNamed)};
    if (isOneOf(type.name, {u"inet", u"cidr"}))
        return {{PersonalData::IpAddress}, unlessArray(ValueReading::Always)};
    if (type.name == QLatin1String("bytea"))
        return {{PersonalData::Credential}, ValueReading::Never};
    return {classesOfNumber(type), unlessArray(ValueReading::WhereNamed)};
}

} // namespace lakehouse::rules
