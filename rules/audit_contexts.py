"""What makes a card illegal, asked without knowing the hand: which kinds of cards it would have to hold.

Whether a card was legal depends on the rest of the hand only through the question of which *kinds* of cards it holds:
cards of the suit led, trumps, the Puur, and each of them higher or lower than the best card on the table. A `Context`
is the answer for every combination of kinds, worked out once for a card and the trick it was played to. So a hidden
hand is judged by counting kinds, not by dealing out cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from jassvision.rules.cards import BIT, CARDS, EMPTY, Card, CardSet, suit_of
from jassvision.rules.legality import Violation, explain
from jassvision.rules.legality_belote import explain_strict
from jassvision.rules.options import Rules
from jassvision.rules.orders import Order
from jassvision.rules.seats import Seat


class Judge(Protocol):
    """Says what is wrong with a card of a hand that is played to a trick, None when it is legal."""

    def __call__(
        self, seat: Seat, card: Card, hand: CardSet, trick: tuple[Card, ...], order: Order
    ) -> Violation | None: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class JassJudge:
    """Judges by the Jass rules (rule list section 2) with their two options."""

    undertrump: str
    all_trumps: str

    def __call__(
        self, seat: Seat, card: Card, hand: CardSet, trick: tuple[Card, ...], order: Order
    ) -> Violation | None:
        return explain(card, hand, trick, order, self)


@dataclass(frozen=True)
class StrictJudge:
    """Judges games that oblige to trump or to win (rule list sections 8 and 9); fields as in `Rules`."""

    follow: str
    partners: bool
    overtrump_partner: bool
    pisser: bool
    beat_partner: bool

    def __call__(
        self, seat: Seat, card: Card, hand: CardSet, trick: tuple[Card, ...], order: Order
    ) -> Violation | None:
        return explain_strict(card, hand, trick, order, self)


def judge_of(rules: Rules) -> Judge:
    """The judge of some house rules."""
    if rules.follow == "jass":
        return JassJudge(rules.undertrump, rules.all_trumps)
    return StrictJudge(rules.follow, rules.partners, rules.overtrump_partner, rules.pisser, rules.beat_partner)


@dataclass(frozen=True, slots=True)
class Context:
    """A card, the trick it was played to, and for which kinds of other cards in the hand it was illegal.

    Attributes:
        atoms: the kinds, as disjoint sets of cards that cover the pack.
        illegal: bit `p` stands for the pattern `p` of kinds (bit `a` of it for kind `a`): set when the card is illegal
            for a hand that holds, besides it, cards of exactly these kinds.
    """

    atoms: tuple[CardSet, ...]
    illegal: int

    def pattern(self, cards: CardSet) -> int:
        """Which kinds there are among some cards."""
        found = 0
        for bit, atom in enumerate(self.atoms):
            if cards & atom:
                found |= 1 << bit
        return found

    def patterns(self, base: int, free: CardSet, size: int) -> Iterator[int]:
        """All patterns of hands that hold the kinds `base` for sure and `size` more cards out of `free`."""
        counts = [(free & atom).bit_count() for atom in self.atoms]
        addable = 0
        room = 0
        for bit, count in enumerate(counts):
            if base >> bit & 1:
                room += count
            elif count:
                addable |= 1 << bit
        added = addable
        while True:
            if added.bit_count() <= size:
                capacity = room
                for bit, count in enumerate(counts):
                    if added >> bit & 1:
                        capacity += count
                if capacity >= size:
                    yield base | added
            if not added:
                return
            added = (added - 1) & addable

    def outcomes(self, sure: CardSet, free: CardSet, size: int) -> tuple[bool, bool]:
        """Whether the card can have been legal, and whether it can have been illegal.

        Args:
            sure: the other cards that the hand held for sure.
            free: cards of which the hand held `size`, nobody knows which.
            size: how many.
        """
        if not self.illegal:
            return True, False
        legal = wrong = False
        for pattern in self.patterns(self.pattern(sure), free, size):
            if self.illegal >> pattern & 1:
                wrong = True
            else:
                legal = True
            if legal and wrong:
                break
        return legal, wrong


def context_of(judge: Judge, seat: Seat, card: Card, trick: tuple[Card, ...], order: Order) -> Context:
    """The context of a card that a seat played to a trick (the cards before it)."""
    if not trick:
        return _ANYTHING
    return _context(judge, seat, card, trick, order)


@lru_cache(maxsize=4096)
def _context(judge: Judge, seat: Seat, card: Card, trick: tuple[Card, ...], order: Order) -> Context:
    led = suit_of(trick[0])
    over = order.beaters[trick[order.winner(trick)]]
    puur = order.puur if order.trumps >> trick[0] & 1 else EMPTY
    kinds: dict[tuple[bool, bool, bool, bool], CardSet] = {}
    for other in CARDS:
        bit = BIT[other]
        kind = (suit_of(other) == led, bool(order.trumps & bit), bool(over & bit), bool(puur & bit))
        kinds[kind] = kinds.get(kind, EMPTY) | bit
    atoms = tuple(kinds.values())
    gone = sum(BIT[c] for c in trick) | BIT[card]
    samples = [atom & ~gone & -(atom & ~gone) for atom in atoms]
    illegal = 0
    for pattern in range(1 << len(atoms)):
        hand = BIT[card]
        for bit, sample in enumerate(samples):
            if pattern >> bit & 1:
                hand |= sample
        if judge(seat, card, hand, trick, order) is not None:
            illegal |= 1 << pattern
    return Context(atoms, illegal)


_ANYTHING = Context((), 0)
