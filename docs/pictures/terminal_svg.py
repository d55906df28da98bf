"""Draws what a terminal shows as an SVG, for the documentation. Standard library only.

usage: tmux capture-pane -e -p | terminal_svg.py TITLE > picture.svg
Understands the styles that ekos-lakehouse prints: bold, faint, red, green and yellow.
"""
import html
import re
import sys

COLUMN, LINE, MARGIN, BAR = 7.83, 18, 18, 34
COLOURS = {"31": "#f47067", "32": "#57ab5a", "33": "#c69026", "2": "#768390"}
PLAIN, BACKGROUND, FRAME = "#adbac7", "#22272e", "#2d333b"


def spans(line):
    """Texts with their styles, in order."""
    style = set()
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if match := re.fullmatch(r"\x1b\[([0-9;]*)m", part):
            for code in match.group(1).split(";"):
                if code in ("", "0", "39", "22"):
                    style.clear()
                else:
                    style.add(code)
        elif part:
            yield part, frozenset(style)


def drawn(text, style):
    colour = next((COLOURS[code] for code in ("31", "32", "33", "2") if code in style), PLAIN)
    weight = ' font-weight="bold"' if "1" in style else ""
    return f'<tspan fill="{colour}"{weight}>{html.escape(text)}</tspan>'


lines = [line.rstrip() for line in sys.stdin.read().rstrip("\n").split("\n")]
columns = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
width, height = columns * COLUMN + 2 * MARGIN, len(lines) * LINE + BAR + 2 * MARGIN
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" role="img">')
print(f"<title>{html.escape(sys.argv[1])}</title>")
print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/><path d="M0 8a8 8 0 0 1 8-8h{width - 16:.0f}a8 8 0 0 1 8 8v{BAR - 8}H0z" fill="{FRAME}"/>')
print(f'<text x="{MARGIN}" y="{BAR / 2 + 5}" font-family="sans-serif" font-size="13" fill="{PLAIN}">{html.escape(sys.argv[1])}</text>')
print('<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" xml:space="preserve">')
for number, line in enumerate(lines):
    print(f'<text x="{MARGIN}" y="{BAR + MARGIN + number * LINE + 8}">{"".join(drawn(*span) for span in spans(line))}</text>')
print("</g></svg>")
