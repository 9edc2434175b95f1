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

PLATE_STRENGTH = 0.88
"""How much of the picture a name plate covers up."""

PLATE_ON_PLATE = 4.0
"""How much worse it is to cover up a plate than a card."""

NEARNESS = 0.12
"""How much of a plate may lie on a card before the plate moves away from its own by half a card's length."""

DIRECTIONS, STEPS = 16, (1.0, 1.25, 1.5)
"""Places tried for a plate: directions round its card, and how far out, where 1 is beside it."""

LEADER = 8
"""How far into a card the line from its plate goes, in 64ths of the way to its middle."""

FACE = cv2.FontFace("sans")


def annotated(picture: NDArray[np.uint8], seen: Seen) -> NDArray[np.uint8]:
    """A copy of a (height, width, 3) BGR picture with every card outlined and named.

    Sure cards have a light outline and their name, unsure ones an amber broken outline and their likeliest names,
    cards face down a thin grey outline alone.
    """
    out = picture.copy()
    unit = max(picture.shape[:2]) / 1000
    cards = [*(c for c in seen.cards if c.sure), *(c for c in doubts(seen) if c.card != "back")]
    for card in sorted(cards, key=lambda c: c.sure):
        _outline(out, card, unit)
    _plates(out, cards, seen, unit)
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


def _plates(out: NDArray[np.uint8], cards: list[CardSeen], seen: Seen, unit: float) -> None:
    """Name plates beside the cards, so that every face stays to be seen, and never over each other if it can be."""
    height, width = out.shape[:2]
    pack = seen.pack or PACKS[0]
    used = np.zeros((height, width), np.float32)
    for card in seen.cards:  # those too that are not named
        cv2.fillConvexPoly(used, np.round(card.corners).astype(np.int32), 1.0)
    for card in (card for card in cards if card.card != "back"):
        codes = [card.card] if card.sure else [code for code, _ in card.likely[:2]]
        text = " / ".join(card_name(parse_code(code), suits=pack) for code in codes) + ("" if card.sure else " ?")
        short = np.linalg.norm(np.diff(card.corners[:3], axis=0), axis=1).min()
        size = int(np.clip(short * 0.17, 16 * max(unit, 0.8), 30 * max(unit, 0.8)))
        _, _, wide, _ = cv2.getTextSize((width, height), text, (0, 0), FACE, size, 600)
        pad, stripe = round(size * 0.45), max(3, round(size * 0.28))
        size_wh = (min(wide + 2 * pad + stripe, width), min(round(size * 1.55), height))
        x, y = _place(used, card, size_wh)
        used[y : y + size_wh[1], x : x + size_wh[0]] = PLATE_ON_PLATE
        colour = SUIT_COLOURS[card.card[0]] if card.sure else UNSURE_COLOUR
        _leader(out, card, (x, y, *size_wh), colour, unit)
        piece = out[y : y + size_wh[1], x : x + size_wh[0]]
        mask = _rounded(piece.shape[0], piece.shape[1], round(size * 0.35))
        piece[:] = (piece * (1 - mask * PLATE_STRENGTH) + np.array(PLATE) * mask * PLATE_STRENGTH).astype(np.uint8)
        bar = mask.copy()
        bar[:, stripe:] = 0
        piece[:] = (piece * (1 - bar) + np.array(colour) * bar).astype(np.uint8)
        cv2.putText(out, text, (x + stripe + pad, y + round(size_wh[1] * 0.70)), INK, FACE, size, 600)


def _place(used: NDArray[np.float32], card: CardSeen, size_wh: tuple[int, int]) -> tuple[int, int]:
    """Where the upper left corner of a plate goes: beside its card, over as little of cards and plates as possible.

    Args:
        used: (height, width) what a plate would cover up in each pixel.
    """
    height, width = used.shape
    wide, high = size_wh
    sums = cv2.integral(used)
    middle = card.corners.mean(axis=0)
    reach = float(np.abs(card.corners - middle).max())
    found: list[tuple[float, int, int]] = []
    for angle in np.linspace(0, 2 * np.pi, DIRECTIONS, endpoint=False) - np.pi / 2:  # above the card first
        way = np.array([np.cos(angle), np.sin(angle)])
        # as far out as the card reaches that way, and half of the plate
        edge = float(((card.corners - middle) @ way).max()) + abs(way[0]) * wide / 2 + abs(way[1]) * high / 2
        for step in STEPS:
            centre = middle + way * (edge * step + 2)
            x = int(np.clip(round(centre[0] - wide / 2), 0, width - wide))
            y = int(np.clip(round(centre[1] - high / 2), 0, height - high))
            covered = sums[y + high, x + wide] - sums[y, x + wide] - sums[y + high, x] + sums[y, x]
            off = float(np.hypot(x + wide / 2 - middle[0], y + high / 2 - middle[1])) / max(reach, 1.0)
            found.append((float(covered) / (wide * high) + NEARNESS * off, y, x))
    _, y, x = min(found)
    return x, y


def _leader(
    out: NDArray[np.uint8], card: CardSeen, plate: tuple[int, int, int, int], colour: Colour, unit: float
) -> None:
    """A short line from a plate to its card, which says whose it is."""
    x, y, wide, high = plate
    middle = card.corners.mean(axis=0)
    start = np.clip(middle, (x, y), (x + wide, y + high))
    way = np.linspace(start, middle, 64)
    outline = card.corners.astype(np.float32)
    inside = next(i for i, (px, py) in enumerate(way) if i == 63 or cv2.pointPolygonTest(outline, (px, py), False) > 0)
    end = way[min(inside + LEADER, 63)]
    thick = max(1, round(1.6 * unit))
    ends = [tuple(int(v) for v in np.round(point)) for point in (start, end)]
    for width, ink in ((thick + 2, PLATE), (thick, colour)):
        cv2.line(out, ends[0], ends[1], ink, width, cv2.LINE_AA)
    cv2.circle(out, ends[1], thick + 2, PLATE, -1, cv2.LINE_AA)
    cv2.circle(out, ends[1], thick + 1, colour, -1, cv2.LINE_AA)


def _rounded(height: int, width: int, radius: int) -> NDArray[np.float32]:
    """Mask (height, width, 1) in [0, 1] of a rectangle with round corners, smooth at its edge."""
    y, x = np.mgrid[:height, :width].astype(np.float32) + 0.5
    dx = np.maximum(np.abs(x - width / 2) - (width / 2 - radius), 0)
    dy = np.maximum(np.abs(y - height / 2) - (height / 2 - radius), 0)
    mask: NDArray[np.float32] = np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1)[..., None].astype(np.float32)
    return mask
