#pragma once

#include "api/operation.h"
#include "base/error.h"

namespace lakehouse::app {

/// Exit codes are the same for all commands: 0 done; 1 a check found something; 2 wrong usage or configuration; 3 a service could not be
/// reached; 4 refused until a person decides; 5 interrupted or cancelled; 70 an error inside.
int exitCode(base::ErrorCode code);
int exitCode(api::Verdict verdict);

} // namespace lakehouse::app
