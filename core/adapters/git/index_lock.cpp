#include "adapters/git/index_lock.h"

#include "adapters/git/descriptor.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lakehouse::adapters::git {

using base::Error;
using base::ErrorCode;

namespace {

constexpr char mark[] = "ekos-lakehouse\n";
constexpr size_t markSize = sizeof mark - 1;

Error busy(const QString &path, const QString &folder)
{
    return {ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "Another Git process is at work in %1."), folder},
            {QT_TRANSLATE_NOOP("core", "Wait until it ends and repeat the command. When none runs, delete %1."), path}, folder, {}, base::Retry::Later};
}

Error cannotMake(const QString &path, const QString &folder)
{
    return {ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "%1 could not be made."), path},
            {QT_TRANSLATE_NOOP("core", "Check that you may write in %1/.git, and repeat the command."), folder}, folder, QString::fromLocal8Bit(std::strerror(errno))};
}

bool hasMark(int descriptor)
{
    char start[markSize + 1] = {};
    return ::pread(descriptor, start, markSize + 1, 0) == ssize_t(markSize) && std::memcmp(start, mark, markSize) == 0;
}

bool isMarked(int descriptor)
{
    return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::write(descriptor, mark, markSize) == ssize_t(markSize);
}

Error cannotMark(const QByteArray &name, const QString &folder)
{
    return {ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 could not be written."), QFile::decodeName(name)},
            QT_TRANSLATE_NOOP("core", "Check that the disk has room, and repeat the command."), folder, QString::fromLocal8Bit(std::strerror(errno))};
}

/// The lock, held. Marked before it has its name, so that a kill at no moment leaves one that looks like another program's; where files without a name
/// are unknown, right after it. Answers -1 when something of that name is there.
base::Result<int> makeMarked(const QByteArray &name, const QString &folder)
{
    Descriptor unnamed(::open(name.left(name.lastIndexOf('/')).constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666));
    if (unnamed) {
        if (!isMarked(unnamed.get()))
            return cannotMark(name, folder);
        const QByteArray link = "/proc/self/fd/" + QByteArray::number(unnamed.get());
        if (::linkat(AT_FDCWD, link.constData(), AT_FDCWD, name.constData(), AT_SYMLINK_FOLLOW) == 0)
            return unnamed.release();
        if (errno == EEXIST)
            return -1;
    }
    Descriptor file(::open(name.constData(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666));
    if (!file)
        return errno == EEXIST ? base::Result<int>(-1) : base::Result<int>(cannotMake(QFile::decodeName(name), folder));
    if (isMarked(file.get()))
        return file.release();
    const Error error = cannotMark(name, folder);
    ::unlink(name.constData());
    return error;
}

/// Whether the open file is still the one with that name.
bool isSameFile(int descriptor, const QByteArray &path)
{
    struct stat opened = {}, named = {};
    return ::fstat(descriptor, &opened) == 0 && ::lstat(path.constData(), &named) == 0 && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

} // namespace

base::Result<IndexLock> IndexLock::take(const QString &path, const QString &folder)
{
    const QByteArray name = QFile::encodeName(path);
    EKOS_TRY(const int made, makeMarked(name, folder));
    if (made >= 0)
        return IndexLock(name, made);
    const int descriptor = ::open(name.constData(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return busy(path, folder);
    if (hasMark(descriptor) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && isSameFile(descriptor, name))
        return IndexLock(name, descriptor);
    ::close(descriptor);
    return busy(path, folder);
}

base::Result<> IndexLock::check(const QString &path, const QString &folder)
{
    const QByteArray name = QFile::encodeName(path);
    const Descriptor existing(::open(name.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (existing)
        return hasMark(existing.get()) && ::flock(existing.get(), LOCK_EX | LOCK_NB) == 0 ? base::Result<>(base::Ok{}) : base::Result<>(busy(path, folder));
    if (errno != ENOENT)
        return busy(path, folder);
    return ::access(name.left(name.lastIndexOf('/')).constData(), W_OK | X_OK) == 0 ? base::Result<>(base::Ok{}) : base::Result<>(cannotMake(path, folder));
}

IndexLock::IndexLock(IndexLock &&other) noexcept : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

IndexLock::~IndexLock()
{
    if (m_descriptor < 0)
        return;
    ::unlink(m_path.constData());
    ::close(m_descriptor);
}

} // namespace lakehouse::adapters::git
