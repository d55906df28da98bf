#pragma once

#include "api/operations/pipeline.h"
#include "kit/status.h"

namespace lakehouse::views {

/// How a run stands, in the words that everything stands in.
Status statusOf(model::RunState state);
Status statusOf(api::TableState state);
bool isActive(model::RunState state);
/// What was asked for: "Run the pipeline through Dagster".
QString runTitle(const model::Run &run);
/// The word of its status; of a run that a person ended, "Stopped".
QString runStateWord(const model::Run &run);
/// "anna@host (cli) · 5 minutes ago"
QString runOrigin(const model::Run &run, const base::UtcTime &now);
/// So far, of a run that goes on.
qint64 runDurationMs(const model::Run &run, const base::UtcTime &now);
/// A line of the log as text: what the screen shows, what a copy holds.
QString eventText(const model::RunEvent &event);

} // namespace lakehouse::views
