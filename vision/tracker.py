"""Tracks: one physical card over time, from the hand that lays it to the hand that takes it away.

A card at rest is followed by its own look in the small picture: as long as that stays the same the card is there,
whether or not the finder sees it. Cards laid later hide those below them, which stay where they are until the place is
seen without them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import cv2
import numpy as np
from jassvision.vision.card_boxes import (
    PART,
    Corners,
    area_of,
    distances,
    echoes,
    looks_whole,
    parts,
    precisely,
    share_of,
    shared_share,
    turned,
)
from jassvision.vision.finder import BACK, FACE, Sightings
from jassvision.vision.motion import MotionGate, change_of, with_gain
from jassvision.vision.overlap import areas
from jassvision.vision.readings import Readings, face_of
from jassvision.vision.track import Change, Track
from numpy.typing import NDArray

Urgency: TypeAlias = Literal["now", "soon", "never"]

LEAST_CONFIDENCE = (0.5, 0.12)
"""Confidence of the finder from which a sighting may begin a track: where the table looks as it does when it is bare,
and where something has changed. A card that was laid changes the picture, a printed one does not."""

NEW_SHARE = 0.5
"""Share of changed pixels from which something new lies on the table."""

SAME_PLACE = 0.55
"""Intersection over union from which a sighting is a card known to lie there."""

PART_OF = 0.75
"""Share of a sighting inside a lying card from which it is what is left to see of that card."""

PART_SIZE = 0.9
"""Side of such a part at most, in sides of the card: a card of full size is another one."""

SIZES = (0.72, 1.35)
"""Side of a sighting (root of its area) in sides of a whole card; others are stubs, or no cards."""

WHOLE_SIZE, SURE_STUB = 0.85, 0.6
"""Side of a box, in sides of a whole card, from which a new card may be there: smaller ones are parts of cards. The
finder has to be as sure as this that it is one which was slid under another, and shows only in part."""

SAME_HAND = 0.4
"""Intersection over union with a card that is being laid from which another box is that same card."""

STILL_SHIFT = 0.14
"""Card lengths that the middle of a sighting may move between looks while the card counts as at rest."""

REST_LOOKS = 2
REST_SECONDS = 0.10
"""Looks, and the time between them, at one place until a card is at rest there."""

MOVING_SHARE = 0.35
"""Share of a card's pixels in motion up to which it may be at rest: the hand that lays it is still there."""

LOST_SECONDS = 0.7
"""A card in a hand that is not seen for so long is forgotten."""

REACH = 1.6
"""Card lengths that a card in a hand may move between two looks."""

FAR_MOVE = 0.4
"""Card lengths from which a card that was pushed counts as laid anew."""

CHANGED = 13.0
"""Change of a pixel from which a card does not look as it did."""

CHANGED_SHARE = 0.38
"""Share of changed pixels up to which a card still lies where it lay."""

TABLE_SHARE = 0.6
"""Share of pixels that look like the bare table from which a card is gone without a doubt."""

GONE_SECONDS, GONE_SECONDS_OTHER = 0.15, 1.5
"""How long a card's place has to look like the bare table, or like something else at rest, until it is gone."""

COVERS, COVER_SECONDS = 0.04, 1.2
"""Intersection over union from which a later card covers part of one, and how long before that shows it was laid."""

STILL_SECONDS = 0.05
"""How long pixels have to be still before the finder looks at what they show."""

QUIET_SHARE = 0.1
"""Share of a card's pixels in motion up to which a changed look of it is worth a look of the finder at once."""

STRANGE_SHARE, LEAST_PIXELS = 0.25, 50
"""Share of a card's area in the small picture, and least pixels, that must be strange for the finder to look."""

QUIET_SECONDS = 0.13
"""How long a place has to be without motion before what is seen there counts."""

OPEN_PART = 0.88
"""A card is compared within a box smaller by this factor: its rim may lie a pixel beside."""

FEWEST_PIXELS = 12
"""Pixels of a card that must be open in the small picture to tell whether it is there."""


class Tracker:
    """Follows all cards of a film.

    Args:
        ratio: small pixels for one pixel of the picture.

    Attributes:
        lying: cards at rest, the lowest first.
        held: cards in hands, or not yet known to be at rest.
    """

    def __init__(self, ratio: float) -> None:
        self.ratio = ratio
        self.lying: list[Track] = []
        self.held: list[Track] = []
        self._numbers = 0
        self._layers = 0
        self._last_look = -1.0

    @property
    def waiting(self) -> bool:
        """Whether another look is needed to tell that a card is gone, even if nothing moves."""
        return any(track.absent_since is not None for track in self.lying)

    def hold(
        self,
        sightings: Sightings,
        whole_area: NDArray[np.float64],
        small: NDArray[np.uint8],
        table: NDArray[np.uint8],
        moved_at: NDArray[np.float32],
        light: float,
        time: float,
    ) -> list[tuple[Track | None, int]]:
        """Match what a look has found with the tracks.

        Args:
            sightings: what the finder has found.
            whole_area: (n,) area in pixels of a whole card at the place of each sighting.
            small, table: the small picture, and that of the bare table.
            moved_at, light: when each small pixel last moved, strength of the light.

        Returns:
            Pairs of track and number of a sighting that want a reading; with None the reading has to tell whether it
            is a new card or one that was moved. Give the readings to `told`.
        """
        self._last_look = time
        wanted: list[tuple[Track | None, int]] = []
        boxes = sightings.corners.astype(np.float64)
        area = areas(sightings.corners).astype(np.float64)
        size = np.sqrt(area / np.maximum(whole_area, 1e-6))
        whole = looks_whole(boxes) if np.array_equal(area, whole_area) else size >= WHOLE_SIZE
        whole |= sightings.confidence >= SURE_STUB
        fresh = np.array([self._new_share(box, table, small) >= NEW_SHARE for box in boxes], np.bool_)
        least = np.where(fresh, LEAST_CONFIDENCE[1], LEAST_CONFIDENCE[0])
        usable = (size > 0.3) & (size < SIZES[1])
        apart = ~(echoes(sightings, usable) | parts(sightings, area) | self._parts_of_lying(boxes, area))
        beginning = usable & (sightings.confidence >= least) & apart
        taken: set[int] = set()
        for track in self.lying:
            track.missed += 1
        middles = boxes.mean(axis=1)
        pairs = [
            (shared_share(track.corners, boxes[i]), track, int(i))
            for track in self.lying
            for i in np.flatnonzero(usable & (distances(middles, track.middle) < 0.8 * track.length))
        ]
        matched: set[int] = set()
        for (union, inside), track, i in sorted(pairs, key=lambda p: (-p[0][0], -p[1].layer)):
            if i in taken or (union < SAME_PLACE and inside < PART_OF):
                continue
            if union >= SAME_PLACE and track.number in matched:
                continue
            moving = self.moving_share(track.corners, moved_at, time)
            same_look = self.changed_share(track, small, light) < CHANGED_SHARE
            if union < SAME_PLACE:
                if same_look and size[i] < PART_SIZE:
                    taken.add(i)  # what is left to see of a covered card
                continue
            if not self._whole(track) and not precisely(track.corners, boxes[i]):
                continue  # the little of it that is open may be as it was, and another card lie across it
            if not same_look and moving > 0.1:
                taken.add(i)  # a hand is over it: nothing can be said now
                matched.add(track.number)
                track.absent_since = None
                continue
            taken.add(i)
            matched.add(track.number)
            if same_look:
                self._see(track, sightings, i, time)
                if moving < 0.02:
                    if sightings.confidence[i] > track.framed and self._whole(track):
                        track.corners, track.framed = boxes[i], float(sightings.confidence[i])
                        self._reorder()
                    self.memorise(track, small, light)
                if not track.is_back and self._whole(track) and size[i] > SIZES[0]:
                    wanted.append((track, i))
                continue
            track.absent_since = None
            if any(shared_share(other.corners, boxes[i])[0] >= SAME_PLACE for other in self.held):
                taken.discard(i)  # the card that was laid on it is being followed already
            elif (sightings.kind[i] == FACE or track.is_back) and apart[i] and whole[i]:
                wanted.append((None, i))
        left = [int(i) for i in np.flatnonzero(beginning) if i not in taken and size[i] >= SIZES[0]]
        ways = [
            (float(np.linalg.norm(track.middle - boxes[i].mean(axis=0))) / track.length, track, i)
            for track in self.held
            for i in left
        ]
        for way, track, i in sorted(ways, key=lambda w: w[0]):
            if way > REACH or i in taken or track.number in matched:
                continue
            taken.add(i)
            matched.add(track.number)
            self._carry(track, sightings, i, time)
            if track.looks >= REST_LOOKS and not track.is_back:
                wanted.append((track, i))
        wanted += [(None, i) for i in left if i not in taken and whole[i]]
        return wanted

    def told(
        self,
        track: Track | None,
        sightings: Sightings,
        i: int,
        reading: NDArray[np.floating] | None,
        pack: str | None,
        small: NDArray[np.uint8],
        moved_at: NDArray[np.float32],
        light: float,
        time: float,
    ) -> None:
        """Take the reading (73,) of a sighting that `hold` asked for; None where it was not read."""
        if track is not None:
            if reading is not None:
                track.readings.add(reading)
            return
        box = sightings.corners[i].astype(np.float64)
        if reading is not None and sightings.kind[i] == FACE:
            face, sure = face_of(reading, pack)
            still = self.moving_share(box, moved_at, time) < 0.1
            moved = self._moved(face, sure, box, small, light, pack) if still else None
            if moved is not None:
                if np.linalg.norm(moved.middle - box.mean(axis=0)) > FAR_MOVE * moved.length:
                    moved.rest_since = time
                moved.corners, moved.anchor = box, box.mean(axis=0)
                self._see(moved, sightings, i, time)
                moved.absent_since = None
                self._layers += 1
                moved.layer = self._layers
                self._reorder()
                self.memorise(moved, small, light)
                moved.readings.add(reading)
                return
            if self._known(face, sure, box, pack) or self._is_laid(face, sure, box, pack):
                return  # a card that lies there or is being laid, badly framed
            if sure < 0.6 and any(
                shared_share(other.corners, box)[0] >= SAME_PLACE and not other.is_back for other in self.lying
            ):
                return  # something lies over a known card that cannot be read: wait
        self._numbers += 1
        fresh = Track(self._numbers, box, time, time, time, anchor=box.mean(axis=0))
        self._vote(fresh, sightings, i)
        if reading is not None:
            fresh.readings.add(reading)
        self.held.append(fresh)

    def settle(
        self,
        small: NDArray[np.uint8],
        table: NDArray[np.uint8],
        moved_at: NDArray[np.float32],
        light: float,
        time: float,
        start: bool = False,
    ) -> list[Change]:
        """What came to rest and what is gone by now; called for every picture that the motion gate compares."""
        changes: list[Change] = []
        for track in list(self.held):
            if time - track.last > LOST_SECONDS:
                self.held.remove(track)
            elif (
                track.looks >= REST_LOOKS
                and track.last - track.rest_since >= REST_SECONDS - 1e-6
                and self.moving_share(track.corners, moved_at, time) <= MOVING_SHARE
            ):
                self.held.remove(track)
                self._layers += 1
                track.state, track.layer, track.present_at = "lying", self._layers, time
                track.from_start = start
                track.rest_since = min(track.rest_since, self._still_since(track, moved_at))
                self.lying.append(track)
                self._reorder()
                self.memorise(track, small, light)
                changes.append(Change("laid", track))
        for track in list(reversed(self.lying)):
            if self._is_gone(track, small, table, moved_at, light, time):
                track.state, track.gone_at = "gone", track.present_at
                track.bare_at = track.absent_since if track.absent_since is not None else time
                self.lying.remove(track)
                self._reorder()
                changes.append(Change("gone", track))
        return changes

    def urgency(
        self,
        small: NDArray[np.uint8],
        table: NDArray[np.uint8],
        gate: MotionGate,
        time: float,
    ) -> Urgency:
        """How soon the finder has to look, by what is still now and neither bare table nor a card as it lay.

        What hangs together with an arm that reaches in is mostly the arm itself: `soon` is enough for it.
        """
        if any(self.moving_share(track.corners, gate.moved_at, time) <= MOVING_SHARE for track in self.held):
            return "now"
        still = gate.moved_at < np.float32(time - STILL_SECONDS)
        strange = ((change_of(table, small) > CHANGED) & still).astype(np.uint8)
        arms = np.zeros(strange.shape, np.bool_)
        if gate.shapes and gate.shapes[-1].time == time:
            labels = [reach.label for reach in gate.shapes[-1].reaches if reach.rim is not None]
            arms = np.isin(gate.shapes[-1].labels, labels)
        least = LEAST_PIXELS
        urgency: Urgency = "soon" if self.held else "never"
        for track in self.lying:
            ring = (track.middle + (track.corners - track.middle) * 1.2) * self.ratio
            cv2.fillConvexPoly(strange, np.round(ring).astype(np.int32), 0)
            area = area_of(track.corners) * self.ratio**2
            least = max(least, round(STRANGE_SHARE * area))
            if self.changed_share(track, small, gate.light) < CHANGED_SHARE / 2:
                continue
            if self.moving_share(track.corners, gate.moved_at, time) < QUIET_SHARE:
                x0, y0, x1, y1 = self._window(track.corners, arms.shape)
                if share_of(arms[y0:y1, x0:x1]) < QUIET_SHARE:
                    return "now"
                urgency = "soon"
        if int(np.count_nonzero(strange)) < least:
            return urgency
        strange[arms] = 0
        return "now" if int(np.count_nonzero(strange)) >= least else "soon"

    def warp(self, homography: NDArray[np.float64], small: NDArray[np.uint8], light: float) -> None:
        """Move all cards with the picture after the camera was moved."""
        for track in self.lying:
            flat = np.c_[track.corners, np.ones(4)] @ homography.T
            track.corners = flat[:, :2] / flat[:, 2:]
            track.anchor = track.middle
            track.absent_since = None
        self.held.clear()
        self._reorder()
        for track in self.lying:
            self.memorise(track, small, light)

    # Single cards ----------------------------------------------------------------------------------------------------

    def memorise(self, track: Track, small: NDArray[np.uint8], light: float) -> None:
        """Keep how a card looks where it lies."""
        x0, y0, x1, y1 = self._window(track.corners, small.shape[:2])
        track.corner, track.look, track.light = (x0, y0), small[y0:y1, x0:x1].copy(), light
        self._open_up(track)

    def changed_share(self, track: Track, small: NDArray[np.uint8], light: float) -> float:
        """Share of the open part of a card that does not look as it did."""
        if track.look is None or track.open is None or int(np.count_nonzero(track.open)) < FEWEST_PIXELS:
            return 0.0
        before = track.look if abs(light / track.light - 1) < 0.01 else with_gain(track.look, light / track.light)
        return share_of(change_of(before, self._cut(track, small))[track.open] > CHANGED)

    def moving_share(self, corners: Corners, moved_at: NDArray[np.float32], time: float) -> float:
        """Share of a card's pixels that moved within QUIET_SECONDS."""
        x0, y0, x1, y1 = self._window(corners, moved_at.shape)
        mask = self._mask(corners, (x0, y0, x1, y1))
        moved = time - moved_at[y0:y1, x0:x1] < QUIET_SECONDS
        return share_of(moved[mask])

    def _new_share(self, corners: Corners, table: NDArray[np.uint8], small: NDArray[np.uint8]) -> float:
        """Share of a box in which the picture differs from the bare table."""
        x0, y0, x1, y1 = self._window(corners, small.shape[:2])
        mask = self._mask(corners, (x0, y0, x1, y1))
        if not mask.any():
            return 0.0
        return share_of(change_of(table[y0:y1, x0:x1], small[y0:y1, x0:x1])[mask] > CHANGED)

    def _still_since(self, track: Track, moved_at: NDArray[np.float32]) -> float:
        """When half of a card's pixels had come to rest: the finder may have seen it later than it was laid."""
        x0, y0, x1, y1 = self._window(track.corners, moved_at.shape)
        mask = self._mask(track.corners, (x0, y0, x1, y1))
        return float(np.median(moved_at[y0:y1, x0:x1][mask])) if mask.any() else track.rest_since

    def readable(
        self, track: Track, small: NDArray[np.uint8], moved_at: NDArray[np.float32], light: float, time: float
    ) -> bool:
        """Whether a lying card can be read where it lies: open, at rest, and looking as it did."""
        return (
            self._whole(track)
            and self.moving_share(track.corners, moved_at, time) < 0.05
            and self.changed_share(track, small, light) < CHANGED_SHARE / 2
        )

    def _is_gone(
        self,
        track: Track,
        small: NDArray[np.uint8],
        table: NDArray[np.uint8],
        moved_at: NDArray[np.float32],
        light: float,
        time: float,
    ) -> bool:
        if track.look is None or track.open is None or int(np.count_nonzero(track.open)) < FEWEST_PIXELS:
            return False  # fully covered: its place will be seen when what covers it is gone
        if self.changed_share(track, small, light) < CHANGED_SHARE:
            track.present_at, track.absent_since = time, None
            return False
        x0, y0 = track.corner
        height, width = track.open.shape
        moved = time - moved_at[y0 : y0 + height, x0 : x0 + width] < QUIET_SECONDS
        if share_of(moved[track.open]) > 0.12:
            track.absent_since = None
            return False
        if track.absent_since is None:
            track.absent_since = time
        # the finder has to have looked since, and not to have found it
        if track.missed == 0 or self._last_look < track.absent_since:
            return False
        bare = self._cut(track, table)
        like_table = share_of(change_of(bare, self._cut(track, small))[track.open] < CHANGED) >= TABLE_SHARE
        if like_table:
            return time - track.absent_since >= GONE_SECONDS
        if self._newly_covered(track):
            self.memorise(track, small, light)
            track.present_at, track.absent_since = time, None
            return False
        return time - track.absent_since >= GONE_SECONDS_OTHER

    def _newly_covered(self, track: Track) -> bool:
        """Whether a card came to rest on it since it last looked as it did: badly framed, it covers more than known."""
        for other in self.lying:
            if other.layer > track.layer and other.rest_since >= track.present_at - COVER_SECONDS:
                union, _ = shared_share(track.corners, other.corners)
                if union > COVERS:
                    return True
        return False

    def _moved(
        self,
        face: int,
        sure: float,
        box: Corners,
        small: NDArray[np.uint8],
        light: float,
        pack: str | None,
    ) -> Track | None:
        """The lying card that this sighting is if it was pushed or straightened: the same face, no longer as it lay."""
        if sure < 0.6:
            return None
        best: tuple[float, Track] | None = None
        for track in self.lying:
            if track.is_back or not track.readings.count or track.readings.best(pack)[0] != face:
                continue
            way = float(np.linalg.norm(track.middle - box.mean(axis=0))) / track.length
            covered = track.open is None or int(np.count_nonzero(track.open)) < FEWEST_PIXELS
            if way > 1.5 or (not covered and self.changed_share(track, small, light) < CHANGED_SHARE):
                continue
            if best is None or way < best[0]:
                best = way, track
        return best and best[1]

    def _known(self, face: int, sure: float, box: Corners, pack: str | None) -> bool:
        """Whether a lying card close by has this face: each card occurs once."""
        if sure < 0.6:
            return False
        for track in (*self.lying, *self.held):
            near = np.linalg.norm(track.middle - box.mean(axis=0)) < 0.6 * track.length
            if near and not track.is_back and track.readings.count:
                top, likely = track.readings.best(pack)
                if top == face and likely > 0.6:
                    return True
        return False

    def _is_laid(self, face: int, sure: float, box: Corners, pack: str | None) -> bool:
        """Whether a box is that of a card that is being laid, unless another face is clearly to be read in it."""
        for track in self.held:
            if shared_share(track.corners, box)[0] >= SAME_HAND:
                other, likely = track.readings.best(pack) if track.readings.count else (face, 0.0)
                if min(sure, likely) < 0.9 or other == face:
                    return True
        return False

    def _parts_of_lying(self, boxes: Corners, area: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which of n boxes (n, 4, 2) are what is left to see of lying cards."""
        found = np.zeros(len(boxes), np.bool_)
        middles = boxes.mean(axis=1)
        for track in self.lying:
            near = distances(middles, track.middle) < track.length
            for i in np.flatnonzero(~found & near & (area < PART[1] ** 2 * area_of(track.corners))):
                found[i] = shared_share(track.corners, boxes[i])[1] >= PART[0]
        return found

    def _carry(self, track: Track, sightings: Sightings, i: int, time: float) -> None:
        """A card that is not known to be at rest is seen again."""
        box = sightings.corners[i].astype(np.float64)
        still = np.linalg.norm(box.mean(axis=0) - track.anchor) < STILL_SHIFT * track.length
        if still and turned(track.corners, box) < np.radians(12):
            track.looks += 1
        else:
            track.anchor, track.looks, track.rest_since = box.mean(axis=0), 1, time
            track.readings = Readings()  # what was read in motion says little
        track.corners, track.framed = box, float(sightings.confidence[i])
        self._see(track, sightings, i, time)

    def _see(self, track: Track, sightings: Sightings, i: int, time: float) -> None:
        track.last, track.missed, track.present_at, track.absent_since = time, 0, time, None
        self._vote(track, sightings, i)

    @staticmethod
    def _vote(track: Track, sightings: Sightings, i: int) -> None:
        if sightings.kind[i] == BACK:
            track.backs += float(sightings.confidence[i])
        else:
            track.faces += float(sightings.confidence[i])

    def _whole(self, track: Track) -> bool:
        """Whether little enough of a card is covered by others for its crop to be its own."""
        if track.open is None:
            return True
        x0, y0 = track.corner
        height, width = track.open.shape
        full = self._mask(track.corners, (x0, y0, x0 + width, y0 + height), OPEN_PART)
        return int(np.count_nonzero(track.open)) >= 0.8 * int(np.count_nonzero(full))

    # Masks -----------------------------------------------------------------------------------------------------------

    def _reorder(self) -> None:
        self.lying.sort(key=lambda track: track.layer)
        for track in self.lying:
            if track.look is not None:
                self._open_up(track)

    def _open_up(self, track: Track) -> None:
        """Work out which part of a card no other covers."""
        assert track.look is not None
        x0, y0 = track.corner
        height, width = track.look.shape[:2]
        window = (x0, y0, x0 + width, y0 + height)
        track.open = self._mask(track.corners, window, OPEN_PART)
        for other in self.lying:
            if other.layer > track.layer and np.linalg.norm(other.middle - track.middle) < track.length * 1.5:
                track.open &= ~self._mask(other.corners, window, 1.1)

    def _cut(self, track: Track, small: NDArray[np.uint8]) -> NDArray[np.uint8]:
        assert track.look is not None
        x0, y0 = track.corner
        height, width = track.look.shape[:2]
        return small[y0 : y0 + height, x0 : x0 + width]

    def _window(self, corners: Corners, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
        low = np.floor(corners.min(axis=0) * self.ratio).astype(int) - 1
        high = np.ceil(corners.max(axis=0) * self.ratio).astype(int) + 2
        x0, y0 = np.clip(low, 0, [shape[1] - 1, shape[0] - 1])
        x1, y1 = np.clip(high, [x0 + 1, y0 + 1], [shape[1], shape[0]])
        return int(x0), int(y0), int(x1), int(y1)

    def _mask(self, corners: Corners, window: tuple[int, int, int, int], share: float = 1.0) -> NDArray[np.bool_]:
        """The pixels of a card, shrunk or grown about its middle, in a window of the small picture."""
        x0, y0, x1, y1 = window
        middle = corners.mean(axis=0)
        ring = ((middle + (corners - middle) * share) * self.ratio - np.array([x0, y0])) * 16
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round(ring).astype(np.int32), 1, shift=4)
        return mask.astype(np.bool_)
