#pragma once

#include <QString>

namespace lakehouse::base {

/// One word of a command that a person copies into bash, zsh or ksh: whatever the name holds, the shell reads back exactly it and runs nothing.
/// Plain words stay as they are, others stand in single quotes, and names with control or invisible characters as $'…', so that what is
/// seen is what runs. Never empty: an empty name is ''.
QString shellWord(const QString &word);

} // namespace lakehouse::base
