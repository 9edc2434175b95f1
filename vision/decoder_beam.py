"""The beam: the likeliest lines of one deal, kept up to date as things are seen, in the order of their times.

Every step keeps the lines after it. When something is seen that belongs earlier (a card read again, a card taken
back), the steps from there on are done again, so the beam is always what it would be had all been known in order. As
long as everything fits the beam is narrow; after a surprise the last steps are done again with a wide one. Where
somebody waits, this is put off as soon as it takes long, and lines found quickly stand for those not found yet.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import add
from typing import Final

import numpy as np
from jassvision.rules.cards import Card, cards_in
from jassvision.vision.contract_posterior import Laws, log_sum
from jassvision.vision.decoder_lines import MISSED, Line
from jassvision.vision.decoder_moves import (
    BLURRED_THING,
    NOT_A_PLAY,
    Move,
    moves_at_the_end,
    moves_with_card,
    moves_with_sweep,
)
from jassvision.vision.decoder_sightings import Sighting, floored, sighting
from jassvision.vision.decoder_steps import (
    BEGUN_BEFORE,
    LEADERS,
    MOST_GAIN,
    OPENING_SECONDS,
    QUICK_WIDTH,
    WIDTH,
    Kept,
    Step,
    best_of,
    is_hasty,
    likeliest,
    outage,
)
from jassvision.vision.decoder_table import Table
from jassvision.vision.observations import Reread, SeenCard, ShownHand, Swept, Withdrawn
from numpy.typing import NDArray

PATIENCE: Final = 1_500
"""Work for each thing that is seen where somebody waits for the answer, in moves weighed and lines made."""

SLACK: Final = 8.0
WIDE_SLACK: Final = 14.0
"""How much less likely than the best a line may be: one in three thousand, after a surprise one in a million."""

MOST_WORK: Final = 100_000
"""Work on a deal after which a surprise is looked at no wider: all stays unsure in such a mess."""

SURPRISE: Final = 6.0
"""Loss of weight in one step that is a surprise: more than one illegal play or one card from an unlikely seat."""

TROUBLE: Final = -25.0
"""Log weight of the best line of a whole deal below which it was probably misunderstood early: look anew, wider.

Sightings that were no plays are not counted: they are usual where a finder sees things.
"""

REACH: Final = 11
"""Steps that are done again after a surprise: two tricks."""

SHOWN_FLOOR: Final = 0.02
"""What a shown hand leaves to chance: the seat or the card was seen wrongly."""


class Beam:
    """The lines of one deal.

    Args:
        laws: the rules under the contracts in question.
        prior: log prior of the contracts.
        first: log probability of each seat to lead the first trick.
        opening: whether it is the first deal of a film, which may have begun in its midst.
        patience: work for each thing that is seen, None for as much as it takes. What is left over is done with what
            is seen next, or by `think`.

    Attributes:
        lines: the lines now, the likeliest first.
        doubt: the largest share of the probability that was dropped in one step with lines beyond `WIDTH`.
    """

    def __init__(
        self,
        laws: Laws,
        prior: Sequence[float],
        first: Sequence[float],
        *,
        opening: bool = False,
        patience: int | None = None,
    ) -> None:
        self.laws = laws
        self.prior = tuple(prior)
        self.table = Table(laws, floored(first, 1e-3))
        self._opening = opening
        self._patience: float = math.inf if patience is None else patience
        self._spent = self._work = 0
        self.steps: list[Step] = []
        self.sweeps: list[Swept] = []
        self._start = (self.table.empty(),)
        self._tracks: dict[int, int] = {}
        self._raw: list[SeenCard] = []
        self._once: list[NDArray[np.float64]] = []
        self._dark: list[tuple[float, float]] = []
        self._undone = self._quick_undone = 0
        self._doubted = False
        self._forgotten: list[SeenCard] = []
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

    def laid(self) -> tuple[list[SeenCard], list[SeenCard], int]:
        """The cards before the last sweep, those since then, and how many tricks were complete at that sweep.

        Cards that were taken back are left out.
        """
        swept = max((number for number, step in enumerate(self.steps) if step.kind == "sweep"), default=-1)
        before: list[SeenCard] = []
        since: list[SeenCard] = []
        for number, step in enumerate(self.steps):
            if step.kind == "card" and not self.table.sightings[step.index].withdrawn:
                (before if number < swept else since).append(self._raw[step.index])
        return before, since, len(self.lines_after(swept)[0].done) if swept >= 0 else 0

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
        self._redo(start)
        for card in cards:
            del self._tracks[card.track]
        return cards

    def darken(self, first: float, last: float) -> None:
        """Between two times the eyes saw little: plays may have been missed."""
        self._dark.append((first, last))
        self._redo(bisect.bisect_left([step.time for step in self.steps], first))

    def reconsider(self) -> None:
        """Look at the whole deal anew with a wide beam if it makes little sense so far."""
        self._doubted = True
        self._settle()

    @property
    def is_behind(self) -> bool:
        """Whether something was put off."""
        return self._undone < len(self.steps)

    def think(self) -> bool:
        """Go on with what was put off; returns whether there was any of it."""
        if not self.is_behind:
            return False
        self._spent = 0
        self._settle()
        return True

    def complete(self) -> bool:
        """Do all that was put off, and put nothing off from now on; returns whether there was any of it."""
        self._patience = math.inf
        return self.think()

    def sleep(self) -> None:
        """Forget the lines; they are found again when somebody asks for them."""
        for step in self.steps:
            step.kept = step.quick = Kept()
        self.table.forget()
        self._undone = self._quick_undone = 0

    def finish(self) -> None:
        """The deal is over, whatever was seen of it."""
        if self.steps and self.steps[-1].kind != "end":
            self._insert(Step(math.inf, "end"))
            self.reconsider()

    def go_on(self) -> None:
        """The deal is not over after all."""
        if self.steps and self.steps[-1].kind == "end":
            del self.steps[-1]
            self._redo(len(self.steps))

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
        return self.lines_after(len(self.steps) - 1) if self.steps else self._start

    def lines_after(self, number: int) -> tuple[Line, ...]:
        """The lines after a step, the likeliest first."""
        self._settle()
        return self._kept(number).lines

    @property
    def times(self) -> list[float]:
        """When the things were seen that it knows of, in order."""
        return [step.time for step in self.steps if step.kind != "end"]

    @property
    def doubt(self) -> float:
        """Share of the probability that was dropped because there were too many lines."""
        self._settle()
        return max((self._kept(number).dropped for number in range(len(self.steps))), default=0.0)

    def weight(self, line: Line) -> float:
        """Log weight of a line over all contracts."""
        return line.shape + line.faces + log_sum(list(map(add, self.prior, line.law)))

    def _insert(self, step: Step) -> None:
        at = bisect.bisect_right([other.time for other in self.steps], step.time)
        self.steps.insert(at, step)
        self._redo(at)

    def _redo(self, start: int) -> None:
        """The steps from a number on must be done again, once somebody asks for the lines."""
        self._undone, self._quick_undone = min(self._undone, start), min(self._quick_undone, start)
        self._spent = 0

    def _settle(self) -> None:
        """Do all steps that must be done, as far as patience goes, and the others quickly."""
        number = self._undone
        while number < len(self.steps) and self._spent < self._patience:
            step = self.steps[number]
            step.kept = self._found(number, step.wide, WIDTH)
            self._undone = number + 1
            before = self._sense(number - 1) if number else 0.0
            if before - self._sense(number) > SURPRISE and not step.wide and self._work < MOST_WORK:
                self._widen(max(0, number - REACH), number + 1)
            elif number + 1 == len(self.steps) and self._doubted:
                self._doubted = False
                if self._is_trouble():
                    self._widen(0, number + 1)
            number = self._undone
        for late in range(max(number, self._quick_undone), len(self.steps)):
            self.steps[late].quick = self._found(late, False, QUICK_WIDTH)
            self._quick_undone = late + 1

    def _widen(self, start: int, end: int) -> None:
        """The steps between two numbers must be done again, wider; what was found so far stands until then."""
        for step in self.steps[start:end]:
            step.wide, step.quick = True, step.kept
        self._undone, self._quick_undone = start, end

    def _is_trouble(self) -> bool:
        """Whether a whole deal should be looked at anew, and was not yet."""
        if all(step.wide for step in self.steps) or self._work >= MOST_WORK:
            return False
        best = self.lines[0]
        weight = self.steps[-1].kept.weights[0] - self.table.charged(best.paid) - self._aside * len(best.extras)
        return weight < TROUBLE or self._lacks_much(best)

    def _kept(self, number: int) -> Kept:
        """The lines after a step that is done, thoroughly or quickly."""
        return self.steps[number].kept if number < self._undone else self.steps[number].quick

    def _sense(self, number: int) -> float:
        """Log weight of the best line after a step, as if each card were as likely as any."""
        kept = self.steps[number].kept
        return kept.weights[0] - self.table.charged(kept.lines[0].paid)

    def _found(self, number: int, wide: bool, width: int) -> Kept:
        """The lines after a step, from those after the step before."""
        step = self.steps[number]
        self.table.holds = {}
        for other in self.steps[: number + 1]:
            self._learn(other)
        start = Kept(self._start, (0.0,))
        before, since = (self._kept(number - 1), self.steps[number - 1].time) if number else (start, -math.inf)
        dark = any(first <= step.time and last >= since for first, last in self._dark)
        slack = WIDE_SLACK if wide or dark else SLACK
        moves: list[Move] = []
        lines = zip(before.lines, before.weights, strict=True)
        if step.kind == "card":
            moves = self._moves_with_card(number, before, dark, wide, slack)
        elif step.kind == "sweep":
            swept = self.sweeps[step.index]
            for line, weight in lines:
                moves += moves_with_sweep(self.table, line, weight, step.index, swept, dark=dark)
        elif step.kind == "end":
            for line, weight in lines:
                moves += moves_at_the_end(self.table, line, weight)
        else:
            moves = [(weight, partial(_same, line)) for line, weight in lines]
        found = likeliest(moves, slack, width, self.weight)
        self._spent += found.work
        self._work += found.work
        return found

    def _moves_with_card(self, number: int, before: Kept, dark: bool, wide: bool, slack: float) -> list[Move]:
        step = self.steps[number]
        cards = [other.time for other in self.steps[:number] if other.kind == "card"]
        swept = [self.sweeps[o.index] for o in self.steps[max(0, number - 2) : number] if o.kind == "sweep"]
        # Asked only where little makes sense otherwise: all that follows fits a deal that was begun before as well.
        self.table.opening = not cards and not swept and self._opening and wide
        begun_before = self.table.opening and step.time < OPENING_SECONDS
        unseen = BEGUN_BEFORE if begun_before else outage(cards, swept, step.time)
        hasty = is_hasty(self._raw[step.index], self.sweeps)
        moves: list[Move] = []
        floor = -math.inf
        for place, (line, weight) in enumerate(zip(before.lines, before.weights, strict=True)):
            if place == LEADERS:
                floor = best_of(moves, self.weight) - slack
            moves += moves_with_card(
                self.table,
                line,
                weight,
                step.index,
                self.prior,
                dark=dark,
                outage=unseen,
                hasty=hasty,
                slack=min(slack, weight + self.table.charge(line) + MOST_GAIN - floor),
                floor=floor,
            )
        return moves

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
