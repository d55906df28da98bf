#include "kit/lineage_view_parts.h"

#include "kit/data_table.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTabBar>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr int version = 1;

QLatin1String nameOf(LineageModel::Direction direction)
{
    switch (direction) {
    case LineageModel::Direction::Upstream: return QLatin1String("upstream");
    case LineageModel::Direction::Downstream: return QLatin1String("downstream");
    case LineageModel::Direction::Both: break;
    }
    return QLatin1String("both");
}

LineageModel::Direction directionOf(const QString &name)
{
    for (const auto direction : {LineageModel::Direction::Upstream, LineageModel::Direction::Downstream}) {
        if (name == nameOf(direction))
            return direction;
    }
    return LineageModel::Direction::Both;
}

LineageModel::State stateOf(const QJsonObject &json)
{
    LineageModel::State state;
    state.focus = json[QStringLiteral("focus")].toString();
    const QJsonObject hops = json[QStringLiteral("hops")].toObject();
    for (auto hop = hops.begin(); hop != hops.end(); ++hop)
        state.hops.insert(hop.key(), std::clamp(hop.value().toInt(), 0, 1000));
    for (const QJsonValue &group : json[QStringLiteral("collapsed")].toArray())
        state.collapsed.insert(group.toString());
    state.direction = directionOf(json[QStringLiteral("direction")].toString());
    state.columnNode = json[QStringLiteral("column-node")].toString();
    state.column = state.columnNode.isEmpty() ? QString() : json[QStringLiteral("column")].toString();
    state.isEverything = json[QStringLiteral("everything")].toBool();
    return state;
}

QJsonObject jsonOf(const LineageModel::State &state)
{
    QJsonObject hops;
    for (auto hop = state.hops.begin(); hop != state.hops.end(); ++hop)
        hops.insert(hop.key(), hop.value());
    QStringList collapsed(state.collapsed.begin(), state.collapsed.end());
    collapsed.sort();
    return {{QStringLiteral("focus"), state.focus}, {QStringLiteral("hops"), hops},
            {QStringLiteral("collapsed"), QJsonArray::fromStringList(collapsed)}, {QStringLiteral("direction"), nameOf(state.direction)},
            {QStringLiteral("column-node"), state.columnNode}, {QStringLiteral("column"), state.column},
            {QStringLiteral("everything"), state.isEverything}};
}

} // namespace

QByteArray LineageView::Parts::save() const
{
    QJsonObject json = jsonOf(model.state());
    if (!wantedFocus.isEmpty()) {
        json[QStringLiteral("focus")] = wantedFocus;
        json[QStringLiteral("hops")] = QJsonObject{{wantedFocus, 1}};
    }
    json[QStringLiteral("version")] = version;
    json[QStringLiteral("selected")] = selected;
    json[QStringLiteral("tab")] = tabs->currentIndex() == 1 ? QStringLiteral("list") : QStringLiteral("graph");
    json[QStringLiteral("find")] = findWords;
    json[QStringLiteral("map")] = canvas->isMapWanted();
    json[QStringLiteral("list")] = QString::fromLatin1(list->saveState().toBase64());
    if (canvas->isOwnView())
        json[QStringLiteral("view")] = QJsonArray{canvas->zoom(), canvas->centre().x(), canvas->centre().y()};
    QJsonObject drawnPlaces;
    for (const LineageDrawing::Box &box : canvas->scene().drawing.boxes)
        drawnPlaces.insert(box.id, qRound(places.value(box.id)));
    json[QStringLiteral("places")] = drawnPlaces;
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

bool LineageView::Parts::restore(const QByteArray &content)
{
    const QJsonDocument document = QJsonDocument::fromJson(content);
    const QJsonObject json = document.object();
    if (json[QStringLiteral("version")].toInt() != version)
        return false;
    wantedFocus.clear();
    selected = json[QStringLiteral("selected")].toString();
    canvas->setMapWanted(json[QStringLiteral("map")].toBool(true));
    list->restoreState(QByteArray::fromBase64(json[QStringLiteral("list")].toString().toLatin1()));
    places.clear();
    const QJsonObject drawnPlaces = json[QStringLiteral("places")].toObject();
    for (auto place = drawnPlaces.begin(); place != drawnPlaces.end(); ++place)
        places.insert(place.key(), place.value().toDouble());
    const QJsonArray itsView = json[QStringLiteral("view")].toArray();
    wantedView.reset();
    if (itsView.size() == 3 && itsView[0].toDouble() > 0)
        wantedView.emplace(itsView[0].toDouble(), QPointF(itsView[1].toDouble(), itsView[2].toDouble()));
    model.setState(stateOf(json));
    tabs->setCurrentIndex(json[QStringLiteral("tab")].toString() == QLatin1String("list") ? 1 : 0);
    find(json[QStringLiteral("find")].toString());
    rebuild();
    return true;
}

} // namespace lakehouse::views
