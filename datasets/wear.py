"""What use does to a card: yellowed paper, dirt, scratches, pale or strong ink, a bend."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from jassvision.datasets.arrays import Floats, Image, Rng, toning


@dataclass(frozen=True)
class Wear:
    """The state of one deck: BGR factors of its paper, saturation and contrast of its ink, share of dirt in [0, 1]."""

    paper: tuple[float, float, float]
    saturation: float
    ink: float
    dirt: float
    radius: float


def random_wear(rng: Rng) -> Wear:
    """Mostly good decks, some used hard. `radius` is the corner radius as a share of the card's height."""
    yellow = max(0.0, rng.normal(0.02, 0.05))
    level = rng.uniform(0.86, 1.0)
    dirt = rng.uniform(0, 1) ** 2 if rng.random() < 0.5 else 0.0
    return Wear(
        (float(level * (1 - yellow * 2)), float(level * (1 - yellow * 0.7)), float(level)),
        float(rng.uniform(0.65, 1.3)) if rng.random() < 0.6 else 1.0,
        float(rng.uniform(0.0, 0.25)) if rng.random() < 0.4 else 0.0,
        float(dirt),
        float(rng.uniform(0.025, 0.06)),
    )


def worn(rng: Rng, face: Image, wear: Wear) -> Image:
    """A face (h, w, 3) as the deck's wear shows on it; spots and scratches differ from card to card."""
    picture = dirtied(rng, face, wear.dirt) if wear.dirt > 0 else face
    inks = toning(np.array(wear.paper) * (1 - wear.ink), wear.saturation)
    low = np.full((3, 1), 255 * 0.9 * wear.ink, np.float32)  # faded ink is never quite black
    return np.asarray(cv2.transform(picture, np.hstack([inks, low])))


def dirtied(rng: Rng, picture: Image, dirt: float) -> Image:
    """Spots, grey rims, bent corners and scratches."""
    h, w = picture.shape[:2]
    light = np.full((h, w), 255, np.uint8)
    for _ in range(int(rng.poisson(3 * dirt))):
        centre = (int(rng.integers(w)), int(rng.integers(h)))
        axes = (max(1, int(rng.uniform(0.01, 0.12) * w)), max(1, int(rng.uniform(0.01, 0.12) * w)))
        cv2.ellipse(light, centre, axes, rng.uniform(0, 180), 0, 360, int(rng.uniform(150, 240)), -1)
    if dirt > 0.3:
        rim = max(1, round(0.02 * w))
        cv2.rectangle(light, (0, 0), (w - 1, h - 1), int(255 - 90 * dirt), rim)
    soft = cv2.blur(light, (max(1, w // 40) * 2 + 1,) * 2)
    out = np.asarray(cv2.multiply(picture, cv2.merge([soft] * 3), scale=1 / 255))
    for _ in range(int(rng.poisson(2 * dirt))):
        ends = rng.uniform(-0.1, 1.1, (2, 2)) * (w, h)
        shade = int(rng.choice([90, 160, 235, 250]))
        start, stop = ends.astype(int).tolist()
        cv2.line(out, start, stop, (shade, shade, shade), 1, cv2.LINE_AA)
    return out


@dataclass(frozen=True)
class Bend:
    """A card that does not lie flat: height in millimetres at position s along the bend, `rise` * (s - pivot)^2 * 4."""

    along: tuple[float, float]
    rise: float
    pivot: float

    def heights(self, u: Floats, v: Floats) -> Floats:
        """Millimetres above the table at card coordinates in [0, 1]."""
        s = self.along[0] * (u - 0.5) + self.along[1] * (v - 0.5)
        return np.asarray(4 * self.rise * (s - self.pivot) ** 2, np.float32)


def random_bend(rng: Rng) -> Bend:
    """A bend across, along or over a corner, of up to a few millimetres."""
    angle = rng.choice([0.0, np.pi / 2, rng.uniform(0, np.pi)], p=[0.35, 0.35, 0.3])
    return Bend(
        (float(np.cos(angle)), float(np.sin(angle))),
        float(rng.uniform(1.5, 9)),
        float(rng.choice([0.0, -0.5, 0.5], p=[0.5, 0.25, 0.25])),
    )


BEND_MARGIN = 0.12
"""Room round a bent card's texture, as a share of its height."""


def bent(face: Image, alpha: Image, bend: Bend, shift: tuple[float, float]) -> tuple[Image, Image]:
    """A face and its alpha as they appear when bent; both grow by BEND_MARGIN of the height on every side.

    Args:
        shift: texture pixels (x, y) by which something one millimetre up seems displaced.
    """
    h, w = alpha.shape
    pad = round(BEND_MARGIN * h)
    x, y = np.meshgrid(np.arange(w + 2 * pad, dtype=np.float32) - pad, np.arange(h + 2 * pad, dtype=np.float32) - pad)
    rise = bend.heights(np.clip(x / w, 0, 1), np.clip(y / h, 0, 1))
    map_x, map_y = x - shift[0] * rise, y - shift[1] * rise
    picture = cv2.remap(face, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.remap(alpha, map_x, map_y, cv2.INTER_LINEAR)
    slope = cv2.Sobel(rise, cv2.CV_32F, 1, 0) * h / 89.0
    shade = np.clip(255 - 70 * np.abs(slope) - 25 * slope, 120, 255).astype(np.uint8)
    return np.asarray(cv2.multiply(picture, cv2.merge([shade] * 3), scale=1 / 255)), np.asarray(cover)
