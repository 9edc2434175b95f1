"""Graphics drawn once: a `Sheet` to draw on, and the `Patch` that comes of it.

A patch is a small premultiplied picture that is laid over many frames; see `jassvision.tools.replay.mixing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

import cv2
import numpy as np
from jassvision.tools.replay.theme import Colour
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

Points = Sequence[Sequence[float]] | NDArray[np.float64] | list[NDArray[np.float64]]
"""Corners (n, 2) in pixels."""

Anchor = Literal["left", "centre", "right"]

REGULAR, MEDIUM, BOLD, BLACK = 400, 500, 650, 800
"""Weights of the built-in font."""

LEAST_TEXT: Final = 9
"""Pixels below which letters cannot be told apart; no text is drawn smaller."""

_FINE: Final = 4
"""Bits of a pixel in which OpenCV takes corners of polygons."""


@dataclass(frozen=True, eq=False)
class Patch:
    """A picture (height, width, 4), BGRA, premultiplied, with even width and height."""

    bgra: Bytes

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.bgra.shape[1], self.bgra.shape[0]


class Sheet:
    """A transparent picture to draw on, with float values of 0 to 1, premultiplied.

    Args:
        font: TrueType file, empty for the built-in font.
    """

    def __init__(self, width: float, height: float, font: str = "") -> None:
        self.width, self.height = max(2, -(-round(width) // 2) * 2), max(2, -(-round(height) // 2) * 2)
        self.pixels: Floats = np.zeros((self.height, self.width, 4), np.float32)
        self.font = font

    def patch(self) -> Patch:
        """What has been drawn."""
        return Patch(np.clip(self.pixels * 255 + 0.5, 0, 255).astype(np.uint8))

    def fill(self, mask: Floats, colour: Colour, strength: float = 1.0, x: int = 0, y: int = 0) -> None:
        """Lay a colour over where a mask (height, width) is; parts outside of the sheet are cut off."""
        self._lay(mask, np.array(colour, np.float32).reshape(1, 1, 3), strength, x, y)

    def _lay(self, mask: Floats, ink: Floats, strength: float, x: int, y: int) -> None:
        """Lay ink (1 or height, 1, 3), 0 to 255, over where a mask is."""
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(self.width, x + mask.shape[1]), min(self.height, y + mask.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        share = mask[y0 - y : y1 - y, x0 - x : x1 - x, None] * np.float32(strength)
        if ink.shape[0] > 1:
            ink = ink[y0 - y : y1 - y]
        spot = self.pixels[y0:y1, x0:x1]
        spot *= 1 - share
        spot[..., :3] += ink * (share / np.float32(255))
        spot[..., 3:] += share

    def panel(
        self,
        box: tuple[float, float, float, float],
        colour: Colour,
        strength: float = 1.0,
        radius: float = 0.0,
        low: Colour | None = None,
    ) -> None:
        """A rectangle (left, top, width, height) with round corners; with `low` its colour runs towards that below."""
        x, y, w, h = box
        left, top = int(np.floor(x)), int(np.floor(y))
        mask = _rounded(int(np.ceil(x + w)) - left, int(np.ceil(y + h)) - top, x - left, y - top, w, h, radius)
        if low is None:
            self.fill(mask, colour, strength, left, top)
            return
        run = np.clip((np.arange(mask.shape[0], dtype=np.float32) + top - y) / max(h, 1), 0, 1)[:, None, None]
        self._lay(mask, (1 - run) * np.array(colour, np.float32) + run * np.array(low, np.float32), strength, left, top)

    def shadow(self, box: tuple[float, float, float, float], radius: float, blur: float, strength: float = 0.5) -> None:
        """A soft dark ground below a panel, a little lower than it."""
        x, y, w, h = box
        y += blur * 0.35
        out = int(np.ceil(blur * 1.5)) + 1
        left, top = int(np.floor(x)) - out, int(np.floor(y)) - out
        wide, high = int(np.ceil(x + w)) - left + out, int(np.ceil(y + h)) - top + out
        mask = _rounded(wide, high, x - left, y - top, w, h, radius)
        soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, blur / 2)), np.float32)
        self.fill(soft, (0, 0, 0), strength, left, top)

    def polygon(self, points: Points, colour: Colour, strength: float = 1.0) -> None:
        """A filled polygon, smooth at its edge."""
        self.fill(polygon_mask(self.width, self.height, points), colour, strength)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: Colour,
        weight: int = MEDIUM,
        anchor: Anchor = "left",
        most: float | None = None,
    ) -> float:
        """Write a line on the base line `y`; returns its width.

        Args:
            size: pixels of the font.
            anchor: which part of the line stands at `x`.
            most: width in pixels beyond which the line is written smaller, and at last cut off with an ellipsis.
        """
        text, size = fitted(text, size, weight, most, self.font)
        wide = text_width(text, size, weight, self.font)
        left = x - (wide / 2 if anchor == "centre" else wide if anchor == "right" else 0)
        mask = _text_mask(text, size, weight, self.font)
        pad = round(size)
        self.fill(mask, colour, x=round(left) - pad, y=round(y) - pad - round(size))
        return wide

    def picture(self, bgra: Bytes, box: tuple[float, float, float, float], strength: float = 1.0) -> None:
        """Lay a picture with straight alpha into (left, top, width, height)."""
        x, y, w, h = (round(v) for v in box)
        if w < 1 or h < 1:
            return
        straight = bgra.astype(np.float32) / 255
        straight[..., :3] *= straight[..., 3:]
        way = cv2.INTER_AREA if w < bgra.shape[1] else cv2.INTER_CUBIC
        small = np.clip(cv2.resize(straight, (w, h), interpolation=way), 0, 1) * np.float32(strength)
        x0, y0, x1, y1 = max(0, x), max(0, y), min(self.width, x + w), min(self.height, y + h)
        if x0 >= x1 or y0 >= y1:
            return
        piece = small[y0 - y : y1 - y, x0 - x : x1 - x]
        spot = self.pixels[y0:y1, x0:x1]
        spot[:] = spot * (1 - piece[..., 3:]) + piece


def polygon_mask(width: int, height: int, points: Points) -> Floats:
    """A polygon as (height, width) in 0 to 1."""
    mask = np.zeros((height, width), np.uint8)
    corners = np.round(np.asarray(points, np.float64) * 2**_FINE).astype(np.int32)
    cv2.fillPoly(mask, [corners.reshape(-1, 1, 2)], (255,), cv2.LINE_AA, _FINE)
    return np.asarray(mask / np.float32(255), np.float32)


def line_mask(width: int, height: int, points: Points, thick: int, closed: bool = True) -> Floats:
    """A line through points as (height, width) in 0 to 1."""
    mask = np.zeros((height, width), np.uint8)
    corners = np.round(np.asarray(points, np.float64) * 2**_FINE).astype(np.int32)
    cv2.polylines(mask, [corners.reshape(-1, 1, 2)], closed, (255,), thick, cv2.LINE_AA, _FINE)
    return np.asarray(mask / np.float32(255), np.float32)


def text_width(text: str, size: float, weight: int = MEDIUM, font: str = "") -> float:
    """Width of a line in pixels."""
    return _width(text, max(LEAST_TEXT, round(size)), weight, font)


def fitted(text: str, size: float, weight: int, most: float | None, font: str = "") -> tuple[str, float]:
    """A line and a size that are not wider than `most` pixels: written down to 70 % smaller, then cut off."""
    size = max(float(LEAST_TEXT), size)
    wide = text_width(text, size, weight, font)
    if most is None or wide <= most:
        return text, size
    size = max(float(LEAST_TEXT), size * 0.7, size * most / wide * 0.99)
    while len(text) > 1 and text_width(text, size, weight, font) > most:
        text = text.rstrip("…")[:-1].rstrip() + "…"
    return text, size


def wrapped(text: str, size: float, weight: int, most: float, font: str = "") -> list[str]:
    """A text in lines that are not wider than `most` pixels."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight, font) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=4096)
def _width(text: str, size: int, weight: int, font: str) -> float:
    _, _, wide, _ = cv2.getTextSize((0, 0), _written(text, font), (0, 0), _face(font), size, weight)
    return float(wide)


@lru_cache(maxsize=512)
def _text_mask(text: str, size: float, weight: int, font: str) -> Floats:
    """A line as (height, width) in 0 to 1, its base line `2 * size` down and its start `size` right."""
    pixels = max(LEAST_TEXT, round(size))
    pad = round(size)
    mask = np.zeros((round(size * 3.4), round(_width(text, pixels, weight, font)) + 2 * pad), np.uint8)
    cv2.putText(mask, _written(text, font), (pad, pad + round(size)), (255,), _face(font), pixels, weight)
    return np.asarray(mask / np.float32(255), np.float32)


def _written(text: str, font: str) -> str:
    """The built-in font strikes its nought through, as programs do; a score has the round one, which is its O."""
    return text if font else text.replace("0", "O")


@lru_cache(maxsize=4)
def _face(font: str) -> Any:
    return cv2.FontFace(font or "sans")


def _rounded(width: int, height: int, x: float, y: float, w: float, h: float, radius: float) -> Floats:
    """A rectangle with round corners as (height, width) in 0 to 1, smooth at its edge."""
    radius = max(0.5, min(radius, w / 2, h / 2))
    across = np.arange(width, dtype=np.float32)[None] + 0.5
    down = np.arange(height, dtype=np.float32)[:, None] + 0.5
    dx = np.maximum(np.abs(across - (x + w / 2)) - (w / 2 - radius), 0)
    dy = np.maximum(np.abs(down - (y + h / 2)) - (h / 2 - radius), 0)
    mask: Floats = np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1).astype(np.float32)
    return mask
