#include "kit/fitting_tab_bar.h"

#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <vector>

namespace lakehouse::views {

FittingTabBar::FittingTabBar(QWidget *parent) : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideRight);
    setFocusPolicy(Qt::StrongFocus);
}

/// With less room around the words, as the style sheet has it, when there is not enough for all of it.
void FittingTabBar::moveTogether()
{
    const Theme &theme = Theme::instance();
    const int around = 2 * theme.space(Space::Small) + 2 * theme.focusWidth() + theme.space(Space::Tight);
    int whole = 0;
    for (int index = 0; index < count(); ++index)
        if (isTabVisible(index))
            whole += fontMetrics().horizontalAdvance(QString(tabText(index)).replace(QLatin1String("&&"), QLatin1String("&"))) + around;
    const bool isTight = whole > width();
    if (property("isTight").toBool() == isTight)
        return;
    setProperty("isTight", isTight);
    style()->unpolish(this);
    style()->polish(this);
    QEvent changed(QEvent::StyleChange); // the tabs are laid out anew
    QCoreApplication::sendEvent(this, &changed);
}

void FittingTabBar::resizeEvent(QResizeEvent *event)
{
    moveTogether();
    QTabBar::resizeEvent(event);
}

void FittingTabBar::tabLayoutChange()
{
    QTabBar::tabLayoutChange();
    moveTogether();
}

int FittingTabBar::widest() const
{
    std::vector<int> widths;
    for (int index = 0; index < count(); ++index)
        if (isTabVisible(index))
            widths.push_back(QTabBar::tabSizeHint(index).width());
    std::ranges::sort(widths);
    const int fewLetters = fontMetrics().averageCharWidth() * 4 + 2 * Theme::instance().space(Space::Medium);
    int left = width();
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const int share = left / int(widths.size() - i);
        if (widths[i] > share)
            return std::max(share, fewLetters);
        left -= widths[i];
    }
    return widths.empty() ? 0 : widths.back();
}

QSize FittingTabBar::tabSizeHint(int index) const
{
    const QSize whole = QTabBar::tabSizeHint(index);
    return {std::min(whole.width(), widest()), whole.height()};
}

QSize FittingTabBar::minimumTabSizeHint(int index) const
{
    return tabSizeHint(index);
}

bool FittingTabBar::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QTabBar::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int index = tabAt(help->pos());
    const bool isShortened = index >= 0 && QTabBar::tabSizeHint(index).width() > tabRect(index).width();
    if (isShortened)
        QToolTip::showText(help->globalPos(), plainToolTip(tabText(index).replace(QLatin1String("&&"), QLatin1String("&"))), this);
    else
        QToolTip::hideText();
    return true;
}

} // namespace lakehouse::views
