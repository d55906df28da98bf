#pragma once

#include "base/result.h"

#include <QFile>

namespace lakehouse::adapters {

enum class FileUse { Read, Write };

/// Opens a file and locks it against other processes and threads until it is closed: shared to read, alone to write. Waits for the lock.
/// To write it is made when it is not there. Fails with NotFound, NotAllowed, ExternalFailure.
base::Result<> openLocked(QFile &file, FileUse use);

/// What the system said about the last failed call on this file.
base::Error fileError(const QFile &file);

} // namespace lakehouse::adapters
