#pragma once

#include "describe/fwd.h"

namespace lakehouse::model {

/// How a column of personal data is masked in silver; the clear value never gets there. Hash: HMAC-SHA-256 with the project's key; Redact: NULL.
enum class Mask { Hash, Redact };

const describe::TypeInfo &typeOf(describe::Describe<Mask>);

} // namespace lakehouse::model
