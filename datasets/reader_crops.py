"""Crops for the reader, cut from composed stills and labelled photos as the finder's boxes would cut them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from jassvision.datasets.arrays import Image, Rng
from jassvision.datasets.compose import Still
from jassvision.datasets.legibility import legible
from jassvision.vision.crops import cut_crops
from jassvision.vision.faces import CLASSES, UNREADABLE, class_index
from numpy.typing import NDArray

UNREADABLE_CLASS = CLASSES.index(UNREADABLE)

BACK_SHARE, LOST_SHARE, GROUND_PER_STILL = 0.25, 0.3, 0.25
"""Shares kept of backs (piles hold many alike) and of faces nobody can read; pieces of ground cut from each still."""

LOST_CONTRAST, CLEAR_CONTRAST = 9.0, 18.0
"""Grey levels between ink and paper beyond the noise: below the first nobody reads a card, above the second anybody."""


@dataclass(frozen=True)
class Crops:
    """Parallel arrays: `pictures` (n, 128, 80, 3) BGR, `classes` (n,) index into CLASSES, `facts` one record a crop."""

    pictures: Image
    classes: NDArray[np.int64]
    facts: tuple[dict[str, object], ...]


def crops_of(rng: Rng, still: Still) -> Crops:
    """All crops worth learning from in a still; cards that some could read and some could not are left out."""
    boxes: list[NDArray[np.float32]] = []
    classes: list[int] = []
    facts: list[dict[str, object]] = []
    h, w = still.picture.shape[:2]
    for card in still.cards:
        readable = legible(still.deck, card, still.damage)
        if readable is None or (not readable and rng.random() > (BACK_SHARE if card.code == "back" else LOST_SHARE)):
            continue
        boxes.append(as_found(rng, np.clip(card.seen.quad, (-2, -2), (w + 2, h + 2))))
        classes.append(class_index(still.deck.pack, card.code) if readable else UNREADABLE_CLASS)
        facts.append(
            {
                "card": card.code,
                "deck": still.deck.name,
                "visible": round(card.seen.visible, 3),
                "length": round(card.length),
            }
        )
    for _ in range(int(rng.poisson(GROUND_PER_STILL))):
        box = empty_box(rng, still)
        if box is not None:
            boxes.append(box)
            classes.append(UNREADABLE_CLASS)
            facts.append({"card": "ground", "deck": still.deck.name, "visible": 0.0, "length": 0})
    if not boxes:
        return Crops(np.empty((0, 128, 80, 3), np.uint8), np.empty(0, np.int64), ())
    pictures = cut_crops(still.picture, np.asarray(boxes, np.float32))
    keep = np.ones(len(pictures), bool)
    for k, picture in enumerate(pictures):
        if classes[k] != UNREADABLE_CLASS:
            contrast = contrast_of(picture) - still.damage.noise
            if contrast < LOST_CONTRAST:
                classes[k] = UNREADABLE_CLASS
            keep[k] = contrast < LOST_CONTRAST or contrast > CLEAR_CONTRAST
    pictures = pictures[keep]
    classes = [c for c, kept in zip(classes, keep, strict=True) if kept]
    facts = [fact for fact, kept in zip(facts, keep, strict=True) if kept]
    turn = rng.random(len(pictures)) < 0.5  # up and down of a box are not known
    pictures[turn] = pictures[turn, ::-1, ::-1]
    return Crops(pictures, np.array(classes, np.int64), tuple(facts))


def contrast_of(crop: Image) -> float:
    """Grey levels between the dark and the light of a crop, fine noise aside."""
    grey = cv2.blur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (3, 3))
    low, high = np.percentile(grey, (2, 98))
    return float(high - low)


def as_found(rng: Rng, quad: NDArray[np.float64]) -> NDArray[np.float32]:
    """A box as a finder gives it: often the smallest rectangle instead of the true corners, never quite in place."""
    corners = quad.astype(np.float32)
    if rng.random() < 0.75:
        corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(corners)), np.float32)
    centre = corners.mean(axis=0)
    size = float(np.sqrt(max(cv2.contourArea(corners), 16.0)))
    askew = rng.random() < 0.15  # a finder that sees half a card, or a card among others, turns its box
    angle = np.radians(np.clip(rng.normal(0, 7), -15, 15) if askew else np.clip(rng.normal(0, 2.5), -6, 6))
    c, s = np.cos(angle), np.sin(angle)
    moved = (corners - centre) * rng.uniform(0.9, 1.12) @ np.array([[c, s], [-s, c]], np.float32) + centre
    shaken = rng.uniform(0, 0.06) ** 1.3 if rng.random() < 0.8 else 0.06
    if rng.random() < 0.6:
        moved = moved + rng.normal(0, shaken, (1, 2)) * size
        axes = np.array([[1 + rng.normal(0, shaken), 0], [0, 1 + rng.normal(0, shaken)]])
        u = (moved[1] - moved[0]) / max(float(np.linalg.norm(moved[1] - moved[0])), 1e-6)
        basis = np.array([[u[0], -u[1]], [u[1], u[0]]])
        moved = (moved - moved.mean(axis=0)) @ basis @ axes @ basis.T + moved.mean(axis=0)
    else:
        moved = moved + rng.normal(0, shaken / 2, (4, 2)) * size
    return np.asarray(moved, np.float32)


def empty_box(rng: Rng, still: Still) -> NDArray[np.float32] | None:
    """A box of a card's shape where no card lies, or only the rim of one; None when no such place was met."""
    h, w = still.picture.shape[:2]
    taken = np.zeros((h, w), np.uint8)
    for card in still.cards:
        cv2.fillConvexPoly(taken, card.seen.full.astype(np.int32), 1)
    for _ in range(6):
        length = float(np.exp(rng.uniform(np.log(40), np.log(0.6 * min(w, h)))))
        rect = ((rng.uniform(0, w), rng.uniform(0, h)), (length * rng.uniform(0.5, 0.75), length), rng.uniform(0, 180))
        box = np.asarray(cv2.boxPoints(rect), np.float32)
        mask = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(mask, box.astype(np.int32), 1)
        area = int(mask.sum())
        if area > 200 and int((mask & taken).sum()) < 0.12 * area:
            return box
    return None
