#include "kit/state_bundle.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

namespace lakehouse::views {

namespace {

constexpr int bundleVersion = 1;

} // namespace

QByteArray bundleStates(std::initializer_list<std::pair<const char *, QByteArray>> parts)
{
    QJsonObject states;
    for (const auto &[name, state] : parts)
        states.insert(QString::fromLatin1(name), QString::fromLatin1(state.toBase64()));
    return QJsonDocument(QJsonObject{{QStringLiteral("version"), bundleVersion}, {QStringLiteral("states"), states}}).toJson(QJsonDocument::Compact);
}

std::map<QString, QByteArray> unbundleStates(const QByteArray &bundle)
{
    std::map<QString, QByteArray> parts;
    const QJsonObject object = QJsonDocument::fromJson(bundle).object();
    if (object.value(QStringLiteral("version")).toInt() != bundleVersion)
        return parts;
    const QJsonObject states = object.value(QStringLiteral("states")).toObject();
    for (auto state = states.begin(); state != states.end(); ++state)
        parts[state.key()] = QByteArray::fromBase64(state.value().toString().toLatin1());
    return parts;
}

} // namespace lakehouse::views
