"""Draw where the table is: the square the seats sit round, a card in its true size, and a grid that tells pixels."""

from __future__ import annotations

import cv2
import numpy as np
from jassvision.rules.seats import SEAT_NAMES, next_seat
from jassvision.vision.table import CARD_M, Table
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

GRID = 8
"""Lines in each direction of the grid that is drawn over the frame."""

SQUARE_M = 0.4
"""Side in metres of the square that is drawn about the middle of the table."""

CARD_AT = np.array([-0.80, 0.70])
"""Where the card is drawn in the square: off the middle, where cards lie, at the lower left."""

GOLD: Colour = (84, 196, 246)
PALE: Colour = (240, 244, 246)
DARK: Colour = (30, 26, 24)
INK: Colour = (245, 248, 250)
PLATE_STRENGTH = 0.84
"""How much of the picture a plate covers up."""

PARTS = 4
"""Fractional bits of points that are drawn, so that lines are smooth."""


def with_grid(picture: Image, factor: float = 1.0) -> Image:
    """A copy of a picture with a grid that tells pixels; `factor` is what one of its pixels is in the film."""
    out = picture.copy()
    height, width = out.shape[:2]
    unit = max(height, width) / 1280
    lines = picture.copy()
    for k in range(1, GRID):
        x, y = width * k // GRID, height * k // GRID
        cv2.line(lines, (x, 0), (x, height), PALE, max(1, round(unit)), cv2.LINE_AA)
        cv2.line(lines, (0, y), (width, y), PALE, max(1, round(unit)), cv2.LINE_AA)
    cv2.addWeighted(lines, 0.5, out, 0.5, 0, out)
    for k in range(1, GRID):
        plate(out, f"{width * k // GRID * factor:.0f}", (width * k / GRID, 13 * unit), 12 * unit)
        plate(out, f"{height * k // GRID * factor:.0f}", (22 * unit, height * k / GRID), 12 * unit)
    return out


def with_table(picture: Image, table: Table, factor: float = 1.0) -> Image:
    """A copy of a picture with a square about the middle of the table, a card in its true size and the seats.

    Args:
        table: in pixels of the film.
        factor: pixels of the film for one of the picture.
    """
    out = picture.copy()
    unit = max(out.shape[:2]) / 1280
    half = SQUARE_M / 2

    def at(metres: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(table.pixels(metres) / factor, np.float64)

    square = at(np.array([[-half, -half], [half, -half], [half, half], [-half, half]]))
    tint = out.copy()
    cv2.fillPoly(tint, [points(square)], GOLD, cv2.LINE_AA, PARTS)
    cv2.addWeighted(tint, 0.10, out, 0.90, 0, out)
    outline(out, square, GOLD, 2.2 * unit)
    right, down = CARD_M[0] / 2, CARD_M[1] / 2
    card = np.array([[-right, -down], [right, -down], [right, down], [-right, down]]) + half * CARD_AT
    outline(out, at(card), PALE, 1.4 * unit)
    for seat, way in enumerate(table.towards if table.players > 2 else ()):
        following = table.towards[next_seat(seat, table.players, table.direction)]
        arrow(out, at(half * 0.72 * arc(way, following)), GOLD, 1.8 * unit)
    for name, way in zip(SEAT_NAMES[table.players], table.towards, strict=True):
        plate(out, name.capitalize(), tuple(at(way * half)), 19 * unit)
    words = f"square {SQUARE_M * 100:.0f} x {SQUARE_M * 100:.0f} cm, card 57 x 89 mm, play runs {table.direction}"
    plate(out, words, (0.0, out.shape[0] - 16 * unit), 14 * unit)
    return out


def arc(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    """Some (n, 2) points of the middle of the turn from one direction to the next, the shorter way."""
    first = float(np.arctan2(start[1], start[0]))
    turn = (float(np.arctan2(end[1], end[0])) - first + np.pi) % (2 * np.pi) - np.pi
    angles = first + turn * np.linspace(0.32, 0.68, 12)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def points(pixels: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points (n, 2) in the units in which smooth lines are drawn."""
    return np.asarray(np.round(pixels * 2**PARTS), np.int32)


def outline(out: Image, ring: NDArray[np.float64], colour: Colour, thick: float) -> None:
    """A closed line with a dark rim, so that it is seen on any ground."""
    for shade, wide in ((DARK, thick + 2), (colour, thick)):
        cv2.polylines(out, [points(ring)], True, shade, max(1, round(wide)), cv2.LINE_AA, PARTS)


def arrow(out: Image, way: NDArray[np.float64], colour: Colour, thick: float) -> None:
    """A line with a head at its end."""
    along = way[-1] - way[-3]
    along = along / max(float(np.linalg.norm(along)), 1e-6) * thick * 6
    across = np.array([-along[1], along[0]]) * 0.55
    head = np.array([way[-1] + along * 0.8, way[-1] - along * 0.4 + across, way[-1] - along * 0.4 - across])
    for shade, wide in ((DARK, thick + 2), (colour, thick)):
        cv2.polylines(out, [points(way)], False, shade, max(1, round(wide)), cv2.LINE_AA, PARTS)
    cv2.polylines(out, [points(head)], True, DARK, max(1, round(thick)), cv2.LINE_AA, PARTS)
    cv2.fillPoly(out, [points(head)], colour, cv2.LINE_AA, PARTS)


def plate(out: Image, text: str, middle: tuple[float, ...], size: float) -> None:
    """A word on a dark plate with round corners, moved into the picture where it would stick out."""
    height, width = out.shape[:2]
    size = max(9.0, size)
    face = cv2.FontFace("sans")
    _, _, wide, _ = cv2.getTextSize((width, height), text, (0, 0), face, round(size), 600)
    pad = round(size * 0.5)
    box_w, box_h = min(width, wide + 2 * pad), min(height, round(size * 1.6))
    x = int(np.clip(middle[0] - box_w / 2, 0, width - box_w))
    y = int(np.clip(middle[1] - box_h / 2, 0, height - box_h))
    rows, columns = np.mgrid[:box_h, :box_w].astype(np.float32) + 0.5
    round_by = size * 0.4
    dx = np.maximum(np.abs(columns - box_w / 2) - (box_w / 2 - round_by), 0)
    dy = np.maximum(np.abs(rows - box_h / 2) - (box_h / 2 - round_by), 0)
    mask = np.clip(round_by - np.hypot(dx, dy) + 0.5, 0, 1)[..., None] * PLATE_STRENGTH
    piece = out[y : y + box_h, x : x + box_w]
    piece[:] = (piece * (1 - mask) + np.array(DARK) * mask).astype(np.uint8)
    cv2.putText(out, text, (x + pad, y + round(box_h * 0.70)), INK, face, round(size), 600)
