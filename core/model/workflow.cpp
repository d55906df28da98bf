#include "model/workflow.h"

#include "describe/describe.h"

namespace lakehouse::model {

using namespace describe;

const TypeInfo &typeOf(Describe<StepName>)
{
    static constexpr LabelInfo labels[] = {
        label(StepName::Analysis, "analysis", ""),
        label(StepName::Documentation, "documentation", ""),
        label(StepName::Review, "review", ""),
        label(StepName::Requirements, "requirements", ""),
        label(StepName::Extraction, "extraction", ""),
        label(StepName::BronzeAndSilver, "bronze-and-silver", ""),
        label(StepName::Marts, "marts", ""),
    };
    static constexpr TypeInfo info = enumeration<StepName>("StepName", labels);
    return info;
}

const TypeInfo &typeOf(Describe<StepState>)
{
    static constexpr LabelInfo labels[] = {
        label(StepState::Done, "done", ""),
        label(StepState::Open, "open", ""),
        label(StepState::Problems, "problems", ""),
    };
    static constexpr TypeInfo info = enumeration<StepState>("StepState", labels);
    return info;
}

const TypeInfo &typeOf(Describe<WorkflowStep>)
{
    static constexpr FieldInfo fields[] = {
        field<&WorkflowStep::number>("number", "1 to 7"),
        field<&WorkflowStep::name>("name", "name"),
        field<&WorkflowStep::state>("state", "state"),
        field<&WorkflowStep::reason>("reason", "why it is, or is not, done"),
        field<&WorkflowStep::next>("next", "the command to try; empty when done"),
    };
    static constexpr TypeInfo info = structure<WorkflowStep>("WorkflowStep", fields);
    return info;
}

const TypeInfo &typeOf(Describe<WorkflowStatus>)
{
    static constexpr FieldInfo fields[] = {
        field<&WorkflowStatus::project>("project", "project"),
        field<&WorkflowStatus::steps>("steps", "steps"),
    };
    static constexpr TypeInfo info = structure<WorkflowStatus>("WorkflowStatus", fields);
    return info;
}

} // namespace lakehouse::model
