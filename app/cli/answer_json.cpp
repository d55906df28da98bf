#include "cli/answer_json.h"

#include "base/text.h"
#include "describe/canonical_json.h"

#include <algorithm>
#include <string_view>

namespace lakehouse::app {

using namespace describe;

namespace {

void write(const TypeInfo &type, const void *value, QByteArray &json);

QByteArray quoted(const QString &text)
{
    return canonicalJson(text);
}

void writeText(const base::Text &text, QByteArray &json)
{
    // The canonical form without its closing brace, and the sentence as a third field.
    json += canonicalJson(text).chopped(1) + ",\"text\":" + quoted(text.toEnglish()) + '}';
}

void writeStructure(const TypeInfo &type, const void *value, QByteArray &json)
{
    std::vector<const FieldInfo *> fields;
    for (const FieldInfo &field : type.fields)
        fields.push_back(&field);
    std::ranges::sort(fields, {}, [](const FieldInfo *field) { return std::string_view(field->name); });
    json += '{';
    bool isFirst = true;
    for (const FieldInfo *field : fields) {
        const TypeInfo &fieldType = field->type();
        const void *fieldValue = at(*field, value);
        if (fieldType.kind == Kind::Optional && fieldType.size(fieldValue) == 0)
            continue;
        json += (isFirst ? "\"" : ",\"") + QByteArray(field->name) + "\":";
        write(fieldType, fieldValue, json);
        isFirst = false;
    }
    json += '}';
}

void writeList(const TypeInfo &type, const void *value, QByteArray &json)
{
    json += '[';
    for (qsizetype i = 0; i < type.size(value); ++i) {
        if (i > 0)
            json += ',';
        write(type.inner(), type.element(value, i), json);
    }
    json += ']';
}

void write(const TypeInfo &type, const void *value, QByteArray &json)
{
    if (&type == &typeOf<base::Text>())
        return writeText(*static_cast<const base::Text *>(value), json);
    switch (type.kind) {
    case Kind::Structure: return writeStructure(type, value, json);
    case Kind::List: return writeList(type, value, json);
    case Kind::Optional: return write(type.inner(), type.element(value, 0), json);
    case Kind::Variant: {
        const AlternativeInfo &held = type.alternatives[size_t(type.number(value))];
        json += "{\"" + QByteArray(held.label) + "\":";
        write(held.type(), type.element(value, 0), json);
        json += '}';
        return;
    }
    case Kind::Enumeration: case Kind::Parsed: case Kind::Integer: case Kind::Boolean: case Kind::String: case Kind::Bytes: case Kind::Timestamp:
        json += canonicalJson(type, value);
    }
}

} // namespace

QByteArray answerJson(const TypeInfo &type, const void *value)
{
    QByteArray json;
    write(type, value, json);
    return json;
}

} // namespace lakehouse::app
