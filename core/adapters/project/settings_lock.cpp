#include "adapters/project/settings_lock.h"

#include <QFile>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

constexpr std::chrono::milliseconds longestWait{10'000};
constexpr std::chrono::milliseconds pause{20};

} // namespace

Result<SettingsLock> SettingsLock::take(const QString &path, base::RunContext &run)
{
    // never renamed or removed: a lock of a file that is no longer there would hold nobody off
    const int file = ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 could not be opened."), path},
                     QT_TRANSLATE_NOOP("core", "Check its owner and its rights."), path,
                     QString::fromLocal8Bit(std::strerror(errno))};
    SettingsLock lock(file);
    const auto deadline = std::chrono::steady_clock::now() + longestWait;
    while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return Error{ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "%1 cannot be locked."), path},
                         QT_TRANSLATE_NOOP("core", "Keep the project on a file system that knows locks, such as a local one."), path,
                         QString::fromLocal8Bit(std::strerror(errno))};
        if (std::chrono::steady_clock::now() >= deadline)
            return Error{ErrorCode::Busy, QT_TRANSLATE_NOOP("core", "Another program is changing ekos.toml."),
                         QT_TRANSLATE_NOOP("core", "Try again in a moment."), path, {}, base::Retry::Later};
        run.cancel().waitFor(pause);
        EKOS_CHECK(run.cancel().check());
    }
    return lock;
}

SettingsLock::~SettingsLock()
{
    if (m_file >= 0)
        ::close(m_file);
}

} // namespace lakehouse::adapters
