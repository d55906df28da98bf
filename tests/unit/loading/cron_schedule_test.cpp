#include "rules/loading/cron_schedule.h"

#include <QTest>
#include <QTime>

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

} // namespace

/// The calendar of 2024: 1 May is a Wednesday, 29 February exists.
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
        row("@daily", "2024-05-01 09:30", "2024-05-02 00:00");
        row("@weekly", "2024-05-01 09:30", "2024-05-05 00:00");
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
