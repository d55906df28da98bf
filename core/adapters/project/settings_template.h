#pragma once

#include <QString>

namespace lakehouse::adapters {

/// The `ekos.toml` of a new project: the native stack and its sample database, each other main key as a comment.
QString settingsTemplate();

} // namespace lakehouse::adapters
