"""Which card is legal under Jass rules, and which rule a card breaks.

Source: rule list section 2, whose paragraphs number the violations "2.1" to "2.7".

>>> from jassvision.rules.cards import card_set, codes, parse_code
>>> from jassvision.rules.orders import order_of
>>> from jassvision.rules.options import Rules
>>> hand = card_set(["SA", "S7", "H6", "C6"])
>>> trick = (parse_code("HK"), parse_code("SJ"))
>>> codes(legal_cards(hand, trick, order_of(2), Rules()))
['H6']
>>> explain(parse_code("S7"), hand, trick, order_of(2), Rules()).rule
'2.4'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from jassvision.rules.cards import BIT, CARDS, SUIT_SETS, Card, CardSet, cards_in, code, codes, suit_of
from jassvision.rules.orders import Order
from jassvision.rules.seats import Seat

_SUIT_SET_OF: tuple[CardSet, ...] = tuple(SUIT_SETS[suit_of(c)] for c in CARDS)


class LegalityOptions(Protocol):
    """What legality asks of the rules.

    Attributes:
        undertrump: `"barred"`, or `"void_ok"` where players void in the suit led may undertrump (rule 2.4).
        all_trumps: `"free"`, or `"must_beat"` where a hand of trumps only must beat the trick if it can (rule 2.5).
    """

    @property
    def undertrump(self) -> str: ...

    @property
    def all_trumps(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Violation:
    """A card that was not legal.

    Attributes:
        card: the card played.
        rule: number of the rule broken, such as `"2.4"`.
        reason: the rule in one sentence.
        legal: the cards of the hand that were legal.
        seat: who played it, None where that was not asked.
        trick: number of the trick from 0, None where that was not asked.
    """

    card: Card
    rule: str
    reason: str
    legal: CardSet
    seat: Seat | None = None
    trick: int | None = None

    def __str__(self) -> str:
        return f"{code(self.card)} breaks rule {self.rule}: {self.reason}; legal: {' '.join(codes(self.legal))}"


class LegalCards:
    """The legal cards of a moment: answers `in`, counts, and lists on demand in the order of the pack.

    Attributes:
        mask: the cards as a set.
    """

    __slots__ = ("mask",)

    def __init__(self, mask: CardSet) -> None:
        self.mask = mask

    def __contains__(self, card: Card) -> bool:
        return card >= 0 and self.mask >> card & 1 == 1

    def __iter__(self) -> Iterator[Card]:
        return cards_in(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, LegalCards) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"<LegalCards {' '.join(codes(self.mask))}>"


def legal_cards(hand: CardSet, trick: Sequence[Card], order: Order, rules: LegalityOptions) -> CardSet:
    """The cards of a hand that may be played to a trick under Jass rules; never empty unless the hand is.

    Args:
        hand: the cards held.
        trick: the cards on the table, the one led first.
        order: the order of this trick.
        rules: the options `undertrump` and `all_trumps`.

    >>> from jassvision.rules.cards import HEARTS, card_set, codes, parse_code
    >>> from jassvision.rules.options import Rules
    >>> from jassvision.rules.orders import order_of
    >>> hand, hearts = card_set(["S6", "HJ", "DA"]), order_of(HEARTS)
    >>> codes(legal_cards(hand, [parse_code("SK")], hearts, Rules()))  # follow suit, or trump
    ['HJ', 'S6']
    >>> codes(legal_cards(hand, [parse_code("HA")], hearts, Rules()))  # nobody has to play the Puur
    ['DA', 'HJ', 'S6']
    """
    if not trick:
        return hand
    led = trick[0]
    own = hand & _SUIT_SET_OF[led]
    trumps = order.trumps
    if not trumps:
        return own or hand
    if trumps >> led & 1:
        return own if own & ~order.puur else hand
    over = trumps
    beaters = order.beaters
    for card in trick:
        if trumps >> card & 1:
            over &= beaters[card]
    if own:
        return own | hand & over
    if not hand & ~trumps:
        return (hand & over) or hand if rules.all_trumps == "must_beat" else hand
    if rules.undertrump == "barred":
        return hand & (over | ~trumps)
    return hand


def explain(card: Card, hand: CardSet, trick: Sequence[Card], order: Order, rules: LegalityOptions) -> Violation | None:
    """What is wrong with playing a card of the hand to the trick: the rule broken, or None when it is legal."""
    legal = legal_cards(hand, trick, order, rules)
    if legal >> card & 1:
        return None
    rule, reason = _broken_rule(card, hand, trick, order)
    return Violation(card, rule, reason, legal)


def _broken_rule(card: Card, hand: CardSet, trick: Sequence[Card], order: Order) -> tuple[str, str]:
    led = trick[0]
    if not order.trumps:
        return "2.7", "without trump the suit led must be followed while one holds it"
    if order.trumps >> led & 1:
        return "2.2", "trump was led and must be followed, unless the Puur is the only trump in the hand"
    if not order.trumps & BIT[card]:
        return "2.3", "the suit led must be followed or trumped while one holds it"
    if not hand & ~order.trumps:
        return "2.5", "a hand of trumps only must beat the highest trump on the table if it can"
    highest = [c for c in trick if order.trumps & BIT[c]][-1]
    for other in trick:
        if order.beaters[highest] >> other & 1:
            highest = other
    return "2.4", f"a trump lower than the {code(highest)} on the table is barred"
