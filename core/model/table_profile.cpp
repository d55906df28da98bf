#include "model/table_profile.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<ProfileTier>)
{
    static constexpr LabelInfo labels[] = {
        label(ProfileTier::Statistics, "statistics", ""),
        label(ProfileTier::Sample, "sample", ""),
        label(ProfileTier::FullScan, "full-scan", ""),
    };
    static constexpr TypeInfo info = enumeration<ProfileTier>("ProfileTier", labels);
    return info;
}

const TypeInfo &typeOf(Describe<ColumnProfile>)
{
    static constexpr FieldInfo fields[] = {
        field<&ColumnProfile::column>("column", "column"),
        field<&ColumnProfile::nulls>("nulls", "nulls"),
        field<&ColumnProfile::distinct>("distinct", "values other than NULL"),
    };
    static constexpr TypeInfo info = structure<ColumnProfile>("ColumnProfile", fields);
    return info;
}

const TypeInfo &typeOf(Describe<TableProfile>)
{
    static constexpr FieldInfo fields[] = {
        field<&TableProfile::table>("table", "table"),
        field<&TableProfile::tier>("tier", "what it rests on in the end"),
        field<&TableProfile::rows>("rows", "it rests on"),
        field<&TableProfile::tableRows>("table-rows", "estimated rows of the whole table; −1: not known"),
        field<&TableProfile::isComplete>("complete", "every row was read"),
        field<&TableProfile::columns>("columns", "in the order of the request"),
        field<&TableProfile::notProfiled>("not-profiled", "why nothing can be said: no row was seen, a missing right, too expensive. Empty: profiled."),
    };
    static constexpr TypeInfo info = structure<TableProfile>("TableProfile", fields);
    return info;
}

} // namespace lakehouse::model
