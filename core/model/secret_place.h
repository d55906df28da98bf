#pragma once

#include "describe/fwd.h"

namespace lakehouse::model {

/// Where a password was found. Session: typed in for this run of the program only, and forgotten at its end.
enum class SecretPlace { Environment, Keychain, Session, Missing };

const describe::TypeInfo &typeOf(describe::Describe<SecretPlace>);

} // namespace lakehouse::model
