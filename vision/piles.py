"""Open piles (Luzern Jass): where the cards of a hand lie on the table, and which cards there are hand, not play.

Every pile shows one card; when it is played, the card below shows its back until it is turned over. A play is a card
that moves from a pile to the middle: what comes to rest at a pile belongs to the hand.
"""

from __future__ import annotations

import numpy as np
from jassvision.vision.table import mapped
from jassvision.vision.track import Track
from numpy.typing import NDArray

AT_PILE = 0.55
"""Card lengths from a pile within which a card that comes to rest lies on it: neighbours are 0.65 or more away."""

SAME_PILE = 0.3
"""Card lengths within which two cards lay on one pile."""


class Piles:
    """The places of the piles.

    Attributes:
        places: (n, 2) in pixels.
    """

    def __init__(self) -> None:
        self.places: NDArray[np.float64] = np.zeros((0, 2))

    def add(self, track: Track) -> None:
        """A card of a hand lies there."""
        if self._nearest(track) > SAME_PILE:
            self.places = np.concatenate([self.places, track.middle[None]])

    def holds(self, track: Track) -> bool:
        """Whether a card lies on a pile."""
        return self._nearest(track) <= AT_PILE

    def warp(self, homography: NDArray[np.float64]) -> None:
        """Take over that the camera was moved."""
        self.places = mapped(homography, self.places)

    def _nearest(self, track: Track) -> float:
        if not len(self.places):
            return float("inf")
        return float(np.linalg.norm(self.places - track.middle, axis=1).min()) / track.length
