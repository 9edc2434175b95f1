"""Lines: ways to understand what was seen in a deal - which sighting was which play of which seat, and which card.

A line places sightings into tricks and gives every placed one a card, or leaves it open (None) until other cards rule
out what it was. Its weight is `shape` (places, seats, things missed or seen too often), `faces` (readings) and one
number for each contract, `law` (winners, leaders, sweeps, legality): so one set of lines serves all contracts at once.
All weights are natural logarithms. Lines are never changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from jassvision.rules.cards import EMPTY, Card, CardSet
from jassvision.rules.seats import Seat

MISSED: Final = -1
"""In place of a sighting: a play that was not seen."""

Cell: TypeAlias = tuple[int, Card | None]
"""A play: index of its sighting or MISSED, and its card, None while open."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What a complete trick says, the same in very many lines.

    Attributes:
        chances: by contract, how likely each seat has won it.
        leads: by seat and contract, log weight of that seat leading the next trick after one with such cards.
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
