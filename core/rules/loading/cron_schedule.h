#pragma once

#include <QDate>
#include <QString>

#include <bitset>
#include <optional>

namespace lakehouse::rules {

/// A minute as the clock on the wall shows it, in whatever time zone a schedule is meant.
struct WallMinute {
    QDate date = {};
    int minute = 0; ///< of the day
    friend bool operator==(const WallMinute &, const WallMinute &) = default;
};

/// A schedule as cron writes it: minute, hour, day of the month, month, day of the week, each "*", a number, a range, a step or a list of them; months
/// and days of the week by name too; or "@hourly", "@daily", "@weekly", "@monthly", "@yearly". Where both days are restricted, either of them counts.
class CronSchedule {
public:
    /// Nothing when it cannot be read.
    static std::optional<CronSchedule> parse(const QString &text);

    /// The first minute behind this one that it names; nothing when there is none within eight years, as for 30 February.
    std::optional<WallMinute> nextAfter(const WallMinute &minute) const;

private:
    CronSchedule() = default;
    bool isDay(const QDate &date) const;

    std::bitset<60> m_minutes;
    std::bitset<24> m_hours;
    std::bitset<32> m_days;
    std::bitset<13> m_months;
    std::bitset<7> m_weekdays; ///< 0: Sunday
    bool m_isEitherDay = false;
};

} // namespace lakehouse::rules
