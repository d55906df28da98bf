#include "kit/diff_painter.h"

#include "kit/diff_words.h"
#include "kit/focus_ring.h"
#include "kit/icons.h"
#include "kit/line_look.h"
#include "kit/shown_text.h"
#include "kit/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <limits>

namespace lakehouse::views {

namespace {

constexpr int mostCharacters = 4000; ///< drawn of one line
constexpr int barWidth = 4;

Theme &theme()
{
    return Theme::instance();
}

ColorRole pick(DiffSide side, ColorRole before, ColorRole after)
{
    return side == DiffSide::Before ? before : after;
}

} // namespace

void DiffPainter::refresh()
{
    const QFontMetrics mono(theme().font(TextStyle::Mono));
    // Room for the ring around the current line, which else would cover underscores.
    m_lineHeight = theme().lineHeight(TextStyle::Mono) + 2 * theme().space(Space::Hair);
    m_foldHeight = std::max(m_lineHeight, theme().targetMinimum());
    m_headerHeight = theme().rowHeight() + 2 * theme().space(Space::Tight);
    m_characterWidth = std::max(1, mono.horizontalAdvance(u'0'));
    qsizetype lines = 0, longest = 0;
    for (const text::FileDiff &file : m_model.document().files) {
        lines = std::max({lines, file.before.count(), file.after.count()});
        for (const text::TextLines *side : {&file.before, &file.after})
            for (qsizetype i = 0; i < side->count(); ++i)
                longest = std::max(longest, side->line(i).size());
    }
    m_numberWidth = int(QString::number(std::max<qsizetype>(lines, 99)).size()) * m_characterWidth + 2 * theme().space(Space::Small);
    m_textWidth = int(std::min<qsizetype>(longest, mostCharacters) + 1) * m_characterWidth;
}

int DiffPainter::heightOf(const DiffVisual &visual) const
{
    switch (visual.kind) {
    case DiffVisual::Kind::Header: return m_headerHeight;
    case DiffVisual::Kind::Fold: return m_foldHeight;
    case DiffVisual::Kind::Line: break;
    }
    return m_lineHeight;
}

int DiffPainter::numbersWidth() const
{
    return m_model.hasTwoSides() || m_model.hasOneVersion() ? m_numberWidth : 2 * m_numberWidth;
}

int DiffPainter::gutterWidth() const
{
    return barWidth + numbersWidth() + 2 * m_characterWidth;
}

int DiffPainter::textRoom(int width) const
{
    return (m_model.hasTwoSides() ? width / 2 : width) - gutterWidth() - theme().space(Space::Small);
}

DiffPainter::Cell DiffPainter::cellOf(const QRect &rect, DiffSide side) const
{
    Cell cell{.all = rect, .numbers = {}, .sign = {}, .text = {}};
    if (m_model.hasTwoSides()) {
        const int half = rect.width() / 2;
        cell.all = side == DiffSide::Before ? QRect(rect.left(), rect.top(), half, rect.height())
                                            : QRect(rect.left() + half + 1, rect.top(), rect.width() - half - 1, rect.height());
    }
    cell.numbers = QRect(cell.all.left() + barWidth, cell.all.top(), numbersWidth(), cell.all.height());
    cell.sign = QRect(cell.numbers.right() + 1, cell.all.top(), 2 * m_characterWidth, cell.all.height());
    cell.text = QRect(QPoint(cell.sign.right() + 1, cell.all.top()), cell.all.bottomRight());
    return cell;
}

QRect DiffPainter::viewedRect(const QRect &rect) const
{
    const int width = theme().iconSize() + theme().space(Space::Tight) + QFontMetrics(theme().font(TextStyle::Body)).horizontalAdvance(viewedText());
    return {rect.right() - width - theme().space(Space::Medium), rect.top(), width + theme().space(Space::Medium), rect.height()};
}

void DiffPainter::paint(QPainter &painter, const DiffVisual &visual, const QRect &rect, const Look &look)
{
    switch (visual.kind) {
    case DiffVisual::Kind::Header: paintHeader(painter, visual, rect, look); return;
    case DiffVisual::Kind::Fold: paintFold(painter, visual, rect, look); return;
    case DiffVisual::Kind::Line: break;
    }
    if (!m_model.hasTwoSides()) {
        const DiffSide side = sideShown(m_model, visual, look.side);
        paintCell(painter, visual, cellOf(rect, side), side, look);
        return;
    }
    for (const DiffSide side : {DiffSide::Before, DiffSide::After})
        paintCell(painter, visual, cellOf(rect, side), side, look);
    painter.fillRect(QRect(rect.left() + rect.width() / 2, rect.top(), 1, rect.height()), theme().color(ColorRole::Divider));
}

void DiffPainter::paintHeader(QPainter &painter, const DiffVisual &visual, const QRect &rect, const Look &look) const
{
    const text::FileDiff &file = m_model.file(visual.file);
    painter.fillRect(rect, theme().color(ColorRole::Canvas));
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme().color(ColorRole::Divider));
    painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), theme().color(ColorRole::Divider));
    const int icon = theme().iconSize(), gap = theme().space(Space::Small);
    const int iconTop = rect.top() + (rect.height() - icon) / 2;
    paintIcon(&painter, m_model.isOpen(visual.file) ? IconName::ChevronDown : IconName::ChevronRight, QRectF(rect.left() + gap, iconTop, icon, icon),
              theme().color(ColorRole::TextSecondary));

    const QRect viewed = viewedRect(rect);
    const bool isViewed = m_model.isViewed(file.path);
    const QRectF box(viewed.left(), iconTop, icon, icon);
    painter.setFont(theme().font(TextStyle::Body));
    painter.setPen(theme().color(ColorRole::TextSecondary));
    painter.drawText(viewed.adjusted(icon + theme().space(Space::Tight), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, viewedText());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme().color(isViewed ? ColorRole::Accent : ColorRole::ControlBorder), 1));
    painter.setBrush(isViewed ? theme().color(ColorRole::Accent) : theme().color(ColorRole::Surface));
    painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 2, 2);
    painter.restore();
    if (isViewed)
        paintIcon(&painter, IconName::Check, box.adjusted(2, 2, -2, -2), theme().color(ColorRole::TextOnAccent));

    // The summary keeps its room; a long path is cut in its middle.
    const QFont strong = theme().font(TextStyle::Strong);
    const QString summary = fileSummary(file);
    const int left = rect.left() + 2 * gap + icon, right = viewed.left() - gap;
    const int summaryWidth = std::min(QFontMetrics(theme().font(TextStyle::Body)).horizontalAdvance(summary), std::max(0, (right - left) / 2));
    const QString path = QFontMetrics(strong).elidedText(shownText(file.path), Qt::ElideMiddle, std::max(0, right - left - summaryWidth - gap));
    painter.setFont(strong);
    painter.setPen(theme().color(ColorRole::Text));
    painter.drawText(QRect(left, rect.top(), right - left, rect.height()), Qt::AlignVCenter | Qt::AlignLeft, path);
    const int pathWidth = QFontMetrics(strong).horizontalAdvance(path);
    painter.setFont(theme().font(TextStyle::Body));
    painter.setPen(theme().color(ColorRole::TextSecondary));
    const QRect summaryRect(left + pathWidth + gap, rect.top(), std::max(0, right - left - pathWidth - gap), rect.height());
    painter.drawText(summaryRect, Qt::AlignVCenter | Qt::AlignLeft, painter.fontMetrics().elidedText(summary, Qt::ElideRight, summaryRect.width()));
    if (look.isCurrent && look.hasFocus)
        paintFocusRing(painter, rect);
}

void DiffPainter::paintFold(QPainter &painter, const DiffVisual &visual, const QRect &rect, const Look &look) const
{
    painter.fillRect(rect, theme().color(look.isCurrent ? ColorRole::Hover : ColorRole::Canvas));
    const int icon = std::min(theme().iconSize(), rect.height());
    const int left = rect.left() + barWidth + theme().space(Space::Small);
    paintIcon(&painter, IconName::ChevronRight, QRectF(left, rect.top() + (rect.height() - icon) / 2.0, icon, icon),
        theme().color(ColorRole::TextMuted));
    painter.setFont(theme().font(TextStyle::Caption));
    painter.setPen(theme().color(ColorRole::TextMuted));
    painter.drawText(rect.adjusted(left + icon + theme().space(Space::Tight) - rect.left(), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
        foldText(visual.hidden));
    if (look.isCurrent && look.hasFocus)
        paintFocusRing(painter, rect);
}

void DiffPainter::paintCell(QPainter &painter, const DiffVisual &visual, const Cell &cell, DiffSide side, const Look &look)
{
    const std::optional<QStringView> text = m_model.text(visual, side);
    if (!text) {
        painter.fillRect(cell.all, theme().color(ColorRole::Canvas));
        return;
    }
    const bool isChange = m_model.line(visual).kind != text::DiffRowKind::Same;
    painter.fillRect(cell.all, theme().color(isChange ? pick(side, ColorRole::DiffRemoved, ColorRole::DiffAdded) : ColorRole::Surface));
    paintNumbers(painter, visual, cell, side);
    const QColor bar = theme().color(pick(side, ColorRole::DiffRemovedBar, ColorRole::DiffAddedBar));
    if (isChange) {
        painter.fillRect(QRect(cell.all.left(), cell.all.top(), barWidth, cell.all.height()), bar);
        painter.setPen(bar);
        painter.setFont(theme().font(TextStyle::Mono));
        painter.drawText(cell.sign, Qt::AlignCenter, side == DiffSide::Before ? QString(QChar(0x2212)) : QStringLiteral("+"));
    }
    painter.save();
    painter.setClipRect(cell.text, Qt::IntersectClip);
    const QString shown = shownText(text->left(mostCharacters));
    const std::unique_ptr<QTextLayout> layout = layoutOf(shown, formatsOf(visual, side, shown, look.visual));
    const QTextLine line = layout->lineAt(0);
    painter.setPen(theme().color(ColorRole::Text));
    layout->draw(&painter, QPointF(cell.text.left() - m_scroll, cell.text.top() + (cell.text.height() - line.height()) / 2));
    m_textWidth = std::max(m_textWidth, int(line.naturalTextWidth()) + m_characterWidth);
    const bool isCut = text->size() > mostCharacters, isUnfinished = isChange && m_model.isUnfinished(visual, side);
    if (isCut || isUnfinished) {
        painter.setFont(theme().font(TextStyle::Caption));
        painter.setPen(theme().color(ColorRole::TextSecondary));
        const QRect rest = cell.text.adjusted(int(line.naturalTextWidth()) - m_scroll + m_characterWidth, 0, 0, 0);
        painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft, isCut ? cutText() : unfinishedText());
    }
    painter.restore();
    if (look.isCurrent && look.hasFocus && (!m_model.hasTwoSides() || side == look.side))
        paintFocusRing(painter, cell.all);
    else if (look.isCurrent)
        painter.fillRect(QRect(cell.all.left() + barWidth, cell.all.bottom(), cell.all.width() - barWidth, 1), theme().color(ColorRole::FocusRing));
}

void DiffPainter::paintNumbers(QPainter &painter, const DiffVisual &visual, const Cell &cell, DiffSide side) const
{
    const text::DiffRow &row = m_model.line(visual);
    painter.setFont(theme().font(TextStyle::Mono));
    painter.setPen(theme().color(ColorRole::TextSecondary));
    const auto draw = [&](int number, const QRect &rect) {
        if (number >= 0)
            painter.drawText(rect.adjusted(0, 0, -theme().space(Space::Small), 0), Qt::AlignVCenter | Qt::AlignRight, QString::number(number + 1));
    };
    if (numbersWidth() == m_numberWidth) {
        draw(side == DiffSide::Before ? row.before : row.after, cell.numbers);
        return;
    }
    const QRect left(cell.numbers.left(), cell.numbers.top(), m_numberWidth, cell.numbers.height());
    draw(visual.showsBefore ? row.before : -1, left);
    draw(visual.showsAfter ? row.after : -1, left.translated(m_numberWidth, 0));
}

QList<QTextLayout::FormatRange> DiffPainter::formatsOf(const DiffVisual &visual, DiffSide side, const QString &shown, int index) const
{
    const text::DiffRow &row = m_model.line(visual);
    LineLook look(shown);
    for (const SqlToken &token : m_colours.tokens(visual.file, side, side == DiffSide::Before ? row.before : row.after))
        look.setForeground(token.start, token.length, theme().color(token.role));
    if (row.kind == text::DiffRowKind::Changed) {
        const text::WordMarks &marks = m_colours.marks(visual.file, visual.row);
        for (const text::TextRange &range : side == DiffSide::Before ? marks.before : marks.after) {
            look.setForeground(int(range.start), int(range.length), theme().color(ColorRole::Text));
            look.setBackground(int(range.start), int(range.length), theme().color(pick(side, ColorRole::DiffRemovedWord, ColorRole::DiffAddedWord)));
        }
    }
    look.mark(m_needle);
    if (m_selection.side == side || !m_model.hasTwoSides())
        if (const std::optional<std::pair<int, int>> part = m_selection.partOf(index, int(shown.size())))
            look.select(part->first, part->second - part->first);
    return look.formats();
}

std::unique_ptr<QTextLayout> DiffPainter::layoutOf(const QString &shown, const QList<QTextLayout::FormatRange> &formats) const
{
    auto layout = std::make_unique<QTextLayout>(shown, theme().font(TextStyle::Mono));
    QTextOption option(Qt::AlignLeft);
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(QTextOption::NoWrap);
    option.setTabStopDistance(4.0 * m_characterWidth);
    layout->setTextOption(option);
    layout->setFormats(formats);
    layout->beginLayout();
    layout->createLine().setLineWidth(std::numeric_limits<int>::max());
    layout->endLayout();
    return layout;
}

DiffPainter::Hit DiffPainter::hit(const DiffVisual &visual, const QRect &rect, const QPoint &point) const
{
    if (visual.kind == DiffVisual::Kind::Header)
        return {viewedRect(rect).contains(point) ? Zone::Viewed : Zone::Header, {}, 0};
    if (visual.kind == DiffVisual::Kind::Fold)
        return {Zone::Fold, {}, 0};
    const bool isLeft = m_model.hasTwoSides() && point.x() <= rect.left() + rect.width() / 2;
    const DiffSide side = m_model.hasTwoSides() ? (isLeft ? DiffSide::Before : DiffSide::After) : sideShown(m_model, visual, DiffSide::After);
    const Cell cell = cellOf(rect, side);
    if (point.x() < cell.text.left())
        return {Zone::Numbers, side, 0};
    const std::optional<QStringView> text = m_model.text(visual, side);
    if (!text)
        return {Zone::Text, side, 0};
    const std::unique_ptr<QTextLayout> layout = layoutOf(shownText(text->left(mostCharacters)), {});
    return {Zone::Text, side, layout->lineAt(0).xToCursor(point.x() - cell.text.left() + m_scroll)};
}

} // namespace lakehouse::views
