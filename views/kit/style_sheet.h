#pragma once

#include <QPalette>
#include <QString>

namespace lakehouse::views {

class Theme;

/// views/kit/console.qss with the values of the theme for its $names$.
QString themedStyleSheet(const Theme &theme);
/// For what the style paints without the sheet. AlternateBase is left to the system, so that a change of the system is heard of.
QPalette themedPalette(const Theme &theme);

} // namespace lakehouse::views
