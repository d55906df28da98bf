#pragma once

#include "describe/canonical_json.h"
#include "describe/json_reader.h"

namespace lakehouse::adapters {

/// Reads canonical JSON that we wrote ourselves: what cannot be read is Corrupt.
template<typename T>
base::Result<T> readBody(const QByteArray &json)
{
    base::Result<T> value = describe::readJson<T>(json);
    if (value)
        return value;
    return base::Error{.code = base::ErrorCode::Corrupt, .message = {QT_TRANSLATE_NOOP("core", "The state of runs is damaged: %1"), value.error().message},
                       .hint = QT_TRANSLATE_NOOP("core", "Run the command again: the damaged file is then set aside and made anew.")};
}

} // namespace lakehouse::adapters
