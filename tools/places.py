"""Where in the picture the cards of a film lie, and when: what the outlines of a replay hold on to.

A record says what was played, not where. The places come from the same eyes that score, in the same go, and are kept in
a file beside the record: `evening.places` beside `evening.json`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from jassvision.tools.whole_file import write_whole
from jassvision.vision.table import mapped
from numpy.typing import NDArray

SCHEMA: Final = "jassvision-places/2"

FIRST_SCHEMA: Final = "jassvision-places/1"
"""Its files say only where cards came to rest, and not in which film."""

SUFFIX: Final = ".places"

SHAPE: Final = 0.02
"""Share by which the shape of a picture may differ: odd sizes lose a row or a column."""

SAME_LENGTH: Final = 0.3
"""Seconds by which the same film may be longer in another file: containers round, and count the last picture or not."""

PRINTED: Final = 1 << 20
"""Bytes at the beginning and at the end of a film file by which it is known."""

RECORD_ENDINGS: Final = (".json", ".jass", ".db")

Corners = NDArray[np.float64]
"""(4, 2), in order round the card, in pixels of the upright picture."""


class PlacesError(ValueError):
    """A file with places cannot be used."""


@dataclass(frozen=True, eq=False)
class Stay:
    """A card at rest somewhere, from a second of the film until another one."""

    since: float
    until: float
    corners: Corners


@dataclass(frozen=True, eq=False)
class Way:
    """Where a card lay from when it came to rest until it was taken away.

    Attributes:
        stays: in the order of time, at least one; between two of them it was moved, or the camera was.
        left: whether it was seen that the card lay there no longer after the last stay.
    """

    stays: tuple[Stay, ...]
    left: bool

    @property
    def time(self) -> float:
        """When it came to rest."""
        return self.stays[0].since

    @property
    def gone(self) -> float | None:
        """When it was last seen to lie there; None where nobody saw it leave."""
        return self.stays[-1].until if self.left else None

    def moment(self, time: float) -> float:
        """A time at which it lies where it lies at another one: the same for all times of a stay."""
        for stay in self.stays:
            if time < stay.since:
                return time
            if time <= stay.until:
                return stay.since
        return self.stays[-1].since

    def at(self, time: float) -> Corners:
        """Its corners at a time: between two stays on the straight way from one to the next."""
        before = self.stays[0]
        for stay in self.stays:
            if time < stay.since:
                share = (time - before.until) / max(stay.since - before.until, 1e-6)
                return before.corners + (stay.corners - before.corners) * min(1.0, max(0.0, share))
            if time <= stay.until:
                return stay.corners
            before = stay
        return before.corners


@dataclass(frozen=True)
class FilmPrint:
    """By what a film is known again: its file, and its length in seconds (None where that is not known)."""

    size: int
    digest: str
    seconds: float | None


@dataclass(frozen=True, eq=False)
class Places:
    """The ways of a film's cards in the order of time, the size of its pictures, and which film it is."""

    size_wh: tuple[int, int]
    ways: tuple[Way, ...]
    film: FilmPrint | None = None

    def fits(self, size_wh: tuple[int, int]) -> bool:
        """Whether pictures of a size have the same shape."""
        return abs(self.size_wh[0] * size_wh[1] / (self.size_wh[1] * size_wh[0]) - 1) < SHAPE

    def is_of(self, film: Path, seconds: float, size_wh: tuple[int, int]) -> bool:
        """Whether these are places of a film: the same file, or another one of the same shape and length.

        Films are watched as a small copy and shown from the large one, so the file need not be the same.
        """
        if self.film is None or not self.fits(size_wh):
            return False
        if self.film.seconds is not None and abs(self.film.seconds - seconds) <= SAME_LENGTH:
            return True
        return self.is_from(film)

    def is_from(self, film: Path) -> bool:
        """Whether these places were seen in this very file, or in a copy of it."""
        known = print_of(film, None)
        return known is not None and self.film is not None and replace(self.film, seconds=None) == known

    def scaled(self, size_wh: tuple[int, int]) -> Places:
        """The same for pictures of another size."""
        grow = np.diag([size_wh[0] / self.size_wh[0], size_wh[1] / self.size_wh[1], 1.0])
        ways = (
            Way(tuple(Stay(s.since, s.until, mapped(grow, s.corners)) for s in way.stays), way.left)
            for way in self.ways
        )
        return Places(size_wh, tuple(ways), self.film)


def print_of(film: Path, seconds: float | None) -> FilmPrint | None:
    """By what a film file is known again; None for what is no file that can be read."""
    try:
        if not film.is_file():
            return None
        size = film.stat().st_size
        with film.open("rb") as file:
            digest = hashlib.sha256(file.read(PRINTED))
            file.seek(max(0, size - PRINTED))
            digest.update(file.read(PRINTED))
    except OSError:
        return None
    return FilmPrint(size, digest.hexdigest(), seconds)


def places_beside(record: Path) -> Path:
    """The file that keeps the places of a record: `evening.places` beside `evening.json`, also of `evening.jass.db`."""
    stem = without_ending(record)
    return stem.with_name(stem.name + SUFFIX)


def without_ending(record: Path) -> Path:
    """The path of a record without what says that it is one: `evening` of `evening.jass.db`, `1.2` of `1.2.json`."""
    while record.suffix.lower() in RECORD_ENDINGS:
        record = record.with_suffix("")
    return record


def is_places(path: Path) -> bool:
    """Whether a file holds places, of whatever version and however damaged behind its beginning."""
    try:
        with path.open("rb") as file:
            return SCHEMA.partition("/")[0].encode() in file.read(200)
    except OSError:
        return False


def save_places(path: Path, places: Places) -> None:
    """Write places to a JSON file.

    Raises:
        PlacesError: it cannot be written.
    """
    film = places.film
    found = {
        "schema": SCHEMA,
        "size": list(places.size_wh),
        "film": None if film is None else {"bytes": film.size, "sha256": film.digest, "seconds": film.seconds},
        "cards": [
            {
                "left": way.left,
                "stays": [
                    {"since": round(s.since, 3), "until": round(s.until, 3), "corners": np.round(s.corners, 1).tolist()}
                    for s in way.stays
                ],
            }
            for way in places.ways
        ],
    }
    try:
        write_whole(path, (json.dumps(found) + "\n").encode("utf-8"))
    except OSError as error:
        raise PlacesError(f"{path} cannot be written: {error.strerror or error}.") from None


def load_places(path: Path) -> Places:
    """Read places from a JSON file.

    Raises:
        PlacesError: it cannot be read or is something else.
    """
    try:
        return _places(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise PlacesError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError):
        raise PlacesError(
            f"{path} does not say where cards lie: give a file that `jassvision score` or `replay --places` wrote, or "
            "a new name."
        ) from None


def _places(found: Any) -> Places:
    width, height = (int(v) for v in found["size"])
    if min(width, height) < 1:
        raise ValueError
    if found["schema"] == FIRST_SCHEMA:
        rests = (({"since": card["time"], "until": card["time"]} | card) for card in found["cards"])
        ways = [Way(_stays([rest]), left=False) for rest in rests]
        return Places((width, height), tuple(sorted(ways, key=lambda way: way.time)))
    if found["schema"] != SCHEMA:
        raise ValueError
    film = found["film"]
    known = None if film is None else FilmPrint(int(film["bytes"]), str(film["sha256"]), _seconds(film["seconds"]))
    ways = [Way(_stays(card["stays"]), bool(card["left"])) for card in found["cards"]]
    return Places((width, height), tuple(sorted(ways, key=lambda way: way.time)), known)


def _stays(found: Sequence[Any]) -> tuple[Stay, ...]:
    stays: list[Stay] = []
    for stay in found:
        corners = np.array(stay["corners"], np.float64)
        since, until = float(stay["since"]), float(stay["until"])
        if corners.shape != (4, 2) or not np.isfinite(corners).all() or not since <= until < float("inf"):
            raise ValueError
        if stays and since < stays[-1].until:
            raise ValueError
        stays.append(Stay(since, until, corners))
    if not stays:
        raise ValueError
    return tuple(stays)


def _seconds(found: Any) -> float | None:
    return None if found is None else float(found)
