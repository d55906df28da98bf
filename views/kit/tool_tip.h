#pragma once

#include <QString>

namespace lakehouse::views {

/// Text for setToolTip(): shown as it is even when it looks like HTML, and broken into lines when it is long.
QString plainToolTip(const QString &text);

} // namespace lakehouse::views
