#pragma once

#include <QByteArrayView>

#include <initializer_list>

namespace lakehouse::base {

/// SHA-256 (FIPS 180-4) over the parts one behind the other: 32 bytes.
QByteArray sha256(std::initializer_list<QByteArrayView> parts);

} // namespace lakehouse::base
