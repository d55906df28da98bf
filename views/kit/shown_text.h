#pragma once

#include <QString>

namespace lakehouse::views {

/// A line as it is drawn, sign by sign of the same count: control characters become visible, and so do those that would turn the direction
/// of reading, so that nobody approves text that reads otherwise than it runs. Tabs stay.
QString shownText(QStringView line);

} // namespace lakehouse::views
