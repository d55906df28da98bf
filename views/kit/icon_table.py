#!/usr/bin/env python3
"""Turns SVG icons into a table of path commands in C++, so that no program needs a module for SVG.

Usage: icon_table.py NAMES FOLDER OUTPUT     NAMES: a line "<IconName> <file without .svg>" for each icon, in the order of the enum.

Understands what the icons use: path, circle, ellipse, line, rect, polyline and polygon on a grid of 24; anything else stops the build.
Arcs become cubic curves.
"""
import math
import re
import sys
import xml.etree.ElementTree as ElementTree

NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?")
ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


def words_of(path):
    """The commands of a path with their numbers; the flags of an arc may stand without a space before the next number."""
    position = 0
    while position < len(path):
        letter = path[position]
        if letter in " ,\n\t":
            position += 1
            continue
        if letter.upper() not in ARGUMENTS:
            raise ValueError(f"unknown path command {letter!r}")
        position += 1
        count = ARGUMENTS[letter.upper()]
        if count == 0:
            yield letter, []
            continue
        first = True
        while True:
            numbers = []
            for index in range(count):
                while position < len(path) and path[position] in " ,\n\t":
                    position += 1
                if letter.upper() == "A" and index in (3, 4):
                    match = re.compile(r"[01]").match(path, position)
                else:
                    match = NUMBER.match(path, position)
                if not match:
                    if index == 0 and not first:
                        break
                    raise ValueError(f"a number is missing after {letter!r} in {path!r}")
                numbers.append(float(match.group()))
                position = match.end()
            if not numbers:
                break
            yield letter, numbers
            first = False
            letter = {"M": "L", "m": "l"}.get(letter, letter)


def arc(start, radius_x, radius_y, turn, is_large, is_sweep, end):
    """Cubic curves for an elliptic arc (SVG 1.1, implementation notes F.6)."""
    if start == end:
        return []
    if radius_x == 0 or radius_y == 0:
        return [("L", end)]
    turn = math.radians(turn)
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, -sin * dx + cos * dy
    radius_x, radius_y = abs(radius_x), abs(radius_y)
    excess = (x / radius_x) ** 2 + (y / radius_y) ** 2
    if excess > 1:
        radius_x, radius_y = radius_x * math.sqrt(excess), radius_y * math.sqrt(excess)
    below = (radius_x * y) ** 2 + (radius_y * x) ** 2
    scale = math.sqrt(max(0.0, ((radius_x * radius_y) ** 2 - below) / below))
    if is_large == is_sweep:
        scale = -scale
    cx, cy = scale * radius_x * y / radius_y, -scale * radius_y * x / radius_x
    middle = (cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2)
    first = math.atan2((y - cy) / radius_y, (x - cx) / radius_x)
    sweep = math.atan2((-y - cy) / radius_y, (-x - cx) / radius_x) - first
    if is_sweep and sweep < 0:
        sweep += 2 * math.pi
    elif not is_sweep and sweep > 0:
        sweep -= 2 * math.pi
    pieces = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    step = sweep / pieces
    handle = 4 / 3 * math.tan(step / 4)

    def place(angle, along):
        px = radius_x * (math.cos(angle) - along * math.sin(angle))
        py = radius_y * (math.sin(angle) + along * math.cos(angle))
        return cos * px - sin * py + middle[0], sin * px + cos * py + middle[1]

    curves = []
    for piece in range(pieces):
        from_angle, to_angle = first + piece * step, first + (piece + 1) * step
        target = end if piece == pieces - 1 else place(to_angle, 0)
        curves.append(("C", place(from_angle, handle) + place(to_angle, -handle) + target))
    return curves


def steps_of_path(path):
    here, start, control = (0.0, 0.0), (0.0, 0.0), None
    steps = []
    for letter, numbers in words_of(path):
        relative, kind = letter.islower(), letter.upper()
        base = here if relative else (0.0, 0.0)
        points = [(numbers[i] + base[0], numbers[i + 1] + base[1]) for i in range(0, len(numbers) - 1, 2)] if kind in "MLCSQT" else []
        after = None
        if kind == "M":
            start = here = points[0]
            steps.append(("M", here))
        elif kind in "LHV":
            if kind == "H":
                points = [(numbers[0] + base[0], here[1])]
            if kind == "V":
                points = [(here[0], numbers[0] + base[1])]
            here = points[0]
            steps.append(("L", here))
        elif kind in "CS":
            if kind == "S":
                mirrored = (2 * here[0] - control[0], 2 * here[1] - control[1]) if control else here
                points = [mirrored] + points
            after, here = points[1], points[2]
            steps.append(("C", points[0] + points[1] + points[2]))
        elif kind in "QT":
            raise ValueError("quadratic curves are not used by the icons")
        elif kind == "A":
            end = (numbers[5] + base[0], numbers[6] + base[1])
            steps += arc(here, numbers[0], numbers[1], numbers[2], numbers[3] == 1, numbers[4] == 1, end)
            here = end
        elif kind == "Z":
            steps.append(("Z", ()))
            here = start
        control = after
    return steps


def ellipse(cx, cy, rx, ry):
    right, left = (cx + rx, cy), (cx - rx, cy)
    return [("M", right)] + arc(right, rx, ry, 0, False, True, left) + arc(left, rx, ry, 0, False, True, right) + [("Z", ())]


def rectangle(x, y, width, height, rx, ry):
    if rx == 0:
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        return [("M", corners[0])] + [("L", corner) for corner in corners[1:]] + [("Z", ())]
    right, bottom = x + width, y + height
    sides = [((x + rx, y), (right - rx, y), (right, y + ry)), ((right, y + ry), (right, bottom - ry), (right - rx, bottom)),
             ((right - rx, bottom), (x + rx, bottom), (x, bottom - ry)), ((x, bottom - ry), (x, y + ry), (x + rx, y))]
    steps = [("M", sides[0][0])]
    for _, line_end, curve_end in sides:
        steps.append(("L", line_end))
        steps += arc(line_end, rx, ry, 0, False, True, curve_end)
    return steps + [("Z", ())]


def steps_of_element(element):
    def value(name, default=0.0):
        return float(element.get(name, default))

    kind = element.tag.split("}")[-1]
    if element.get("transform"):
        raise ValueError("transformed elements are not understood")
    if kind == "path":
        return steps_of_path(element.get("d"))
    if kind == "circle":
        return ellipse(value("cx"), value("cy"), value("r"), value("r"))
    if kind == "ellipse":
        return ellipse(value("cx"), value("cy"), value("rx"), value("ry"))
    if kind == "line":
        return [("M", (value("x1"), value("y1"))), ("L", (value("x2"), value("y2")))]
    if kind == "rect":
        rx = value("rx", element.get("ry", 0.0))
        return rectangle(value("x"), value("y"), value("width"), value("height"), rx, value("ry", rx))
    if kind in ("polyline", "polygon"):
        numbers = [float(word) for word in NUMBER.findall(element.get("points"))]
        points = list(zip(numbers[::2], numbers[1::2]))
        return [("M", points[0])] + [("L", point) for point in points[1:]] + ([("Z", ())] if kind == "polygon" else [])
    raise ValueError(f"<{kind}> is not understood")


def steps_of_file(path):
    root = ElementTree.parse(path).getroot()
    if root.get("viewBox") != "0 0 24 24":
        raise ValueError(f"{path} is not on a grid of 24")
    return [step for element in root for step in steps_of_element(element)]


def as_source(names, folder):
    rows, places, checks = [], [], []
    for index, line in enumerate(names):
        name, file = line.split()
        begin = len(rows)
        for kind, numbers in steps_of_file(f"{folder}/{file}.svg"):
            rows.append(f"    {{'{kind}', {{{', '.join(f'{number:.5g}' for number in numbers)}}}}},")
        places.append(f"    {{\"{file}\", {begin}, {len(rows) - begin}}},")
        checks.append(f"static_assert(int(IconName::{name}) == {index});")
    return "\n".join([
        '#include "kit/icon_paths.h"', "", '#include "kit/icons.h"', "", "namespace lakehouse::views {", "", "namespace {",
        f"static_assert(iconCount == {len(names)});", *checks,
        "constexpr IconStep steps[] = {", *rows, "};", "",
        "struct Place {", "    const char *file;", "    int begin;", "    int count;", "};",
        "constexpr Place places[] = {", *places, "};", "} // namespace", "",
        "std::span<const IconStep> iconSteps(IconName name)", "{", "    const Place &place = places[int(name)];",
        "    return {steps + place.begin, size_t(place.count)};", "}", "",
        "const char *iconFile(IconName name)", "{", "    return places[int(name)].file;", "}", "", "} // namespace lakehouse::views", ""])


def main():
    names_path, folder, output = sys.argv[1:]
    with open(names_path, encoding="utf-8") as file:
        names = [line for line in file.read().splitlines() if line.strip()]
    with open(output, "w", encoding="utf-8") as file:
        file.write(as_source(names, folder))


if __name__ == "__main__":
    main()
