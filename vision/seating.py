"""Which seat a card came from, or went to: from the arm that reached in, where the card lies, and how it is turned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from jassvision.vision.motion import Reach, Shapes
from jassvision.vision.table import Table
from numpy.typing import NDArray

BEFORE_SECONDS, AFTER_SECONDS = 0.8, 0.35
"""An arm lays a card from so long before it lies to so long after: later the next one reaches in."""

HALF_LIFE = 0.3
"""Seconds from the landing after which an arm counts half: the next one may be on its way."""

ARM_SHARPNESS = 5.0
"""How well the place where an arm crosses the rim tells the seat (concentration of a von Mises distribution)."""

LOOSE_WEIGHT = 0.15
"""Weight of a shape that does not reach the rim: the direction of its middle tells a little."""

ARM_DOUBT = 0.03
"""Probability that the arm near the card is another player's."""

PLACE_SHARPNESS, PLACE_M = 2.5, 0.035
"""How well the place tells the seat when cards lie apart, and from which distance from the middle on, in metres."""

TURN_WEIGHT = 0.35
"""How much the way a card is turned tells: most people lay a card with its short side towards themselves."""

GROWN = 1.3
"""How much larger than the card the part of the picture is in which its hand has to be."""


def seat_of_card(shapes: Iterable[Shapes], corners: NDArray[np.float64], time: float, table: Table) -> list[float]:
    """Log-probabilities of the seats for a card that came to rest.

    Args:
        shapes: the shapes of the last seconds.
        corners: (4, 2) of the card in pixels of a picture of `table.size_wh`.
        time: when it came to rest.
    """
    arm = _arm(shapes, [corners], time - BEFORE_SECONDS, time + AFTER_SECONDS, time, table)
    ring = table.metres(corners)
    place = ring.mean(axis=0)
    far = float(np.linalg.norm(place))
    towards = table.towards
    side = (
        ring[1] - ring[0]
        if np.linalg.norm(ring[1] - ring[0]) > np.linalg.norm(ring[2] - ring[1])
        else ring[2] - ring[1]
    )
    along = side / max(float(np.linalg.norm(side)), 1e-9)
    logp = np.log(arm)
    logp += PLACE_SHARPNESS * min(1.0, far / PLACE_M) * (towards @ (place / max(far, 1e-9)) - 1)
    logp += TURN_WEIGHT * (2 * (towards @ along) ** 2 - 1)
    return normalised(logp)


def seat_of_sweep(
    shapes: Iterable[Shapes], cards: Sequence[NDArray[np.float64]], first: float, last: float, table: Table
) -> list[float]:
    """Log-probabilities of the seats for who took cards away.

    Args:
        shapes: the shapes of the last seconds.
        cards: corners (4, 2) of each card where it lay.
        first, last: from when on the arm may be looked for, and when the last place was seen to be bare.
    """
    return normalised(np.log(_arm(shapes, cards, first, last + 0.05, None, table)))


def normalised(logp: NDArray[np.float64] | Sequence[float]) -> list[float]:
    """Log-probabilities that add up to 1."""
    values = np.asarray(logp, np.float64)
    return [float(v) for v in values - np.logaddexp.reduce(values)]


def _arm(
    shapes: Iterable[Shapes],
    cards: Sequence[NDArray[np.float64]],
    first: float,
    last: float,
    peak: float | None,
    table: Table,
) -> NDArray[np.float64]:
    """Probabilities of the seats by the arms that were at some cards."""
    votes = np.zeros(table.players)
    mask: NDArray[np.bool_] | None = None
    width = table.size_wh[0]
    for seen in shapes:
        if not first <= seen.time <= last:
            continue
        ratio = seen.labels.shape[1] / width
        if mask is None or mask.shape != seen.labels.shape:
            mask = _mask(cards, ratio, seen.labels.shape)
        here = np.bincount(seen.labels[mask].astype(np.int64), minlength=1)
        worth = 1.0 if peak is None else 0.5 ** (abs(seen.time - peak) / HALF_LIFE)
        for reach in seen.reaches:
            touching = int(here[reach.label]) if reach.label < len(here) else 0
            if touching:
                # who lays a card is at it; who takes a trick is over most of it
                share = min(1.0, touching / 40) if peak is not None else (touching / max(1, int(mask.sum()))) ** 2
                votes += worth * share * _vote(reach, cards, ratio, table)
    if not votes.sum():
        return np.full(table.players, 1 / table.players)
    found: NDArray[np.float64] = (1 - ARM_DOUBT) * votes / votes.sum() + ARM_DOUBT / table.players
    return found


def _vote(reach: Reach, cards: Sequence[NDArray[np.float64]], ratio: float, table: Table) -> NDArray[np.float64]:
    width, height = table.size_wh
    if reach.rim is not None:
        at = np.array(reach.rim) / ratio
        way = (at / np.array([width, height]) - 0.5) * 2
        worth = 1.0
    else:
        middle = np.mean([card.mean(axis=0) for card in cards], axis=0)
        way = np.array(reach.centre) / ratio - middle
        worth = LOOSE_WEIGHT * min(1.0, float(np.linalg.norm(way)) / (0.1 * max(width, height)))
    way = way / max(float(np.linalg.norm(way)), 1e-9)
    votes = np.exp(ARM_SHARPNESS * (table.towards @ way - 1))
    found: NDArray[np.float64] = worth * votes / votes.sum()
    return found


def _mask(cards: Sequence[NDArray[np.float64]], ratio: float, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    mask = np.zeros(shape, np.uint8)
    for corners in cards:
        middle = corners.mean(axis=0)
        ring = (middle + (corners - middle) * GROWN) * ratio
        cv2.fillConvexPoly(mask, np.round(ring).astype(np.int32), 1)
    return mask.astype(np.bool_)
