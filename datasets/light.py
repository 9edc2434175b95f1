"""Light, lens and file: lamps, glare, cast shadows, white balance, blur, noise, JPEG and H.264."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import av
import cv2
import numpy as np
from jassvision.datasets.arrays import Floats, Image, Rng, as_bytes, toning
from numpy.typing import NDArray

LEAST_PAPER = 40.0
"""Grey level of the cards' paper that the darkest pictures still have."""

MOST_NOISE = 0.12
"""Deviation of the noise over the brightness of white paper, at most: beyond that no camera gives a picture out."""


@dataclass(frozen=True)
class Damage:
    """Lens and file: blur in pixels (deviation; length of a smear), noise deviation, JPEG quality, exposure."""

    defocus: float
    smear: float
    noise: float
    quality: int
    exposure: float


def lamp_field(rng: Rng, size_wh: tuple[int, int]) -> Floats:
    """(h, w, 3) factors of the light that falls on the table: lamps, windows, shadows of things outside the picture."""
    w, h = 64, max(24, round(64 * size_wh[1] / size_wh[0]))
    x, y = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    field = np.ones((h, w), np.float32)
    pick = rng.random()
    if pick < 0.35:  # a lamp above or beside the table
        cx, cy = rng.uniform(-1.5, 1.5, 2)
        fall = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * rng.uniform(0.6, 2.0) ** 2))
        low = rng.uniform(0.3, 0.9)
        field = np.asarray(low + (1.1 - low) * fall)
    elif pick < 0.7:  # daylight from one side
        angle = rng.uniform(0, 2 * np.pi)
        field += rng.uniform(0, 0.6) * (np.cos(angle) * x + np.sin(angle) * y)
    if rng.random() < 0.3:  # vignetting
        field *= 1 - rng.uniform(0.1, 0.5) * (x**2 + y**2) / 2
    field = np.clip(field, 0.15, 1.6)
    full = np.asarray(cv2.resize(field, size_wh, interpolation=cv2.INTER_LINEAR))
    if rng.random() < 0.22:
        full = full * outside_shadow(rng, size_wh)
    out = np.asarray(cv2.merge([full] * 3), np.float32)
    if rng.random() < 0.15:  # two lamps of different colour
        angle = rng.uniform(0, 2 * np.pi)
        side = np.asarray(cv2.resize((np.cos(angle) * x + np.sin(angle) * y + 1) / 2, size_wh))
        warm = rng.uniform(0.0, 0.25)
        out[..., 0] *= np.asarray(1 - warm * side, np.float32)
        out[..., 2] *= np.asarray(1 - warm * (1 - side), np.float32)
    return out


def outside_shadow(rng: Rng, size_wh: tuple[int, int]) -> Floats:
    """(h, w) factors: the shadow of a head, an arm, a window frame, a plant; its edge sharp or soft."""
    w, h = size_wh
    mask = np.zeros((h // 2, w // 2), np.uint8)
    long = max(mask.shape)
    pick = rng.random()
    if pick < 0.4:  # a straight edge
        angle, off = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.5) * long
        normal = np.array([np.cos(angle), np.sin(angle)])
        along = np.array([-normal[1], normal[0]])
        centre = np.array(mask.shape[::-1]) / 2 + normal * off
        quad = [centre + along * 3 * long, centre - along * 3 * long]
        quad += [quad[1] + normal * 3 * long, quad[0] + normal * 3 * long]
        cv2.fillPoly(mask, [np.array(quad).astype(np.int32)], 255)
    elif pick < 0.6:  # window bars
        angle, pitch = rng.uniform(0, np.pi), rng.uniform(0.1, 0.4) * long
        normal = np.array([np.cos(angle), np.sin(angle)])
        along = np.array([-normal[1], normal[0]]) * 2 * long
        for k in range(-8, 9):
            centre = np.array(mask.shape[::-1]) / 2 + normal * k * pitch
            ends = [(centre - along).astype(int).tolist(), (centre + along).astype(int).tolist()]
            cv2.line(mask, ends[0], ends[1], 255, max(1, int(pitch * 0.3)))
    else:  # something round: heads, arms, hands
        for _ in range(int(rng.integers(1, 4))):
            place = (int(rng.uniform(0, mask.shape[1])), int(rng.uniform(0, mask.shape[0])))
            axes = (int(rng.uniform(0.05, 0.4) * long), int(rng.uniform(0.05, 0.25) * long))
            cv2.ellipse(mask, place, axes, rng.uniform(0, 180), 0, 360, 255, -1)
    soft = rng.choice([0.6, rng.uniform(1, 6), rng.uniform(6, 30)])
    softened = cv2.blur(mask, (2 * int(soft) + 1,) * 2) if soft >= 1 else mask
    full = cv2.resize(softened, size_wh, interpolation=cv2.INTER_LINEAR)
    return np.asarray(1 - full.astype(np.float32) * (rng.uniform(0.2, 0.72) / 255))


def glare(rng: Rng, texture: Image, strength: float) -> Image:
    """A face (h, w, 3) with the reflection of a lamp or a window on it: ink pales where it lies."""
    h, w = texture.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, 12, dtype=np.float32), np.linspace(-1, 1, 18, dtype=np.float32))
    angle = rng.uniform(0, 2 * np.pi)
    across = np.cos(angle) * x + np.sin(angle) * y
    if rng.random() < 0.5:
        shine = 1 / (1 + np.exp(-(across - rng.uniform(-0.8, 0.8)) * rng.uniform(1.5, 9)))
    else:
        along = -np.sin(angle) * x + np.cos(angle) * y
        a, b = rng.uniform(0.2, 1.0), rng.uniform(0.3, 2.0)
        shine = np.exp(-(((across - rng.uniform(-0.9, 0.9)) / a) ** 2 + ((along - rng.uniform(-0.7, 0.7)) / b) ** 2))
    cover = cv2.resize((shine * 255 * strength).clip(0, 255).astype(np.uint8), (w, h), interpolation=cv2.INTER_CUBIC)
    cover3 = cv2.merge([cover] * 3)
    white = np.full_like(texture, int(rng.uniform(225, 255)))
    return np.asarray(
        cv2.add(
            cv2.multiply(texture, cv2.bitwise_not(cover3), scale=1 / 255), cv2.multiply(white, cover3, scale=1 / 255)
        )
    )


def expose(rng: Rng, picture: Image, field: Floats, subject: NDArray[np.bool_] | None = None) -> tuple[Image, float]:
    """The picture under a light, as the camera exposes it: brightness, white balance, gamma, contrast, saturation.

    Args:
        subject: (h, w) where the cards lie; they are never left so dark that nobody could find them.

    Returns:
        The picture and the factor by which it was made darker or brighter.
    """
    mode = rng.choice(4, p=[0.68, 0.18, 0.09, 0.05])
    level = (rng.uniform(0.75, 1.1), rng.uniform(0.45, 0.75), rng.uniform(1.1, 1.5), rng.uniform(0.22, 0.45))[mode]
    warm, green = rng.normal(0, 0.10), rng.normal(0, 0.035)
    gain = np.array([1 - warm, 1 + green, 1 + warm], np.float32) * level
    lit = cv2.multiply(picture, field, dtype=cv2.CV_32F)
    toned = as_bytes(cv2.transform(lit, toning(gain, rng.uniform(0.5, 1.35) if rng.random() < 0.5 else 1.0)))
    gamma, contrast, black = float(np.exp(rng.normal(0, 0.17))), rng.uniform(0.8, 1.2), max(0.0, rng.normal(0, 10))
    ramp = 255 * (np.arange(256) / 255) ** gamma
    ramp = (ramp - 110) * contrast + 110
    ramp = black + ramp * (1 - black / 255)
    ramp = np.clip(ramp, 0, 255)
    if subject is not None and subject.any():
        paper = float(ramp[int(np.percentile(toned[..., 1][subject], 90))])
        if paper < LEAST_PAPER:
            ramp = np.clip(ramp * (rng.uniform(1, 1.8) * LEAST_PAPER / max(paper, 6.0)), 0, 255)
    return np.asarray(cv2.LUT(toned, ramp.astype(np.uint8))), float(level)


def line_kernel(length: float, angle: float) -> Floats:
    """Kernel of a straight smear, length in pixels, angle in radians."""
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size, size), np.float32)
    middle = size / 2 - 0.5
    reach = np.array([np.cos(angle), np.sin(angle)]) * max(length - 1, 0) / 2
    for step in np.linspace(-1, 1, 2 * size + 1):
        point = np.clip(np.rint(middle + reach * step), 0, size - 1).astype(int)
        kernel[point[1], point[0]] += 1
    return np.asarray(kernel / kernel.sum())


def photograph(
    rng: Rng, picture: Image, field: Floats, softness: float = 1.0, subject: NDArray[np.bool_] | None = None
) -> tuple[Image, Damage]:
    """The picture under a light as a camera takes it and a file keeps it.

    Args:
        softness: factor on all blur (larger pictures bear more).
        subject: (h, w) where the cards lie.
    """
    picture, level = expose(rng, picture, field, subject)
    defocus = smear = 0.0
    pick = rng.random()
    if pick < 0.28:
        defocus = rng.uniform(0.4, 1.1) * softness
    elif pick < 0.34:
        defocus = rng.uniform(1.1, 2.4) * softness
    if rng.random() < 0.08:
        smear = rng.uniform(2, 8) * softness
        picture = np.asarray(cv2.filter2D(picture, -1, line_kernel(smear, rng.uniform(0, np.pi))))
    if defocus:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), defocus))
    noise = 0.0
    if rng.random() < 0.6:
        noise = rng.gamma(2, 2.2) * (2.0 if level < 0.6 else 1.0)
        noise = min(noise, MOST_NOISE * float(np.percentile(picture[::8, ::8], 97)))
        picture = add_noise(rng, picture, noise)
    if rng.random() < 0.2:  # the sharpening of phones and webcams
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 1.6))
        amount = rng.uniform(0.3, 1.5)
        picture = np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0))
    quality, pick = 100, rng.random()
    if pick < 0.04:
        picture = through_h264(rng, picture)
        quality = 50
    elif pick < 0.35:
        quality = int(rng.uniform(18, 75))
        coarse = rng.random() < 0.3
        if coarse:  # an upscaled stream
            small, size = rng.uniform(0.5, 0.9), picture.shape[1::-1]
            picture = np.asarray(cv2.resize(picture, None, fx=small, fy=small, interpolation=cv2.INTER_AREA))
            defocus = max(defocus, 0.5 / small)
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
        if coarse:
            picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR))
    if rng.random() < 0.02:
        picture = np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR))
    return picture, Damage(float(defocus), float(smear), float(noise), quality, level)


def add_noise(rng: Rng, picture: Image, deviation: float) -> Image:
    """Sensor noise, fine or blotchy (demosaicing and denoising make lumps), in grey or in colour."""
    bank = noise_bank(int(rng.integers(3)))
    h, w = picture.shape[:2]
    side = bank.shape[0]
    top, left = (int(v) for v in rng.integers(side // 4, size=2))
    bank = bank[top:, left:]
    if rng.random() < 0.4:
        bank = cv2.merge([np.ascontiguousarray(bank[..., 0])] * 3)
    tall, wide = -(-h // bank.shape[0]), -(-w // bank.shape[1])
    noise = np.tile(bank, (tall, wide, 1)) if tall * wide > 1 else bank
    noisy = cv2.scaleAdd(np.ascontiguousarray(noise[:h, :w]), deviation, picture.astype(np.float32))
    return as_bytes(noisy)


@lru_cache(maxsize=3)
def noise_bank(coarseness: int) -> Floats:
    """(880, 880, 3) noise of deviation 1, finer or coarser."""
    noise = np.random.default_rng(coarseness).standard_normal((880, 880, 3), dtype=np.float32)
    if not coarseness:
        return noise
    lumps = np.asarray(cv2.GaussianBlur(noise, (0, 0), 0.45 * coarseness, borderType=cv2.BORDER_REFLECT))
    return np.asarray(lumps / lumps.std(), np.float32)


def through_h264(rng: Rng, picture: Image) -> Image:
    """The picture after a low-bitrate H.264 encoder; its sides are cut to even lengths and restored."""
    h, w = picture.shape[:2]
    even = np.ascontiguousarray(picture[: h // 2 * 2, : w // 2 * 2])
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = even.shape[1], even.shape[0], "yuv420p"
    encoder.options = {
        "crf": str(int(rng.integers(26, 42))),
        "preset": "ultrafast",
        "tune": "zerolatency",
        "threads": "1",
    }
    decoder = av.CodecContext.create("h264", "r")
    shown = even
    shift = rng.normal(0, 2, 2)
    frames = []
    for k in (1, 0):  # a moved frame first, so that the second is coded as the difference to it
        moved = np.array([[1, 0, shift[0] * k], [0, 1, shift[1] * k]])
        still = cv2.warpAffine(even, moved, (w // 2 * 2, h // 2 * 2), borderMode=cv2.BORDER_REPLICATE)
        frames.append(np.asarray(still, np.uint8))
    packets = [p for each in frames for p in encoder.encode(av.VideoFrame.from_ndarray(each, format="bgr24"))]
    packets += list(encoder.encode(None))
    for packet in [*packets, None]:
        for frame in decoder.decode(packet):
            shown = np.asarray(frame.to_ndarray(format="bgr24"), np.uint8)
    return np.asarray(cv2.copyMakeBorder(shown, 0, h - shown.shape[0], 0, w - shown.shape[1], cv2.BORDER_REPLICATE))
