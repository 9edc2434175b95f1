"""The same line with other cards in some of its plays, weighed anew without being played through again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jassvision.rules.cards import BIT, EMPTY, Card, CardSet
from jassvision.rules.seats import Seat
from jassvision.vision.contract_posterior import ILLEGAL
from jassvision.vision.decoder_lines import MISSED, Cell, Closed, Line
from jassvision.vision.decoder_table import Table


def recarded(table: Table, line: Line, cards: Mapping[tuple[int, int], Card | None]) -> Line:
    """The line with other cards, or none, in some plays given by (trick, place).

    Only what these plays have a share in is weighed again: their readings, who won their tricks, who led the next
    ones, and which plays are proved illegal by them or in their tricks.
    """
    faces, paid = line.faces, line.paid
    cells: dict[int, list[Cell | None]] = {}
    old, new = EMPTY, EMPTY
    moved: list[tuple[int, Seat, CardSet]] = []
    for (number, place), card in cards.items():
        leader, former = _trick(line, number)
        plays = cells.setdefault(number, list(former))
        index, before = _played(plays[place])
        seat = table.laws.turns[leader][place]
        faces += table.face(index, card, seat) - table.face(index, before, seat)
        paid += (index != MISSED or card is not None) - (index != MISSED or before is not None)
        plays[place] = (index, card)
        either = _bits((before, card))
        moved.append((number, seat, either))
        old |= _bits((before,))
        new |= _bits((card,))
    done = list(line.done)
    law = list(line.law)
    for number, plays in cells.items():
        if number < len(done):
            done[number] = _closed(table, line, number, tuple(_played(cell) for cell in plays), cells)
            _tell(table, line, number, done[number], law)
    current = cells.get(len(done))
    proved = list(line.proved)
    now = line.cells if current is None else tuple(current)
    tricks: list[tuple[Seat, tuple[Cell | None, ...]]] = [(t.leader, t.cells) for t in done]
    if line.leader is not None:
        tricks.append((line.leader, now))
    for number, seat in _asked(line, done, moved):
        _judge(table, tricks, done[number], number, seat, law, proved)
    barred = line.barred
    if any(number < len(done) for number in cells):
        by_seat = [EMPTY] * table.laws.players
        for trick in done:
            for seat, proving in enumerate(trick.outcome.by_seat):
                by_seat[seat] |= proving
        barred = tuple(by_seat)
    return Line(
        line.shape,
        faces + table.charged(paid) - table.charged(line.paid),
        tuple(law),
        tuple(done),
        line.leader,
        now,
        line.extras,
        line.used & ~old | new,
        tuple(proved),
        paid,
        line.blind,
        barred,
    )


def _trick(line: Line, number: int) -> tuple[Seat, tuple[Cell | None, ...]]:
    if number < len(line.done):
        return line.done[number].leader, line.done[number].cells
    assert line.leader is not None
    return line.leader, line.cells


def _played(cell: Cell | None) -> Cell:
    assert cell is not None
    return cell


def _bits(cards: Iterable[Card | None]) -> CardSet:
    found = EMPTY
    for card in cards:
        if card is not None:
            found |= BIT[card]
    return found


def _closed(
    table: Table, line: Line, number: int, plays: tuple[Cell, ...], changed: Mapping[int, list[Cell | None]]
) -> Closed:
    """A complete trick with other plays."""
    trick = line.done[number]
    cards = _bits(card for _, card in plays)
    so_far = cards
    for earlier in range(number):
        if earlier in changed:
            so_far |= _bits(cell[1] for cell in changed[earlier] if cell is not None)
        else:
            so_far |= line.done[earlier].cards
    return Closed(trick.leader, plays, cards, table.outcome(number, trick.leader, plays, so_far), trick.sweep)


def _tell(table: Table, line: Line, number: int, new: Closed, law: list[float]) -> None:
    """Weigh anew who took a trick away and who led the next one.

    What other tricks' open cards may be is left as it was: it hardly changes, and weighing it takes long.
    """
    old = line.done[number].outcome
    if new.outcome is old:
        return
    if new.sweep >= 0:
        was, now = table.swept(old, new.sweep), table.swept(new.outcome, new.sweep)
        for contract in range(len(law)):
            law[contract] += now[contract] - was[contract]
    following = line.done[number + 1].leader if number + 1 < len(line.done) else line.leader
    if following is not None:
        was, now = old.leads[following], new.outcome.leads[following]
        for contract in range(len(law)):
            law[contract] += now[contract] - was[contract]


def _asked(line: Line, done: list[Closed], moved: list[tuple[int, Seat, CardSet]]) -> set[tuple[int, Seat]]:
    """(trick, seat) of all plays that may be proved illegal now or may have been before."""
    asked: set[tuple[int, Seat]] = set()
    for number, seat, cards in moved:
        if number < len(done):
            former, now = line.done[number].outcome.by_seat, done[number].outcome.by_seat
            asked.update((number, other) for other in range(len(now)) if former[other] | now[other])
        if cards:
            asked.update((earlier, seat) for earlier in range(number) if done[earlier].outcome.by_seat[seat] & cards)
    return asked


def _judge(
    table: Table,
    tricks: list[tuple[Seat, tuple[Cell | None, ...]]],
    trick: Closed,
    number: int,
    seat: Seat,
    law: list[float],
    proved: list[int],
) -> None:
    """Weigh anew whether a seat's later plays prove its play in a trick illegal."""
    turns, players = table.laws.turns, table.laws.players
    later = EMPTY
    if trick.outcome.by_seat[seat]:
        for leader, cells in tricks[number + 1 :]:
            cell = cells[turns[leader].index(seat)]
            if cell is not None and cell[1] is not None:
                later |= BIT[cell[1]]
    place = turns[trick.leader].index(seat)
    bit = 1 << (number * players + place)
    for contract, barred in enumerate(trick.outcome.barred):
        was, now = bool(proved[contract] & bit), bool(barred[place] & later)
        if was != now:
            law[contract] += ILLEGAL * (now - was)
            proved[contract] ^= bit
