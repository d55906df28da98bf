#include "kit/table_state.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lakehouse::views {

namespace {

constexpr int version = 1;

QStringList textsOf(const QJsonValue &value)
{
    QStringList texts;
    for (const QJsonValue one : value.toArray()) {
        if (one.isString())
            texts.push_back(one.toString());
    }
    return texts;
}

QJsonArray columnsOf(const TableState &state)
{
    QJsonArray list;
    for (const TableState::Column &column : state.columns) {
        list.push_back(QJsonObject{
            {QStringLiteral("id"), column.id}, {QStringLiteral("width"), column.width}, {QStringLiteral("hidden"), column.isHidden}});
    }
    return list;
}

QJsonArray viewsOf(const TableState &state)
{
    QJsonArray list;
    for (const FilterBar::View &view : state.views) {
        list.push_back(QJsonObject{{QStringLiteral("name"), view.name}, {QStringLiteral("filter"), view.text},
                                   {QStringLiteral("chips"), QJsonArray::fromStringList(view.chips)}});
    }
    return list;
}

QJsonObject sortOf(const TableState &state)
{
    return {{QStringLiteral("column"), state.sortColumn}, {QStringLiteral("descending"), state.order == Qt::DescendingOrder}};
}

} // namespace

QByteArray TableState::toJson() const
{
    const QJsonObject object{
        {QStringLiteral("version"), version},
        {QStringLiteral("filter"), filter},
        {QStringLiteral("chips"), QJsonArray::fromStringList(chips)},
        {QStringLiteral("views"), viewsOf(*this)},
        {QStringLiteral("sort"), sortOf(*this)},
        {QStringLiteral("columns"), columnsOf(*this)},
        {QStringLiteral("current"), current},
        {QStringLiteral("selected"), QJsonArray::fromStringList(selected.mid(0, mostSelected))},
        {QStringLiteral("top"), top},
    };
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

std::optional<TableState> TableState::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    if (object.value(QStringLiteral("version")).toInt() != version)
        return std::nullopt;
    TableState state;
    state.filter = object.value(QStringLiteral("filter")).toString();
    state.chips = textsOf(object.value(QStringLiteral("chips")));
    for (const QJsonValue value : object.value(QStringLiteral("views")).toArray()) {
        const QJsonObject view = value.toObject();
        const QString name = view.value(QStringLiteral("name")).toString();
        state.views.push_back({name, view.value(QStringLiteral("filter")).toString(), textsOf(view.value(QStringLiteral("chips")))});
    }
    const QJsonObject sort = object.value(QStringLiteral("sort")).toObject();
    state.sortColumn = sort.value(QStringLiteral("column")).toString();
    state.order = sort.value(QStringLiteral("descending")).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
    for (const QJsonValue value : object.value(QStringLiteral("columns")).toArray()) {
        const QJsonObject column = value.toObject();
        const QString id = column.value(QStringLiteral("id")).toString();
        state.columns.push_back({id, column.value(QStringLiteral("width")).toInt(), column.value(QStringLiteral("hidden")).toBool()});
    }
    state.current = object.value(QStringLiteral("current")).toString();
    state.selected = textsOf(object.value(QStringLiteral("selected")));
    state.top = object.value(QStringLiteral("top")).toString();
    return state;
}

} // namespace lakehouse::views
