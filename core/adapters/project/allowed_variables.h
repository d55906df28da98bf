#pragma once

#include "base/text.h"

namespace lakehouse::adapters {

/// What the value of an environment variable is sent as.
enum class VariableUse { Password, ApiKey };

/// Why a project may not name this environment variable, or an empty text. A project may come from anybody, and the value of the variable goes to
/// a server of the project's choice. Allowed are names that begin with EKOS_, passwords whose name ends with _PASSWORD, keys whose name ends with
/// _API_KEY, and the names in the person's own file `allowed-variables`. A name that may be a password itself is not repeated.
base::Text problemOfVariable(const QString &name, VariableUse use);

/// The person's own file, one name a line: below XDG_CONFIG_HOME, else below the home folder that the system knows; empty when there is none.
QString allowedVariablesFile();

} // namespace lakehouse::adapters
