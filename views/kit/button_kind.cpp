#include "kit/button_kind.h"

#include <QAbstractButton>
#include <QStyle>
#include <QVariant>

namespace lakehouse::views {

void setButtonKind(QAbstractButton *button, ButtonKind kind)
{
    constexpr const char *names[] = {"normal", "primary", "danger", "quiet"};
    button->setProperty("kind", QLatin1String(names[int(kind)]));
    // Style sheets look at properties only when a widget is polished.
    button->style()->unpolish(button);
    button->style()->polish(button);
}

} // namespace lakehouse::views
