#include "adapters/postgres/row_reader.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lakehouse::adapters::postgres {

std::vector<QString> RowReader::names()
{
    std::vector<QString> names;
    const QJsonArray array = QJsonDocument::fromJson(text().toUtf8()).array();
    for (const QJsonValue &value : array)
        names.push_back(value.toString());
    return names;
}

std::vector<qint64> RowReader::numbers()
{
    const QString array = text();
    std::vector<qint64> numbers;
    for (const QStringView number : QStringView(array).mid(1).chopped(1).split(QLatin1Char(','), Qt::SkipEmptyParts))
        numbers.push_back(number.toLongLong()); // NULL, of an aggregate over no row, reads as zero
    return numbers;
}

char RowReader::code()
{
    const QString value = text();
    return value.isEmpty() ? '\0' : value.front().toLatin1();
}

base::Error unknownCode(const char *column, const QString &code, const QString &object)
{
    return base::Error{base::ErrorCode::Corrupt,
                       {QT_TRANSLATE_NOOP("core", "The catalog of the source says %1 = '%2' for %3, which this version does not know."), QString::fromLatin1(column), code, object},
                       QT_TRANSLATE_NOOP("core", "Check whether a newer version of ekos-lakehouse supports this server, and report the code."), object};
}

} // namespace lakehouse::adapters::postgres
