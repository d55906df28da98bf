#include "adapters/http_services/json_value.h"

#include "base/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;

namespace {

constexpr std::size_t deepest = 100;

class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    JsonValue root;
    QString problem = {};

    bool null() override { return put({}); }
    bool boolean(bool value) override { return scalar(JsonValue::Kind::Boolean, value ? QStringLiteral("true") : QStringLiteral("false")); }
    bool number_integer(number_integer_t value) override { return scalar(JsonValue::Kind::Number, QString::number(qint64(value))); }
    bool number_unsigned(number_unsigned_t value) override { return scalar(JsonValue::Kind::Number, QString::number(quint64(value))); }
    bool number_float(number_float_t, const string_t &digits) override { return scalar(JsonValue::Kind::Number, QString::fromStdString(digits)); }
    bool string(string_t &value) override { return scalar(JsonValue::Kind::String, base::fromUtf8(value)); }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return open(JsonValue::Kind::Object); }
    bool start_array(std::size_t) override { return open(JsonValue::Kind::Array); }
    bool end_object() override { return m_open.pop_back(), true; }
    bool end_array() override { return m_open.pop_back(), true; }
    bool key(string_t &name) override { return m_open.back()->members.emplace_back(base::fromUtf8(name), JsonValue{}), true; }
    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &error) override
    {
        problem = QString::fromUtf8(error.what());
        return false;
    }

private:
    JsonValue &slot()
    {
        if (m_open.empty())
            return root;
        JsonValue &top = *m_open.back();
        return top.kind == JsonValue::Kind::Object ? top.members.back().second : top.items.emplace_back();
    }
    bool put(JsonValue value) { return slot() = std::move(value), true; }
    bool scalar(JsonValue::Kind kind, QString text) { return put({.kind = kind, .text = std::move(text)}); }
    bool open(JsonValue::Kind kind)
    {
        if (m_open.size() >= deepest) {
            problem = QStringLiteral("nested more than 100 deep");
            return false;
        }
        JsonValue &value = slot();
        value.kind = kind;
        m_open.push_back(&value); // stays valid: nothing is added to its parent before it is closed
        return true;
    }

    std::vector<JsonValue *> m_open;
};

void write(const JsonValue &value, QByteArray &out)
{
    char separator = 0;
    const auto separate = [&] {
        if (std::exchange(separator, ',') == ',')
            out += ',';
    };
    switch (value.kind) {
    case JsonValue::Kind::Null: out += "null"; return;
    case JsonValue::Kind::Boolean:
    case JsonValue::Kind::Number: out += value.text.toUtf8(); return;
    case JsonValue::Kind::String: out += jsonString(value.text); return;
    case JsonValue::Kind::Array:
        out += '[';
        for (const JsonValue &item : value.items)
            separate(), write(item, out);
        out += ']';
        return;
    case JsonValue::Kind::Object:
        out += '{';
        for (const auto &[name, member] : value.members)
            separate(), (out += jsonString(name)) += ':', write(member, out);
        out += '}';
        return;
    }
}

const JsonValue nothing;

} // namespace

const JsonValue &JsonValue::operator[](const char *name) const
{
    const auto found = std::ranges::find_if(members, [name](const auto &member) { return member.first == QLatin1String(name); });
    return found == members.end() ? nothing : found->second;
}

const JsonValue &JsonValue::at(std::size_t index) const
{
    return index < items.size() ? items[index] : nothing;
}

std::optional<qint64> JsonValue::toInteger() const
{
    bool isNumber = false;
    const qint64 number = text.toLongLong(&isNumber);
    return kind == Kind::Number && isNumber ? std::optional(number) : std::nullopt;
}

std::optional<QString> JsonValue::toText() const
{
    if (kind == Kind::Null)
        return std::nullopt;
    if (kind != Kind::Array && kind != Kind::Object)
        return text;
    QByteArray json;
    write(*this, json);
    return QString::fromUtf8(json);
}

base::Result<JsonValue> parseJson(const QByteArray &bytes)
{
    Builder builder;
    if (!nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &builder))
        return Error{ErrorCode::Corrupt, QT_TRANSLATE_NOOP("core", "The answer is not JSON."), QT_TRANSLATE_NOOP("core", "Check that the address is that of the service."), {}, builder.problem};
    return std::move(builder.root);
}

QByteArray jsonString(const QString &text)
{
    const QByteArray utf8 = text.toUtf8();
    return QByteArray::fromStdString(nlohmann::json(std::string(utf8.data(), size_t(utf8.size()))).dump());
}

} // namespace lakehouse::adapters
