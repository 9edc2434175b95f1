"""Was the camera moved? Two pictures of one table at rest are laid over each other again."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

LONGEST = 640
"""Longest side in pixels of the grey pictures that are compared."""

LEAST_SHIFT = 1.5
"""Pixels (of LONGEST) that a corner of the picture has to move before the camera was moved."""

LEAST_MATCHES, LEAST_SHARE = 14, 0.35
"""Points that must agree on a movement, and their share of all that were matched."""

MOST_STRETCH = 1.35
"""A camera that was bumped sees the table no more than this much larger or smaller."""


def grey_of(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A BGR picture (h, w, 3) as the grey picture that `movement` compares."""
    ratio = min(1.0, LONGEST / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)  # type: ignore[return-value]


def slid(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> tuple[float, float, float]:
    """How far one grey picture is shifted against another: x, y in pixels, and how clearly (0 to 1)."""
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F)
    (x, y), clear = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32), window)
    return float(x), float(y), float(clear)


def movement(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The homography (3, 3) that takes pixels of one grey picture to another; None where nothing fits.

    Points (ORB) are matched and a similarity or, with many points, a homography is fitted to most of them (RANSAC);
    where a bare table has too few points, a mere shift is tried.
    """
    found = _by_points(before, now)
    if found is not None:
        return found
    x, y, clear = slid(before, now)
    shift = np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])
    if clear > 0.15 and max(abs(x), abs(y)) < 0.2 * max(before.shape):
        return shift
    return None


def _by_points(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    orb = cv2.ORB.create(nfeatures=800, fastThreshold=8)
    first, marks = orb.detectAndCompute(before, None)
    second, others = orb.detectAndCompute(now, None)
    if marks is None or others is None or len(first) < LEAST_MATCHES or len(second) < LEAST_MATCHES:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(marks, others)
    pairs = [p for p in pairs if p.distance < 50]
    if len(pairs) < LEAST_MATCHES:
        return None
    here = np.array([first[p.queryIdx].pt for p in pairs], np.float32)
    there = np.array([second[p.trainIdx].pt for p in pairs], np.float32)
    similar, agree = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=3.0)
    if similar is None or int(agree.sum()) < max(LEAST_MATCHES, LEAST_SHARE * len(pairs)):
        return None
    stretch = float(np.hypot(similar[0, 0], similar[1, 0]))
    if not 1 / MOST_STRETCH < stretch < MOST_STRETCH:
        return None
    warp = np.vstack([similar, [0.0, 0.0, 1.0]])
    if int(agree.sum()) >= 60:
        full, kept = cv2.findHomography(here, there, cv2.RANSAC, 2.0)
        if full is not None and int(kept.sum()) >= int(agree.sum()):
            warp = full / full[2, 2]
    return np.asarray(warp, np.float64)


def largest_shift(warp: NDArray[np.float64], size_wh: tuple[int, int]) -> float:
    """How far, in pixels, the corner of a picture goes that goes farthest."""
    width, height = size_wh
    ring = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    flat = np.c_[ring, np.ones(4)] @ warp.T
    return float(np.linalg.norm(flat[:, :2] / flat[:, 2:] - ring, axis=1).max())
