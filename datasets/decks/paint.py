"""SVG fragments as plain strings: the few shapes that every drawing of a card is made of.

A card is 570 x 890 units, a tenth of a millimetre each; y runs down.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

WIDTH = 570.0
HEIGHT = 890.0
CENTRE = (WIDTH / 2, HEIGHT / 2)

Point = tuple[float, float]


def number(value: float) -> str:
    """A coordinate with at most one decimal, as SVG text."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def path(d: str, fill: str = "none", ink: str = "", width: float = 0.0, more: str = "") -> str:
    """A path with optional outline; joins and caps are round, as a pen draws."""
    line = (
        f' stroke="{ink}" stroke-width="{width:.2f}" stroke-linejoin="round" stroke-linecap="round"'
        if ink and width > 0
        else ""
    )
    return f'<path d="{d}" fill="{fill}"{line}{" " + more if more else ""}/>'


def circle(x: float, y: float, r: float, fill: str = "none", ink: str = "", width: float = 0.0) -> str:
    """A circle with optional outline."""
    line = f' stroke="{ink}" stroke-width="{width:.2f}"' if ink and width > 0 else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{r:.2f}" fill="{fill}"{line}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str = "none", ink: str = "", width: float = 0.0) -> str:
    """An upright ellipse with optional outline."""
    line = f' stroke="{ink}" stroke-width="{width:.2f}"' if ink and width > 0 else ""
    return f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{rx:.2f}" ry="{ry:.2f}" fill="{fill}"{line}/>'


def rectangle(
    x: float, y: float, w: float, h: float, fill: str = "none", ink: str = "", width: float = 0.0, radius: float = 0.0
) -> str:
    """A rectangle, its corners rounded by `radius`, with optional outline."""
    line = f' stroke="{ink}" stroke-width="{width:.2f}"' if ink and width > 0 else ""
    round_ = f' rx="{number(radius)}"' if radius > 0 else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"{round_} fill="{fill}"{line}/>'
    )


def group(content: str, more: str) -> str:
    """`content` in a group with the attributes `more`."""
    return f"<g {more}>{content}</g>"


def placed(content: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0, mirrored: bool = False) -> str:
    """`content`, drawn about the origin, moved to (x, y), scaled and turned by `turn` degrees clockwise."""
    steps = [f"translate({x:.2f} {y:.2f})"]
    if turn:
        steps.append(f"rotate({turn:.2f})")
    if mirrored:
        steps.append(f"scale({-scale:.4f} {scale:.4f})")
    elif scale != 1.0:
        steps.append(f"scale({scale:.4f})")
    return f'<g transform="{" ".join(steps)}">{content}</g>'


def turned(content: str) -> str:
    """`content` turned by half a circle about the middle of the card."""
    return f'<g transform="rotate(180 {number(CENTRE[0])} {number(CENTRE[1])})">{content}</g>'


def both_ways(content: str) -> str:
    """`content` and the same turned by half a circle: how most cards are built."""
    return content + turned(content)


def clipped(content: str, d: str, name: str) -> str:
    """`content` cut to the inside of the path `d`; `name` must be unique within the picture."""
    return f'<clipPath id="{name}"><path d="{d}"/></clipPath><g clip-path="url(#{name})">{content}</g>'


def polygon(points: Iterable[Point]) -> str:
    """Path data of a closed polygon."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def polyline(points: Iterable[Point]) -> str:
    """Path data of an open line through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def smooth(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of a soft curve through the points (Catmull-Rom as cubic Béziers)."""
    n = len(points)

    def pick(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    parts = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for i in range(n if closed else n - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = pick(i - 1), pick(i), pick(i + 1), pick(i + 2)
        ends = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        parts.append("C" + " ".join(number(v) for v in ends))
    return "".join(parts) + ("Z" if closed else "")


def hatch(box: tuple[float, float, float, float], spacing: float, angle: float) -> str:
    """Path data of parallel lines over the box (x0, y0, x1, y1), `angle` in degrees from the horizontal."""
    x0, y0, x1, y1 = box
    cx, cy, reach = (x0 + x1) / 2, (y0 + y1) / 2, math.hypot(x1 - x0, y1 - y0) / 2
    ux, uy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    parts = []
    count = int(reach / spacing)
    for i in range(-count, count + 1):
        ox, oy = cx - uy * i * spacing, cy + ux * i * spacing
        parts.append(
            f"M{number(ox - ux * reach)} {number(oy - uy * reach)}L{number(ox + ux * reach)} {number(oy + uy * reach)}"
        )
    return "".join(parts)


def slivers(edge: Sequence[Point], reach: Sequence[Point], spacing: float, thick: float) -> str:
    """Path data of tapering strokes, as an engraver shades: from `edge` towards the matching points of `reach`.

    Both lines have equally many points; `spacing` is measured along the edge, `thick` across the foot of a stroke.
    """
    parts = []
    for (a, b), (c, d) in zip(pairwise(edge), pairwise(reach), strict=True):
        length = math.dist(a, b)
        count = max(1, round(length / spacing))
        ux, uy = (b[0] - a[0]) / (length or 1) * thick / 2, (b[1] - a[1]) / (length or 1) * thick / 2
        for i in range(count):
            t = (i + 0.5) / count
            fx, fy = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
            tx, ty = c[0] + (d[0] - c[0]) * t, c[1] + (d[1] - c[1]) * t
            parts.append(
                f"M{number(fx - ux)} {number(fy - uy)}L{number(fx + ux)} {number(fy + uy)}L{number(tx)} {number(ty)}Z"
            )
    return "".join(parts)


def shade(colour: str, amount: float) -> str:
    """The colour "#rrggbb" made lighter (amount > 0, to white at 1) or darker (amount < 0, to black at -1)."""
    return blend(colour, "#ffffff" if amount > 0 else "#000000", abs(amount))


def blend(colour: str, other: str, share: float) -> str:
    """The colour "#rrggbb" with `share` (0 to 1) of another mixed in."""
    pairs = [(int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
