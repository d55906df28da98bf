#pragma once

#include <QByteArray>

namespace lakehouse::views {

/// resources/tokens.json, compiled in.
QByteArray tokensFile();
/// views/kit/console.qss, compiled in.
QByteArray styleSheetFile();

} // namespace lakehouse::views
