#include "adapters/project/settings_writer.h"

#include "adapters/project/settings_reader.h"
#include "describe/describe.h"

#include <QStringList>

#include <algorithm>

namespace lakehouse::adapters {

using describe::FieldInfo;
using describe::Kind;
using describe::TypeInfo;

namespace {

const FieldInfo *fieldOf(const TypeInfo &type, const char *name)
{
    const auto field = std::ranges::find_if(type.fields, [name](const FieldInfo &candidate) { return qstrcmp(candidate.name, name) == 0; });
    return field == type.fields.end() ? nullptr : &*field;
}

class Writer {
public:
    Writer(const std::map<QString, qint64> &lines, QString fileName) : m_lines(lines), m_fileName(std::move(fileName)) {}

    /// `path` names the table in ReadSettings::lines, `heading` in the text.
    void table(const TypeInfo &type, const void *object, const QString &path, const QString &heading)
    {
        for (const FieldInfo &field : type.fields)
            if (!isTable(field.type()) && !(isNamedElement(type) && qstrcmp(field.name, "name") == 0))
                line(tomlKey(QString::fromLatin1(field.name)), plain(field.type(), describe::at(field, object)), settingPath(path, QString::fromLatin1(field.name)));
        for (const FieldInfo &field : type.fields)
            if (isTable(field.type()))
                inner(field, describe::at(field, object), settingPath(path, QString::fromLatin1(field.name)), settingPath(heading, QString::fromLatin1(field.name)));
    }

    QString m_text;

private:
    static bool isTable(const TypeInfo &type)
    {
        return type.kind == Kind::Structure || (type.kind == Kind::List && type.inner().kind == Kind::Structure);
    }
    /// Elements that are written as [path.name]; the entries of [[databases]] keep their name inside.
    static bool isNamedElement(const TypeInfo &type) { return qstrcmp(type.name, "LlmTask") == 0; }

    void inner(const FieldInfo &field, const void *object, const QString &path, const QString &heading)
    {
        const TypeInfo &type = field.type();
        if (type.kind == Kind::Structure) {
            if (std::ranges::any_of(type.fields, [](const FieldInfo &f) { return !isTable(f.type()); }))
                m_text += QStringLiteral("\n[%1]\n").arg(heading);
            return table(type, object, path, heading);
        }
        const TypeInfo &element = type.inner();
        const FieldInfo *value = fieldOf(element, "value");
        if (value && type.size(object) > 0)
            m_text += QStringLiteral("\n[%1]\n").arg(heading);
        for (qsizetype i = 0; i < type.size(object); ++i) {
            const void *entry = type.element(object, i);
            const QString name = *static_cast<const QString *>(describe::at(*fieldOf(element, "name"), entry));
            if (value) {
                line(tomlKey(name), plain(value->type(), describe::at(*value, entry)), settingPath(path, name));
            } else if (isNamedElement(element)) {
                m_text += QStringLiteral("\n[%1.%2]\n").arg(heading, tomlKey(name));
                table(element, entry, settingPath(path, name), heading);
            } else {
                m_text += QStringLiteral("\n[[%1]]\n").arg(heading);
                table(element, entry, QStringLiteral("%1[%2]").arg(path).arg(i), heading);
            }
        }
    }

    static QString plain(const TypeInfo &type, const void *object)
    {
        switch (type.kind) {
        case Kind::Integer: return QString::number(*static_cast<const qint64 *>(object));
        case Kind::Boolean: return *static_cast<const bool *>(object) ? QStringLiteral("true") : QStringLiteral("false");
        case Kind::List: {
            QStringList items;
            for (qsizetype i = 0; i < type.size(object); ++i)
                items.append(plain(type.inner(), type.element(object, i)));
            return QLatin1Char('[') + items.join(QStringLiteral(", ")) + QLatin1Char(']');
        }
        default: return tomlText(*static_cast<const QString *>(object));
        }
    }

    void line(const QString &key, const QString &value, const QString &path)
    {
        const auto found = m_lines.find(path);
        const QString origin = found == m_lines.end() ? QStringLiteral("default") : QStringLiteral("%1:%2").arg(m_fileName).arg(found->second);
        m_text += key + QStringLiteral(" = ") + value + QStringLiteral("  # ") + origin + QLatin1Char('\n');
    }

    const std::map<QString, qint64> &m_lines;
    QString m_fileName;
};

} // namespace

QString effectiveSettings(const SettingsFile &file, const std::map<QString, qint64> &lines, const QString &fileName)
{
    Writer writer(lines, fileName);
    writer.table(describe::typeOf<SettingsFile>(), &file, {}, {});
    return writer.m_text.trimmed() + QLatin1Char('\n');
}

QString tomlText(const QString &text)
{
    QString quoted = QStringLiteral("\"");
    for (const QChar c : text) {
        if (c == QLatin1Char('"') || c == QLatin1Char('\\'))
            quoted += QLatin1Char('\\') + QString(c);
        else if (c == QLatin1Char('\n'))
            quoted += QStringLiteral("\\n");
        else if (c == QLatin1Char('\t'))
            quoted += QStringLiteral("\\t");
        else if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            quoted += QStringLiteral("\\u%1").arg(int(c.unicode()), 4, 16, QLatin1Char('0'));
        else
            quoted += c;
    }
    return quoted + QLatin1Char('"');
}

QString tomlKey(const QString &key)
{
    const bool isBare = !key.isEmpty() && std::ranges::all_of(key, [](QChar c) {
        return (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('A') && c <= QLatin1Char('Z')) || (c >= QLatin1Char('0') && c <= QLatin1Char('9'))
            || c == QLatin1Char('-') || c == QLatin1Char('_');
    });
    return isBare ? key : tomlText(key);
}

} // namespace lakehouse::adapters
