#include "rules/planning/table_places.h"

#include "base/sha256.h"

#include <QSet>
#include <QUrl>

#include <algorithm>
#include <map>

namespace lakehouse::rules {

using model::TableName;

namespace {

constexpr qsizetype longestName = 63;
constexpr qsizetype hashDigits = 8;

QString shortHash(const QString &text)
{
    return QString::fromLatin1(base::sha256({text.toUtf8()}).toHex().left(hashDigits));
}

bool isPlain(QChar character)
{
    return (character >= QLatin1Char('a') && character <= QLatin1Char('z')) || (character >= QLatin1Char('0') && character <= QLatin1Char('9'))
           || character == QLatin1Char('_');
}

QString bronzeWord(const QString &name)
{
    const QString lower = name.toLower();
    QString kept = lower;
    kept.remove(QLatin1Char('$'));
    QString word = kept;
    for (QChar &character : word)
        if (!isPlain(character))
            character = QLatin1Char('_');
    while (word.startsWith(QLatin1Char('_')))
        word.remove(0, 1);
    if (word == kept && !word.isEmpty() && word.size() <= longestName)
        return word;
    word.truncate(longestName - hashDigits - 1);
    return (word.isEmpty() ? QStringLiteral("t") : word) + QLatin1Char('_') + shortHash(lower);
}

/// One folder name for any file system: dots at an end and names of devices are encoded as well.
QString slugWord(const QString &name)
{
    static const QSet<QString> devices{QStringLiteral("con"), QStringLiteral("prn"), QStringLiteral("aux"), QStringLiteral("nul"), QStringLiteral("com1"), QStringLiteral("com2"),
                                       QStringLiteral("com3"), QStringLiteral("com4"), QStringLiteral("lpt1"), QStringLiteral("lpt2"), QStringLiteral("lpt3")};
    QString slug = QString::fromLatin1(QUrl::toPercentEncoding(name));
    const auto encodeAt = [&](qsizetype at) { slug.replace(at, 1, QStringLiteral("%%1").arg(int(slug[at].toLatin1()), 2, 16, QLatin1Char('0')).toUpper()); };
    if (slug.endsWith(QLatin1Char('.')))
        encodeAt(slug.size() - 1);
    if (slug.startsWith(QLatin1Char('.')) || devices.contains(slug.section(QLatin1Char('.'), 0, 0).toLower()))
        encodeAt(0);
    return slug;
}

/// Each name's folder; names that differ only by case get their hash behind it.
std::map<QString, QString> slugs(const QSet<QString> &names)
{
    std::map<QString, int> lowered;
    for (const QString &name : names)
        ++lowered[slugWord(name).toLower()];
    std::map<QString, QString> result;
    for (const QString &name : names) {
        const QString slug = slugWord(name);
        result[name] = lowered[slug.toLower()] == 1 ? slug : slug + QLatin1Char('~') + shortHash(name);
    }
    return result;
}

model::Refusal sameBronzeName(const model::TablePlaces &places, const std::vector<TableName> &others)
{
    QStringList names;
    for (const TableName &other : others)
        names.append(other.toString());
    return {{}, {QT_TRANSLATE_NOOP("core", "Its bronze table %1.%2 would also be that of %3: names differ only by case or by $."), places.bronzeSchema, places.bronzeTable, names.join(QStringLiteral(", "))},
            QT_TRANSLATE_NOOP("core", "Rename one of them at the source, or leave its schema out with source-schemas.")};
}

std::vector<model::PlanWarning> nameWarnings(const model::TablePlaces &places)
{
    static const QSet<QString> metadataTables{QStringLiteral("files"), QStringLiteral("history"), QStringLiteral("entries"), QStringLiteral("snapshots"),
                                              QStringLiteral("manifests"), QStringLiteral("partitions"), QStringLiteral("refs")};
    if (!metadataTables.contains(places.bronzeTable))
        return {};
    return {{QT_TRANSLATE_NOOP("core", "\"%1\" is also the name of a metadata table of Iceberg; some engines cannot read a table called so."), places.bronzeTable}};
}

} // namespace

std::vector<PlacedTable> placeTables(const std::vector<TableName> &tables, const model::LakehouseSection &settings)
{
    QSet<QString> schemas;
    std::map<QString, QSet<QString>> tablesOfSchema;
    for (const TableName &table : tables) {
        schemas.insert(table.schema());
        tablesOfSchema[table.schema()].insert(table.table());
    }
    const auto schemaSlugs = slugs(schemas);
    std::map<QString, std::map<QString, QString>> tableSlugs;
    for (const auto &[schema, names] : tablesOfSchema)
        tableSlugs[schema] = slugs(names);

    std::vector<PlacedTable> placed;
    std::map<std::pair<QString, QString>, std::vector<TableName>> atPlace;
    for (const TableName &table : tables) {
        const model::TablePlaces places{.trinoCatalog = settings.sourceCatalog, .trinoSchema = table.schema().toLower(), .trinoTable = table.table().toLower(),
            .lakeCatalog = settings.lakeCatalog, .bronzeSchema = settings.bronzeSchemaPrefix + bronzeWord(table.schema()), .bronzeTable = bronzeWord(table.table()),
            .fileSlug = schemaSlugs.at(table.schema()) + QLatin1Char('/') + tableSlugs[table.schema()][table.table()]};
        atPlace[{places.bronzeSchema, places.bronzeTable}].push_back(table);
        placed.push_back({places, {}, nameWarnings(places)});
    }
    for (size_t i = 0; i < tables.size(); ++i) {
        std::vector<TableName> others = atPlace[{placed[i].places.bronzeSchema, placed[i].places.bronzeTable}];
        std::erase(others, tables[i]);
        std::sort(others.begin(), others.end());
        if (!others.empty())
            placed[i].refusal = sameBronzeName(placed[i].places, others);
    }
    return placed;
}

} // namespace lakehouse::rules
