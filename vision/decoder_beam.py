"""The beam: the likeliest lines of one deal, kept up to date as things are seen, in the order of their times.

Every step keeps the lines after it. When something is seen that belongs earlier (a card read again, a card taken
back), the steps from there on are done again, so the beam is always what it would be had all been known in order. As
long as everything fits the beam is narrow; after a surprise the last steps are done again with a wide one.
"""

from __future__ import annotations

import bisect
import heapq
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from operator import add
from typing import Final

import numpy as np
from jassvision.rules.cards import Card, cards_in
from jassvision.vision.contract_posterior import Laws, log_sum
from jassvision.vision.decoder_lines import MISSED, Line, Sighting, Table, floored, sighting
from jassvision.vision.decoder_moves import (
    BLURRED_THING,
    NOT_A_PLAY,
    Move,
    moves_at_the_end,
    moves_with_card,
    moves_with_sweep,
)
from jassvision.vision.observations import Reread, SeenCard, ShownHand, Swept, Withdrawn
from numpy.typing import NDArray

WIDTH: Final = 200
"""Most lines that are kept; some twenty are usual."""

MOST_MOVES: Final = 150_000
"""Moves of a deal that are weighed, after which a surprise is looked at no wider: all stays unsure in such a mess."""

SLACK: Final = 8.0
WIDE_SLACK: Final = 14.0
"""How much less likely than the best a line may be: one in three thousand, after a surprise one in a million."""

SURPRISE: Final = 6.0
"""Loss of weight in one step that is a surprise: more than one illegal play or one card from an unlikely seat."""

LEADERS: Final = 4
MOST_TRIED: Final = 60
"""Lines whose moves tell how little weight the moves of the others may have, and how many of these are tried."""

MOST_GAIN: Final = 3.0
"""What a line may gain in a step against others by leaving an earlier play open."""

TROUBLE: Final = -25.0
"""Log weight of the best line of a whole deal below which it was probably misunderstood early: look anew, wider.

Sightings that were no plays are not counted: they are usual where a finder sees things.
"""

REACH: Final = 11
"""Steps that are done again after a surprise: two tricks."""

PACE: Final = (1.5, 0.5, 4.0)
"""Seconds from one play to the next: as long as too few were seen, at least, and at most."""

OUTAGE: Final = (math.log(0.003), 1.5, 3.0, -4.0, 3.5)
"""Log probability that something goes unseen between two things that are seen, though nobody noticed; how much more
likely each play's time makes it that went by without one beyond a number of them, and the bounds of that."""

BEGUN_BEFORE, OPENING_SECONDS = math.log(0.01), 5.0
"""Log probability that a film begins in mid-deal; a bare table for so many seconds speaks against it."""

SWEEP_BEGUN: Final = 0.1
"""Seconds from the start of a sweep within which a card may still have been laid before it."""

SHOWN_FLOOR: Final = 0.02
"""What a shown hand leaves to chance: the seat or the card was seen wrongly."""


@dataclass
class Step:
    """Something that was seen, with the lines after it.

    Attributes:
        time: seconds.
        kind: `card`, `sweep`, `shown` or `end`.
        index: number of the sighting or the sweep.
        holds: weights of the cards in a hand that was shown.
        lines: the lines after it, the likeliest first.
        weights: their log weights.
        wide: whether the beam is wide here.
        dropped: share of the probability that was dropped because there were too many lines.
    """

    time: float
    kind: str
    index: int = -1
    holds: dict[Card, tuple[float, ...]] | None = None
    lines: tuple[Line, ...] = ()
    weights: tuple[float, ...] = ()
    wide: bool = False
    dropped: float = 0.0


class Beam:
    """The lines of one deal.

    Args:
        laws: the rules under the contracts in question.
        prior: log prior of the contracts.
        first: log probability of each seat to lead the first trick.
        opening: whether it is the first deal of a film, which may have begun in its midst.

    Attributes:
        lines: the lines now, the likeliest first.
        doubt: the largest share of the probability that was dropped in one step with lines beyond `WIDTH`.
    """

    def __init__(self, laws: Laws, prior: Sequence[float], first: Sequence[float], *, opening: bool = False) -> None:
        self.laws = laws
        self.prior = tuple(prior)
        self.table = Table(laws, floored(first, 1e-3))
        self._opening = opening
        self.steps: list[Step] = []
        self.sweeps: list[Swept] = []
        self._start = (self.table.empty(),)
        self._tracks: dict[int, int] = {}
        self._raw: list[SeenCard] = []
        self._once: list[NDArray[np.float64]] = []
        self._dark: list[tuple[float, float]] = []
        self._undone = 0
        self._forgotten: list[SeenCard] = []
        self._moves = 0
        self._aside = NOT_A_PLAY + BLURRED_THING - math.log(laws.players)

    # What is seen ----------------------------------------------------------------------------------------------------

    def knows(self, track: int) -> bool:
        """Whether a card with this track was seen in this deal."""
        return track in self._tracks

    def see(self, card: SeenCard) -> None:
        """A card came to rest."""
        if card.track in self._tracks:
            self.reread(Reread(card.track, card.time, card.face_logp, card.certain))
            return
        self._tracks[card.track] = len(self._raw)
        self._raw.append(card)
        self._once.append(_chances(card.face_logp))
        self.table.sightings.append(self._weighed(card, withdrawn=False))
        self._insert(Step(card.time, "card", len(self._raw) - 1))

    def reread(self, reading: Reread) -> None:
        """A card was read again."""
        index = self._tracks[reading.track]
        if self._raw[index].certain and not reading.certain:
            return  # eyes do not know better than the person who said it
        certain = reading.certain or self._raw[index].certain
        self._once[index] = np.maximum(self._once[index], _chances(reading.face_logp))
        self._raw[index] = replace(self._raw[index], face_logp=reading.face_logp, certain=certain)
        self._renew(index, withdrawn=self.table.sightings[index].withdrawn)

    def is_certain(self, index: int) -> bool:
        """Whether a person said what a sighting is."""
        return self._raw[index].certain

    def once_read(self, index: int, card: Card) -> float:
        """The greatest probability with which a sighting was ever read as a card."""
        return float(self._once[index][card])

    def withdraw(self, taken: Withdrawn) -> None:
        """A card was taken back."""
        index = self._tracks[taken.track]
        if taken.certain or not self._raw[index].certain:
            self._raw[index] = replace(self._raw[index], certain=taken.certain)
            self._renew(index, withdrawn=True)

    def forget_plays(self, start: float) -> None:
        """What was laid from a time on were no plays: all the rest was laid down at once."""
        self._forgotten = [card for card in self._raw if card.time >= start and not card.certain]
        for card in self._forgotten:
            self.withdraw(Withdrawn(card.track, card.time, certain=True))

    def remember_plays(self) -> None:
        """They were plays after all."""
        for card in self._forgotten:
            index = self._tracks[card.track]
            self._raw[index] = replace(self._raw[index], certain=False)
            self._renew(index, withdrawn=False)
        self._forgotten = []

    def sweep(self, swept: Swept) -> None:
        """A trick was taken away."""
        self.sweeps.append(swept)
        self.table.add_sweep(swept.seat_logp, swept.certain)
        # A hand may begin to move before the last card is at rest, so the cards that it takes tell when it was.
        taken = [self._raw[self._tracks[track]].time for track in swept.tracks if track in self._tracks]
        self._insert(Step(max(swept.time_first, *taken, 0.0), "sweep", len(self.sweeps) - 1))
        self._redo(bisect.bisect_left([step.time for step in self.steps], swept.time_first))

    def show(self, hand: ShownHand) -> None:
        """Cards of a hand were shown."""
        seats = [math.exp(w) for w in floored(hand.seat_logp, SHOWN_FLOOR)]
        holds: dict[Card, tuple[float, ...]] = {}
        for card in cards_in(self.laws.rules.card_pack):
            shown = min(1.0, sum(math.exp(float(faces[card])) for faces in hand.faces_logp))
            if shown > 0.2:
                rest = (1 - shown) + SHOWN_FLOOR
                holds[card] = tuple(math.log((shown * p * self.laws.players + rest) / (shown + rest)) for p in seats)
        self._insert(Step(hand.time, "shown", holds=holds))

    def cut(self, start: int) -> list[SeenCard]:
        """Forget the steps from number `start` on, all of them cards; returns these."""
        cards = [self._raw[step.index] for step in self.steps[start:]]
        del self.steps[start:]
        self._undone = min(self._undone, start)
        for card in cards:
            del self._tracks[card.track]
        return cards

    def darken(self, first: float, last: float) -> None:
        """Between two times the eyes saw little: plays may have been missed."""
        self._dark.append((first, last))
        self._redo(bisect.bisect_left([step.time for step in self.steps], first))

    def reconsider(self) -> None:
        """Look at the whole deal anew with a wide beam if it makes little sense so far."""
        self._settle()
        if not self.steps or all(step.wide for step in self.steps):
            return
        best = self.steps[-1].lines[0]
        weight = self.steps[-1].weights[0] - self.table.charged(best.paid) - self._aside * len(best.extras)
        if (weight < TROUBLE or self._lacks_much(best)) and self._moves < MOST_MOVES:
            for step in self.steps:
                step.wide = True
            self._redo(0)

    def finish(self) -> None:
        """The deal is over, whatever was seen of it."""
        if self.steps and self.steps[-1].kind != "end":
            self._insert(Step(math.inf, "end"))
            self.reconsider()

    def _lacks_much(self, best: Line) -> bool:
        """Whether the deal is over and more than the last trick is missing, or plays that were not seen."""
        if self.steps[-1].kind != "end":
            return False
        missed = any(cell is None or cell[0] == MISSED for _, cells in best.tricks() for cell in cells)
        return missed or len(best.done) < self.laws.tricks

    def set_prior(self, prior: Sequence[float]) -> None:
        """Another prior of the contracts."""
        self.prior = tuple(prior)
        self._redo(0)

    def _weighed(self, card: SeenCard, withdrawn: bool) -> Sighting:
        pack = self.laws.rules.card_pack
        corners = np.asarray(card.corners)
        seen = sighting(card.track, card.time, card.seat_logp, card.face_logp, pack, corners, card.certain)
        return replace(seen, withdrawn=withdrawn)

    def _renew(self, index: int, *, withdrawn: bool) -> None:
        self.table.read_again(index, self._weighed(self._raw[index], withdrawn))
        at = next(i for i, step in enumerate(self.steps) if step.kind == "card" and step.index == index)
        self._redo(at)

    # The lines -------------------------------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines now, the likeliest first."""
        self._settle()
        return self.steps[-1].lines if self.steps else self._start

    def lines_after(self, number: int) -> tuple[Line, ...]:
        """The lines after a step, the likeliest first."""
        self._settle()
        return self.steps[number].lines

    @property
    def times(self) -> list[float]:
        """When the things were seen that it knows of, in order."""
        return [step.time for step in self.steps if step.kind != "end"]

    @property
    def doubt(self) -> float:
        """Share of the probability that was dropped because there were too many lines."""
        self._settle()
        return max((step.dropped for step in self.steps), default=0.0)

    def weight(self, line: Line) -> float:
        """Log weight of a line over all contracts."""
        return line.shape + line.faces + log_sum(list(map(add, self.prior, line.law)))

    def _insert(self, step: Step) -> None:
        at = bisect.bisect_right([other.time for other in self.steps], step.time)
        self.steps.insert(at, step)
        self._undone = min(self._undone, at)

    def _redo(self, start: int) -> None:
        """The steps from a number on must be done again, once somebody asks for the lines."""
        self._undone = min(self._undone, start)

    def _settle(self) -> None:
        """Do all steps that must be done; where one is a surprise, look wider and from further back."""
        number, self._undone = self._undone, len(self.steps)
        while number < len(self.steps):
            self._step(number)
            step = self.steps[number]
            before = self._sense(number - 1) if number else 0.0
            if before - self._sense(number) > SURPRISE and not step.wide and self._moves < MOST_MOVES:
                number = max(0, number - REACH)
                for other in self.steps[number : self.steps.index(step) + 1]:
                    other.wide = True
            else:
                number += 1

    def _sense(self, number: int) -> float:
        """Log weight of the best line after a step, as if each card were as likely as any."""
        step = self.steps[number]
        return step.weights[0] - self.table.charged(step.lines[0].paid)

    def _step(self, number: int) -> None:
        step = self.steps[number]
        self.table.holds = {}
        for other in self.steps[: number + 1]:
            self._learn(other)
        before = self.steps[number - 1] if number else Step(-math.inf, "start", lines=self._start, weights=(0.0,))
        dark = any(first <= step.time and last >= before.time for first, last in self._dark)
        hasty = step.kind == "card" and self._is_hasty(self._raw[step.index])
        slack = WIDE_SLACK if step.wide or dark else SLACK
        outage = self._outage(number) if step.kind == "card" else 0.0
        moves: list[Move] = []
        floor = -math.inf
        for place, (line, weight) in enumerate(zip(before.lines, before.weights, strict=True)):
            if step.kind == "card":
                if place == LEADERS:
                    floor = self._floor(moves, slack)
                room = min(slack, weight + self.table.charge(line) + MOST_GAIN - floor)
                moves += moves_with_card(
                    self.table,
                    line,
                    weight,
                    step.index,
                    self.prior,
                    dark=dark,
                    outage=outage,
                    hasty=hasty,
                    slack=room,
                    floor=floor,
                )
            elif step.kind == "sweep":
                moves += moves_with_sweep(self.table, line, weight, step.index, self.sweeps[step.index], dark=dark)
            elif step.kind == "end":
                moves += moves_at_the_end(self.table, line, weight)
            else:
                moves.append((weight, partial(_same, line)))
        self._keep(step, moves, slack)

    def _floor(self, moves: Sequence[Move], slack: float) -> float:
        """Log weight below which no line will be kept, as far as some moves tell."""
        best = -math.inf
        for bound, make in heapq.nlargest(MOST_TRIED, moves, key=lambda move: move[0]):
            if bound <= best:
                break
            best = max(best, self.weight(make()))
        return best - slack

    def _outage(self, number: int) -> float:
        """Log probability that plays went unseen just before a step: the time since the last one has room for them."""
        least, each, free, low, high = OUTAGE
        times = [step.time for step in self.steps[:number] if step.kind == "card"]
        last = max([*times[-1:], *(sweep.time_last for sweep in self._swept_before(number))], default=None)
        # Asked only where little makes sense otherwise: all that follows fits a deal that was begun before as well.
        self.table.opening = last is None and self._opening and self.steps[number].wide
        if last is None:
            began = self.table.opening and self.steps[number].time < OPENING_SECONDS
            return BEGUN_BEFORE if began else least
        gaps = sorted(second - first for first, second in pairwise(times))
        pace = float(np.clip(gaps[len(gaps) // 2], *PACE[1:])) if len(gaps) >= 4 else PACE[0]
        went_by = (self.steps[number].time - last) / pace
        return least + float(np.clip(each * (went_by - free), low, high))

    def _swept_before(self, number: int) -> list[Swept]:
        return [self.sweeps[step.index] for step in self.steps[max(0, number - 2) : number] if step.kind == "sweep"]

    def _is_hasty(self, card: SeenCard) -> bool:
        """Whether a card seems to have been laid while a trick was swept that it was no part of."""
        return any(
            swept.time_first + SWEEP_BEGUN < card.time < swept.time_last and card.track not in swept.tracks
            for swept in self.sweeps
        )

    def _keep(self, step: Step, moves: list[Move], slack: float) -> None:
        """Make the likeliest lines out of the moves."""
        self._moves += len(moves)
        moves.sort(key=lambda move: -move[0])
        made: list[tuple[float, int, Line]] = []
        floor = -math.inf
        for bound, make in moves:
            if bound < floor:
                break
            line = make()
            weight = self.weight(line)
            floor = max(floor, weight - slack)
            made.append((weight, len(made), line))
        made.sort(key=lambda entry: (-entry[0], entry[1]))
        kept: dict[tuple[object, ...], tuple[float, Line]] = {}
        total = dropped = 0.0
        for weight, _, line in made:
            key = line.signature
            if weight < floor or key in kept:
                continue
            share = math.exp(weight - made[0][0])
            total += share
            if len(kept) < WIDTH:
                kept[key] = (weight, line)
            else:
                dropped += share
        step.lines = tuple(line for _, line in kept.values())
        step.weights = tuple(weight for weight, _ in kept.values())
        step.dropped = dropped / total

    def _learn(self, step: Step) -> None:
        for card, weights in (step.holds or {}).items():
            old = self.table.holds.get(card)
            # Two looks at one hand are not independent: the clearer one counts.
            if old is None or max(weights) > max(old):
                self.table.holds[card] = weights


def _chances(face_logp: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probabilities of a reading."""
    chances = np.exp(face_logp - np.max(face_logp))
    found: NDArray[np.float64] = chances / chances.sum()
    return found


def _same(line: Line) -> Line:
    return line
