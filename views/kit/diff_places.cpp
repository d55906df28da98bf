#include "kit/diff_places.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lakehouse::views {

namespace {

template<typename Choice>
Choice choiceOf(const QJsonValue &value, Choice last, Choice fallback = {})
{
    return Choice(std::clamp(value.toInt(int(fallback)), 0, int(last)));
}

quint64 added(quint64 key, QStringView text)
{
    constexpr quint64 prime = 0x100000001b3; // FNV-1a, over UTF-16
    const char16_t *const end = text.utf16() + text.size();
    for (const char16_t *unit = text.utf16(); unit != end; ++unit) // of millions: no call for each of them where nothing is inlined
        key = (key ^ *unit) * prime;
    return (key ^ 0xffff) * prime;
}

} // namespace

quint64 contentKey(const text::DiffFile &file)
{
    constexpr quint64 start = 0xcbf29ce484222325;
    const quint64 presence = (file.before.isNull() ? 0 : 1) + (file.after.isNull() ? 0 : 2);
    return added(added(added(start ^ presence, file.path), file.before), file.after);
}

QByteArray DiffPlaces::toBytes() const
{
    QJsonObject marks;
    for (auto mark = viewed.begin(); mark != viewed.end(); ++mark)
        marks.insert(mark.key(), QString::number(mark.value(), 16));
    QJsonArray opened;
    for (const auto &[foldFile, foldRow] : folds)
        opened.append(QJsonArray{foldFile, foldRow});
    const QJsonObject json{
        {QStringLiteral("layout"), int(layout)},
        {QStringLiteral("extent"), int(extent)},
        {QStringLiteral("ignores-whitespace"), ignoresWhitespace},
        {QStringLiteral("viewed"), marks},
        {QStringLiteral("files"), QString::number(files, 16)},
        {QStringLiteral("open"), QJsonArray::fromStringList(open)},
        {QStringLiteral("folds"), opened},
        {QStringLiteral("file"), file},
        {QStringLiteral("row"), row},
        {QStringLiteral("on-header"), isOnHeader},
        {QStringLiteral("side"), int(side)},
        {QStringLiteral("scroll"), scroll},
    };
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

DiffPlaces DiffPlaces::fromBytes(const QByteArray &bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    DiffPlaces places;
    places.layout = choiceOf(json.value(QLatin1String("layout")), DiffLayout::Unified);
    places.extent = choiceOf(json.value(QLatin1String("extent")), DiffExtent::AfterOnly);
    places.ignoresWhitespace = json.value(QLatin1String("ignores-whitespace")).toBool();
    const QJsonObject marks = json.value(QLatin1String("viewed")).toObject();
    for (auto mark = marks.begin(); mark != marks.end(); ++mark)
        places.viewed.insert(mark.key(), mark.value().toString().toULongLong(nullptr, 16));
    places.files = json.value(QLatin1String("files")).toString().toULongLong(nullptr, 16);
    for (const QJsonValue path : json.value(QLatin1String("open")).toArray())
        places.open.append(path.toString());
    for (const QJsonValue fold : json.value(QLatin1String("folds")).toArray())
        places.folds.insert({fold.toArray().at(0).toInt(), fold.toArray().at(1).toInt()});
    places.file = json.value(QLatin1String("file")).toInt(-1);
    places.row = json.value(QLatin1String("row")).toInt();
    places.isOnHeader = json.value(QLatin1String("on-header")).toBool();
    places.side = choiceOf(json.value(QLatin1String("side")), DiffSide::After, DiffSide::After);
    places.scroll = json.value(QLatin1String("scroll")).toInt();
    return places;
}

} // namespace lakehouse::views
