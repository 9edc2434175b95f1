"""Jack, queen and king of the French pack: framed with letters (poker) or bare with a large sign (Jass)."""

import numpy as np
from jassvision.datasets.decks.casting import recast
from jassvision.datasets.decks.figure import WAIST_DROP, Arm, Person, arm, body, half_plane, robe_palette, split_bar
from jassvision.datasets.decks.french_pips import index, sign
from jassvision.datasets.decks.garments import Dress
from jassvision.datasets.decks.heads import Head
from jassvision.datasets.decks.paint import CENTRE, HEIGHT, WIDTH, both_ways, circle, clipped, placed, rectangle
from jassvision.datasets.decks.style import Palette, Style

CX, CY = CENTRE


def court_face(suit: str, rank: str, style: Style) -> str:
    """The inside of a jack ("J"), queen ("Q") or king ("K")."""
    person = cast(suit, rank, style)
    jass = style.scheme == "jass"
    scale = (1.03 if jass else 0.95) * style.stature
    drawing = body(person, style, f"{suit}{rank}") + "".join(arm(a, person, style) for a in person.arms)
    if style.flipped:
        drawing = placed(drawing, -14, 0, 1.0, 0.0, True)
    half = clipped(placed(drawing, 12 if jass else 8, WAIST_DROP, scale), half_plane(style.split), f"half{suit}{rank}")
    halves = both_ways(placed(half, CX, CY)) + placed(
        split_bar(style, style.split, 212 if jass and not style.frame else 400, 0), CX, CY
    )
    if jass:
        left, top = (0.0, 0.0) if not style.frame else (26.0, 26.0)
        picture = _framed(halves, left, top, style)
        small = sign(suit, style, WIDTH - 42, 52, 0.5)
        return picture + both_ways(sign(suit, style, 96, 118, 1.4 * style.pip_size, halo=style.palette.paper) + small)
    left = (
        min(120.0, 2 * style.index_inset[0] + 4) if style.index_corners == 2 else min(110.0, 2 * style.index_inset[0])
    )
    top = 56.0
    letter = style.letters["JQK".index(rank)]
    pip_at = (left + 56, top + 66)
    picture = _framed(halves, left, top, style)
    ground = style.field if style.field and style.frame else style.palette.paper
    return (
        picture + both_ways(sign(suit, style, *pip_at, 0.92 * style.pip_size, halo=ground)) + index(suit, letter, style)
    )


def _framed(halves: str, left: float, top: float, style: Style) -> str:
    window = f"M{left} {top}H{WIDTH - left}V{HEIGHT - top}H{left}Z"
    inside = clipped(halves, window, "window")
    if not style.frame:
        return inside
    ground = rectangle(left, top, WIDTH - 2 * left, HEIGHT - 2 * top, style.field) if style.field else ""
    return ground + inside + _frame(left, top, style)


def _frame(left: float, top: float, style: Style) -> str:
    """The line round a court: plain, double, coloured or with knots at its corners."""
    p, w = style.palette, style.line
    wide, high = WIDTH - 2 * left, HEIGHT - 2 * top
    line = rectangle(left, top, wide, high, "none", p.ink, w * 0.8)
    if style.frame_kind == 1:
        return line + rectangle(left + 7, top + 7, wide - 14, high - 14, "none", p.ink, w * 0.4)
    if style.frame_kind == 2:
        return rectangle(left, top, wide, high, "none", p.blue, w * 1.1)
    if style.frame_kind == 3:
        return line + both_ways(
            circle(left, top, 7, p.paper, p.ink, w * 0.7) + circle(WIDTH - left, top, 7, p.paper, p.ink, w * 0.7)
        )
    return line


def cast(suit: str, rank: str, style: Style) -> Person:
    """Who stands on the card: the customary person, or one cast anew if the style says so."""
    palette = robe_palette(style)
    if not style.casting:
        return _person(suit, rank, palette)
    rng = np.random.default_rng([style.casting, ord(suit), ord(rank)])
    return recast(_person(suit, rank, palette), "french", rank, palette, rng)


def _person(suit: str, rank: str, p: Palette) -> Person:
    brown, black, grey = "#8a5a2b", "#3a332e", "#b9b2a6"

    def right(thing: str, turn: float = 0.0, puffed: bool = False) -> Arm:
        return Arm((100, -142), (176, -34), (138, -58), thing, turn, mirrored=True, puffed=puffed)

    def left(thing: str = "", turn: float = 0.0, puffed: bool = False) -> Arm:
        return Arm((-100, -142), (-172, -34), (-70, -62), thing, turn, puffed=puffed)

    people = {
        "DJ": Person(
            Head("side", "bob", "moustache", "beret", p.hair, p.red, p.blue),
            Dress(p.yellow, p.red, p.red, p.yellow, "stripes", "flat"),
            (left(), right("halberd")),
            True,
        ),
        "HJ": Person(
            Head("turned", "long", "goatee", "beret", brown, p.blue, p.yellow),
            Dress(p.red, p.yellow, p.blue, p.yellow, "slashes", "flat", cloak=p.yellow),
            (left("", 0, True), right("spear", 0, True)),
        ),
        "SJ": Person(
            Head("side", "curls", "none", "plumed cap", p.hair, p.red, p.blue),
            Dress(p.blue, p.yellow, p.yellow, p.red, "lozenges", "fur"),
            (right("halberd"), Arm((-100, -142), (-170, -50), (-120, -20), "round shield")),
        ),
        "CJ": Person(
            Head("turned", "bob", "moustache", "plumed cap", black, p.yellow, p.red),
            Dress(p.blue, p.paper, p.yellow, p.red, "stripes", "flat", cloak=p.red),
            (left("", 0, True), right("sword", 0, True)),
            True,
        ),
        "DQ": Person(
            Head("turned", "bun", "none", "wreath", brown, lady=True),
            Dress(p.red, p.yellow, p.blue, p.yellow, "plain", "necklace", True, True, p.blue),
            (left(), right("tulip")),
            True,
        ),
        "HQ": Person(
            Head("front", "bob", "none", "diadem", p.hair, p.red, p.blue, True),
            Dress(p.blue, p.blue, p.red, p.yellow, "plain", "necklace", True, True, p.red),
            (left(), right("flower")),
        ),
        "SQ": Person(
            Head("side", "bun", "none", "lily crown", black, p.red, p.blue, True),
            Dress(p.yellow, p.yellow, p.paper, p.red, "plain", "necklace", True, True, p.blue),
            (left("flower", -14), right("fan")),
        ),
        "CQ": Person(
            Head("turned", "veil", "none", "diadem", p.hair, p.red, "#a9cfe6", True),
            Dress(p.green, p.paper, p.red, p.blue, "spots", "necklace", True, True, p.yellow),
            (left("tulip", -10), right("mirror")),
        ),
        "DK": Person(
            Head("side", "bob", "full", "high crown", black, p.red),
            Dress(p.green, p.paper, p.red, p.red, "plain", "chain", cloak=p.red),
            (left(), right("axe")),
            True,
        ),
        "HK": Person(
            Head("front", "curls", "full", "crown", p.hair, p.red),
            Dress(p.red, p.blue, p.blue, p.yellow, "slashes", "chain", cloak=p.blue),
            (left("orb"), right("sword")),
        ),
        "SK": Person(
            Head("turned", "long", "long", "lily crown", grey, p.blue),
            Dress(p.blue, p.yellow, p.red, p.yellow, "bands", "fur", cloak=p.yellow),
            (left(), right("sceptre")),
        ),
        "CK": Person(
            Head("turned", "curls", "full", "high crown", brown, p.blue),
            Dress(p.yellow, p.blue, p.red, p.blue, "lozenges", "fur", cloak=p.red),
            (left("orb"), right("sceptre")),
            True,
        ),
    }
    return people[suit + rank]
