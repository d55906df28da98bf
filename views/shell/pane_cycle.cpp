#include "shell/pane_cycle.h"

#include <QApplication>
#include <QWidget>

namespace lakehouse::views {

namespace {

/// Where Tab would stop first inside the pane.
QWidget *firstStop(QWidget *pane)
{
    for (QWidget *widget = pane->nextInFocusChain(); widget && widget != pane; widget = widget->nextInFocusChain())
        if (pane->isAncestorOf(widget) && widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus))
            return widget;
    return pane->focusPolicy() != Qt::NoFocus ? pane : nullptr;
}

} // namespace

PaneCycle::PaneCycle(QObject *parent)
    : QObject(parent)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget *, QWidget *now) {
        if (const int index = indexOf(now); index >= 0)
            m_panes[size_t(index)].last = now;
    });
}

void PaneCycle::setPanes(const std::vector<QWidget *> &panes)
{
    m_panes.clear();
    for (QWidget *pane : panes)
        m_panes.push_back({pane, nullptr});
}

QWidget *PaneCycle::current() const
{
    const int index = indexOf(QApplication::focusWidget());
    return index < 0 ? nullptr : m_panes[size_t(index)].widget.data();
}

void PaneCycle::move(int direction)
{
    const int count = int(m_panes.size());
    const int from = indexOf(QApplication::focusWidget());
    int index = from < 0 && direction < 0 ? 0 : from;
    for (int tried = 0; tried < count; ++tried) {
        index = (index + direction + count) % count;
        if (enterPane(m_panes[size_t(index)]))
            return;
    }
}

bool PaneCycle::enterPane(const Pane &pane)
{
    if (!pane.widget || !pane.widget->isVisible())
        return false;
    QWidget *last = pane.last && pane.last->isVisible() && pane.last->isEnabled() && pane.widget->isAncestorOf(pane.last) ? pane.last.data()
        : nullptr;
    QWidget *target = last ? last : firstStop(pane.widget);
    if (target)
        target->setFocus(Qt::ShortcutFocusReason);
    return target;
}

bool PaneCycle::enter(QWidget *pane)
{
    const int index = indexOf(pane);
    return index >= 0 && enterPane(m_panes[size_t(index)]);
}

int PaneCycle::indexOf(const QWidget *widget) const
{
    for (size_t i = 0; widget && i < m_panes.size(); ++i)
        if (m_panes[i].widget && (m_panes[i].widget == widget || m_panes[i].widget->isAncestorOf(widget)))
            return int(i);
    return -1;
}

} // namespace lakehouse::views
