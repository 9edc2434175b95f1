"""How things move over a table: spots, glides between them as hands make them, and the tracks of cards and hands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np


@dataclass(frozen=True)
class Spot:
    """Where a flat thing lies: centre in millimetres (x right, y towards the south seat), turn in degrees clockwise.

    A card with turn 0 has its top away from the south seat. `lift` is its height over the table in millimetres, `flip`
    runs from 0 (face up) to 1 (face down).
    """

    x: float
    y: float
    turn: float = 0.0
    lift: float = 0.0
    flip: float = 0.0

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> Spot:
        """The spot shifted along the table's axes and turned."""
        return replace(self, x=self.x + dx, y=self.y + dy, turn=self.turn + turn)

    def within(self, dx: float, dy: float) -> tuple[float, float]:
        """Table coordinates of a point given in the thing's own axes (right, down)."""
        c, s = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        return (float(self.x + c * dx - s * dy), float(self.y + s * dx + c * dy))


@dataclass(frozen=True)
class Glide:
    """A movement from `origin` to `goal` between two times in seconds.

    Speed rises and falls as that of a reaching hand (minimum jerk; Flash and Hogan 1985); `bow` millimetres of curve to
    the side, `arch` millimetres of extra height midway; `swift_end` leaves the goal at full speed (out of the picture).
    """

    start: float
    stop: float
    origin: Spot
    goal: Spot
    bow: float = 0.0
    arch: float = 0.0
    swift_end: bool = False

    def at(self, time: float) -> Spot:
        """The spot at a time; the ends outside."""
        share = float(np.clip((time - self.start) / max(self.stop - self.start, 1e-6), 0.0, 1.0))
        way = share * share * (1.6 - 0.6 * share) if self.swift_end else share**3 * (10 + share * (6 * share - 15))
        a, b = self.origin, self.goal
        side = self.bow * np.sin(np.pi * way)
        dx, dy = b.x - a.x, b.y - a.y
        long = max(float(np.hypot(dx, dy)), 1e-6)
        return Spot(
            float(a.x + dx * way - dy / long * side),
            float(a.y + dy * way + dx / long * side),
            float(a.turn + (b.turn - a.turn) * way),
            float(a.lift + (b.lift - a.lift) * way + self.arch * np.sin(np.pi * way)),
            float(a.flip + (b.flip - a.flip) * way),
        )


@dataclass(frozen=True)
class Track:
    """One card while it is to be seen: it comes with the first glide, rests between glides, and stays until `gone`.

    Attributes:
        name: code of the card.
        glides: in the order of time, not overlapping.
        levels: for each glide the height in the heap that the card has from its start on; higher lies on top.
        gone: seconds at which it is no longer to be seen.
    """

    name: str
    glides: tuple[Glide, ...]
    levels: tuple[int, ...]
    gone: float = np.inf

    def glide_at(self, time: float) -> int:
        """Number of the last glide that has begun; -1 before the card comes."""
        count = sum(glide.start <= time for glide in self.glides)
        return count - 1 if time < self.gone else -1

    def is_moving(self, time: float) -> bool:
        """Whether it is on its way at a time."""
        k = self.glide_at(time)
        return k >= 0 and time < self.glides[k].stop


@dataclass(frozen=True)
class Reach:
    """One coming and going of a hand.

    Attributes:
        seat: whose hand.
        pose: "pinch" (holds or picks up a card) or "flat" (sweeps).
        glides: where the fingertips are, from the first to the last moment the hand can be seen.
    """

    seat: int
    pose: str
    glides: tuple[Glide, ...]

    @property
    def start(self) -> float:
        """Seconds at which the hand starts to come."""
        return self.glides[0].start

    @property
    def stop(self) -> float:
        """Seconds at which it is gone."""
        return self.glides[-1].stop

    def at(self, time: float) -> Spot:
        """Where the fingertips are."""
        for glide, following in pairwise(self.glides):
            if time < following.start:
                return glide.at(time)
        return self.glides[-1].at(time)
