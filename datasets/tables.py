"""What cards lie on: wood, felt, cloth, tiles, stripes, plain and photographed grounds."""

from __future__ import annotations

import cv2
import numpy as np
from jassvision.datasets.arrays import Floats, Image, Rng, as_bytes
from jassvision.datasets.light import noise_bank
from jassvision.datasets.material import Material, from_hsv, texture_picture

SIZE = 448
"""Side in pixels of a procedural ground; it is mirrored to fill the picture."""


def random_ground(rng: Rng, material: Material) -> Image:
    """A BGR texture of a table; photographed where the material has some, else made up."""
    if material.textures and rng.random() < 0.45:
        # the table pictures proper are few, the pattern pictures many: each folder gets its own share
        shares = np.array([len(files) ** 0.6 for files in material.textures])
        files = material.textures[rng.choice(len(shares), p=shares / shares.sum())]
        picture = texture_picture(files[int(rng.integers(len(files)))])
        return recoloured(picture, rng) if rng.random() < 0.4 else picture
    makers = (plain, felt, wood, cloth, checks, stripes, tiles, speckled, mottled, floral)
    shares = np.array([3, 4, 4, 3, 1.2, 1, 1.2, 1.5, 1, 1.2])
    return makers[rng.choice(len(makers), p=shares / shares.sum())](rng)


def recoloured(picture: Image, rng: Rng) -> Image:
    """The picture darker or lighter, paler or stronger, of another hue; strong patterns are often softened."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(rng.integers(180))) % 180 if rng.random() < 0.35 else hsv[..., 0]
    low, high = sorted(rng.uniform(0, 255, 2))
    if high - low < 60:
        high = min(255.0, low + 60)
    ramp = np.linspace(low, high, 256) if rng.random() < 0.5 else np.linspace(0, 255 * rng.uniform(0.25, 1.1), 256)
    hsv[..., 2] = cv2.LUT(hsv[..., 2], np.clip(ramp, 0, 255).astype(np.uint8))
    hsv[..., 1] = cv2.LUT(hsv[..., 1], np.clip(np.arange(256) * rng.uniform(0.2, 1.3), 0, 255).astype(np.uint8))
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR))


def colour(rng: Rng) -> Floats:
    """A BGR colour tables have: dark and green ones, whites and greys, browns, or any."""
    pick = rng.random()
    if pick < 0.2:
        hsv = (rng.uniform(0, 180), rng.uniform(0, 80), rng.uniform(12, 60))
    elif pick < 0.38:
        hsv = (rng.uniform(50, 80), rng.uniform(110, 230), rng.uniform(40, 140))
    elif pick < 0.58:
        hsv = (rng.uniform(5, 30), rng.uniform(0, 35), rng.uniform(165, 250))
    elif pick < 0.72:
        hsv = (rng.uniform(6, 22), rng.uniform(60, 190), rng.uniform(60, 200))
    elif pick < 0.82:
        hsv = (rng.uniform(0, 180), rng.uniform(0, 25), rng.uniform(60, 180))
    else:
        hsv = (rng.uniform(0, 180), rng.uniform(50, 240), rng.uniform(50, 240))
    return from_hsv(*hsv)


def clouds(rng: Rng, size_wh: tuple[int, int], cell: float, stretch: float = 1.0) -> Floats:
    """Smooth noise of mean 0 and deviation about 1, lumps of `cell` pixels, `stretch` times as long in y."""
    w, h = size_wh
    small = rng.standard_normal(
        (max(2, round(h / (cell * stretch)) + 2), max(2, round(w / cell) + 2)), dtype=np.float32
    )
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC))


def grain(rng: Rng, size: int = SIZE) -> Floats:
    """Pixel noise of deviation 1."""
    top, left = (int(v) for v in rng.integers(noise_bank(0).shape[0] - size, size=2))
    return noise_bank(0)[top : top + size, left : left + size, int(rng.integers(3))].copy()


def toned(base: Floats, relief: Floats, tint: float = 1.0) -> Image:
    """A base colour made lighter and darker by a relief of fractions."""
    return np.asarray(cv2.merge([as_bytes(relief * (tint * float(b) + 6) + float(b)) for b in base]))


def plain(rng: Rng) -> Image:
    """A smooth table."""
    return toned(colour(rng), clouds(rng, (SIZE, SIZE), 200) * 0.04 + grain(rng) * rng.uniform(0, 0.02))


def felt(rng: Rng) -> Image:
    """A Jass carpet or a card table: fine fibres, slightly uneven."""
    fibres = cv2.GaussianBlur(grain(rng), (0, 0), 0.7) * rng.uniform(0.05, 0.35)
    return toned(colour(rng), np.asarray(fibres) + clouds(rng, (SIZE, SIZE), 60) * rng.uniform(0.0, 0.08))


def wood(rng: Rng) -> Image:
    """Boards with grain that runs along them."""
    warp = clouds(rng, (SIZE, SIZE), rng.uniform(40, 120), rng.uniform(2, 6))
    rings = np.sin((np.arange(SIZE, dtype=np.float32)[None] / rng.uniform(4, 25) + warp * rng.uniform(0.5, 4)) * 2)
    relief = rings * rng.uniform(0.02, 0.16) + clouds(rng, (SIZE, SIZE), 2.5, 20) * rng.uniform(0.02, 0.10)
    hsv = (rng.uniform(5, 22), rng.uniform(30, 200), rng.uniform(35, 230))
    base = from_hsv(*hsv)
    if rng.random() < 0.5:
        board = int(rng.integers(60, 200))
        for x in range(int(rng.integers(board)), SIZE, board):
            relief[:, x:] += rng.normal(0, 0.06)
            relief[:, x : x + 2] -= rng.uniform(0.1, 0.5)
    return toned(base, np.asarray(relief, np.float32))


def cloth(rng: Rng) -> Image:
    """Woven cloth with folds."""
    x = np.arange(SIZE, dtype=np.float32)
    pitch = rng.uniform(2.2, 6)
    weave = np.sin(x[None] * 2 * np.pi / pitch) * np.sin(x[:, None] * 2 * np.pi / pitch) * rng.uniform(0.03, 0.2)
    folds = clouds(rng, (SIZE, SIZE), rng.uniform(40, 150), rng.uniform(1, 4)) * rng.uniform(0.0, 0.16)
    return toned(colour(rng), np.asarray(weave + folds + grain(rng) * 0.03, np.float32))


def checks(rng: Rng) -> Image:
    """A chequered or tartan tablecloth."""
    pitch = int(rng.integers(12, 90))
    across = (np.arange(SIZE) // pitch % 2).astype(np.float32)
    woven = rng.random() < 0.5
    mix = (across[None] + across[:, None]) / 2 if woven else np.abs(across[None] - across[:, None])
    return blended(rng, np.asarray(mix))


def stripes(rng: Rng) -> Image:
    """Stripes of several widths and colours."""
    texture = np.empty((SIZE, SIZE, 3), np.float32)
    palette = [colour(rng) for _ in range(int(rng.integers(2, 5)))]
    x = 0
    while x < SIZE:
        wide = int(rng.integers(4, 60))
        texture[:, x : x + wide] = palette[int(rng.integers(len(palette)))]
        x += wide
    return np.asarray(np.clip(texture * (1 + grain(rng)[..., None] * 0.04), 0, 255).astype(np.uint8))


def tiles(rng: Rng) -> Image:
    """Tiles with joints; they may have the shape of cards."""
    wide, high = int(rng.integers(30, 150)), int(rng.integers(30, 150))
    relief = clouds(rng, (SIZE, SIZE), 30) * 0.05
    for y in range(0, SIZE, high):
        for x in range(0, SIZE, wide):
            relief[y : y + high, x : x + wide] += rng.normal(0, 0.06)
    picture = toned(colour(rng), relief)
    joint, thick = colour(rng), int(rng.integers(1, 6))
    for y in range(0, SIZE, high):
        picture[y : y + thick] = joint
    for x in range(0, SIZE, wide):
        picture[:, x : x + thick] = joint
    return picture


def speckled(rng: Rng) -> Image:
    """Stone, terrazzo or a shaggy carpet."""
    lumps = clouds(rng, (SIZE, SIZE), rng.uniform(2, 9)) * rng.uniform(0.05, 0.3)
    if rng.random() < 0.5:
        return toned(colour(rng), lumps)
    return blended(rng, np.asarray(1 / (1 + np.exp(-8 * (lumps / 0.2 - rng.uniform(0, 1.5)))), np.float32))


def mottled(rng: Rng) -> Image:
    """Marble, leather, an untidy pattern of two colours."""
    lumps = clouds(rng, (SIZE, SIZE), rng.uniform(20, 80)) + 0.5 * clouds(rng, (SIZE, SIZE), rng.uniform(6, 20))
    return blended(rng, np.asarray(np.clip(lumps * rng.uniform(0.2, 2) + 0.5, 0, 1)))


def floral(rng: Rng) -> Image:
    """A cloth with leaves, flowers, stars or suit-like blots strewn over it."""
    picture = np.empty((SIZE, SIZE, 3), np.uint8)
    picture[:] = colour(rng)
    palette = [colour(rng).tolist() for _ in range(3)]
    for _ in range(int(rng.integers(15, 90))):
        centre = rng.integers(0, SIZE, 2)
        ink, big = palette[int(rng.integers(3))], rng.uniform(6, 40)
        petals, start = int(rng.integers(1, 8)), rng.uniform(0, 360)
        for k in range(petals):
            angle = start + 360 * k / petals
            tip = centre + big * 0.6 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
            axes = (max(1, int(big * 0.6)), max(1, int(big * rng.uniform(0.12, 0.35))))
            cv2.ellipse(picture, (int(tip[0]), int(tip[1])), axes, angle, 0, 360, ink, -1, cv2.LINE_AA)
    return np.asarray(np.clip(picture * (1 + grain(rng)[..., None] * 0.04), 0, 255).astype(np.uint8))


def blended(rng: Rng, mix: Floats) -> Image:
    """Two colours mixed by a map in [0, 1]."""
    first, second = colour(rng), colour(rng)
    if rng.random() < 0.5:  # most cloths are tone in tone
        second = first * rng.uniform(0.4, 1.6)
    rough = 1 + grain(rng) * 0.03
    planes = [(float(a) + float(b - a) * mix) * rough for a, b in zip(first, second, strict=True)]
    return np.asarray(cv2.merge([as_bytes(plane) for plane in planes]))
