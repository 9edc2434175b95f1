"""Tracks: one physical card over time, from the hand that lays it to the hand that takes it away.

A card at rest is followed by its own look in the small picture: as long as that stays the same the card is there,
whether or not the finder sees it. Cards laid later hide those below them, which stay where they are until the place is
seen without them.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from jassvision.vision.attention import MOVING_SHARE, is_inside
from jassvision.vision.card_boxes import (
    PART,
    Corners,
    area_of,
    distances,
    echoes,
    looks_whole,
    parts,
    precisely,
    shared_share,
    turned,
)
from jassvision.vision.close_look import Window
from jassvision.vision.finder import BACK, FACE, Sightings
from jassvision.vision.overlap import areas
from jassvision.vision.readings import Readings, face_of
from jassvision.vision.small_view import CHANGED_SHARE, SmallView, is_covered, is_whole, open_up
from jassvision.vision.table import mapped
from jassvision.vision.track import Change, Track
from numpy.typing import NDArray

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

ON_TOP = 0.5
"""Intersection over union with a lying card that no longer looks as it did from which a box may be a card on it."""

STILL_SHIFT = 0.14
"""Card lengths that the middle of a sighting may move between looks while the card counts as at rest."""

REST_LOOKS = 2
REST_SECONDS = 0.10
"""Looks, and the time between them, at one place until a card is at rest there."""

LOST_SECONDS = 0.7
"""A card in a hand that is not seen for so long is forgotten."""

REACH = 1.6
"""Card lengths that a card in a hand may move between two looks."""

FAR_MOVE = 0.4
"""Card lengths from which a card that was pushed counts as laid anew."""

TABLE_SHARE = 0.6
"""Share of pixels that look like the bare table from which a card is gone without a doubt."""

GONE_SECONDS, GONE_SECONDS_OTHER = 0.15, 1.5
"""How long a card's place has to look like the bare table, or like something else at rest, until it is gone."""

GHOST_SHARE, GHOST_LOOKS = 0.85, 3
"""Share of pixels like the bare table, and looks that have not found it, from which a face never came to rest there."""

LEAST_SHARED, LAID_PART = 0.15, 0.6
"""Intersection over union with a card that alone explains what has changed from which a new one is that one, badly
framed; and the share of a further one inside of it from which that is none."""

FRAMED_WELL, READ_WELL = 0.9, 0.6
"""Intersection over union with where a card lies from which its box may stay, and from which its readings may."""

COVERS, COVER_SECONDS = 0.04, 1.2
"""Intersection over union from which a later card covers part of one, and how long before that shows it was laid."""


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
        self._looked_in: Window | None = None
        self._laid: int | None = None

    def hold(
        self,
        sightings: Sightings,
        whole_area: NDArray[np.float64],
        view: SmallView,
        window: Window | None = None,
        laid: int | None = None,
    ) -> list[tuple[Track | None, int]]:
        """Match what a look has found with the tracks.

        Args:
            sightings: what the finder has found.
            whole_area: (n,) area in pixels of a whole card at the place of each sighting.
            view: the small picture now.
            window: where the finder has looked; None for the whole picture.
            laid: number of a sighting that is known to be at rest.

        Returns:
            Pairs of track and number of a sighting that want a reading; with None the reading has to tell whether it
            is a new card or one that was moved. Give the readings to `told`.
        """
        time = view.time
        self._last_look, self._looked_in, self._laid = time, window, laid
        wanted: list[tuple[Track | None, int]] = []
        boxes = sightings.corners.astype(np.float64)
        area = areas(sightings.corners).astype(np.float64)
        size = np.sqrt(area / np.maximum(whole_area, 1e-6))
        whole = looks_whole(boxes) if np.array_equal(area, whole_area) else size >= WHOLE_SIZE
        whole |= sightings.confidence >= SURE_STUB
        fresh = np.array([view.new_share(box) >= NEW_SHARE for box in boxes], np.bool_)
        least = np.where(fresh, LEAST_CONFIDENCE[1], LEAST_CONFIDENCE[0])
        usable = (size > 0.3) & (size < SIZES[1])
        apart = ~(echoes(sightings, usable) | parts(sightings, area) | self._parts_of_lying(boxes, area, view))
        beginning = usable & (sightings.confidence >= least) & apart
        taken: set[int] = set()
        for track in self.lying:
            track.missed += is_inside(window, track)
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
            moving = view.moving_share(track.corners)
            changed = view.changed_share(track)
            # one white card on another changes little: what was laid there tells more
            on_it = i == laid and changed >= CHANGED_SHARE / 2 and not precisely(track.corners, boxes[i])
            same_look = changed < CHANGED_SHARE and not on_it
            if union < SAME_PLACE:
                if same_look and size[i] < PART_SIZE:
                    taken.add(i)  # what is left to see of a covered card
                continue
            if not is_whole(track, self.ratio) and (
                i == laid or not precisely(track.corners, boxes[i]) or self._hidden(track, boxes[i], view)
            ):
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
                if changed >= CHANGED_SHARE / 2 and not precisely(track.corners, boxes[i]):
                    continue  # another card may lie over half of it: neither its look nor what is read is its own
                if moving < 0.02:
                    if sightings.confidence[i] > track.framed and is_whole(track, self.ratio):
                        track.corners, track.framed = boxes[i], float(sightings.confidence[i])
                        self._reorder()
                    view.memorise(track, self.lying)
                if not track.is_back and is_whole(track, self.ratio) and size[i] > SIZES[0]:
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
            if i == laid:
                self._rest(track, view)
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
        view: SmallView,
    ) -> None:
        """Take the reading (73,) of a sighting that `hold` asked for; None where it was not read."""
        if track is not None:
            if reading is not None:
                track.readings.add(reading)
            return
        box, time = sightings.corners[i].astype(np.float64), view.time
        if reading is not None and sightings.kind[i] == FACE:
            face, sure = face_of(reading, pack)
            still = view.moving_share(box) < 0.1
            moved = self._moved(face, sure, box, view, pack) if still else None
            if moved is not None:
                if np.linalg.norm(moved.middle - box.mean(axis=0)) > FAR_MOVE * moved.length:
                    moved.rest_since = time
                moved.corners, moved.anchor = box, box.mean(axis=0)
                self._see(moved, sightings, i, time)
                moved.absent_since = None
                self._layers += 1
                moved.layer = self._layers
                self._reorder()
                view.memorise(moved, self.lying)
                moved.readings.add(reading)
                return
            if self._known(face, sure, box, pack) or self._is_laid(face, sure, box, pack):
                return  # a card that lies there or is being laid, badly framed
            if sure < 0.6 and any(
                shared_share(other.corners, box)[0] >= SAME_PLACE
                and not other.is_back
                and not (i == self._laid and not precisely(other.corners, box))
                for other in self.lying
            ):
                return  # something lies over a known card that cannot be read: wait
        self._numbers += 1
        fresh = Track(self._numbers, box, time, time, time, anchor=box.mean(axis=0))
        self._vote(fresh, sightings, i)
        if reading is not None:
            fresh.readings.add(reading)
        if i == self._laid:
            self._rest(fresh, view)
        self.held.append(fresh)

    def settle(self, view: SmallView, pack: str | None = None, from_start: float = -1.0) -> list[Change]:
        """What came to rest and what is gone by now; called for every picture that the motion gate compares.

        What came to rest before `from_start`, in seconds, lay there from the beginning.
        """
        changes: list[Change] = []
        time = view.time
        for track in list(self.held):
            if time - track.last > LOST_SECONDS:
                self.held.remove(track)
            elif (
                track.looks >= REST_LOOKS
                and (track.last >= self._last_look or not is_inside(self._looked_in, track))
                and track.last - track.rest_since >= REST_SECONDS - 1e-6
                and view.moving_share(track.corners) <= MOVING_SHARE
            ):
                self.held.remove(track)
                if self._lies_already(track, pack):
                    continue
                self._layers += 1
                track.state, track.layer, track.present_at = "lying", self._layers, time
                still_since = view.still_since(track.corners)  # the finder may have seen it later than it was laid
                track.rest_since = min(track.rest_since, track.rest_since if still_since is None else still_since)
                track.from_start = track.rest_since < from_start
                self.lying.append(track)
                self._reorder()
                view.memorise(track, self.lying)
                changes.append(Change("laid", track))
        for track in list(reversed(self.lying)):
            if self._is_gone(track, view):
                track.state, track.gone_at = "gone", track.present_at
                track.bare_at = track.absent_since if track.absent_since is not None else time
                self.lying.remove(track)
                self._reorder()
                changes.append(Change("gone", track))
        return changes

    def reframe(self, laid: Corners, since: Collection[int], view: SmallView) -> list[Track]:
        """Set right what was made of one card that was laid, by where it lies; those that are none are dropped.

        Args:
            laid: (4, 2) where the card lies that alone explains what has changed.
            since: numbers of the cards that lay there before.

        Returns:
            The cards that there are not.
        """
        fresh = [track for track in self.lying if track.number not in since]
        shares = {track.number: shared_share(laid, track.corners) for track in fresh}
        best = max(fresh, key=lambda track: shares[track.number][0], default=None)
        if best is None or shares[best.number][0] < LEAST_SHARED:
            return []
        if shares[best.number][0] < FRAMED_WELL:
            if shares[best.number][0] < READ_WELL:
                best.readings = Readings()
            best.corners, best.anchor = laid, laid.mean(axis=0)
        dropped = [track for track in fresh if track is not best and shares[track.number][1] >= LAID_PART]
        self._drop(dropped)
        view.memorise(best, self.lying)
        return dropped

    def drop_larger(self, area: float) -> list[Track]:
        """Drop what lies there and is larger than so many square pixels; returns what was dropped: it is no card."""
        dropped = [track for track in self.lying if area_of(track.corners) > area]
        if dropped:
            self._drop(dropped)
        return dropped

    def _drop(self, tracks: list[Track]) -> None:
        """Take cards that there are not from those that lie."""
        for track in tracks:
            track.state = "gone"
            self.lying.remove(track)
        self._reorder()

    def warp(self, homography: NDArray[np.float64], view: SmallView) -> None:
        """Move all cards with the picture after the camera was moved."""
        for track in self.lying:
            track.corners = mapped(homography, track.corners)
            track.anchor = track.middle
            track.absent_since = None
        self.held.clear()
        self._reorder()
        for track in self.lying:
            view.memorise(track, self.lying)

    # Single cards ----------------------------------------------------------------------------------------------------

    def _is_gone(self, track: Track, view: SmallView) -> bool:
        if track.look is None or track.open is None or is_covered(track):
            return False  # fully covered: its place will be seen when what covers it is gone
        if view.changed_share(track) < CHANGED_SHARE:
            track.present_at, track.absent_since = view.time, None
            return self._never_lay(track, view)
        if view.stirred_share(track) > 0.12:
            track.absent_since = None
            return False
        if track.absent_since is None:
            track.absent_since = view.time
        # the finder has to have looked since, and not to have found it
        if track.missed == 0 or self._last_look < track.absent_since:
            return False
        if view.bare_share(track) >= TABLE_SHARE:
            return view.time - track.absent_since >= GONE_SECONDS
        if self._newly_covered(track):
            view.memorise(track, self.lying)
            track.present_at, track.absent_since = view.time, None
            return False
        return view.time - track.absent_since >= GONE_SECONDS_OTHER

    @staticmethod
    def _never_lay(track: Track, view: SmallView) -> bool:
        """Whether what was taken for a card at rest is the bare table: it went on before its look was kept."""
        if track.is_back or track.from_start or track.missed < GHOST_LOOKS:
            return False
        return view.bare_share(track) >= GHOST_SHARE

    def _lies_already(self, track: Track, pack: str | None) -> bool:
        """Whether a card that comes to rest is one that lies there: a hand over it was taken for another."""
        if track.is_back or not track.readings.count:
            return False
        face, likely = track.readings.best(pack)
        for other in self.lying:
            if other.is_back or not other.readings.count or shared_share(other.corners, track.corners)[0] < SAME_PLACE:
                continue
            known, sure = other.readings.best(pack)
            if known == face and likely >= 0.5 and sure >= 0.9:
                return True
        return False

    def _newly_covered(self, track: Track) -> bool:
        """Whether a card came to rest on it since it last looked as it did: badly framed, it covers more than known."""
        for other in self.lying:
            if other.layer > track.layer and other.rest_since >= track.present_at - COVER_SECONDS:
                union, _ = shared_share(track.corners, other.corners)
                if union > COVERS:
                    return True
        return False

    def _moved(self, face: int, sure: float, box: Corners, view: SmallView, pack: str | None) -> Track | None:
        """The lying card that this sighting is if it was pushed or straightened: the same face, no longer as it lay."""
        if sure < 0.6:
            return None
        best: tuple[float, Track] | None = None
        for track in self.lying:
            if track.is_back or not track.readings.count or track.readings.best(pack)[0] != face:
                continue
            way = float(np.linalg.norm(track.middle - box.mean(axis=0))) / track.length
            covered = track.open is None or is_covered(track)
            if way > 1.5 or (not covered and view.changed_share(track) < CHANGED_SHARE):
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

    def _parts_of_lying(self, boxes: Corners, area: NDArray[np.float64], view: SmallView) -> NDArray[np.bool_]:
        """Which of n boxes (n, 4, 2) are what is left to see of lying cards.

        Where a card does not look as it did, a box that is but a little smaller is another one that was laid on it.
        """
        found = np.zeros(len(boxes), np.bool_)
        middles = boxes.mean(axis=1)
        sides = [WHOLE_SIZE if self._laid_on(box, view) else PART[1] for box in boxes]
        for track in self.lying:
            near = distances(middles, track.middle) < track.length
            for i in np.flatnonzero(~found & near & (area < np.square(sides) * area_of(track.corners))):
                found[i] = shared_share(track.corners, boxes[i])[1] >= PART[0]
        return found

    def _laid_on(self, box: Corners, view: SmallView) -> Track | None:
        """The highest lying card about there that no longer looks as it did: something lies on it."""
        for track in reversed(self.lying):
            if shared_share(track.corners, box)[0] >= ON_TOP and view.changed_share(track) >= CHANGED_SHARE:
                return track
        return None

    def _hidden(self, track: Track, box: Corners, view: SmallView) -> bool:
        """Whether a card is covered by one on which something new lies: a box there is not that of the lowest."""
        above = self._laid_on(box, view)
        return above is not None and above.layer > track.layer

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

    @staticmethod
    def _rest(track: Track, view: SmallView) -> None:
        """A card is known to be at rest: that need not be seen twice."""
        since = view.still_since(track.corners)
        track.looks, track.rest_since = REST_LOOKS, view.time - REST_SECONDS
        if since is not None:
            track.rest_since = min(track.rest_since, since)

    def _see(self, track: Track, sightings: Sightings, i: int, time: float) -> None:
        track.last, track.missed, track.present_at, track.absent_since = time, 0, time, None
        self._vote(track, sightings, i)

    @staticmethod
    def _vote(track: Track, sightings: Sightings, i: int) -> None:
        if sightings.kind[i] == BACK:
            track.backs += float(sightings.confidence[i])
        else:
            track.faces += float(sightings.confidence[i])

    def _reorder(self) -> None:
        self.lying.sort(key=lambda track: track.layer)
        for track in self.lying:
            if track.look is not None:
                open_up(track, self.lying, self.ratio)
