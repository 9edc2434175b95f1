"""At the end of a deal every card has been played, so the cards left open are among those that are left over."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from jassvision.rules.cards import Card, cards_in
from jassvision.vision.decoder_beam import WIDE_SLACK, Beam
from jassvision.vision.decoder_lines import MISSED, Line

MOST_AT_ONCE: Final = 4
"""Open cards up to which every way to give them out is tried: 24 ways; more are exchanged two by two."""

MOST_LINES: Final = 30
"""Lines whose open cards are worked out; those below are less likely than all that come out of these."""

MOST_EXCHANGES: Final = 12
"""Rounds of exchanging before it must do: each round finds a better way or ends."""


def settled(beam: Beam) -> tuple[tuple[Line, ...], float]:
    """The lines with every open card worked out as far as it can be, the likeliest first, and what was left out.

    When the likeliest line holds the whole deal, lines with less of it are left out: what their open cards may be is
    not weighed. The second value is the share of the probability that they had.
    """
    lines = beam.lines
    whole = [line for line in lines if _is_whole(beam, line)]
    if not whole or whole[0] is not lines[0]:
        return lines, 0.0
    shares = [math.exp(beam.weight(line) - beam.weight(lines[0])) for line in lines]
    left_out = sum(share for line, share in zip(lines, shares, strict=True) if not _is_whole(beam, line))
    found: dict[tuple[object, ...], Line] = {}
    worked_out = 0
    for line in whole:
        if not line.open_cells():
            found.setdefault(line.signature, line)
        elif worked_out < MOST_LINES:
            worked_out += 1
            for new in _ways(beam, line):
                found.setdefault(new.signature, new)
    weighed = sorted(
        ((beam.weight(line), i, line) for i, line in enumerate(found.values())), key=lambda t: (-t[0], t[1])
    )
    if not weighed:
        return lines, 0.0
    kept = tuple(line for weight, _, line in weighed if weight >= weighed[0][0] - WIDE_SLACK)
    return kept, left_out / sum(shares)


def _is_whole(beam: Beam, line: Line) -> bool:
    """Whether every play of the deal has its place."""
    tricks = line.tricks()
    return len(tricks) == beam.laws.tricks and all(cell is not None for _, cells in tricks for cell in cells)


def _ways(beam: Beam, line: Line) -> Iterator[Line]:
    """The line with its open cards given out in all likely ways."""
    cells = line.open_cells()
    left = tuple(cards_in(beam.laws.rules.card_pack & ~line.used))
    if len(left) < len(cells):
        return
    if len(left) <= MOST_AT_ONCE:
        for cards in permutations(left, len(cells)):
            yield _with(beam, line, cells, cards)
        return
    start = _likely(beam, cells, left)
    best = _with(beam, line, cells, start)
    yield best
    for _ in range(MOST_EXCHANGES):
        better = best
        for one in range(len(start)):
            for other in range(one + 1, len(start)):
                order = list(start)
                order[one], order[other] = order[other], order[one]
                new = _with(beam, line, cells, order)
                yield new
                if beam.weight(new) > beam.weight(better):
                    better, chosen = new, order
        if better is best:
            return
        best, start = better, chosen


def _likely(beam: Beam, cells: Sequence[tuple[int, int, int]], left: Sequence[Card]) -> list[Card]:
    """A first way to give the cards out, by the readings alone: the clearest one first."""
    pairs = sorted(
        (
            (beam.table.sightings[s].faces[card] if s != MISSED else -4.0, i, card)
            for i, (_, _, s) in enumerate(cells)
            for card in left
        ),
        reverse=True,
    )
    given: dict[int, Card] = {}
    for _, place, card in pairs:
        if place not in given and card not in given.values():
            given[place] = card
    return [given[i] for i in range(len(cells))]


def _with(beam: Beam, line: Line, cells: Sequence[tuple[int, int, int]], cards: Sequence[Card]) -> Line:
    return beam.table.rebuilt(
        line, {(trick, place): card for (trick, place, _), card in zip(cells, cards, strict=True)}
    )
