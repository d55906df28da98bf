#pragma once

#include <QString>

namespace lakehouse::views {

/// Where a person is: enough to come back, or to send a colleague there. Going to a place reads; it never acts.
struct Place {
    QString page = {};   ///< id of the page: "extraction"
    QString object = {}; ///< what is selected there: "public.film"; empty: nothing
    QString tab = {};    ///< of the detail: "diff"; empty: the page's first
    QString filter = {}; ///< text of the filter bar
    friend bool operator==(const Place &, const Place &) = default;
};

} // namespace lakehouse::views
