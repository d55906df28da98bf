#pragma once

#include "kit/tokens.h"

#include <QLabel>

namespace lakehouse::views {

/// Words of the program in a style and a colour of the theme: plain text that wraps and follows every change of the theme.
class PlainLabel : public QLabel {
    Q_OBJECT
public:
    explicit PlainLabel(TextStyle style = TextStyle::Body, ColorRole role = ColorRole::Text, QWidget *parent = nullptr);

    void setRole(ColorRole role);
    /// Sets the words and hides the label when there are none.
    void tell(const QString &words);

private:
    void dress();

    TextStyle m_style;
    ColorRole m_role;
};

} // namespace lakehouse::views
