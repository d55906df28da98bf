#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <optional>

namespace lakehouse::rules {

// Parts of the parser's tree; what is not there is empty.

inline QJsonObject nodeOf(const QJsonObject &node, const char *name) { return node.value(QLatin1String(name)).toObject(); }
inline QJsonArray listOf(const QJsonObject &node, const char *name) { return node.value(QLatin1String(name)).toArray(); }
inline QString wordOf(const QJsonObject &node, const char *name) { return node.value(QLatin1String(name)).toString(); }

/// One part of a dotted name; empty where it is none, as the last one of a.*.
inline QString nameIn(const QJsonValue &part) { return wordOf(nodeOf(part.toObject(), "String"), "sval"); }
inline QString lastNameOf(const QJsonArray &names) { return names.isEmpty() ? QString() : nameIn(names.last()); }
inline QStringList namesOf(const QJsonArray &names)
{
    QStringList texts;
    for (const QJsonValue &name : names)
        texts.append(nameIn(name));
    return texts;
}

/// What a text constant holds; absent: the expression is none.
inline std::optional<QString> textIn(const QJsonObject &expression)
{
    const QJsonObject constant = nodeOf(expression, "A_Const");
    return constant.contains(QLatin1String("sval")) ? std::optional(wordOf(nodeOf(constant, "sval"), "sval")) : std::nullopt;
}

} // namespace lakehouse::rules
