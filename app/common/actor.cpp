#include "common/actor.h"

#include <QDir>
#include <QSettings>
#include <QSysInfo>

#include <pwd.h>
#include <unistd.h>

namespace lakehouse::app {

namespace {

/// From the account of the process, not from $USER, which anyone may set.
QString systemUser()
{
    const passwd *entry = ::getpwuid(::geteuid());
    return entry ? QString::fromLocal8Bit(entry->pw_name) : QString::number(::geteuid());
}

/// `user.email` of the person's own Git settings; who commits with it is who Git will name.
QString gitIdentity()
{
    const passwd *entry = ::getpwuid(::geteuid()); // not $HOME, which anyone may set
    if (!entry)
        return {};
    const QSettings settings(QDir(QString::fromLocal8Bit(entry->pw_dir)).filePath(QStringLiteral(".gitconfig")), QSettings::IniFormat);
    return settings.value(QStringLiteral("user/email")).toString();
}

} // namespace

model::Actor localActor(const QString &channel)
{
    return {.systemUser = systemUser(), .host = QSysInfo::machineHostName(), .gitIdentity = gitIdentity(), .channel = channel};
}

} // namespace lakehouse::app
