"""Lines: ways to understand what was seen in a deal - which sighting was which play of which seat, and which card.

A line places sightings into tricks and gives every placed one a card, or leaves it open (None) until other cards rule
out what it was. Its weight is `shape` (places, seats, things missed or seen too often), `faces` (readings) and one
number for each contract, `law` (winners, leaders, sweeps, legality): so one set of lines serves all contracts at once.
All weights are natural logarithms. Lines are never changed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add, or_
from typing import Final, TypeAlias

import numpy as np
from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, cards_in
from jassvision.rules.seats import Seat
from jassvision.vision.contract_posterior import ILLEGAL, WRONG_LEADER, Laws, log_sum
from numpy.typing import NDArray

READING_FLOOR: Final = 0.01
"""Share of each reading that is spread over all cards: readings of one card are alike, so they err together."""

SEAT_FLOOR: Final = 0.02
"""The same for the seat: an arm can come from anywhere."""

LEAST_CANDIDATE: Final = 0.002
MOST_CANDIDATES: Final = 8
"""Cards that are tried one by one for a sighting: how likely at least, and how many."""

LEAST_TOP: Final = 0.2
"""Probability of the likeliest card below which none stands out, so none is tried and the card is left open."""

CLEAR, BLURRED = 0.8, 0.3
"""Probabilities of the likeliest card from which a sighting is read clearly, and up to which not at all."""

WILD_FROM: Final = 0.05
"""Probability outside the candidates from which a sighting is also left open at once, not only when cards collide."""

SAID_FLOOR, SAID_FROM = 1e-6, 0.9999
"""What is left to chance where a person said a card or a seat, and the probability that shows it was said."""

MISSED: Final = -1
"""In place of a sighting: a play that was not seen."""

Cell: TypeAlias = tuple[int, Card | None]
"""A play: index of its sighting or MISSED, and its card, None while open."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """A card that came to rest, as the lines weigh it.

    Attributes:
        track: its track.
        time: seconds.
        seats: log probability of each seat.
        faces: log probability of each card, (36,).
        candidates: the likeliest cards with their log probabilities.
        doubt: log probability that it is none of the candidates.
        blur: from 0, a card that is read clearly, to 1, nothing that can be read.
        withdrawn: whether it was taken back into a hand.
        corners: (4, 2) pixels.
        certain: whether a person said that it is a play or, if withdrawn, that it is none.
    """

    track: int
    time: float
    seats: tuple[float, ...]
    faces: tuple[float, ...]
    candidates: tuple[tuple[Card, float], ...]
    doubt: float
    blur: float
    withdrawn: bool
    corners: NDArray[np.float64]
    certain: bool = False


def sighting(
    track: int,
    time: float,
    seat_logp: Sequence[float],
    face_logp: NDArray[np.float64],
    pack: CardSet,
    corners: NDArray[np.float64],
    certain: bool = False,
) -> Sighting:
    """Weigh what the eyes say of a card: normalise, keep within the pack, and leave room for mistakes."""
    probabilities = np.exp(face_logp - np.max(face_logp))
    inside = np.array([pack >> card & 1 for card in range(36)], float)
    probabilities = probabilities * inside
    total = probabilities.sum()
    probabilities = inside / inside.sum() if not total > 0 else probabilities / total
    floor = SAID_FLOOR if certain and probabilities.max() >= SAID_FROM else READING_FLOOR
    probabilities = (1 - floor) * probabilities + floor * inside / inside.sum()
    with np.errstate(divide="ignore"):
        faces = tuple(float(value) for value in np.log(probabilities))
    chosen = [int(c) for c in np.argsort(-probabilities, kind="stable")[:MOST_CANDIDATES]]
    chosen = [card for card in chosen if probabilities[card] >= LEAST_CANDIDATE]
    if probabilities[chosen[0]] < LEAST_TOP:
        chosen = []
    doubt = max(1 - float(probabilities[chosen].sum()), min(LEAST_CANDIDATE, floor))
    candidates = tuple((card, faces[card]) for card in chosen)
    blur = float(np.clip((CLEAR - probabilities.max()) / (CLEAR - BLURRED), 0, 1))
    seats = floored(seat_logp, SEAT_FLOOR, certain)
    return Sighting(track, time, seats, faces, candidates, math.log(doubt), blur, False, corners, certain)


def floored(logp: Sequence[float], floor: float, certain: bool = False) -> tuple[float, ...]:
    """Log probabilities normalised, with a share `floor` spread evenly; less where a person was `certain` of one."""
    weights = np.exp(np.asarray(logp, float) - np.max(logp))
    if not np.all(np.isfinite(weights)):
        weights = np.ones(len(logp))
    weights /= weights.sum()
    if certain and weights.max() >= SAID_FROM:
        floor = SAID_FLOOR
    weights = (1 - floor) * weights + floor / len(weights)
    return tuple(float(value) for value in np.log(weights))


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a complete trick says, the same in very many lines.

    Attributes:
        chances: by contract, how likely each seat has won it.
        leads: by seat and contract, log weight of that seat leading the next trick.
        barred: by contract and place, the cards that prove the play illegal when the seat plays them later.
        by_seat: by seat, those of all contracts together.
        swept: by sweep and contract, log weight of that sweep taking it away, as far as it was asked for.
    """

    chances: tuple[tuple[float, ...], ...]
    leads: tuple[tuple[float, ...], ...]
    barred: tuple[tuple[CardSet, ...], ...]
    by_seat: tuple[CardSet, ...]
    swept: dict[int, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Closed:
    """A trick that is complete.

    Attributes:
        leader: who led.
        cells: its plays, in the order of the seats.
        cards: their cards as a set, as far as they are not open.
        outcome: what it says.
        sweep: index of the sweep that took it away, -1 when none was seen.
    """

    leader: Seat
    cells: tuple[Cell, ...]
    cards: CardSet
    outcome: Outcome
    sweep: int


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One way to understand a deal; see the module.

    `paid` is the number of cards that `Table.charge` was paid for, `blind` whether places of the current trick were
    passed over as cheaply as in the dark, `barred` by seat all cards that prove something about its earlier plays.
    """

    shape: float
    faces: float
    law: tuple[float, ...]
    done: tuple[Closed, ...] = ()
    leader: Seat | None = None
    cells: tuple[Cell | None, ...] = ()
    extras: tuple[int, ...] = ()
    used: CardSet = EMPTY
    proved: tuple[int, ...] = ()
    paid: int = 0
    blind: bool = False
    barred: tuple[CardSet, ...] = ()

    def lighter(self, loss: float) -> Line:
        """The same with less weight.

        Spelt out, here and elsewhere, because lines are made by the ten thousand, and `replace` takes three times as
        long.
        """
        return Line(
            self.shape - loss,
            self.faces,
            self.law,
            self.done,
            self.leader,
            self.cells,
            self.extras,
            self.used,
            self.proved,
            self.paid,
            self.blind,
            self.barred,
        )

    def aside(self, index: int, shape: float) -> Line:
        """The same with a sighting that is no play."""
        return Line(
            self.shape + shape,
            self.faces,
            self.law,
            self.done,
            self.leader,
            self.cells,
            (*self.extras, index),
            self.used,
            self.proved,
            self.paid,
            self.blind,
            self.barred,
        )

    def on_trick(self, leader: Seat, cells: tuple[Cell | None, ...], law: tuple[float, ...], shape: float) -> Line:
        """The same with a trick begun."""
        return Line(
            shape,
            self.faces,
            law,
            self.done,
            leader,
            cells,
            self.extras,
            self.used,
            self.proved,
            self.paid,
            False,
            self.barred,
        )

    @property
    def signature(self) -> tuple[object, ...]:
        """Equal for lines that say the same."""
        return (tuple((t.leader, t.cells) for t in self.done), self.leader, self.cells)

    @property
    def filled(self) -> int:
        """Number of plays in the current trick."""
        return sum(cell is not None for cell in self.cells)

    def tricks(self) -> list[tuple[Seat, tuple[Cell | None, ...]]]:
        """Leader and plays of all tricks, the current one included."""
        found: list[tuple[Seat, tuple[Cell | None, ...]]] = [(t.leader, t.cells) for t in self.done]
        if self.leader is not None:
            found.append((self.leader, self.cells))
        return found

    def where(self, card: Card) -> tuple[int, int]:
        """Trick and place of a card that was played."""
        number, cells = len(self.done), self.cells
        for trick, closed in enumerate(self.done):
            if closed.cards >> card & 1:
                number, cells = trick, closed.cells
                break
        for place, cell in enumerate(cells):
            if cell is not None and cell[1] == card:
                return number, place
        raise KeyError(f"card {card} is in no play")

    def open_cells(self) -> list[tuple[int, int, int]]:
        """(trick, place, sighting) of every play whose card is left open."""
        return [
            (trick, place, cell[0])
            for trick, (_, cells) in enumerate(self.tricks())
            for place, cell in enumerate(cells)
            if cell is not None and cell[1] is None
        ]


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
            leads = tuple(
                tuple(math.log((1 - WRONG_LEADER) * chance[seat] + WRONG_LEADER / laws.players) for chance in chances)
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
                place = laws.winner(contract, number, sure)
                found.append(flat if place is None else _only(turns[place], players))
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
            if order is None:
                found.append(flat)
                continue
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
