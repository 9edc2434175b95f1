"""The measures of a match: thinking time, contracts, trumps, luck of the deal, mistakes.

Each is a plain number with a plain meaning, said in the docstring and on the page; what a record does not say (times,
hidden cards) is left out rather than guessed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from jassvision.rules.cards import BIT, EMPTY, SUIT_LETTERS, CardSet, suit_of
from jassvision.rules.contracts import parse_contract
from jassvision.rules.playout import play_out
from jassvision.rules.seats import Seat
from jassvision.tools.played_facts import Played, PlayedDeal

PLAYOUTS: Final = 300
"""Random ends of a deal: the mean of the card points is then known to within two or three points."""

SEED: Final = 20_260_101
"""The same page comes out of the same record."""


@dataclass(frozen=True)
class PlayerMeasures:
    """What one player did.

    Attributes:
        plays: cards played.
        won: tricks won.
        seconds: thinking times: from the card before to this one, for cards that were not led.
        illegal, possible: illegal plays, certain and possible.
        unsure: cards of which the camera is not sure.
    """

    seat: Seat
    plays: int
    won: int
    seconds: tuple[float, ...]
    illegal: int
    possible: int
    unsure: int

    @property
    def median(self) -> float | None:
        """The middle one of the thinking times."""
        return quantile(self.seconds, 0.5)


@dataclass(frozen=True)
class ContractMeasures:
    """How a contract went: number of deals, and the mean score of the side that named it and of the others."""

    contract: str
    deals: int
    makers: float
    others: float


@dataclass(frozen=True)
class TrumpMeasures:
    """Trumps of a deal.

    Attributes:
        deal: number of the deal.
        contract: the trump suit.
        held: trumps that each side was dealt, as far as they were played.
        left: trumps not yet played before the first trick and after each.
    """

    deal: int
    contract: str
    held: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True)
class Luck:
    """Luck of a deal for the first side, in card points.

    Attributes:
        deal: number of the deal.
        contract: contract code.
        expected: what its cards were worth: the mean of its card points when the same deal is played to its end
            `PLAYOUTS` times with random legal cards.
        made: what it made.
        total: card points of the deal.
    """

    deal: int
    contract: str
    expected: float
    made: int
    total: int

    @property
    def luck(self) -> float:
        """What the cards were worth above an even share."""
        return self.expected - self.total / 2

    @property
    def skill(self) -> float:
        """What was made above what the cards were worth."""
        return self.made - self.expected


def quantile(values: Sequence[float], share: float) -> float | None:
    """The value below which a share of the values lies, between neighbours; None of none.

    >>> quantile([1, 2, 4], 0.5), quantile([1, 2], 0.5), quantile([], 0.5)
    (2.0, 1.5, None)
    """
    if not values:
        return None
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def player_measures(played: Played) -> tuple[PlayerMeasures, ...]:
    """The measures of every player, by seat."""
    found = []
    for seat in range(played.rules.players):
        plays = [play for deal in played.deals for _, play in deal.plays if play.seat == seat]
        verdicts = [verdict for deal in played.deals for verdict in deal.illegal if verdict.seat == seat]
        found.append(
            PlayerMeasures(
                seat=seat,
                plays=len(plays),
                won=sum(trick.winner == seat for deal in played.deals for trick in deal.tricks),
                seconds=tuple(_thinking(played, seat)),
                illegal=sum(verdict.certain for verdict in verdicts),
                possible=sum(not verdict.certain for verdict in verdicts),
                unsure=sum(play.unsure for play in plays),
            )
        )
    return tuple(found)


def _thinking(played: Played, seat: Seat) -> list[float]:
    found = []
    for deal in played.deals:
        for trick in deal.tricks:
            for before, play in zip(trick.plays, trick.plays[1:], strict=False):
                if play.seat == seat and play.time is not None and before.time is not None:
                    found.append(max(play.time - before.time, 0.0))
    return found


def contract_measures(played: Played) -> tuple[ContractMeasures, ...]:
    """The contracts that were played to the end, the most frequent first."""
    by_contract: dict[str, list[tuple[int, int]]] = {}
    for deal in played.deals:
        if deal.contract and deal.complete:
            makers = played.side_of(deal.forehand)
            others = sum(points for side, points in enumerate(deal.score) if side != makers)
            by_contract.setdefault(deal.contract, []).append((deal.score[makers], others))
    found = [
        ContractMeasures(
            contract,
            len(scores),
            sum(makers for makers, _ in scores) / len(scores),
            sum(others for _, others in scores) / len(scores),
        )
        for contract, scores in by_contract.items()
    ]
    return tuple(sorted(found, key=lambda measures: (-measures.deals, -measures.makers)))


def trump_measures(played: Played) -> tuple[TrumpMeasures, ...]:
    """How the trumps fell in every deal with a trump suit."""
    found = []
    for deal in played.deals:
        if deal.contract not in SUIT_LETTERS or not deal.contract or not deal.tricks:
            continue
        suit = SUIT_LETTERS.index(deal.contract)
        held = [0] * played.rules.sides
        left = [sum(suit_of(card) == suit for card in range(36) if played.rules.card_pack & BIT[card])]
        for trick in deal.tricks:
            trumps = [play for play in trick.plays if play.card is not None and suit_of(play.card) == suit]
            for play in trumps:
                held[played.side_of(play.seat)] += 1
            left.append(left[-1] - len(trumps))
        found.append(TrumpMeasures(deal.number, deal.contract, tuple(held), tuple(left)))
    return tuple(found)


def luck_measures(played: Played, playouts: int = PLAYOUTS) -> tuple[Luck, ...]:
    """The luck of every deal of which all cards are known; two sides only.

    Flat Monte Carlo: what a position is worth is the mean over random legal play (Browne et al., "A Survey of Monte
    Carlo Tree Search Methods", 2012). Weak play, but the same for both sides, and it knows nothing of skill.
    """
    rules = played.rules
    if rules.sides != 2 or rules.family != "jass" or rules.follow != "jass" or rules.open_piles or rules.draw:
        return ()
    found = []
    for deal in played.deals:
        hands = _hands(played, deal)
        if hands is None:
            continue
        contract, chance = parse_contract(deal.contract), random.Random(SEED + deal.number)
        leader = deal.tricks[0].leader
        total = 0
        for _ in range(playouts):
            points = play_out(hands, contract, leader, rules, chance).points
            total += sum(p for seat, p in enumerate(points) if played.side_of(seat) == 0)
        found.append(Luck(deal.number, deal.contract, total / playouts, deal.card_points[0], sum(deal.card_points)))
    return tuple(found)


def _hands(played: Played, deal: PlayedDeal) -> list[CardSet] | None:
    """The hands as the plays reveal them, None where they do not."""
    if not deal.complete or not deal.contract:
        return None
    hands = [EMPTY] * played.rules.players
    for _, play in deal.plays:
        if play.card is None:
            return None
        hands[play.seat] |= BIT[play.card]
    whole = all(hand.bit_count() == played.rules.hand_size for hand in hands)
    return hands if whole and sum(hands) == played.rules.card_pack else None
