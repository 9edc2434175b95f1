"""Steps: what was seen one after the other, the likeliest lines after each, and how they are picked."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from jassvision.rules.cards import Card
from jassvision.vision.decoder_lines import Line
from jassvision.vision.decoder_moves import Move
from jassvision.vision.observations import SeenCard, Swept

WIDTH: Final = 200
"""Most lines that are kept; some twenty are usual."""

QUICK_WIDTH: Final = 60
"""The same where a first answer is found quickly, before there is time for a thorough one."""

LEADERS: Final = 4
MOST_TRIED: Final = 60
"""Lines whose moves tell how little weight the moves of the others may have, and how many of these are tried."""

MOST_GAIN: Final = 3.0
"""What a line may gain in a step against others by leaving an earlier play open."""

PACE: Final = (1.5, 0.5, 4.0)
"""Seconds from one play to the next: as long as too few were seen, at least, and at most."""

OUTAGE: Final = (math.log(0.003), 1.5, 3.0, -4.0, 3.5)
"""Log probability that something goes unseen between two things that are seen, though nobody noticed; how much more
likely each play's time makes it that went by without one beyond a number of them, and the bounds of that."""

BEGUN_BEFORE, OPENING_SECONDS = math.log(0.01), 5.0
"""Log probability that a film begins in mid-deal; a bare table for so many seconds speaks against it."""

SWEEP_BEGUN: Final = 0.1
"""Seconds from the start of a sweep within which a card may still have been laid before it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The likeliest lines at one time.

    Attributes:
        lines: the lines, the likeliest first.
        weights: their log weights.
        dropped: share of the probability that was dropped because there were too many lines.
        work: moves that were weighed and lines that were made to find them.
    """

    lines: tuple[Line, ...] = ()
    weights: tuple[float, ...] = ()
    dropped: float = 0.0
    work: int = 0


NOTHING: Final = Kept()


@dataclass
class Step:
    """Something that was seen, with the lines after it.

    Attributes:
        time: seconds.
        kind: `card`, `sweep`, `shown` or `end`.
        index: number of the sighting or the sweep.
        holds: weights of the cards in a hand that was shown.
        wide: whether the beam is wide here.
        kept: the lines after it.
        quick: lines that were found quickly and stand for them while they are not up to date.
    """

    time: float
    kind: str
    index: int = -1
    holds: dict[Card, tuple[float, ...]] | None = None
    wide: bool = False
    kept: Kept = field(default=NOTHING)
    quick: Kept = field(default=NOTHING)


def likeliest(moves: list[Move], slack: float, width: int, weigh: Callable[[Line], float]) -> Kept:
    """The likeliest lines that come of some moves: so many at most, none much less likely than the best."""
    moves.sort(key=lambda move: -move[0])
    made: list[tuple[float, int, Line]] = []
    floor = -math.inf
    for bound, make in moves:
        if bound < floor:
            break
        line = make()
        weight = weigh(line)
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
        if len(kept) < width:
            kept[key] = (weight, line)
        else:
            dropped += share
    weights, lines = zip(*kept.values(), strict=True)
    return Kept(lines, weights, dropped / total, len(moves) + len(made))


def best_of(moves: Sequence[Move], weigh: Callable[[Line], float]) -> float:
    """Log weight that some of the moves lead to at least."""
    best = -math.inf
    for bound, make in heapq.nlargest(MOST_TRIED, moves, key=lambda move: move[0]):
        if bound <= best:
            break
        best = max(best, weigh(make()))
    return best


def outage(cards: Sequence[float], swept: Sequence[Swept], time: float) -> float:
    """Log probability that plays went unseen before a time: the time since the last thing seen has room for them.

    Args:
        cards: times of the cards seen before.
        swept: sweeps just before.
        time: when the next card was seen.
    """
    least, each, free, low, high = OUTAGE
    last = max([*cards[-1:], *(sweep.time_last for sweep in swept)], default=None)
    if last is None:
        return least
    gaps = sorted(second - first for first, second in pairwise(cards))
    pace = min(max(gaps[len(gaps) // 2], PACE[1]), PACE[2]) if len(gaps) >= 4 else PACE[0]
    went_by = (time - last) / pace
    return least + min(max(each * (went_by - free), low), high)


def is_hasty(card: SeenCard, sweeps: Sequence[Swept]) -> bool:
    """Whether a card seems to have been laid while a trick was swept that it was no part of."""
    return any(
        swept.time_first + SWEEP_BEGUN < card.time < swept.time_last and card.track not in swept.tracks
        for swept in sweeps
    )
