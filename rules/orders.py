"""Which card beats which, and what a card is worth, in one trick: tables that are computed once and looked up.

Source: rule list section 1 (Jass), sections 8 and 9 (Smoojas, Klaberjass, Belote).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from jassvision.rules.cards import (
    BIT,
    CARDS,
    JACK,
    RANK_CODES,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    card_of,
    rank_of,
    suit_of,
)


def _points(text: str) -> Mapping[int, int]:
    pairs = (pair.split("=") for pair in text.split())
    return MappingProxyType({RANK_CODES.index(rank): int(value) for rank, value in pairs})


def _ranking(text: str) -> tuple[int, ...]:
    return tuple(RANK_CODES.index(rank) for rank in text.split())


@dataclass(frozen=True)
class Family:
    """Rankings (high to low) and card points of a family of games, plain and in trump."""

    plain: tuple[int, ...]
    trump: tuple[int, ...]
    plain_points: Mapping[int, int]
    trump_points: Mapping[int, int]


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "jass": Family(
            _ranking("A K Q J 10 9 8 7 6"),
            _ranking("J 9 A K Q 10 8 7 6"),
            _points("A=11 10=10 K=4 Q=3 J=2"),
            _points("J=20 9=14 A=11 10=10 K=4 Q=3"),
        ),
        "belote": Family(
            _ranking("A 10 K Q J 9 8 7 6"),
            _ranking("J 9 A 10 K Q 8 7 6"),
            _points("A=11 10=10 K=4 Q=3 J=2"),
            _points("J=20 9=14 A=11 10=10 K=4 Q=3"),
        ),
        "smoojas": Family(
            _ranking("A 10 K Q J 9 8 7 6"),
            _ranking("J 9 A 10 K Q 8 7 6"),
            _points("A=11 10=10 K=3 Q=2 J=1"),
            _points("J=20 9=14 A=11 10=10 K=3 Q=2"),
        ),
    }
)
"""Rankings and points by family. Smoojas ranks as Klaberjass: its source gives values only."""

NO_TRUMP_POINTS = MappingProxyType(
    {
        "up": _points("A=11 10=10 K=4 Q=3 J=2 8=8"),
        "down": _points("6=11 10=10 K=4 Q=3 J=2 8=8"),
        "down_old": _points("A=11 10=10 K=4 Q=3 J=2 8=8"),
    }
)
"""Card points without trump: each 8 counts 8; in Undenufe the 6 counts 11, the ace 0 (old count: the reverse)."""


@dataclass(frozen=True, eq=False)
class Order:
    """The order of cards in one trick.

    Attributes:
        trump: the trump suit, or None.
        down: lower cards beat higher ones (Undenufe).
        points: card points by card, (36,).
        beaters: for every card the set of cards that win over it when played later in the trick, (36,).
        strength: place of every card within its own suit, 0 lowest, (36,).
        trumps: the set of all trumps.
        puur: the trump jack where it need not be played to a trump lead (rule 2.2), as a set of one or none.
    """

    trump: Suit | None
    down: bool
    points: tuple[int, ...]
    beaters: tuple[CardSet, ...]
    strength: tuple[int, ...]
    trumps: CardSet
    puur: CardSet

    def winner(self, trick: Sequence[Card]) -> int:
        """Index of the card that wins (so far); the trick holds at least the card led."""
        best = 0
        for i, card in enumerate(trick):
            if self.beaters[trick[best]] >> card & 1:
                best = i
        return best


@cache
def order_of(trump: Suit | None, *, down: bool = False, points: str = "", family: str = "jass") -> Order:
    """The order for a trump suit, or without trump up (Obenabe) or down (Undenufe).

    Args:
        trump: the trump suit or None.
        down: without trump only: the 6 is highest.
        points: without trump: `"up"`, `"down"` or `"down_old"`; by default that of the direction.
        family: key of `FAMILIES`.

    >>> from jassvision.rules.cards import HEARTS, parse_code
    >>> order = order_of(HEARTS)
    >>> order.points[parse_code("HJ")], order.points[parse_code("SJ")]
    (20, 2)
    """
    table = FAMILIES[family]
    worth, strength = [0] * 36, [0] * 36
    for card in CARDS:
        rank = rank_of(card)
        is_trump = suit_of(card) == trump
        ranking = table.trump if is_trump else table.plain
        strength[card] = ranking.index(rank) if down else 8 - ranking.index(rank)
        if trump is None and family == "jass":
            worth[card] = NO_TRUMP_POINTS[points or ("down" if down else "up")].get(rank, 0)
        else:
            worth[card] = (table.trump_points if is_trump else table.plain_points).get(rank, 0)
    trumps = 0 if trump is None else SUIT_SETS[trump]
    beaters = []
    for card in CARDS:
        suit = suit_of(card)
        over = sum(BIT[c] for c in CARDS if suit_of(c) == suit and strength[c] > strength[card])
        beaters.append(over if suit == trump else over | trumps)
    puur = BIT[card_of(trump, JACK)] if trump is not None and family == "jass" else 0
    return Order(trump, down, tuple(worth), tuple(beaters), tuple(strength), trumps, puur)
