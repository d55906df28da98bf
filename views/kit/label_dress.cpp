#include "kit/label_dress.h"

#include "kit/theme.h"

#include <QLabel>

namespace lakehouse::views {

void dressLabel(QLabel *label, TextStyle style, ColorRole color)
{
    const Theme &theme = Theme::instance();
    label->ensurePolished(); // else its first showing brings back the colours from before a change of the theme
    label->setTextFormat(Qt::PlainText);
    label->setFont(theme.font(style));
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, theme.color(color));
    label->setPalette(palette);
}

} // namespace lakehouse::views
