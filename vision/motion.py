"""What moves in the picture: a small picture compared with the last one, and hands told from a table at rest."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

STEP_SECONDS = 0.045
"""Least time between two pictures that are compared: at 60 pictures a second a slow hand moves too little in one."""

LEAST_CHANGE = 7.0
"""Change of brightness or colour, of 255, below which nothing has moved, however quiet the camera is."""

NOISE_FACTOR = 5.0
"""Change, in deviations of the camera's noise, from which something has moved."""

COLOUR_WEIGHT = 1.5
"""Weight of a change of colour against one of brightness: skin on wood differs in colour more than in brightness."""

FOREGROUND_CHANGE = 11.0
"""Change against the picture at rest from which a pixel belongs to a hand, an arm or a new card."""

SETTLE_SECONDS = 0.30
"""How long a pixel has to be still before what it shows belongs to the picture at rest."""

MEMORY_SECONDS = 4.0
"""How long the shapes of hands are kept, to tell where a card came from."""

LIGHTEST = 99.5
"""Per cent of the pixels that are darker than the lightest things in a picture: a small card covers more."""

RIM = 0.015
"""Share of the longest side within which a shape touches the rim of the picture."""


@dataclass(frozen=True, eq=False)
class Reach:
    """One connected shape that does not belong to the picture at rest: an arm with its hand, a card, a shadow.

    Attributes:
        label: its number in the label picture.
        rim: where it crosses the rim of the picture, mean (x, y) in small pixels; None where it does not.
        width: how many pixels of the rim it covers.
        centre: its middle (x, y) in small pixels.
        area: its pixels.
    """

    label: int
    rim: tuple[float, float] | None
    width: int
    centre: tuple[float, float]
    area: int


@dataclass(frozen=True, eq=False)
class Shapes:
    """The shapes in one small picture: `labels` (h, w) int16, 0 where there is none, and what is known of each."""

    time: float
    labels: NDArray[np.int16]
    reaches: tuple[Reach, ...]


@dataclass(frozen=True, eq=False)
class Motion:
    """What has changed since the picture compared before.

    Attributes:
        active: (h, w) bool, where something moves.
        share: part of the picture that moves.
        quiet: seconds since anything moved anywhere.
        brightest: brightness of the lightest things in the picture, 0 to 255: cards are white, whatever they lie on.
    """

    time: float
    active: NDArray[np.bool_]
    share: float
    quiet: float
    brightest: float


class MotionGate:
    """Compares small pictures as they come.

    Attributes:
        rest: (h, w, 3) the picture at rest: every pixel as it was when last still.
        moved_at: (h, w) seconds at which each pixel last moved.
        shapes: the shapes of the last seconds, oldest first.
        light: strength of the light, in that of the first picture.
    """

    def __init__(self) -> None:
        self.rest: NDArray[np.uint8] = np.zeros((0, 0, 3), np.uint8)
        self.moved_at: NDArray[np.float32] = np.zeros((0, 0), np.float32)
        self.shapes: deque[Shapes] = deque()
        self.light = 1.0
        self._before: NDArray[np.uint8] | None = None
        self._time = -1.0
        self._noise = 1.0
        self._last_motion = 0.0

    def wants(self, time: float) -> bool:
        """Whether a picture of this time is far enough from the last one to be compared."""
        return self._before is None or time - self._time >= STEP_SECONDS

    def step(self, small: NDArray[np.uint8], time: float) -> Motion:
        """Compare a small YCbCr picture (h, w, 3) with the one before it."""
        if self._before is None or self._before.shape != small.shape:
            self.restart(small, time)
            return Motion(time, np.zeros(small.shape[:2], np.bool_), 0.0, 0.0, _brightest(small))
        before = self._before
        gain = light_gain(before, small)
        if abs(gain - 1) > 0.01:
            before = with_gain(before, gain)
            self.rest = with_gain(self.rest, gain)
            self.light *= gain
        change = change_of(before, small)
        # half of the pixels of any picture are table at rest: their change is the camera's noise
        self._noise = 0.9 * self._noise + 0.1 * float(np.percentile(change[::4, ::4], 60))
        active = change > max(LEAST_CHANGE, NOISE_FACTOR * self._noise)
        active = _without_specks(active)
        if active.any():
            self._last_motion = time
        self.moved_at[active] = time
        settled = self.moved_at <= np.float32(time - SETTLE_SECONDS)
        cv2.copyTo(small, settled.view(np.uint8), self.rest)
        self._before, self._time = small, time
        self._remember(small, active, time)
        share = float(active.mean())
        return Motion(time, active, share, time - self._last_motion, _brightest(small))

    def restart(self, small: NDArray[np.uint8], time: float) -> None:
        """Take this picture for the picture at rest, as at the beginning or after the camera was moved."""
        self._before, self._time = small, time
        self.rest = small.copy()
        self.moved_at = np.full(small.shape[:2], time - SETTLE_SECONDS, np.float32)
        self.shapes.clear()
        self._last_motion = time

    def _remember(self, small: NDArray[np.uint8], active: NDArray[np.bool_], time: float) -> None:
        while self.shapes and time - self.shapes[0].time > MEMORY_SECONDS:
            self.shapes.popleft()
        if not active.any() and time - self._last_motion > SETTLE_SECONDS:
            return
        foreground = (change_of(self.rest, small) > max(FOREGROUND_CHANGE, NOISE_FACTOR * self._noise)) | active
        self.shapes.append(shapes_of(foreground, time))


def light_gain(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> float:
    """Factor by which the light has changed: the median over the picture, which hands do not move."""
    first, second = before[::4, ::4, 0].astype(np.float32), now[::4, ::4, 0].astype(np.float32)
    bright = first > 12
    return float(np.median(second[bright] / first[bright])) if bright.sum() > 50 else 1.0


def with_gain(picture: NDArray[np.uint8], gain: float) -> NDArray[np.uint8]:
    """A YCbCr picture in light of another strength."""
    lit = picture.copy()
    lit[..., 0] = np.clip(picture[..., 0] * gain, 0, 255).astype(np.uint8)
    return lit


def change_of(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How much each pixel (h, w) of two YCbCr pictures differs: the larger of brightness and weighted colour."""
    brightness, blue, red = cv2.split(cv2.absdiff(before, now))
    colour = cv2.convertScaleAbs(cv2.max(blue, red), alpha=COLOUR_WEIGHT)
    return cv2.max(brightness, colour)  # type: ignore[return-value]


def shapes_of(foreground: NDArray[np.bool_], time: float) -> Shapes:
    """The connected shapes of a foreground, small ones left out."""
    height, width = foreground.shape
    closed = cv2.morphologyEx(foreground.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    _, labels, facts, centres = cv2.connectedComponentsWithStats(closed, connectivity=8, ltype=cv2.CV_16U)
    rim = max(1, round(RIM * max(height, width)))
    least = 0.0008 * height * width
    band = np.zeros((height, width), np.bool_)
    band[:rim], band[-rim:], band[:, :rim], band[:, -rim:] = True, True, True, True
    found = []
    for label in range(1, len(facts)):
        left, top, wide, high, area = (int(v) for v in facts[label])
        if area < least:
            continue
        crossing: tuple[float, float] | None = None
        count = 0
        if left < rim or top < rim or left + wide > width - rim or top + high > height - rim:
            rows, columns = np.nonzero((labels == label) & band)
            count = len(rows)
            if count:
                crossing = (float(columns.mean()), float(rows.mean()))
        found.append(Reach(label, crossing, count // rim, (float(centres[label][0]), float(centres[label][1])), area))
    return Shapes(time, labels.astype(np.int16), tuple(found))


def _brightest(small: NDArray[np.uint8]) -> float:
    return float(np.percentile(small[::2, ::2, 0], LIGHTEST))


def _without_specks(active: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Only pixels that have at least three of their eight neighbours with them: noise comes alone."""
    crowd = cv2.boxFilter(active.astype(np.uint8), cv2.CV_8U, (3, 3), normalize=False)
    return active & (crowd >= 4)
