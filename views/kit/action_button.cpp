#include "kit/action_button.h"

#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QAction>
#include <QPainter>

namespace lakehouse::views {

ActionButton::ActionButton(QAction *action, ButtonKind kind, QWidget *parent) : QPushButton(parent), m_action(action), m_kind(kind)
{
    setButtonKind(this, kind);
    setObjectName(action->objectName().isEmpty() ? QStringLiteral("action-button") : action->objectName() + QStringLiteral("-button"));
    setAutoDefault(false);
    connect(action, &QAction::changed, this, &ActionButton::follow);
    connect(&Theme::instance(), &Theme::changed, this, &ActionButton::showIcon);
    connect(action, &QObject::destroyed, this, &QWidget::hide);
    connect(this, &QPushButton::clicked, action, [action] { action->trigger(); });
    follow();
}

void ActionButton::follow()
{
    setText(m_action->text());
    setEnabled(m_action->isEnabled());
    showIcon();
    if (m_isHiddenWithAction == m_action->isVisible()) {
        m_isHiddenWithAction = !m_action->isVisible();
        setHidden(m_isHiddenWithAction);
    }
    setAccessibleName(m_action->iconText());
    const bool saysMore = !m_action->toolTip().isEmpty() && m_action->toolTip() != m_action->iconText();
    setToolTip(saysMore ? plainToolTip(m_action->toolTip()) : QString());
    setAccessibleDescription(saysMore ? m_action->toolTip() : QString());
}

/// On the accent the icon of the action, made for plain ground, could hardly be seen.
void ActionButton::showIcon()
{
    if (!m_action)
        return;
    if (m_kind != ButtonKind::Primary || !m_action->isEnabled() || m_action->icon().isNull()) {
        setIcon(m_action->icon());
        return;
    }
    const int size = Theme::instance().iconSize();
    QPixmap picture = m_action->icon().pixmap(QSize(size, size), devicePixelRatioF());
    QPainter painter(&picture);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(picture.rect(), Theme::instance().color(ColorRole::TextOnAccent));
    painter.end();
    setIcon(QIcon(picture));
}

} // namespace lakehouse::views
