#pragma once

#include "describe/type_info.h"

#include <QByteArray>

namespace lakehouse::app {

/// A value as JSON for programs and people: like canonical JSON, but every message also carries its sentence in English, as "text".
QByteArray answerJson(const describe::TypeInfo &type, const void *value);

} // namespace lakehouse::app
