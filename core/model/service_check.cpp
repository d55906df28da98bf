#include "model/service_check.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<CheckState>)
{
    static constexpr LabelInfo labels[] = {
        label(CheckState::Passed, "passed", ""),
        label(CheckState::Warning, "warning", ""),
        label(CheckState::Failed, "failed", ""),
        label(CheckState::Skipped, "skipped", ""),
    };
    static constexpr TypeInfo info = enumeration<CheckState>("CheckState", labels);
    return info;
}

const TypeInfo &typeOf(Describe<ServiceCheck>)
{
    static constexpr FieldInfo fields[] = {
        field<&ServiceCheck::service>("service", "\"trino\", \"iceberg-catalog\", \"object-store\", \"dagster\", \"source\", \"pipeline-repository\""),
        field<&ServiceCheck::check>("check", "\"answers\", \"version\", \"rights\", \"write-refused\", \"type-mapping\", …"),
        field<&ServiceCheck::state>("state", "state"),
        field<&ServiceCheck::finding>("finding", "what was found: \"476\", \"no answer from http://…\""),
        field<&ServiceCheck::remedy>("remedy", "what to do; empty when passed"),
    };
    static constexpr TypeInfo info = structure<ServiceCheck>("ServiceCheck", fields);
    return info;
}

} // namespace lakehouse::model
