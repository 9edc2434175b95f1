"""Find the cards in a picture: one oriented box for each, face or back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from jassvision.models.weights import THREADS, Network, load_session
from jassvision.vision.overlap import first_of_each, overlaps, rectangle_corners
from numpy.typing import NDArray

KINDS: Final = ("face", "back")
"""What a sighting shows, in the order of the finder's classes."""

FACE, BACK = 0, 1

SIZE = 512
"""Longest side in pixels of what the finder looks at, unless the caller says another."""

SMALLEST_SIZE = 320
"""Smallest longest side that a finder may have: below it cards are blots."""

SHORTEST = 96
"""Shortest side of a frame in pixels: the network returns two hundred rows and needs as many places to look at."""

STRIDE = 32
"""Both sides of what the finder looks at are multiples of this, the coarsest step of the network."""

GREY = 114
"""Brightness of the border that fills a picture up, as in training."""

LEAST_SCORE = 0.10
"""Boxes below this score are not reported at all; how sure a card is says `confidence`."""

MOST_OVERLAP = 0.70
"""Two boxes whose intersection over union is above this are one card: cards laid crosswise share up to 0.5."""

SMALL_CARD = 26.0
"""Short side in pixels of the finder's own picture below which a second, finer look pays."""

FINER = 2.0
"""How much finer the second look is at most."""

COARSER = (0.6, 0.35)
"""Coarser looks of a thorough finder, as shares of its size: a card that fills the picture is known from afar."""

TURNS = ((1, 1.0), (2, 1.0), (1, 0.6), (2, 0.6))
"""Further looks of a thorough finder: quarter turns to the left, and shares of its size. Each errs in its own way."""

VOTES = 0.75
"""Intersection over union from which another box has a say in where a card's edges are."""

SAME_BOX = 0.60
"""Intersection over union from which boxes of two looks are one card; each look draws them a little differently."""


@dataclass(frozen=True)
class Sightings:
    """Cards found in one picture, as parallel arrays, the surest first.

    Attributes:
        corners: (n, 4, 2) float32, in order round the box, in pixels of the picture.
        confidence: (n,) float32 in [0, 1], how sure it is that a card lies there.
        kind: (n,) int8, FACE or BACK.
    """

    corners: NDArray[np.float32]
    confidence: NDArray[np.float32]
    kind: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.confidence)

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.int64] | slice) -> Sightings:
        """Some of the sightings, chosen by a mask, by numbers or by a slice."""
        return Sightings(self.corners[which], self.confidence[which], self.kind[which])

    @staticmethod
    def none() -> Sightings:
        """Nothing found."""
        return Sightings(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), np.zeros(0, np.int8))


class Finder:
    """Finds cards with the network `finder`.

    Args:
        size: longest side in pixels of what the network looks at; larger finds smaller cards and takes longer.
        thorough: look several times, for single pictures: coarser, turned, and up to twice as fine when the cards
            found are small and the picture has the pixels. What two looks agree on is the surer.
        threads: CPU threads.
        network: another network than the one that comes with the program.

    Raises:
        WeightsError: the weights are missing or not those of their card.
    """

    def __init__(
        self, size: int = SIZE, *, thorough: bool = False, threads: int = THREADS, network: Network | None = None
    ) -> None:
        if size < SMALLEST_SIZE:
            raise ValueError(f"A finder that looks at {size} pixels sees nothing: take at least {SMALLEST_SIZE}.")
        self.size, self.thorough = size, thorough
        self.network = network or load_session("finder", threads)
        self._source = self.network.session.get_inputs()[0].name
        self._result = self.network.session.get_outputs()[0].name
        scale = self.network.card.get("calibration") or {}
        self._slope, self._offset = float(scale.get("slope", 1.0)), float(scale.get("offset", 0.0))

    def find(self, picture: NDArray[np.uint8]) -> Sightings:
        """The cards in a (height, width, 3) BGR picture."""
        height, width = picture.shape[:2]
        if not height or not width:
            return Sightings.none()
        looks = [self._look(picture, self.size)]
        if self.thorough:
            longest = max(height, width)
            looks += [self._look(picture, max(STRIDE, round(self.size * share))) for share in COARSER]
            if longest > self.size * 1.2 and self._too_small(np.concatenate(looks), longest):
                looks.append(self._look(picture, round(min(longest, self.size * FINER))))
            looks += [
                self._turned_look(picture, quarters, max(STRIDE, round(self.size * share))) for quarters, share in TURNS
            ]
        return self._sightings(looks)

    def _look(self, picture: NDArray[np.uint8], size: int) -> NDArray[np.float32]:
        """Rows x, y, width, height, score, class, angle in pixels of the picture."""
        frame, ratio, left, top = fitted(picture, size)
        (found,) = self.network.session.run([self._result], {self._source: frame[None]})
        rows: NDArray[np.float32] = found[0][found[0][:, 4] >= LEAST_SCORE]
        rows[:, 0] = (rows[:, 0] - left) / ratio
        rows[:, 1] = (rows[:, 1] - top) / ratio
        rows[:, 2:4] /= ratio
        return rows

    def _turned_look(self, picture: NDArray[np.uint8], quarters: int, size: int) -> NDArray[np.float32]:
        """Rows as of `_look`, of a look at the picture turned to the left by so many quarters."""
        rows = self._look(np.ascontiguousarray(np.rot90(picture, quarters)), size)
        height, width = picture.shape[:2]
        x, y = rows[:, 0].copy(), rows[:, 1].copy()
        rows[:, 0] = {1: width - y, 2: width - x, 3: y}[quarters]
        rows[:, 1] = {1: x, 2: height - y, 3: height - x}[quarters]
        rows[:, 6] += quarters * np.float32(np.pi / 2)
        return rows

    def _too_small(self, rows: NDArray[np.float32], longest: int) -> bool:
        sides = rows[rows[:, 4] > 0.3][:, 2:4]
        if not len(sides):
            return True
        return float(np.median(sides.min(axis=1))) * self.size / longest < SMALL_CARD

    def _sightings(self, looks: list[NDArray[np.float32]]) -> Sightings:
        rows = np.concatenate(looks)
        order = np.argsort(-rows[:, 4], kind="stable")
        rows, look = rows[order], np.repeat(np.arange(len(looks)), [len(seen) for seen in looks])[order]
        corners = rectangle_corners(rows[:, 0], rows[:, 1], rows[:, 2], rows[:, 3], rows[:, 6])
        overlap = overlaps(corners)
        score = np.clip(agreed(rows[:, 4], overlap, look), 1e-6, 1 - 1e-6)
        logit = self._slope * np.log(score / (1 - score)) + self._offset
        found = Sightings(corners, (1 / (1 + np.exp(-logit))).astype(np.float32), rows[:, 5].astype(np.int8))
        first = first_of_each(overlap, MOST_OVERLAP if len(looks) == 1 else SAME_BOX)
        kept = found[first]
        for k, i in enumerate(np.nonzero(first)[0]):
            kept.corners[k] = voted(corners, overlap[i], rows[:, 4], corners[i])
        return kept[np.argsort(-kept.confidence, kind="stable")]


def voted(
    corners: NDArray[np.float32], overlap: NDArray[np.float32], score: NDArray[np.float32], box: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The mean, weighted by score, of all boxes round the card of one box: each alone is a few per cent off.

    Args:
        corners: (n, 4, 2) all boxes.
        overlap: (n,) their intersection over union with `box`.
        score: (n,) their scores.
        box: (4, 2) the box whose card it is; the order of its corners is kept.
    """
    same = overlap >= VOTES
    turned = np.stack([np.roll(corners[same], k, axis=1) for k in range(4)])
    nearest = np.abs(turned - box).sum(axis=(2, 3)).argmin(axis=0)
    mean: NDArray[np.float32] = np.average(turned[nearest, np.arange(same.sum())], axis=0, weights=score[same])
    return mean.astype(np.float32)


def agreed(score: NDArray[np.float32], overlap: NDArray[np.float32], look: NDArray[np.int64]) -> NDArray[np.float32]:
    """Scores (n,) raised where another look saw the same card: both must be wrong for the card not to be there.

    Args:
        score: (n,) scores, the best first.
        overlap: (n, n) intersection over union.
        look: (n,) which look each box is from.
    """
    same = (overlap >= SAME_BOX) & (look[:, None] != look[None])
    second = np.where(same, score[None], 0).max(axis=1, initial=0)
    raised: NDArray[np.float32] = (1 - (1 - score) * (1 - second)).astype(np.float32)
    return raised


def fitted(picture: NDArray[np.uint8], size: int) -> tuple[NDArray[np.uint8], float, int, int]:
    """A picture scaled so that its longest side is `size`, in a grey frame whose sides are multiples of 32.

    Returns:
        The frame, the ratio of its pixels to those of the picture, and where the picture begins in it (left, top).
    """
    height, width = picture.shape[:2]
    ratio = size / max(height, width)
    inner_w, inner_h = max(1, round(width * ratio)), max(1, round(height * ratio))
    outer_w, outer_h = (max(SHORTEST, -(-side // STRIDE) * STRIDE) for side in (inner_w, inner_h))
    way = cv2.INTER_AREA if ratio < 1 else cv2.INTER_LINEAR
    inner = picture if ratio == 1 else cv2.resize(picture, (inner_w, inner_h), interpolation=way)
    left, top = (outer_w - inner_w) // 2, (outer_h - inner_h) // 2
    if (outer_w, outer_h) == (inner_w, inner_h):
        return np.ascontiguousarray(inner), ratio, 0, 0
    frame = np.full((outer_h, outer_w, 3), GREY, np.uint8)
    frame[top : top + inner_h, left : left + inner_w] = inner
    return frame, ratio, left, top
