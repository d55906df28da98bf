#pragma once

#include "adapters/project/settings_file.h"

#include <map>

namespace lakehouse::adapters {

/// The settings as TOML that reads back to the same settings. Behind each key stands "default", or the file and line it was read from.
QString effectiveSettings(const SettingsFile &file, const std::map<QString, qint64> &lines, const QString &fileName);

/// A text as TOML writes it, and a key, quoted where it has to be.
QString tomlText(const QString &text);
QString tomlKey(const QString &key);

} // namespace lakehouse::adapters
