"""What play says where trump arises in it: the first card of a player who cannot follow makes its suit trump.

So it is in Molotow and Mittlere (rule list section 7). Each suit and each trick in which that may have happened stands
for a contract of its own, and one for never: before it suits are followed strictly and nothing is trump.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from jassvision.rules.cards import EMPTY, SUIT_LETTERS, SUIT_SETS, Card, CardSet, suit_of
from jassvision.rules.options import Rules
from jassvision.rules.orders import Order, order_of
from jassvision.vision.contract_posterior import ILLEGAL, UNKNOWN, Laws

IMPOSSIBLE: Final = math.log(1e-6)
"""What rules leave no room for: only a card that was read wrong can explain it."""


class ArisingLaws(Laws):
    """The rules under each course that trump may have taken; see `Laws`.

    The codes are a suit and the number of the trick (from 0) in which it became trump, and `-` for never.
    """

    def __init__(self, rules: Rules) -> None:
        self._courses = [
            *((suit, trick) for suit in range(len(SUIT_LETTERS)) for trick in range(rules.hand_size)),
            (None, rules.hand_size),
        ]
        super().__init__(
            rules, [f"{SUIT_LETTERS[suit]}{trick}" if suit is not None else "-" for suit, trick in self._courses]
        )
        self.told = (UNKNOWN,) * len(self.codes)

    def _order_of(self, contract: int, trick: int) -> Order:
        suit, since = self._courses[contract]
        return order_of(suit if trick >= since else None, family=self.rules.family)

    def barred(self, contract: int, trick: int, cards: Sequence[Card | None], place: int) -> CardSet:
        """As in `Laws`; the card that makes trump must be one of somebody who cannot follow."""
        if trick != self._courses[contract][1]:
            return super().barred(contract, trick, cards, place)
        first = _first_discard(cards)
        if first is None or cards[0] is None or place < first:
            return EMPTY
        return SUIT_SETS[suit_of(cards[0])] if place == first else super().barred(contract, trick, cards, place)

    def fits(self, contract: int, trick: int, cards: Sequence[Card | None]) -> float:
        """As in `Laws`: trump arises with the first card that does not follow, be it not a revoke."""
        suit, since = self._courses[contract]
        if trick > since or cards[0] is None:
            return 0.0
        first = _first_discard(cards)
        if trick < since:
            return 0.0 if first is None else ILLEGAL
        if first is None:
            return 0.0 if None in cards else IMPOSSIBLE
        card = cards[first]
        return 0.0 if None in cards[:first] or card is None or suit_of(card) == suit else IMPOSSIBLE


def laws_of(rules: Rules) -> Laws:
    """The rules under each contract that comes into question in a game."""
    return ArisingLaws(rules) if rules.trump_by == "first_discard" else Laws(rules)


def _first_discard(cards: Sequence[Card | None]) -> int | None:
    """Place of the first card that is known not to be of the suit led."""
    led = cards[0]
    if led is None:
        return None
    return next((i for i, card in enumerate(cards) if card is not None and suit_of(card) != suit_of(led)), None)
