"""Under, Ober and König of the Swiss pack: the word in two corners, the sign low for the Under, else high."""

import numpy as np
from jassvision.datasets.decks import swiss_signs as signs
from jassvision.datasets.decks.casting import recast
from jassvision.datasets.decks.figure import WAIST_DROP, Arm, Person, arm, body, half_plane, robe_palette, split_bar
from jassvision.datasets.decks.garments import Dress
from jassvision.datasets.decks.heads import Head
from jassvision.datasets.decks.lettering import text_path
from jassvision.datasets.decks.paint import CENTRE, WIDTH, both_ways, clipped, path, placed
from jassvision.datasets.decks.style import Palette, Style

WORDS = {"J": "UNDER", "Q": "OBER", "K": "KÖNIG"}
SPLITS = {"J": -36.0, "Q": 30.0, "K": 34.0}
SHIFT = {"J": -12.0, "Q": 30.0, "K": 30.0}
SIGN_AT = {"J": (472.0, 340.0), "Q": (104.0, 176.0), "K": (104.0, 174.0)}


def court_face(suit: str, rank: str, style: Style) -> str:
    """The inside of an Under ("J"), Ober ("Q") or König ("K")."""
    person = cast(suit, rank, style)
    split = SPLITS[rank]
    cx, cy = CENTRE
    x, s = cx + SHIFT[rank], 0.97 * style.stature
    sign_arm, *others = person.arms
    inner = "".join(arm(a, person, style) for a in others)
    figure = placed(body(person, style, f"{suit}{rank}") + inner, SHIFT[rank], WAIST_DROP, s)
    half = placed(clipped(figure, half_plane(split), f"half{suit}{rank}"), cx, cy)
    bar = placed(split_bar(style, split, 205 if rank == "J" else 230), cx, cy)
    over = placed(arm(sign_arm, person, style), x, cy + WAIST_DROP * 0.4, s) + _held_sign(suit, rank, style)
    return both_ways(half) + bar + both_ways(over + _corners(suit, rank, style))


def _held_sign(suit: str, rank: str, style: Style) -> str:
    x, y = SIGN_AT[rank]
    p, w = style.palette, style.line
    size = {"D": 1.6, "H": 1.35, "S": 1.5, "C": 1.4}[suit] * style.pip_size
    stalk = ""
    if suit in "HC":
        foot = (x - 26 if rank == "J" else x + 26, y + 108)
        d = f"M{x} {y + 40}Q{x + (8 if rank == 'J' else -8)} {y + 80} {foot[0]} {foot[1]}"
        stalk = path(d, "none", p.ink, w * 2.2) + path(d, "none", p.green, w)
        for dx, dy, turn in ((-2, 78, -62), (2, 84, 58)):
            draw = signs.rose_leaf if suit == "H" else signs.leaf
            stalk += placed(draw(p.green, p.ink, w * 0.5), x + dx, y + dy, 0.95, turn)
    tilt = {"D": 20.0, "H": 0.0, "S": 0.0, "C": 4.0}[suit]
    return stalk + placed(signs.sign(suit, style, tilt, {"J": 1, "Q": 0, "K": 1}[rank]), x, y, size)


def _corners(suit: str, rank: str, style: Style) -> str:
    x = style.index_inset[0] - 20
    word = path(
        text_path(WORDS[rank], style.word_font, style.word_size, x, style.index_inset[1], 0.0), style.palette.ink
    )
    if not style.corner_sign:
        return word
    mark = signs.shield(style, 1) if suit == "S" else signs.sign(suit, style, 15.0 if suit == "D" else 0.0)
    return word + placed(mark, WIDTH - 50, 66, 0.56)


def cast(suit: str, rank: str, style: Style) -> Person:
    """Who stands on the card: the customary person, or one cast anew if the style says so."""
    palette = robe_palette(style)
    if not style.casting:
        return _person(suit, rank, palette)
    rng = np.random.default_rng([style.casting, ord(suit), ord(rank)])
    return recast(_person(suit, rank, palette), "swiss", rank, palette, rng)


def _person(suit: str, rank: str, p: Palette) -> Person:
    grey, brown, black = "#b9b2a6", "#8a5a2b", p.ink
    raised = Arm((-98, -142), (-178, -72), (-176, -158), offers=True)
    low = Arm((100, -142), (176, -70), (184, -10), offers=True, hand_turn=-8)
    hip = Arm((-100, -142), (-184, -60), (-104, 10))
    hold = Arm((100, -142), (172, -56), (96, 6), mirrored=True)
    people = {
        "DJ": Person(
            Head("front", "none", "none", "fool", brown, p.red, p.blue),
            Dress(p.blue, p.yellow, p.blue, p.yellow, "slashes", "scarf"),
            (low, Arm((-100, -142), (-176, -60), (-178, -150), "stick", -6)),
        ),
        "DQ": Person(
            Head("side", "short", "none", "fez", grey, p.red, p.yellow),
            Dress(p.yellow, p.yellow, p.yellow, p.blue, "spots", "high", False),
            (raised, hold),
            smokes=True,
        ),
        "DK": Person(
            Head("turned", "bob", "full", "crown", brown, p.blue),
            Dress(p.red, p.yellow, p.blue, p.yellow, "stripes", "chain"),
            (raised, Arm((100, -142), (172, -56), (128, 6), "sceptre", 18, mirrored=True)),
        ),
        "HJ": Person(
            Head("side", "bob", "none", "cap", p.hair, p.red, p.blue),
            Dress(p.red, p.yellow, p.blue, p.yellow, "halves", "flat"),
            (low, hip),
            smokes=True,
        ),
        "HQ": Person(
            Head("side", "short", "moustache", "turban", brown, p.red, p.yellow),
            Dress(p.blue, p.yellow, p.red, p.yellow, "plain", "ruff"),
            (raised, hold),
        ),
        "HK": Person(
            Head("front", "long", "none", "lily crown", p.hair, p.red),
            Dress(p.blue, p.red, p.blue, p.yellow, "bands", "chain", cloak=p.red),
            (raised, Arm((100, -142), (172, -56), (128, 6), "sceptre", 14, mirrored=True)),
        ),
        "SJ": Person(
            Head("turned", "short", "none", "plumed cap", brown, p.yellow, p.green),
            Dress(p.yellow, p.red, p.yellow, black, "stripes", "high"),
            (low, Arm((-100, -142), (-176, -60), (-172, -140), "letter", 0)),
        ),
        "SQ": Person(
            Head("side", "long", "none", "none", p.hair),
            Dress(p.blue, p.red, p.yellow, p.red, "plain", "scarf"),
            (raised, hold),
            smokes=True,
        ),
        "SK": Person(
            Head("turned", "bob", "goatee", "high crown", black, p.red),
            Dress(p.red, p.blue, p.yellow, p.green, "lozenges", "fur"),
            (raised, Arm((100, -142), (172, -56), (120, -20), "goblet", 0, mirrored=True)),
        ),
        "CJ": Person(
            Head("front", "curls", "none", "cap", brown, p.blue, p.red),
            Dress(p.blue, p.red, p.red, p.yellow, "slashes", "flat"),
            (low, hip),
        ),
        "CQ": Person(
            Head("side", "bob", "goatee", "turban", black, p.green, p.yellow),
            Dress(p.red, p.green, p.blue, p.yellow, "plain", "scarf"),
            (raised, hold),
            smokes=True,
        ),
        "CK": Person(
            Head("turned", "long", "long", "crown", p.yellow, p.red),
            Dress(p.red, p.yellow, p.red, p.blue, "bands", "fur", cloak=p.blue),
            (raised, Arm((100, -142), (172, -56), (128, 6), "sceptre", 20, mirrored=True)),
        ),
    }
    return people[suit + rank]
