"""Where in the picture the cards of a film lie, and when: what outlines and arrows hold on to.

A record says what was played, not where. The places come from the same eyes that score: in one go with the scoring, or
by letting the watcher look at the film once more; a file keeps them for the next time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from jassvision.rules.seats import Seat
from jassvision.tools.played_facts import Played
from jassvision.vision.frames import Film
from jassvision.vision.observations import SeenCard
from jassvision.vision.watch import Watcher
from numpy.typing import NDArray

SCHEMA: Final = "jassvision-places/1"

NEAR: Final = 0.8
"""Seconds within which a card at rest may be the play of a record: the fastest tables lay one a second."""


SHAPE: Final = 0.02
"""Share by which the shape of a picture may differ: odd sizes lose a row or a column."""


class PlacesError(ValueError):
    """A file with places cannot be used."""


@dataclass(frozen=True, eq=False)
class Rest:
    """A card that came to rest.

    Attributes:
        time: when, in seconds of the film.
        corners: (4, 2), in order round the card, in pixels of the upright picture.
    """

    time: float
    corners: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Places:
    """The cards of a film at rest, in the order of time, and the size of the picture they were seen in."""

    size_wh: tuple[int, int]
    rests: tuple[Rest, ...]

    def fits(self, size_wh: tuple[int, int]) -> bool:
        """Whether pictures of a size have the same shape."""
        return abs(self.size_wh[0] * size_wh[1] / (self.size_wh[1] * size_wh[0]) - 1) < SHAPE

    def scaled(self, size_wh: tuple[int, int]) -> Places:
        """The same for pictures of another size."""
        factor = np.array(size_wh, np.float64) / np.array(self.size_wh, np.float64)
        return Places(size_wh, tuple(Rest(rest.time, rest.corners * factor) for rest in self.rests))


PlayKey = tuple[int, int, Seat]
"""Number of the deal, number of the trick, seat."""


def watch_places(film: Film, watcher: Watcher, progress: Callable[[float, float | None], None]) -> Places:
    """Look at a film with a watcher and keep where cards came to rest."""
    rests: list[Rest] = []
    for seen in watcher.watched(film, progress):
        if isinstance(seen, SeenCard):
            rests.append(Rest(seen.time, seen.corners))
    return places_of(rests, watcher)


def places_of(rests: Sequence[Rest], watcher: Watcher) -> Places:
    """Cards at rest that a watcher has told of, with the size of the picture."""
    size = (2, 2) if watcher.table is None else watcher.table.size_wh
    film = (max(2, round(size[0] / watcher.scale)), max(2, round(size[1] / watcher.scale)))
    return Places(film, tuple(sorted(rests, key=lambda rest: rest.time)))


def corners_of_plays(played: Played, places: Places) -> dict[PlayKey, NDArray[np.float64]]:
    """The corners (4, 2) of each play that came to rest where somebody saw it.

    Plays and cards at rest are paired by their times, the closest pairs first, none twice.
    """
    plays = [
        (play.time, (deal.number, trick.number, play.seat))
        for deal in played.deals
        for trick, play in deal.plays
        if play.time is not None
    ]
    times = np.array([rest.time for rest in places.rests])
    pairs: list[tuple[float, int, int]] = []
    for index, (time, _) in enumerate(plays):
        low, high = np.searchsorted(times, [time - NEAR, time + NEAR])
        pairs += [(abs(float(times[i]) - time), index, i) for i in range(int(low), int(high))]
    found: dict[PlayKey, NDArray[np.float64]] = {}
    taken: set[int] = set()
    for _, index, i in sorted(pairs):
        key = plays[index][1]
        if key not in found and i not in taken:
            found[key] = places.rests[i].corners
            taken.add(i)
    return found


def save_places(path: Path, places: Places) -> None:
    """Write places to a JSON file.

    Raises:
        PlacesError: it cannot be written.
    """
    rests = [{"time": round(r.time, 3), "corners": np.round(r.corners, 1).tolist()} for r in places.rests]
    text = json.dumps({"schema": SCHEMA, "size": list(places.size_wh), "cards": rests}, indent=None)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise PlacesError(f"{path} cannot be written: {error.strerror or error}.") from None


def load_places(path: Path) -> Places:
    """Read places from a JSON file.

    Raises:
        PlacesError: it cannot be read or is something else.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return _places(found)
    except OSError as error:
        raise PlacesError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise PlacesError(
            f"{path} does not say where cards lie: give a file that `jassvision replay --places` wrote, or a new name."
        ) from None


def _places(found: Any) -> Places:
    if found["schema"] != SCHEMA:
        raise ValueError
    width, height = (int(v) for v in found["size"])
    if min(width, height) < 1:
        raise ValueError
    rests = []
    for card in found["cards"]:
        corners = np.array(card["corners"], np.float64)
        if corners.shape != (4, 2) or not np.isfinite(corners).all():
            raise ValueError
        rests.append(Rest(float(card["time"]), corners))
    return Places((width, height), tuple(sorted(rests, key=lambda rest: rest.time)))
