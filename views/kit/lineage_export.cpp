#include "kit/lineage_export.h"

#include "kit/lineage_csv.h"
#include "kit/lineage_painter.h"
#include "kit/lineage_svg.h"
#include "kit/localized.h"
#include "kit/theme.h"

#include <QBuffer>
#include <QImage>
#include <QPainter>

#include <algorithm>

namespace lakehouse::views {

namespace {

constexpr double margin = 16;
constexpr std::chrono::microseconds slice(6000);

} // namespace

LineageExport::LineageExport(QObject *parent) : QObject(parent)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &LineageExport::step);
}

void LineageExport::start(Format format, const LineageModel &model, std::optional<LineageScene> scene, const QString &title, double scale)
{
    m_format = format;
    m_model = model;
    m_scene = std::move(scene);
    m_builder.reset();
    m_title = title;
    m_scale = std::clamp(scale, 1.0, 3.0);
    if (!m_scene && format != Format::Csv)
        m_builder.emplace(m_model.wholeDrawing(), QHash<QString, double>());
    m_timer.start();
}

void LineageExport::step()
{
    if (m_builder) {
        if (!m_builder->step(slice))
            return;
        m_scene = m_builder->takeScene();
        m_builder.reset();
        return;
    }
    m_timer.stop();
    if (m_format == Format::Csv)
        Q_EMIT ready(LineageCsv(m_model).impact(), QStringLiteral("csv"));
    else if (m_format == Format::Svg)
        Q_EMIT ready(LineageSvg(*m_scene, m_model.edges()).document(m_title), QStringLiteral("svg"));
    else
        paint(*m_scene);
}

void LineageExport::paint(const LineageScene &scene)
{
    const QRectF area = scene.bounds.adjusted(-margin, -margin - scene.headingHeight, margin, margin);
    const QSizeF size = area.size() * m_scale;
    if (size.width() > longestSide || size.height() > longestSide || qint64(size.width()) * qint64(size.height()) > mostPixels) {
        Q_EMIT refused(tr("A picture of %1 × %2 pixels is too large for most programs. Export it as SVG, which has no limit, "
                          "or choose a smaller scale.")
                           .arg(countText(qint64(size.width())), countText(qint64(size.height()))));
        return;
    }
    QImage image(int(std::ceil(size.width())), int(std::ceil(size.height())), QImage::Format_RGB32);
    image.fill(Theme::instance().color(ColorRole::Canvas));
    QPainter painter(&image);
    painter.scale(m_scale, m_scale);
    painter.translate(-area.topLeft());
    const LineagePainter scenePainter(scene, {});
    scenePainter.paint(painter, area);
    scenePainter.paintHeadings(painter, area.top() + margin / 2, scene.headingHeight, 1, 0);
    painter.end();
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    Q_EMIT ready(content, QStringLiteral("png"));
}

} // namespace lakehouse::views
