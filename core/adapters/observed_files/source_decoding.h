#pragma once

#include <QString>

#include <optional>

namespace lakehouse::adapters {

/// The text of a source file: by its byte order mark, as UTF-8, or as Latin-1 when it is no UTF-8. Nothing for a binary file, which is one with a NUL.
std::optional<QString> decodedSource(const QByteArray &bytes);

} // namespace lakehouse::adapters
