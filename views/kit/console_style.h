#pragma once

#include <QProxyStyle>

namespace lakehouse::views {

/// Fusion, with check marks, arrows, boxes to choose from and the focus ring drawn from the theme: what a style sheet could only do with
/// pictures.
class ConsoleStyle : public QProxyStyle {
    Q_OBJECT
public:
    ConsoleStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter, const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl part, const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &contents, const QWidget *widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *answer) const override;
};

} // namespace lakehouse::views
