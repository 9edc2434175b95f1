"""What play says about the contract: who won each trick under each contract, and what later cards prove illegal.

Three things tell contracts apart: the seat that leads a trick has won the one before, the sweep went to the winner, and
a play is rarely illegal. Illegality is judged as an auditor does it, backwards: every play leaves behind a set of
*barred* cards - the play was illegal if the hand held one of them, which shows when the seat plays one later on (rule
list section 2). All weights are natural logarithms.

>>> from jassvision.rules.cards import parse_code
>>> from jassvision.rules.options import Rules
>>> laws = Laws(Rules(), ("H", "S", "O"))
>>> trick = tuple(map(parse_code, "SA SK D6 S9".split()))
>>> [laws.winner(c, 0, trick) for c in range(3)]
[0, 3, 0]
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from jassvision.rules.audit_contexts import context_of, judge_of
from jassvision.rules.cards import BIT, EMPTY, SUIT_SETS, Card, CardSet, suit_of
from jassvision.rules.contracts import parse_contract
from jassvision.rules.options import Rules
from jassvision.rules.orders import Order
from jassvision.rules.seats import Seat, playing_order

ILLEGAL: Final = math.log(0.005)
"""An illegal play: one in 200, more than at most tables, because those are the ones that must not be explained away."""

WRONG_LEADER: Final = 1e-4
"""Probability that a seat leads which has not won the trick before."""

GIVEN_WRONG: Final = math.log(0.002)
"""That the contract is another than a person said: people mistype, too, so the play may speak louder."""

SWEEP_BY_WINNER: Final = 0.83
SWEEP_BY_PARTNER: Final = 0.13
"""Who takes a trick away: the winner, else mostly the partner who keeps the side's pile; the others share the rest."""

UNKNOWN: Final = ""
"""What the contract is called where none is named and trump arises in the play."""

_FULL: Final = (1 << 36) - 1


class Laws:
    """The rules under each contract that comes into question.

    Args:
        rules: the house rules.
        codes: the contracts' codes; by default those that the rules allow.

    Attributes:
        codes: the contracts, in the order of all lists of weights.
        told: what each of them is called to whoever asks.
    """

    def __init__(self, rules: Rules, codes: Sequence[str] = ()) -> None:
        self.rules = rules
        self.players = rules.players
        self.codes = self.told = tuple(codes) or rules.contracts
        cards = rules.card_pack.bit_count() if rules.open_piles or rules.draw else rules.players * rules.hand_size
        self.tricks = cards // rules.players
        self._orders: dict[tuple[int, int], Order] = {}
        self._judge = judge_of(rules)
        self._hands_stay = not (rules.open_piles or rules.draw or rules.exchange or rules.swap != "none")
        self.turns = tuple(playing_order(seat, rules.players, rules.direction) for seat in range(rules.players))
        self.partner = tuple(
            (seat + 2) % rules.players if rules.sides < rules.players else None for seat in range(rules.players)
        )

    def order(self, contract: int, trick: int) -> Order:
        """The order of a trick (from 0) under a contract (index in `codes`)."""
        key = (contract, trick)
        if key not in self._orders:
            self._orders[key] = self._order_of(contract, trick)
        return self._orders[key]

    def _order_of(self, contract: int, trick: int) -> Order:
        named = parse_contract(self.codes[contract])
        return named.order(trick, undenufe_points=self.rules.undenufe_points, family=self.rules.family)

    def winner(self, contract: int, trick: int, cards: Sequence[Card]) -> int:
        """Place in the trick of the card that wins."""
        return self.order(contract, trick).winner(cards)

    def fits(self, contract: int, trick: int, cards: Sequence[Card | None]) -> float:
        """Log weight of a complete trick's cards, some of them unread, under a contract, whatever the hands held."""
        return 0.0

    def barred(self, contract: int, trick: int, cards: Sequence[Card | None], place: int) -> CardSet:
        """The cards that must not have been in the hand together with the card at this place of a trick.

        Unread cards are None; where they matter nothing is barred.
        """
        order = self.order(contract, trick)
        card, led = cards[place], cards[0]
        if not place or card is None or led is None or not self._hands_stay:
            return EMPTY
        if self.rules.follow != "jass":
            before = tuple(c for c in cards[:place] if c is not None)
            return EMPTY if len(before) < place else self._barred_by_judge(card, before, order)
        trumps, suit = order.trumps, SUIT_SETS[suit_of(led)]
        if suit >> card & 1:
            return EMPTY
        if suit == trumps:
            return trumps & ~order.puur
        if not trumps >> card & 1:
            return suit
        over = trumps
        for other in cards[:place]:
            if other is not None and trumps >> other & 1:
                over &= order.beaters[other]
        if over >> card & 1:
            return EMPTY
        if self.rules.undertrump == "void_ok":
            return suit
        return (_FULL & ~trumps) | (over if self.rules.all_trumps == "must_beat" else EMPTY)

    def _barred_by_judge(self, card: Card, before: tuple[Card, ...], order: Order) -> CardSet:
        context = context_of(self._judge, len(before), card, before, order)
        barred = EMPTY
        for bit, atom in enumerate(context.atoms):
            if context.illegal >> (1 << bit) & 1:
                barred |= atom
        return barred

    def sweep_weight(self, winner: Seat, swept_by: Sequence[float]) -> float:
        """How well a sweep whose seat has these probabilities fits a winner."""
        partner = self.partner[winner]
        others = self.players - 1 - (partner is not None)
        left = 1 - SWEEP_BY_WINNER - (SWEEP_BY_PARTNER if partner is not None else 0)
        found = 0.0
        for seat, probability in enumerate(swept_by):
            if seat == winner:
                found += SWEEP_BY_WINNER * probability
            elif seat == partner:
                found += SWEEP_BY_PARTNER * probability
            else:
                found += left / max(others, 1) * probability
        return math.log(max(found, 1e-9) * self.players)

    def prior(self, given: str | None, also: Mapping[str, float] | None = None) -> list[float]:
        """Log prior of the contracts: the one given by a person is all but certain, else all are alike."""
        if given is None:
            weights = [math.log((also or {}).get(code, 1.0)) for code in self.codes]
        else:
            weights = [0.0 if code == given else GIVEN_WRONG for code in self.codes]
        return normalised(weights)


def contract_posterior(rules: Rules, plays: Sequence[tuple[Seat, Card]], given: str | None = None) -> dict[str, float]:
    """Probability of each contract after plays that are sure, in the order they were played.

    Args:
        rules: the house rules.
        plays: seat and card of each play, from the first of the deal on; seats follow each other in each trick.
        given: the contract that was said, if any.
    """
    if rules.trump_by == "first_discard":  # nobody names a contract there: see `arising_trump`
        return {UNKNOWN: 1.0}
    laws = Laws(rules)
    weights = laws.prior(given)
    for contract in range(len(laws.codes)):
        weights[contract] += _weight_of(laws, contract, plays)
    return dict(zip(laws.codes, map(math.exp, normalised(weights)), strict=True))


def _weight_of(laws: Laws, contract: int, plays: Sequence[tuple[Seat, Card]]) -> float:
    weight = 0.0
    barred: list[tuple[Seat, CardSet]] = []
    winner: Seat | None = None
    for start in range(0, len(plays), laws.players):
        chunk = plays[start : start + laws.players]
        number = start // laws.players
        if winner is not None:
            weight += math.log(WRONG_LEADER if winner != chunk[0][0] else 1 - WRONG_LEADER)
        for seat, card in chunk:
            proved = [i for i, (other, cards) in enumerate(barred) if other == seat and cards & BIT[card]]
            weight += ILLEGAL * len(proved)
            barred = [pair for i, pair in enumerate(barred) if i not in proved]
        cards = tuple(card for _, card in chunk)
        barred += [(seat, laws.barred(contract, number, cards, place)) for place, (seat, _) in enumerate(chunk)]
        if len(chunk) == laws.players:
            winner = chunk[laws.winner(contract, number, cards)][0]
    return weight


def normalised(weights: Sequence[float]) -> list[float]:
    """Log weights shifted so that their probabilities add up to 1."""
    total = log_sum(weights)
    return [weight - total for weight in weights]


def log_sum(weights: Sequence[float]) -> float:
    """Logarithm of the sum of the exponentials."""
    top = max(weights)
    if top == -math.inf:
        return top
    return top + math.log(sum([math.exp(weight - top) for weight in weights]))
