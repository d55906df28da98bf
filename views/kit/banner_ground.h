#pragma once

class QColor;
class QWidget;

namespace lakehouse::views {

/// What banners stand on: a card in the colours of what they say, with a bar at the leading side.
void paintBannerGround(QWidget *banner, const QColor &ink, const QColor &ground);

} // namespace lakehouse::views
