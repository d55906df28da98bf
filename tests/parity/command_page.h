#pragma once

#include "api/operation.h"

#include <QString>

namespace lakehouse::testsupport {

/// docs/user/commands.md, made from the operation table.
QString commandPage(std::span<const api::OperationRow> table);

} // namespace lakehouse::testsupport
