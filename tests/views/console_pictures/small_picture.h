#pragma once

#include <QImage>

namespace lakehouse::testsupport {

/// The picture with at most 256 colours, which is a third of the size as a PNG: the frequent ones stay exact, the shades at the edges of
/// letters become the nearest of them, and a rare colour, such as that of a failure, keeps its place.
QImage smallPicture(const QImage &picture);

} // namespace lakehouse::testsupport
