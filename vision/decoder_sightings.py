"""Sightings: what the eyes say of a card that came to rest, weighed so that no reading is believed too much.

All weights are natural logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from jassvision.rules.cards import Card, CardSet
from numpy.typing import NDArray

READING_FLOOR: Final = 0.01
"""Share of each reading that is spread over all cards: readings of one card are alike, so they err together."""

SEAT_FLOOR: Final = 0.02
"""The same for the seat: an arm can come from anywhere."""

LEAST_CANDIDATE: Final = 0.002
MOST_CANDIDATES: Final = 8
"""Cards that are tried one by one for a sighting: how likely at least, and how many."""

LEAST_TOP: Final = 0.2
"""Probability of the likeliest card below which none stands out, so none is tried and the card is left open."""

CLEAR, BLURRED = 0.8, 0.3
"""Probabilities of the likeliest card from which a sighting is read clearly, and up to which not at all."""

WILD_FROM: Final = 0.05
"""Probability outside the candidates from which a sighting is also left open at once, not only when cards collide."""

SAID_FLOOR, SAID_FROM = 1e-6, 0.9999
"""What is left to chance where a person said a card or a seat, and the probability that shows it was said."""


@dataclass(frozen=True, eq=False)
class Sighting:
    """A card that came to rest, as the lines weigh it.

    Attributes:
        track: its track.
        time: seconds.
        seats: log probability of each seat.
        faces: log probability of each card, (36,).
        candidates: the likeliest cards with their log probabilities.
        doubt: log probability that it is none of the candidates.
        blur: from 0, a card that is read clearly, to 1, nothing that can be read.
        withdrawn: whether it was taken back into a hand.
        corners: (4, 2) pixels.
        certain: whether a person said that it is a play or, if withdrawn, that it is none.
    """

    track: int
    time: float
    seats: tuple[float, ...]
    faces: tuple[float, ...]
    candidates: tuple[tuple[Card, float], ...]
    doubt: float
    blur: float
    withdrawn: bool
    corners: NDArray[np.float64]
    certain: bool = False


def sighting(
    track: int,
    time: float,
    seat_logp: Sequence[float],
    face_logp: NDArray[np.float64],
    pack: CardSet,
    corners: NDArray[np.float64],
    certain: bool = False,
) -> Sighting:
    """Weigh what the eyes say of a card: normalise, keep within the pack, and leave room for mistakes."""
    probabilities = np.exp(face_logp - np.max(face_logp))
    inside = np.array([pack >> card & 1 for card in range(36)], float)
    probabilities = probabilities * inside
    total = probabilities.sum()
    probabilities = inside / inside.sum() if not total > 0 else probabilities / total
    floor = SAID_FLOOR if certain and probabilities.max() >= SAID_FROM else READING_FLOOR
    probabilities = (1 - floor) * probabilities + floor * inside / inside.sum()
    with np.errstate(divide="ignore"):
        faces = tuple(float(value) for value in np.log(probabilities))
    chosen = [int(c) for c in np.argsort(-probabilities, kind="stable")[:MOST_CANDIDATES]]
    chosen = [card for card in chosen if probabilities[card] >= LEAST_CANDIDATE]
    if probabilities[chosen[0]] < LEAST_TOP:
        chosen = []
    doubt = max(1 - float(probabilities[chosen].sum()), min(LEAST_CANDIDATE, floor))
    candidates = tuple((card, faces[card]) for card in chosen)
    blur = float(np.clip((CLEAR - probabilities.max()) / (CLEAR - BLURRED), 0, 1))
    seats = floored(seat_logp, SEAT_FLOOR, certain)
    return Sighting(track, time, seats, faces, candidates, math.log(doubt), blur, False, corners, certain)


def floored(logp: Sequence[float], floor: float, certain: bool = False) -> tuple[float, ...]:
    """Log probabilities normalised, with a share `floor` spread evenly; less where a person was `certain` of one."""
    weights = np.exp(np.asarray(logp, float) - np.max(logp))
    if not np.all(np.isfinite(weights)):
        weights = np.ones(len(logp))
    weights /= weights.sum()
    if certain and weights.max() >= SAID_FROM:
        floor = SAID_FLOOR
    weights = (1 - floor) * weights + floor / len(weights)
    return tuple(float(value) for value in np.log(weights))
