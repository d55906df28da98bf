#pragma once

#include "kit/tokens.h"

class QLabel;

namespace lakehouse::views {

/// Plain text in a style and a colour of the theme, as they are now: to be called again when the theme changed.
void dressLabel(QLabel *label, TextStyle style, ColorRole color = ColorRole::Text);

} // namespace lakehouse::views
