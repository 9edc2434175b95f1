"""Swiss cards from six to nine, the banner (ten) and the aces."""

import numpy as np
from jassvision.datasets.decks import swiss_signs as signs
from jassvision.datasets.decks.french_pips import corner_texts
from jassvision.datasets.decks.paint import (
    CENTRE,
    HEIGHT,
    WIDTH,
    both_ways,
    clipped,
    ellipse,
    hatch,
    path,
    placed,
    shade,
    turned,
)
from jassvision.datasets.decks.style import Style

CX, CY = CENTRE


def number_face(suit: str, rank: str, style: Style) -> str:
    """The inside of a card from six to nine."""
    count = int(rank)
    if suit in "DH":
        # Bells and roses are turned by hand, each a little otherwise.
        rng = np.random.default_rng([style.seed, ord(suit), count])
        drawing = _bells(count, style, rng) if suit == "D" else _roses(count, style, rng)
    else:
        drawing = _shields(count, style) if suit == "S" else _acorns(count, style)
    return drawing + corner_texts(rank, style, style.palette.ink, style.index_corners)


def _bells(count: int, style: Style, rng: np.random.Generator) -> str:
    size = (1.88 if count < 8 else 1.82) * style.pip_size
    x, top, bottom = 0.275 * WIDTH, 0.168 * HEIGHT, 0.832 * HEIGHT
    rows = 3 if count < 8 else 4
    places = [(cx, top + r * (bottom - top) / (rows - 1)) for r in range(rows) for cx in (x, WIDTH - x)]
    if count == 7:
        places.append((CX, 0.675 * HEIGHT))
    if count == 9:
        places.append((CX, CY))
    parts = []
    for px, py in places:
        lean = float(rng.choice([-35.0, 35.0])) + float(rng.normal(0, 9))
        turn = lean + (180 if py > CY + 1 else 0)
        parts.append(placed(signs.bell(style, turn), px, py, size))
    return "".join(parts)


def _roses(count: int, style: Style, rng: np.random.Generator) -> str:
    p, w = style.palette, style.line * 0.7
    rows = 3 if count < 8 else 4
    top, bottom = (0.255, 0.745) if rows == 3 else (0.15, 0.85)
    x = 0.26 * WIDTH
    heights = [(top + r * (bottom - top) / (rows - 1)) * HEIGHT for r in range(rows)]
    size = (1.5 if rows == 3 else 1.42) * style.pip_size
    parts = []
    # Twigs swing out of the staff and up (above the middle) or down into each rose.
    for y in heights:
        away = -1 if y < CY - 1 else 1 if y > CY + 1 else 0
        root = CY + (y - CY) * 0.35 + away * 30 if away else CY
        for side in (-1, 1):
            end = CX + side * (CX - x - 38)
            bend = (
                f"M{CX} {root:.1f}"
                f"C{CX + side * 30:.1f} {y - away * 20:.1f} {CX + side * 50:.1f} {y - away * 46:.1f} {end:.1f} {y:.1f}"
            )
            if not away:
                bend = f"M{CX} {root:.1f}L{end:.1f} {y:.1f}"
            parts.append(path(bend, "none", p.ink, w * 1.9) + path(bend, "none", p.green, w * 0.9))
    parts.append(_staff(style, 0.16 * HEIGHT if rows == 3 else 0.12 * HEIGHT, "H"))
    for y in heights:
        for side in (-1, 1):
            parts.append(placed(signs.rose(style, float(rng.uniform(0, 72))), CX + side * (CX - x), y, size))
    if count == 7:
        parts.append(placed(signs.rose(style, 36.0), CX, 0.6 * HEIGHT, size))
    if count == 9:
        parts.append(placed(signs.rose(style, 36.0), CX, CY, size))
    return "".join(parts)


def _staff(style: Style, top: float, suit: str) -> str:
    """The upright stem of roses and acorns: tapering red, white and black sleeves with a bud at both ends."""
    p, w = style.palette, style.line * 0.7
    reach = CY - top
    stem = path(f"M{CX - 5} {CY}L{CX - 3} {top + 30}L{CX + 3} {top + 30}L{CX + 5} {CY}Z", p.paper, p.ink, w)
    sleeve = path(
        f"M{CX - 7} {CY - reach * 0.32:.1f}L{CX - 17} {CY - reach * 0.58:.1f}"
        f"L{CX + 17} {CY - reach * 0.58:.1f}L{CX + 7} {CY - reach * 0.32:.1f}Z",
        p.red,
        p.ink,
        w,
    ) + path(
        f"M{CX + 2} {CY - reach * 0.33:.1f}L{CX + 7} {CY - reach * 0.33:.1f}"
        f"L{CX + 16} {CY - reach * 0.57:.1f}L{CX + 6} {CY - reach * 0.57:.1f}Z",
        p.ink,
    )
    collar = ellipse(CX, CY - reach * 0.58, 18, 5, p.yellow, p.ink, w)
    core = path(
        f"M{CX - 3} {CY}L{CX - 9} {CY - reach * 0.28:.1f}L{CX + 9} {CY - reach * 0.28:.1f}L{CX + 3} {CY}Z", p.ink
    )
    if suit == "H":
        tip = path(
            f"M{CX} {top - 26}C{CX + 16} {top} {CX + 14} {top + 22} {CX} {top + 34}"
            f"C{CX - 14} {top + 22} {CX - 16} {top} {CX} {top - 26}Z",
            p.red,
            p.ink,
            w,
        )
        tip += path(
            f"M{CX - 14} {top + 20}"
            f"C{CX - 8} {top + 44} {CX + 8} {top + 44} {CX + 14} {top + 20}"
            f"L{CX + 8} {top + 52}L{CX - 8} {top + 52}Z",
            p.yellow,
            p.ink,
            w,
        )
    else:
        tip = ""
    return (
        both_ways(stem + core + sleeve + collar + tip)
        + ellipse(CX, CY, 16, 8, p.yellow, p.ink, w)
        + ellipse(CX, CY, 8, 3, p.ink)
    )


def _shields(count: int, style: Style) -> str:
    size = style.pip_size
    left, right = 0.215 * WIDTH, 0.785 * WIDTH
    rows = (0.19, 0.5, 0.81)
    places = [(x, r * HEIGHT) for r in rows for x in (left, right)]
    scale = 2.0
    if count == 6:
        left, right = 0.27 * WIDTH, 0.73 * WIDTH
        places = [(x, r * HEIGHT) for r in rows for x in (left, right)]
    if count == 7:
        places.append((CX, 0.3 * HEIGHT))
    if count == 8:
        places += [(CX, 0.345 * HEIGHT), (CX, 0.655 * HEIGHT)]
    if count == 9:
        places += [(CX, r * HEIGHT) for r in rows]
    if count >= 8:
        scale = 1.85
    # Neighbouring cards of the suit show other charges, as on the printed pack.
    start = {6: 0, 7: 5, 8: 9, 9: 3}[count] + style.seed % signs.CHARGES
    parts = []
    for i, (x, y) in enumerate(places):
        turn = 180.0 if y < CY - 1 else 0.0
        parts.append(placed(signs.shield(style, start + i * 3, turn), x, y, scale * size))
    return "".join(parts)


def _acorns(count: int, style: Style) -> str:
    p, w = style.palette, style.line * 0.7
    rows = 3 if count < 8 else 4
    top, bottom = {6: (0.27, 0.73), 7: (0.3, 0.78), 8: (0.24, 0.76), 9: (0.2, 0.7)}[count]
    size = (1.95 if rows == 3 else 1.72) * style.pip_size
    parts = [_staff(style, 0.16 * HEIGHT, "C")]
    for upper in (True, False):
        if (count == 7 and upper) or (count == 9 and not upper):
            continue
        parts.append(_leaves(style, upper))
    for r in range(rows):
        y = (top + r * (bottom - top) / (rows - 1)) * HEIGHT
        for side in (-1, 1):
            twig = f"M{CX} {CY + (y - CY) * 0.8:.1f}Q{CX + side * 14} {y - 8:.1f} {CX + side * 30} {y:.1f}"
            parts.append(path(twig, "none", p.ink, w * 2.4) + path(twig, "none", p.green, w))
            parts.append(placed(signs.acorn(style, 90.0 * side), CX + side * (14 + 54 * size), y, size))
    if count == 7:
        parts.append(
            _side_leaves(style, 0.17 * HEIGHT) + placed(signs.acorn(style, 0.0), CX, 0.145 * HEIGHT, size * 1.0)
        )
    if count == 9:
        parts.append(
            turned(_side_leaves(style, 0.17 * HEIGHT))
            + placed(signs.acorn(style, 180.0), CX, 0.855 * HEIGHT, size * 1.0)
        )
    return "".join(parts)


def _leaves(style: Style, upper: bool) -> str:
    p, w = style.palette, style.line * 0.6
    y = 0.165 * HEIGHT
    parts = [
        path(
            f"M{CX} {y + 70}L{CX} {y - 10}M{CX} {y + 40}Q{CX - 60} {y + 20} {CX - 120} {y - 4}"
            f"M{CX} {y + 40}Q{CX + 60} {y + 20} {CX + 120} {y - 4}",
            "none",
            p.ink,
            w * 1.5,
        )
    ]
    for dx, dy, turn, scale in (
        (0, 4, 0, 1.7),
        (-40, 22, -38, 1.5),
        (40, 22, 38, 1.5),
        (-104, 4, -62, 1.5),
        (104, 4, 62, 1.5),
    ):
        parts.append(placed(signs.leaf(p.green, p.ink, w), CX + dx, y + dy, scale, turn))
    content = "".join(parts)
    return content if upper else turned(content)


def _side_leaves(style: Style, y: float) -> str:
    p, w = style.palette, style.line * 0.6
    parts = [
        path(
            f"M{CX} {y + 50}Q{CX - 70} {y + 40} {CX - 110} {y - 30}M{CX} {y + 50}"
            f"Q{CX + 70} {y + 40} {CX + 110} {y - 30}",
            "none",
            p.ink,
            w * 1.5,
        )
    ]
    for dx, dy, turn, scale in ((-108, -26, -20, 1.2), (108, -26, 20, 1.2), (-84, 20, -75, 1.1), (84, 20, 75, 1.1)):
        parts.append(placed(signs.leaf(p.green, p.ink, w), CX + dx, y + dy, scale, turn))
    return "".join(parts)


def banner_face(suit: str, style: Style) -> str:
    """The inside of a banner: the ten of the Swiss pack, a flag across the card with the sign twice."""
    p, w = style.palette, style.line
    cloth = shade(p.paper, -0.03)
    first, second = {"D": (p.red, p.blue), "H": (p.red, p.blue), "S": (p.blue, p.red), "C": (p.red, p.blue)}[suit]
    field = "M452 118C398 52 178 22 92 84C44 120 34 196 44 262C118 200 262 204 366 322Z"
    upper = path(field, cloth)
    if style.engraving > 0.15:
        ridges = hatch((30, 40, 460, 330), 9, 78)
        shadow = (
            "M44 262C34 196 44 120 92 84C74 150 76 200 96 230C150 196 300 200 376 306L366 322"
            "C262 204 118 200 44 262ZM452 118C420 80 352 52 280 46C340 70 396 110 428 158Z"
        )
        upper += clipped(path(ridges, "none", p.ink, 1.4 * style.engraving), shadow, f"fold{suit}")
    upper += path(field, "none", p.ink, w)
    fold = path(
        "M44 262C118 200 262 204 366 322L262 488C206 476 176 452 136 404C96 356 62 312 44 262Z", first, p.ink, w
    )
    creases = path(
        "M74 282C140 300 220 360 276 462M110 248C190 270 260 330 312 404M100 346C150 368 196 410 232 470",
        "none",
        shade(first, -0.55),
        w * 0.6,
    )
    tail = path("M372 312C430 300 474 250 482 172C504 232 534 330 478 410C436 466 372 478 290 444Z", second, p.ink, w)
    tail += path(
        "M392 330C446 310 486 270 488 210M372 362C440 356 496 316 500 262M350 396C420 400 484 376 502 318",
        "none",
        shade(second, -0.5),
        w * 0.6,
    )
    tassel = (
        path("M482 172Q474 150 484 128", "none", p.ink, w * 0.8)
        + path("M476 128L494 130L498 100L474 96Z", p.yellow, p.ink, w * 0.8)
        + path("M482 126L481 100M488 127L489 102", "none", p.ink, w * 0.5)
    )
    half = tail + tassel + upper + fold + creases
    sign = placed(
        signs.sign(suit, style, {"D": -25.0, "H": 0.0, "S": 20.0, "C": 12.0}[suit]),
        215,
        152,
        {"D": 1.65, "H": 1.6, "S": 1.55, "C": 1.5}[suit] * style.pip_size,
    )
    return (
        both_ways(half)
        + _pole(style, suit)
        + both_ways(sign)
        + corner_texts("10", style, p.ink, style.index_corners, halo=True)
    )


def _pole(style: Style, suit: str) -> str:
    p, w = style.palette, style.line
    shaft = path("M-7 -470h14v940h-14Z", {"D": p.blue, "H": p.yellow, "S": p.yellow, "C": p.yellow}[suit], p.ink, w)
    rings = (
        "".join(
            path(f"M-7 {y}L7 {y - 14}v12L-7 {y + 12}Z", {"C": p.ink}.get(suit, p.red)) for y in range(-380, 420, 44)
        )
        if suit != "H"
        else ""
    )
    tip = path("M-7 -356L-16 -370L-5 -378L-18 -408L0 -462L18 -408L5 -378L16 -370L7 -356Z", p.yellow, p.ink, w) + path(
        "M0 -450L0 -384", "none", p.ink, w * 0.7
    )
    foot = path("M-7 380L-14 388L-7 396L-10 442L0 456L10 442L7 396L14 388L7 380Z", p.yellow, p.ink, w)
    return placed(clipped(shaft + rings, "M-12 -362h24v748h-24Z", f"pole{suit}") + tip + foot, CX, CY, 1.0, 32.0)
