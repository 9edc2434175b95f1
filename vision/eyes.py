"""Which cards lie in one picture: the finder's boxes and the reader's faces weighed together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from jassvision.vision.faces import PACKS
from jassvision.vision.finder import BACK, Finder, Sightings
from jassvision.vision.overlap import areas, intersections
from jassvision.vision.reader import AUTO, Reader, best_pack, likeliest, restricted
from numpy.typing import NDArray

SURE = 0.5
"""Confidence from which a card counts as read; below it is only a guess."""

LEAST_CONFIDENCE = 0.02
"""A guess less likely than this is not reported."""

FACE_DESPITE_BACK = 0.9
"""Probability of a face from which a sighting is a face although the finder took it for a back."""

SAME_CARD = 0.5
"""Share of the smaller box inside the larger from which two boxes with the same face are one card."""

INSIDE = 0.85
"""Share of a box that lies inside a surer one from which it shows a part of that card, whatever face was read there."""

DRAWN_THROUGH = 0.6
"""Share of a box beside a smaller one in it from which, lying under a sure card, it is a guess at what is hidden."""

PACK_VOTE = 0.3
"""Confidence of the finder from which a sighting helps to tell which pack is on the table."""

MOST_GUESSES = 3
"""How many likeliest cards are named where none is sure."""


@dataclass(frozen=True)
class CardSeen:
    """One card in a picture.

    Attributes:
        card: code such as `S10`, or `back`.
        confidence: how sure it is, in [0, 1], that this very card lies there; from SURE on it is taken as read.
        corners: (4, 2) float32, in order round the card, in pixels of the picture.
        likely: the likeliest codes and their probabilities given that a card lies there, the likeliest first.
    """

    card: str
    confidence: float
    corners: NDArray[np.float32]
    likely: tuple[tuple[str, float], ...]

    @property
    def sure(self) -> bool:
        """Whether the card counts as read."""
        return self.confidence >= SURE


@dataclass(frozen=True)
class Seen:
    """What is in a picture: the pack (None if no card tells) and the cards, the surest first."""

    pack: str | None
    cards: tuple[CardSeen, ...]


class Eyes:
    """A finder and a reader that look at single pictures."""

    def __init__(self, finder: Finder, reader: Reader) -> None:
        self.finder, self.reader = finder, reader

    def see(self, picture: NDArray[np.uint8]) -> Seen:
        """The cards in a (height, width, 3) BGR picture."""
        sightings = self.finder.find(picture)
        return weigh(sightings, self.reader.read(picture, sightings), self.reader.pack)


def weigh(sightings: Sightings, probabilities: NDArray[np.float32], pack: str = AUTO) -> Seen:
    """The cards that sightings and their readings (n, 73) speak for.

    The confidence of a face is the finder's that a card lies there times the reader's that it is this face. With
    `auto` the pack is the one that explains all readings best, and the faces of the other one are ruled out.
    """
    known: str | None = pack
    if pack == AUTO:
        known = best_pack(probabilities[sightings.confidence >= PACK_VOTE])
        if known is not None:
            probabilities = restricted(probabilities, known)
    faces = probabilities[:, :-1].reshape(-1, len(PACKS), probabilities.shape[1] // len(PACKS)).sum(axis=1)
    best = faces.max(axis=1) if len(faces) else np.zeros(0, np.float32)
    is_back = (sightings.kind == BACK) & (best < FACE_DESPITE_BACK)
    confidence = sightings.confidence * np.where(is_back, 1 - best, best)
    cards: list[CardSeen] = []
    chosen: list[int] = []
    shared, area = intersections(sightings.corners), areas(sightings.corners)
    confidence[drawn_through(sightings.confidence, shared, area)] = 0
    for i in np.argsort(-confidence, kind="stable"):
        likely = tuple((code, p) for code, p in likeliest(probabilities[i], MOST_GUESSES) if p >= LEAST_CONFIDENCE)
        card = "back" if is_back[i] or not likely else likely[0][0]
        if confidence[i] < LEAST_CONFIDENCE or (card == "back") != is_back[i]:
            continue
        within = [shared[i, j] / max(min(area[i], area[j]), 1e-6) for j in chosen]
        if any(w > SAME_CARD and c.card == card != "back" for w, c in zip(within, cards, strict=True)):
            continue
        if any(shared[i, j] > INSIDE * area[i] for j in chosen):
            continue
        cards.append(CardSeen(card, float(confidence[i]), sightings.corners[i], likely))
        chosen.append(int(i))
    return Seen(known, tuple(cards))


def drawn_through(
    confidence: NDArray[np.float32], shared: NDArray[np.float32], area: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which of n boxes go on under another card, where a smaller box ends at that card's edge.

    Where a card lies on another one the finder may draw the lower card twice, the part that can be seen and the whole
    of it: only the first is a thing in the picture.

    Args:
        confidence: (n,) how sure it is that a card lies in each box.
        shared: (n, n) areas that every two boxes share, in square pixels.
        area: (n,) areas of the boxes.
    """
    found = np.zeros(len(area), np.bool_)
    for i, j in zip(*np.nonzero(shared > INSIDE * area[None]), strict=True):
        if area[j] > INSIDE * area[i] or confidence[j] < SURE:
            continue
        hidden = (shared[i] - shared[j]) / max(area[i] - shared[i, j], 1e-6)
        on_top = (confidence >= np.maximum(SURE, confidence[i])) & (shared[i] < INSIDE * area[i])
        found[i] |= bool((hidden[on_top] >= DRAWN_THROUGH).any())
    return found


def entry(file: str, width: int, height: int, seen: Seen) -> dict[str, Any]:
    """One picture as it stands in JSON results: file, size, pack and cards with corners in pixels.

    Corners are cut off at the edge of the picture. A card that is not sure names its likeliest faces in `likely`.
    """
    cards = []
    for card in seen.cards:
        corners = np.clip(card.corners, 0, [width, height])
        found: dict[str, Any] = {
            "card": card.card,
            "confidence": round(card.confidence, 4),
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in corners],
        }
        if not card.sure:
            found["likely"] = [{"card": code, "probability": round(p, 4)} for code, p in card.likely]
        cards.append(found)
    return {"file": file, "size": [width, height], "pack": seen.pack, "cards": cards}
