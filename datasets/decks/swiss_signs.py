"""The four Swiss suit signs: bells, roses, shields and acorns, each drawn about the origin, some 100 units high."""

import math

from jassvision.datasets.decks.paint import circle, clipped, ellipse, hatch, path, placed, polygon, shade
from jassvision.datasets.decks.style import Style


def bell(style: Style, turn: float = 0.0) -> str:
    """A round yellow bell with a red band, a slit and a ring, turned by `turn` degrees."""
    p, w = style.palette, style.line * 0.75
    ring = circle(0, -54, 8, "none", p.ink, w * 2.6) + circle(0, -54, 8, "none", p.red, w * 1.2)
    ball = circle(0, 0, 48, p.yellow, p.ink, w)
    shadow = path(
        "M-44 18C-36 44 0 58 30 38C44 26 50 6 46 -12C46 14 26 34 0 36C-18 37 -34 30 -44 18Z", shade(p.yellow, -0.22)
    )
    lines = ""
    if style.engraving > 0.15:
        strokes = []
        for i in range(13):
            a = math.radians(-20 + i * 13)
            reach = 11 + 8 * math.sin(math.radians(i * 15))
            strokes.append(
                f"M{46 * math.cos(a):.1f} {46 * math.sin(a):.1f}"
                f"L{(46 - reach) * math.cos(a + 0.12):.1f} {(46 - reach) * math.sin(a + 0.12):.1f}"
            )
        lines = path("".join(strokes), "none", p.ink, 1.3 * style.engraving)
    band, slit = _bell_band(style)
    shine = path("M-32 -22C-28 -34 -18 -40 -8 -41C-18 -36 -24 -30 -27 -21Z", shade(p.yellow, 0.7))
    return placed(ring + ball + shadow + lines + band + slit + shine, 0, 0, 1.0, turn)


def _bell_band(style: Style) -> tuple[str, str]:
    """The band and the slit of a bell in the deck's cut."""
    p, w = style.palette, style.line * 0.75
    if style.sign_cut == 1:
        band = path("M-48 -6C-28 12 28 14 48 -4L48 5C28 24 -28 22 -48 4Z", p.red, p.ink, w * 0.8)
        slit = (
            path("M-20 30Q0 36 20 28M0 20Q2 32 0 44", "none", p.ink, w * 1.5)
            + circle(-20, 30, 5, p.ink)
            + circle(20, 28, 5, p.ink)
        )
        return band, slit
    if style.sign_cut == 2:
        band = path("M-47 -16C-28 4 26 6 47 -14L48 8C28 28 -28 26 -48 6Z", p.ink)
        pearls = "".join(circle(x, 6 - (x / 46) ** 2 * 9, 5.2, p.red) for x in (-36, -18, 0, 18, 36))
        return band + pearls, circle(-4, 31, 6.5, p.ink) + path("M-4 31Q8 38 22 34", "none", p.ink, w * 1.5)
    band = path("M-47 -12C-28 6 26 8 47 -10L48 4C28 24 -28 22 -48 2Z", p.ink)
    red = path("M-47.5 -7C-28 11 26 13 47.5 -5L48 -1C28 18 -28 16 -48 -3Z", p.red)
    return band + red, path("M-4 24C2 20 10 24 8 31C6 37 -2 38 -6 33C-10 40 -14 42 -20 42C-12 38 -10 32 -4 24Z", p.ink)


# Petals in a ring, the outline of one that points up, its veins.
PETALS = (
    (
        5,
        "M-5 -11C-24 -15 -32 -34 -21 -45C-13 -52 -4 -48 0 -41C4 -48 13 -52 21 -45C32 -34 24 -15 5 -11Z",
        "M0 -18L0 -34M-6 -18C-8 -24 -12 -30 -16 -34M6 -18C8 -24 12 -30 16 -34",
    ),
    (
        6,
        "M-5 -11C-20 -18 -26 -34 -16 -46C-8 -52 8 -52 16 -46C26 -34 20 -18 5 -11Z",
        "M0 -18L0 -36M-5 -18C-7 -26 -9 -30 -11 -34M5 -18C7 -26 9 -30 11 -34",
    ),
    (
        5,
        "M-4 -11C-26 -14 -34 -30 -26 -42C-18 -48 -8 -46 0 -51C8 -46 18 -48 26 -42C34 -30 26 -14 4 -11Z",
        "M0 -18L0 -42M-7 -18C-10 -26 -16 -32 -19 -34M7 -18C10 -26 16 -32 19 -34",
    ),
)


def rose(style: Style, turn: float = 0.0) -> str:
    """A yellow rose of five petals with a red heart and green sepals between the petals."""
    p, w = style.palette, style.line * 0.7
    parts = []
    count, petal, vein = PETALS[style.sign_cut]
    for i in range(count):
        sepal = path("M-13 -30C-8 -42 -4 -50 0 -58C4 -50 8 -42 13 -30Z", p.green, p.ink, w * 0.8)
        parts.append(placed(sepal, 0, 0, 1.0, turn + (i + 0.5) * 360 / count))
    leaf_ = path(petal, p.yellow, p.ink, w) + (
        path(vein, "none", shade(p.yellow, -0.45), w * 0.5) if style.engraving > 0.15 else ""
    )
    parts += [placed(leaf_, 0, 0, 1.0, turn + i * 360 / count) for i in range(count)]
    parts.append(circle(0, 0, 16, p.red, p.ink, w))
    for i in range(6):
        a = math.radians(60 * i + turn)
        parts.append(circle(8.5 * math.cos(a), 8.5 * math.sin(a), 2.1, p.yellow))
    parts.append(circle(0, 0, 2.6, p.yellow))
    return "".join(parts)


def acorn(style: Style, turn: float = 0.0) -> str:
    """A yellow acorn in a green cup, the nut upwards before it is turned."""
    p, w = style.palette, style.line * 0.75
    body_fill = (p.yellow, shade(p.yellow, -0.12), "#c98f2e")[style.sign_cut]
    nut = path(
        "M-25 6C-29 -14 -28 -32 -22 -42C-14 -47 -7 -46 -4 -53L4 -53C7 -46 14 -47 22 -42C28 -32 29 -14 25 6Z",
        body_fill,
        p.ink,
        w,
    )
    dark = path("M25 6C29 -14 28 -32 22 -42L11 -46C17 -30 17 -12 14 6Z", shade(body_fill, -0.25))
    lines = path(
        "M18 4C20 -14 19 -28 14 -41M22 4C25 -12 23 -28 19 -40M13 4C15 -14 14 -28 9 -42",
        "none",
        p.ink,
        1.1 * style.engraving,
    )
    shine = path("M-18 2C-20 -16 -19 -28 -14 -36L-10 -37C-14 -26 -15 -12 -13 2Z", shade(body_fill, 0.6))
    cup = "M-32 4C-33 -5 -25 -8 -18 -5C-8 -1 8 -1 18 -5C25 -8 33 -5 32 4C35 24 21 43 0 45C-21 43 -35 24 -32 4Z"
    if style.sign_cut == 1:
        net = "".join(
            circle(i * 8 + (row % 2) * 4, 4 + row * 8, 2.3, shade(p.green, -0.72))
            for row in range(6)
            for i in range(-4, 5)
        )
    elif style.sign_cut == 2:
        net = path(
            hatch((-34, -8, 34, 46), 9, 45) + hatch((-34, -8, 34, 46), 9, -45), "none", shade(p.green, -0.72), w * 0.8
        )
    else:
        rows = [(i * 9 + (row % 2) * 4.5, 3 + row * 8.5) for row in range(5) for i in range(-4, 5)]
        net = path(
            "".join(f"M{x - 4.5:.1f} {y:.1f}Q{x:.1f} {y + 9:.1f} {x + 4.5:.1f} {y:.1f}" for x, y in rows),
            "none",
            shade(p.green, -0.72),
            w * 0.75,
        )
    inside = clipped(net, cup, "cup")
    stem = path("M-4 44L-3 54L4 54L4 44Z", p.green, p.ink, w)
    return placed(
        stem + nut + dark + lines + shine + path(cup, p.green) + inside + path(cup, "none", p.ink, w), 0, 0, 1.0, turn
    )


SHIELDS = (
    "M-35 -48H35V20L0 50L-35 20Z",
    "M-34 -48L34 -48L34 14C34 22 30 28 24 33L0 50L-24 33C-30 28 -34 22 -34 14Z",
    "M-36 -46Q0 -53 36 -46V2C36 28 16 42 0 52C-16 42 -36 28 -36 2Z",
)


def shield(style: Style, charge: int, turn: float = 0.0) -> str:
    """A black and white shield with one of fourteen charges, its point down before it is turned."""
    p, w = style.palette, style.line * 0.8
    black, white = p.ink, p.paper
    outline = SHIELDS[style.sign_cut]
    body = _charge(charge % CHARGES, black, white)
    return placed(
        clipped(path(outline, white) + body, outline, f"shield{charge}") + path(outline, "none", black, w * 1.4),
        0,
        0,
        1.0,
        turn,
    )


CHARGES = 14


def _charge(kind: int, black: str, white: str) -> str:
    if kind == 0:  # chequers
        cells = [(c, r) for c in range(4) for r in range(6) if (c + r) % 2 == 0]
        return "".join(path(f"M{-34 + c * 17} {-48 + r * 17}h17v17h-17Z", black) for c, r in cells)
    if kind == 1:  # cross
        return path("M-9 -50h18v34h28v18h-28v60h-18v-60h-28v-18h28Z", black) + path("M-3.5 -50h7v100h-7Z", white)
    if kind == 2:  # saltire with pellets
        pellets = (
            circle(0, -32, 6, black) + circle(0, 26, 6, black) + circle(-24, -6, 5, black) + circle(24, -6, 5, black)
        )
        return path("M-40 -56L40 40M40 -56L-40 40", "none", black, 15) + pellets
    if kind == 3:  # bends
        return path("M-44 -20L30 -74M-44 14L44 -50M-44 46L44 -18M-34 72L44 14", "none", black, 13)
    if kind == 4:  # pale with roundels
        rounds = "".join(circle(0, y, 7, white) for y in (-36, -16, 4, 24))
        return path("M-14 -50h28v104h-28Z", black) + rounds + path("M-27 -50v84M27 -50v84", "none", black, 5)
    if kind == 5:  # tulip
        return (
            path("M-34 -48h68v100h-68Z", black)
            + path(
                "M0 44C-5 22 -24 12 -24 -8C-24 -22 -20 -32 -16 -38C-12 -30 -8 -26 -6 -22"
                "C-4 -30 -2 -36 0 -42C2 -36 4 -30 6 -22C8 -26 12 -30 16 -38C20 -32 24 -22 24 -8"
                "C24 12 5 22 0 44Z",
                white,
            )
            + path("M0 36C-3 12 -12 4 -12 -10M0 36C3 12 12 4 12 -10M0 36L0 -22", "none", black, 3.5)
        )
    if kind == 6:  # chevrons
        return path("M-40 -6L0 -38L40 -6M-40 22L0 -10L40 22M-40 50L0 18L40 50", "none", black, 12)
    if kind == 7:  # per pale, hatched
        lines = "".join(f"M0 {y}h36" for y in range(-46, 52, 6))
        return (
            path("M-34 -48h34v104h-34Z", black)
            + path(lines, "none", black, 2.4)
            + circle(-17, -18, 8, white)
            + circle(17, -18, 8, black)
        )
    if kind == 8:  # lozenge and star
        star = polygon(
            [
                (
                    math.sin(i * math.pi / 5) * (15 if i % 2 == 0 else 6),
                    -6 - math.cos(i * math.pi / 5) * (15 if i % 2 == 0 else 6),
                )
                for i in range(10)
            ]
        )
        return path("M0 -46L32 -6L0 36L-32 -6Z", black) + path(star, white)
    if kind == 9:  # fess wavy
        return path(
            "M-36 -26Q-18 -38 0 -26T36 -26V-8Q18 4 0 -8T-36 -8ZM-36 12Q-18 0 0 12T36 12V28Q18 40 0 28T-36 28Z", black
        )
    if kind == 10:  # quarters
        return (
            path("M-34 -48h34v46h-34ZM0 -2h34v60h-34Z", black)
            + path("M17 -38v26M4 -25h26M-17 4v26M-30 14h26", "none", black, 6)
            + path("M-17 -38v26M-30 -25h26M17 4v22M6 14h22", "none", white, 6)
        )
    if kind == 11:  # hatched field with a chief
        lines = "".join(f"M{x} -20V60" for x in range(-32, 36, 6))
        return (
            path("M-34 -48h68v28h-68Z", black)
            + path(lines, "none", black, 2.2)
            + "".join(circle(x, -34, 5, white) for x in (-20, 0, 20))
        )
    if kind == 12:  # cross crosslet on black
        return path("M-34 -48h68v100h-68Z", black) + path(
            "M-5 -38h10v10h8v8h-8v8h12v-8h8v26h-8v-8h-12v8h8v8h-8v14h-10v-14h-8v-8h8v-8h-12v8h-8v-26h8v8h12v-8h-8v-8h8"
            "Z",
            white,
        )
    # lily
    return path(
        "M0 -40C9 -26 11 -16 5 -4C12 -22 30 -24 28 -8C27 2 18 4 13 0C14 8 8 10 5 10L8 30"
        "L-8 30L-5 10C-8 10 -14 8 -13 0C-18 4 -27 2 -28 -8C-30 -24 -12 -22 -5 -4"
        "C-11 -16 -9 -26 0 -40Z",
        black,
    )


def coat(style: Style, kind: int = 0, turn: float = 0.0) -> str:
    """The coloured shield of banner, court cards and ace."""
    p, w = style.palette, style.line * 0.8
    if kind % 2 == 0:
        inner = (
            path("M-34 -48h68v100h-68Z", p.yellow)
            + path("M-40 -40L34 44M34 -60L-40 34", "none", p.ink, 17)
            + path("M-40 -40L34 44", "none", p.blue, 11)
            + path("M34 -60L-40 34", "none", p.red, 11)
        )
        inner += path("M-34 -48h20v24ZM14 52L34 30V52Z", p.red)
    else:
        inner = (
            path("M-34 -48h68v100h-68Z", p.yellow)
            + path("M-44 22L44 -34", "none", p.ink, 22)
            + path("M-44 16L44 -40", "none", p.blue, 8)
            + path("M-44 27L44 -29", "none", p.red, 8)
        )
        inner += path("M-5 -44h10v8h8v10h-8v8h-10v-8h-8v-10h8ZM-4 12h8v6h6v8h-6v8h-8v-8h-6v-8h6Z", p.ink)
    outline = SHIELDS[style.sign_cut]
    return placed(clipped(inner, outline, f"coat{kind}") + path(outline, "none", p.ink, w * 1.3), 0, 0, 1.0, turn)


def sign(suit: str, style: Style, turn: float = 0.0, charge: int = 0) -> str:
    """The sign as it stands on banners and court cards."""
    if suit == "D":
        return bell(style, turn)
    if suit == "H":
        return rose(style, turn)
    if suit == "S":
        return coat(style, charge, turn)
    return acorn(style, turn)


def leaf(fill: str, ink: str, width: float) -> str:
    """An oak leaf from the origin upwards, 60 units long."""
    d = (
        "M0 0C-4 -6 -14 -6 -14 -14C-14 -18 -10 -19 -8 -19C-18 -24 -18 -33 -9 -35"
        "C-14 -44 -8 -50 -3 -50C-3 -55 -1 -58 0 -60C1 -58 3 -55 3 -50C8 -50 14 -44 9 -35"
        "C18 -33 18 -24 8 -19C10 -19 14 -18 14 -14C14 -6 4 -6 0 0Z"
    )
    return path(d, fill, ink, width) + path(
        "M0 0L0 -50M0 -16L-8 -22M0 -16L8 -22M0 -30L-7 -38M0 -30L7 -38", "none", ink, width * 0.6
    )


def rose_leaf(fill: str, ink: str, width: float) -> str:
    """A pointed leaf from the origin upwards, 50 units long."""
    return path("M0 0C-16 -12 -17 -32 0 -50C17 -32 16 -12 0 0Z", fill, ink, width) + path(
        "M0 0L0 -40M0 -12L-7 -20M0 -12L7 -20M0 -24L-6 -31M0 -24L6 -31", "none", ink, width * 0.6
    )


def shaded_ball(x: float, y: float, r: float, fill: str, ink: str, width: float) -> str:
    """A small bead."""
    return circle(x, y, r, fill, ink, width) + ellipse(x - r * 0.3, y - r * 0.35, r * 0.28, r * 0.2, shade(fill, 0.75))
