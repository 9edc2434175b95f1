"""Draw what was seen into a picture: fine outlines and a name plate on every card."""

from __future__ import annotations

import cv2
import numpy as np
from jassvision.rules.cards import parse_code
from jassvision.rules.names import card_name
from jassvision.vision.eyes import CardSeen, Seen
from jassvision.vision.faces import PACKS
from jassvision.vision.overlap import areas, intersections
from numpy.typing import NDArray

Colour = tuple[int, int, int]

SURE_COLOUR: Colour = (236, 240, 232)
UNSURE_COLOUR: Colour = (64, 176, 255)
BACK_COLOUR: Colour = (190, 180, 170)
PLATE: Colour = (38, 30, 26)
INK: Colour = (245, 248, 250)
SUIT_COLOURS: dict[str, Colour] = {"D": (60, 190, 245), "H": (90, 90, 235), "S": (225, 170, 90), "C": (100, 190, 110)}
"""Colours, BGR; the stripe on a plate tells the suit at a glance."""

LEAST_DOUBT = 0.17
"""Confidence from which an unsure card is told to a person."""

ON_SURE_CARD = 0.5
"""Share of an unsure box on a sure one from which it is most likely a second box round the same card."""

PLATE_STRENGTH = 0.82
"""How much of the picture a name plate covers up."""


def annotated(picture: NDArray[np.uint8], seen: Seen) -> NDArray[np.uint8]:
    """A copy of a (height, width, 3) BGR picture with every card outlined and named.

    Sure cards have a light outline and their name, unsure ones an amber broken outline and their likeliest names,
    cards face down a thin grey outline alone.
    """
    out = picture.copy()
    unit = max(picture.shape[:2]) / 1000
    cards = [*(c for c in seen.cards if c.sure), *doubts(seen)]
    for card in sorted(cards, key=lambda c: c.sure):
        _outline(out, card, unit)
    taken: list[tuple[int, int, int, int]] = []
    for card in cards:
        if card.card != "back":
            _plate(out, card, seen.pack or PACKS[0], unit, taken)
    return out


def doubts(seen: Seen) -> list[CardSeen]:
    """The unsure cards that are worth telling a person: not too unlikely, and not lying on a card that is sure."""
    if not seen.cards:
        return []
    corners = np.stack([card.corners for card in seen.cards])
    shared, area = intersections(corners), areas(corners)
    sure = np.array([card.sure for card in seen.cards])
    covered = (shared * sure / np.maximum(np.minimum(area[:, None], area[None]), 1e-6)).max(axis=1)
    return [
        card
        for card, share in zip(seen.cards, covered, strict=True)
        if not card.sure and card.confidence >= LEAST_DOUBT and share < ON_SURE_CARD
    ]


def _outline(out: NDArray[np.uint8], card: CardSeen, unit: float) -> None:
    points = [tuple(int(v) for v in np.round(corner * 16)) for corner in card.corners]
    thick = max(1, round(2.4 * unit))
    colour = BACK_COLOUR if card.card == "back" else SURE_COLOUR if card.sure else UNSURE_COLOUR
    for start, end in zip(points, points[1:] + points[:1], strict=True):
        pieces = [(start, end)] if card.sure else _broken(start, end, 16 * 12 * max(unit, 0.5))
        for a, b in pieces:
            cv2.line(out, a, b, PLATE, thick + max(1, round(1.6 * unit)), cv2.LINE_AA, 4)
        for a, b in pieces:
            cv2.line(out, a, b, colour, thick if card.card != "back" else max(1, thick // 2), cv2.LINE_AA, 4)


def _broken(start: tuple[int, ...], end: tuple[int, ...], dash: float) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    a, b = np.array(start, np.float64), np.array(end, np.float64)
    count = max(1, round(float(np.linalg.norm(b - a)) / (2 * dash)))
    cuts = [a + (b - a) * share / (2 * count) for share in range(2 * count + 1)]
    rounded = [(round(float(x)), round(float(y))) for x, y in cuts]
    return list(zip(rounded[0::2], rounded[1::2], strict=False))


def _plate(
    out: NDArray[np.uint8], card: CardSeen, pack: str, unit: float, taken: list[tuple[int, int, int, int]]
) -> None:
    """A name plate over the middle of a card, moved down while it lies on another plate."""
    height, width = out.shape[:2]
    short = min(np.linalg.norm(card.corners[1] - card.corners[0]), np.linalg.norm(card.corners[2] - card.corners[1]))
    size = int(np.clip(short * 0.17, 13 * max(unit, 0.8), 30 * max(unit, 0.8)))
    codes = [card.card] if card.sure else [code for code, _ in card.likely[:2]]
    text = " / ".join(card_name(parse_code(code), suits=pack) for code in codes) + ("" if card.sure else " ?")
    face = cv2.FontFace("sans")
    _, _, wide, _ = cv2.getTextSize((width, height), text, (0, 0), face, size, 600)
    pad, stripe = round(size * 0.45), max(3, round(size * 0.28))
    box_w, box_h = wide + 2 * pad + stripe, round(size * 1.55)
    middle = card.corners.mean(axis=0)
    x = int(np.clip(middle[0] - box_w / 2, 0, max(0, width - box_w)))
    y = int(np.clip(middle[1] - box_h / 2, 0, max(0, height - box_h)))
    for _ in range(12):
        if not any(x < tx + tw and tx < x + box_w and y < ty + th and ty < y + box_h for tx, ty, tw, th in taken):
            break
        y = min(y + box_h // 2 + 1, max(0, height - box_h))
    taken.append((x, y, box_w, box_h))
    piece = out[y : y + box_h, x : x + box_w]
    mask = _rounded(piece.shape[0], piece.shape[1], round(size * 0.35))
    piece[:] = (piece * (1 - mask * PLATE_STRENGTH) + np.array(PLATE) * mask * PLATE_STRENGTH).astype(np.uint8)
    bar = mask.copy()
    bar[:, stripe:] = 0
    colour = SUIT_COLOURS[card.card[0]] if card.sure else UNSURE_COLOUR
    piece[:] = (piece * (1 - bar) + np.array(colour) * bar).astype(np.uint8)
    cv2.putText(out, text, (x + stripe + pad, y + round(box_h * 0.70)), INK, face, size, 600)


def _rounded(height: int, width: int, radius: int) -> NDArray[np.float32]:
    """Mask (height, width, 1) in [0, 1] of a rectangle with round corners, smooth at its edge."""
    y, x = np.mgrid[:height, :width].astype(np.float32) + 0.5
    dx = np.maximum(np.abs(x - width / 2) - (width / 2 - radius), 0)
    dy = np.maximum(np.abs(y - height / 2) - (height / 2 - radius), 0)
    mask: NDArray[np.float32] = np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1)[..., None].astype(np.float32)
    return mask
