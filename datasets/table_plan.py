"""Where things are on a filmed table: how far each seat's side is to be seen, where cards are laid and piles grow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jassvision.datasets.camera import Camera, to_pixels
from jassvision.datasets.gestures import Spot

CARD_MM = (57.0, 89.0)
"""A Jass card."""

OUTSIDE_MM = 150.0
"""How far beyond the rim of the picture hands come from, so that neither they nor their cards show."""

TOWARDS = {"north": (0.0, -1.0), "east": (1.0, 0.0), "south": (0.0, 1.0), "west": (-1.0, 0.0)}
TURNS = {"north": 180.0, "east": -90.0, "south": 0.0, "west": 90.0}
"""Turn of a card that lies upright for the player."""


@dataclass(frozen=True)
class Place:
    """A seat as the table sees it: the way out to the player, his right hand, and millimetres to the picture's rim."""

    name: str
    out: tuple[float, float]
    right: tuple[float, float]
    turn: float
    reach: float

    def spot(self, out: float, right: float, turn: float = 0.0) -> Spot:
        """A spot `out` millimetres from the middle towards the player and `right` to his right."""
        x = self.out[0] * out + self.right[0] * right
        y = self.out[1] * out + self.right[1] * right
        return Spot(x, y, self.turn + turn)

    @property
    def shoulder(self) -> tuple[float, float]:
        """Where the arm comes from."""
        spot = self.spot(self.reach + 420.0, 110.0)
        return (spot.x, spot.y)


def places_of(names: tuple[str, ...], camera: Camera) -> tuple[Place, ...]:
    """The seats as a camera sees them."""
    found = []
    for name in names:
        dx, dy = TOWARDS[name]
        found.append(Place(name, (dx, dy), (dy, -dx), TURNS[name], sight(camera, (dx, dy))))
    return tuple(found)


def pile_place(place: Place, players: int = 4) -> Spot:
    """Where a seat's tricks lie face down: to the player's right, off the middle; beside the nine piles of two."""
    if players == 2:
        return place.spot(min(0.78 * place.reach, 205.0), 235.0)
    out = float(np.clip(0.74 * place.reach, 140, 330))
    return place.spot(out, float(np.clip(0.55 * out, 105, 170)))


def sight(camera: Camera, way: tuple[float, float]) -> float:
    """Millimetres from the table's middle to the rim of the picture, in a direction."""
    steps = np.arange(20.0, 2500.0, 10.0)
    seen = to_pixels(camera.homography(), np.outer(steps, way))
    width, height = camera.size_wh
    inside = (seen >= 0).all(axis=1) & (seen[:, 0] < width) & (seen[:, 1] < height)
    return float(steps[int(np.argmin(inside))] if not inside.all() else steps[-1])


def in_view(camera: Camera, spot: Spot, margin: float) -> bool:
    """Whether a spot is in the picture, at least `margin` pixels (negative: outside) from its rim."""
    x, y = to_pixels(camera.homography(), np.array([[spot.x, spot.y]]))[0]
    width, height = camera.size_wh
    return bool(margin <= x < width - margin and margin <= y < height - margin)


def card_corners(camera: Camera, spot: Spot, aspect: float = CARD_MM[0] / CARD_MM[1]) -> list[list[float]]:
    """The four corners of a card in pixels, from its own top left corner on round it."""
    h = CARD_MM[1] / 2
    w = h * aspect
    ring = np.array([spot.within(x, y) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))])
    return [[round(float(x), 1), round(float(y), 1)] for x, y in to_pixels(camera.homography(), ring)]
