#include "kit/status_sign.h"

#include "kit/theme.h"

#include <QFontMetrics>
#include <QPainter>

namespace lakehouse::views {

StatusSign::StatusSign(Status status, QWidget *parent) : QWidget(parent), m_status(status)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(statusWord(status));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

QSize StatusSign::sizeHint() const
{
    const Theme &theme = Theme::instance();
    return {theme.iconSize(), qMax(theme.iconSize(), QFontMetrics(theme.font(TextStyle::Body)).height())};
}

void StatusSign::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int size = Theme::instance().iconSize();
    paintIcon(&painter, statusIcon(m_status), QRectF((width() - size) / 2.0, (height() - size) / 2.0, size, size),
              Theme::instance().statusText(m_status));
}

} // namespace lakehouse::views
