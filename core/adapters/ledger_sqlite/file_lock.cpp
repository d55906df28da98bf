#include "adapters/ledger_sqlite/file_lock.h"

#include <cerrno>

#include <sys/file.h>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Ok;
using base::Result;

Error fileError(const QFile &file)
{
    Error error{.subject = file.fileName(), .detail = file.errorString()};
    if (!file.exists()) {
        error.code = ErrorCode::NotFound;
        error.message = {QT_TRANSLATE_NOOP("core", "%1 is not there."), file.fileName()};
        error.hint = QT_TRANSLATE_NOOP("core", "Check the path of the project's folder.");
    } else if (file.error() == QFileDevice::OpenError || file.error() == QFileDevice::PermissionsError) {
        error.code = ErrorCode::NotAllowed;
        error.message = {QT_TRANSLATE_NOOP("core", "%1 cannot be opened."), file.fileName()};
        error.hint = QT_TRANSLATE_NOOP("core", "Give the user that runs this command the right to write to the file and to its folder.");
    } else {
        error.code = ErrorCode::ExternalFailure;
        error.message = {QT_TRANSLATE_NOOP("core", "The disk failed to read or write %1."), file.fileName()};
        error.hint = QT_TRANSLATE_NOOP("core", "Check that the disk has space and is healthy, then try again.");
    }
    return error;
}

Result<> openLocked(QFile &file, FileUse use)
{
    if (!file.open(use == FileUse::Write ? QIODevice::ReadWrite | QIODevice::Unbuffered : QIODevice::ReadOnly | QIODevice::Unbuffered))
        return fileError(file);
    while (::flock(file.handle(), use == FileUse::Write ? LOCK_EX : LOCK_SH) != 0)
        if (errno != EINTR)
            return fileError(file);
    return Ok{};
}

} // namespace lakehouse::adapters
