"""Which of the boxes that were found belongs to which of those that are labelled."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

LEAST_OVERLAP: Final = 0.5
"""Intersection over union from which a box counts as the one that is labelled, as in PASCAL VOC."""


def hull_overlaps(boxes: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Intersection over union (n, m) of the upright hulls of boxes (n, 4, 2) and of other boxes (m, 4, 2).

    >>> square = np.array([[[0, 0], [2, 0], [2, 2], [0, 2]]], np.float32)
    >>> float((7 * hull_overlaps(square, square + np.float32(1))[0, 0]).round(3))
    1.0
    """
    low_a, high_a = boxes.min(axis=1)[:, None], boxes.max(axis=1)[:, None]
    low_b, high_b = others.min(axis=1)[None], others.max(axis=1)[None]
    shared = np.prod(np.maximum(np.minimum(high_a, high_b) - np.maximum(low_a, low_b), 0), axis=2)
    area_a, area_b = np.prod(high_a - low_a, axis=2), np.prod(high_b - low_b, axis=2)
    found: NDArray[np.float32] = (shared / np.maximum(area_a + area_b - shared, 1e-6)).astype(np.float32)
    return found


def partners(overlap: NDArray[np.float32], least: float = LEAST_OVERLAP) -> list[int | None]:
    """For each of n boxes in order the one of m others that it overlaps most, each used once; None below `least`.

    >>> partners(np.array([[0.9, 0.6], [0.8, 0.55], [0.7, 0.1]]))
    [0, 1, None]
    """
    free = np.ones(overlap.shape[1], np.bool_)
    found: list[int | None] = []
    for row in overlap:
        fits = np.where(free, row, 0)
        best = int(fits.argmax()) if len(fits) else -1
        if best < 0 or fits[best] < least:
            found.append(None)
            continue
        free[best] = False
        found.append(best)
    return found
