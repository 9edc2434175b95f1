"""From a film to observations: frames through the motion gate, the finder and the reader to tracks and plays.

    for observation in watch("deal.mp4"):
        print(observation)

Most pictures are only compared with the one before, on a small copy. The finder looks while something moves and once
more when it has settled; the reader looks only at cards that are not sure yet.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from jassvision.vision.attention import is_inside, urgency
from jassvision.vision.card_boxes import looks_whole
from jassvision.vision.close_look import Finding, Sight, Window
from jassvision.vision.finder import FACE, Finder, Sightings
from jassvision.vision.frames import Film, Frame
from jassvision.vision.in_view import CardInView, in_view
from jassvision.vision.laid_anew import LaidAnew
from jassvision.vision.motion import Motion, MotionGate, with_gain
from jassvision.vision.observations import Disturbed, Ended, Observation, SeenCard, ShownHand, Swept
from jassvision.vision.overlap import areas
from jassvision.vision.pack_seen import PackSeen
from jassvision.vision.reader import AUTO, Reader
from jassvision.vision.small_view import SmallView
from jassvision.vision.steadiness import Steadiness
from jassvision.vision.table import CARD_M, Table, mapped, table_from_cards
from jassvision.vision.table_play import TablePlay
from jassvision.vision.track import Track
from jassvision.vision.tracker import Tracker
from numpy.typing import NDArray

LOOK_SECONDS = 0.13
"""Time between two looks of the finder while something moves or a card is not at rest yet."""

REREAD_SECONDS = 0.14
"""Time between two readings of unsure cards where they lie, for which the finder need not look."""

SETTLED_SECONDS = 0.12
"""How long all has to be still for the look that sees what has become of a movement."""

SOON_SECONDS = 0.26
"""Time between two looks while there is but an arm in the picture, or a card in a moving hand."""

STRANGE_SECONDS = 0.6
"""How long after the last movement the finder still looks at something strange that it does not take for a card."""

TABLE_SECONDS = 1.0
"""How long a pixel without a card has to be still before it counts as table."""

TABLE_EVERY = 0.5
"""Time between two updates of the picture of the bare table."""

START_SECONDS = 0.6
"""What comes to rest so soon after the first picture lay there before."""

FIT_AT = (1, 3, 6, 12, 24, 36)
"""Numbers of cards at which the camera is worked out anew from their size."""

LARGEST_SHARE = 0.2
"""Root of a card's area at most, as a share of the picture's longest side: else no trick would find room in it."""

LARGEST_AREAS = 3.0
"""Areas of the largest card so far from which something is no card."""

NO_CARD = "No card was seen: film from above, so that a card is at least 40 pixels long, in good light."
"""What is said where there is nothing to be told."""

TOO_SHORT = (
    "No card was laid in less than a second: give a whole film; `jassvision detect` names the cards in pictures."
)
"""What is said where a picture was given as a film."""

RESTLESS = "The picture never stood still: put the camera on a stand or a beam, not on the table or in a hand."
"""What is said where the camera moves all the time: cards are looked for when they are at rest."""


class Reading(Protocol):
    """What reads cards: `Reader`, or something like it in tests."""

    def read(self, picture: NDArray[np.uint8], sightings: Sightings) -> NDArray[np.float32]:
        """Probabilities (n, 73) of the faces."""


def watch(
    source: str | int | Path,
    *,
    players: int = 4,
    direction: str = "anticlockwise",
    pack: str = AUTO,
    table: Table | None = None,
    open_hands: bool = False,
    threads: int = 2,
    progress: Callable[[float, float | None], None] | None = None,
) -> Iterator[Observation]:
    """Watch a film, a camera or a stream.

    Args:
        source: path of a film, number of a camera, or address of a stream.
        players, direction: seats round the table and the direction of play, where no table is given.
        pack: `swiss`, `french`, or `auto`.
        table: where the table is; by default worked out from the cards.
        open_hands: cards that lie open before the seats from the start are hands (Luzern Jass).
        threads: CPU threads.
        progress: called with the seconds seen and, if known, the length.

    Raises:
        FilmError: there is no such source or nothing to be seen in it.
        TableError: the table is for another camera.
        WeightsError: the networks are missing.
    """
    film = Film(source, threads)
    # two packs' faces are told apart by the watcher, which has all readings of the film
    watcher = Watcher(
        Finder(threads=threads), Reader(AUTO, threads=threads), players, direction, pack, table, open_hands
    )
    yield from watcher.watched(film, progress)


class Watcher:
    """Turns frames into observations, one at a time.

    Args:
        live: the pictures are of now, so a view that is covered from the beginning is told. A film may begin in the
            dark, with a title or with a hand that sets up the camera: the table is what comes after it.

    Attributes:
        table: the table; None before the first frame.
        times: seconds spent so far in `decode`, `motion`, `finder`, `reader` and `tracks`.
        looks, reads: how often the finder looked, and how many crops were read.
        lying: the cards that lie on the table or are held over it after the last frame. It is replaced as a whole, so
            another thread may read it.
    """

    def __init__(
        self,
        finder: Finding,
        reader: Reading,
        players: int = 4,
        direction: str = "anticlockwise",
        pack: str = AUTO,
        table: Table | None = None,
        open_hands: bool = False,
        *,
        live: bool = False,
    ) -> None:
        self.finder, self.reader = finder, reader
        self.players, self.direction, self._live = players, direction, live
        self._packs = PackSeen(pack)
        self.table, self._given = table, table
        self.gate = MotionGate()
        self.play = TablePlay(self.gate, open_hands)
        self.steadiness = Steadiness()
        self.times = dict.fromkeys(("decode", "motion", "finder", "reader", "tracks"), 0.0)
        self.looks = self.reads = 0
        self.lying: tuple[CardInView, ...] = ()
        self.scale = 1.0
        self._sight = Sight(finder)
        self._laid = LaidAnew()
        self._tracker: Tracker | None = None
        self._bare: NDArray[np.uint8] | None = None
        self._bare_at = -TABLE_EVERY
        self._bare_light = 1.0
        self._last_look = -1.0
        self._last_read = -1.0
        self._dirty = True
        self._everywhere = True
        self._whole: list[NDArray[np.float64]] = []
        self._cards_seen = 0
        self._first_card = math.inf
        self._now = 0.0
        self._start: float | None = None
        self._seen: Sightings = Sightings.none()

    @property
    def pack(self) -> str | None:
        """The pack on the table, None until it is known."""
        return self._packs.pack

    @property
    def seen(self) -> Sightings:
        """What the last look found, in pixels of the picture that was looked at."""
        return self._seen

    @property
    def cards_measured(self) -> int:
        """How many cards the table has been worked out from."""
        return len(self._whole)

    def watched(
        self, frames: Iterable[Frame], progress: Callable[[float, float | None], None] | None = None
    ) -> Iterator[Observation]:
        """All observations of some frames, `Ended` last."""
        duration = getattr(frames, "duration", None)
        problems: list[str] = getattr(frames, "problems", [])
        each = iter(frames)
        while True:
            begun = clock.perf_counter()
            frame = next(each, None)
            self.times["decode"] += clock.perf_counter() - begun
            if frame is None:
                break
            yield from self.take(frame)
            if progress is not None:
                progress(frame.time, duration)
        for problem in problems:
            yield self._scaled(Disturbed("damaged", self._now, problem))
        yield from self.finish(tuple(problems))

    def take(self, frame: Frame) -> list[Observation]:
        """What a frame tells that was not known before."""
        time = frame.time
        self._now = time
        if not self.gate.wants(time):
            return []
        begun = clock.perf_counter()
        small = frame.small()
        motion = self.gate.step(small, time)
        if self._tracker is None or self._bare is None or self._bare.shape != small.shape:
            self._begin(frame, small)
        tracker, table = self._tracker, self.table
        assert tracker is not None and table is not None and self._bare is not None
        if motion.share:
            self._dirty = True
        if abs(self.gate.light / self._bare_light - 1) > 0.02:
            self._bare = with_gain(self._bare, self.gate.light / self._bare_light)
            self._bare_light = self.gate.light
        begun = self._spent("motion", begun)
        found: list[Observation] = []
        warp, disturbances = self.steadiness.step(frame, small, motion, self.gate, self._bare, tracker.lying)
        if self._begins_only_now(disturbances):
            disturbances = [o for o in disturbances if not (isinstance(o, Disturbed) and o.kind == "covered")]
            self.steadiness.accept()
            self.gate.restart(small, time)
            self._update_bare(small, time, whole=True)
            self._bare_light, self._start, self._dirty = self.gate.light, time, True
        found += disturbances
        if warp is not None:
            self._warp(warp, small, frame)
            table = self.table
            assert table is not None
        window = self._window()
        begun = self._spent("tracks", begun)
        if self._wants_look(small, motion, time, window) and not self.steadiness.blind:
            found += self._look(frame, small, time, window)
            begun = clock.perf_counter()
        elif not self.steadiness.blind:
            found += self._reread(frame, small, time)
            begun = clock.perf_counter()
        if not self.steadiness.blind:
            # with open hands the first arm may reach in while the cards are looked at for the first time
            started = self._start is not None and (
                self.play.open_hands or (time - self._start < START_SECONDS and not motion.share)
            )
            from_start = (self._start or 0.0) + START_SECONDS if started else -1.0
            changes = tracker.settle(self._view(small, time), self.pack, from_start)
            if window is not None:
                none = self._laid.remember(frame, self._view(small, time), window, table, tracker)
                found += self.play.forget(none, time)
            played = self.play.take(changes, time, table, self.pack)
            found += played
            for seen in played:
                if isinstance(seen, SeenCard):
                    self._fit(seen.corners)
                    found += self.play.forget(tracker.drop_larger(self._largest_area()), time)
            self._learn_middle(played)
            if time - self._bare_at >= TABLE_EVERY and not self.steadiness.strange:
                self._update_bare(small, time)
        self.lying = in_view(tracker, self.pack, self.scale)
        self._spent("tracks", begun)
        self._count_cards(found)
        return [self._scaled(o) for o in found]

    def finish(self, notes: tuple[str, ...] = ()) -> list[Observation]:
        """What is left to be told when no more frames come."""
        found: list[Observation] = []
        if self.table is not None:
            found += self.play.finish(self._now, self.table, self.pack)
            self._count_cards(found)
        no_card = TOO_SHORT if self._now < 1 else NO_CARD
        problem = self._packs.problem() if self._cards_seen else no_card
        if self.steadiness.restless and self._cards_seen:
            notes = (*notes, RESTLESS)
        elif self.steadiness.restless:
            problem = RESTLESS
        found.append(Ended(self._now, notes, problem))
        return [self._scaled(o) for o in found]

    # Looking ---------------------------------------------------------------------------------------------------------

    def _wants_look(self, small: NDArray[np.uint8], motion: Motion, time: float, window: Window | None) -> bool:
        tracker = self._tracker
        assert tracker is not None
        since = time - self._last_look
        if since < LOOK_SECONDS:
            return False
        self._everywhere = window is None
        wants = any(track.absent_since is not None for track in tracker.lying)
        if motion.quiet < STRANGE_SECONDS or tracker.held:
            view = self._view(small, time)
            inside, outside = urgency(view, self.gate, tracker.lying, tracker.held, window)
            wants |= "now" in (inside, outside) or ("soon" in (inside, outside) and since >= SOON_SECONDS)
            self._everywhere |= outside == "now"
        self._everywhere |= any(
            track.absent_since is not None and not is_inside(window, track) for track in tracker.lying
        )
        if self._dirty and motion.quiet >= SETTLED_SECONDS:
            self._dirty = False
            self._everywhere = wants = True
        return wants

    def _window(self) -> Window | None:
        """Where a close look would be; None where the whole picture shows enough or the cards' size is not known."""
        if self.table is None or (self._given is None and len(self._whole) < FIT_AT[0]):
            return None
        return self._sight.window(self.table, self.play.middle_radius(self.table))

    def _view(self, small: NDArray[np.uint8], time: float) -> SmallView:
        assert self._bare is not None and self._tracker is not None
        return SmallView(small, self._bare, self.gate.moved_at, self.gate.light, time, self._tracker.ratio)

    def _look(self, frame: Frame, small: NDArray[np.uint8], time: float, window: Window | None) -> list[Observation]:
        tracker, table = self._tracker, self.table
        assert tracker is not None and table is not None
        begun = clock.perf_counter()
        sightings = self._sight.look(frame, window, self._everywhere)
        sightings = sightings[areas(sightings.corners) <= self._largest_area()]
        seen_in = None if self._everywhere else window
        view = self._view(small, time)
        laid: int | None = None
        if window is not None:
            sightings, laid = self._laid.added(sightings, frame, view, window, table, tracker.lying)
        self._last_look = self._last_read = time
        self._seen = sightings
        self.looks += 1
        begun = self._spent("finder", begun)
        whole = self._whole_areas(sightings)
        wanted = tracker.hold(sightings, whole, view, seen_in, laid)
        begun = self._spent("tracks", begun)
        reads = [
            (track, i)
            for track, i in wanted
            if sightings.kind[i] == FACE and (track is None or not track.readings.sure(self.pack))
        ]
        chosen = np.array([i for _, i in reads], np.int64)
        probabilities = (
            self.reader.read(frame.picture, sightings[chosen]) if len(chosen) else np.zeros((0, 0), np.float32)
        )
        self.reads += len(chosen)
        begun = self._spent("reader", begun)
        by_sighting = {int(i): probabilities[k] for k, i in enumerate(chosen)}
        for track, i in wanted:
            tracker.told(track, sightings, i, by_sighting.get(i), self.pack, view)
        found = self._weigh([track for track, i in wanted if track is not None and i in by_sighting], time)
        self._spent("tracks", begun)
        return found

    def _reread(self, frame: Frame, small: NDArray[np.uint8], time: float) -> list[Observation]:
        """Read unsure cards again where they lie: that needs no finder."""
        tracker = self._tracker
        assert tracker is not None
        if time - self._last_read < REREAD_SECONDS:
            return []
        view = self._view(small, time)
        unsure = [
            track
            for track in (*self.play.pending, *self.play.unsure(self.pack))
            if track.state == "lying" and not track.is_back and not track.readings.sure(self.pack)
        ]
        unsure = [track for track in unsure if view.readable(track)]
        if not unsure:
            return []
        self._last_read = time
        begun = clock.perf_counter()
        corners = np.array([track.corners for track in unsure], np.float32)
        there = Sightings(corners, np.ones(len(unsure), np.float32), np.full(len(unsure), FACE, np.int8))
        for track, reading in zip(unsure, self.reader.read(frame.picture, there), strict=True):
            track.readings.add(reading)
        self.reads += len(unsure)
        begun = self._spent("reader", begun)
        found = self._weigh(unsure, time)
        self._spent("tracks", begun)
        return found

    def _weigh(self, tracks: list[Track], time: float) -> list[Observation]:
        """What new readings of some cards change: the pack, or what was told of them."""
        changed = self._packs.weigh(tracks)
        return self.play.reread(tracks, time, self.pack, changed)

    def _largest_area(self) -> float:
        """Area in pixels up to which something can be a card: mats, slates and sheets of paper can look like backs.

        Where one would lie, no change would be strange, and cards that are laid there would not be looked for.
        """
        assert self.table is not None
        largest = (LARGEST_SHARE * max(self.table.size_wh)) ** 2
        if self._whole:
            largest = min(largest, LARGEST_AREAS * float(areas(np.array(self._whole, np.float32)).max()))
        return largest

    def _whole_areas(self, sightings: Sightings) -> NDArray[np.float64]:
        """Area in pixels of a whole card at the place of each sighting; without known cards, that of the sighting."""
        seen = areas(sightings.corners).astype(np.float64) if len(sightings) else np.zeros(0)
        if not len(seen) or (len(self._whole) < FIT_AT[1] and self._given is None):
            return seen
        assert self.table is not None
        middles = sightings.corners.mean(axis=1).astype(np.float64)
        area = self.table.square_metre(self.table.metres(middles)) * CARD_M[0] * CARD_M[1]
        return np.where(np.isfinite(area) & (area > 1), area, seen)

    # What is known about the table -----------------------------------------------------------------------------------

    def _begin(self, frame: Frame, small: NDArray[np.uint8]) -> None:
        size = frame.size_wh
        self.scale = frame.scale
        if self._given is not None:
            size_film = (round(size[0] / frame.scale), round(size[1] / frame.scale))
            self.table = self._given.sized(size_film).sized(size)
            self.players, self.direction = self.table.players, self.table.direction
        elif self.table is None or self.table.size_wh != size:
            self.table = table_from_cards(np.zeros((0, 4, 2)), size, self.players, 0.0, self.direction)
        self._tracker = Tracker(small.shape[1] / size[0])
        self._bare = small.copy()
        self._bare_light = self.gate.light
        self._start = frame.time

    def _begins_only_now(self, disturbances: Sequence[Observation]) -> bool:
        """Whether nothing was seen before this but darkness, a title, or a hand that sets up the camera."""
        since = self.steadiness.strange_since
        told = any(isinstance(o, Disturbed) and o.kind in ("covered", "recovered") for o in disturbances)
        return not self._live and told and since is not None and self._first_card >= since

    def _fit(self, corners: NDArray[np.float64]) -> None:
        """Work out the camera from the cards so far; the middle stays where it was in the picture."""
        if self._given is not None or len(self._whole) >= FIT_AT[-1] or not looks_whole(corners[None])[0]:
            return
        self._whole.append(corners.copy())
        if len(self._whole) not in FIT_AT:
            return
        assert self.table is not None
        middle = self.table.pixels(np.zeros(2))
        self.table = table_from_cards(
            np.array(self._whole), self.table.size_wh, self.players, self.table.north, self.direction
        )
        self.table = self.table.centred(self.table.metres(middle))

    def _learn_middle(self, found: list[Observation]) -> None:
        if self._given is not None or self.table is None:
            return
        if any(isinstance(o, Swept) for o in found):
            middle = self.play.learnt_middle(self.table)
            if middle is not None:
                self.table = self.table.centred(middle)

    def _update_bare(self, small: NDArray[np.uint8], time: float, *, whole: bool = False) -> None:
        """Take over pixels that have long been still (`whole`: all pixels) and show no card as the bare table."""
        tracker, bare = self._tracker, self._bare
        assert tracker is not None and bare is not None
        self._bare_at = time
        still = np.full(bare.shape[:2], True) if whole else time - self.gate.moved_at >= TABLE_SECONDS
        for track in (*tracker.lying, *tracker.held):
            low = np.floor(track.corners.min(axis=0) * tracker.ratio).astype(int) - 3
            high = np.ceil(track.corners.max(axis=0) * tracker.ratio).astype(int) + 4
            x0, y0 = np.maximum(low, 0)
            still[y0 : max(0, high[1]), x0 : max(0, high[0])] = False
        cv2.copyTo(small, still.view(np.uint8), bare)

    def _warp(self, warp: NDArray[np.float64], small: NDArray[np.uint8], frame: Frame) -> None:
        """Take over that the camera was moved."""
        tracker, bare, table = self._tracker, self._bare, self.table
        assert tracker is not None and bare is not None and table is not None
        self.table = table.moved(warp)
        if self._given is not None:
            self._given = self.table if frame.scale == 1.0 else self._given.moved(_rescaled(warp, 1 / frame.scale))
        self._whole = [mapped(warp, quad) for quad in self._whole]
        self.play.warp(warp)
        self.gate.restart(small, frame.time)
        self._bare = self.steadiness.warped(bare, warp, tracker.ratio, small)
        self._laid.forget()
        tracker.warp(warp, self._view(small, frame.time))
        self._dirty = True

    # Small things ----------------------------------------------------------------------------------------------------

    def _count_cards(self, found: Sequence[Observation]) -> None:
        cards = sum(isinstance(o, SeenCard | ShownHand) for o in found)
        if cards and not self._cards_seen:
            self._first_card = self._now
        self._cards_seen += cards

    def _scaled(self, observation: Observation) -> Observation:
        """The observation with corners in pixels of the film itself."""
        if self.scale != 1.0 and isinstance(observation, SeenCard):
            return replace(observation, corners=observation.corners / self.scale)
        return observation

    def _spent(self, stage: str, begun: float) -> float:
        now = clock.perf_counter()
        self.times[stage] += now - begun
        return now


def _rescaled(warp: NDArray[np.float64], scale: float) -> NDArray[np.float64]:
    """A homography of pixels for pictures that are larger by a factor."""
    grow = np.diag([scale, scale, 1.0])
    found: NDArray[np.float64] = grow @ warp @ np.linalg.inv(grow)
    return found
