"""A close look at the middle of the table: the same network on a part of the picture, where small cards are large.

In a picture that is shrunk as a whole, cards of a heap are two dozen pixels wide and their edges run together; in the
middle alone they are twice as large, for fewer pixels to look at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from jassvision.vision.finder import Finder, Sightings
from jassvision.vision.frames import Frame
from jassvision.vision.overlap import overlaps
from jassvision.vision.table import CARD_M, Table
from numpy.typing import NDArray

CLOSE_SIZE = 320
"""Side in pixels of what the finder looks at in a close look."""

LARGE_CARD = 40.0
"""Short side of a card in the finder's picture of the whole from which a close look shows nothing more."""

LARGEST_CARD = 64.0
"""Short side of a card in the finder's picture of a close look at most: enlarging further adds no detail."""

MOST_RADIUS_M = 0.14
"""Radius of the middle, in metres, that a close look has to hold at most: what lies further out is no heap."""

REACH_SHARE = 0.6
"""Card lengths from the middle of a card to its farthest corner, about: so far its middle is from the rim at least."""

SAME = 0.5
"""Intersection over union from which a card seen from afar is one that the close look has seen as well."""


@dataclass(frozen=True)
class Window:
    """A square part of the picture.

    Attributes:
        left, top, right, bottom: in pixels.
        core: (left, top, right, bottom) of the places where the middle of a card may be that lies inside as a whole.
    """

    left: int
    top: int
    right: int
    bottom: int
    core: tuple[float, float, float, float]

    def holds(self, places: NDArray[np.floating]) -> NDArray[np.bool_]:
        """Whether cards whose middles are at places (..., 2), in pixels, lie inside as a whole."""
        left, top, right, bottom = self.core
        x, y = places[..., 0], places[..., 1]
        found: NDArray[np.bool_] = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
        return found

    def mask(self, shape: tuple[int, ...], ratio: float) -> NDArray[np.bool_]:
        """The core in a picture (h, w, ...) with `ratio` of its pixels for one."""
        inside = np.zeros(shape[:2], np.bool_)
        left, top, right, bottom = (round(side * ratio) for side in self.core)
        inside[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True
        return inside


class Finding(Protocol):
    """What finds cards: `Finder`, or something like it in tests."""

    def find(self, picture: NDArray[np.uint8]) -> Sightings:
        """The cards in a picture."""


class Sight:
    """A finder that looks at the whole picture, closely at the middle, or both.

    Attributes:
        finder: what looks at the whole picture.
        closer: the same network for close looks; None where the finder is of another kind.
    """

    def __init__(self, finder: Finding) -> None:
        self.finder = finder
        self.size: int | None = getattr(finder, "size", None)
        self.closer: Finding | None = None
        if isinstance(finder, Finder):
            self.closer = Finder(CLOSE_SIZE, network=finder.network)

    def window(self, table: Table, radius: float) -> Window | None:
        """Where a close look at a middle of this radius, in metres, would be; None where it shows nothing more."""
        if self.closer is None or self.size is None:
            return None
        return window_of(table, radius, self.size)

    def look(self, frame: Frame, window: Window | None, everywhere: bool) -> Sightings:
        """What is seen in a window and, with `everywhere` or without a window, in the whole picture."""
        close = Sightings.none()
        if window is not None and self.closer is not None:
            close = close_look(self.closer, frame.picture, window)
            if not everywhere:
                return close
        picture, grow = (frame.picture, 1.0) if self.size is None else frame.shrunk(self.size)
        far = self.finder.find(picture)
        if grow != 1.0:
            far = replace(far, corners=far.corners * np.float32(grow))
        return far if window is None else joined(far, close, window)


def window_of(table: Table, radius: float, size: int) -> Window | None:
    """The window of a close look; None where cards are large enough in a picture whose longest side is `size`.

    Args:
        table: the table, its middle where tricks lie.
        radius: of the middle, in metres.
        size: longest side in pixels of what the finder looks at.
    """
    width, height = table.size_wh
    middle = table.pixels(np.zeros(2))
    metre = float(np.sqrt(table.square_metre(np.zeros(2))))
    short, long = (side * metre for side in CARD_M)
    if not np.isfinite(short) or short < 1 or short * size / max(width, height) >= LARGE_CARD:
        return None
    reach = REACH_SHARE * long
    side = max(2 * (min(radius, MOST_RADIUS_M) * metre + reach), CLOSE_SIZE * short / LARGEST_CARD)
    side = round(min(side, width, height))
    left = round(float(np.clip(middle[0] - side / 2, 0, width - side)))
    top = round(float(np.clip(middle[1] - side / 2, 0, height - side)))
    core = (
        left + reach if left > 0 else 0.0,
        top + reach if top > 0 else 0.0,
        left + side - reach if left + side < width else float(width),
        top + side - reach if top + side < height else float(height),
    )
    if core[0] >= core[2] or core[1] >= core[3]:
        return None
    return Window(left, top, left + side, top + side, core)


def joined(far: Sightings, close: Sightings, window: Window) -> Sightings:
    """What two looks have found together: in the window the close look counts, elsewhere the one from afar."""
    if not len(far):
        return close
    far = far[~window.holds(far.corners.mean(axis=1))]
    if len(far) and len(close):
        shared = overlaps(np.concatenate([far.corners, close.corners]))[: len(far), len(far) :]
        far = far[shared.max(axis=1) < SAME]
    both = Sightings(
        np.concatenate([far.corners, close.corners]),
        np.concatenate([far.confidence, close.confidence]),
        np.concatenate([far.kind, close.kind]),
    )
    return both[np.argsort(-both.confidence, kind="stable")]


def close_look(finder: Finding, picture: NDArray[np.uint8], window: Window) -> Sightings:
    """The cards that lie in a window as a whole, in pixels of the picture (h, w, 3) BGR."""
    part = np.ascontiguousarray(picture[window.top : window.bottom, window.left : window.right])
    found = finder.find(part)
    if not len(found):
        return found
    found = replace(found, corners=found.corners + np.array([window.left, window.top], np.float32))
    return found[window.holds(found.corners.mean(axis=1))]
