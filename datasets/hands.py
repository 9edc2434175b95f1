"""Hands that reach over the cards: pictures with alpha where the material has some, and drawn ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from jassvision.datasets.arrays import Image, Rng
from jassvision.datasets.material import Material, from_hsv, hand_picture
from numpy.typing import NDArray

DRAWN = 60
"""How many drawn hands there are before they repeat."""

FINGERS = ((0.15, 1.0, 0.2, 0.15), (0.55, 0.85, 0.75, 0.5), (0.8, 1.0, 1.05, 0.9), (0.25, 0.3, 0.3, 0.2))
"""Lengths of little, index, middle and ring finger of a hand that points, pinches, lies flat, is closed."""

ARM_MM = 900.0
"""Length to which arms are drawn out, so that the sleeve leaves the picture."""


@dataclass(frozen=True)
class Hand:
    """BGR `picture` and `alpha`, fingertips up at `tip` (x, y) in pixels; `mm` millimetres a pixel."""

    picture: Image
    alpha: Image
    tip: tuple[float, float]
    mm: float


def random_hand(rng: Rng, material: Material) -> Hand:
    """A hand with its forearm and sleeve."""
    if material.hands and rng.random() < 0.45:
        rgba = hand_picture(material.hands[int(rng.integers(len(material.hands)))])
        gain = rng.uniform(0.9, 1.7)
        picture = cv2.convertScaleAbs(rgba[..., :3], alpha=gain, beta=rng.uniform(0, 20))
        hand = Hand(np.asarray(picture), np.ascontiguousarray(rgba[..., 3]), tip_of(rgba[..., 3]), 0.75)
    else:
        hand = drawn_hand(int(rng.integers(DRAWN)))
    if rng.random() < 0.5:  # left hands
        width = hand.alpha.shape[1]
        hand = Hand(
            np.ascontiguousarray(hand.picture[:, ::-1]),
            np.ascontiguousarray(hand.alpha[:, ::-1]),
            (width - hand.tip[0], hand.tip[1]),
            hand.mm,
        )
    return hand


def tip_of(alpha: Image) -> tuple[float, float]:
    """Where the foremost finger ends."""
    row = int(np.argmax((alpha > 127).any(axis=1)))
    return float(np.flatnonzero(alpha[min(row + 4, len(alpha) - 1)] > 127).mean()), float(row)


@lru_cache(maxsize=DRAWN)
def drawn_hand(variant: int) -> Hand:
    """A hand drawn from capsules, shaded by its thickness: pointing, pinching, flat or a fist with a thumb."""
    rng = np.random.default_rng([variant, 79])
    w, h = 260, 620
    mm = 0.75
    height = np.zeros((h, w), np.float32)
    palm = np.array([w / 2 + rng.uniform(-15, 15), 170.0])
    pose = variant % 4
    spread = rng.uniform(4, 13)
    lengths = FINGERS[pose]
    order = (3, 1, 2, 0)
    for place, k in enumerate((0, 1, 2, 3)):
        angle = np.radians((place - 1.5) * spread + rng.normal(0, 3))
        root = palm + np.array([(place - 1.5) * 27, -42 + 5 * abs(place - 1.5)])
        long = lengths[order[k]] * rng.uniform(85, 105) + 12
        joint = root + 0.5 * long * np.array([np.sin(angle), -np.cos(angle)])
        bow = angle + np.radians(rng.normal(0, 8))
        tip = joint + 0.5 * long * np.array([np.sin(bow), -np.cos(bow)])
        thick = rng.uniform(22, 27)
        capsule(height, root, joint, thick)
        capsule(height, joint, tip, thick * 0.88)
    thumb = np.radians(rng.uniform(-60, -25) if pose != 1 else rng.uniform(-35, -5))
    base = palm + np.array([-45.0, 15.0])
    mid = base + 50 * np.array([np.sin(thumb), -np.cos(thumb)])
    end = mid + 42 * np.array([np.sin(thumb * 0.5), -np.cos(thumb * 0.5)])
    capsule(height, base, mid, 36)
    capsule(height, mid, end, 28)
    capsule(height, palm + np.array([-22, -18]), palm + np.array([-18, 40]), 66)
    capsule(height, palm + np.array([22, -18]), palm + np.array([16, 40]), 66)
    wrist = palm + np.array([rng.uniform(-8, 8), 105.0])
    elbow = np.array([wrist[0] + rng.uniform(-40, 40), h + 40.0])
    capsule(height, palm + np.array([0, 20]), wrist, 78)
    capsule(height, wrist, elbow, 74)
    skin = from_hsv(rng.uniform(4, 13), rng.uniform(60, 150), rng.uniform(70, 245))
    alpha = (np.clip(height / 3, 0, 1) * 255).astype(np.uint8)
    relief = cv2.GaussianBlur(height, (0, 0), 2.5)
    slope_x, slope_y = cv2.Sobel(relief, cv2.CV_32F, 1, 0), cv2.Sobel(relief, cv2.CV_32F, 0, 1)
    side = rng.uniform(0, 2 * np.pi)
    shade = 0.72 + 0.012 * np.minimum(relief, 24) - 0.02 * (np.cos(side) * slope_x + np.sin(side) * slope_y)
    lumps = cv2.resize(rng.standard_normal((40, 16), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    shade = shade * (1 + 0.03 * lumps + 0.02 * rng.standard_normal((h, w), dtype=np.float32))
    picture = skin[None, None] * shade[..., None]
    red = np.clip((150 - np.arange(h, dtype=np.float32)) / 120, 0, 1)[:, None] * rng.uniform(0, 0.12)
    picture[..., 0] *= 1 - red
    picture[..., 1] *= 1 - red
    if rng.random() < 0.75:  # a sleeve
        cuff = int(rng.uniform(wrist[1] - 10, wrist[1] + 160))
        cloth = rng.uniform(15, 235, 3)
        wide = cv2.dilate(alpha, np.ones((1, 17), np.uint8))
        alpha[cuff:] = wide[cuff:]
        folds = cv2.resize(rng.standard_normal((30, 12), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        across = np.abs(np.arange(w) - w / 2)[None] / (w / 2)
        picture[cuff:] = (cloth[None, None] * (1.0 - 0.3 * across + 0.10 * folds)[..., None])[cuff:]
        picture[cuff : cuff + 3] *= 0.7
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    return Hand(picture, alpha, tip_of(alpha), mm)


def capsule(height: NDArray[np.float32], start: NDArray[np.float64], stop: NDArray[np.float64], thick: float) -> None:
    """Raise a height map to that of a round bar between two points, `thick` pixels across."""
    h, w = height.shape
    low = np.maximum(np.minimum(start, stop) - thick, 0).astype(int)
    high = np.minimum(np.maximum(start, stop) + thick, (w, h)).astype(int)
    if (high <= low).any():
        return
    x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
    along = stop - start
    share = np.clip(((x - start[0]) * along[0] + (y - start[1]) * along[1]) / max(float(along @ along), 1e-6), 0, 1)
    away = np.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1])
    rise = np.sqrt(np.maximum((thick / 2) ** 2 - away**2, 0))
    part = height[low[1] : high[1], low[0] : high[0]]
    np.maximum(part, rise, out=part)


def drawn_out(hand: Hand) -> Hand:
    """The same hand with its last rows repeated until the arm is ARM_MM long."""
    rows = max(0, round(ARM_MM / hand.mm) - len(hand.alpha))
    picture = cv2.copyMakeBorder(hand.picture, 0, rows, 0, 0, cv2.BORDER_REPLICATE)
    alpha = cv2.copyMakeBorder(hand.alpha, 0, rows, 0, 0, cv2.BORDER_REPLICATE)
    return Hand(np.asarray(picture), np.asarray(alpha), hand.tip, hand.mm)
