#pragma once

#include <span>

namespace lakehouse::views {

enum class IconName;

/// One command of a path on a grid of 24: M and L with a point, C with two handles and a point, Z.
struct IconStep {
    char kind = 'Z';
    float numbers[6] = {};
};

/// Made from resources/icons by icon_table.py.
std::span<const IconStep> iconSteps(IconName name);
/// The name of the file without ".svg".
const char *iconFile(IconName name);

} // namespace lakehouse::views
