"""What of a card can be seen: the tight box of its visible part in the card's own axes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from jassvision.datasets.arrays import Image
from jassvision.datasets.camera import Matrix, to_pixels
from numpy.typing import NDArray

LEAST_VISIBLE = 0.08
"""Share of a card below which it is not labelled."""

LEAST_SIDE = 6.0
"""Pixels of the shorter side of the visible part below which a card is not labelled."""

CRUMB = 0.02
"""Share of the card below which a piece cut off from the rest does not widen the box."""


@dataclass(frozen=True)
class Seen:
    """The visible part of a card.

    `quad` (4, 2) pixels: the tight box in the card's axes, from its top left corner clockwise; `full` (4, 2): the whole
    card; `visible`: share of the card that is seen; `map` (rows, columns): which cells of the flat card are seen.
    """

    quad: NDArray[np.float64]
    full: NDArray[np.float64]
    visible: float
    map: NDArray[np.bool_]

    def moved(self, by: NDArray[np.float64]) -> Seen:
        """The same in a picture whose origin lies elsewhere."""
        return Seen(self.quad + by, self.full + by, self.visible, self.map)


def what_is_seen(
    owners: Image, owner: int, frame: Matrix, corners: NDArray[np.float64], margin: float, length: float
) -> Seen | None:
    """The visible part of the card that owns pixels `owner`; None when too little of it is seen to be labelled.

    Args:
        owners: (h, w) number of the topmost thing at each pixel.
        frame: 3x3 from the card's unit square to pixels.
        corners: (4, 2) pixels of the whole card's corners.
        margin: how far a bent card may reach beyond its unit square.
        length: pixels of the card's long side.
    """
    rows = int(np.clip(length / 1.3, 16, 90))
    columns = max(10, int(rows * 0.64))
    u = np.linspace(-margin, 1 + margin, columns + 1)
    v = np.linspace(-margin * 0.64, 1 + margin * 0.64, rows + 1)
    cells = np.array([[u[1] - u[0], 0, (u[0] + u[1]) / 2], [0, v[1] - v[0], (v[0] + v[1]) / 2], [0, 0, 1.0]])
    look = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]]) @ frame @ cells
    h, w = owners.shape
    grid = cv2.warpPerspective(owners, look, (columns, rows), flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP) == owner
    whole = rows * columns / ((1 + 2 * margin) * (1 + 2 * margin * 0.64))
    visible = float(min(1.0, grid.sum() / whole))
    if visible < LEAST_VISIBLE:
        return None
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(grid.astype(np.uint8), connectivity=4)
    if count > 2:
        areas = stats[1:, cv2.CC_STAT_AREA]
        keep = np.flatnonzero(areas >= max(CRUMB * whole, 0.08 * areas.max())) + 1
        grid = np.isin(pieces, keep)
    across, down = np.flatnonzero(grid.any(axis=0)), np.flatnonzero(grid.any(axis=1))
    x0, x1 = float(u[across[0]]), float(u[across[-1] + 1])
    y0, y1 = float(v[down[0]]), float(v[down[-1] + 1])
    if margin == 0:  # rounded corners never show in the outermost cells: an edge nearly reached is reached
        x0, y0 = (0.0 if x0 < 1.01 / columns else x0), (0.0 if y0 < 1.01 / rows else y0)
        x1, y1 = (1.0 if x1 > 1 - 1.01 / columns else x1), (1.0 if y1 > 1 - 1.01 / rows else y1)
    quad = to_pixels(frame, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
    clipped = np.clip(quad, 0, (w, h))
    sides = np.linalg.norm(clipped - np.roll(clipped, -1, axis=0), axis=1)
    if min(sides[0] + sides[2], sides[1] + sides[3]) / 2 < LEAST_SIDE:
        return None
    skip_x, skip_y = round(margin / (1 + 2 * margin) * columns), round(margin * 0.64 / (1 + 1.28 * margin) * rows)
    return Seen(quad, corners, visible, grid[skip_y : rows - skip_y, skip_x : columns - skip_x])
