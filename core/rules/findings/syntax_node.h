#pragma once

#include <QJsonArray>
#include <QJsonObject>

namespace lakehouse::rules {

// Parts of the parser's tree; what is not there is empty.

inline QJsonObject nodeOf(const QJsonObject &node, const char *name) { return node.value(QLatin1String(name)).toObject(); }
inline QJsonArray listOf(const QJsonObject &node, const char *name) { return node.value(QLatin1String(name)).toArray(); }
inline QString wordOf(const QJsonObject &node, const char *name) { return node.value(QLatin1String(name)).toString(); }
/// The last part of a dotted name; empty where it is none, as in a.*.
inline QString lastNameOf(const QJsonArray &names) { return names.isEmpty() ? QString() : wordOf(nodeOf(names.last().toObject(), "String"), "sval"); }

} // namespace lakehouse::rules
