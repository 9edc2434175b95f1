"""A whole card as SVG text: paper, print, border, wear."""

import numpy as np
from jassvision.datasets.decks import french_courts, french_pips, swiss_aces, swiss_courts, swiss_numbers
from jassvision.datasets.decks.backs import back_art
from jassvision.datasets.decks.paint import HEIGHT, WIDTH, clipped, number, rectangle
from jassvision.datasets.decks.style import CODES, Style
from jassvision.datasets.decks.wear import wear_marks


def face_svg(code: str, style: Style) -> str:
    """The face of a card such as "H10" in the pack of `style`, as a whole SVG document without any font.

    Raises ValueError for a code that is none of the 36.
    """
    if code not in CODES:
        raise ValueError(f"there is no card {code!r}; a code is one of D H S C and 6 7 8 9 10 J Q K A, as in 'H10'")
    suit, rank = code[0], code[1:]
    art = _swiss_art(suit, rank, style) if style.pack == "swiss" else _french_art(suit, rank, style)
    return _card(art, style, CODES.index(code))


def back_svg(style: Style) -> str:
    """A back for the deck of `style`; its pattern hangs on the seed."""
    return _card(back_art(style, np.random.default_rng([style.seed, 5])), style, len(CODES))


def _swiss_art(suit: str, rank: str, style: Style) -> str:
    if rank in "JQK":
        return swiss_courts.court_face(suit, rank, style)
    if rank == "A":
        return swiss_aces.ace_face(suit, style)
    if rank == "10":
        return swiss_numbers.banner_face(suit, style)
    return swiss_numbers.number_face(suit, rank, style)


def _french_art(suit: str, rank: str, style: Style) -> str:
    if rank in "JQK":
        return french_courts.court_face(suit, rank, style)
    if rank == "A":
        return french_pips.ace_face(suit, style)
    return french_pips.number_face(suit, rank, style)


def _card(art: str, style: Style, salt: int) -> str:
    p, r = style.palette, style.corner_radius
    outline = _rounded(0.0, 0.0, WIDTH, HEIGHT, r)
    inside = rectangle(0, 0, WIDTH, HEIGHT, p.paper) + art
    if style.border > 0:
        at = style.border_inset + style.border / 2
        inside += rectangle(at, at, WIDTH - 2 * at, HEIGHT - 2 * at, "none", p.ink, style.border, max(2.0, r - at))
    inside += wear_marks(style, salt)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}">'
        f"{clipped(inside, outline, 'card')}</svg>"
    )


def _rounded(x: float, y: float, w: float, h: float, r: float) -> str:
    return (
        f"M{number(x + r)} {number(y)}H{number(x + w - r)}A{r:.1f} {r:.1f} 0 0 1 {number(x + w)} {number(y + r)}"
        f"V{number(y + h - r)}A{r:.1f} {r:.1f} 0 0 1 {number(x + w - r)} {number(y + h)}"
        f"H{number(x + r)}A{r:.1f} {r:.1f} 0 0 1 {number(x)} {number(y + h - r)}"
        f"V{number(y + r)}A{r:.1f} {r:.1f} 0 0 1 {number(x + r)} {number(y)}Z"
    )
