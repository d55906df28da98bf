#pragma once

#include "base/text.h"

#include <QString>

namespace lakehouse::views {

/// A message of the core in the reader's language, with numbers and times written as the reader writes them.
QString localized(const base::Text &text);
/// Local time, short: "1 May 2024 14:34" as the reader's locale writes it.
QString localized(const base::UtcTime &time);
/// "just now", "5 minutes ago", "yesterday 14:34", and the date beyond a week. A time after now is written in full.
QString relativeTime(const base::UtcTime &time, const base::UtcTime &now);
/// "16,044"
QString countText(qint64 count);
/// "1.5 MiB"
QString byteText(qint64 bytes);
/// "340 ms", "4.2 s", "3 min 12 s", "2 h 5 min"
QString durationText(qint64 milliseconds);

} // namespace lakehouse::views
