"""Which card is legal in the games that oblige to trump or to win: Smoojas, Klaberjass and Belote.

The duties are numbered after the paragraphs of the rule list's sections 8 and 9, with a letter for each duty:

- `8.4a` Smoojas: follow suit; `8.4b` win the trick if possible (both when the stock is gone).
- `8.5a` Klaberjass: follow suit; `8.5b` void of the suit: trump; `8.5c` trump led: beat it.
- `9a` Belote: follow suit; `9b` void: trump, unless the partner is winning; `9c` overtrump if possible; `9d` behind a
  higher trump of the opponents still trump (`pisser`); `9e` trump led: beat the highest trump if possible.

>>> from jassvision.rules.cards import card_set, codes, parse_code
>>> from jassvision.rules.orders import order_of
>>> from jassvision.rules.preset import load_rules
>>> spades = order_of(2, family="belote")
>>> hand = card_set(["S7", "SA", "C8"])
>>> codes(strict_cards(hand, [parse_code("H7"), parse_code("S10")], spades, load_rules("belote")))
['SA']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from jassvision.rules.cards import SUIT_SETS, Card, CardSet, suit_of
from jassvision.rules.legality import Violation
from jassvision.rules.orders import Order


class StrictOptions(Protocol):
    """What these rules ask of the house rules; see the fields of `Rules`."""

    @property
    def follow(self) -> str: ...

    @property
    def partners(self) -> bool: ...

    @property
    def overtrump_partner(self) -> bool: ...

    @property
    def pisser(self) -> bool: ...

    @property
    def beat_partner(self) -> bool: ...


def strict_cards(hand: CardSet, trick: Sequence[Card], order: Order, rules: StrictOptions) -> CardSet:
    """The cards of a hand that may be played under the duty `rules.follow`; never empty unless the hand is.

    Args:
        hand: the cards held.
        trick: the cards on the table, the one led first.
        order: the order of this trick, with a trump.
        rules: `follow` (klaberjass, belote, free_then_strict) and the options of Belote.

    Raises:
        ValueError: these rules follow Jass rules, see `jassvision.rules.legality`.
    """
    return _duty(hand, trick, order, rules)[0]


def explain_strict(
    card: Card, hand: CardSet, trick: Sequence[Card], order: Order, rules: StrictOptions
) -> Violation | None:
    """What is wrong with playing a card of the hand to the trick: the duty broken, or None when it is legal."""
    legal, rule, reason = _duty(hand, trick, order, rules)
    if legal >> card & 1:
        return None
    led = SUIT_SETS[suit_of(trick[0])]
    if hand & led and not led >> card & 1:
        rule, reason = f"{rule[:-1]}a", "the suit led must be followed while one holds it"
    elif rule == "9c" and not order.trumps >> card & 1:
        rule, reason = "9b", "one who cannot follow must trump"
    return Violation(card, rule, reason, legal)


_Duty = tuple[CardSet, str, str]
"""The legal cards, and number and sentence of the rule that bars all others."""


def _duty(hand: CardSet, trick: Sequence[Card], order: Order, rules: StrictOptions) -> _Duty:
    if not trick:
        return hand, "", ""
    if rules.follow == "belote":
        return _belote(hand, trick, order, rules)
    if rules.follow == "klaberjass":
        return _klaberjass(hand, trick, order)
    if rules.follow == "free_then_strict":
        return _smoojas(hand, trick, order)
    raise ValueError(f"follow: {rules.follow} is judged by jassvision.rules.legality")


def _smoojas(hand: CardSet, trick: Sequence[Card], order: Order) -> _Duty:
    own = hand & SUIT_SETS[suit_of(trick[0])]
    over = order.beaters[trick[order.winner(trick)]]
    if own:
        if own & over:
            return own & over, "8.4b", "once the stock is gone the suit led must be followed and beaten if possible"
        return own, "8.4a", "once the stock is gone the suit led must be followed"
    winning = hand & over
    return winning or hand, "8.4b", "once the stock is gone one who cannot follow must win with a trump if possible"


def _klaberjass(hand: CardSet, trick: Sequence[Card], order: Order) -> _Duty:
    own = hand & SUIT_SETS[suit_of(trick[0])]
    if own and order.trumps >> trick[0] & 1:
        over = own & order.beaters[trick[order.winner(trick)]]
        if over:
            return over, "8.5c", "a trump that was led must be beaten if possible"
    if own:
        return own, "8.5a", "the suit led must be followed"
    return hand & order.trumps or hand, "8.5b", "one who cannot follow must trump"


def _belote(hand: CardSet, trick: Sequence[Card], order: Order, rules: StrictOptions) -> _Duty:
    own = hand & SUIT_SETS[suit_of(trick[0])]
    best = order.winner(trick)
    over = order.beaters[trick[best]]
    partner_wins = rules.partners and best == len(trick) - 2
    if order.trumps >> trick[0] & 1:
        if own & over and (rules.beat_partner or not partner_wins):
            return own & over, "9e", "the highest trump on the table must be beaten if possible"
        return own or hand, "9a", "trump was led and must be followed"
    if own:
        return own, "9a", "the suit led must be followed"
    trumps = hand & order.trumps
    if not trumps or (partner_wins and not rules.overtrump_partner):
        return hand, "", ""
    if trumps & over:
        if order.trumps >> trick[best] & 1:
            return trumps & over, "9c", "one who cannot follow must overtrump if possible"
        return trumps, "9b", "one who cannot follow must trump"
    if rules.pisser and not partner_wins:
        return trumps, "9d", "one who cannot overtrump the opponents must still play a trump"
    return hand, "", ""
