#pragma once

#include "base/text.h"
#include "describe/fwd.h"

#include <vector>

namespace lakehouse::model {

enum class StepName { Analysis, Documentation, Review, Requirements, Extraction, BronzeAndSilver, Marts };
enum class StepState { Done, Open, Problems };

struct WorkflowStep {
    qint64 number = 0;          ///< 1 to 7
    StepName name = StepName::Analysis;
    StepState state = StepState::Open;
    base::Text reason = {};     ///< why it is, or is not, done
    QString next = {};          ///< the command to try; empty when done
    friend bool operator==(const WorkflowStep &, const WorkflowStep &) = default;
};

struct WorkflowStatus {
    QString project = {};
    std::vector<WorkflowStep> steps = {};
    friend bool operator==(const WorkflowStatus &, const WorkflowStatus &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<StepName>);
const describe::TypeInfo &typeOf(describe::Describe<StepState>);
const describe::TypeInfo &typeOf(describe::Describe<WorkflowStep>);
const describe::TypeInfo &typeOf(describe::Describe<WorkflowStatus>);

} // namespace lakehouse::model
