"""Random legal play to the end of a deal, as fast as the rules allow: for simulation and for measuring them.

A `Deal` keeps history, errors and score entries; a playout keeps only what a simulation asks for. Both follow the same
`legal_cards` and the same orders.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from jassvision.rules.cards import Card, CardSet
from jassvision.rules.contracts import Contract
from jassvision.rules.errors import InvalidActionError
from jassvision.rules.legality import legal_cards
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, playing_order


@dataclass(frozen=True, slots=True)
class Playout:
    """How a deal was played to its end.

    Attributes:
        cards: the cards in the order they were played.
        winners: the seat that won each trick.
        points: for each seat the card points of its tricks, the last trick's bonus included, without factor.
    """

    cards: tuple[Card, ...]
    winners: tuple[Seat, ...]
    points: tuple[int, ...]


def play_out(
    hands: Sequence[CardSet],
    contract: Contract,
    leader: Seat,
    rules: Rules,
    rng: random.Random,
    *,
    trick: Sequence[Card] = (),
    number: int = 0,
) -> Playout:
    """Play random legal cards under Jass rules until all hands are empty.

    Args:
        hands: the cards each seat still holds, known to all sides.
        contract: the contract.
        leader: who led, or leads, the current trick.
        rules: the options of legality and score, and the direction of play.
        rng: the source of chance.
        trick: cards that already lie on the table.
        number: number of the current trick, from 0.

    Raises:
        InvalidActionError: the hands have not as many cards as the trick leaves each player.

    >>> from jassvision.rules.contracts import CONTRACTS
    >>> from jassvision.rules.deal import shuffled_hands
    >>> rules, rng = Rules(), random.Random(7)
    >>> sum(play_out(shuffled_hands(rules, rng), CONTRACTS["U"], 3, rules, rng).points)
    157
    """
    players = rules.players
    turns = tuple(playing_order(seat, players, rules.direction) for seat in range(players))
    held = list(hands)
    played = turns[leader][: len(trick)]
    if len({hand.bit_count() + (seat in played) for seat, hand in enumerate(held)}) != 1 or len(held) != players:
        raise InvalidActionError("the hands and the cards on the table are not those of one deal: give each its cards")
    chance = rng.random
    points = [0] * players
    cards: list[Card] = []
    winners: list[Seat] = []
    table = list(trick)
    winner = leader
    while any(held):
        order = contract.order(number, undenufe_points=rules.undenufe_points, family=rules.family)
        worth, beaters = order.points, order.beaters
        seats = turns[winner]
        for seat in seats[len(table) :]:
            hand = held[seat]
            legal = legal_cards(hand, table, order, rules)
            count = legal.bit_count()
            if count > 1:
                for _ in range(int(chance() * count)):
                    legal &= legal - 1
            bit = legal & -legal
            held[seat] = hand ^ bit
            table.append(bit.bit_length() - 1)
        best = 0
        value = 0
        over = beaters[table[0]]
        for i, card in enumerate(table):
            value += worth[card]
            if over >> card & 1:
                best = i
                over = beaters[card]
        winner = seats[best]
        points[winner] += value
        winners.append(winner)
        cards += table
        table = []
        number += 1
    if winners:
        points[winner] += rules.last_trick
    return Playout(tuple(cards), tuple(winners), tuple(points))
