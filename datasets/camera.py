"""A pinhole camera over a table: from millimetres on the table to pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Where the camera stands. Table axes: x right, y towards the viewer, z down into the table.

    `focal` in pixels; `rotation` 3x3 table to camera; `look_at` (2,) point of the table seen at `centre` (2,) pixels;
    `distance` in millimetres from the lens to that point.
    """

    size_wh: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    rotation: Points
    look_at: tuple[float, float]
    distance: float

    def homography(self) -> Points:
        """3x3 matrix from table millimetres (x, y, 1) to pixels."""
        intrinsic = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])
        origin = np.array([0, 0, self.distance]) - self.rotation @ np.array([*self.look_at, 0.0])
        return np.asarray(intrinsic @ np.column_stack([self.rotation[:, 0], self.rotation[:, 1], origin]))

    def parallax(self, point: Points) -> Points:
        """(2,) millimetres by which something one millimetre above `point` (2,) seems shifted on the table."""
        foot = np.array([*self.look_at, 0.0]) - self.distance * self.rotation[2]
        return np.asarray((np.asarray(point) - foot[:2]) / max(1.0, -foot[2]))


def to_pixels(homography: Points, points: Points) -> Points:
    """(n, 2) pixels of (n, 2) points under a 3x3 homography."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:3])


def place_camera(
    size_wh: tuple[int, int],
    card_px: float,
    tilt: float,
    turn: float,
    view_deg: float,
    look_at: tuple[float, float] = (0.0, 0.0),
    centre_shift: tuple[float, float] = (0.0, 0.0),
    card_mm: float = 89.0,
) -> Camera:
    """A camera that sees a card of `card_mm` at the looked-at point `card_px` pixels long (before foreshortening).

    Args:
        size_wh: picture size in pixels.
        card_px: length in pixels of a card that lies square to the line of sight.
        tilt: degrees from straight down; the view is narrowed where the horizon would come into the picture.
        turn: degrees by which the table is turned.
        view_deg: field of view along the longer side of the picture.
    """
    width, height = size_wh
    focal = 0.5 * max(width, height) / np.tan(np.radians(view_deg / 2))
    top = height / 2 + abs(centre_shift[1])
    focal = max(focal, top / np.tan(np.radians(max(8.0, 82.0 - tilt))))
    lean, spin = np.radians(-tilt), np.radians(turn)
    about_x = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    about_z = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    centre = (width / 2 + centre_shift[0], height / 2 + centre_shift[1])
    return Camera(size_wh, float(focal), centre, about_x @ about_z, look_at, float(focal * card_mm / card_px))


def table_frame(x: float, y: float, turn: float, size_mm: tuple[float, float], pixels_wh: tuple[int, int]) -> Matrix:
    """3x3 from a texture's pixels to table millimetres for a thing centred at (x, y)."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    kx, ky = size_mm[0] / pixels_wh[0], size_mm[1] / pixels_wh[1]
    w, h = size_mm
    return np.array(
        [
            [c * kx, -s * ky, x - c * w / 2 + s * h / 2],
            [s * kx, c * ky, y - s * w / 2 - c * h / 2],
            [0, 0, 1.0],
        ]
    )


def arm_frame(tip: tuple[float, float], point: tuple[float, float], turn: float, scale: float) -> Matrix:
    """3x3 that lays a hand's fingertip on a pixel, turned by degrees and scaled."""
    c, s = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
    return np.array(
        [[c, -s, point[0] - c * tip[0] + s * tip[1]], [s, c, point[1] - s * tip[0] - c * tip[1]], [0, 0, 1.0]]
    )
