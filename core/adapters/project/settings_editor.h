#pragma once

#include "adapters/project/settings_reader.h"
#include "ports/project_store.h"

namespace lakehouse::adapters {

/// `toml`, which reads as `read`, with one entry of [[databases]] changed and everything else as it was, byte for byte. The result was read back and
/// means what was asked for. Fails with AlreadyExists, NotFound, InvalidInput for values that the reader refuses, and Unsupported for a text in a
/// form that only a person can change.
base::Result<QByteArray> withDatabaseChange(const QByteArray &toml, const ReadSettings &read, const ports::DatabaseChange &change);

} // namespace lakehouse::adapters
