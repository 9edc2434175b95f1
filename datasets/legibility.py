"""Whether a person could read a card from what is seen of it; what lies between yes and no is left out of training."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from jassvision.datasets.compose import Card
from jassvision.datasets.light import Damage
from jassvision.datasets.material import Deck, face_picture
from numpy.typing import NDArray

CORNER = (0.20, 0.20)
"""Width and height, as shares of the card, of the corner in which an index stands."""

SHARP, BLURRED = 19.0, 13.0
"""Pixels that the card's length is worth after blur: readable above SHARP, not readable below BLURRED."""


@lru_cache(maxsize=4000)
def telling(deck: Deck, code: str) -> tuple[NDArray[np.float32], tuple[bool, ...]]:
    """(32, 20) share of ink in the cells of a face, and whether its four corners (tl, tr, br, bl) hold anything."""
    face = face_picture(deck, code, 96)
    ink = (np.abs(face.astype(np.int16) - 255).max(axis=2) > 70).astype(np.float32)
    height, width = ink.shape
    rim = max(2, height // 40)
    ink[:rim] = ink[-rim:] = 0
    ink[:, :rim] = ink[:, -rim:] = 0
    down, across = round(CORNER[1] * height), round(CORNER[0] * width)
    corners = (ink[:down, :across], ink[:down, -across:], ink[-down:, -across:], ink[-down:, :across])
    cells = np.asarray(cv2.resize(ink, (20, 32), interpolation=cv2.INTER_AREA), np.float32)
    return cells, tuple(bool(corner.mean() > 0.06) for corner in corners)


def legible(deck: Deck, card: Card, damage: Damage) -> bool | None:
    """True: readable; False: not; None: some would and some would not."""
    if card.code == "back":
        return False
    blur = 1 + 2.2 * damage.defocus + 0.35 * (damage.smear + card.smear) + (0.6 if damage.quality < 35 else 0.0)
    worth = card.length * float(np.sqrt(card_flatness(card))) / blur
    if worth < BLURRED:
        return False
    if card.glare > 0.97:
        return None
    return parts_tell(deck, card) if worth >= SHARP else (False if parts_tell(deck, card) is False else None)


def card_flatness(card: Card) -> float:
    """The card's shown shape against its true one: 1 seen from above, less when foreshortened."""
    full = card.seen.full
    sides = np.linalg.norm(full - np.roll(full, -1, axis=0), axis=1)
    long, short = (sides[1] + sides[3]) / 2, (sides[0] + sides[2]) / 2
    return float(np.clip(min(long / max(short / 0.64, 1e-6), (short / 0.64) / max(long, 1e-6)), 0.2, 1.0))


def parts_tell(deck: Deck, card: Card) -> bool | None:
    """Whether index corners or enough of the figure are seen."""
    ink, corners = telling(deck, card.code)
    seen = np.asarray(cv2.resize(card.seen.map.astype(np.float32), (20, 32), interpolation=cv2.INTER_AREA))
    down, across = round(CORNER[1] * 32), round(CORNER[0] * 20)
    zones = (seen[:down, :across], seen[:down, -across:], seen[-down:, -across:], seen[-down:, :across])
    index = max((float(zone.mean()) for zone, has in zip(zones, corners, strict=True) if has), default=0.0)
    share = float((ink * seen).sum() / max(float(ink.sum()), 1e-6))
    pips = card.code[1:] in ("6", "7", "8", "9", "10")
    if card.seen.visible < 0.13 and index < 0.9:
        return False
    if pips:
        # without its index a six may be part of an eight: most pips must be seen
        if index > 0.75 and card.seen.visible >= 0.13 and (deck.kind != "swiss" or share > 0.14):
            return True  # the corner of a Swiss card holds the digit alone: some of its suit must be seen as well
        if share > 0.9:
            return True
        return False if index < 0.35 and share < 0.5 else None
    if share > 0.42 or (index > 0.8 and (share > 0.2 or deck.kind == "poker")):
        return True
    return False if share < 0.16 and index < 0.4 else None
