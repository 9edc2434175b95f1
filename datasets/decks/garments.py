"""Bodies of the court figures about the middle of the waist: coats, sleeves, cloaks, hands."""

import math
from dataclasses import dataclass

from jassvision.datasets.decks.paint import Point, circle, clipped, ellipse, hatch, number, path, placed, shade, slivers
from jassvision.datasets.decks.style import Palette


@dataclass(frozen=True)
class Dress:
    """Colours ("#rrggbb") and cut of a figure's clothes."""

    coat: str
    vest: str
    sleeve: str
    trim: str
    pattern: str = "plain"
    collar: str = "flat"
    belt: bool = True
    lady: bool = False
    cloak: str = ""
    wide: float = 1.0


MAN = (
    "M-34 -186C-66 -176 -104 -172 -118 -150C-128 -110 -112 -60 -100 -14"
    "C-104 50 -118 110 -128 190L128 190C118 110 104 50 100 -14"
    "C112 -60 128 -110 118 -150C104 -172 66 -176 34 -186C20 -168 -20 -168 -34 -186Z"
)
LADY = (
    "M-32 -184C-60 -172 -92 -166 -104 -146C-112 -110 -94 -64 -70 -10"
    "C-96 40 -120 110 -136 190L136 190C120 110 96 40 70 -10C94 -64 112 -110 104 -146"
    "C92 -166 60 -172 32 -184C20 -150 -20 -150 -32 -184Z"
)


MAN_SIDE = ((-118, -150), (-119, -110), (-110, -60), (-100, -14), (-105, 50), (-117, 110), (-128, 190))
LADY_SIDE = ((-104, -146), (-104, -110), (-92, -66), (-70, -10), (-88, 50), (-110, 110), (-136, 190))


def torso(dress: Dress, p: Palette, w: float, engraving: float, name: str) -> str:
    """Coat with front, pattern, belt and collar, from the neck down to 190 units below the waist."""
    outline = LADY if dress.lady else MAN
    inner = path(outline, dress.coat) + _pattern(dress, p, w)
    inner += _front_panel(dress, p, w)
    if engraving > 0.15:
        sides = LADY_SIDE if dress.lady else MAN_SIDE
        inwards = [(x + 30 + 9 * math.sin(i * 2.2), y + 18) for i, (x, y) in enumerate(sides)]
        inner += path(slivers(sides, inwards, 8.5, 3.0 * engraving), p.ink)
        inner += path(
            slivers([(-x, y) for x, y in sides], [(-x - 16, y) for x, y in inwards], 8.5, 3.4 * engraving), p.ink
        )
    body = clipped(inner, outline, f"{name}t") + path(outline, "none", p.ink, w)
    belt = ""
    if dress.belt:
        half = 74 if dress.lady else 103
        belt = path(f"M{-half} -16Q0 4 {half} -16L{half + 1} 10Q0 30 {-half - 1} 10Z", dress.trim, p.ink, w) + path(
            "M-14 -6h28v26h-28ZM-7 1h14v12h-14Z", p.yellow, p.ink, w * 0.7
        )
    scale = dress.wide
    return f'<g transform="scale({scale:.3f} 1)">{body}{belt}</g>' + _collar(dress, p, w)


def _front_panel(dress: Dress, p: Palette, w: float) -> str:
    if dress.lady:
        bodice = path("M-46 -130C-30 -112 30 -112 46 -130L26 -8L-26 -8Z", dress.vest, p.ink, w * 0.8)
        lace = path(
            "M-36 -100L30 -78M36 -100L-30 -78M-31 -72L26 -50M31 -72L-26 -50M-27 -44L22 -22M27 -44L-22 -22",
            "none",
            dress.trim,
            w * 1.1,
        )
        skirt = path("M-26 0C-40 60 -56 120 -66 190L66 190C56 120 40 60 26 0Z", dress.vest, p.ink, w * 0.8) + path(
            "M-8 10C-14 70 -20 130 -24 190M8 10C14 70 20 130 24 190", "none", shade(dress.vest, -0.5), w * 0.6
        )
        chest = path(
            "M-34 -190C-50 -160 -54 -146 -50 -132C-30 -114 30 -114 50 -132C54 -146 50 -160 34 -190Z",
            p.skin,
            p.ink,
            w * 0.8,
        ) + path("M-24 -128Q-10 -116 0 -126Q10 -116 24 -128", "none", shade(p.skin, -0.5), w * 0.5)
        return skirt + bodice + lace + chest
    panel = path("M-30 -190L-36 -60L-34 -10L-46 190H46L34 -10L36 -60L30 -190Z", dress.vest, p.ink, w * 0.8)
    edge = path("M-44 -186L-50 -60L-48 -10L-62 190M44 -186L50 -60L48 -10L62 190", "none", dress.trim, w * 2.2)
    buttons = "".join(circle(0, y, 5.5, dress.trim, p.ink, w * 0.6) for y in range(-140, -20, 28))
    bars = "".join(
        path(f"M-24 {y}Q0 {y + 8} 24 {y}", "none", shade(dress.vest, -0.5), w * 0.6) for y in range(-140, -20, 28)
    )
    return panel + edge + bars + buttons


def _pattern(dress: Dress, p: Palette, w: float) -> str:
    kind = dress.pattern
    if kind == "stripes":
        return "".join(path(f"M{x} -200L{x * 1.15:.0f} 200", "none", dress.trim, 13) for x in range(-112, 120, 32))
    if kind == "bands":
        return "".join(path(f"M-140 {y}Q0 {y + 26} 140 {y}", "none", dress.trim, 14) for y in range(-150, 220, 40))
    if kind == "spots":
        spots = [(x + (15 if row % 2 else 0), -150 + row * 30) for row in range(12) for x in range(-120, 130, 36)]
        return "".join(circle(x, y, 6.5, dress.trim, p.ink, w * 0.4) for x, y in spots)
    if kind == "lozenges":
        return path(
            hatch((-140, -190, 140, 190), 30, 58) + hatch((-140, -190, 140, 190), 30, -58), "none", dress.trim, w * 1.2
        )
    if kind == "halves":
        return path("M0 -200H140V200H0Z", dress.trim)
    if kind == "slashes":
        cuts = [(x, y) for y in range(-130, 180, 52) for x in (-84, -66, 66, 84)]
        return "".join(
            path(
                f"M{x - 6} {y - 18}Q{x + 6} {y} {x - 6} {y + 18}Q{x - 12} {y} {x - 6} {y - 18}Z",
                dress.trim,
                p.ink,
                w * 0.5,
            )
            for x, y in cuts
        )
    return path(
        "M-90 -140C-84 -80 -76 -40 -70 0M90 -140C84 -80 76 -40 70 0M-84 40"
        "C-88 90 -96 140 -100 190M84 40C88 90 96 140 100 190",
        "none",
        shade(dress.coat, -0.5),
        w * 0.7,
    )


def _collar(dress: Dress, p: Palette, w: float) -> str:
    kind = dress.collar
    if kind == "flat":
        return path(
            "M-36 -192C-62 -180 -76 -168 -70 -150C-44 -146 -14 -150 0 -166"
            "C14 -150 44 -146 70 -150C76 -168 62 -180 36 -192C20 -176 -20 -176 -36 -192Z",
            p.paper,
            p.ink,
            w * 0.9,
        ) + path(
            "M-60 -158L-52 -172M-42 -155L-36 -172M-22 -158L-20 -172M60 -158L52 -172M42 -155L36 -172M22 -158L20 -172",
            "none",
            p.ink,
            w * 0.45,
        )
    if kind == "ruff":
        return "".join(
            ellipse(math.cos(a) * 52, -180 + math.sin(a) * 22, 19, 13, p.paper, p.ink, w * 0.8)
            for a in [math.radians(x) for x in (200, 340, 180, 0, 160, 20, 138, 42, 116, 64, 90)]
        )
    if kind == "fur":
        band = path(
            "M-38 -190C-76 -176 -96 -160 -92 -140C-60 -126 -26 -132 0 -150"
            "C26 -132 60 -126 92 -140C96 -160 76 -176 38 -190C22 -172 -22 -172 -38 -190Z",
            p.paper,
            p.ink,
            w,
        )
        return band + "".join(
            path(f"M{x} {y}l4 9l4 -9", "none", p.ink, w * 0.8)
            for x, y in (
                (-76, -156),
                (-54, -150),
                (-34, -152),
                (-58, -166),
                (26, -152),
                (48, -150),
                (70, -156),
                (52, -166),
                (-8, -160),
                (4, -160),
            )
        )
    if kind == "chain":
        links = "".join(
            circle(x, -176 + 54 * (1 - (x / 80) ** 2), 7, p.yellow, p.ink, w * 0.6) for x in range(-72, 80, 16)
        )
        return (
            path(
                "M-34 -192C-44 -184 -50 -178 -52 -170C-20 -156 20 -156 52 -170"
                "C50 -178 44 -184 34 -192C20 -178 -20 -178 -34 -192Z",
                dress.trim,
                p.ink,
                w * 0.9,
            )
            + links
            + path("M-12 -112h24v22l-12 10l-12 -10Z", p.red, p.ink, w * 0.7)
        )
    if kind == "necklace":
        return "".join(
            circle(x, -166 + 28 * (1 - (x / 40) ** 2), 5, p.yellow, p.ink, w * 0.5) for x in range(-36, 40, 9)
        ) + path("M0 -130l7 9l-7 12l-7 -12Z", p.red, p.ink, w * 0.5)
    if kind == "scarf":
        return path(
            "M-42 -196C-20 -178 20 -178 42 -196L50 -168C20 -148 -20 -148 -50 -168Z", dress.trim, p.ink, w * 0.9
        ) + path("M-8 -158C-30 -140 -34 -112 -26 -92L-8 -104L2 -90C8 -112 6 -140 -8 -158Z", dress.trim, p.ink, w * 0.9)
    return path("M-30 -200L-32 -178C-14 -166 14 -166 32 -178L30 -200Z", dress.trim, p.ink, w * 0.9)


def neck(p: Palette, w: float) -> str:
    """The neck, to be drawn before collar and face."""
    return path("M-26 -232L-30 -172C-10 -156 10 -156 30 -172L26 -232Z", p.skin, p.ink, w * 0.9) + path(
        "M-18 -206C0 -190 14 -194 24 -204", "none", shade(p.skin, -0.5), w * 0.6
    )


def cloak(colour: str, lining: str, p: Palette, w: float, engraving: float) -> str:
    """A mantle over both shoulders, behind body and arms."""
    d = (
        "M-40 -190C-110 -184 -164 -150 -186 -80C-204 0 -204 100 -196 190H196"
        "C204 100 204 0 186 -80C164 -150 110 -184 40 -190Z"
    )
    folds = (
        "M-150 -120C-166 -40 -164 60 -158 180M-176 -70C-186 20 -184 100 -178 180M150 -120"
        "C166 -40 164 60 158 180M176 -70C186 20 184 100 178 180"
    )
    edge = "M-60 -186C-118 -150 -140 -60 -136 190M60 -186C118 -150 140 -60 136 190"
    return (
        path(d, colour, p.ink, w)
        + path(folds, "none", shade(colour, -0.55), w * (0.5 + 0.3 * engraving))
        + path(edge, "none", p.ink, 24)
        + path(edge, "none", lining, 24 - 2 * w)
    )


def arm(
    shoulder: Point,
    elbow: Point,
    wrist: Point,
    colour: str,
    cuff: str,
    p: Palette,
    w: float,
    engraving: float,
    thick: float = 1.0,
    puffed: bool = False,
) -> str:
    """A sleeve from shoulder over elbow to wrist, with folds and a cuff."""
    a, b = _normal(shoulder, elbow), _normal(elbow, wrist)
    m = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    w0, w1, w2 = 38 * thick, (44 if puffed else 36) * thick, 25 * thick
    left = [_off(shoulder, a, w0), _off(elbow, m, w1), _off(wrist, b, w2)]
    right = [_off(shoulder, a, -w0), _off(elbow, m, -w1), _off(wrist, b, -w2)]
    d = (
        f"M{_xy(left[0])}{_curve(left)}L{_xy(right[2])}{_curve(right[::-1])}"
        f"Q{_xy(_off(shoulder, _turn(a), -30))} {_xy(left[0])}Z"
    )
    parts = [path(d, colour, p.ink, w)]
    dark = shade(colour, -0.55)
    bend = 1.0 if a[0] * b[1] - a[1] * b[0] > 0 else -1.0
    inner, outer = (left, right) if bend > 0 else (right, left)
    crook = _between(elbow, inner[1], 0.75)
    for at, k in ((shoulder, 0.42), (shoulder, 0.2), (wrist, 0.34)):
        goal = _between(_between(elbow, at, k), _between(outer[1], outer[0] if at is shoulder else outer[2], k), 0.62)
        parts.append(path(f"M{_xy(crook)}Q{_xy(_between(elbow, at, k * 0.4))} {_xy(goal)}", "none", dark, w * 0.6))
    if engraving > 0.15:
        rim = [
            _between(outer[0], outer[1], 0.06),
            _between(outer[1], _between(outer[0], outer[2], 0.5), 0.12),
            _between(outer[2], outer[1], 0.12),
        ]
        parts.append(
            path(
                slivers(
                    rim,
                    [_between(q, c, 0.5) for q, c in zip(rim, (shoulder, elbow, wrist), strict=True)],
                    8,
                    2.8 * engraving,
                ),
                p.ink,
            )
        )
    if puffed:
        for k in (0.25, 0.5, 0.75):
            at = (shoulder[0] + (elbow[0] - shoulder[0]) * k, shoulder[1] + (elbow[1] - shoulder[1]) * k)
            parts.append(
                path(
                    f"M{_xy(_off(at, a, w0 * 0.9))}Q{_xy(_off(at, _turn(a), -16))} {_xy(_off(at, a, -w0 * 0.9))}",
                    "none",
                    cuff,
                    w * 1.8,
                )
            )
    back = (wrist[0] - (wrist[0] - elbow[0]) * 0.0, wrist[1])
    along = _unit(elbow, wrist)
    near = (back[0] - along[0] * 26, back[1] - along[1] * 26)
    parts.append(
        path(
            f"M{_xy(_off(near, b, w2 * 1.35))}L{_xy(_off(wrist, b, w2 * 1.1))}"
            f"L{_xy(_off(wrist, b, -w2 * 1.1))}L{_xy(_off(near, b, -w2 * 1.35))}Z",
            cuff,
            p.ink,
            w * 0.9,
        )
    )
    return "".join(parts)


def fist(at: Point, turn: float, p: Palette, w: float, scale: float = 1.0, mirrored: bool = False) -> str:
    """A closed hand about its middle; the fingers lie to the left, the wrist to the right before it is turned."""
    palm = path("M24 -16C10 -24 -10 -26 -20 -20C-30 -14 -32 4 -28 14C-22 24 0 24 12 20L26 14Z", p.skin, p.ink, w * 0.8)
    fingers = path(
        "M-24 -12C-12 -14 -6 -12 -2 -10M-28 -2C-16 -4 -8 -3 -4 -1M-27 8C-16 6 -8 7 -5 9",
        "none",
        shade(p.skin, -0.7),
        w * 0.6,
    )
    thumb = path("M8 -18C-2 -30 -16 -32 -22 -26C-22 -20 -12 -18 -4 -10Z", p.skin, p.ink, w * 0.7)
    return placed(palm + fingers + thumb, at[0], at[1], scale, turn, mirrored)


def open_hand(at: Point, turn: float, p: Palette, w: float, scale: float = 1.0, mirrored: bool = False) -> str:
    """An open hand that offers or holds up something; the fingers point up before it is turned."""
    d = (
        "M-16 26C-22 8 -24 -8 -26 -26C-20 -32 -16 -26 -14 -14C-14 -28 -12 -40 -6 -40"
        "C-1 -40 -2 -26 -2 -14C0 -28 4 -40 9 -38C14 -36 10 -22 9 -12C13 -22 18 -30 22 -26"
        "C26 -20 20 -2 16 26Z"
    )
    return placed(
        path(d, p.skin, p.ink, w * 0.8) + path("M-12 0C-4 4 6 4 12 -2", "none", shade(p.skin, -0.6), w * 0.5),
        at[0],
        at[1],
        scale,
        turn,
        mirrored,
    )


def _unit(a: Point, b: Point) -> Point:
    length = math.dist(a, b) or 1.0
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def _normal(a: Point, b: Point) -> Point:
    x, y = _unit(a, b)
    return (-y, x)


def _turn(v: Point) -> Point:
    return (v[1], -v[0])


def _off(at: Point, direction: Point, amount: float) -> Point:
    return (at[0] + direction[0] * amount, at[1] + direction[1] * amount)


def _between(a: Point, b: Point, t: float) -> Point:
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)


def _xy(at: Point) -> str:
    return f"{number(at[0])} {number(at[1])}"


def _curve(points: list[Point]) -> str:
    a, m, b = points
    c = (2 * m[0] - (a[0] + b[0]) / 2, 2 * m[1] - (a[1] + b[1]) / 2)
    c = (m[0] + (c[0] - m[0]) * 0.7, m[1] + (c[1] - m[1]) * 0.7)
    return f"Q{_xy(c)} {_xy(b)}"
