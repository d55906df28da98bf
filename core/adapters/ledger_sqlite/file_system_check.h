#pragma once

#include "base/result.h"

#include <QByteArray>

#include <optional>

namespace lakehouse::adapters {

/// The name of the network file system that a statfs magic number and a mount type stand for; nothing when it is a local one.
/// The mount type decides for file systems in user space only.
std::optional<QString> networkFileSystem(quint32 magic, const QByteArray &mountType);

/// Fails with Unsupported when the folder is on a network file system: file locks and shared memory do not hold there.
base::Result<> requireLocalFolder(const QString &folder);

} // namespace lakehouse::adapters
