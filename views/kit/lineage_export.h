#pragma once

#include "kit/lineage_model.h"
#include "kit/lineage_scene_builder.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lakehouse::views {

/// Makes the content of one file, in slices. Deletes nothing and touches no files; whoever listens stores the content.
class LineageExport : public QObject {
    Q_OBJECT
public:
    enum class Format { Svg, Png, Csv };
    /// No side of a picture is longer, in pixels, and no picture has more of them: what every viewer opens, and what is drawn without a pause.
    static constexpr int longestSide = 8192;
    static constexpr qint64 mostPixels = 24'000'000;

    explicit LineageExport(QObject *parent = nullptr);

    /// The model is copied; a scene is what is drawn now, without one the whole graph is placed first. Ends an export that is under way.
    void start(Format format, const LineageModel &model, std::optional<LineageScene> scene, const QString &title, double scale);
    bool isRunning() const { return m_timer.isActive(); }

Q_SIGNALS:
    void ready(const QByteArray &content, const QString &suffix);
    void refused(const QString &why);

private:
    void step();
    void paint(const LineageScene &scene);

    QTimer m_timer;
    Format m_format = Format::Svg;
    LineageModel m_model;
    std::optional<LineageScene> m_scene;
    std::optional<LineageSceneBuilder> m_builder;
    QString m_title;
    double m_scale = 1;
};

} // namespace lakehouse::views
