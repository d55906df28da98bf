#include "rules/loading/cron_schedule.h"

#include <QTest>
#include <QTime>
#include <QTimeZone>

using namespace lakehouse;
using namespace lakehouse::rules;

namespace {

WallMinute minuteOf(const QString &text)
{
    const QStringList parts = text.split(QLatin1Char(' '));
    return {QDate::fromString(parts[0], Qt::ISODate), QTime::fromString(parts[1], QStringLiteral("HH:mm")).msecsSinceStartOfDay() / 60'000};
}

QString words(const std::optional<WallMinute> &minute)
{
    return minute ? minute->date.toString(Qt::ISODate) + QLatin1Char(' ') + QTime::fromMSecsSinceStartOfDay(minute->minute * 60'000).toString(QStringLiteral("HH:mm")) : QString();
}

base::UtcTime momentOf(const QString &text) { return {QDateTime::fromString(text, Qt::ISODate).toMSecsSinceEpoch() * 1000}; }

} // namespace

/// What is expected is what Dagster 1.13.27 gives (cron_string_iterator of dagster._utils.schedules). The calendar of 2024: 1 May is a Wednesday, 29 February exists.
class CronScheduleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nextAfter_data()
    {
        QTest::addColumn<QString>("cron");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("next");
        const auto row = [](const char *cron, const char *after, const char *next) {
            QTest::addRow("%s after %s", cron, after) << QString::fromLatin1(cron) << QString::fromLatin1(after) << QString::fromLatin1(next);
        };
        row("0 * * * *", "2024-05-01 09:30", "2024-05-01 10:00");
        row("0 * * * *", "2024-05-01 10:00", "2024-05-01 11:00"); // behind, never the same
        row("0 6 * * *", "2024-05-01 06:00", "2024-05-02 06:00");
        row("*/15 * * * *", "2024-05-01 23:45", "2024-05-02 00:00");
        row("5/20 * * * *", "2024-05-01 09:26", "2024-05-01 09:45");
        row("0,30 8-17 * * *", "2024-05-01 17:30", "2024-05-02 08:00");
        row("10-30/10 0 * * *", "2024-05-01 00:20", "2024-05-01 00:30");
        row("0 2 * * mon-fri", "2024-05-03 02:00", "2024-05-06 02:00"); // from Friday to Monday
        row("0 2 * * 0", "2024-05-01 00:00", "2024-05-05 02:00");
        row("0 2 * * 7", "2024-05-01 00:00", "2024-05-05 02:00"); // Sunday by its other number
        row("0 0 13 * 5", "2024-05-01 00:00", "2024-05-03 00:00"); // the 13th, or a Friday
        row("0 0 13 * *", "2024-05-01 00:00", "2024-05-13 00:00");
        row("0 0 1 JAN *", "2024-05-01 00:00", "2025-01-01 00:00");
        row("0 0 29 2 *", "2024-03-01 00:00", "2028-02-29 00:00");
        row("0 0 31 * *", "2024-05-31 00:00", "2024-07-31 00:00");
        row("0 0 30 2 *", "2024-05-01 00:00", "");
        row("0 0 29 2 *", "2096-03-01 00:00", "2104-02-29 00:00"); // 2100 is no leap year
        row("0 0 */2 * 1", "2024-05-01 00:00", "2024-05-03 00:00"); // each second day, or a Monday
        row("0 0 */2 * 1", "2024-05-05 00:00", "2024-05-06 00:00");
        row("0 0 13 * */2", "2024-05-01 00:00", "2024-05-02 00:00"); // the 13th, or Sunday, Tuesday, Thursday, Saturday
        row("0 0 1-31 * 1", "2024-05-01 00:00", "2024-05-02 00:00"); // any day, or a Monday
        row("0 0 1-31 * */2", "2024-05-02 00:00", "2024-05-04 00:00"); // every day beside a step says nothing: Thursday, then Saturday
        row("0 0 */2 * 0-6", "2024-05-01 00:01", "2024-05-03 00:00");
        row("0 0 */1 * */2", "2024-05-02 00:00", "2024-05-04 00:00");
        row("@hourly", "2024-05-01 09:30", "2024-05-01 10:00");
        row("@daily", "2024-05-01 09:30", "2024-05-02 00:00");
        row("@midnight", "2024-05-01 09:30", "2024-05-02 00:00");
        row("@weekly", "2024-05-01 09:30", "2024-05-05 00:00");
        row("@monthly", "2024-05-01 09:30", "2024-06-01 00:00");
        row("@yearly", "2024-05-01 09:30", "2025-01-01 00:00");
        row("@Annually", "2024-05-01 09:30", "2025-01-01 00:00");
        row("  0   6 * * * ", "2024-05-01 06:00", "2024-05-02 06:00");
    }
    void nextAfter()
    {
        QFETCH(QString, cron);
        QFETCH(QString, after);
        const std::optional<CronSchedule> schedule = CronSchedule::parse(cron);
        QVERIFY(schedule);
        QTEST(words(schedule->nextAfter(minuteOf(after))), "next");
    }

    /// In Vienna the clock goes from 02:00 to 03:00 at 2024-03-31T01:00Z, and from 03:00 back to 02:00 at 2024-10-27T01:00Z.
    void nextDue_data()
    {
        QTest::addColumn<QString>("cron");
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("due");
        const auto row = [](const char *cron, const char *after, const char *due, const char *zone = "Europe/Vienna") {
            QTest::addRow("%s in %s after %s", cron, zone, after) << QString::fromLatin1(cron) << QString::fromLatin1(zone) << QString::fromLatin1(after) << QString::fromLatin1(due);
        };
        row("0 6 * * *", "2024-05-01T03:59:59Z", "2024-05-01T04:00Z");
        row("0 6 * * *", "2024-05-01T04:00:00Z", "2024-05-02T04:00Z");
        row("0 6 * * *", "2024-05-01T00:00:00Z", "2024-05-01T00:30Z", "Asia/Kolkata");
        row("0 9 * * *", "2024-03-09T20:00:00Z", "2024-03-10T13:00Z", "America/New_York");
        row("30 2 31 3 *", "2024-03-01T00:00:00Z", "2024-03-31T01:00Z"); // skipped: when the clock goes on
        row("30 2 * * *", "2024-03-30T02:00:00Z", "2024-03-31T01:00Z");
        row("0,15,30 2 * * *", "2024-03-31T00:59:00Z", "2024-03-31T01:00Z");
        row("0,15,30 2 * * *", "2024-03-31T01:00:00Z", "2024-04-01T00:00Z"); // once
        row("30 2 27 10 *", "2024-10-01T00:00:00Z", "2024-10-27T01:30Z"); // shown twice: the later
        row("30 2 * * *", "2024-10-27T00:40:00Z", "2024-10-27T01:30Z");
        row("30 2 * * *", "2024-10-27T01:30:00Z", "2024-10-28T01:30Z");
        row("15,45 2,3 * * *", "2024-10-27T00:20:00Z", "2024-10-27T01:15Z");
        row("0 * * * *", "2024-03-31T00:00:00Z", "2024-03-31T01:00Z"); // of every hour
        row("30 * 31 3 *", "2024-03-31T00:30:00Z", "2024-03-31T01:30Z");
        row("30 * * * *", "2024-10-27T00:10:00Z", "2024-10-27T00:30Z");
        row("30 * 27 10 *", "2024-10-27T00:40:00Z", "2024-10-27T01:30Z");
        row("*/20 * * * *", "2024-10-27T00:40:00Z", "2024-10-27T01:00Z");
        row("30 0-23 * * *", "2024-10-27T00:10:00Z", "2024-10-27T00:30Z");
        row("30 0 * * *", "2024-04-25T12:00:00Z", "2024-04-25T22:30Z", "Africa/Cairo"); // skipped at midnight
        row("45 1 7 4 *", "2024-04-01T00:00:00Z", "2024-04-06T15:15Z", "Australia/Lord_Howe"); // half an hour is shown twice
        row("0 0 29 2 *", "2096-03-01T00:00:00Z", "2104-02-28T23:00Z");
        row("0 0 30 2 *", "2024-03-01T00:00:00Z", "");
    }
    void nextDue()
    {
        QFETCH(QString, cron);
        QFETCH(QString, zone);
        QFETCH(QString, after);
        QFETCH(QString, due);
        const QTimeZone timeZone(zone.toLatin1());
        QVERIFY(timeZone.isValid());
        const auto offsetAt = [&](base::UtcTime at) { return timeZone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(at.microseconds / 1000, Qt::UTC)); };
        const std::optional<base::UtcTime> found = CronSchedule::parse(cron)->nextDue(momentOf(after), offsetAt);
        QCOMPARE(found, due.isEmpty() ? std::nullopt : std::optional(momentOf(due)));
    }

    void whatCannotBeRead_data()
    {
        QTest::addColumn<QString>("cron");
        for (const char *cron : {"", "daily", "0 6 * *", "0 6 * * * *", "60 * * * *", "0 24 * * *", "0 0 0 * *", "0 0 * 13 *", "0 0 * * 8", "30-10 * * * *", "*/0 * * * *", "1-2-3 * * * *", "a * * * *", "@reboot"})
            QTest::addRow("\"%s\"", cron) << QString::fromLatin1(cron);
    }
    void whatCannotBeRead()
    {
        QFETCH(QString, cron);
        QVERIFY(!CronSchedule::parse(cron));
    }
};

QTEST_GUILESS_MAIN(CronScheduleTest)
#include "cron_schedule_test.moc"
