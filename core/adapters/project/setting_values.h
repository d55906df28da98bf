#pragma once

#include "base/result.h"
#include "describe/type_info.h"

namespace lakehouse::adapters {

/// What a value may be beyond its type. `owner` and `field` say which key it is; `name` is the name of an element such as "public.film".
/// Returns what is wrong, or an empty text. Never repeats a value that may be a credential.
base::Text problemOf(const describe::TypeInfo &owner, const char *field, const QString &value);
base::Text problemOf(const describe::TypeInfo &owner, const char *field, qint64 value);
base::Text problemOfNamed(const char *field, const QString &name, const QString &value);

/// The known word that is nearest to what was typed; empty when none is near.
QString nearest(const QString &typed, const std::vector<QString> &known);

} // namespace lakehouse::adapters
