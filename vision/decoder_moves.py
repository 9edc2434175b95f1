"""The moves: all ways in which a line can go on when a card is seen or a trick is swept.

A move is a bound of the weight it can lead to, and the way to make the line. Making is what takes time, so moves are
tried from the highest bound down until no other can come near the best.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from jassvision.rules.cards import Card
from jassvision.vision.decoder_lines import MISSED, Line
from jassvision.vision.decoder_recards import recarded
from jassvision.vision.decoder_sightings import WILD_FROM, Sighting
from jassvision.vision.decoder_table import Table
from jassvision.vision.observations import Swept

# How likely it is that the eyes do not see what happened, as natural logarithms. Chosen by simulation and from how
# often each happened in films; what counts is their order, from a sweep that was not noticed to a card never seen.
PLAY_MISSED: Final = math.log(0.002)
MISSED_IN_THE_DARK: Final = math.log(0.2)
SWEEP_IN_THE_DARK: Final = math.log(0.3)
TRICK_IN_THE_DARK: Final = math.log(0.1)
NOT_A_PLAY: Final = math.log(0.02)
SEEN_AGAIN: Final = math.log(0.01)
SEEN_AGAIN_LATER: Final = math.log(0.003)
OUT_OF_ORDER: Final = math.log(0.003)
SWEEP_MISSED: Final = math.log(0.02)
NOTHING_SWEPT: Final = math.log(0.1)
NO_REAL_SWEEP: Final = math.log(0.002)
LEFT_BEHIND: Final = math.log(0.4)
TAKEN_BACK_BUT_PLAYED: Final = math.log(0.03)
LAID_INTO_A_SWEEP: Final = math.log(0.05)
BROKEN_OFF: Final = math.log(0.02)

TRICK_BEFORE_THE_FILM: Final = math.log(0.7)
"""One more trick that was played before the film began, if it began in mid-deal."""

MOST_TRICKS_IN_THE_DARK: Final = 3
"""Tricks in a row of which nothing is seen: after more the count is lost, and a person has to say it."""

# Whether a sighting can be read says whether it is a card: how likely plays and other things are to look blurred.
# Things that are no plays look like any card; what a play looks like is weighed card by card (`Table.charge`).
BLURRED_PLAY: Final = math.log(0.03)
BLURRED_THING: Final = math.log(0.7) - math.log(36)
CLEAR_THING: Final = math.log(0.3) - math.log(36)

SAID_OTHERWISE: Final = -40.0
"""What goes against the word of a person."""

SWEEP_GAIN: Final = math.log(4)
"""Most that a sweep can speak for a line: its seat was seen clearly, or said, and is the winner's."""

MOST_OPENING_GAIN: Final = 20.0
"""More than is ever gained by leaving an earlier play open: a wrong leader, a sweep and an illegal play explained."""

ALMOST_TOGETHER: Final = 0.4
"""Seconds between two cards within which their order may have been seen wrongly without much surprise."""

Move: TypeAlias = tuple[float, Callable[[], Line]]
"""A bound, and the way to make the line."""


def moves_with_card(
    table: Table,
    line: Line,
    weight: float,
    index: int,
    prior: Sequence[float],
    *,
    dark: bool,
    outage: float,
    hasty: bool,
    slack: float,
    floor: float,
) -> Iterator[Move]:
    """The ways in which a line of some weight goes on when a card is seen.

    Args:
        index: index of the sighting.
        prior: log prior of the contracts.
        dark: whether the eyes saw little just before.
        outage: log probability that they saw little just before though nobody noticed.
        hasty: whether it came while a trick was swept that it was no part of.
        slack: moves that lose more than this are left out.
        floor: so are those that lead to less weight than this.
    """
    seen, players = table.sightings[index], table.laws.players
    # As a play, the seat is weighed against its average; what is no play has this average.
    taken_back = table.charge(line)
    shape = -math.log(players) + (
        taken_back if seen.withdrawn else SAID_OTHERWISE if seen.certain else not_a_play(seen)
    )
    if weight + shape >= floor:
        yield weight + shape, partial(line.aside, index, shape)
    if not seen.certain:
        before = line.done[-1].cells if line.done else ()
        for again, cells in ((SEEN_AGAIN, line.cells), (SEEN_AGAIN_LATER, before)):
            for cell in cells:
                if cell is not None and cell[1] is not None:  # the same card, whose track broke off
                    shape = again + seen.faces[cell[1]] - math.log(players)
                    if weight + shape >= floor:
                        yield weight + shape, partial(line.aside, index, shape)
    if seen.withdrawn and seen.certain:
        return
    for blind, cost in ((dark, 0.0),) if dark else ((False, 0.0), (True, -outage)):
        if cost >= slack:
            continue
        start = line.lighter(cost) if cost else line
        missed = MISSED_IN_THE_DARK if blind else PLAY_MISSED
        for ready, loss in _ready(table, start, missed, blind, slack - cost):
            left = slack - cost - loss
            now = weight - cost - loss
            if ready.leader is not None:
                yield from _placed(table, ready, now, index, prior, missed, hasty, left, floor)
                continue
            for leader in range(players):
                begun, down = table.begin(ready, leader)
                if down < left:
                    yield from _placed(table, begun, now - down, index, prior, missed, hasty, left - down, floor)


def moves_with_sweep(
    table: Table, line: Line, weight: float, index: int, swept: Swept, *, dark: bool
) -> Iterator[Move]:
    """The ways in which a line goes on when a trick is swept."""
    if line.leader is None:
        yield weight + NOTHING_SWEPT, partial(line.lighter, -NOTHING_SWEPT)
        return
    missed = MISSED_IN_THE_DARK if dark else PLAY_MISSED
    shape = _still_missed(line) * missed
    taken = frozenset(swept.tracks)
    if taken:
        lying = [table.sightings[cell[0]].track for cell in line.cells if cell and cell[0] != MISSED]
        shape += LEFT_BEHIND * sum(track not in taken for track in lying)
    yield weight + shape + SWEEP_GAIN, partial(table.close, line, index, shape)
    shape = SAID_OTHERWISE if swept.certain else NO_REAL_SWEEP
    yield weight + shape, partial(line.lighter, -shape)


def not_a_play(seen: Sighting) -> float:
    """Log weight of a sighting being no play: a card dropped, a glass, a back that was taken for a face."""
    return NOT_A_PLAY + seen.blur * BLURRED_THING + (1 - seen.blur) * CLEAR_THING


def moves_at_the_end(table: Table, line: Line, weight: float) -> Iterator[Move]:
    """A deal is over: what a line lacks was either never played or never seen, and the latter is in other lines."""
    shape = 0.0 if len(line.done) == table.laws.tricks else BROKEN_OFF
    yield weight + shape, partial(line.lighter, -shape)


def _ready(table: Table, line: Line, missed: float, dark: bool, slack: float) -> Iterator[tuple[Line, float]]:
    """The line with a trick that still has room, the current or the next one, and at least how much weight that costs.

    The next one, if the sweep was not seen; in the dark also one after that.
    """
    players, tricks = table.laws.players, table.laws.tricks
    loss = 0.0
    if line.leader is not None:
        room = players - line.filled
        if room:
            yield line, 0.0
        loss = -(SWEEP_IN_THE_DARK if dark else SWEEP_MISSED) - _still_missed(line) * missed
        if len(line.done) >= tricks - 1 or not (room <= 1 or dark) or loss >= slack:
            return
        line = table.close(line, -1, -loss)
        yield line, loss
    elif len(line.done) < tricks:
        yield line, 0.0
    if not dark:
        return
    before = table.opening and not line.done
    cost = TRICK_BEFORE_THE_FILM if before else TRICK_IN_THE_DARK
    for _ in range(tricks if before else MOST_TRICKS_IN_THE_DARK):
        loss -= cost
        if len(line.done) >= tricks - 1 or loss >= slack:
            return
        line = table.unseen(line, cost)
        yield line, loss


def _still_missed(line: Line) -> int:
    """Empty places after the last play: those before it are paid for already."""
    last = max((place for place, cell in enumerate(line.cells) if cell is not None), default=-1)
    return len(line.cells) - 1 - last


def _placed(
    table: Table,
    line: Line,
    weight: float,
    index: int,
    prior: Sequence[float],
    missed: float,
    hasty: bool,
    slack: float,
    floor: float,
) -> Iterator[Move]:
    """The sighting in each place of the trick that is free, as each card that it may be."""
    seen, players = table.sightings[index], table.laws.players
    assert line.leader is not None
    weight += table.charge(line)
    last = players - 1 - _still_missed(line)
    blinded = None
    for place in range(players):
        if line.cells[place] is not None:
            continue
        seat = table.laws.turns[line.leader][place]
        shape = seen.seats[seat] + TAKEN_BACK_BUT_PLAYED * seen.withdrawn + BLURRED_PLAY * seen.blur
        shape += LAID_INTO_A_SWEEP * hasty
        on = line
        if place > last:
            shape += (place - last - 1) * missed
            if place > last + 1 and missed == MISSED_IN_THE_DARK:
                blinded = blinded or replace(line, blind=True)
                on = blinded
        else:
            shape += _order_weight(table, line, place, seen) - (MISSED_IN_THE_DARK if line.blind else PLAY_MISSED)
        if shape < -slack:
            continue
        collided = False
        for card, _ in seen.candidates:
            bound = weight + shape + table.face(index, card, seat)
            if not line.used >> card & 1:
                if bound >= floor:
                    yield bound, partial(table.place, on, place, index, card, shape)
                continue
            collided = True
            if bound < floor - MOST_OPENING_GAIN:
                continue
            trick, other = line.where(card)
            bound += table.opening_gain(line, trick, other, prior)
            if bound >= floor:
                yield bound, partial(_opened_and_placed, table, on, (trick, other), place, index, card, shape)
        if collided or seen.doubt > math.log(WILD_FROM):
            bound = weight + shape + seen.doubt
            if bound >= floor:
                yield bound, partial(table.place, on, place, index, None, shape)


def _opened_and_placed(
    table: Table, line: Line, opened: tuple[int, int], place: int, index: int, card: Card, shape: float
) -> Line:
    """The card cannot have been there twice, so an earlier play of it is left open."""
    return table.place(recarded(table, line, {opened: None}), place, index, card, shape)


def _order_weight(table: Table, line: Line, place: int, seen: Sighting) -> float:
    """How likely it is that a card is seen after those played after it."""
    later = [cell[0] for cell in line.cells[place + 1 :] if cell is not None and cell[0] != MISSED]
    gap = seen.time - min((table.sightings[i].time for i in later), default=seen.time)
    return math.log(0.3) if gap <= ALMOST_TOGETHER else OUT_OF_ORDER
