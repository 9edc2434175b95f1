"""Boxes round cards: their sizes, how they lie to each other, and which of them are only parts or echoes of others."""

from __future__ import annotations

import math
from typing import TypeAlias

import cv2
import numpy as np
from jassvision.vision.finder import Sightings
from jassvision.vision.overlap import intersections, overlaps
from numpy.typing import NDArray

Corners: TypeAlias = NDArray[np.float64]

WHOLE_SHAPE = (0.5, 0.8)
"""Width over height of a box that may be a whole card."""

ECHO = (0.4, 0.25)
"""Confidence below which, and intersection over union from which, a box beside a surer one is its echo, not a card."""

PART = (0.8, 0.93)
"""Share of a box inside a larger one, and its side in sides of that, from which and up to which it is a part of it."""


def echoes(sightings: Sightings, usable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which sightings are weak boxes over surer ones: the finder's second thoughts about one card."""
    weak = np.zeros(len(sightings), np.bool_)
    shared = overlaps(sightings.corners) if len(sightings) else np.zeros((0, 0), np.float32)
    for i in np.flatnonzero(usable & (sightings.confidence < ECHO[0])):
        surer = usable & (sightings.confidence > sightings.confidence[i])
        weak[i] = bool((surer & (shared[i] > ECHO[1])).any())
    return weak


def parts(sightings: Sightings, area: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which sightings lie inside surer boxes that are larger: parts of cards, or what others leave to see of them."""
    shared = intersections(sightings.corners) if len(sightings) else np.zeros((0, 0), np.float32)
    surer = sightings.confidence[None] >= sightings.confidence[:, None]
    inside = shared >= PART[0] * area[:, None]
    found: NDArray[np.bool_] = np.any(surer & inside & (area[:, None] < PART[1] ** 2 * area[None]), axis=1)
    return found


def looks_whole(boxes: Corners) -> NDArray[np.bool_]:
    """Which boxes (n, 4, 2) have about the shape of a card, seen at up to 45 degrees: not stubs under a hand."""
    sides = np.linalg.norm(np.roll(boxes, -1, axis=1) - boxes, axis=2)
    both = np.sort(np.stack([sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]]), axis=0)
    share = both[0] / np.maximum(both[1], 1e-9)
    found: NDArray[np.bool_] = (share >= WHOLE_SHAPE[0]) & (share <= WHOLE_SHAPE[1])
    return found


def length_of(corners: Corners) -> float:
    """The longer side of a box in pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    first = math.hypot(bx - ax, by - ay) + math.hypot(cx - dx, cy - dy)
    second = math.hypot(cx - bx, cy - by) + math.hypot(dx - ax, dy - ay)
    return max(first / 2, second / 2, 1e-6)


def area_of(corners: Corners) -> float:
    """Area of a box in square pixels."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
    return float(abs((cx - ax) * (dy - by) - (dx - bx) * (cy - ay)) / 2)


def distances(places: Corners, place: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distances (n,) of places (n, 2) from one place, in pixels."""
    apart = places - place
    found: NDArray[np.float64] = np.hypot(apart[:, 0], apart[:, 1])
    return found


def share_of(mask: NDArray[np.bool_]) -> float:
    """Share of a mask that is set; 0 where it is empty."""
    return np.count_nonzero(mask) / mask.size if mask.size else 0.0


def turned(first: Corners, second: Corners) -> float:
    """Angle in radians, up to a quarter turn, between the long sides of two boxes."""
    return float(abs((_angle(first) - _angle(second) + np.pi / 2) % np.pi - np.pi / 2))


def _angle(corners: Corners) -> float:
    across, down = corners[1] - corners[0], corners[2] - corners[1]
    side = across if np.linalg.norm(across) > np.linalg.norm(down) else down
    return float(np.arctan2(side[1], side[0]))


def precisely(track: Corners, box: Corners) -> bool:
    """Whether a box is where a card lies, to a tenth of its length and a few degrees."""
    way = float(np.linalg.norm(track.mean(axis=0) - box.mean(axis=0)))
    return way < 0.12 * length_of(track) and turned(track, box) < np.radians(9)


def shared_share(track: Corners, box: Corners) -> tuple[float, float]:
    """Intersection over union of two boxes, and the share of the second that lies in the first."""
    shared, _ = cv2.intersectConvexConvex(track.astype(np.float32), box.astype(np.float32))
    first, second = area_of(track), area_of(box)
    return shared / max(first + second - shared, 1e-6), shared / max(second, 1e-6)
