#include "views/console_pictures/small_picture.h"

#include <QHash>

#include <algorithm>
#include <vector>

namespace lakehouse::testsupport {

namespace {

constexpr std::size_t mostColours = 256;
constexpr int nearlyThere = 800;   ///< of the distance below: some 9 steps in each channel
constexpr qint64 exactFrom = 100; ///< pixels: a surface, if only that of a badge, not the edge of a letter

/// Green weighs most, as in the eye.
int distance(QRgb left, QRgb right)
{
    const int red = qRed(left) - qRed(right), green = qGreen(left) - qGreen(right), blue = qBlue(left) - qBlue(right);
    return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

/// By frequency, and among those only what is not nearly there yet. Ties by value, so that the same picture always gives the same bytes.
std::vector<QRgb> paletteOf(const QHash<QRgb, qint64> &counts)
{
    std::vector<std::pair<qint64, QRgb>> ordered;
    for (auto it = counts.begin(); it != counts.end(); ++it)
        ordered.emplace_back(-it.value(), it.key());
    std::ranges::sort(ordered);
    std::vector<QRgb> colours;
    for (const auto &[count, colour] : ordered) {
        const bool isNear = std::ranges::any_of(colours, [colour = colour](QRgb other) { return distance(colour, other) < nearlyThere; });
        if (colours.size() < mostColours && (!isNear || -count >= exactFrom))
            colours.push_back(colour);
    }
    return colours;
}

} // namespace

QImage smallPicture(const QImage &picture)
{
    const QImage whole = picture.convertToFormat(QImage::Format_RGB32);
    QHash<QRgb, qint64> counts;
    for (int y = 0; y < whole.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(whole.constScanLine(y));
        for (int x = 0; x < whole.width(); ++x)
            ++counts[line[x]];
    }
    const std::vector<QRgb> colours = paletteOf(counts);
    QHash<QRgb, uchar> nearest;
    for (auto it = counts.keyBegin(); it != counts.keyEnd(); ++it)
        nearest[*it] = uchar(std::ranges::min_element(colours, {}, [colour = *it](QRgb other) { return distance(colour, other); }) - colours.begin());

    QImage small(whole.size(), QImage::Format_Indexed8);
    small.setColorTable(QList<QRgb>(colours.begin(), colours.end()));
    for (int y = 0; y < whole.height(); ++y) {
        const auto *from = reinterpret_cast<const QRgb *>(whole.constScanLine(y));
        uchar *to = small.scanLine(y);
        for (int x = 0; x < whole.width(); ++x)
            to[x] = nearest.value(from[x]);
    }
    return small;
}

} // namespace lakehouse::testsupport
