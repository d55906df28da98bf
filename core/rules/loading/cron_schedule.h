#pragma once

#include "base/clock.h"

#include <QDate>
#include <QString>

#include <bitset>
#include <functional>
#include <optional>
#include <vector>

namespace lakehouse::rules {

/// A minute as the clock on the wall shows it, in whatever time zone a schedule is meant.
struct WallMinute {
    QDate date = {};
    int minute = 0; ///< of the day
    friend bool operator==(const WallMinute &, const WallMinute &) = default;
};

/// How far a time zone is ahead of UTC at a moment, in seconds. No zone puts its clocks by more than an hour at once.
using OffsetAt = std::function<int(base::UtcTime)>;

/// A schedule as cron writes it: minute, hour, day of the month, month, day of the week, each "*", a number, a range, a step or a list of them; months
/// and days of the week by name too; or "@hourly", "@daily", "@weekly", "@monthly", "@yearly". Where both days are restricted, either of them counts. What it names and when it is
/// due is as Dagster has it, which runs it.
class CronSchedule {
public:
    /// Nothing when it cannot be read.
    static std::optional<CronSchedule> parse(const QString &text);

    /// The first minute behind this one that it names; nothing when there is none within eight years, as for 30 February.
    std::optional<WallMinute> nextAfter(const WallMinute &minute) const;

    /// The first moment behind this one at which it is due. Where clocks are put forward, what they skip is due when they go on; where they are put back, the
    /// later of two equal minutes counts. A schedule of every hour follows the clock instead: it leaves out what is skipped, and is due twice.
    std::optional<base::UtcTime> nextDue(base::UtcTime after, const OffsetAt &offsetAt) const;

private:
    CronSchedule() = default;
    bool isDay(const QDate &date) const;
    std::vector<qint64> dueAt(const WallMinute &minute, const OffsetAt &offsetAt) const;

    std::bitset<60> m_minutes;
    std::bitset<24> m_hours;
    std::bitset<32> m_days;
    std::bitset<13> m_months;
    std::bitset<7> m_weekdays; ///< 0: Sunday
    bool m_isEitherDay = false;
};

} // namespace lakehouse::rules
