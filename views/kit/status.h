#pragma once

#include "kit/icons.h"

#include <QString>

namespace lakehouse::views {

/// The only words that say how something stands.
enum class Status { NotStarted, Ready, Running, NeedsYou, Approved, Done, DoneWithProblems, Failed, Stale, Blocked, Skipped, Unknown };
inline constexpr int statusCount = int(Status::Unknown) + 1;

/// In the reader's language.
QString statusWord(Status status);
IconName statusIcon(Status status);
/// The one that a parent of both shows: what failed or waits for a person before what is under way, before what is over.
Status worst(Status left, Status right);

} // namespace lakehouse::views
