"""Cut a card out of a picture and straighten it to the shape of a card: the same for training and at the table."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CARD_MM = (57.0, 89.0)
"""Width and height of a Jass card in millimetres (the pack most sold in Switzerland)."""

CROP_WH = (80, 128)
"""Width and height of a crop in pixels: a card with its margin, at about 1.3 pixels a millimetre."""

MARGIN = 0.06
"""Share of the box added on every side, so that a box cut a little short still holds the whole index."""

NARROWEST, WIDEST = 0.45, 0.90
"""Width over height of a box that is still stretched to the card's 0.64: a whole card seen at up to about 45 degrees.
A box outside is a strip or a stub of a covered card; it keeps its scale and is filled up with what lies beside it."""


def crop_quad(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """The four corners that are cut for an oriented box: long side upright, margin added, odd shapes filled up.

    Args:
        corners: (4, 2) corners of the box in order round it, in pixels; they may form any convex quadrilateral.

    Returns:
        (4, 2) corners in the order top left, top right, bottom right, bottom left of the crop (up and down are not told
        apart: a card may stand on its head).
    """
    quad = np.asarray(corners, np.float32).reshape(4, 2)
    first = np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])
    second = np.linalg.norm(quad[2] - quad[1]) + np.linalg.norm(quad[3] - quad[0])
    if first > second:
        quad = np.roll(quad, -1, axis=0)
        first, second = second, first
    if np.cross(np.append(quad[1] - quad[0], 0), np.append(quad[3] - quad[0], 0))[2] < 0:
        quad = quad[[1, 0, 3, 2]]
    shape = first / max(float(second), 1e-6)
    across = max(1.0, NARROWEST / max(float(shape), 1e-6)) + 2 * MARGIN
    along = max(1.0, float(shape) / WIDEST) + 2 * MARGIN
    centre = quad.mean(axis=0)
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    skew = quad - (centre + np.array([-right - down, right - down, right + down, down - right]) / 2)
    right, down = right * across, down * along
    grown = np.array([-right - down, right - down, right + down, down - right])
    cut: NDArray[np.float32] = (centre + grown / 2 + skew).astype(np.float32)
    return cut


def cut_crops(
    picture: NDArray[np.uint8], boxes: NDArray[np.float32], size_wh: tuple[int, int] = CROP_WH
) -> NDArray[np.uint8]:
    """Straightened crops (n, height, width, 3) of boxes, from a (h, w, 3) picture and (n, 4, 2) corners in pixels."""
    width, height = size_wh
    crops = np.empty((len(boxes), height, width, 3), np.uint8)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    for crop, box in zip(crops, boxes, strict=True):
        quad = crop_quad(box)
        shrink = max(1.0, float(np.linalg.norm(quad[3] - quad[0])) / height)
        source = picture
        if shrink >= 2.0:  # warping straight from a large card would skip pixels: shrink its surroundings first
            x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 2, 0)
            x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 3, picture.shape[1::-1])
            if x1 <= x0 or y1 <= y0:
                crop[:] = 0
                continue
            source = shrunk(picture[y0:y1, x0:x1], shrink)
            scale = np.array([source.shape[1] / (x1 - x0), source.shape[0] / (y1 - y0)], np.float32)
            quad = (quad - np.array([x0, y0], np.float32)) * scale
        warp = cv2.getPerspectiveTransform(quad, target)
        cv2.warpPerspective(source, warp, size_wh, dst=crop, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return crops


def shrunk(picture: NDArray[np.uint8], times: float) -> NDArray[np.uint8]:
    """A picture made smaller so many times, each pixel the mean of those it stands for."""
    small: NDArray[np.uint8] = np.asarray(
        cv2.resize(picture, None, fx=1 / times, fy=1 / times, interpolation=cv2.INTER_AREA), np.uint8
    )
    return small
