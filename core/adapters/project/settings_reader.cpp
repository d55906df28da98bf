#include "adapters/project/settings_reader.h"

#include "adapters/project/setting_values.h"
#include "base/utf8.h"
#include "describe/describe.h"

#include <toml++/toml.h>

#include <algorithm>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Text;
using describe::FieldInfo;
using describe::Kind;
using describe::TypeInfo;

namespace {

using base::fromUtf8;

Text expected(const TypeInfo &type)
{
    switch (type.kind) {
    case Kind::String: return QT_TRANSLATE_NOOP("core", "a text in quotes");
    case Kind::Integer: return QT_TRANSLATE_NOOP("core", "a whole number");
    case Kind::Boolean: return QT_TRANSLATE_NOOP("core", "true or false");
    case Kind::List:
        return type.inner().kind == Kind::String ? Text(QT_TRANSLATE_NOOP("core", "a list of texts, [\"…\", \"…\"]")) : Text(QT_TRANSLATE_NOOP("core", "a list of tables, [[…]]"));
    default: return QT_TRANSLATE_NOOP("core", "a table");
    }
}

Text found(const toml::node &node)
{
    switch (node.type()) {
    case toml::node_type::table: return QT_TRANSLATE_NOOP("core", "a table");
    case toml::node_type::array: return QT_TRANSLATE_NOOP("core", "a list");
    case toml::node_type::string: return QT_TRANSLATE_NOOP("core", "a text");
    case toml::node_type::integer: return QT_TRANSLATE_NOOP("core", "a whole number");
    case toml::node_type::floating_point: return QT_TRANSLATE_NOOP("core", "a number with a fraction");
    case toml::node_type::boolean: return QT_TRANSLATE_NOOP("core", "true or false");
    default: return QT_TRANSLATE_NOOP("core", "a date or time");
    }
}

const FieldInfo *fieldOf(const TypeInfo &type, const QString &name)
{
    const auto field = std::ranges::find_if(type.fields, [&name](const FieldInfo &candidate) { return name == QLatin1String(candidate.name); });
    return field == type.fields.end() ? nullptr : &*field;
}

/// Fills described structures from TOML tables; the descriptors are the only list of keys there is.
class Reader {
public:
    explicit Reader(QString fileName) : m_fileName(std::move(fileName)) {}
    Result<> table(const toml::table &table, const TypeInfo &type, void *object, const QString &path);
    ReadSettings m_read;

private:
    Result<> value(const toml::node &node, const TypeInfo &owner, const FieldInfo &field, void *object, const QString &path);
    Result<> list(const toml::node &node, const FieldInfo &field, void *list, const QString &path);
    Result<> named(const toml::table &table, const FieldInfo &field, void *list, const QString &path);
    Result<> unknown(const toml::key &key, const toml::node &node, const TypeInfo &type, const QString &path);

    Error at(const toml::source_region &region, const QString &key, Text problem, Text hint) const
    {
        const auto line = qint64(region.begin.line);
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1, line %2: \"%3\" %4."), m_fileName, line, key, std::move(problem)}, std::move(hint), key};
    }
    Error wrongType(const toml::node &node, const TypeInfo &type, const QString &path) const
    {
        return at(node.source(), path, {QT_TRANSLATE_NOOP("core", "must be %1, and is %2"), expected(type), found(node)}, QT_TRANSLATE_NOOP("core", "Change the value; docs/user/configuration.md shows each key."));
    }
    Result<> accept(const toml::node &node, const QString &path, const Text &problem)
    {
        m_read.lines[path] = qint64(node.source().begin.line);
        if (problem.isEmpty())
            return base::Ok{};
        return at(node.source(), path, problem, QT_TRANSLATE_NOOP("core", "Change the value; docs/user/configuration.md shows each key."));
    }

    QString m_fileName;
};

/// Where other programs have tables of their own.
bool isShared(const QString &path) { return path.isEmpty() || path == QLatin1String("extensions"); }

Result<> Reader::unknown(const toml::key &key, const toml::node &node, const TypeInfo &type, const QString &path)
{
    const QString name = fromUtf8(key.str());
    const QString whole = settingPath(path, name);
    if (isShared(path) && (node.is_table() || node.is_array_of_tables())) {
        m_read.warnings.push_back({QT_TRANSLATE_NOOP("core", "%1, line %2: the table [%3] is not read by this program."), m_fileName, qint64(key.source().begin.line), whole});
        return base::Ok{};
    }
    std::vector<QString> known;
    for (const FieldInfo &field : type.fields)
        known.push_back(QString::fromLatin1(field.name));
    const QString near = nearest(name, known);
    if (near.isEmpty())
        return at(key.source(), whole, QT_TRANSLATE_NOOP("core", "is not a known key"), QT_TRANSLATE_NOOP("core", "Remove it, or look it up in docs/user/configuration.md."));
    return at(key.source(), whole, {QT_TRANSLATE_NOOP("core", "is not a known key; the nearest is \"%1\""), near}, {QT_TRANSLATE_NOOP("core", "Write \"%1\", or remove the key."), near});
}

Result<> Reader::table(const toml::table &table, const TypeInfo &type, void *object, const QString &path)
{
    std::vector<std::pair<const toml::key *, const toml::node *>> entries;
    for (auto &&[key, node] : table)
        entries.emplace_back(&key, &node);
    std::ranges::stable_sort(entries, {}, [](const auto &entry) { return entry.first->source().begin.line; }); // the first mistake of the file is reported
    for (const auto &[key, node] : entries) {
        const QString name = fromUtf8(key->str());
        if (const FieldInfo *field = fieldOf(type, name))
            EKOS_CHECK(value(*node, type, *field, field->at(object), settingPath(path, name)));
        else
            EKOS_CHECK(unknown(*key, *node, type, path));
    }
    return base::Ok{};
}

Result<> Reader::value(const toml::node &node, const TypeInfo &owner, const FieldInfo &field, void *object, const QString &path)
{
    const TypeInfo &type = field.type();
    switch (type.kind) {
    case Kind::String:
        if (const auto *text = node.as_string()) {
            *static_cast<QString *>(object) = fromUtf8(text->get());
            return accept(node, path, problemOf(owner, field.name, *static_cast<QString *>(object)));
        }
        break;
    case Kind::Integer:
        if (const auto *number = node.as_integer()) {
            *static_cast<qint64 *>(object) = number->get();
            return accept(node, path, problemOf(owner, field.name, *static_cast<qint64 *>(object)));
        }
        break;
    case Kind::Boolean:
        if (const auto *boolean = node.as_boolean()) {
            *static_cast<bool *>(object) = boolean->get();
            return accept(node, path, {});
        }
        break;
    case Kind::Structure:
        if (const toml::table *inner = node.as_table())
            return table(*inner, type, object, path);
        break;
    case Kind::List: return list(node, field, object, path);
    default: break;
    }
    return wrongType(node, type, path);
}

Result<> Reader::list(const toml::node &node, const FieldInfo &field, void *list, const QString &path)
{
    const TypeInfo &type = field.type();
    const TypeInfo &inner = type.inner();
    const bool isNamed = inner.kind == Kind::Structure && qstrcmp(field.name, "databases") != 0;
    if (const toml::table *names = node.as_table(); names && isNamed)
        return named(*names, field, list, path);
    const toml::array *array = node.as_array();
    if (!array || isNamed)
        return wrongType(node, isNamed ? inner : type, path);
    for (std::size_t i = 0; i < array->size(); ++i) {
        const toml::node &element = *array->get(i);
        const QString elementPath = QStringLiteral("%1[%2]").arg(path).arg(i);
        if (inner.kind == Kind::Structure && element.is_table())
            EKOS_CHECK(table(*element.as_table(), inner, type.append(list), elementPath));
        else if (inner.kind == Kind::String && element.is_string())
            *static_cast<QString *>(type.append(list)) = fromUtf8(element.as_string()->get());
        else
            return wrongType(element, inner, elementPath);
    }
    return accept(node, path, {});
}

/// A table whose keys are names: each becomes an element with that name, and with a value or the fields of a sub-table.
Result<> Reader::named(const toml::table &table, const FieldInfo &field, void *list, const QString &path)
{
    const TypeInfo &type = field.type();
    const TypeInfo &inner = type.inner();
    const FieldInfo *name = fieldOf(inner, QStringLiteral("name"));
    const FieldInfo *single = fieldOf(inner, QStringLiteral("value"));
    for (auto &&[key, node] : table) {
        void *element = type.append(list);
        const QString text = fromUtf8(key.str());
        const QString elementPath = settingPath(path, text);
        *static_cast<QString *>(name->at(element)) = text;
        if (!single) {
            if (!node.is_table())
                return wrongType(node, inner, elementPath);
            EKOS_CHECK(this->table(*node.as_table(), inner, element, elementPath));
            continue;
        }
        if (node.is_table())
            return at(node.source(), elementPath, QT_TRANSLATE_NOOP("core", "must be a text in quotes, and is a table"), QT_TRANSLATE_NOOP("core", "Put a name with dots in quotes: \"public.film\" = \"…\""));
        EKOS_CHECK(value(node, inner, *single, single->at(element), elementPath));
        EKOS_CHECK(accept(node, elementPath, problemOfNamed(field.name, text, *static_cast<const QString *>(single->at(element)))));
    }
    return base::Ok{};
}

Result<> checkNames(const std::vector<model::DatabaseEntry> &databases, const QString &fileName)
{
    for (auto entry = databases.begin(); entry != databases.end(); ++entry) {
        if (entry->name.isEmpty())
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1: entry %2 of [[databases]] has no name."), fileName, qint64(entry - databases.begin() + 1)},
                         QT_TRANSLATE_NOOP("core", "Add: name = \"…\""), QStringLiteral("databases")};
        if (std::ranges::count(databases.begin(), entry, entry->name, &model::DatabaseEntry::name) > 0)
            return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1: two entries of [[databases]] have the name \"%2\"."), fileName, entry->name},
                         QT_TRANSLATE_NOOP("core", "Give each entry a name of its own."), entry->name};
    }
    return base::Ok{};
}

/// From the lines and columns of the parser, which count characters, to bytes.
class BytePositions {
public:
    explicit BytePositions(const QByteArray &text) : m_text(text)
    {
        m_lines.push_back(text.startsWith("\xEF\xBB\xBF") ? 3 : 0);
        for (qsizetype i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1))
            m_lines.push_back(i + 1);
    }

    qsizetype operator()(const toml::source_position &position) const
    {
        qsizetype byte = m_lines.at(position.line - 1);
        for (toml::source_index column = 1; column < position.column && byte < m_text.size(); ++column) {
            ++byte;
            while (byte < m_text.size() && (m_text[byte] & 0xC0) == 0x80) // the rest of a character of several bytes
                ++byte;
        }
        return byte;
    }

private:
    const QByteArray &m_text;
    std::vector<qsizetype> m_lines;
};

SettingSyntax syntaxOf(const toml::node &node, const BytePositions &positions)
{
    using Form = SettingSyntax::Form;
    SettingSyntax syntax{.begin = positions(node.source().begin), .end = positions(node.source().end)};
    if (const toml::array *list = node.as_array()) {
        syntax.form = Form::List;
        for (const toml::node &element : *list)
            syntax.inner.push_back(syntaxOf(element, positions));
    } else if (const toml::table *table = node.as_table()) {
        syntax.form = table->is_inline() ? Form::InlineTable : Form::Table;
        for (auto &&[key, value] : *table) {
            SettingSyntax &inner = syntax.inner.emplace_back(syntaxOf(value, positions));
            inner.key = fromUtf8(key.str());
            inner.keyBegin = positions(key.source().begin);
        }
        std::ranges::sort(syntax.inner, {}, &SettingSyntax::keyBegin);
    }
    return syntax;
}

} // namespace

Result<ReadSettings> readSettings(const QByteArray &text, const QString &fileName)
{
    toml::table root;
    try {
        root = toml::parse(std::string_view(text.constData(), size_t(text.size())));
    } catch (const toml::parse_error &error) {
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1, line %2, column %3: not TOML."), fileName, qint64(error.source().begin.line), qint64(error.source().begin.column)},
                     QT_TRANSLATE_NOOP("core", "Correct the line; texts stand in double quotes."), fileName, fromUtf8(error.description())};
    }
    Reader reader(fileName);
    EKOS_CHECK(reader.table(root, describe::typeOf<SettingsFile>(), &reader.m_read.file, {}));
    EKOS_CHECK(checkNames(reader.m_read.file.databases, fileName));
    if (const auto python = reader.m_read.lines.find(QStringLiteral("extensions.lakehouse.python")); python != reader.m_read.lines.end())
        reader.m_read.warnings.push_back({QT_TRANSLATE_NOOP("core", "%1, line %2: \"python\" is no longer needed."), fileName, python->second});
    reader.m_read.syntax = syntaxOf(root, BytePositions(text));
    return std::move(reader.m_read);
}

QString settingPath(const QString &parent, const QString &key)
{
    return parent.isEmpty() ? key : parent + QLatin1Char('.') + key;
}

} // namespace lakehouse::adapters
