#pragma once

#include <QString>

namespace lakehouse::base {

/// English words for a count: "%n table(s) are new" becomes "%n table is new" for one and "%n tables are new" for any other number. Knows "(s)" and
/// "(es)", and the words are, were, have and do behind them.
QString englishPlural(const QString &words, qint64 count);

} // namespace lakehouse::base
