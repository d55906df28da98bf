#include "kit/plain_label.h"

#include "kit/label_dress.h"
#include "kit/theme.h"

#include <QAccessible>

namespace lakehouse::views {

PlainLabel::PlainLabel(TextStyle style, ColorRole role, QWidget *parent) : QLabel(parent), m_style(style), m_role(role)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    connect(&Theme::instance(), &Theme::changed, this, &PlainLabel::dress);
    dress();
}

void PlainLabel::setRole(ColorRole role)
{
    m_role = role;
    dress();
}

void PlainLabel::tell(const QString &words)
{
    if (words == text() && isHidden() == words.isEmpty())
        return;
    setText(words);
    setVisible(!words.isEmpty());
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void PlainLabel::dress()
{
    dressLabel(this, m_style, m_role);
}

} // namespace lakehouse::views
