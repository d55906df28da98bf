#include "kit/localized.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace lakehouse::views {

namespace {
struct Localized {
    Q_DECLARE_TR_FUNCTIONS(lakehouse::views::Localized)
};

constexpr qint64 second = 1'000;
constexpr qint64 minute = 60 * second;
constexpr qint64 hour = 60 * minute;
constexpr qint64 day = 24 * hour;

/// Qt writes the number of a plural without groups of digits.
QString withGroupedDigits(QString words, qint64 count)
{
    const QString grouped = countText(count);
    const QString plain = QString::number(count);
    if (grouped == plain)
        return words;
    return words.replace(QRegularExpression(QStringLiteral("(?<!\\d)%1(?!\\d)").arg(plain)), grouped);
}

QString translated(const base::Text &text)
{
    const auto isPlural = [](const base::TextArgument &argument) { return std::holds_alternative<base::Plural>(argument); };
    const auto plural = std::find_if(text.arguments.begin(), text.arguments.end(), isPlural);
    const QByteArray source = text.source.toUtf8();
    if (plural == text.arguments.end())
        return QCoreApplication::translate("core", source.constData());
    const qint64 count = std::get<base::Plural>(*plural).count;
    const int form = int(std::clamp<qint64>(count, 0, std::numeric_limits<int>::max()));
    return withGroupedDigits(QCoreApplication::translate("core", source.constData(), nullptr, form), form);
}

QString inWords(const base::TextArgument &argument)
{
    if (const auto *name = std::get_if<QString>(&argument))
        return *name;
    if (const auto *number = std::get_if<qint64>(&argument))
        return countText(*number);
    if (const auto *plural = std::get_if<base::Plural>(&argument))
        return countText(plural->count);
    if (const auto *time = std::get_if<base::UtcTime>(&argument))
        return localized(*time);
    return localized(std::get<base::Text>(argument));
}

QDateTime localTime(const base::UtcTime &time)
{
    return QDateTime::fromMSecsSinceEpoch(time.microseconds / 1'000);
}

/// The short form of a locale may have two digits for the year and seconds for the time: one says too little here, the other too much.
QString dateText(const QDateTime &time)
{
    QString format = QLocale().dateFormat(QLocale::ShortFormat);
    if (!format.contains(QStringLiteral("yyyy")))
        format.replace(QStringLiteral("yy"), QStringLiteral("yyyy"));
    return QLocale().toString(time.date(), format);
}

QString clockText(const QDateTime &time)
{
    return QLocale().toString(time.time(), QLocale().timeFormat(QLocale::ShortFormat).remove(QStringLiteral(":ss")));
}
} // namespace

QString localized(const base::Text &text)
{
    const QString source = translated(text);
    QString words;
    for (qsizetype i = 0; i < source.size(); ++i) {
        const int digit = source[i] == QLatin1Char('%') && i + 1 < source.size() ? source[i + 1].digitValue() : -1;
        if (digit < 1 || size_t(digit) > text.arguments.size()) {
            words += source[i];
            continue;
        }
        words += inWords(text.arguments[size_t(digit - 1)]);
        ++i;
    }
    return words;
}

QString localized(const base::UtcTime &time)
{
    const QDateTime local = localTime(time);
    return Localized::tr("%1 %2", "a date and a time").arg(dateText(local), clockText(local));
}

QString relativeTime(const base::UtcTime &time, const base::UtcTime &now)
{
    const qint64 age = (now.microseconds - time.microseconds) / 1'000;
    const QDateTime then = localTime(time);
    const qint64 days = then.date().daysTo(localTime(now).date());
    if (age < 0)
        return localized(time);
    if (age < minute)
        return Localized::tr("just now");
    if (age < hour)
        return Localized::tr("%n minute(s) ago", nullptr, int(age / minute));
    if (days == 0)
        return Localized::tr("%n hour(s) ago", nullptr, int(age / hour));
    if (days == 1)
        return Localized::tr("yesterday %1").arg(clockText(then));
    return days < 7 ? Localized::tr("%n day(s) ago", nullptr, int(days)) : dateText(then);
}

QString countText(qint64 count)
{
    return QLocale().toString(count);
}

QString byteText(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1);
}

QString durationText(qint64 milliseconds)
{
    if (milliseconds < second)
        return Localized::tr("%1 ms").arg(countText(milliseconds));
    if (milliseconds < minute)
        return Localized::tr("%1 s").arg(QLocale().toString(double(milliseconds / 100) / 10, 'f', 1));
    if (milliseconds < hour)
        return Localized::tr("%1 min %2 s").arg(countText(milliseconds / minute), countText(milliseconds % minute / second));
    if (milliseconds < day)
        return Localized::tr("%1 h %2 min").arg(countText(milliseconds / hour), countText(milliseconds % hour / minute));
    return Localized::tr("%1 d %2 h").arg(countText(milliseconds / day), countText(milliseconds % day / hour));
}

} // namespace lakehouse::views
