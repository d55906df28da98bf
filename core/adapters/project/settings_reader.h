#pragma once

#include "adapters/project/settings_file.h"
#include "adapters/project/settings_syntax.h"
#include "base/text.h"

#include <QByteArray>

#include <map>

namespace lakehouse::adapters {

struct ReadSettings {
    SettingsFile file = {};
    std::map<QString, qint64> lines = {};  ///< path of a key, "extensions.lakehouse.pii.public.film", to the line it stands on
    std::vector<base::Text> warnings = {}; ///< tables of other programs, keys without an effect
    SettingSyntax syntax = {};             ///< of the whole text
};

/// Reads TOML into the settings. Fails with InvalidInput naming file, line and key: wrong syntax, unknown keys (with the nearest known one),
/// wrong types, values that are not among the allowed ones. A value that may be a credential is never repeated.
base::Result<ReadSettings> readSettings(const QByteArray &toml, const QString &fileName);

/// The path of a key below another; both as they stand in ReadSettings::lines.
QString settingPath(const QString &parent, const QString &key);

} // namespace lakehouse::adapters
