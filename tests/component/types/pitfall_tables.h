#pragma once

#include <QString>

namespace lakehouse::tests {

/// Tables that the known pitfalls of comparing rows across engines are tried on, as SQL of the source in the schema `pitfalls`.
QString pitfallTables();

} // namespace lakehouse::tests
