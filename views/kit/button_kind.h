#pragma once

class QAbstractButton;

namespace lakehouse::views {

/// Normal: an outlined button. Primary: the one that moves on, at most one in view. Danger: what cannot be taken back.
/// Quiet: no outline until it is pointed at.
enum class ButtonKind { Normal, Primary, Danger, Quiet };

/// How the style sheet of the theme draws the button.
void setButtonKind(QAbstractButton *button, ButtonKind kind);

} // namespace lakehouse::views
