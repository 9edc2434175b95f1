"""Is the camera still where it was, and does it see anything? Bumps, darkness, a covered lens."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from jassvision.vision.frames import Frame
from jassvision.vision.motion import Motion, MotionGate, change_of, light_gain, with_gain
from jassvision.vision.observations import Disturbed, Observation
from jassvision.vision.registration import LEAST_SHIFT, grey_of, largest_shift, movement
from jassvision.vision.track import Track
from numpy.typing import NDArray

DARK = 44.0
"""Brightness, of 255, of the lightest things in a picture below which nothing can be seen; video black is 16."""

DIMMED = 0.7
"""Light, as a share of the strongest so far, above which it is the table that is black, and nothing lies on it."""

STILL_SHARE, FEWEST_STEPS = 0.02, 150
"""Share of the pictures in which nothing moves below which the camera itself never stood still, and of how many: at a
table it is about half, and hands rest even in the briskest game."""

COVERED_SHARE, COVERED_SECONDS = 0.75, 1.4
"""Share of the picture that is not the table, and for how long, until the view counts as covered."""

COVERED_EVERY = 0.4
"""Time between two checks whether the view is covered."""

QUIET_SECONDS = 0.25
"""How long all has to be still before the camera's place is checked."""

EDGE = 18.0
"""Step of brightness between neighbours in the small picture that makes an edge."""

FEWEST_EDGES = 60
"""Pixels on edges, apart from cards and hands, that tell whether the camera has moved."""

STAYING = 0.55
"""Share of the edges that have to stay where they were for the camera to count as unmoved."""

BETTER = 0.6
"""A movement of the camera has to explain the picture so much better than none (ratio of mean differences)."""


class Steadiness:
    """Watches the camera itself.

    Attributes:
        blind: whether nothing can be seen now: dark, covered, or the picture no longer fits the table.
    """

    def __init__(self) -> None:
        self.blind = False
        self._why = ""
        self._small: NDArray[np.uint8] | None = None
        self._grey: NDArray[np.uint8] | None = None
        self._settled = True
        self._strange_since: float | None = None
        self._checked_at = -1.0
        self._light: float | None = None
        self._steps = self._still = 0

    @property
    def restless(self) -> bool:
        """Whether something moved in all pictures so far: then nobody held the camera still."""
        return self._steps >= FEWEST_STEPS and self._still < STILL_SHARE * self._steps

    @property
    def strange(self) -> bool:
        """Whether most of the picture is not the table: then it must not be taken for it, however still it is."""
        return self._strange_since is not None

    @property
    def strange_since(self) -> float | None:
        """Since when most of the picture has not been the table."""
        return self._strange_since

    def accept(self) -> None:
        """Take what is to be seen now for the table from now on."""
        self.blind, self._why, self._strange_since, self._small = False, "", None, None

    def step(
        self,
        frame: Frame,
        small: NDArray[np.uint8],
        motion: Motion,
        gate: MotionGate,
        bare: NDArray[np.uint8] | None,
        cards: Sequence[Track],
    ) -> tuple[NDArray[np.float64] | None, list[Observation]]:
        """Look at a picture that the gate has compared.

        Returns:
            The homography (3, 3) by which all pixels have moved, if the camera was moved, and what is to be told.
        """
        found: list[Observation] = []
        time = motion.time
        self._steps += 1
        self._still += not motion.share
        if motion.share:
            self._settled = False
        if self._is_dark(motion, gate):
            if self._why != "dark":
                self.blind, self._why = True, "dark"
                found.append(Disturbed("dark", time, "It is too dark to see the cards."))
            return None, found
        if self._why == "dark":
            self.blind, self._why = False, ""
            gate.restart(small, time)
            found.append(Disturbed("recovered", time, "It is light again."))
        found += self._covered(small, bare, time)
        if self.blind or self._settled or motion.quiet < QUIET_SECONDS:
            return None, found
        self._settled = True
        warp = self._moved(frame, small, cards)
        if warp is not None:
            far = largest_shift(warp, frame.size_wh)
            found.append(Disturbed("bumped", time, f"The camera was moved by {far:.0f} pixels."))
            found.append(Disturbed("recovered", time, "The table was found again."))
        self._small, self._grey = small, grey_of(frame.picture)
        return warp, found

    @staticmethod
    def warped(
        bare: NDArray[np.uint8], warp: NDArray[np.float64], ratio: float, now: NDArray[np.uint8]
    ) -> NDArray[np.uint8]:
        """The bare table after the camera was moved; what has come into view is taken from the picture now."""
        shrink = np.diag([ratio, ratio, 1.0])
        there = shrink @ warp @ np.linalg.inv(shrink)
        size = (bare.shape[1], bare.shape[0])
        moved = cv2.warpPerspective(bare, there, size, flags=cv2.INTER_LINEAR)
        inside = cv2.warpPerspective(np.full(bare.shape[:2], 255, np.uint8), there, size) > 250
        return np.where(inside[..., None], moved, now).astype(np.uint8)

    def _is_dark(self, motion: Motion, gate: MotionGate) -> bool:
        if motion.brightest >= DARK:
            self._light = max(self._light or 0.0, gate.light)
            return False
        return self._light is None or gate.light < DIMMED * self._light

    def _covered(self, small: NDArray[np.uint8], bare: NDArray[np.uint8] | None, time: float) -> list[Observation]:
        if bare is None or 0 <= time - self._checked_at < COVERED_EVERY:
            return []
        self._checked_at = time
        lit = with_gain(bare, light_gain(bare, small))
        strange = float((change_of(lit[::2, ::2], small[::2, ::2]) > 25).mean()) >= COVERED_SHARE
        if not strange:
            self._strange_since = None
            if self._why == "covered":
                self.blind, self._why = False, ""
                return [Disturbed("recovered", time, "The table is in view again.")]
            return []
        if self._strange_since is None:
            self._strange_since = time
        if self._why != "covered" and time - self._strange_since >= COVERED_SECONDS:
            self.blind, self._why = True, "covered"
            return [Disturbed("covered", time, "Something covers the view, or the camera looks elsewhere.")]
        return []

    def _moved(self, frame: Frame, small: NDArray[np.uint8], cards: Sequence[Track]) -> NDArray[np.float64] | None:
        before, grey = self._small, self._grey
        if before is None or grey is None or before.shape != small.shape:
            return None
        before = with_gain(before, light_gain(before, small))
        apart = np.ones(small.shape[:2], np.uint8)
        ratio = small.shape[1] / frame.size_wh[0]
        for track in cards:
            middle = track.middle
            ring = (middle + (track.corners - middle) * 1.3) * ratio
            cv2.fillConvexPoly(apart, np.round(ring).astype(np.int32), 0)
        edges = (_slope(before[..., 0]) > EDGE) & apart.astype(np.bool_)
        change = change_of(before, small)
        if int(edges.sum()) < FEWEST_EDGES or float((change[edges] < 13).mean()) >= STAYING:
            return None
        now = grey_of(frame.picture)
        warp = movement(grey, now)
        if warp is None:
            return None
        grow = np.diag([frame.size_wh[0] / grey.shape[1]] * 2 + [1.0])
        if largest_shift(warp, (grey.shape[1], grey.shape[0])) < LEAST_SHIFT:
            return None
        full = grow @ warp @ np.linalg.inv(grow)
        guess = self.warped(before, full, ratio, small)
        if float(change_of(guess, small).mean()) > BETTER * float(change.mean()):
            return None
        return np.asarray(full, np.float64)


def _slope(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    values = grey.astype(np.float32)
    across, down = cv2.Sobel(values, cv2.CV_32F, 1, 0), cv2.Sobel(values, cv2.CV_32F, 0, 1)
    return ((np.abs(across) + np.abs(down)) / 4).astype(np.float32)
