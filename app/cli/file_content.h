#pragma once

#include "cli/command_line.h"

namespace lakehouse::app {

/// The command with the content of the files that it names in its request; "-" is standard input. Fails with InvalidInput for a file that cannot
/// be read, is not UTF-8 or larger than 256 MB.
base::Result<ParsedCommand> withFiles(ParsedCommand command);

} // namespace lakehouse::app
