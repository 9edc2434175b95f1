"""Hands of card players seen from above: one that holds a card between thumb and fingers, one laid flat on cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Rng = np.random.Generator

GRAIN = 1.5
"""Pixels a millimetre."""

REACH_MM = 70.0
"""How far fingers go beyond the anchor point, at most."""

ARM_MM = 1000.0
"""From the anchor to where the sleeve is cut off, far outside the picture."""

HALF_MM = 105.0
"""Half the width of the picture of a hand."""

SKINS = ((9, 88, 250), (10, 98, 240), (9, 112, 215), (11, 128, 175), (8, 82, 250), (10, 104, 232), (10, 125, 120))
"""Hue, saturation and value of skins in the light."""

PINCH: dict[str, tuple[tuple[float, float, float], ...]] = {
    "little": ((64, 90, 19), (70, 62, 17), (58, 46, 14.5)),
    "ring": ((48, 78, 21), (54, 42, 19), (40, 22, 16)),
    "middle": ((30, 72, 22), (34, 30, 20), (17, 4, 17)),
    "index": ((9, 74, 22), (10, 32, 19.5), (3, -6, 16)),
    "thumb": ((-30, 110, 27), (-30, 62, 22), (-13, 18, 19)),
}
"""Joints (x, y, thickness) in millimetres of the hand that holds a card: root, middle joint, tip; anchor at (0, 0)."""

FLAT: dict[str, tuple[tuple[float, float, float], ...]] = {
    "little": ((42, 50, 19), (50, 18, 16.5), (54, -10, 14)),
    "ring": ((22, 38, 21), (26, -4, 18.5), (29, -41, 15.5)),
    "middle": ((0, 34, 22), (0, -12, 19), (1, -52, 16)),
    "index": ((-22, 40, 22), (-27, -2, 19), (-29, -38, 16)),
    "thumb": ((-34, 96, 28), (-58, 64, 21), (-64, 36, 18)),
}

PALMS = {
    "pinch": (((16, 84), (20, 150), 52.0), ((46, 90), (40, 146), 44.0), ((-10, 104), (10, 152), 42.0)),
    "flat": (((-16, 50), (-12, 118), 50.0), ((22, 54), (16, 116), 50.0), ((-26, 84), (-14, 122), 40.0)),
}

WRISTS = {"pinch": (30.0, 182.0), "flat": (2.0, 150.0)}


@dataclass(frozen=True)
class PlayerHand:
    """BGR `picture` and `alpha`, fingers up; `anchor` (x, y) in pixels is the point between the fingertips."""

    picture: Image
    alpha: Image
    anchor: tuple[float, float]
    grain: float = GRAIN


@dataclass(frozen=True)
class Person:
    """What a player's arms look like: skin as (hue, saturation, value), BGR of the sleeve and where it ends."""

    skin: tuple[float, float, float]
    sleeve: tuple[float, float, float]
    cuff_mm: float
    stripes: float
    seed: int


def random_person(rng: Rng) -> Person:
    """Anybody."""
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], float) + rng.normal(0, (0.8, 8, 8))
    hsv = np.array([[[rng.integers(180), rng.uniform(20, 190), rng.uniform(30, 225)]]], np.uint8)
    cloth = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
    tint = tuple(float(v) for v in cloth[0, 0])
    cuff = float(rng.choice([rng.uniform(15, 60), rng.uniform(60, 230), 700.0], p=[0.5, 0.35, 0.15]))
    stripes = float(rng.uniform(5, 16)) if rng.random() < 0.25 else 0.0
    hue, saturation, value = (float(v) for v in np.clip(skin, (4, 50, 70), (15, 165, 252)))
    return Person((hue, saturation, value), (tint[0], tint[1], tint[2]), cuff, stripes, int(rng.integers(1 << 30)))


def player_hand(person: Person, pose: str) -> PlayerHand:
    """The right hand of a person in a pose, "pinch" or "flat"."""
    rng = np.random.default_rng([person.seed, pose == "flat"])
    w, h = round(2 * HALF_MM * GRAIN), round((REACH_MM + ARM_MM) * GRAIN)
    anchor = (HALF_MM * GRAIN, REACH_MM * GRAIN)
    height = np.zeros((h, w), np.float32)
    fingers = PINCH if pose == "pinch" else FLAT
    size = float(rng.normal(1.0, 0.04))

    def place(x: float, y: float) -> tuple[float, float]:
        return (anchor[0] + x * size * GRAIN, anchor[1] + y * size * GRAIN)

    wrist = np.array(WRISTS[pose])
    elbow = wrist + np.array([rng.normal(12, 12), 260.0])
    shoulder = elbow + np.array([rng.normal(10, 15), 640.0])
    limb(height, place(*wrist), place(*elbow), 58 * size * GRAIN, 82 * size * GRAIN)
    limb(height, place(*elbow), place(*shoulder), 82 * size * GRAIN, 92 * size * GRAIN)
    for start, stop, thick in PALMS[pose]:
        limb(height, place(*start), place(*stop), thick * size * GRAIN, thick * 0.92 * size * GRAIN)
    limb(height, place(wrist[0] - 8, wrist[1] - 52), place(*wrist), 74 * size * GRAIN, 58 * size * GRAIN)
    height = smooth(height, 3.0 * GRAIN, 40)
    bends, nails = [], []
    for name, joints in fingers.items():
        wobble = rng.normal(0, 1.5, 2)
        points = [(place(x + wobble[0] * k, y + wobble[1] * k), t * size * GRAIN) for k, (x, y, t) in enumerate(joints)]
        for (a, thick), (b, thin) in pairwise(points):
            limb(height, a, b, thick, thin)
        bends.append(points[1])
        along = np.subtract(points[2][0], points[1][0])
        along = along / max(1e-6, float(np.hypot(*along)))
        if pose == "flat" or name in ("thumb", "index", "middle"):
            nails.append((np.array(points[2][0]) + along * points[2][1] * 0.18, along, points[2][1]))
    alpha = np.clip(height / (1.2 * GRAIN), 0, 1)
    picture = skinned(rng, person, height, bends, nails)
    alpha8 = np.asarray((alpha * 255).astype(np.uint8))
    cuff = round(place(0, wrist[1] + person.cuff_mm)[1])
    if cuff < h:
        dress(rng, person, picture, alpha8, height, cuff)
    return PlayerHand(np.clip(picture, 0, 255).astype(np.uint8), alpha8, anchor)


def limb(height: Floats, start: tuple[float, float], stop: tuple[float, float], thick: float, thin: float) -> None:
    """Raise a height map to that of a tapering round bar, `thick` pixels across at the start and `thin` at the end."""
    h, w = height.shape
    a, b = np.array(start), np.array(stop)
    wide = max(thick, thin)
    low = np.clip(np.minimum(a, b) - wide, 0, (w, h)).astype(int)
    high = np.clip(np.maximum(a, b) + wide, 0, (w, h)).astype(int)
    if (high <= low).any():
        return
    x, y = np.meshgrid(np.arange(low[0], high[0], dtype=np.float32), np.arange(low[1], high[1], dtype=np.float32))
    way = b - a
    share = np.clip(((x - a[0]) * way[0] + (y - a[1]) * way[1]) / max(float(way @ way), 1e-6), 0, 1)
    radius = (thick + (thin - thick) * share) / 2
    away = np.hypot(x - a[0] - share * way[0], y - a[1] - share * way[1])
    part = height[low[1] : high[1], low[0] : high[0]]
    np.maximum(part, np.sqrt(np.maximum(radius**2 - away**2, 0)), out=part)


def smooth(height: Floats, sigma: float, rows_from_end: int) -> Floats:
    """The map with its bars melted into each other; the outline stays where it was."""
    soft = cv2.GaussianBlur(height, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
    soft[-rows_from_end:] = height[-rows_from_end:]
    return np.asarray(
        np.where(height > 0, np.maximum(soft, 0.3 * height), np.maximum(soft - 1.5 * sigma, 0)).astype(np.float32)
    )


def shade_of(rng: Rng, height: Floats, sharp: float) -> Floats:
    """Brightness of a rounded thing in soft light from above and one side."""
    relief = cv2.GaussianBlur(height, (0, 0), sharp, borderType=cv2.BORDER_REPLICATE)
    slope_x, slope_y = (
        cv2.Sobel(relief, cv2.CV_32F, 1, 0, scale=0.125),
        cv2.Sobel(relief, cv2.CV_32F, 0, 1, scale=0.125),
    )
    upright = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    side = rng.uniform(0, 2 * np.pi)
    lamp = np.clip((-np.cos(side) * slope_x - np.sin(side) * slope_y) * upright * 0.5 + upright * 0.87, 0, 1)
    return np.asarray((0.46 + 0.44 * lamp + 0.26 * upright**2).astype(np.float32))


def skinned(
    rng: Rng,
    person: Person,
    height: Floats,
    bends: list[tuple[tuple[float, float], float]],
    nails: list[tuple[NDArray[np.float64], NDArray[np.float64], float]],
) -> Floats:
    """Skin over a height map: shaded, redder at knuckles and fingertips, with creases and nails."""
    h, w = height.shape
    tone = cv2.cvtColor(np.array([[person.skin]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)
    shade = shade_of(rng, height, 1.0 * GRAIN)
    lumps = cv2.resize(
        rng.standard_normal((h // 40 + 2, w // 40 + 2), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC
    )
    fine = cv2.GaussianBlur(rng.standard_normal((h, w), dtype=np.float32), (0, 0), 0.8)
    shade = shade * (1 + 0.025 * lumps + 0.03 * fine)
    picture = tone[None, None] * shade[..., None]
    blush = np.zeros((h, w), np.float32)
    for (x, y), thick in bends:
        cv2.circle(blush, (round(x), round(y)), round(thick * 0.55), 1.0, -1)
        for k in (-1, 0, 1):
            row = round(y + k * 2.2 * GRAIN)
            half = round(thick * 0.24)
            lines = picture[row : row + 1, round(x) - half : round(x) + half]
            lines *= 0.88
    for tip, _, thick in nails:
        cv2.circle(blush, (round(tip[0]), round(tip[1])), round(thick * 0.6), 0.8, -1)
    soft = np.asarray(cv2.GaussianBlur(blush, (0, 0), 5 * GRAIN))[..., None]
    picture = np.asarray(picture * (1 - soft * np.array([0.16, 0.12, -0.02], np.float32)))
    for tip, along, thick in nails:
        angle = float(np.degrees(np.arctan2(along[1], along[0])))
        axes = (round(thick * 0.34), round(thick * 0.27))
        mask = np.zeros((h, w), np.uint8)
        cv2.ellipse(mask, (round(tip[0]), round(tip[1])), axes, angle, 0, 360, 255, -1, cv2.LINE_AA)
        cover = cv2.GaussianBlur(mask, (0, 0), 0.6)[..., None].astype(np.float32) / 255 * 0.5
        nail = tone * np.array([1.12, 1.02, 1.05], np.float32)
        picture = np.asarray(picture * (1 - cover) + nail[None, None] * shade[..., None] * 1.1 * cover)
    return np.asarray(picture.astype(np.float32))


def dress(rng: Rng, person: Person, picture: Floats, alpha: Image, height: Floats, cuff: int) -> None:
    """A sleeve from row `cuff` on."""
    h, w = alpha.shape
    pad = round(7 * GRAIN)
    wide = cv2.dilate(height[cuff:], np.ones((1, 2 * pad + 1), np.uint8)) + pad * 0.4 * (height[cuff:] > 0)
    wide = cv2.GaussianBlur(wide, (0, 0), 2.0, borderType=cv2.BORDER_REPLICATE)
    folds = cv2.resize(rng.standard_normal((h // 60 + 2, 9), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    relief = np.asarray((wide + 3.2 * folds[cuff:]).astype(np.float32))
    weave = 1 + 0.035 * rng.standard_normal((h - cuff, w), dtype=np.float32)
    cloth = np.broadcast_to(np.array(person.sleeve, np.float32), (h - cuff, w, 3)).copy()
    if person.stripes:
        columns = (np.arange(w) / (person.stripes * GRAIN)).astype(int) % 2 == 1
        cloth[:, columns] = cloth[:, columns] * 0.55 + 95
    cloth *= (shade_of(rng, relief, 2.2) * weave)[..., None]
    band = round(22 * GRAIN)
    if person.cuff_mm < 70:  # the cuff of a shirt with its seam
        cloth[band : band + 2] *= 0.7
        cloth[:band] *= 1.06
    cloth[:2] *= 0.72
    cover = np.asarray((np.clip((wide - 0.4 * pad) / 2, 0, 1) * 255).astype(np.uint8))
    inside = cover[..., None] > 100
    picture[cuff:] = np.where(inside, cloth, picture[cuff:])
    alpha[cuff:] = np.maximum(cover, alpha[cuff:])
