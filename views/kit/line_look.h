#pragma once

#include <QColor>
#include <QString>
#include <QTextLayout>

#include <vector>

namespace lakehouse::views {

/// The colours of one drawn line: what is set later lies on top. Parts outside of the line are cut off.
class LineLook {
public:
    explicit LineLook(const QString &line);

    void setForeground(int start, int length, const QColor &color);
    void setBackground(int start, int length, const QColor &color);
    /// Everywhere the needle stands, without regard to case, in the colours of something found.
    void mark(const QString &needle);
    /// In the colours of a selection.
    void select(int start, int length);
    QList<QTextLayout::FormatRange> formats() const;

private:
    struct Colours {
        QRgb foreground = 0; ///< 0: none
        QRgb background = 0;
        friend bool operator==(const Colours &, const Colours &) = default;
    };
    std::pair<int, int> within(int start, int length) const;

    const QString &m_line;
    std::vector<Colours> m_colours;
};

} // namespace lakehouse::views
