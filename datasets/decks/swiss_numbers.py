"""Swiss cards from six to nine, the banner (ten) and the aces."""

import numpy as np

from jassvision.datasets.decks import swiss_signs as signs
from jassvision.datasets.decks.french_pips import corner_texts
from jassvision.datasets.decks.lettering import text_path, text_width
from jassvision.datasets.decks.paint import (
    CENTRE, HEIGHT, WIDTH, both_ways, circle, ellipse, hatch, clipped, path, placed, rectangle, shade, smooth, turned,
)  # fmt: skip
from jassvision.datasets.decks.style import Style

CX, CY = CENTRE


def number_face(suit: str, rank: str, style: Style) -> str:
    """The inside of a card from six to nine."""
    rng = np.random.default_rng([style.seed, ord(suit), int(rank)])
    draw = {"D": _bells, "H": _roses, "S": _shields, "C": _acorns}[suit]
    return draw(int(rank), style, rng) + corner_texts(rank, style, style.palette.ink, style.index_corners)


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
            bend = f"M{CX} {root:.1f}C{CX + side * 30:.1f} {y - away * 20:.1f} {CX + side * 50:.1f} {y - away * 46:.1f} {end:.1f} {y:.1f}"
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
        f"M{CX - 7} {CY - reach * 0.32:.1f}L{CX - 17} {CY - reach * 0.58:.1f}L{CX + 17} {CY - reach * 0.58:.1f}L{CX + 7} {CY - reach * 0.32:.1f}Z", p.red, p.ink, w
    ) + path(f"M{CX + 2} {CY - reach * 0.33:.1f}L{CX + 7} {CY - reach * 0.33:.1f}L{CX + 16} {CY - reach * 0.57:.1f}L{CX + 6} {CY - reach * 0.57:.1f}Z", p.ink)
    collar = ellipse(CX, CY - reach * 0.58, 18, 5, p.yellow, p.ink, w)
    core = path(f"M{CX - 3} {CY}L{CX - 9} {CY - reach * 0.28:.1f}L{CX + 9} {CY - reach * 0.28:.1f}L{CX + 3} {CY}Z", p.ink)
    if suit == "H":
        tip = path(f"M{CX} {top - 26}C{CX + 16} {top} {CX + 14} {top + 22} {CX} {top + 34}C{CX - 14} {top + 22} {CX - 16} {top} {CX} {top - 26}Z", p.red, p.ink, w)
        tip += path(f"M{CX - 14} {top + 20}C{CX - 8} {top + 44} {CX + 8} {top + 44} {CX + 14} {top + 20}L{CX + 8} {top + 52}L{CX - 8} {top + 52}Z", p.yellow, p.ink, w)
    else:
        tip = ""
    return both_ways(stem + core + sleeve + collar + tip) + ellipse(CX, CY, 16, 8, p.yellow, p.ink, w) + ellipse(CX, CY, 8, 3, p.ink)


def _shields(count: int, style: Style, rng: np.random.Generator) -> str:
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


def _acorns(count: int, style: Style, rng: np.random.Generator) -> str:
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
        parts.append(_side_leaves(style, 0.17 * HEIGHT) + placed(signs.acorn(style, 0.0), CX, 0.145 * HEIGHT, size * 1.0))
    if count == 9:
        parts.append(turned(_side_leaves(style, 0.17 * HEIGHT)) + placed(signs.acorn(style, 180.0), CX, 0.855 * HEIGHT, size * 1.0))
    return "".join(parts)


def _leaves(style: Style, upper: bool) -> str:
    p, w = style.palette, style.line * 0.6
    y = 0.165 * HEIGHT
    parts = [path(f"M{CX} {y + 70}L{CX} {y - 10}M{CX} {y + 40}Q{CX - 60} {y + 20} {CX - 120} {y - 4}M{CX} {y + 40}Q{CX + 60} {y + 20} {CX + 120} {y - 4}", "none", p.ink, w * 1.5)]
    for dx, dy, turn, scale in ((0, 4, 0, 1.7), (-40, 22, -38, 1.5), (40, 22, 38, 1.5), (-104, 4, -62, 1.5), (104, 4, 62, 1.5)):
        parts.append(placed(signs.leaf(p.green, p.ink, w), CX + dx, y + dy, scale, turn))
    content = "".join(parts)
    return content if upper else turned(content)


def _side_leaves(style: Style, y: float) -> str:
    p, w = style.palette, style.line * 0.6
    parts = [path(f"M{CX} {y + 50}Q{CX - 70} {y + 40} {CX - 110} {y - 30}M{CX} {y + 50}Q{CX + 70} {y + 40} {CX + 110} {y - 30}", "none", p.ink, w * 1.5)]
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
        shadow = "M44 262C34 196 44 120 92 84C74 150 76 200 96 230C150 196 300 200 376 306L366 322C262 204 118 200 44 262ZM452 118C420 80 352 52 280 46C340 70 396 110 428 158Z"
        upper += clipped(path(ridges, "none", p.ink, 1.4 * style.engraving), shadow, f"fold{suit}")
    upper += path(field, "none", p.ink, w)
    fold = path("M44 262C118 200 262 204 366 322L262 488C206 476 176 452 136 404C96 356 62 312 44 262Z", first, p.ink, w)
    creases = path("M74 282C140 300 220 360 276 462M110 248C190 270 260 330 312 404M100 346C150 368 196 410 232 470", "none", shade(first, -0.55), w * 0.6)
    tail = path("M372 312C430 300 474 250 482 172C504 232 534 330 478 410C436 466 372 478 290 444Z", second, p.ink, w)
    tail += path("M392 330C446 310 486 270 488 210M372 362C440 356 496 316 500 262M350 396C420 400 484 376 502 318", "none", shade(second, -0.5), w * 0.6)
    tassel = path("M482 172Q474 150 484 128", "none", p.ink, w * 0.8) + path("M476 128L494 130L498 100L474 96Z", p.yellow, p.ink, w * 0.8) + path("M482 126L481 100M488 127L489 102", "none", p.ink, w * 0.5)
    half = tail + tassel + upper + fold + creases
    sign = placed(signs.sign(suit, style, {"D": -25.0, "H": 0.0, "S": 20.0, "C": 12.0}[suit]), 215, 152, {"D": 1.65, "H": 1.6, "S": 1.55, "C": 1.5}[suit] * style.pip_size)
    return both_ways(half) + _pole(style, suit) + both_ways(sign) + corner_texts("10", style, p.ink, style.index_corners, halo=True)


def _pole(style: Style, suit: str) -> str:
    p, w = style.palette, style.line
    shaft = path("M-7 -470h14v940h-14Z", {"D": p.blue, "H": p.yellow, "S": p.yellow, "C": p.yellow}[suit], p.ink, w)
    rings = "".join(path(f"M-7 {y}L7 {y - 14}v12L-7 {y + 12}Z", {"C": p.ink}.get(suit, p.red)) for y in range(-380, 420, 44)) if suit != "H" else ""
    tip = path("M-7 -356L-16 -370L-5 -378L-18 -408L0 -462L18 -408L5 -378L16 -370L7 -356Z", p.yellow, p.ink, w) + path("M0 -450L0 -384", "none", p.ink, w * 0.7)
    foot = path("M-7 380L-14 388L-7 396L-10 442L0 456L10 442L7 396L14 388L7 380Z", p.yellow, p.ink, w)
    return placed(clipped(shaft + rings, "M-12 -362h24v748h-24Z", f"pole{suit}") + tip + foot, CX, CY, 1.0, 32.0)


def ace_face(suit: str, style: Style) -> str:
    """The inside of an ace; aces carry no index at all."""
    return {"D": _ace_of_bells, "H": _ace_of_roses, "S": _ace_of_shields, "C": _ace_of_acorns}[suit](style)


def _maker(style: Style, width: float, size: float) -> str:
    if not style.maker:
        return ""
    words = style.maker.split(" ")
    lines = [style.maker] if len(words) == 1 else [" ".join(words[: (len(words) + 1) // 2]), " ".join(words[(len(words) + 1) // 2 :])]
    parts = []
    for i, line in enumerate(lines):
        fit = min(size / (1 if len(lines) == 1 else 1.3), size * width / max(1.0, text_width(line, style.word_font, size)))
        parts.append(path(text_path(line, style.word_font, fit, CX, CY - fit / 2 + (i - (len(lines) - 1) / 2) * size * 1.05, 0.5), style.palette.ink))
    return "".join(parts)


def _ace_of_bells(style: Style) -> str:
    p, w = style.palette, style.line
    band = rectangle(0, CY - 135, WIDTH, 270, p.blue, p.ink, w)
    corner = path(f"M14 {CY - 122}H240C170 {CY - 116} 110 {CY - 96} 78 {CY - 60}C60 {CY - 40} 40 {CY - 30} 14 {CY - 26}Z", p.ink)
    corner += path(f"M24 {CY - 112}H170C110 {CY - 100} 80 {CY - 84} 62 {CY - 60}C48 {CY - 46} 38 {CY - 42} 24 {CY - 40}Z", p.yellow)
    corner += path(f"M34 {CY - 100}C60 {CY - 96} 70 {CY - 84} 60 {CY - 72}C52 {CY - 66} 42 {CY - 72} 46 {CY - 80}M130 {CY - 104}C104 {CY - 100} 90 {CY - 90} 84 {CY - 78}", "none", p.red, w * 1.5)
    mirrored = f'<g transform="translate({WIDTH} 0) scale(-1 1)">{corner}</g>'
    label = ellipse(CX, CY, 214, 84, p.ink) + ellipse(CX, CY, 206, 76, p.paper)
    big = placed(signs.bell(style, 30.0), CX + 6, 172, 2.5 * style.pip_size)
    return band + both_ways(corner + mirrored) + label + _maker(style, 330, 42) + big + placed(signs.bell(style, 205.0), CX - 6, HEIGHT - 172, 2.5 * style.pip_size)


def _ace_of_roses(style: Style) -> str:
    p, w = style.palette, style.line
    rope = smooth([(110, 96), (92, 150), (132, 216), (220, 292), (300, 372), (372, 470), (424, 560), (452, 660), (470, 740), (462, 806)])
    other = smooth([(458, 250), (420, 330), (330, 420), (240, 500), (160, 560), (120, 640)])
    parts = [path(other, "none", p.ink, 40), path(other, "none", p.blue, 40 - 2 * w)]
    parts += [path(other, "none", p.red, 40 - 2 * w, 'stroke-dasharray="22 26"').replace('stroke-linecap="round"', 'stroke-linecap="butt"')]
    parts += [path(rope, "none", p.ink, 46), path(rope, "none", p.red, 46 - 2 * w)]
    parts += [path(rope, "none", p.blue, 46 - 2 * w, 'stroke-dasharray="26 30"').replace('stroke-linecap="round"', 'stroke-linecap="butt"')]
    for x, y, turn, size, fill in ((150, 560, -70, 2.0, p.green), (160, 575, -120, 1.7, p.red), (392, 420, 65, 1.9, p.green), (420, 480, 100, 1.6, p.green), (408, 520, 140, 1.5, p.red), (128, 180, -70, 1.3, p.green)):
        parts.append(placed(signs.rose_leaf(fill, p.ink, w * 0.5), x, y, size, turn))
    for x, y, turn in ((112, 92, -14), (462, 806, 176)):
        bud = path("M0 -54C18 -40 20 -18 12 0C4 6 -4 6 -12 0C-20 -18 -18 -40 0 -54Z", p.red, p.ink, w * 0.8)
        bud += path("M-14 4C-16 -14 -10 -22 -6 -26L0 -10L6 -26C10 -22 16 -14 14 4Z", p.green, p.ink, w * 0.8)
        parts.append(placed(bud, x, y, 1.1, turn))
    parts.append(placed(signs.rose(style, 10.0), 380, 212, 3.0 * style.pip_size))
    parts.append(placed(signs.rose(style, 46.0), 190, 690, 3.0 * style.pip_size))
    return "".join(parts)


HEART = "M0 178C-30 128 -150 70 -150 -42C-150 -112 -104 -136 -70 -136C-36 -136 -10 -116 0 -92C10 -116 36 -136 70 -136C104 -136 150 -112 150 -42C150 70 30 128 0 178Z"


def _ace_of_shields(style: Style) -> str:
    p, w = style.palette, style.line
    wing = path("M0 178C-30 128 -150 70 -150 -42C-150 -112 -104 -136 -70 -136C-96 -110 -108 -80 -100 -40C-90 20 -40 70 0 120Z", p.red)
    wing += path("M0 178C30 128 150 70 150 -42C150 -112 104 -136 70 -136C96 -110 108 -80 100 -40C90 20 40 70 0 120Z", p.blue)
    inner = path("M0 118C-34 78 -94 40 -94 -36C-94 -78 -66 -96 -44 -96C-22 -96 -6 -82 0 -66C6 -82 22 -96 44 -96C66 -96 94 -78 94 -36C94 40 34 78 0 118Z", p.yellow, p.ink, w)
    plumes = path("M-136 -80C-124 -40 -110 0 -60 60M-146 -40C-130 10 -90 60 -40 106M136 -80C124 -40 110 0 60 60M146 -40C130 10 90 60 40 106", "none", p.ink, w * 0.9)
    shell = path(HEART, p.ink) + wing + plumes + inner + path(HEART, "none", p.ink, w * 1.3)
    face = path("M-34 -28Q-22 -40 -10 -28M34 -28Q22 -40 10 -28", "none", p.ink, w * 1.1)
    face += ellipse(-22, -18, 10, 6, p.paper, p.ink, w * 0.7) + ellipse(22, -18, 10, 6, p.paper, p.ink, w * 0.7) + circle(-21, -18, 4, p.ink) + circle(23, -18, 4, p.ink)
    face += path("M2 -22C-2 0 -12 14 -8 22C-4 28 6 26 10 22", "none", p.ink, w * 0.9) + path("M-22 44Q0 36 22 44Q0 62 -22 44Z", p.red, p.ink, w * 0.7)
    face += ellipse(-42, 18, 13, 10, shade(p.red, 0.3)) + ellipse(42, 18, 13, 10, shade(p.red, 0.3)) + path("M-12 78Q0 86 12 78", "none", p.ink, w * 0.7)
    arms = path("M-90 -40L56 92M-70 -84L84 52", "none", p.ink, w) + path("M-84 -56L76 78", "none", p.red, 26) + path("M-84 -56L76 78", "none", p.ink, 12)
    arms = clipped(arms, "M0 118C-34 78 -94 40 -94 -36C-94 -78 -66 -96 -44 -96C-22 -96 -6 -82 0 -66C6 -82 22 -96 44 -96C66 -96 94 -78 94 -36C94 40 34 78 0 118Z", "acearms")
    arms += path("M40 -66v40M22 -46h36", "none", p.ink, 9) + path("M-40 20v36M-56 38h32", "none", p.ink, 8)
    band = path(f"M22 {CY - 112}Q{CX} {CY - 66} {WIDTH - 22} {CY - 112}V{CY + 112}Q{CX} {CY + 66} 22 {CY + 112}Z", p.yellow, p.ink, w)
    band += path(f"M40 {CY - 84}Q{CX} {CY - 44} {CX} {CY - 52}V{CY + 52}Q{CX} {CY + 44} 40 {CY + 84}Z", p.red, p.ink, w * 0.8)
    band += path(f"M{WIDTH - 40} {CY - 84}Q{CX} {CY - 44} {CX} {CY - 52}V{CY + 52}Q{CX} {CY + 44} {WIDTH - 40} {CY + 84}Z", p.blue, p.ink, w * 0.8)
    label = rectangle(92, CY - 46, WIDTH - 184, 92, p.paper, p.ink, w, 30)
    words = f'<g transform="rotate(180 {CX} {CY})">{_maker(style, 300, 40)}</g>'
    return band + label + words + placed(shell + arms, CX, 192, 1.08) + placed(shell + face, CX, HEIGHT - 192, 1.08, 180)


def _ace_of_acorns(style: Style) -> str:
    p, w = style.palette, style.line
    top = path(f"M{CX - 34} {CY - 60}C{CX - 30} {CY - 110} {CX - 60} {CY - 140} {CX - 104} {CY - 150}C{CX - 160} {CY - 170} {CX - 150} {CY - 250} {CX - 96} {CY - 248}"
               f"C{CX - 110} {CY - 320} {CX - 50} {CY - 362} {CX} {CY - 362}C{CX + 50} {CY - 362} {CX + 110} {CY - 320} {CX + 96} {CY - 248}"
               f"C{CX + 150} {CY - 250} {CX + 160} {CY - 170} {CX + 104} {CY - 150}C{CX + 60} {CY - 140} {CX + 30} {CY - 110} {CX + 34} {CY - 60}Z", p.red, p.ink, w)
    inner = path(f"M{CX - 20} {CY - 80}C{CX - 24} {CY - 150} {CX - 80} {CY - 160} {CX - 64} {CY - 200}C{CX - 50} {CY - 226} {CX - 20} {CY - 214} {CX} {CY - 190}"
                 f"C{CX + 20} {CY - 214} {CX + 50} {CY - 226} {CX + 64} {CY - 200}C{CX + 80} {CY - 160} {CX + 24} {CY - 150} {CX + 20} {CY - 80}Z", p.ink)
    eyes = "".join(circle(CX + dx, CY - 200, 27, p.yellow, p.ink, w) + circle(CX + dx, CY - 200, 9, p.ink) for dx in (-106, 106))
    crest = path(f"M{CX - 56} {CY - 262}C{CX - 60} {CY - 316} {CX - 24} {CY - 336} {CX} {CY - 336}C{CX + 24} {CY - 336} {CX + 60} {CY - 316} {CX + 56} {CY - 262}"
                 f"C{CX + 40} {CY - 240} {CX + 14} {CY - 246} {CX} {CY - 268}C{CX - 14} {CY - 246} {CX - 40} {CY - 240} {CX - 56} {CY - 262}Z", p.blue, p.ink, w)
    crest += circle(CX, CY - 300, 13, p.yellow, p.ink, w * 0.8) + path(f"M{CX - 38} {CY - 274}Q{CX} {CY - 300} {CX + 38} {CY - 274}", "none", p.ink, w)
    petals = path(f"M{CX} {CY - 104}C{CX - 14} {CY - 126} {CX - 14} {CY - 150} {CX} {CY - 166}C{CX + 14} {CY - 150} {CX + 14} {CY - 126} {CX} {CY - 104}Z", p.yellow)
    petals += path(f"M{CX - 8} {CY - 158}C{CX - 30} {CY - 168} {CX - 44} {CY - 182} {CX - 46} {CY - 200}M{CX + 8} {CY - 158}C{CX + 30} {CY - 168} {CX + 44} {CY - 182} {CX + 46} {CY - 200}", "none", p.yellow, w * 1.4)
    twigs = ""
    for side in (-1, 1):
        x = CX + side * 84
        twigs += path(f"M{x} {CY - 280}L{x + side * 126} {CY - 392}M{x + side * 50} {CY - 324}q{side * 50} -4 {side * 74} -30M{x + side * 60} {CY - 332}q0 -34 {side * -8} -56", "none", p.ink, w * 1.3)
        twigs += path(f"M{x + side * 116} {CY - 384}l{side * 22} -26l{side * 10} 2l{side * -4} 12Z", p.yellow, p.ink, w * 0.7)
        twigs += signs.shaded_ball(x + side * 130, CY - 356, 11, p.blue, p.ink, w * 0.6) + signs.shaded_ball(x + side * 50, CY - 392, 11, p.red, p.ink, w * 0.6)
    belt = "".join(rectangle(CX - 40 - (i % 2) * 8, CY + (i - 2.5) * 22, 80 + (i % 2) * 16, 22, (p.red, p.yellow, p.ink, p.blue, p.yellow)[i], p.ink, w * 0.8, 8) for i in range(5))
    nut = path(f"M{CX - 36} {CY - 30}Q{CX - 100} {CY + 60} {CX - 160} {CY + 92}", "none", p.ink, w * 3) + path(f"M{CX - 36} {CY - 30}Q{CX - 100} {CY + 60} {CX - 160} {CY + 92}", "none", p.green, w * 1.4)
    nut += placed(signs.acorn(style, 0.0), CX - 170, CY - 6, 1.9 * style.pip_size)
    nut += placed(signs.leaf(p.green, p.ink, w * 0.5), CX - 120, CY + 84, 1.2, 120)
    return both_ways(twigs + top + inner + eyes + crest + petals) + both_ways(nut) + belt
