#pragma once

#include "cli/command_line.h"

namespace lakehouse::app {

/// Runs `init` or `stack`; returns the exit code.
int runLocalCommand(const ParsedCommand &command);

} // namespace lakehouse::app
