#include "adapters/project/project_files.h"

#include "base/shell_word.h"

#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

Error notWritten(const QString &path, int code)
{
    return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 could not be written."), path},
                 QT_TRANSLATE_NOOP("core", "Check the owner of the folder and the free space of the disk."), path, QString::fromLocal8Bit(std::strerror(code))};
}

class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    int number() const { return m_number; }
    explicit operator bool() const { return m_number >= 0; }

private:
    int m_number;
};

Error notAFolderOfOurs(const QString &path, base::Text message)
{
    return Error{ErrorCode::InvalidInput, std::move(message), {QT_TRANSLATE_NOOP("core", "Look at what it is: ls -ld %1"), base::shellWord(path)}, path};
}

bool writeAll(int file, const QByteArray &bytes)
{
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t written = ::write(file, bytes.constData() + done, size_t(bytes.size() - done));
        if (written < 0 && errno != EINTR)
            return false;
        done += std::max<ssize_t>(0, written);
    }
    return ::fsync(file) == 0;
}

/// The rights of a file that is to be replaced by one with the same rights.
bool takeOverRights(const QByteArray &from, int file)
{
    struct stat status{};
    return ::stat(from.constData(), &status) == 0 && ::fchmod(file, status.st_mode & 0777) == 0;
}

/// A rename is on the disk only when its folder is.
bool syncFolder(const QString &path)
{
    const Descriptor folder(::open(QFile::encodeName(QFileInfo(path).absolutePath()).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return folder && ::fsync(folder.number()) == 0;
}

} // namespace

Result<bool> writeWhole(const QString &path, const QByteArray &bytes, unsigned mode, IfThere ifThere)
{
    const bool isInPlace = ifThere == IfThere::ReplaceInPlace;
    const QString real = isInPlace ? QFileInfo(path).canonicalFilePath() : path;
    const QByteArray target = QFile::encodeName(real.isEmpty() ? path : real);
    const QByteArray temporary = target + '.' + QUuid::createUuid().toByteArray(QUuid::Id128).left(12) + ".new";
    {
        const Descriptor file(::open(temporary.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode)));
        if (!file)
            return notWritten(path, errno);
        if ((isInPlace && !takeOverRights(target, file.number())) || !writeAll(file.number(), bytes)) {
            const int code = errno;
            ::unlink(temporary.constData());
            return notWritten(path, code);
        }
    }
    // a link never replaces: of two that make the file at once, one keeps the other's
    const bool isKeeping = ifThere == IfThere::Keep;
    const int failed = isKeeping ? ::link(temporary.constData(), target.constData()) : std::rename(temporary.constData(), target.constData());
    const int code = errno;
    if (isKeeping || failed)
        ::unlink(temporary.constData());
    if (failed && isKeeping && code == EEXIST)
        return false;
    if (failed)
        return notWritten(path, code);
    if (!syncFolder(QFile::decodeName(target)))
        return notWritten(path, errno);
    return true;
}

Result<std::optional<QByteArray>> readWhole(const QString &path, qint64 limit)
{
    // not blocking: a FIFO without a writer would never open
    const Descriptor descriptor(::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!descriptor) {
        const int code = errno;
        if (!QFileInfo::exists(path) && !QFileInfo(path).isSymLink())
            return std::optional<QByteArray>();
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 could not be read."), path}, QT_TRANSLATE_NOOP("core", "Check its owner and its rights."), path,
                     QString::fromLocal8Bit(std::strerror(code))};
    }
    struct stat status{};
    if (::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 is not a regular file."), path}, QT_TRANSLATE_NOOP("core", "Put a file in its place."), path};
    QFile file;
    file.open(descriptor.number(), QIODevice::ReadOnly);
    if (file.size() > limit)
        return Error{ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "%1 has %2 bytes; at most %3 are read."), path, qint64(file.size()), limit},
                     QT_TRANSLATE_NOOP("core", "Check that it is the right file."), path};
    QByteArray bytes = file.read(limit + 1);
    if (file.error() != QFileDevice::NoError || bytes.size() > limit)
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 could not be read."), path}, QT_TRANSLATE_NOOP("core", "Check the disk, and that no other program writes to it."), path, file.errorString()};
    return std::optional(std::move(bytes));
}

Result<> secureFolder(const QString &path)
{
    const Descriptor folder(::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    const int code = errno;
    if (!folder && code == ENOENT)
        return base::Ok{};
    if (!folder && (code == ELOOP || code == ENOTDIR))
        return notAFolderOfOurs(path, {QT_TRANSLATE_NOOP("core", "%1 is not a folder but a link or another file."), path});
    struct stat status{};
    if (!folder || ::fstat(folder.number(), &status) != 0)
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 could not be read."), path}, QT_TRANSLATE_NOOP("core", "Check its owner and its rights."), path,
                     QString::fromLocal8Bit(std::strerror(folder ? errno : code))};
    if (status.st_uid != ::geteuid())
        return notAFolderOfOurs(path, {QT_TRANSLATE_NOOP("core", "%1 belongs to another user than the one who runs this command."), path});
    if ((status.st_mode & 07777) != 0700 && ::fchmod(folder.number(), 0700) != 0)
        return notWritten(path, errno);
    return base::Ok{};
}

} // namespace lakehouse::adapters
