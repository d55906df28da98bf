#include "rules/loading/cron_schedule.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>

namespace lakehouse::rules {

namespace {

constexpr int minutesPerHour = 60;
constexpr int minutesPerDay = 24 * minutesPerHour;
constexpr int daysLookedAt = 8 * 366; // 29 February comes back after eight years at the latest
constexpr qint64 perSecond = 1'000'000;
constexpr qint64 secondsPerMinute = 60;
constexpr qint64 secondsPerDay = minutesPerDay * secondsPerMinute;

const QDate epoch(1970, 1, 1);

struct Field {
    int least;
    int most;
    QStringList names; ///< of `least` and those that follow
};

const std::array<Field, 5> &fields()
{
    static const std::array<Field, 5> all{Field{0, 59, {}}, Field{0, 23, {}}, Field{1, 31, {}},
        Field{1, 12, {QStringLiteral("jan"), QStringLiteral("feb"), QStringLiteral("mar"), QStringLiteral("apr"), QStringLiteral("may"), QStringLiteral("jun"),
                      QStringLiteral("jul"), QStringLiteral("aug"), QStringLiteral("sep"), QStringLiteral("oct"), QStringLiteral("nov"), QStringLiteral("dec")}},
        Field{0, 7, {QStringLiteral("sun"), QStringLiteral("mon"), QStringLiteral("tue"), QStringLiteral("wed"), QStringLiteral("thu"), QStringLiteral("fri"), QStringLiteral("sat")}}};
    return all;
}

QString withoutShortcut(const QString &text)
{
    static constexpr std::pair<const char *, const char *> shortcuts[] = {{"@hourly", "0 * * * *"}, {"@daily", "0 0 * * *"}, {"@midnight", "0 0 * * *"}, {"@weekly", "0 0 * * 0"},
                                                                          {"@monthly", "0 0 1 * *"}, {"@yearly", "0 0 1 1 *"}, {"@annually", "0 0 1 1 *"}};
    for (const auto &[shortcut, meaning] : shortcuts)
        if (text.compare(QLatin1String(shortcut), Qt::CaseInsensitive) == 0)
            return QString::fromLatin1(meaning);
    return text;
}

std::optional<int> valueOf(const QString &text, const Field &field)
{
    if (const auto name = field.names.indexOf(text.toLower()); name >= 0)
        return field.least + int(name);
    bool isNumber = false;
    const int value = text.toInt(&isNumber);
    return isNumber && value >= field.least && value <= field.most ? std::optional(value) : std::nullopt;
}

/// Sets the values that one part of a list names: "5", "1-5", "*/15", "10-30/5", "5/10". False when it cannot be read.
template<std::size_t Size>
bool setPart(const QString &part, const Field &field, std::bitset<Size> &values)
{
    const QStringList steps = part.split(QLatin1Char('/'));
    bool isStep = true;
    const int step = steps.size() > 1 ? steps[1].toInt(&isStep) : 1;
    if (steps.size() > 2 || !isStep || step < 1)
        return false;
    const QStringList ends = steps[0].split(QLatin1Char('-'));
    const bool isAll = steps[0] == QLatin1String("*");
    const std::optional<int> first = isAll ? std::optional(field.least) : valueOf(ends[0], field);
    const std::optional<int> last = isAll || (ends.size() == 1 && steps.size() > 1) ? std::optional(field.most) : valueOf(ends.back(), field);
    if (ends.size() > 2 || !first || !last || *first > *last)
        return false;
    for (int value = *first; value <= *last; value += step)
        values.set(std::size_t(value) % Size); // the seventh day of the week is the one at its beginning
    return true;
}

template<std::size_t Size>
bool setField(const QString &text, const Field &field, std::bitset<Size> &values)
{
    const QStringList parts = text.split(QLatin1Char(','));
    return std::ranges::all_of(parts, [&](const QString &part) { return setPart(part, field, values); });
}

} // namespace

std::optional<CronSchedule> CronSchedule::parse(const QString &text)
{
    static const QRegularExpression blank(QStringLiteral("\\s+"));
    const QStringList parts = withoutShortcut(text.trimmed()).split(blank, Qt::SkipEmptyParts);
    if (parts.size() != qsizetype(fields().size()))
        return std::nullopt;
    CronSchedule schedule;
    const bool isRead = setField(parts[0], fields()[0], schedule.m_minutes) && setField(parts[1], fields()[1], schedule.m_hours) && setField(parts[2], fields()[2], schedule.m_days)
        && setField(parts[3], fields()[3], schedule.m_months) && setField(parts[4], fields()[4], schedule.m_weekdays);
    // A step over all days restricts them too; a field that names them all does not beside such a step.
    const auto isEvery = [](const QString &own, bool isFull, const QString &other) { return own == QLatin1String("*") || (isFull && other.contains(QLatin1Char('*'))); };
    constexpr std::size_t daysOfMonth = 31;
    schedule.m_isEitherDay = !isEvery(parts[2], schedule.m_days.count() == daysOfMonth, parts[4]) && !isEvery(parts[4], schedule.m_weekdays.all(), parts[2]);
    return isRead ? std::optional(schedule) : std::nullopt;
}

bool CronSchedule::isDay(const QDate &date) const
{
    const bool isOfMonth = m_days.test(std::size_t(date.day()));
    const bool isOfWeek = m_weekdays.test(std::size_t(date.dayOfWeek() % 7));
    return m_months.test(std::size_t(date.month())) && (m_isEitherDay ? isOfMonth || isOfWeek : isOfMonth && isOfWeek);
}

std::optional<WallMinute> CronSchedule::nextAfter(const WallMinute &minute) const
{
    int from = minute.minute + 1;
    for (int day = 0; day < daysLookedAt; ++day, from = 0) {
        const QDate date = minute.date.addDays(day);
        for (int each = isDay(date) ? from : minutesPerDay; each < minutesPerDay; ++each)
            if (m_hours.test(std::size_t(each / minutesPerHour)) && m_minutes.test(std::size_t(each % minutesPerHour)))
                return WallMinute{date, each};
    }
    return std::nullopt;
}

/// When the clock shows that minute, in seconds since 1970, as far as it counts.
std::vector<qint64> CronSchedule::dueAt(const WallMinute &minute, const OffsetAt &offsetAt) const
{
    const auto offset = [&](qint64 seconds) { return qint64(offsetAt({seconds * perSecond})); };
    const qint64 shown = epoch.daysTo(minute.date) * secondsPerDay + minute.minute * secondsPerMinute;
    const qint64 before = offset(shown - secondsPerDay), behind = offset(shown + secondsPerDay);
    const qint64 early = shown - std::max(before, behind), late = shown - std::min(before, behind);
    const bool isEarly = early + offset(early) == shown, isLate = late + offset(late) == shown;
    if (isEarly && isLate)
        return early == late || !m_hours.all() ? std::vector{late} : std::vector{early, late};
    if (isEarly || isLate)
        return {isEarly ? early : late};
    if (m_hours.all())
        return {};
    if (const int hour = minute.minute / minutesPerHour; hour < 1 || hour > 3)
        return {late}; // Dagster looks for skipped hours in the small ones only, and counts others by how the clocks went before
    qint64 goesOn = early; // still before they are put forward
    while (goesOn < late && offset(goesOn) != behind)
        goesOn += secondsPerMinute;
    return {goesOn};
}

std::optional<base::UtcTime> CronSchedule::nextDue(base::UtcTime after, const OffsetAt &offsetAt) const
{
    // A minute that the clock shows twice may have been passed once: the search begins as far before as clocks are put back.
    const qint64 start = after.microseconds / perSecond + offsetAt(after) - minutesPerHour * secondsPerMinute;
    const qint64 day = start / secondsPerDay;
    std::optional<qint64> due;
    std::optional<WallMinute> minute = WallMinute{epoch.addDays(day), int((start - day * secondsPerDay) / secondsPerMinute)};
    while ((minute = nextAfter(*minute))) {
        const std::vector<qint64> moments = dueAt(*minute, offsetAt);
        if (due && (moments.empty() || moments.front() >= *due))
            break;
        for (const qint64 moment : moments)
            if (moment * perSecond > after.microseconds && (!due || moment < *due))
                due = moment;
        if (due && !m_hours.all())
            break;
    }
    return due ? std::optional(base::UtcTime{*due * perSecond}) : std::nullopt;
}

} // namespace lakehouse::rules
