#include "shell/run_steps_delegate.h"

#include "kit/status_chip.h"
#include "kit/theme.h"
#include "shell/run_steps_model.h"
#include "shell/run_words.h"

#include <QPainter>

namespace lakehouse::views {

void RunStepsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (index.column() != RunStepsModel::State && index.column() != RunStepsModel::When)
        return QStyledItemDelegate::paint(painter, option, index);
    const auto *model = static_cast<const RunStepsModel *>(index.model());
    const Theme &theme = Theme::instance();
    const Status status = statusOf(model->outcome(index.row()).state);
    painter->save();
    if (option.state & QStyle::State_Selected)
        painter->fillRect(option.rect, theme.color(ColorRole::Selected));
    const QRect area = option.rect.adjusted(theme.space(Space::Tight), 0, -theme.space(Space::Tight), 0);
    if (index.column() == RunStepsModel::State) {
        paintStatusChip(painter, area, status, statusWord(status), option.direction);
    } else if (const auto span = model->spanOf(index.row())) {
        const int height = area.height() / 3;
        const int left = area.left() + int(span->start * area.width());
        const int width = std::max(2, int((span->end - span->start) * area.width()));
        painter->fillRect(QRect(area.left(), area.center().y(), area.width(), 1), theme.color(ColorRole::Divider));
        painter->fillRect(QRect(left, area.center().y() - height / 2, width, height), theme.statusText(status));
    }
    painter->restore();
}

} // namespace lakehouse::views
