"""What the eyes tell the decoder: cards that came to rest, cards taken back, sweeps, hands shown, and disturbances.

Times are seconds in the film. Likelihoods are natural logarithms. Faces are in the order of `rules.cards.CARDS`
(which is that of `faces.CODES`): the pack on the table has been decided before. Observations come in the order in which
they were understood, which may be a little after the time they carry.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

ShownKind: TypeAlias = Literal["weis", "open", "rest"]
"""A fan that was shown and taken back, cards lying face up before a seat, all the rest laid at once."""

DisturbanceKind: TypeAlias = Literal["bumped", "dark", "covered", "lost", "recovered", "damaged"]


@dataclass(frozen=True, eq=False)
class SeenCard:
    """A card came to rest in the middle of the table.

    Attributes:
        track: number of the card's track; no two cards of a film share one.
        time: when it came to rest, in seconds.
        seat_logp: how well each seat fits the place and the way the card came, (players,).
        face_logp: all readings so far, (36,), normalised.
        corners: (4, 2), in pixels of the picture, in order round the card.
        place: its middle, in metres on the table.
        reads: number of readings behind `face_logp`.
        certain: a person said that this is a play. A seat or face that then has (nearly) all the probability was said,
            too: nothing is left to chance there, as it is with what eyes see.
    """

    track: int
    time: float
    seat_logp: tuple[float, ...]
    face_logp: NDArray[np.float64]
    corners: NDArray[np.float64]
    place: tuple[float, float]
    reads: int
    certain: bool = False


@dataclass(frozen=True, eq=False)
class Reread:
    """A card seen before was read again: `face_logp` (36,) takes the place of what was said of it.

    With `certain` a person read it: see `SeenCard`. What a person said is not changed by later readings.
    """

    track: int
    time: float
    face_logp: NDArray[np.float64]
    certain: bool = False


@dataclass(frozen=True)
class Withdrawn:
    """A single card was taken back into a hand, not swept with the trick; `certain`: a person said it is no play."""

    track: int
    time: float
    certain: bool = False


@dataclass(frozen=True)
class Swept:
    """A trick was taken away.

    Attributes:
        time_first: when it began to move, in seconds.
        time_last: when it was gone.
        seat_logp: who took it, (players,); flat where that is not known.
        tracks: the cards that were taken away.
        certain: a person said that the trick ended here; a seat with all the probability is who won it.
    """

    time_first: float
    time_last: float
    seat_logp: tuple[float, ...]
    tracks: tuple[int, ...]
    certain: bool = False


@dataclass(frozen=True, eq=False)
class ShownHand:
    """Cards of a hand that are known without having been played.

    Attributes:
        seat_logp: whose they are, (players,).
        time: when they were seen best, in seconds.
        faces_logp: each card's readings, (36,) each.
        kind: a Weis shown as a fan, cards lying open before a seat, or all the rest laid at once.
    """

    seat_logp: tuple[float, ...]
    time: float
    faces_logp: tuple[NDArray[np.float64], ...]
    kind: ShownKind


@dataclass(frozen=True)
class Disturbed:
    """Something that keeps the eyes from seeing, or the end of it (`recovered`)."""

    kind: DisturbanceKind
    time: float
    note: str = ""


@dataclass(frozen=True)
class Ended:
    """The film is over; `notes` are things a person should know about it (a damaged file, say).

    `problem` is a sentence that says why the result is worth nothing (no card seen, both packs in one film), or empty.
    """

    time: float
    notes: tuple[str, ...] = field(default=())
    problem: str = ""


Observation: TypeAlias = SeenCard | Reread | Withdrawn | Swept | ShownHand | Disturbed | Ended
"""Anything that the eyes tell."""
