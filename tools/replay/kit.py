"""What every element of the graphics needs: sizes, colours, names and pictures for one film and one theme."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import cv2
import numpy as np
from jassvision.rules.cards import SUIT_LETTERS, Card, code
from jassvision.rules.seats import Seat, seat_name
from jassvision.tools.artwork import BACK, face_picture, sign_picture
from jassvision.tools.played_facts import Played
from jassvision.tools.replay.patches import Patch, Sheet
from jassvision.tools.replay.screen_words import card_words, contract_words, rank_words, seat_words, word
from jassvision.tools.replay.theme import Colour, Theme
from numpy.typing import NDArray

DESIGN: Final = 1080
"""Height in pixels of the picture that sizes are given for."""

SHRINK: Final = 0.75
"""Power by which graphics follow the height of the picture: below 1, so that small pictures have larger letters."""

ARROWS: Final = {"O": (1,), "U": (-1,), "slalom-up": (1, -1), "slalom-down": (-1, 1)}
"""Arrows for contracts without a suit: from above down, from below up, and both in turn."""

_ARROW: Final = ((-0.055, -0.3), (0.055, -0.3), (0.055, 0.0), (0.19, 0.0), (0.0, 0.31), (-0.19, 0.0), (-0.055, 0.0))
"""Corners of an arrow that points down, as shares of its disc."""

LOGO: Final = 90.0
"""Design pixels that the logo is high at most."""

CARD_SHAPE: Final = 57 / 89
"""Width over height of a card."""


@dataclass(frozen=True, eq=False)
class Kit:
    """The common ground of all elements.

    Attributes:
        size_wh: width and height of the picture.
        language: one of `screen_words.LANGUAGES`.
    """

    theme: Theme
    played: Played
    language: str
    size_wh: tuple[int, int]

    @cached_property
    def unit(self) -> float:
        """Pixels for one pixel of the design."""
        width, height = self.size_wh
        short = min(width, height)
        # a portrait picture has less width for the same panels
        return float((short / DESIGN) ** SHRINK * (1.0 if width >= height else 0.86))

    def px(self, design: float) -> float:
        """A length of the design in pixels."""
        return design * self.unit

    @cached_property
    def safe(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of what every screen shows."""
        width, height = self.size_wh
        return (
            width * self.theme.safe,
            height * self.theme.safe,
            width * (1 - self.theme.safe),
            height * (1 - self.theme.safe),
        )

    def sheet(self, width: float, height: float) -> Sheet:
        """An empty sheet in the theme's font."""
        return Sheet(width, height, self.theme.font)

    def colour(self, name: str) -> Colour:
        """A colour of the theme."""
        return self.theme.colours[name]

    def word(self, key: str, **values: object) -> str:
        """A word of the screen."""
        return word(key, self.language, **values)

    @cached_property
    def suits(self) -> str:
        """The pack on the table."""
        return self.played.pack or self.played.rules.suits

    def seat(self, seat: Seat) -> str:
        """What a player is called: by the theme, by the record, or by the seat."""
        name = seat_name(seat, self.played.rules.players)
        for given, called in self.theme.names:
            if given == name:
                return called
        if self.played.given_names and self.played.given_names[seat]:
            return self.played.given_names[seat]
        return seat_words(name, self.language)

    def side(self, side: int) -> str:
        """What a side is called."""
        seats = [seat for seat in range(self.played.rules.players) if self.played.side_of(seat) == side]
        named = bool(self.theme.names or self.played.given_names)
        return (" & " if named else "/").join(self.seat(seat) for seat in seats)

    def number(self, points: int) -> str:
        """Points in figures, with a true minus sign."""
        return str(points).replace("-", "−")

    def card(self, card: Card) -> str:
        """The name of a card."""
        return card_words(card, self.suits, self.language)

    def rank(self, card: Card) -> str:
        """The name of a card's rank."""
        return rank_words(card, self.suits, self.language)

    def contract(self, contract: str) -> str:
        """The name of a contract."""
        return contract_words(contract, self.suits, self.language)

    def face(self, card: Card | None) -> NDArray[np.uint8]:
        """The picture of a card, its back where nobody knows it."""
        return face_picture(self.suits, BACK if card is None else code(card))

    def sign(self, suit: int) -> NDArray[np.uint8]:
        """The sign of a suit of the pack on the table."""
        return sign_picture(self.suits, SUIT_LETTERS[suit])

    def draw_sign(self, sheet: Sheet, suit: int, x: float, y: float, size: float) -> None:
        """A suit sign in a white disc, its middle at (x, y)."""
        radius = size / 2
        sheet.panel((x - radius, y - radius, size, size), (250, 252, 253), 1.0, radius)
        inner = size * (0.74 if self.suits == "swiss" else 0.66)
        sheet.picture(self.sign(suit), (x - inner / 2, y - inner / 2, inner, inner))

    def draw_contract(self, sheet: Sheet, contract: str, x: float, y: float, size: float) -> bool:
        """The sign of a contract in a white disc, its middle at (x, y): a suit, or arrows; whether it has one."""
        suit = self.suit_of(contract)
        if suit is not None:
            self.draw_sign(sheet, suit, x, y, size)
            return True
        ways = ARROWS.get(contract)
        if ways is None:
            return False
        sheet.panel((x - size / 2, y - size / 2, size, size), (250, 252, 253), 1.0, size / 2)
        for index, way in enumerate(ways):
            middle = x + (index - (len(ways) - 1) / 2) * size * 0.34
            sheet.polygon([(middle + a * size, y + way * b * size) for a, b in _ARROW], (44, 27, 14))
        return True

    def draw_card(
        self, sheet: Sheet, card: Card | None, x: float, y: float, height: float, rim: Colour | None = None
    ) -> float:
        """A card with a soft shadow, its left upper corner at (x, y); returns its width."""
        width = height * CARD_SHAPE
        box = (x, y, width, height)
        sheet.shadow(box, height * 0.04, max(2.0, height * 0.07), 0.55)
        if rim is not None:
            edge = max(2.0, height * 0.028)
            sheet.panel((x - edge, y - edge, width + 2 * edge, height + 2 * edge), rim, 1.0, height * 0.06)
        sheet.picture(_face_of(self.suits, card, round(height)), box)
        return width

    def suit_of(self, contract: str) -> int | None:
        """The suit of a contract, None where it has none."""
        return SUIT_LETTERS.index(contract) if contract in SUIT_LETTERS and contract else None

    def full(self, colour: Colour, strength: float) -> Patch:
        """A colour over the whole picture."""
        sheet = self.sheet(*self.size_wh)
        sheet.pixels[:] = np.array([*(c / 255 * strength for c in colour), strength], np.float32)
        return sheet.patch()


@lru_cache(maxsize=512)
def _face_of(suits: str, card: Card | None, height: int) -> NDArray[np.uint8]:
    """A face at about twice the height it is shown at, so that the last step of shrinking stays sharp and cheap."""
    picture = face_picture(suits, BACK if card is None else code(card))
    if picture.shape[0] <= 2 * height:
        return picture
    wide = max(1, round(2 * height * CARD_SHAPE))
    small = cv2.resize(picture, (wide, 2 * height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def ease(share: float) -> float:
    """Quick at first, then slow: how things come to rest; 0 to 1 for 0 to 1."""
    left = 1 - min(1.0, max(0.0, share))
    return 1 - left**3
