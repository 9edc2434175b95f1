"""The small picture at one time, and how cards and places look in it: new, moving, as they did, like the bare table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from jassvision.vision.card_boxes import Corners, share_of
from jassvision.vision.motion import change_of, with_gain
from jassvision.vision.track import Track
from numpy.typing import NDArray

CHANGED = 13.0
"""Change of a pixel from which a card does not look as it did."""

CHANGED_SHARE = 0.38
"""Share of changed pixels up to which a card still lies where it lay."""

QUIET_SECONDS = 0.13
"""How long a place has to be without motion before what is seen there counts."""

OPEN_PART = 0.88
"""A card is compared within a box smaller by this factor: its rim may lie a pixel beside."""

WHOLE_SHARE = 0.8
"""Share of a card that has to be open for its crop to be its own."""

FEWEST_PIXELS = 12
"""Pixels of a card that must be open in the small picture to tell whether it is there."""


@dataclass(frozen=True, eq=False)
class SmallView:
    """What the small picture shows.

    Attributes:
        small, bare: (h, w, 3) YCbCr, now and as the bare table looks.
        moved_at: (h, w) seconds at which each pixel last moved.
        light: strength of the light.
        time: seconds in the film.
        ratio: small pixels for one pixel of the picture.
    """

    small: NDArray[np.uint8]
    bare: NDArray[np.uint8]
    moved_at: NDArray[np.float32]
    light: float
    time: float
    ratio: float

    def moving_share(self, corners: Corners) -> float:
        """Share of a card's pixels that moved within QUIET_SECONDS."""
        x0, y0, x1, y1 = self.window(corners)
        mask = box_mask(corners, self.ratio, (x0, y0, x1, y1))
        return share_of((self.time - self.moved_at[y0:y1, x0:x1] < QUIET_SECONDS)[mask])

    def new_share(self, corners: Corners) -> float:
        """Share of a box in which the picture differs from the bare table."""
        x0, y0, x1, y1 = self.window(corners)
        mask = box_mask(corners, self.ratio, (x0, y0, x1, y1))
        return share_of(change_of(self.bare[y0:y1, x0:x1], self.small[y0:y1, x0:x1])[mask] > CHANGED)

    def still_since(self, corners: Corners) -> float | None:
        """When half of a card's pixels had come to rest; None where none of them is in the picture."""
        x0, y0, x1, y1 = self.window(corners)
        mask = box_mask(corners, self.ratio, (x0, y0, x1, y1))
        return float(np.median(self.moved_at[y0:y1, x0:x1][mask])) if mask.any() else None

    def memorise(self, track: Track, lying: list[Track]) -> None:
        """Keep how a card looks where it lies, among all that lie."""
        x0, y0, x1, y1 = self.window(track.corners)
        track.corner, track.look, track.light = (x0, y0), self.small[y0:y1, x0:x1].copy(), self.light
        open_up(track, lying, self.ratio)

    def changed_share(self, track: Track) -> float:
        """Share of the open part of a card that does not look as it did; 0 where it is covered."""
        if track.look is None or track.open is None or is_covered(track):
            return 0.0
        as_lit = abs(self.light / track.light - 1) < 0.01
        before = track.look if as_lit else with_gain(track.look, self.light / track.light)
        return share_of(change_of(before, self._cut(track, self.small))[track.open] > CHANGED)

    def bare_share(self, track: Track) -> float:
        """Share of the open part of a card that looks like the bare table."""
        assert track.open is not None
        return share_of(change_of(self._cut(track, self.bare), self._cut(track, self.small))[track.open] < CHANGED)

    def stirred_share(self, track: Track) -> float:
        """Share of the open part of a card that moved within QUIET_SECONDS."""
        assert track.open is not None
        x0, y0 = track.corner
        height, width = track.open.shape
        moved = self.time - self.moved_at[y0 : y0 + height, x0 : x0 + width] < QUIET_SECONDS
        return share_of(moved[track.open])

    def readable(self, track: Track) -> bool:
        """Whether a lying card can be read where it lies: open, at rest, and looking as it did."""
        return (
            is_whole(track, self.ratio)
            and self.moving_share(track.corners) < 0.05
            and self.changed_share(track) < CHANGED_SHARE / 2
        )

    def window(self, corners: Corners) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the part of the small picture that holds a card."""
        height, width = self.moved_at.shape
        low = np.floor(corners.min(axis=0) * self.ratio).astype(int) - 1
        high = np.ceil(corners.max(axis=0) * self.ratio).astype(int) + 2
        x0, y0 = np.clip(low, 0, [width - 1, height - 1])
        x1, y1 = np.clip(high, [x0 + 1, y0 + 1], [width, height])
        return int(x0), int(y0), int(x1), int(y1)

    @staticmethod
    def _cut(track: Track, small: NDArray[np.uint8]) -> NDArray[np.uint8]:
        assert track.look is not None
        x0, y0 = track.corner
        height, width = track.look.shape[:2]
        return small[y0 : y0 + height, x0 : x0 + width]


def is_covered(track: Track) -> bool:
    """Whether too little of a lying card is open to tell anything of it."""
    return track.open is not None and int(np.count_nonzero(track.open)) < FEWEST_PIXELS


def is_whole(track: Track, ratio: float) -> bool:
    """Whether little enough of a card is covered by others for its crop to be its own."""
    if track.open is None:
        return True
    x0, y0 = track.corner
    height, width = track.open.shape
    full = box_mask(track.corners, ratio, (x0, y0, x0 + width, y0 + height), OPEN_PART)
    return int(np.count_nonzero(track.open)) >= WHOLE_SHARE * int(np.count_nonzero(full))


def open_up(track: Track, lying: list[Track], ratio: float) -> None:
    """Work out which part of a card no other of those that lie covers."""
    assert track.look is not None
    x0, y0 = track.corner
    height, width = track.look.shape[:2]
    window = (x0, y0, x0 + width, y0 + height)
    track.open = box_mask(track.corners, ratio, window, OPEN_PART)
    for other in lying:
        if other.layer > track.layer and np.linalg.norm(other.middle - track.middle) < track.length * 1.5:
            track.open &= ~box_mask(other.corners, ratio, window, 1.1)


def box_mask(
    corners: Corners, ratio: float, window: tuple[int, int, int, int], share: float = 1.0
) -> NDArray[np.bool_]:
    """The pixels of a card, shrunk or grown about its middle, in a window of the small picture."""
    x0, y0, x1, y1 = window
    middle = corners.mean(axis=0)
    ring = ((middle + (corners - middle) * share) * ratio - np.array([x0, y0])) * 16
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round(ring).astype(np.int32), 1, shift=4)
    return mask.astype(np.bool_)
