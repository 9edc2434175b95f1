"""How much oriented boxes overlap, and which of several boxes round one card to keep."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def rectangle_corners(
    x: NDArray[np.float32],
    y: NDArray[np.float32],
    width: NDArray[np.float32],
    height: NDArray[np.float32],
    angle: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Corners (n, 4, 2) in order round rectangles given by centre, sides and angle (radians, from x towards y)."""
    cos, sin = np.cos(angle), np.sin(angle)
    across = np.stack([cos * width, sin * width], -1) / 2
    down = np.stack([-sin * height, cos * height], -1) / 2
    centre = np.stack([x, y], -1)
    corners = [centre - across - down, centre + across - down, centre + across + down, centre - across + down]
    found: NDArray[np.float32] = np.stack(corners, 1).astype(np.float32)
    return found


def areas(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Areas (n,) of convex quadrilaterals (n, 4, 2), in square pixels."""
    x, y = corners[..., 0], corners[..., 1]
    twice = (x * np.roll(y, -1, 1) - np.roll(x, -1, 1) * y).sum(1)
    found: NDArray[np.float32] = (np.abs(twice) / 2).astype(np.float32)
    return found


def intersections(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Areas (n, n) that every two of n convex quadrilaterals (n, 4, 2) share, in square pixels."""
    count = len(corners)
    shared = np.zeros((count, count), np.float32)
    np.fill_diagonal(shared, areas(corners))
    low, high = corners.min(1), corners.max(1)
    near = (low[:, None] < high[None]).all(2) & (high[:, None] > low[None]).all(2)
    for i, j in zip(*np.nonzero(np.triu(near, 1)), strict=True):
        area, _ = cv2.intersectConvexConvex(corners[i], corners[j])
        shared[i, j] = shared[j, i] = max(area, 0.0)
    return shared


def overlaps(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intersection over union (n, n) of every two of n convex quadrilaterals (n, 4, 2)."""
    shared = intersections(corners)
    area = areas(corners)
    found: NDArray[np.float32] = shared / np.maximum(area[:, None] + area[None] - shared, 1e-6)
    return found


def first_of_each(overlap: NDArray[np.float32], most: float) -> NDArray[np.bool_]:
    """Which of n boxes, best first, to keep so that no two of them overlap more than `most`; (n, n) to (n,)."""
    kept = np.ones(len(overlap), np.bool_)
    for i in range(len(overlap)):
        if kept[i]:
            kept[i + 1 :] &= overlap[i, i + 1 :] <= most
    return kept
