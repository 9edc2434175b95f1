"""Claims: all the rest laid down at once looks like plays to eyes that take no note of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from jassvision.vision.observations import SeenCard

AT_ONCE: Final = 1.5
"""Most seconds between two cards of one hand that is laid down."""

CLEARLY: Final = 0.8
"""Probability from which it counts whose a card is."""

FARTHER: Final = 1.4
"""How much farther from the middle than any play before: hands are laid down before their seats, not into the trick."""

LEAST_PLAYS: Final = 4
"""Plays that tell at least how far from the middle this table plays."""

LEAST_HANDS: Final = 2
"""Seats that lay down more than one card."""


def laid_at_once(cards: Sequence[SeenCard], plays: Sequence[SeenCard], players: int) -> SeenCard | None:
    """The first card of a claim: more cards than a trick holds, several of one seat after another, far out.

    Args:
        cards: what came to rest since the last trick was taken away, in the order of time.
        plays: the cards of the tricks before.
        players: number of seats.
    """
    before = np.array([card.place for card in plays if not card.certain and np.isfinite(card.place).all()])
    if len(before) < LEAST_PLAYS or len(cards) < players + 1:
        return None
    middle = np.median(before, axis=0)
    reach = FARTHER * float(np.linalg.norm(before - middle, axis=1).max())
    far = [card for card in cards if not card.certain and float(np.linalg.norm(card.place - middle)) > reach]
    hands = set()
    for first, second in pairwise(far):
        seat = _seat(first)
        if seat is not None and seat == _seat(second) and second.time - first.time < AT_ONCE:
            hands.add(seat)
    return far[0] if len(far) > players and len(hands) >= LEAST_HANDS else None


def _seat(card: SeenCard) -> int | None:
    """Whose a card is, None where that is not clear."""
    weights = np.exp(np.asarray(card.seat_logp) - max(card.seat_logp))
    seat = int(weights.argmax())
    clear = math.isfinite(weights.sum()) and weights[seat] >= CLEARLY * weights.sum()
    return seat if clear else None
