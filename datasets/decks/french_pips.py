"""French suit signs and the faces from six to ace that are made of them."""

from functools import lru_cache

from jassvision.datasets.decks.lettering import text_path, text_width
from jassvision.datasets.decks.paint import HEIGHT, WIDTH, both_ways, circle, path, placed
from jassvision.datasets.decks.style import SUITS, Style

LEFT, MIDDLE, RIGHT = 0.0, 0.5, 1.0
# Where the signs stand: column (0 left, 1 right) and height as a part of the height between first and last row.
POKER_ROWS: dict[str, tuple[tuple[float, float], ...]] = {
    "6": ((LEFT, 0), (RIGHT, 0), (LEFT, 0.5), (RIGHT, 0.5), (LEFT, 1), (RIGHT, 1)),
    "7": ((LEFT, 0), (RIGHT, 0), (LEFT, 0.5), (RIGHT, 0.5), (LEFT, 1), (RIGHT, 1), (MIDDLE, 0.25)),
    "8": ((LEFT, 0), (RIGHT, 0), (LEFT, 0.5), (RIGHT, 0.5), (LEFT, 1), (RIGHT, 1), (MIDDLE, 0.25), (MIDDLE, 0.75)),
    "9": (*((c, r / 3) for r in range(4) for c in (LEFT, RIGHT)), (MIDDLE, 0.5)),
    "10": (*((c, r / 3) for r in range(4) for c in (LEFT, RIGHT)), (MIDDLE, 1 / 6), (MIDDLE, 5 / 6)),
}
# The Swiss-French pack sets the seventh sign low.
JASS_ROWS = POKER_ROWS | {"7": (*POKER_ROWS["6"], (MIDDLE, 0.75))}


@lru_cache(maxsize=256)
def sign_path(suit: str, form: float) -> str:
    """Path data of a suit sign about the origin, some 100 units high; `form` (0 to 1) is its cut."""
    f = form
    if suit == "D":
        bow, half = 4 + 10 * f, 34 + 8 * f
        return (
            f"M0 -50Q{half / 2 - bow / 2:.1f} {-25 + bow / 2:.1f} {half:.1f} 0"
            f"Q{half / 2 - bow / 2:.1f} {25 - bow / 2:.1f} 0 50"
            f"Q{-half / 2 + bow / 2:.1f} {25 - bow / 2:.1f} {-half:.1f} 0"
            f"Q{-half / 2 + bow / 2:.1f} {-25 + bow / 2:.1f} 0 -50Z"
        )
    if suit == "H":
        w, dip = 44 + 4 * f, -26 + 8 * f
        return (
            f"M0 48C-6 32 {-w:.1f} 12 {-w:.1f} -16C{-w:.1f} -36 -34 -46 -23 -46C-10 -46 -2 -38 0 {dip:.1f}"
            f"C2 -38 10 -46 23 -46C34 -46 {w:.1f} -36 {w:.1f} -16C{w:.1f} 12 6 32 0 48Z"
        )
    if suit == "S":
        w, foot = 42 + 4 * f, 12 + 7 * f
        return (
            f"M0 -50C6 -34 {w:.1f} -14 {w:.1f} 12C{w:.1f} 28 32 35 22 35C13 35 7 30 3 24"
            f"C4 36 7 44 {foot:.1f} 50L{-foot:.1f} 50"
            f"C-7 44 -4 36 -3 24C-7 30 -13 35 -22 35C-32 35 {-w:.1f} 28 {-w:.1f} 12C{-w:.1f} -14 -6 -34 0 -50Z"
        )
    r, spread, foot = 19.5 + 3 * f, 23.0, 12 + 6 * f
    lobes = "".join(
        f"M{x - r:.1f} {y:.1f}A{r:.1f} {r:.1f} 0 1 1 {x + r:.1f} {y:.1f}A{r:.1f} {r:.1f} 0 1 1 {x - r:.1f} {y:.1f}Z"
        for x, y in ((0.0, -29.0 + 2 * f), (-spread - f, 7.0), (spread + f, 7.0))
    )
    stem = f"M-4 -12L4 -12C4 20 5 40 {foot:.1f} 50L{-foot:.1f} 50C-5 40 -4 20 -4 -12ZM-24 0L24 0L0 14Z"
    return lobes + stem


def sign(suit: str, style: Style, x: float, y: float, scale: float, upside_down: bool = False, halo: str = "") -> str:
    """A suit sign centred on (x, y), some 100 x `scale` units high; a `halo` of that colour parts it from a picture."""
    if halo:
        ring = path(sign_path(suit, style.pip_form), halo, halo, 16 / scale)
        return placed(ring, x, y, scale) + sign(suit, style, x, y, scale, upside_down)
    return placed(
        path(sign_path(suit, style.pip_form), colour(suit, style)), x, y, scale, 180.0 if upside_down else 0.0
    )


def colour(suit: str, style: Style) -> str:
    """The ink of a suit in this deck."""
    return style.palette.suits[SUITS.index(suit)]


def number_face(suit: str, rank: str, style: Style) -> str:
    """The inside of a card from six to ten."""
    jass = style.scheme == "jass"
    wide = 0.0
    if not jass:
        wide = min(52.0, max(0.0, style.index_size - 74) * 0.6)
    left, top = (0.18, 0.125) if jass else (0.29, 0.16)
    if jass and not style.numbers_in_pips:
        left, top = 0.22, 0.18
    x0, y0 = left * WIDTH + wide, top * HEIGHT
    scale = (1.62 if jass else 1.2) * style.pip_size
    if not jass and rank in ("9", "10"):
        scale *= 0.94
    scale *= 1 - wide / 190
    parts = []
    for column, row in (JASS_ROWS if jass else POKER_ROWS)[rank]:
        x = x0 + column * (WIDTH - 2 * x0)
        y = y0 + row * (HEIGHT - 2 * y0)
        # The Jass pack turns the middle row over as well.
        down = row > 0.5 or (jass and row == 0.5)
        parts.append(sign(suit, style, x, y, scale * 0.96 if jass else scale, down))
        if jass and style.numbers_in_pips and row in (0, 1) and column != MIDDLE:
            parts.append(_number_in_sign(suit, rank, style, x, y, scale * 0.96, row == 1))
    if jass and not style.numbers_in_pips:
        parts.append(corner_texts(rank, style, colour(suit, style), 4))
    if not jass:
        parts.append(index(suit, rank, style))
    return "".join(parts)


def _number_in_sign(suit: str, rank: str, style: Style, x: float, y: float, scale: float, down: bool) -> str:
    size = style.index_size * (0.86 if suit == "C" else 1.0)
    middle = {"D": 0.0, "H": -8.0, "S": 2.0, "C": -28.0}[suit] * scale
    if suit == "C":
        size = min(size, 38 * scale * 0.62)
    digits = path(text_path(rank, style.index_font, size, 0, middle - size / 2, 0.5), style.palette.paper)
    return placed(digits, x, y, 1.0, 180.0 if down else 0.0)


def index(suit: str, text: str, style: Style) -> str:
    """Rank and sign below each other in two or four corners; the ten is drawn narrower, as printers do."""
    x, y = style.index_inset
    size = style.index_size
    wide = text_width(text, style.index_font, size)
    room = 2.0 * x - 14
    squeeze = min(1.0, max(0.55, room / (wide + size * 0.34)))
    letters = path(text_path(text, style.index_font, size, 0, 0, 0.5), colour(suit, style))
    scale = style.index_pip * (0.5 + 0.5 * size / 78) * 0.8
    small = sign(suit, style, 0, size + 14 + 50 * scale, scale)
    squeezed = f'<g transform="scale({squeeze:.3f} 1)">{letters}</g>' if squeeze < 1 else letters
    one = placed(squeezed + small, x, y)
    if style.index_corners == 4:
        one += placed(squeezed + small, WIDTH - x, y)
    return both_ways(one)


def corner_texts(text: str, style: Style, ink: str, corners: int, halo: bool = False) -> str:
    """Only the number, in two or four corners; `halo` keeps it clear of what is printed below."""
    x, y = style.index_inset
    letters = path(text_path(text, style.index_font, style.index_size, 0, 0, 0.5), ink)
    if halo:
        letters = (
            letters.replace("/>", f' stroke="{style.palette.paper}" stroke-width="14" stroke-linejoin="round"/>')
            + letters
        )
    wide = text_width(text, style.index_font, style.index_size) / 2 + style.index_size * 0.1
    x = max(x, wide + 16)
    one = placed(letters, x, y)
    if corners == 4:
        one += placed(letters, WIDTH - x, y)
    return both_ways(one)


def ace_face(suit: str, style: Style) -> str:
    """The inside of an ace."""
    cx, cy = WIDTH / 2, HEIGHT / 2
    if style.scheme == "jass":
        corners = sign(suit, style, 58, 70, 0.72) + sign(suit, style, WIDTH - 58, 70, 0.72)
        return both_ways(corners) + sign(suit, style, cx, cy, 1.7 * style.pip_size)
    if suit == "S" and style.fancy_ace:
        return _great_spade(style) + index(suit, style.letters[3], style)
    big = 2.6 if style.fancy_ace else 1.5
    return sign(suit, style, cx, cy, big * style.pip_size) + index(suit, style.letters[3], style)


def _great_spade(style: Style) -> str:
    paper, ink = style.palette.paper, colour("S", style)
    cx, cy = WIDTH / 2, HEIGHT / 2
    inner = path(sign_path("S", style.pip_form), "none", paper, 1.6)
    lily = path(
        "M0 -26C8 -14 10 -6 3 4L14 -2C20 -8 26 0 20 8C14 12 8 10 3 10L5 22L-5 22L-3 10"
        "C-8 10 -14 12 -20 8C-26 0 -20 -8 -14 -2L-3 4C-10 -6 -8 -14 0 -26Z",
        paper,
    )
    parts = [sign("S", style, cx, cy, 4.4), placed(inner, cx, cy, 3.7), placed(lily, cx, cy - 4, 2.3)]
    for i in range(-4, 5):
        parts.append(circle(cx + i * 26, cy + 96 - 2.2 * abs(i) ** 2 + 30, 4.5, paper if abs(i) < 4 else ink))
    if style.maker:
        size = min(24.0, 24.0 * 240 / text_width(style.maker, "roman", 24.0))
        parts.append(path(text_path(style.maker, "roman", size, cx, cy + 250, 0.5), style.palette.ink))
    return "".join(parts)
