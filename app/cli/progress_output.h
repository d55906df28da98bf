#pragma once

#include "base/run_context.h"
#include "cli/command_line.h"

namespace lakehouse::app {

/// Shows progress on standard error: one line that is rewritten on a terminal, a line a step elsewhere, JSON lines when asked for.
/// Called by one thread at a time.
class ProgressOutput {
public:
    explicit ProgressOutput(ProgressForm form);
    void show(const base::Progress &progress);
    /// Ends the line that is being rewritten, so that what follows begins on a new one. May be called from any thread.
    void end();

private:
    ProgressForm m_form;
    bool m_isTerminal;
    std::mutex m_mutex;
    bool m_isLineOpen = false;
};

} // namespace lakehouse::app
