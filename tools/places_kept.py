"""Keeping where the cards of a film lie while a watcher looks at it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from jassvision.tools.places import Corners, Places, Stay, Way, print_of
from jassvision.vision.frames import Film
from jassvision.vision.observations import Disturbed, Observation, SeenCard, Swept
from jassvision.vision.steadiness import QUIET_SECONDS
from jassvision.vision.track import Track
from jassvision.vision.watch import Watcher

PUSHED: Final = 0.06
"""Card lengths that a corner has to move for the card to count as pushed; less is the finder framing it better."""

BUMPED: Final = 0.008
"""The same after the camera was moved: then each pixel counts, for all outlines are off alike."""

MEMORY: Final = 2.5
"""Seconds of motion that are remembered, to tell when the camera was moved."""

SHAKE_SHARE: Final = 0.3
"""Share of the strongest motion down to which the camera was moving, not only a hand."""

TOGETHER: Final = 0.4
"""Seconds within which the hand that takes a trick comes over its cards: what was last seen long before lay under other
cards, or was not looked at."""

SHAKE_GAP: Final = 0.15
"""Seconds of less motion that a trembling camera may show in between."""


@dataclass(eq=False)
class _Kept:
    """A played card that is followed; its last stay is not over while the track lies there.

    Attributes:
        seen: when it was last seen to lie where it lies.
        pushed: when it was last found to lie elsewhere.
        wrong: corners of the track that are not to be believed.
    """

    stays: list[Stay]
    track: Track | None = None
    left: bool = False
    seen: float = 0.0
    pushed: float = -1.0
    wrong: Corners | None = None


@dataclass(eq=False)
class PlacesKeeper:
    """Follows the played cards of a watcher: give it every observation, and call `look` after every frame."""

    watcher: Watcher
    _cards: dict[int, _Kept] = field(default_factory=dict)
    _motion: deque[tuple[float, float]] = field(default_factory=deque)
    _bumped: bool = False
    _now: float = 0.0

    def take(self, seen: Observation) -> None:
        """Take an observation of the watcher."""
        if isinstance(seen, SeenCard):
            self._cards[seen.track] = _Kept([Stay(seen.time, seen.time, seen.corners)], seen=seen.time)
        elif isinstance(seen, Disturbed) and seen.kind == "bumped":
            self._bumped = True
        elif isinstance(seen, Swept):
            self._swept(seen)

    def look(self, now: float) -> None:
        """See where the cards lie after a frame."""
        self._now = now
        self._remember(now)
        for told in self.watcher.play.trick:
            kept = self._cards.get(told.track.number)
            if kept is not None and kept.track is None and not kept.left:
                kept.track = told.track
        for kept in self._cards.values():
            if kept.track is not None:
                self._follow(kept, kept.track, now)
        self._bumped = False

    def places(self, film: Path | None = None, seconds: float | None = None) -> Places:
        """All that was kept; `film` is the file that was watched, `seconds` its length."""
        table = self.watcher.table
        size = (2, 2) if table is None else table.size_wh
        scale = self.watcher.scale
        full = (max(2, round(size[0] / scale)), max(2, round(size[1] / scale)))
        ways = []
        for kept in self._cards.values():
            if kept.track is not None:
                _stay_on(kept, kept.track.present_at)
            ways.append(Way(tuple(kept.stays), kept.left))
        known = None if film is None else print_of(film, seconds)
        return Places(full, tuple(sorted(ways, key=lambda way: way.time)), known)

    def _follow(self, kept: _Kept, track: Track, now: float) -> None:
        if track.state == "gone":
            _stay_on(kept, track.gone_at)
            kept.track, kept.left = None, True
            return
        last = kept.stays[-1]
        if kept.wrong is not None and np.array_equal(kept.wrong, track.corners):
            return
        corners = _alike(track.corners / self.watcher.scale, last.corners)
        shift = float(np.linalg.norm(corners - last.corners, axis=1).max())
        if shift:
            length = float(np.linalg.norm(last.corners - np.roll(last.corners, 1, axis=0), axis=1).max())
            if shift < (BUMPED if self._bumped else PUSHED) * length:
                kept.stays[-1] = Stay(last.since, last.until, corners)
            else:
                begun, over = self._shaken(now) if self._bumped else (kept.seen, self._still(track, now))
                if self._bumped and kept.pushed >= begun:
                    kept.wrong = track.corners.copy()  # found in the moved picture before, and now moved once more
                    return
                kept.pushed = now
                until = min(max(last.since, begun), now)
                kept.stays[-1] = Stay(last.since, until, last.corners)
                kept.stays.append(Stay(max(until, min(over, now)), now, corners))
        kept.seen = max(kept.seen, track.present_at)

    def _swept(self, swept: Swept) -> None:
        """Cards that are taken together leave together, even if some were last seen long before."""
        cards = [self._cards[number] for number in swept.tracks if number in self._cards]
        for kept in cards:
            if kept.track is not None:
                _stay_on(kept, kept.track.gone_at if kept.track.state == "gone" else kept.track.present_at)
        latest = max((kept.stays[-1].until for kept in cards), default=swept.time_last)
        leaving = min(end for end in (latest, *(k.stays[-1].until for k in cards)) if end >= latest - TOGETHER)
        for kept in cards:
            _stay_on(kept, leaving)
            kept.track, kept.left = None, True

    def _remember(self, now: float) -> None:
        moved_at = self.watcher.gate.moved_at
        if moved_at.size:
            self._motion.append((now, float((moved_at >= np.float32(now)).mean())))
        while self._motion and now - self._motion[0][0] > MEMORY:
            self._motion.popleft()

    def _shaken(self, now: float) -> tuple[float, float]:
        """When the camera began to move, and when it stood still again, once it is known that it was moved."""
        strongest = max((share for _, share in self._motion), default=0.0)
        strong = [time for time, share in self._motion if share >= SHAKE_SHARE * strongest and share > 0]
        if not strong:
            return now - 2 * QUIET_SECONDS, now - QUIET_SECONDS
        begin = over = next(time for time, share in self._motion if share == strongest)
        for time in strong:
            if over < time <= over + SHAKE_GAP:
                over = time
        for time in reversed(strong):
            if begin - SHAKE_GAP <= time < begin:
                begin = time
        before = [time for time, _ in self._motion if time < begin]
        return (before[-1] if before else begin), over

    def _still(self, track: Track, now: float) -> float:
        """When half of the pixels about a card had come to rest."""
        moved_at = self.watcher.gate.moved_at
        table = self.watcher.table
        if table is None or not moved_at.size:
            return now
        ratio = moved_at.shape[1] / table.size_wh[0]
        low = np.maximum(np.floor(track.corners.min(axis=0) * ratio).astype(int), 0)
        high = np.ceil(track.corners.max(axis=0) * ratio).astype(int) + 1
        about = moved_at[low[1] : high[1], low[0] : high[0]]
        return float(np.median(about)) if about.size else now


def watch_places(path: Path, film: Film, watcher: Watcher, progress: Callable[[float, float | None], None]) -> Places:
    """Look at a film, opened from a path, with a watcher, and keep where cards lie."""
    keeper = PlacesKeeper(watcher)

    def looked(now: float, length: float | None) -> None:
        keeper.look(now)
        progress(now, length)

    for seen in watcher.watched(film, looked):
        keeper.take(seen)
    return keeper.places(path, film.duration)


def _stay_on(kept: _Kept, until: float) -> None:
    """Let the last stay last until a time."""
    last = kept.stays[-1]
    kept.stays[-1] = Stay(last.since, max(last.since, last.until, until), last.corners)


def _alike(corners: Corners, before: Corners) -> Corners:
    """Corners in that order round the card that is nearest to how they were before."""
    turns = [np.roll(ring, shift, axis=0) for ring in (corners, corners[::-1]) for shift in range(4)]
    return np.asarray(min(turns, key=lambda ring: float(np.abs(ring - before).sum())), np.float64)
