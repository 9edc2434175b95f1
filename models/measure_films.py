"""Measure on frames of films at rest: is every card that lies open found, and read?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
from jassvision.models.contact_sheet import Failure
from jassvision.models.matching import hull_overlaps, partners
from jassvision.vision.eyes import SURE, CardSeen, Eyes
from numpy.typing import NDArray

REST_SHARE = 0.6
"""Part of the time between a landing and the next event that is at rest: then the next hand may come in."""

COVERED = 0.02
"""Share of a card that later cards may cover while it still counts as open."""

Place = NDArray[np.float32]


@dataclass(frozen=True)
class Moment:
    """A frame at rest: its number, the card laid last, and all cards that lie open then (code, corners)."""

    frame: int
    last: str
    open: tuple[tuple[str, Place], ...]


@dataclass
class FilmScore:
    """Counts over the frames of a film; `last_` counts the card laid last alone."""

    name: str
    cards: int = 0
    found: int = 0
    read: int = 0
    last_cards: int = 0
    last_found: int = 0
    last_read: int = 0
    extra: int = 0
    failures: list[Failure] = field(default_factory=list)

    def line(self) -> str:
        """The counts as one line."""
        parts = [f"{self.name}: open cards {self.cards}"]
        if self.cards:
            parts.append(f"found {self.found / self.cards:.4f}, read {self.read / self.cards:.4f}")
            parts.append(f"laid last {self.last_cards}: found {self.last_found / self.last_cards:.4f}")
            parts.append(f"read {self.last_read / self.last_cards:.4f}")
        return ", ".join(parts) + f", sure faces where no card lies {self.extra}"


def measure_film(eyes: Eyes, film: Path, samples: int = 2) -> FilmScore:
    """Look at `samples` frames at rest after every landing of a film that has its answer key beside it."""
    key = json.loads(film.with_suffix(".json").read_text(encoding="utf-8"))
    wanted = {moment.frame: moment for moment in moments(key, samples)}
    score = FilmScore(film.stem)
    for number, picture in _frames(film, set(wanted)):
        _count(score, wanted[number], picture, eyes)
    return score


def moments(key: dict[str, Any], samples: int) -> list[Moment]:
    """The frames to look at by an answer key: spread from each landing's `clear_frame` on while all is at rest."""
    landings = sorted(key["landings"], key=lambda x: x["frame"])
    events = sorted([x["frame"] for x in landings] + [s["first_frame"] for s in key["sweeps"]] + [key["frames"]])
    found = []
    for number, landing in enumerate(landings):
        start = landing["clear_frame"]
        end = next((e for e in events if e > landing["frame"]), key["frames"])
        lying = [x for x in landings[: number + 1] if x["trick"] == landing["trick"]]
        places = [np.array(x["corners"], np.float32) for x in lying]
        shown = [
            (card["card"], place)
            for i, (card, place) in enumerate(zip(lying, places, strict=True))
            if _covered(place, places[i + 1 :]) <= COVERED
        ]
        rest = max(0.0, (end - start) * REST_SHARE)
        frames = {min(round(start + rest * k / max(1, samples - 1)), key["frames"] - 1) for k in range(samples)}
        found += [Moment(frame, landing["card"], tuple(shown)) for frame in sorted(frames)]
    return found


def _covered(place: Place, later: list[Place]) -> float:
    """Largest share of a card that one later card covers."""
    area = abs(cv2.contourArea(place))
    return max((cv2.intersectConvexConvex(place, other)[0] / area for other in later), default=0.0)


def _frames(film: Path, numbers: set[int]) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    with av.open(str(film)) as container:
        for number, frame in enumerate(container.decode(video=0)):
            if number in numbers:
                yield number, frame.to_ndarray(format="bgr24")


def _count(score: FilmScore, moment: Moment, picture: NDArray[np.uint8], eyes: Eyes) -> None:
    seen = eyes.see(picture)
    sure = [c for c in seen.cards if c.confidence >= SURE and c.card != "back"]
    places = [place for _, place in moment.open]
    corners = np.array([c.corners for c in sure], np.float32).reshape(-1, 4, 2)
    hits = partners(hull_overlaps(np.array(places, np.float32).reshape(-1, 4, 2), corners))
    mistakes = []
    for (code, _), hit in zip(moment.open, hits, strict=True):
        found = hit is not None
        read = hit is not None and sure[hit].card == code
        score.cards += 1
        score.found += found
        score.read += read
        if code == moment.last:
            score.last_cards += 1
            score.last_found += found
            score.last_read += read
        if hit is None:
            mistakes.append(f"missed {code}")
        elif not read:
            mistakes.append(f"{code} read {sure[hit].card}")
    score.extra += sum(_elsewhere(c, places) for i, c in enumerate(sure) if i not in hits)
    if mistakes:
        caption = f"{score.name} frame {moment.frame}: {', '.join(mistakes)}"
        score.failures.append(Failure(picture, seen, caption, tuple(places)))


def _elsewhere(card: CardSeen, places: list[Place]) -> bool:
    """Whether a sighting lies on none of the open cards (a covered card may still show beside one)."""
    return all(cv2.intersectConvexConvex(card.corners, place)[0] <= 0 for place in places)
