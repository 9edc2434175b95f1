"""Seats round the table, the direction of play and who plays with whom.

Seats are numbered in the order of a clock seen from above. Play runs anticlockwise by default (to the right); that is
an option of the rules (`direction`), never of the seat numbers.
"""

from __future__ import annotations

from typing import TypeAlias

from jassvision.rules.errors import WrongSeatError, did_you_mean

Seat: TypeAlias = int

SEAT_NAMES: dict[int, tuple[str, ...]] = {
    2: ("north", "south"),
    3: ("north", "east", "west"),
    4: ("north", "east", "south", "west"),
    5: ("north", "east", "southeast", "southwest", "west"),
    6: ("north", "northeast", "southeast", "south", "southwest", "northwest"),
}
"""Names of the seats by number of players, clockwise from the north."""


def seat_name(seat: Seat, players: int) -> str:
    """The name of a seat at a table of so many players; `parse_seat` is the way back.

    >>> seat_name(3, 4)
    'west'

    Raises:
        WrongSeatError: there is no such seat, or no such table.
    """
    names = _names(players)
    if not 0 <= seat < players:
        raise WrongSeatError(f"there is no seat {seat} at a table of {players}: seats count from 0")
    return names[seat]


def parse_seat(text: str, players: int) -> Seat:
    """The seat of a name or of its first letter (`"west"`, `"W"`).

    Raises:
        WrongSeatError: nobody sits there.

    >>> parse_seat("west", 4), parse_seat("W", 4)
    (3, 3)
    """
    names = _names(players)
    word = text.strip().lower()
    for seat, name in enumerate(names):
        if word == name or (len(word) == 1 and [n[0] for n in names].count(word) == 1 and name[0] == word):
            return seat
    hint = did_you_mean(word[:40], names)
    raise WrongSeatError(f"{text[:40]!r} is no seat at a table of {players}: {hint}seats are {', '.join(names)}")


def _names(players: int) -> tuple[str, ...]:
    if players not in SEAT_NAMES:
        raise WrongSeatError(f"there is no table of {players}: two to six play")
    return SEAT_NAMES[players]


def step_of(direction: str) -> int:
    """What a turn adds to the seat number: -1 anticlockwise, +1 clockwise."""
    return 1 if direction == "clockwise" else -1


def next_seat(seat: Seat, players: int, direction: str = "anticlockwise") -> Seat:
    """The seat that plays after this one."""
    return (seat + step_of(direction)) % players


def playing_order(first: Seat, players: int, direction: str = "anticlockwise") -> tuple[Seat, ...]:
    """All seats in the order of play from the first one.

    >>> [seat_name(s, 4) for s in playing_order(0, 4)]
    ['north', 'west', 'south', 'east']
    """
    step = step_of(direction)
    return tuple((first + step * i) % players for i in range(players))


def side_of(seat: Seat, partners: bool) -> int:
    """The side a seat plays for: 0 and 1 with partners (who sit opposite), else the seat itself."""
    return seat % 2 if partners else seat
