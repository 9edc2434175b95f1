"""At the end of a deal every card has been played, so the cards left open are among those that are left over.

The same account tells when a card was never seen: then another may have been taken for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations
from typing import Final

from jassvision.rules.cards import Card, cards_in, rank_of, suit_of
from jassvision.vision.decoder_beam import WIDE_SLACK, Beam
from jassvision.vision.decoder_lines import MISSED, Line
from jassvision.vision.decoder_recards import recarded

MOST_AT_ONCE: Final = 4
"""Open cards up to which every way to give them out is tried: 24 ways; more are exchanged two by two."""

MOST_LINES: Final = 30
"""Lines whose open cards are worked out; those below are less likely than all that come out of these."""

MOST_WAYS: Final = 100
"""Ways in which many open cards of the likeliest line are given out, at most."""

FEW_WAYS: Final = 8
"""The same for the other lines: where more cards than a trick's are open little is certain, and trying takes long."""

WORTH_A_DOUBT: Final = 4.0
"""How much less likely than the best a line may be for its cards to be mixed up as well."""

NEIGHBOUR: Final = 0.05
"""Probability that the card read for sure is its neighbour in the suit, if that one was played and never seen; and of a
reading from which it counts that a sighting was once read as that card."""

MOST_MIXED_UP: Final = 0.4
"""The same at most, where the sighting was once read as the card that was never seen."""

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
            few = worked_out > 1 and len(line.open_cells()) > MOST_AT_ONCE
            for new in islice(_ways(beam, line), FEW_WAYS if few else MOST_WAYS):
                found.setdefault(new.signature, new)
    weighed = _weighed(beam, found.values())
    if not weighed:
        return lines, 0.0
    likely = [line for weight, line in weighed[:MOST_LINES] if weight >= weighed[0][0] - WORTH_A_DOUBT]
    mixed = [new for line in likely for new in mixed_up(beam, line)]
    if mixed:
        # What a mix-up leads to may be among the lines already, as if the reading had been wrong by chance.
        weighed = _weighed(beam, mixed) + weighed
        weighed.sort(key=lambda pair: -pair[0])
    kept: dict[tuple[object, ...], Line] = {}
    for weight, line in weighed:
        if weight >= weighed[0][0] - WIDE_SLACK:
            kept.setdefault(line.signature, line)
    return tuple(kept.values()), left_out / sum(shares)


def mixed_up(beam: Beam, line: Line) -> Iterator[Line]:
    """The line with a card that was never seen and one that was read for sure exchanged, where eyes mix these up.

    A card is laid on its neighbour and takes its track over, or is taken for it: one of the two is never seen then,
    however sure the reading of the other. That a card is missing at all makes this likely.
    """
    cards = {
        (trick, place): (index, card)
        for trick, (_, cells) in enumerate(line.tricks())
        for place, (index, card) in enumerate(cell for cell in cells if cell is not None)
        if card is not None
    }
    for missing, (index, card) in cards.items():
        if index != MISSED:
            continue
        for at, (other, read) in cards.items():
            chance = 0.0 if other == MISSED or beam.is_certain(other) else _mixed_up_chance(beam, card, other, read)
            if chance:
                new = recarded(beam.table, line, {missing: read, at: card})
                faces = beam.table.sightings[other].faces
                yield replace(new, faces=new.faces - faces[card] + faces[read] + math.log(chance))


def _mixed_up_chance(beam: Beam, missing: Card, index: int, read: Card) -> float:
    """How likely a sighting, read as one card, was another one that is missing; 0 where nothing speaks for it."""
    alike = suit_of(missing) == suit_of(read) and abs(rank_of(missing) - rank_of(read)) == 1
    once = beam.once_read(index, missing)
    return max(NEIGHBOUR if alike else 0.0, min(once, MOST_MIXED_UP) if once >= NEIGHBOUR else 0.0)


def _weighed(beam: Beam, lines: Iterable[Line]) -> list[tuple[float, Line]]:
    """Lines with their weights, the likeliest first."""
    return sorted(((beam.weight(line), line) for line in lines), key=lambda pair: -pair[0])


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
        for order in _neighbours(start, left):
            new = _with(beam, line, cells, order)
            yield new
            if beam.weight(new) > beam.weight(better):
                better, chosen = new, order
        if better is best:
            return
        best, start = better, chosen


def _neighbours(cards: list[Card], left: Sequence[Card]) -> Iterator[list[Card]]:
    """The same cards with two exchanged, or one of them with a card that is left over as well."""
    for one in range(len(cards)):
        for other in range(one + 1, len(cards)):
            order = list(cards)
            order[one], order[other] = order[other], order[one]
            yield order
        for card in left:
            if card not in cards:
                yield [*cards[:one], card, *cards[one + 1 :]]


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
    changes = {(trick, place): card for (trick, place, _), card in zip(cells, cards, strict=True)}
    return recarded(beam.table, line, changes)
