#pragma once

#include "base/result.h"

#include <QByteArray>

#include <optional>

namespace lakehouse::adapters {

/// What happens to a file that is there already. ReplaceInPlace: its rights stay, and so does a symbolic link that leads to it.
enum class IfThere { Replace, ReplaceInPlace, Keep };

/// Writes a file so that a reader, and a machine that loses power, sees the old or the new one whole. False: there was one, and it was kept.
base::Result<bool> writeWhole(const QString &path, const QByteArray &bytes, unsigned mode, IfThere ifThere);

/// The whole file; nothing when there is none. Fails with InvalidInput above `limit` bytes and for what is no regular file, such as a FIFO, which is
/// never waited for; ExternalFailure when it cannot be read.
base::Result<std::optional<QByteArray>> readWhole(const QString &path, qint64 limit);

/// Lets nobody but its owner into a folder; succeeds when there is none. Fails with InvalidInput for a symbolic link, another kind of file, and a
/// folder that belongs to another user than the effective one: somebody else decides then what stands in it.
base::Result<> secureFolder(const QString &path);

} // namespace lakehouse::adapters
