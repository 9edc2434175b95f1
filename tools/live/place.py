"""Does the camera still stand where it stood? Told by the edges of the table, apart from cards, hands and arms.

The watcher finds the table again after most bumps and says so. This is for the others: a camera that was turned far,
or stands on another side. It sees a table, but not the one that the game is played on by all that is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

EVERY_SECONDS: Final = 0.2
"""Time between two looks."""

QUIET_SECONDS: Final = 0.25
"""How long a pixel must be still to be compared, and the whole picture before a table is remembered."""

DOUBT_SECONDS: Final = 0.6
"""How long the edges must be elsewhere before the camera counts as moved, or where they were before it is back."""

MOST_DOUBT: Final = 1.4
"""The same where something always moves, so that nobody could look for the table again in a quiet picture."""

TILES: Final = (4, 6)
"""Rows and columns of parts of the picture that are compared each by itself: an arm or a coat hides only some."""

LEAST_OPEN: Final = 0.4
"""Share of a part that must be neither card nor in motion."""

LEAST_EDGES: Final = 1.5
"""Deviation of the steepness (grey values a pixel) in a part that has edges to tell by."""

SAME, OTHER = 0.5, 0.3
"""Correlation of the steepness from which a part shows the same, and up to which it shows something else."""

FEWEST_PARTS: Final = 5
MOST_SHARE: Final = 0.75
"""Parts that must tell, and the share of them that shows something else when the camera was moved."""

MOST_STEEP: Final = 2.5
"""Deviations above the mean of a part's steepness beyond which an edge is no steeper."""

RING: Final = 1.4
"""How much larger than a card what is left out round it."""


class CameraPlace:
    """Remembers how the table looks, and compares.

    Attributes:
        moved: whether the camera was moved.
    """

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """The camera stands well where it stands now."""
        self._steep: NDArray[np.float32] | None = None
        self._open: NDArray[np.bool_] | None = None
        self._looked_at = -EVERY_SECONDS
        self._since: float | None = None
        self._was_quiet = False
        self.moved = False

    @property
    def doubtful(self) -> bool:
        """Whether the edges are elsewhere now, however short."""
        return self.moved or self._since is not None

    def is_due(self, time: float) -> bool:
        """Whether it is time for another look."""
        return not 0 <= time - self._looked_at < EVERY_SECONDS

    def look(
        self,
        small: NDArray[np.uint8],
        time: float,
        moved_at: NDArray[np.float32],
        cards: Iterable[NDArray[np.floating]],
    ) -> None:
        """Look at a picture.

        Args:
            small: (h, w, 3) in YCbCr.
            moved_at: (h, w) seconds at which each pixel last moved.
            cards: (4, 2) corners of each card, in pixels of `small`.
        """
        self._looked_at = time
        quiet = moved_at <= time - QUIET_SECONDS
        still = bool(quiet.all())
        open_now = quiet & _apart(small.shape[:2], cards)
        steep = _steepness(small[..., 0])
        if self._steep is None or self._steep.shape != steep.shape:
            if still:
                self._steep, self._open = steep, open_now
            return
        verdict = self._verdict(steep, open_now)
        if verdict == "unclear":
            return
        if (verdict == "other") == self.moved:
            self._since, self._was_quiet = None, False
            if verdict == "same" and still:
                self._steep, self._open = steep, open_now
            return
        if self._since is None:
            self._since = time
        self._was_quiet |= still
        if time - self._since >= (DOUBT_SECONDS if self._was_quiet else MOST_DOUBT):
            self.moved, self._since, self._was_quiet = not self.moved, None, False

    def _verdict(self, steep: NDArray[np.float32], open_now: NDArray[np.bool_]) -> str:
        before, was_open = self._steep, self._open
        assert before is not None and was_open is not None
        both = was_open & open_now
        found = []
        rows, columns = TILES
        for band in np.array_split(np.arange(steep.shape[0]), rows):
            for strip in np.array_split(np.arange(steep.shape[1]), columns):
                part = slice(band[0], band[-1] + 1), slice(strip[0], strip[-1] + 1)
                there = both[part]
                if there.mean() < LEAST_OPEN:
                    continue
                then, now = before[part][there], steep[part][there]
                if then.std() < LEAST_EDGES or now.std() < LEAST_EDGES:
                    continue  # plain, or something plain is before it
                # one hard edge, such as that of a sheet of paper, must not outweigh all others
                now = np.minimum(now, then.mean() + MOST_STEEP * then.std())
                spread = float(then.std() * now.std())
                alike = float(((then - then.mean()) * (now - now.mean())).mean()) / max(spread, 1e-6)
                found.append(alike)
        if len(found) < FEWEST_PARTS:
            return "unclear"
        other = sum(alike <= OTHER for alike in found) / len(found)
        if other >= MOST_SHARE:
            return "other"
        return "same" if sum(alike >= SAME for alike in found) >= len(found) / 2 else "unclear"


def _steepness(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    values = cv2.GaussianBlur(grey, (3, 3), 0).astype(np.float32)
    across, down = cv2.Sobel(values, cv2.CV_32F, 1, 0), cv2.Sobel(values, cv2.CV_32F, 0, 1)
    return ((np.abs(across) + np.abs(down)) / 4).astype(np.float32)


def _apart(shape: tuple[int, ...], cards: Iterable[NDArray[np.floating]]) -> NDArray[np.bool_]:
    """Where no card lies (h, w)."""
    found = np.ones(shape, np.uint8)
    for corners in cards:
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(found, np.round(middle + (corners - middle) * RING).astype(np.int32), 0)
    return found.astype(np.bool_)
