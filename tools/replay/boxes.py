"""Boxes in the picture, and what of them lies on each other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Points or vectors in pixels, (n, 2) or (2,)."""

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def around(points: Points) -> Box:
    """The box round some points."""
    low, size = points.min(axis=0), np.ptp(points, axis=0)
    return float(low[0]), float(low[1]), float(size[0]), float(size[1])


def shared_pixels(box: Box, other: Box) -> float:
    """Pixels that two boxes have in common."""
    across = min(box[0] + box[2], other[0] + other[2]) - max(box[0], other[0])
    down = min(box[1] + box[3], other[1] + other[3]) - max(box[1], other[1])
    return max(0.0, across) * max(0.0, down)


def patch_box(points: Points, margin: int) -> tuple[int, int, int, int]:
    """Left, top (even), width and height of a box round points."""
    low = np.floor(points.min(axis=0)).astype(int) - margin
    high = np.ceil(points.max(axis=0)).astype(int) + margin
    x, y = int(low[0]) // 2 * 2, int(low[1]) // 2 * 2
    return x, y, int(high[0]) - x, int(high[1]) - y
