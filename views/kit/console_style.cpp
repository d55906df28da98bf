#include "kit/console_style.h"

#include "kit/theme.h"

#include <QComboBox>
#include <QPainter>
#include <QStyleOption>
#include <QPushButton>
#include <QTabBar>

#include <optional>

namespace lakehouse::views {

namespace {
std::optional<IconName> arrowOf(QStyle::PrimitiveElement element)
{
    switch (element) {
    case QStyle::PE_IndicatorArrowUp:
    case QStyle::PE_IndicatorSpinUp: return IconName::ChevronUp;
    case QStyle::PE_IndicatorArrowDown:
    case QStyle::PE_IndicatorButtonDropDown:
    case QStyle::PE_IndicatorSpinDown: return IconName::ChevronDown;
    case QStyle::PE_IndicatorArrowLeft: return IconName::ChevronLeft;
    case QStyle::PE_IndicatorArrowRight: return IconName::ChevronRight;
    default: return std::nullopt;
    }
}

QRectF squareIn(const QRect &rectangle, int side)
{
    QRectF square(0, 0, qMin(side, rectangle.width()), qMin(side, rectangle.height()));
    square.moveCenter(QRectF(rectangle).center());
    return square;
}

ColorRole inkOf(const QStyleOption *option)
{
    return option->state & QStyle::State_Enabled ? ColorRole::TextSecondary : ColorRole::TextMuted;
}

/// A ring round the rectangle, inside it.
void drawRing(QPainter *painter, const QRectF &rectangle, const QColor &color, qreal width, qreal radius)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, width));
    painter->setBrush(Qt::NoBrush);
    const qreal half = width / 2;
    painter->drawRoundedRect(rectangle.adjusted(half, half, -half, -half), radius, radius);
    painter->restore();
}

void drawCheck(const QStyleOption *option, QPainter *painter, qreal radius)
{
    const Theme &theme = Theme::instance();
    const bool isOn = option->state & (QStyle::State_On | QStyle::State_NoChange);
    const bool isEnabled = option->state & QStyle::State_Enabled;
    const QRectF box = QRectF(option->rect).adjusted(1, 1, -1, -1);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.color(!isOn ? ColorRole::Surface : isEnabled ? ColorRole::Accent : ColorRole::ControlBorder));
    painter->drawRoundedRect(box, radius, radius);
    painter->restore();
    if (!isOn)
        drawRing(painter, box, theme.color(option->state & QStyle::State_MouseOver ? ColorRole::Accent : ColorRole::ControlBorder), 1, radius);
}

void drawCheckBox(const QStyleOption *option, QPainter *painter)
{
    const Theme &theme = Theme::instance();
    drawCheck(option, painter, theme.radius() - 1);
    const QRectF mark = QRectF(option->rect).adjusted(2, 2, -2, -2);
    if (option->state & QStyle::State_NoChange)
        paintIcon(painter, IconName::Minus, mark, theme.color(ColorRole::TextOnAccent));
    else if (option->state & QStyle::State_On)
        paintIcon(painter, IconName::Check, mark, theme.color(ColorRole::TextOnAccent));
}

void drawRadioButton(const QStyleOption *option, QPainter *painter)
{
    drawCheck(option, painter, option->rect.width() / 2.0);
    if (!(option->state & QStyle::State_On))
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(Theme::instance().color(ColorRole::TextOnAccent));
    const qreal radius = option->rect.width() / 5.0;
    painter->drawEllipse(QRectF(option->rect).center(), radius, radius);
    painter->restore();
}

void drawBranch(const QStyleOption *option, QPainter *painter)
{
    if (!(option->state & QStyle::State_Children))
        return;
    const bool isOpen = option->state & QStyle::State_Open;
    const IconName closed = option->direction == Qt::RightToLeft ? IconName::ChevronLeft : IconName::ChevronRight;
    const Theme &theme = Theme::instance();
    paintIcon(painter, isOpen ? IconName::ChevronDown : closed, squareIn(option->rect, theme.iconSize()), theme.color(inkOf(option)));
}

void drawItemPanel(const QStyleOption *option, QPainter *painter)
{
    const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option);
    if (item && item->backgroundBrush.style() != Qt::NoBrush)
        painter->fillRect(item->rect, item->backgroundBrush);
    const bool isSelected = option->state & QStyle::State_Selected;
    if (isSelected || option->state & QStyle::State_MouseOver)
        painter->fillRect(option->rect, Theme::instance().color(isSelected ? ColorRole::Selected : ColorRole::Hover));
}

/// The frame of a box to choose from, as console.qss draws that of a line edit.
void drawFieldFrame(const QStyleOptionComplex *option, QPainter *painter, ColorRole ground)
{
    const Theme &theme = Theme::instance();
    const bool isEnabled = option->state & QStyle::State_Enabled;
    const bool hasFocus = option->state & QStyle::State_HasFocus;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme.color(isEnabled ? ground : ColorRole::Canvas));
    painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius(), theme.radius());
    painter->restore();
    const ColorRole border = hasFocus ? ColorRole::FocusRing : isEnabled ? ColorRole::ControlBorder : ColorRole::Divider;
    drawRing(painter, option->rect, theme.color(border), hasFocus ? theme.focusWidth() : 1, theme.radius());
}

void drawSpinArrow(const QStyle *style, const QStyleOptionSpinBox *box, QPainter *painter, const QWidget *widget, bool isUp)
{
    const Theme &theme = Theme::instance();
    const QRect place = style->subControlRect(QStyle::CC_SpinBox, box, isUp ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown, widget);
    const bool works = box->state & QStyle::State_Enabled
        && box->stepEnabled & (isUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled);
    paintIcon(painter, isUp ? IconName::ChevronUp : IconName::ChevronDown, squareIn(place, theme.iconSize() * 3 / 4),
              theme.color(works ? ColorRole::TextSecondary : ColorRole::Divider));
}
} // namespace

ConsoleStyle::ConsoleStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void ConsoleStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const
{
    const Theme &theme = Theme::instance();
    if (const auto arrow = arrowOf(element))
        return paintIcon(painter, *arrow, squareIn(option->rect, theme.iconSize() * 7 / 8), theme.color(inkOf(option)));
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return drawCheckBox(option, painter);
    case PE_IndicatorRadioButton:
        return drawRadioButton(option, painter);
    case PE_IndicatorBranch:
        return drawBranch(option, painter);
    case PE_PanelItemViewItem:
        return drawItemPanel(option, painter);
    case PE_FrameFocusRect:
        if (qobject_cast<const QTabBar *>(widget) || qobject_cast<const QPushButton *>(widget))
            return; // console.qss draws the ring of a tab and of a button
        return drawRing(painter, option->rect, theme.color(ColorRole::FocusRing), theme.focusWidth(), theme.radius());
    case PE_IndicatorTabTearLeft:
    case PE_IndicatorTabTearRight:
        return; // the buttons beside the tabs say that there are more
    case PE_IndicatorTabClose:
        return paintIcon(painter, IconName::X, squareIn(option->rect, theme.iconSize()), theme.color(inkOf(option)));
    default:
        return QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ConsoleStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const
{
    const bool isPointedAt = option->state & State_MouseOver;
    if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option); box && control == CC_ComboBox) {
        drawFieldFrame(box, painter, isPointedAt && !box->editable ? ColorRole::Hover : ColorRole::Surface);
        QStyleOption arrow(*box);
        arrow.rect = subControlRect(CC_ComboBox, box, SC_ComboBoxArrow, widget);
        return drawPrimitive(PE_IndicatorArrowDown, &arrow, painter, widget);
    }
    if (const auto *box = qstyleoption_cast<const QStyleOptionSpinBox *>(option); box && control == CC_SpinBox) {
        drawFieldFrame(box, painter, ColorRole::Surface);
        if (box->buttonSymbols == QAbstractSpinBox::NoButtons)
            return;
        drawSpinArrow(this, box, painter, widget, true);
        return drawSpinArrow(this, box, painter, widget, false);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect ConsoleStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const
{
    const Theme &theme = Theme::instance();
    const int side = theme.space(Space::Small);
    if (control == CC_ComboBox && (part == SC_ComboBoxEditField || part == SC_ComboBoxArrow)) {
        const QRect inside = option->rect.adjusted(side, theme.focusWidth(), -side, -theme.focusWidth());
        const int arrow = theme.iconSize();
        const QRect shown = part == SC_ComboBoxArrow ? QRect(inside.right() + 1 - arrow, inside.top(), arrow, inside.height())
                                                     : inside.adjusted(0, 0, -arrow - theme.space(Space::Tight), 0);
        return visualRect(option->direction, option->rect, shown);
    }
    const QRect place = QProxyStyle::subControlRect(control, option, part, widget);
    if (control != CC_SpinBox || part != SC_SpinBoxEditField)
        return place;
    return option->direction == Qt::RightToLeft ? place.adjusted(0, 0, -side / 2, 0) : place.adjusted(side / 2, 0, 0, 0);
}

QSize ConsoleStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents, const QWidget *widget) const
{
    const Theme &theme = Theme::instance();
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    if (type == CT_ComboBox)
        size.rwidth() = contents.width() + 2 * theme.space(Space::Small) + theme.iconSize() + 2 * theme.space(Space::Tight);
    if (type == CT_ComboBox || type == CT_SpinBox)
        size.setHeight(qMax(size.height(), theme.controlHeight()));
    if (type == CT_ItemViewItem)
        size.setHeight(qMax(size.height(), theme.rowHeight()));
    return size;
}

int ConsoleStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    const Theme &theme = Theme::instance();
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return theme.iconSize() + theme.space(Space::Hair);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
        return theme.space(Space::Small);
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
        return theme.iconSize();
    case PM_FocusFrameHMargin:
        return theme.space(Space::Small) - 1;
    case PM_ToolBarIconSize:
        return theme.barIconSize();
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ConsoleStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *answer) const
{
    if (hint == SH_EtchDisabledText || hint == SH_ComboBox_Popup)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, answer);
}

} // namespace lakehouse::views
