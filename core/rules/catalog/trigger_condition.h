#pragma once

#include <QString>

namespace lakehouse::rules {

enum class Truth { True, False, Unknown };

/// What a condition of a BEFORE row trigger gives for one kind of event, as far as it follows from TG_OP, TG_WHEN, TG_LEVEL and
/// constants. `event` is "UPDATE" or "INSERT".
Truth conditionTruth(const QString &condition, const QString &event);

} // namespace lakehouse::rules
