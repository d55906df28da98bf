#pragma once

#include <QByteArray>

namespace lakehouse::rules {

/// A file of `resources/templates`, as it was when the program was built: "dagster/definitions.py". Only for names in CMakeLists.txt.
QByteArray templateFile(const char *name);

} // namespace lakehouse::rules
