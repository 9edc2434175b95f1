"""The cards in the picture now, for those who draw them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from jassvision.rules.cards import code
from jassvision.vision.tracker import Tracker
from numpy.typing import NDArray


class CardInView(NamedTuple):
    """A card that lies on the table or is held over it.

    Attributes:
        track: number of its track, that of its `SeenCard` if it is played.
        corners: (4, 2) in pixels of the film.
        card: the likeliest card's code, None as long as it was not read or while it shows its back.
        probability: how likely it is that one.
        is_back: whether it lies face down.
        at_rest: whether it lies, not moves.
    """

    track: int
    corners: NDArray[np.float64]
    card: str | None
    probability: float
    is_back: bool
    at_rest: bool


def in_view(tracker: Tracker, pack: str | None, scale: float) -> tuple[CardInView, ...]:
    """The cards that a tracker knows of now, the lowest first; `scale` is its pixels for one of the film."""
    found = []
    for track in (*tracker.lying, *tracker.held):
        card, probability = None, 0.0
        if track.readings.count and not track.is_back:
            face, probability = track.readings.best(pack)
            card = code(face)
        at_rest = track.state == "lying"
        found.append(CardInView(track.number, track.corners / scale, card, probability, track.is_back, at_rest))
    return tuple(found)
