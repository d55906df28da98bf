#pragma once

#include "kit/button_kind.h"

#include <QPointer>
#include <QPushButton>

class QAction;

namespace lakehouse::views {

/// A push button that shows an action and triggers it. Follows its words, icon, visibility and whether it is enabled; the tooltip of a
/// disabled action, which is its reason, is the button's tooltip and accessible description. The action may go before the button.
class ActionButton : public QPushButton {
    Q_OBJECT
public:
    explicit ActionButton(QAction *action, ButtonKind kind = ButtonKind::Normal, QWidget *parent = nullptr);

    /// None when it went before the button.
    QAction *action() const { return m_action; }

private:
    void follow();
    void showIcon();

    QPointer<QAction> m_action;
    ButtonKind m_kind;
    bool m_isHiddenWithAction = false;
};

} // namespace lakehouse::views
