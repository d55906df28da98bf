#pragma once

#include <QByteArray>

#include <initializer_list>
#include <map>
#include <utility>

class QString;

namespace lakehouse::views {

/// The saved states of the parts of a page as one, versioned: what a page hands to the session.
QByteArray bundleStates(std::initializer_list<std::pair<const char *, QByteArray>> parts);

/// The parts by name. Bytes of another version, or that are no bundle, give none.
std::map<QString, QByteArray> unbundleStates(const QByteArray &bundle);

} // namespace lakehouse::views
