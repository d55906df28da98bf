#include "kit/rebuilding.h"

#include <QLayout>
#include <QWidget>

namespace lakehouse::views {

void discardAll(QLayout &layout)
{
    while (QLayoutItem *item = layout.takeAt(0)) {
        if (QWidget *widget = item->widget()) {
            widget->hide();
            widget->setParent(nullptr);
            widget->deleteLater();
        }
        delete item;
    }
}

void keepTogether(QWidget &container)
{
    QList<QWidget *> inside;
    for (QWidget *next = container.nextInFocusChain(); next != &container; next = next->nextInFocusChain())
        if (container.isAncestorOf(next) && next->focusPolicy() != Qt::NoFocus)
            inside += next;
    // Qt puts nothing behind a widget that cannot have the focus.
    const Qt::FocusPolicy policy = container.focusPolicy();
    container.setFocusPolicy(Qt::StrongFocus);
    QWidget *previous = &container;
    for (QWidget *widget : inside) {
        QWidget::setTabOrder(previous, widget);
        previous = widget;
    }
    container.setFocusPolicy(policy);
}

} // namespace lakehouse::views
