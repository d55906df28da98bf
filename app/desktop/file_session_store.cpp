#include "desktop/file_session_store.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QUrl>

namespace lakehouse::app {

namespace {

constexpr qsizetype longestName = 150; ///< file systems take 255 bytes; QSaveFile adds some of its own while it writes

/// A name that no file system reads as anything else: "." and ".." included.
QString fileNameOf(const QString &part)
{
    const QByteArray encoded = QUrl::toPercentEncoding(part);
    if (encoded.size() <= longestName)
        return QLatin1Char('k') + QString::fromLatin1(encoded);
    return QLatin1Char('h') + QString::fromLatin1(QCryptographicHash::hash(encoded, QCryptographicHash::Sha256).toHex());
}

/// The folder and those above it that are missing, closed to others.
bool makePrivateFolder(const QString &path)
{
    const QFileInfo folder(path);
    if (folder.isDir())
        return true;
    if (!makePrivateFolder(folder.absolutePath()))
        return false;
    return QDir().mkdir(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner)
        || QFileInfo(path).isDir(); // another program may have just made it
}

} // namespace

FileSessionStore::FileSessionStore(QString folder)
    : m_folder(std::move(folder))
{
}

QString FileSessionStore::standardFolder()
{
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(state)) // the specification: a relative one is to be ignored
        state = QDir::home().filePath(QStringLiteral(".local/state"));
    return QDir(state).filePath(QStringLiteral("ekos-lakehouse/console"));
}

QString FileSessionStore::pathOf(const QString &key) const
{
    QString path = m_folder;
    for (const QString &part : key.split(QLatin1Char('/')))
        path += QLatin1Char('/') + fileNameOf(part);
    return path + QStringLiteral(".value"); // a key may be the beginning of another
}

QByteArray FileSessionStore::value(const QString &key) const
{
    QFile file(pathOf(key));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void FileSessionStore::setValue(const QString &key, const QByteArray &value)
{
    const QString path = pathOf(key);
    if (value.isEmpty()) {
        QFile file(path);
        if (file.exists() && !file.remove() && file.exists())
            tellFailure(path, file.errorString());
        return;
    }
    QSaveFile file(path);
    if (!makePrivateFolder(QFileInfo(path).absolutePath()) || !file.open(QIODevice::WriteOnly))
        return tellFailure(path, file.errorString());
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    file.write(value);
    if (!file.commit())
        tellFailure(path, file.errorString());
}

void FileSessionStore::tellFailure(const QString &path, const QString &why)
{
    if (std::exchange(m_told, why) == why || !m_tell)
        return;
    m_tell({.code = base::ErrorCode::ExternalFailure,
            .message = QT_TRANSLATE_NOOP("core", "Where you are and what you type is not kept: the file cannot be written."),
            .hint = QT_TRANSLATE_NOOP("core", "Make room on the disk, or set XDG_STATE_HOME to a folder that can be written."), .subject = path,
                .detail = why});
}

} // namespace lakehouse::app
