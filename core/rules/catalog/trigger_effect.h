#pragma once

#include "rules/catalog/column_state.h"
#include "rules/catalog/trigger_function.h"

namespace lakehouse::rules {

/// What one trigger event does to the column that is looked at.
struct ColumnQuestion {
    QString column = {};
    TimeColumn kind = TimeColumn::WithZone;
    QString event = {}; ///< "UPDATE" or "INSERT"
};

/// Which trigger it is, for people.
struct TriggerLabel {
    QString trigger = {};  ///< "last_updated"
    QString function = {}; ///< "public.last_updated()"
};

/// What is known of NEW.<column> after the function ran for one row, given what was known before. Follows every path; what it does not
/// understand ends as Unproved.
ColumnState stateAfter(const TriggerFunction &function, const TriggerLabel &label, const ColumnQuestion &question, const ColumnState &before);

} // namespace lakehouse::rules
