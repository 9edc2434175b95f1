"""Laying patches over frames: straight on the planes of a YUV 4:2:0 picture, or on a transparent canvas.

A frame never goes to RGB and back: a patch is converted once to the film's own matrix and range, and only its region of
each plane is touched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

import cv2
import numpy as np
from jassvision.tools.replay.patches import Patch
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Planes = tuple[Bytes, Bytes, Bytes]
"""Luma (height, width) and the two colours (height / 2, width / 2)."""

FAINTEST: Final = 0.02
"""Opacity below which nothing is drawn."""

_WEIGHTS: Final = {"601": (0.299, 0.114), "709": (0.2126, 0.0722), "2020": (0.2627, 0.0593)}
"""Shares of red and blue in luma (ITU-R BT.601, 709, 2020)."""


@dataclass(frozen=True, eq=False)
class Layer:
    """A patch at a place, even pixels from the left and from the top, with an opacity of 0 to 1."""

    patch: Patch
    x: int
    y: int
    opacity: float = 1.0


class YuvMixer:
    """Lays patches over YUV 4:2:0 planes of 8 bits.

    Args:
        matrix: `601`, `709` or `2020`; values go from 16 to 235.
    """

    def __init__(self, matrix: str = "709") -> None:
        self.matrix = matrix
        self._known: WeakKeyDictionary[Patch, _YuvPatch] = WeakKeyDictionary()

    def mix(self, planes: Planes, layers: Iterable[Layer]) -> None:
        """Lay patches over the planes, the first one lowest; what sticks out of the frame is cut off."""
        for layer in layers:
            if layer.opacity < FAINTEST:
                continue
            known = self._known.get(layer.patch)
            if known is None:
                known = self._known[layer.patch] = _yuv_patch(layer.patch, self.matrix)
            x, y = layer.x // 2 * 2, layer.y // 2 * 2
            for plane, ink, rest, step in (
                (planes[0], known.y, known.rest, 1),
                (planes[1], known.u, known.rest_small, 2),
                (planes[2], known.v, known.rest_small, 2),
            ):
                _lay(plane, ink, rest, x // step, y // step, layer.opacity)


def mix_bgra(canvas: Bytes, layers: Iterable[Layer]) -> None:
    """Lay patches over a premultiplied BGRA canvas (height, width, 4)."""
    for layer in layers:
        if layer.opacity >= FAINTEST:
            rest = np.repeat(255 - layer.patch.bgra[..., 3:], 4, axis=2)
            _lay(canvas, layer.patch.bgra, rest, layer.x, layer.y, layer.opacity)


def straight(canvas: Bytes) -> Bytes:
    """A premultiplied BGRA canvas with straight alpha, as PNG and WebM want it."""
    alpha = canvas[..., 3:].astype(np.float32)
    found = canvas.copy()
    found[..., :3] = np.clip(canvas[..., :3] * (255 / np.maximum(alpha, 1)) + 0.5, 0, 255).astype(np.uint8)
    return found


@dataclass(frozen=True, eq=False)
class _YuvPatch:
    y: Bytes
    u: Bytes
    v: Bytes
    rest: Bytes
    rest_small: Bytes


def _yuv_patch(patch: Patch, matrix: str) -> _YuvPatch:
    red_share, blue_share = _WEIGHTS[matrix]
    blue, green, red, alpha = (patch.bgra[..., i].astype(np.float32) for i in range(4))
    luma = red_share * red + (1 - red_share - blue_share) * green + blue_share * blue
    y = luma * (219 / 255) + alpha * (16 / 255)
    u = (224 / 255) * (blue - luma) / (2 * (1 - blue_share))
    v = (224 / 255) * (red - luma) / (2 * (1 - red_share))
    half = (patch.bgra.shape[1] // 2, patch.bgra.shape[0] // 2)
    alpha_small, u_small, v_small = (cv2.resize(p, half, interpolation=cv2.INTER_AREA) for p in (alpha, u, v))
    grey = alpha_small * (128 / 255)
    return _YuvPatch(
        _bytes(y), _bytes(u_small + grey), _bytes(v_small + grey), _bytes(255 - alpha), _bytes(255 - alpha_small)
    )


def _bytes(values: object) -> Bytes:
    return np.clip(np.asarray(values) + 0.5, 0, 255).astype(np.uint8)


def _lay(plane: Bytes, ink: Bytes, rest: Bytes, x: int, y: int, opacity: float) -> None:
    """`plane = plane * rest / 255 + ink` in the region of the patch, faded by the opacity."""
    height, width = ink.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(plane.shape[1], x + width), min(plane.shape[0], y + height)
    if x0 >= x1 or y0 >= y1:
        return
    ink = ink[y0 - y : y1 - y, x0 - x : x1 - x]
    rest = rest[y0 - y : y1 - y, x0 - x : x1 - x]
    if opacity < 1.0:
        ink = cv2.convertScaleAbs(ink, alpha=opacity)  # type: ignore[assignment]
        rest = cv2.convertScaleAbs(rest, alpha=opacity, beta=255 * (1 - opacity))  # type: ignore[assignment]
    spot = plane[y0:y1, x0:x1]
    spot[:] = cv2.add(cv2.multiply(spot, rest, scale=1 / 255), ink)
