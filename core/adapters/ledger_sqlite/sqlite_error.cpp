#include "adapters/ledger_sqlite/sqlite_error.h"

#include <sqlite3.h>

namespace lakehouse::adapters {

using base::Error;
using base::ErrorCode;
using base::Retry;
using base::Text;

namespace {

Error failure(ErrorCode code, Text message, Text hint, Retry retry = Retry::Pointless)
{
    return {.code = code, .message = std::move(message), .hint = std::move(hint), .retry = retry};
}

Error byCode(int code, const QString &file)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return failure(ErrorCode::Busy, {QT_TRANSLATE_NOOP("core", "Another process is writing to %1 and did not finish in time."), file},
                       QT_TRANSLATE_NOOP("core", "Wait for the other command to finish, then try again. When none runs, look for a program that holds the file open."), Retry::Later);
    case SQLITE_FULL:
        return failure(ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "There is no space left to write %1. Nothing was written."), file},
                       QT_TRANSLATE_NOOP("core", "Free space on the disk that holds the file, then try again."), Retry::Later);
    case SQLITE_IOERR:
        return failure(ErrorCode::ExternalFailure, {QT_TRANSLATE_NOOP("core", "The disk failed to read or write %1."), file},
                       QT_TRANSLATE_NOOP("core", "Check that the disk has space and is healthy, then try again."), Retry::Later);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return failure(ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "%1 cannot be written."), file},
                       QT_TRANSLATE_NOOP("core", "Give the user that runs this command the right to write to the file and to its folder."));
    case SQLITE_CANTOPEN:
        return failure(ErrorCode::NotAllowed, {QT_TRANSLATE_NOOP("core", "%1 cannot be opened."), file},
                       QT_TRANSLATE_NOOP("core", "Check that its folder exists, and that the user that runs this command may write to it."));
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return failure(ErrorCode::Corrupt, {QT_TRANSLATE_NOOP("core", "%1 is damaged."), file},
                       QT_TRANSLATE_NOOP("core", "Keep the file, and put the newest good back-up in its place."));
    case SQLITE_INTERRUPT:
        return failure(ErrorCode::Cancelled, QT_TRANSLATE_NOOP("core", "Cancelled."), QT_TRANSLATE_NOOP("core", "Run the same command again to finish."));
    case SQLITE_CONSTRAINT:
        return failure(ErrorCode::RefusedByRule, {QT_TRANSLATE_NOOP("core", "%1 refused a change that its rules do not allow."), file},
                       QT_TRANSLATE_NOOP("core", "Nothing was written. Report this with the details below."));
    case SQLITE_TOOBIG:
        return failure(ErrorCode::InvalidInput, {QT_TRANSLATE_NOOP("core", "A value is too large for %1."), file},
                       QT_TRANSLATE_NOOP("core", "Values may have up to one thousand million bytes."));
    default:
        return failure(ErrorCode::Internal, {QT_TRANSLATE_NOOP("core", "SQLite could not work with %1."), file}, {});
    }
}

} // namespace

Error sqliteError(int code, const QString &words, const QString &file)
{
    Error error = byCode(code, file);
    error.subject = file;
    error.detail = QStringLiteral("SQLite %1: %2").arg(code).arg(words);
    return error;
}

} // namespace lakehouse::adapters
