#pragma once

#include <QByteArray>
#include <QString>

namespace lakehouse::base {

/// How lock files and settings name the bytes of a whole file: "sha256:" and 64 hexadecimal digits, over the bytes and nothing else, so that
/// `sha256sum` gives the same.
QString fileDigest(const QByteArray &bytes);

} // namespace lakehouse::base
