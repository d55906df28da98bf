#pragma once

#include "base/clock.h"
#include "kit/status.h"
#include "shell/place.h"

namespace lakehouse::views {

/// Something that needs someone, or ended. Never the only copy of an error: the page or the run has it too.
struct Notification {
    QString group = {};      ///< id of the run or thing it is about: a newer one of the same group replaces the older
    Status status = Status::Done; ///< Done folds with the other done ones; all else stands alone
    QString title = {};
    QString text = {};
    QString actionText = {}; ///< verb of the button; empty: "Open"
    Place place = {};        ///< where the button leads
    QString runId = {};      ///< set: the button opens the run instead
    base::UtcTime atUtc = {}; ///< filled by the shell when left at zero
};

} // namespace lakehouse::views
