#include "component/types/texts.h"
#include "component/types/type_values.h"

namespace lakehouse::tests {

namespace {

/// PostgreSQL leaves zeros at the end of a fraction away, Trino prints six digits.
QString withoutZeros(const QString &value) { return QStringLiteral("regexp_replace(CAST(%1 AS varchar), '(\\.[0-9]*?)0+$', '$1')").arg(value); }
QString withoutPoint(const QString &value) { return QStringLiteral("regexp_replace(%1, '\\.$', '')").arg(value); }

const QStringList clockEdges = texts({"00:00:00", "00:00:00.000001", "12:00:00.1", "12:00:00.100001", "23:59:59", "23:59:59.999", "23:59:59.999499"});

/// Days that calendars and clocks have trouble with.
const QStringList dayEdges = texts({"0001-01-01", "0001-12-31", "0004-02-29", "0044-03-15", "1000-02-28", "1500-02-28", "1582-10-04", "1582-10-05", "1582-10-10", "1582-10-14", "1582-10-15", "1600-02-29",
                                    "1752-09-03", "1899-12-31", "1900-01-01", "1900-02-28", "1900-03-01", "1940-05-16", "1969-12-31", "1970-01-01", "1999-12-31", "2000-02-29", "2024-02-29", "2024-03-31",
                                    "2024-10-27", "2038-01-19", "2262-04-12", "9999-12-31"});

const char *const hardMoments[] = {"00:00:00", "02:30:00", "12:00:00.000001", "23:59:59.999999"};

QStringList momentEdges()
{
    QStringList edges = texts({"2024-02-29 23:59:59.9999995", "1969-12-31 23:59:59.9999994", "2024-01-01 01:02:03.1235", "2024-01-01 01:02:03.123499", "2016-12-31 23:59:60"});
    for (const QString &day : dayEdges)
        edges += day + QLatin1Char(' ') + textOf(hardMoments[edges.size() % 4]);
    return edges + texts({"0001-01-01 00:00:00", "9999-12-31 23:59:59.4"});
}

} // namespace

void addTimes(ColumnList &list)
{
    const Rendering printed{textOf("{c}::text"), textOf("CAST({c} AS varchar)")};
    const Rendering ofTime{textOf("{c}::text"), withoutPoint(withoutZeros(textOf("{c}")))};
    list.add("date", textOf("date"), printed, dayEdges, [](Drawing &drawing) { return drawing.day(); });
    list.add("time(p)", textOf("time"), ofTime, clockEdges, [](Drawing &drawing) { return drawing.timeOfDay(drawing.number(0, 6)); });
    list.add("time(p)", textOf("time(3)"), ofTime, clockEdges + texts({"01:02:03.1235", "01:02:03.123499"}), [](Drawing &drawing) { return drawing.timeOfDay(3); });
    list.add("time(p)", textOf("time(0)"), ofTime, texts({"00:00:00", "23:59:59", "23:59:59.4", "01:02:03.5"}), [](Drawing &drawing) { return drawing.timeOfDay(0); });
    list.add("time with time zone", textOf("timetz"), {},
             texts({"00:00:00+00", "24:00:00+00", "12:30:00+02", "12:30:00.5-05:30", "23:59:59.999999-15:59", "00:00:00+15:59:59", "12:00:00+00:00:01", "10:30:00+00", "12:30:00+02:00"}),
             [](Drawing &drawing) { return drawing.timeOfDay(drawing.number(0, 6)) + QStringLiteral("%1%2:%3").arg(drawing.isOneIn(2) ? textOf("+") : textOf("-")).arg(drawing.number(0, 15)).arg(drawing.number(10, 59)); });
    const auto moment = [](qint64 digits) {
        return [digits](Drawing &drawing) { return drawing.day() + QLatin1Char(' ') + drawing.timeOfDay(drawing.number(0, digits)); };
    };
    list.add("timestamp(p)", textOf("timestamp"), ofTime, momentEdges(), moment(6));
    list.add("timestamp(p)", textOf("timestamp(3)"), ofTime, texts({"2024-01-01 01:02:03.1235", "2024-01-01 01:02:03.123", "2024-02-29 23:59:59.9995", "0001-01-01 00:00:00"}), moment(6));
    list.add("timestamp(p)", textOf("timestamp(0)"), ofTime, texts({"2024-12-31 23:59:59.5", "2024-01-01 01:02:03.4999", "9999-12-31 23:59:59"}), moment(0));

    // Compared in UTC. Both hours of a change of clocks, an hour that no clock showed, offsets of seconds before there were time zones.
    const Rendering ofMoment{textOf("({c} AT TIME ZONE 'UTC')::text"), withoutPoint(withoutZeros(textOf("CAST({c} AT TIME ZONE 'UTC' AS timestamp(6))")))};
    const auto zoned = [moment](qint64 digits) {
        return [moment, digits](Drawing &drawing) {
            const QString day = moment(digits)(drawing);
            const bool isAtTheEnd = day.startsWith(textOf("0001-01")) || day.startsWith(textOf("9999-12"));
            return day + (isAtTheEnd ? textOf("+00") : drawing.oneOf(texts({"+00", "+02", "-08", "+14", "-12", "+05:45", " Europe/Berlin", " America/New_York", " Australia/Lord_Howe"})));
        };
    };
    QStringList edges;
    for (const QString &edge : momentEdges())
        edges += edge + textOf("+00");
    edges += texts({"2024-10-27 02:30:00+02", "2024-10-27 02:30:00+01", "2024-10-27 02:30:00 Europe/Berlin", "2024-03-31 02:30:00 Europe/Berlin", "1880-01-01 00:00:00 Europe/Amsterdam",
                    "2024-01-01 00:00:00+15:59:59", "2024-01-01 00:00:00-15:59:59", "2011-12-30 12:00:00 Pacific/Apia"});
    list.add("timestamp(p) with time zone", textOf("timestamptz"), ofMoment, edges, zoned(6));
    list.add("timestamp(p) with time zone", textOf("timestamptz(3)"), ofMoment, texts({"2024-01-01 01:02:03.1235+00", "2024-01-01 01:02:03.1234999+00", "2024-02-29 23:59:59.9995-05"}), zoned(6));

    // What PostgreSQL sends in binary: microseconds, days, months.
    const Rendering ofInterval{textOf("('x' || encode(substr(interval_send({c}), 13, 4), 'hex'))::bit(32)::int || ':' || ('x' || encode(substr(interval_send({c}), 9, 4), 'hex'))::bit(32)::int || ':' || "
                                      "('x' || encode(substr(interval_send({c}), 1, 8), 'hex'))::bit(64)::bigint"), textOf("{c}")};
    list.add("interval", textOf("interval"), ofInterval,
             texts({"0", "1 mon", "30 days", "720 hours", "-1 mon +2 days -03:04:05.000001", "1 year -1 day", "-1 year +13 mons", "00:00:00.000001", "-00:00:00.000001", "24:00:00", "1 day", "178956970 years 7 mons",
                    "-178956970 years -8 mons", "2147483647 days", "-2147483648 days", "2562047788:00:54.775807", "-2562047788:00:54.775807", "1 mon -1 day +00:00:01"}),
             [](Drawing &drawing) {
                 return QStringLiteral("%1 mons %2 days %3 hours %4.%5 secs").arg(drawing.number(-500, 500)).arg(drawing.number(-500, 500)).arg(drawing.number(-5000, 5000)).arg(drawing.number(-4000, 4000)).arg(drawing.digits(6));
             });
}

} // namespace lakehouse::tests
