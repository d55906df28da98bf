#pragma once

#include "base/result.h"

#include <QByteArray>

#include <optional>
#include <utility>
#include <vector>

namespace lakehouse::adapters {

/// A JSON value whose numbers keep their digits: 1.10 stays 1.10, and no number goes through a double.
struct JsonValue {
    enum class Kind { Null, Boolean, Number, String, Array, Object };

    Kind kind = Kind::Null;
    QString text = {};                 ///< of a string, number or boolean
    std::vector<JsonValue> items = {}; ///< of an array
    std::vector<std::pair<QString, JsonValue>> members = {}; ///< of an object, in the order of the document

    bool isNull() const { return kind == Kind::Null; }
    /// The member of an object, or an element; null when there is none.
    const JsonValue &operator[](const char *name) const;
    const JsonValue &at(std::size_t index) const;
    std::optional<qint64> toInteger() const;
    /// The value of a string, number or boolean as it is; of an array or object its JSON text; nothing of null.
    std::optional<QString> toText() const;
};

/// Fails with Corrupt when the bytes are not one JSON document or nested more than 100 deep.
base::Result<JsonValue> parseJson(const QByteArray &bytes);

/// A string as JSON, quotes included.
QByteArray jsonString(const QString &text);

} // namespace lakehouse::adapters
