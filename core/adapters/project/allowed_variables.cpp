#include "adapters/project/allowed_variables.h"

#include "adapters/project/project_files.h"

#include <QFile>
#include <QRegularExpression>

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace lakehouse::adapters {

using base::Text;

namespace {

constexpr qint64 fileLimit = 64 << 10;

/// Not from HOME, which a script of the project may have set.
QString homeFolder()
{
    std::vector<char> buffer(64 << 10);
    passwd entry{};
    passwd *found = nullptr;
    if (getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || !found || !found->pw_dir)
        return {};
    return QFile::decodeName(found->pw_dir);
}

bool isListed(const QString &name)
{
    const QString path = allowedVariablesFile();
    if (path.isEmpty())
        return false;
    const base::Result<std::optional<QByteArray>> list = readWhole(path, fileLimit);
    if (!list || !list.value())
        return false;
    const QList<QByteArray> lines = list.value()->split('\n');
    return std::ranges::any_of(lines, [&name](const QByteArray &line) { return QString::fromUtf8(line.trimmed()) == name; });
}

} // namespace

QString allowedVariablesFile()
{
    const QString configured = qEnvironmentVariable("XDG_CONFIG_HOME");
    if (configured.startsWith(QLatin1Char('/'))) // a relative path would lead into the project
        return configured + QStringLiteral("/ekos-lakehouse/allowed-variables");
    const QString home = homeFolder();
    return home.isEmpty() ? QString() : home + QStringLiteral("/.config/ekos-lakehouse/allowed-variables");
}

Text problemOfVariable(const QString &name, VariableUse use)
{
    const QLatin1String ending(use == VariableUse::Password ? "_PASSWORD" : "_API_KEY");
    if (name.startsWith(QLatin1String("EKOS_")) || name.endsWith(ending) || isListed(name))
        return {};
    static const QRegularExpression plainName(QStringLiteral("\\A[A-Z_][A-Z0-9_]*\\z"));
    const QString shown = plainName.match(name).hasMatch() ? QLatin1Char('"') + name + QLatin1Char('"') : QStringLiteral("…");
    return {QT_TRANSLATE_NOOP("core", "names the variable %1, which a project may not read; the name must start with EKOS_ or end with %2, or stand on a line of its own in %3"),
            shown, QString(ending), allowedVariablesFile()};
}

} // namespace lakehouse::adapters
