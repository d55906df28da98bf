#pragma once

#include <QRectF>

class QPainter;
class QWidget;

namespace lakehouse::views {

/// The frame that shows where the keyboard is, just inside the rectangle.
void paintFocusRing(QPainter &painter, const QRectF &rectangle);
/// Around the whole widget while it has the focus; for a paintEvent.
void paintFocusRing(QWidget &widget);
/// A card: raised, with a thin border; for a paintEvent.
void paintCard(QWidget &widget);

} // namespace lakehouse::views
