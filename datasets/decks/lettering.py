"""Digits and letters as own paths: a skeleton of pen strokes per sign, drawn out with a nib.

The nib makes the face: a round one gives a sans, a wide flat one a roman with thick stems and hairlines, a slanting one
over broken curves a blackletter. Skeletons are one unit high (top 0, baseline 1). In a skeleton, `M` and `L` are as in
SVG, `Q` and `C` are Béziers, `E cx cy rx ry from to` is a piece of an ellipse between two angles (degrees, 0 right, 90
down).
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from jassvision.datasets.decks.paint import Point

SKELETONS: dict[str, tuple[float, str]] = {
    "0": (0.60, "E .3 .5 .29 .5 0 360"),
    "1": (0.40, "M .04 .22 L .26 0 L .26 1"),
    "2": (0.60, "E .3 .29 .28 .29 195 400 L .02 1 L .6 1"),
    "3": (0.58, "E .28 .26 .25 .26 200 450 E .28 .74 .29 .26 270 515"),
    "4": (0.64, "M .46 1 L .46 0 L 0 .7 L .64 .7"),
    "5": (0.58, "M .54 0 L .1 0 L .06 .46 E .28 .69 .29 .31 215 505"),
    "6": (0.60, "M .52 .03 C .2 .1 .01 .36 .01 .68 E .3 .68 .29 .32 180 540"),
    "7": (0.58, "M 0 .01 L .58 .01 C .38 .3 .24 .6 .2 1"),
    "8": (0.60, "E .3 .25 .24 .25 90 450 E .3 .75 .29 .25 270 630"),
    "9": (0.60, "M .08 .97 C .4 .9 .59 .64 .59 .32 E .3 .32 .29 .32 0 360"),
    "A": (0.74, "M 0 1 L .37 0 L .74 1 M .13 .66 L .61 .66"),
    "B": (
        0.62,
        "M .06 0 L .06 1 M .06 0 L .3 0 E .3 .24 .22 .24 270 450 L .06 .48 M .3 .48 E .32 .74 .28 .26 270 450 L .06 1",
    ),
    "C": (0.70, "E .38 .5 .36 .5 312 48"),
    "D": (0.70, "M .06 0 L .06 1 M .06 0 L .28 0 E .28 .5 .4 .5 270 450 L .06 1"),
    "E": (0.56, "M .06 0 L .06 1 M .06 0 L .54 0 M .06 .48 L .44 .48 M .06 1 L .56 1"),
    "F": (0.54, "M .06 0 L .06 1 M .06 0 L .54 0 M .06 .48 L .42 .48"),
    "G": (0.74, "E .38 .5 .36 .5 312 25 L .71 .55 L .46 .55"),
    "H": (0.68, "M .06 0 L .06 1 M .62 0 L .62 1 M .06 .48 L .62 .48"),
    "I": (0.18, "M .09 0 L .09 1"),
    "J": (0.48, "M .42 0 L .42 .7 E .21 .7 .21 .3 0 165"),
    "K": (0.66, "M .06 0 L .06 1 M .6 0 L .06 .62 M .23 .43 L .66 1"),
    "L": (0.54, "M .06 0 L .06 1 L .54 1"),
    "M": (0.82, "M .06 1 L .08 0 L .41 .8 L .74 0 L .76 1"),
    "N": (0.68, "M .06 1 L .06 0 L .62 1 L .62 0"),
    "O": (0.76, "E .38 .5 .36 .5 90 450"),
    "P": (0.60, "M .06 0 L .06 1 M .06 0 L .3 0 E .3 .27 .26 .27 270 450 L .06 .54"),
    "Q": (0.78, "E .38 .5 .36 .5 90 450 M .42 .7 L .76 1.08"),
    "R": (0.66, "M .06 0 L .06 1 M .06 0 L .3 0 E .3 .26 .25 .26 270 450 L .06 .52 M .28 .52 L .64 1"),
    "S": (0.60, "E .31 .25 .25 .25 325 90 E .29 .75 .28 .25 270 510"),
    "T": (0.64, "M .32 0 L .32 1 M 0 0 L .64 0"),
    "U": (0.68, "M .06 0 L .06 .64 E .34 .64 .28 .36 180 0 L .62 0"),
    "V": (0.70, "M 0 0 L .35 1 L .7 0"),
    "W": (0.98, "M 0 0 L .25 1 L .49 .15 L .73 1 L .98 0"),
    "X": (0.68, "M 0 0 L .68 1 M .68 0 L 0 1"),
    "Y": (0.68, "M 0 0 L .34 .5 L .34 1 M .68 0 L .34 .5"),
    "Z": (0.62, "M .02 0 L .6 0 L 0 1 L .62 1"),
    "Ö": (0.76, "E .38 .56 .36 .44 90 450 M .22 -.12 L .23 -.12 M .53 -.12 L .54 -.12"),
    "Ü": (0.68, "M .06 .04 L .06 .64 E .34 .64 .28 .36 180 0 L .62 .04 M .2 -.14 L .21 -.14 M .47 -.14 L .48 -.14"),
    "-": (0.40, "M .05 .55 L .35 .55"),
    ".": (0.16, "M .08 .97 L .09 .97"),
    "&": (0.74, "M .72 1 L .2 .36 E .32 .2 .17 .2 165 400 L .1 .62 E .3 .74 .26 .26 205 20 L .72 .48"),
}
SPACE_WIDTH = 0.38
BEAKED = "EFLTZ257"


@dataclass(frozen=True)
class Font:
    """A way to draw the skeletons; lengths are in parts of the letter's height."""

    thick: float = 0.14
    thin: float = 0.14
    nib_angle: float = 0.0
    flat_nib: bool = False
    serif: float = 0.0
    slab: float = 0.05
    stretch: float = 1.0
    slant: float = 0.0
    broken: bool = False
    gap: float = 0.12


FONTS: dict[str, Font] = {
    "grotesk": Font(),
    "light": Font(0.085, 0.085, gap=0.14),
    "bold": Font(0.2, 0.19, stretch=1.06),
    "narrow": Font(0.14, 0.13, stretch=0.72, gap=0.1),
    "round": Font(0.17, 0.17, stretch=1.1),
    "technical": Font(0.11, 0.11, flat_nib=True, stretch=0.8, gap=0.12),
    "didone": Font(0.19, 0.065, serif=0.13, slab=0.045),
    "roman": Font(0.15, 0.07, nib_angle=-18, serif=0.11, slab=0.05),
    "clarendon": Font(0.19, 0.1, serif=0.15, slab=0.09, gap=0.16),
    "typewriter": Font(0.09, 0.09, serif=0.16, slab=0.08, gap=0.18),
    "egyptian": Font(0.2, 0.15, serif=0.16, slab=0.13, stretch=0.86, gap=0.16),
    "italic": Font(0.15, 0.06, nib_angle=-15, serif=0.08, slab=0.045, slant=0.2),
    "blackletter": Font(0.2, 0.045, nib_angle=-40, flat_nib=True, broken=True, stretch=0.86, gap=0.12),
    "antiqua": Font(0.17, 0.08, nib_angle=-30, serif=0.1, slab=0.06, stretch=0.92),
}


def text_width(text: str, font: str, size: float) -> float:
    """Width in units of the text set `size` high, from the first stem's middle to the last one's."""
    return _advance(text, FONTS[font]) * size


def text_path(text: str, font: str, size: float, x: float, y: float, anchor: float = 0.0) -> str:
    """Path data, to be filled, of the text with its top at y; anchor 0 starts at x, 0.5 is centred, 1 ends at x.

    Raises KeyError for a sign without a skeleton and for an unknown font.
    """
    face = FONTS[font]
    left = x - anchor * _advance(text, face) * size
    parts = []
    for sign in text:
        if sign != " ":
            parts.append(_outlined(sign, font, round(size, 1), round(left, 1), round(y, 1)))
        left += (_sign_width(sign, face) + face.gap + face.thick * 0.6) * size
    return "".join(parts)


def _sign_width(sign: str, face: Font) -> float:
    return (SPACE_WIDTH if sign == " " else SKELETONS[sign][0]) * face.stretch


def _advance(text: str, face: Font) -> float:
    return sum(_sign_width(sign, face) for sign in text) + (len(text) - 1) * (face.gap + face.thick * 0.6)


@lru_cache(maxsize=4096)
def _outlined(sign: str, font: str, size: float, left: float, top: float) -> str:
    parts = []
    for hull in _hulls(sign, font):
        parts.append("M" + "L".join(f"{left + x * size:.1f} {top + y * size:.1f}" for x, y in hull) + "Z")
    return "".join(parts)


@lru_cache(maxsize=1024)
def _hulls(sign: str, font: str) -> tuple[tuple[Point, ...], ...]:
    """The convex pieces, all wound the same way, whose union is the sign."""
    face = FONTS[font]
    nib = _nib(face)
    pieces = []
    for stroke, straight_start, straight_end in _strokes(SKELETONS[sign][1], face.broken):
        points = [((x + face.slant * (0.5 - y)) * face.stretch, y) for x, y in stroke]
        # The nib would stick out above and below: the skeleton is pressed in by half its height.
        points = [(x, y * (1 - 2 * _half_height(face)) + _half_height(face)) for x, y in points]
        pieces += [_hull(nib, a, b) for a, b in pairwise(points)]
        if face.serif > 0:
            ends = ((points[0], points[1], straight_start), (points[-1], points[-2], straight_end))
            pieces += [s for end, inner, straight in ends if straight for s in _serif(sign, face, end, inner)]
    return tuple(pieces)


def _half_height(face: Font) -> float:
    turn = math.radians(face.nib_angle)
    return min(0.1, math.hypot(face.thick * math.sin(turn), face.thin * math.cos(turn)) / 2)


def _nib(face: Font) -> list[Point]:
    if face.flat_nib:
        raw = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    else:
        raw = [(math.cos(i * math.tau / 12) / 2, math.sin(i * math.tau / 12) / 2) for i in range(12)]
    turn = math.radians(face.nib_angle)
    scaled = [(x * face.thick, y * face.thin) for x, y in raw]
    return [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in scaled]


def _serif(sign: str, face: Font, end: Point, inner: Point) -> list[tuple[Point, ...]]:
    """The serif of an open stroke end, if one belongs there: not where two strokes meet inside the letter."""
    x, y = end
    half = face.slab / 2
    if math.dist(end, inner) < 0.1:
        return []
    if abs(end[1] - inner[1]) > 0.5 * abs(end[0] - inner[0]):
        if 0.15 < y < 0.85:
            return []
        reach = face.serif + face.thick / 2
        return [((x - reach, y - half), (x + reach, y - half), (x + reach, y + half), (x - reach, y + half))]
    if sign not in BEAKED:
        return []
    # The arm of an E or the foot of an L ends in a beak towards the middle of the letter.
    tall = face.serif * 1.2 * (1 if y < 0.4 else -1 if y > 0.6 else 0.5)
    top, bottom = min(y, y + tall), max(y, y + tall)
    return [((x - half, top - half), (x + half, top - half), (x + half, bottom + half), (x - half, bottom + half))]


def _hull(nib: list[Point], a: Point, b: Point) -> tuple[Point, ...]:
    points = sorted({(p[0] + q[0], p[1] + q[1]) for p in nib for q in (a, b)})

    def half(seq: list[Point]) -> list[Point]:
        out: list[Point] = []
        for p in seq:
            while len(out) > 1 and _cross(out[-2], out[-1], p) <= 1e-9:
                out.pop()
            out.append(p)
        return out[:-1]

    return tuple(half(points) + half(points[::-1]))


def _cross(o: Point, a: Point, b: Point) -> float:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def _strokes(skeleton: str, broken: bool) -> list[tuple[list[Point], bool, bool]]:
    """Flattened strokes, each with whether it starts and ends in a straight piece."""
    tokens = skeleton.split()
    strokes: list[list[Point]] = []
    kinds: list[list[str]] = []
    i = 0
    while i < len(tokens):
        kind = tokens[i]
        count = {"M": 2, "L": 2, "Q": 4, "C": 6, "E": 6}[kind]
        values = [float(t) for t in tokens[i + 1 : i + 1 + count]]
        i += 1 + count
        if kind == "M" or (kind == "E" and not strokes):
            strokes.append([])
            kinds.append([])
        if kind == "M":
            strokes[-1].append((values[0], values[1]))
            continue
        if kind == "L":
            strokes[-1].append((values[0], values[1]))
        elif kind == "E":
            strokes[-1] += _arc(values, broken)
        else:
            strokes[-1] += _bezier([strokes[-1][-1], *zip(values[::2], values[1::2], strict=True)], 3 if broken else 8)
        kinds[-1].append(kind)
    return [(s, k[0] == "L", k[-1] == "L") for s, k in zip(strokes, kinds, strict=True)]


def _arc(values: list[float], broken: bool) -> list[Point]:
    cx, cy, rx, ry, start, stop = values
    step = 60.0 if broken else 20.0
    count = max(1, round(abs(stop - start) / step))
    turns = [math.radians(start + (stop - start) * k / count) for k in range(count + 1)]
    return [(cx + rx * math.cos(t), cy + ry * math.sin(t)) for t in turns]


def _bezier(control: list[Point], count: int) -> list[Point]:
    points = []
    for k in range(1, count + 1):
        t = k / count
        row = control
        while len(row) > 1:
            row = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(row)]
        points.append(row[0])
    return points
