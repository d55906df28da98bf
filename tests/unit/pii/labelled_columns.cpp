#include "labelled_columns.h"

#include "describe/label_of.h"

#include "support/source_folder.h"

#include <QFile>
#include <QRegularExpression>

namespace lakehouse::testsupport {

using model::PersonalData;

namespace {

std::optional<PersonalData> classOf(const QString &label)
{
    for (std::size_t place = 0; place < rules::personalDataClasses; ++place)
        if (describe::labelOf(PersonalData(place)) == label)
            return PersonalData(place);
    return std::nullopt;
}

QString catalogName(const QString &word)
{
    if (word == QLatin1String("char"))
        return QStringLiteral("bpchar");
    return word == QLatin1String("smallint") ? QStringLiteral("int2") : word;
}

} // namespace

QDate dayOfLists()
{
    return {2026, 1, 1};
}

model::SourceType typeOf(const QString &declared)
{
    static const QRegularExpression pattern(QStringLiteral("^([a-z0-9]+)(?:\\((\\d+)(?:,(\\d+))?\\))?(\\[\\])?$"));
    const QRegularExpressionMatch match = pattern.match(declared);
    model::SourceType type{.declared = declared, .schema = QStringLiteral("pg_catalog"), .name = catalogName(match.captured(1))};
    if (type.name == QLatin1String("numeric") && match.hasCaptured(2)) {
        type.precision = match.captured(2).toLongLong();
        type.scale = match.captured(3).toLongLong();
    } else if (match.hasCaptured(2)) {
        type.length = match.captured(2).toLongLong();
    }
    type.arrayDimensions = match.hasCaptured(4) ? 1 : 0;
    return type;
}

std::vector<LabelledColumn> labelledColumns(const QString &name)
{
    std::vector<LabelledColumn> columns;
    QFile file(lakehouse::testing::sourcePath("tests/fixtures/pii/%1.tsv").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return columns;
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const QString &line : lines.mid(1)) {
        const QStringList cells = line.split(QLatin1Char('\t'));
        LabelledColumn column{.language = cells[0], .tableName = cells[1], .personalData = classOf(cells[5])};
        column.column.name = cells[2];
        column.column.type = typeOf(cells[3]);
        if (!cells[4].isEmpty())
            column.column.comment = cells[4];
        column.values = cells[6].split(QStringLiteral(" | "), Qt::SkipEmptyParts);
        columns.push_back(column);
    }
    return columns;
}

rules::ValueCounts countsOf(const QStringList &values)
{
    rules::PatternCounter counter(dayOfLists());
    for (const QString &value : values)
        counter.add(value);
    return counter.counts();
}

} // namespace lakehouse::testsupport
