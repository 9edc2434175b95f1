"""Shrink a decoded picture without converting all of it: straight from its planes of brightness and colour."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

PLANAR: Final = ("yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuv444p", "yuvj444p")
"""Formats whose three planes hold eight bits a pixel."""

PAIRED: Final = ("nv12",)
"""Formats with one plane of brightness and one that holds both colours in turn."""


def small_planes(raw: Any, width: int, height: int) -> NDArray[np.uint8]:
    """A decoded picture as (height, width, 3) YCbCr, eight bits, averaged down to that size.

    Args:
        raw: a PyAV video frame of any format.
    """
    name = raw.format.name
    if name in PLANAR:
        planes = [_plane(raw, number, 1) for number in range(3)]
    elif name in PAIRED:
        both = _plane(raw, 1, 2)
        planes = [_plane(raw, 0, 1), both[..., 0], both[..., 1]]
    else:
        plain = raw.reformat(width=width, height=height, format="yuv444p", interpolation="AREA")
        planes = [_plane(plain, number, 1) for number in range(3)]
    return np.dstack([_shrunk(plane, width, height) for plane in planes])


def _plane(raw: Any, number: int, channels: int) -> NDArray[np.uint8]:
    """A plane as an array that shares its memory."""
    plane = raw.planes[number]
    rows = np.frombuffer(plane, np.uint8)[: plane.line_size * plane.height].reshape(plane.height, plane.line_size)
    if channels == 1:
        return rows[:, : plane.width]
    return rows[:, : plane.width * channels].reshape(plane.height, plane.width, channels)


def _shrunk(plane: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    if plane.shape == (height, width):
        return plane
    shrinks = plane.shape[1] >= width and plane.shape[0] >= height
    way = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    small: NDArray[np.uint8] = cv2.resize(np.ascontiguousarray(plane), (width, height), interpolation=way)  # type: ignore[assignment]
    return small
