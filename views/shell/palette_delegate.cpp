#include "shell/palette_delegate.h"

#include "kit/theme.h"
#include "shell/palette_model.h"

#include <QPainter>
#include <QTextLayout>

namespace lakehouse::views {

namespace {

/// The title in one line, the parts that fit in bold.
class Title {
public:
    Title(const PaletteHit &hit, const QFont &font)
        : m_layout(hit.item.title, font)
    {
        QList<QTextLayout::FormatRange> formats;
        for (const text::TextRange &range : hit.ranges) {
            QTextCharFormat format;
            format.setFontWeight(QFont::Bold);
            formats.push_back({int(range.start), int(range.length), format});
        }
        m_layout.setFormats(formats);
        QTextOption option;
        option.setWrapMode(QTextOption::NoWrap);
        m_layout.setTextOption(option);
        m_layout.beginLayout();
        m_line = m_layout.createLine();
        m_layout.endLayout();
    }
    int width() const { return qCeil(m_line.naturalTextWidth()); }
    void paint(QPainter *painter, const QRect &area) const
    {
        painter->save();
        painter->setClipRect(area);
        m_layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - m_line.height()) / 2));
        painter->restore();
    }

private:
    QTextLayout m_layout;
    QTextLine m_line;
};

} // namespace

void PaletteDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *model = static_cast<const PaletteModel *>(index.model());
    const PaletteHit &hit = model->hit(index.row());
    const Theme &theme = Theme::instance();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool isSelected = option.state & QStyle::State_Selected;
    if (isSelected || (option.state & QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.color(isSelected ? ColorRole::Selected : ColorRole::Hover));
        painter->drawRoundedRect(option.rect.adjusted(1, 0, -1, 0), theme.radius(), theme.radius());
    }
    const auto placed = [&option](const QRect &area) { return QStyle::visualRect(option.direction, option.rect, area); };
    const bool isBlocked = hit.item.action && !hit.item.action->isEnabled();
    const QColor muted = theme.color(isSelected ? ColorRole::TextSecondary : ColorRole::TextMuted);
    const int gap = theme.space(Space::Small);
    const int icon = theme.iconSize();
    QRect area = option.rect.adjusted(gap, 0, -gap, 0);
    paintIcon(painter, isBlocked ? IconName::Ban : hit.item.icon, placed(QRect(area.left(), area.center().y() - icon / 2, icon, icon)), muted);
    area.setLeft(area.left() + icon + gap);

    painter->setFont(theme.font(TextStyle::Caption));
    painter->setPen(muted);
    const QString keys = paletteShortcut(hit.item);
    const QString end = keys.isEmpty() ? paletteKindWord(hit.item.kind) : keys;
    const int endWidth = painter->fontMetrics().horizontalAdvance(end);
    painter->drawText(placed(QRect(area.right() - endWidth + 1, area.top(), endWidth, area.height())), Qt::AlignCenter, end);
    area.setRight(area.right() - endWidth - gap);

    const Title title(hit, theme.font(TextStyle::Body));
    const int titleWidth = std::min(title.width(), area.width());
    painter->setPen(theme.color(isBlocked ? ColorRole::TextMuted : ColorRole::Text));
    title.paint(painter, placed(QRect(area.left(), area.top(), titleWidth, area.height())));
    area.setLeft(std::min(area.left() + titleWidth + 2 * gap, area.right()));
    painter->setPen(isBlocked ? theme.statusText(Status::Blocked) : muted);
    painter->drawText(placed(area), Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(paletteNote(hit.item), Qt::ElideRight, area.width()));
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    const Theme &theme = Theme::instance();
    return {100, theme.lineHeight(TextStyle::Body) + theme.space(Space::Small)};
}

} // namespace lakehouse::views
