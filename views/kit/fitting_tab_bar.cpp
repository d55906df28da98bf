#include "kit/fitting_tab_bar.h"

#include "kit/theme.h"
#include "kit/tool_tip.h"

#include <QHelpEvent>
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
