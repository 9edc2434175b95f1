"""The table: what lines are weighed by, and the lines that come of a card played, a trick begun or taken away.

All weights are natural logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add, or_
from typing import Final

from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, cards_in
from jassvision.rules.seats import Seat
from jassvision.vision.contract_posterior import ILLEGAL, WRONG_LEADER, Laws, log_sum
from jassvision.vision.decoder_lines import MISSED, Cell, Closed, Line, Outcome
from jassvision.vision.decoder_sightings import SEAT_FLOOR, Sighting, floored

MOST_OUTCOMES: Final = 4_000
"""Outcomes that are kept; a deal needs some hundred, so this only bounds the memory."""


@dataclass
class Table:
    """What lines are weighed by: the laws, what was seen, and what is known of the hands.

    Attributes:
        sightings: all sightings of the deal.
        sweep_weights: for each sweep how well it fits each seat as the winner (no logarithms), and the best log weight.
        first: log probability of each seat to lead the first trick.
        holds: by card, log weight of each seat holding it, for cards that a seat has shown.
        opening: whether the film may have begun in the midst of this deal.
    """

    laws: Laws
    first: tuple[float, ...]
    sightings: list[Sighting] = field(default_factory=list)
    sweep_weights: list[tuple[tuple[float, ...], float]] = field(default_factory=list)
    holds: dict[Card, tuple[float, ...]] = field(default_factory=dict)
    opening: bool = False
    _outcomes: dict[tuple[object, ...], Outcome] = field(default_factory=dict)
    _count: int = 36
    _charges: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        self._count = self.laws.rules.card_pack.bit_count()
        self._charges = tuple(-math.log(max(self._count - paid, 1)) for paid in range(self._count + 1))

    def read_again(self, index: int, seen: Sighting) -> None:
        """Another reading takes the place of a sighting's."""
        self.sightings[index] = seen
        self.forget()

    def forget(self) -> None:
        """Forget what is only kept so as not to work it out again."""
        self._outcomes.clear()

    def add_sweep(self, seat_logp: Sequence[float], certain: bool = False) -> None:
        """A trick was taken away by a seat; with `certain` a person said who won it."""
        by = [math.exp(weight) for weight in floored(seat_logp, SEAT_FLOOR, certain)]
        weights = [
            math.log(by[seat] * self.laws.players) if certain else self.laws.sweep_weight(seat, by)
            for seat in range(self.laws.players)
        ]
        self.sweep_weights.append((tuple(map(math.exp, weights)), max(weights)))

    def empty(self) -> Line:
        """The line at the start of a deal."""
        count = len(self.laws.codes)
        return Line(0.0, 0.0, (0.0,) * count, proved=(0,) * count, barred=(EMPTY,) * self.laws.players)

    def begin(self, line: Line, leader: Seat) -> tuple[Line, float]:
        """A seat leads the next trick; returns the line and at least how much weight that costs."""
        cells = (None,) * self.laws.players
        if not line.done:
            loss = -self.first[leader]
            return line.on_trick(leader, cells, line.law, line.shape - loss), loss
        down = line.done[-1].outcome.leads[leader]
        law = tuple(map(add, line.law, down))
        return line.on_trick(leader, cells, law, line.shape), -max(down)

    def unseen(self, line: Line, shape: float) -> Line:
        """A whole trick goes by of which nothing is seen; who is most likely to lead it stands for all who may."""
        first = [math.exp(weight) for weight in self.first]
        if line.done:
            best = max(range(len(line.law)), key=lambda contract: line.law[contract])
            first = list(line.done[-1].outcome.chances[best])
        leader = max(range(len(first)), key=lambda seat: first[seat])
        begun = line.on_trick(leader, (None,) * self.laws.players, line.law, line.shape)
        return self.close(begun, -1, shape)

    def charge(self, line: Line) -> float:
        """Log probability of any one card to be played next, of those that are left.

        Without it a line in which more is a play would seem likelier than one in which less is.
        """
        return self._charges[min(line.paid, self._count)]

    def charged(self, paid: int) -> float:
        """What was paid for so many cards, see `charge`."""
        return math.lgamma(max(self._count - paid, 0) + 1) - math.lgamma(self._count + 1)

    def opening_gain(self, line: Line, trick: int, place: int, prior: Sequence[float]) -> float:
        """At most how much weight is gained when the card of a play is left open.

        Who won its trick may then have led the next one and been the one who took it, and what it proves illegal or
        what proves a play in its trick illegal may be nothing.
        """
        if trick == len(line.done):
            leader, cells = line.leader, line.cells
        else:
            leader, cells = line.done[trick].leader, line.done[trick].cells
        assert leader is not None
        cell = cells[place]
        assert cell is not None
        players = self.laws.players
        seat = self.laws.turns[leader][place]
        faces = self.face(cell[0], None, seat) - self.face(cell[0], cell[1], seat)
        its_own = ((1 << players) - 1) << (trick * players)
        earlier = (1 << (trick * players)) - 1
        gains = [-ILLEGAL * (proved & (its_own | earlier)).bit_count() for proved in line.proved]
        if trick < len(line.done):
            closed = line.done[trick]
            following = line.done[trick + 1].leader if trick + 1 < len(line.done) else line.leader
            if closed.sweep >= 0:
                most = self.sweep_weights[closed.sweep][1]
                gains = [g + most - w for g, w in zip(gains, self.swept(closed.outcome, closed.sweep), strict=True)]
            if following is not None:
                gains = [g - w for g, w in zip(gains, closed.outcome.leads[following], strict=True)]
        before = list(map(add, prior, line.law))
        return faces + log_sum(list(map(add, before, gains))) - log_sum(before)

    def place(self, line: Line, place: int, index: int, card: Card | None, shape: float) -> Line:
        """A sighting (or MISSED) takes a place of the current trick, as a card or left open."""
        assert line.leader is not None
        seat = self.laws.turns[line.leader][place]
        cells = (*line.cells[:place], (index, card), *line.cells[place + 1 :])
        faces = line.faces + self.face(index, card, seat)
        paid = line.paid
        if index != MISSED or card is not None:
            faces += self.charge(line)
            paid += 1
        law, proved, used = line.law, line.proved, line.used
        if card is not None:
            used |= BIT[card]
            if line.barred[seat] >> card & 1:
                law, proved = self._proved(line, seat, card)
        return Line(
            line.shape + shape,
            faces,
            law,
            line.done,
            line.leader,
            cells,
            line.extras,
            used,
            proved,
            paid,
            line.blind,
            line.barred,
        )

    def face(self, index: int, card: Card | None, seat: Seat) -> float:
        """Log weight of a sighting being a card of a seat."""
        weight = 0.0
        if index != MISSED:
            seen = self.sightings[index]
            weight = seen.doubt if card is None else seen.faces[card]
        if card is not None and card in self.holds:
            weight += self.holds[card][seat]
        return weight

    def _proved(self, line: Line, seat: Seat, card: Card) -> tuple[tuple[float, ...], tuple[int, ...]]:
        """The law when a card shows that earlier plays of its seat were illegal."""
        law, proved = line.law, line.proved
        for number, trick in enumerate(line.done):
            if not trick.outcome.by_seat[seat] >> card & 1:
                continue
            place = self.laws.turns[trick.leader].index(seat)
            bit = 1 << (number * self.laws.players + place)
            barred = trick.outcome.barred
            hit = [bool(b[place] >> card & 1) and not p & bit for b, p in zip(barred, proved, strict=True)]
            law = tuple(weight + ILLEGAL * is_hit for weight, is_hit in zip(law, hit, strict=True))
            proved = tuple(p | bit if is_hit else p for p, is_hit in zip(proved, hit, strict=True))
        return law, proved

    def close(self, line: Line, sweep: int, shape: float) -> Line:
        """The current trick is complete; places still empty were missed. `sweep` is -1 when none was seen."""
        assert line.leader is not None
        cells = tuple(cell or (MISSED, None) for cell in line.cells)
        cards = EMPTY
        for _, card in cells:
            if card is not None:
                cards |= BIT[card]
        outcome = self.outcome(len(line.done), line.leader, cells, line.used)
        law = line.law if sweep < 0 else tuple(map(add, line.law, self.swept(outcome, sweep)))
        return Line(
            line.shape + shape,
            line.faces,
            law,
            (*line.done, Closed(line.leader, cells, cards, outcome, sweep)),
            None,
            (),
            line.extras,
            line.used,
            line.proved,
            line.paid,
            False,
            tuple(map(or_, line.barred, outcome.by_seat)),
        )

    def swept(self, outcome: Outcome, sweep: int) -> tuple[float, ...]:
        """By contract, log weight of a sweep taking a trick away."""
        found = outcome.swept.get(sweep)
        if found is None:
            weights, _ = self.sweep_weights[sweep]
            found = tuple(
                math.log(sum(p * w for p, w in zip(chance, weights, strict=True))) for chance in outcome.chances
            )
            outcome.swept[sweep] = found
        return found

    def outcome(self, number: int, leader: Seat, cells: tuple[Cell, ...], used: CardSet) -> Outcome:
        """What a trick says, with the cards that were played up to its end."""
        cards = tuple(card for _, card in cells)
        opened = None in cards
        key = (number, leader, cells if opened else cards, used if opened else EMPTY)
        found = self._outcomes.get(key)
        if found is None:
            laws = self.laws
            turns = laws.turns[leader]
            barred = tuple(
                tuple(laws.barred(c, number, cards, place) for place in range(len(cards)))
                for c in range(len(laws.codes))
            )
            by_seat = [EMPTY] * len(cards)
            for sets in barred:
                for seat, cards_barred in zip(turns, sets, strict=True):
                    by_seat[seat] |= cards_barred
            chances = self._chances(number, turns, cells, used)
            fits = [laws.fits(c, number, cards) for c in range(len(laws.codes))]
            leads = tuple(
                tuple(
                    fit + math.log((1 - WRONG_LEADER) * chance[seat] + WRONG_LEADER / laws.players)
                    for chance, fit in zip(chances, fits, strict=True)
                )
                for seat in range(laws.players)
            )
            found = Outcome(chances, leads, barred, tuple(by_seat))
            if len(self._outcomes) >= MOST_OUTCOMES:
                self._outcomes.clear()
            self._outcomes[key] = found
        return found

    def _chances(
        self, number: int, turns: Sequence[Seat], cells: Sequence[Cell], used: CardSet
    ) -> tuple[tuple[float, ...], ...]:
        """By contract, how likely each seat wins a trick in which some cards may be open."""
        laws = self.laws
        players = laws.players
        flat = (1 / players,) * players
        open_places = [place for place, (_, card) in enumerate(cells) if card is None]
        if len(open_places) > 1:
            return (flat,) * len(laws.codes)
        if not open_places:
            sure = tuple(card for _, card in cells if card is not None)
            found = []
            for contract in range(len(laws.codes)):
                found.append(_only(turns[laws.winner(contract, number, sure)], players))
            return tuple(found)
        place, index = open_places[0], cells[open_places[0]][0]
        left = [
            (card, 1.0 if index == MISSED else math.exp(self.sightings[index].faces[card]))
            for card in cards_in(laws.rules.card_pack & ~used)
        ]
        everything = sum(weight for _, weight in left)
        if not everything:
            return (flat,) * len(laws.codes)
        others = [(p, card) for p, (_, card) in enumerate(cells) if card is not None]
        found = []
        for contract in range(len(laws.codes)):
            chance = [0.0] * players
            order = laws.order(contract, number)
            if place:
                # What beats the best of the other cards wins, wherever it lies: the suit led is known.
                best = others[order.winner([card for _, card in others])]
                over = order.beaters[best[1]]
                winning = sum(weight for card, weight in left if over >> card & 1) / everything
                chance[turns[place]] = winning
                chance[turns[best[0]]] = 1 - winning
            else:
                for card, weight in left:
                    won = order.winner([card, *(c for _, c in others)])
                    chance[turns[won]] += weight / everything
            found.append(tuple(chance))
        return tuple(found)


def _only(seat: Seat, players: int) -> tuple[float, ...]:
    return tuple(1.0 if s == seat else 0.0 for s in range(players))
