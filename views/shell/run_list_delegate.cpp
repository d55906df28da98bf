#include "shell/run_list_delegate.h"

#include "kit/focus_ring.h"
#include "kit/localized.h"
#include "kit/theme.h"
#include "shell/run_list_model.h"
#include "shell/run_words.h"

#include <QPainter>

namespace lakehouse::views {

void RunListDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *model = static_cast<const RunListModel *>(index.model());
    const model::Run &run = model->run(index.row());
    const Theme &theme = Theme::instance();
    painter->save();
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected || (option.state & QStyle::State_MouseOver))
        painter->fillRect(option.rect, theme.color(isSelected ? ColorRole::Selected : ColorRole::Hover));
    const int gap = theme.space(Space::Small);
    const int icon = theme.iconSize();
    const int line = theme.lineHeight(TextStyle::Body);
    const int top = option.rect.top() + theme.space(Space::Tight);
    const bool isMirrored = option.direction == Qt::RightToLeft;
    const auto placed = [&](const QRect &area) { return isMirrored ? QStyle::visualRect(option.direction, option.rect, area) : area; };
    const Status status = statusOf(run.state);
    paintIcon(painter, statusIcon(status), placed(QRect(option.rect.left() + gap, top + (line - icon) / 2, icon, icon)), theme.statusText(status));
    const int left = option.rect.left() + 2 * gap + icon;
    const int width = option.rect.right() - left - gap;
    painter->setFont(theme.font(TextStyle::Body));
    painter->setPen(theme.color(ColorRole::Text));
    painter->drawText(placed(QRect(left, top, width, line)), Qt::AlignVCenter | Qt::AlignLeading,
                      painter->fontMetrics().elidedText(runTitle(run), Qt::ElideRight, width));
    painter->setFont(theme.font(TextStyle::Caption));
    painter->setPen(theme.color(isSelected ? ColorRole::TextSecondary : ColorRole::TextMuted));
    const QString second = RunListModel::tr("%1 · %2 · %3", "status of a run, who and when, how long")
                               .arg(runStateWord(run), runOrigin(run, model->now()), durationText(runDurationMs(run, model->now())));
    painter->drawText(placed(QRect(left, top + line, width, theme.lineHeight(TextStyle::Caption))), Qt::AlignVCenter | Qt::AlignLeading,
                      painter->fontMetrics().elidedText(second, Qt::ElideRight, width));
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(*painter, option.rect);
    painter->restore();
}

QSize RunListDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    const Theme &theme = Theme::instance();
    return {100, theme.lineHeight(TextStyle::Body) + theme.lineHeight(TextStyle::Caption) + 2 * theme.space(Space::Tight)};
}

} // namespace lakehouse::views
