#pragma once

#include <QImage>

namespace lakehouse::testsupport {

/// The picture with at most 256 colours, which is a third of the size as a PNG: the most frequent ones stay exact, the shades at the edges
/// of letters become the nearest of them.
QImage smallPicture(const QImage &picture);

} // namespace lakehouse::testsupport
