#pragma once

#include <QString>

namespace lakehouse::base {

/// Whether a host, without brackets and port, is this machine for certain: a literal address in 127.0.0.0/8, ::1, or "localhost" in any case.
/// A name that merely begins like one, such as "127.0.0.1.example.org", is not. No name is looked up.
bool isLoopbackHost(const QString &host);

} // namespace lakehouse::base
