"""What happens at the table: cards played, taken back, swept, shown as a fan, laid all at once, or only dropped.

A play is a card that came to rest in the middle, alone. Cards that come to rest side by side from one hand at one time
are a fan. What lies apart from the middle is not played; it counts only when it is swept with a trick that wants it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from jassvision.vision.motion import MotionGate
from jassvision.vision.observations import Observation, Reread, SeenCard, ShownHand, ShownKind, Swept, Withdrawn
from jassvision.vision.piles import Piles
from jassvision.vision.seating import normalised, seat_of_card, seat_of_sweep
from jassvision.vision.table import Table, mapped
from jassvision.vision.track import Change, Track
from numpy.typing import NDArray

HOLD_SECONDS = 0.45
"""How long a card has to lie before it is told: a fan shows by then that it is one, and the arm is gone."""

PATIENCE_SECONDS = 1.3
"""How long an unsure card is read on before it is told as it is."""

LEGIBLE = 0.35
"""Mean probability of showing a face from which something in the middle is a card."""

GATHER_SECONDS = 0.9
"""Cards taken away within this time go together; what still lies then stays."""

SWEEP_SECONDS, ARM_SECONDS = 0.8, 0.4
"""How long before the first card was last seen the sweeping arm is looked for, and how long a laying arm stays."""

HIDDEN_SECONDS = 4.0
"""How long an arm may hide whether a card was taken with the others."""

FAN_SECONDS = 0.5
"""Cards of a fan come to rest within this time, as the finder sees them."""

FAN_NEAR = 0.75
"""Card lengths between neighbours in a fan."""

FAN_LEAST = 3
"""Cards that make a fan by themselves; two do when they lie apart from the middle."""

DOUBLE_NEAR = 1.0
"""Card lengths within which two tracks with one face are one card that was framed twice."""

OPEN_SECONDS = 3.0
"""How long cards have to lie open before a seat until they are that seat's known hand."""

OPEN_SURE = 0.8
"""Probability of a face from which a card lying before a seat is told as one of its hand."""

REMEMBERED = 100
"""Cards whose seats are remembered, the newest, besides those that lie or are not told yet."""

MIDDLE_SHARE = 0.62
"""Radius of the middle, until tricks have shown it, as a share of the way from the middle to the nearest rim."""

MIDDLE_RANGE = (0.11, 0.24)
"""Least and most radius of the middle in metres."""

REREAD_CHANGE = 0.04
"""Change of a face's probability from which a new reading is told."""


@dataclass(eq=False)
class Told:
    """A card that was told as played, and what was said of it."""

    track: Track
    faces: NDArray[np.float64]
    reads: int


@dataclass(eq=False)
class Fan:
    """Cards that were laid side by side at once, with the probabilities of whose they are."""

    tracks: list[Track]
    seat_logp: list[float]
    time: float
    told: bool = False
    faces: dict[int, NDArray[np.float64]] = field(default_factory=dict)


class TablePlay:
    """Turns what the tracker says into observations.

    Args:
        gate: for the arms that were seen lately.
        open_hands: whether cards lying open before the seats are hands (as in Luzern Jass) from the start.
    """

    def __init__(self, gate: MotionGate, open_hands: bool = False) -> None:
        self.gate, self.open_hands = gate, open_hands
        self.pending: list[Track] = []
        self.trick: list[Told] = []
        self.aside: list[Track] = []
        self.fans: list[Fan] = []
        self.piles = Piles()
        self._lifted: list[Track] = []
        self._lifted_last = 0.0
        self._seats: dict[int, list[float]] = {}
        self._centres: list[NDArray[np.float64]] = []
        self._shown_open: dict[int, tuple[int, ...]] = {}
        self.radius: float | None = None

    @property
    def waiting(self) -> bool:
        """Whether another look would help: something at rest is not told yet or not sure."""
        return bool(self.pending or self._lifted)

    def unsure(self, pack: str | None) -> list[Track]:
        """Cards that lie and want to be read again."""
        tracks = [told.track for told in self.trick] + [t for fan in self.fans for t in fan.tracks] + self.aside
        return [t for t in tracks if t.state == "lying" and not t.is_back and not t.readings.sure(pack)]

    def take(self, changes: Sequence[Change], time: float, table: Table, pack: str | None) -> list[Observation]:
        """What follows from changes of the tracks and from the time that has passed."""
        for change in changes:
            if change.kind == "laid":
                if self.open_hands and change.track.from_start:
                    self.piles.add(change.track)
                self._seats[change.track.number] = []
                self.pending.append(change.track)
            else:
                self._gone(change.track)
        found = self._laid(time, table, pack)
        found += self._gathered(time, table, pack)
        found += self._open_hands(time, table, pack)
        self._forget()
        return found

    def _forget(self) -> None:
        """Forget whose cards they were that are gone for long."""
        if len(self._seats) <= 2 * REMEMBERED:
            return
        tracks = [told.track for told in self.trick] + [t for fan in self.fans for t in fan.tracks]
        kept = {t.number for t in (*tracks, *self.pending, *self.aside, *self._lifted)}
        for number in list(self._seats)[:-REMEMBERED]:
            if number not in kept:
                del self._seats[number]

    def reread(self, tracks: Sequence[Track], time: float, pack: str | None, all_of: bool = False) -> list[Observation]:
        """New readings of cards that were told before, where they change something."""
        found: list[Observation] = []
        wanted = {track.number for track in tracks}
        for told in self.trick:
            if (all_of or told.track.number in wanted) and told.track.readings.count:
                faces = told.track.readings.faces(pack)
                if np.abs(np.exp(faces) - np.exp(told.faces)).max() >= REREAD_CHANGE:
                    told.faces, told.reads = faces, told.track.readings.count
                    found.append(Reread(told.track.number, time, faces))
        return found

    def forget(self, tracks: Sequence[Track], time: float) -> list[Observation]:
        """Cards turn out to be none."""
        told = [told for told in self.trick if told.track in tracks]
        self.trick = [kept for kept in self.trick if kept not in told]
        self.pending = [track for track in self.pending if track not in tracks]
        self.aside = [track for track in self.aside if track not in tracks]
        for fan in self.fans:
            fan.tracks = [track for track in fan.tracks if track not in tracks]
        self.fans = [fan for fan in self.fans if fan.tracks]
        return [Withdrawn(each.track.number, time) for each in told]

    def finish(self, time: float, table: Table, pack: str | None) -> list[Observation]:
        """What is left to be told at the end of the film."""
        found = self._laid(time + PATIENCE_SECONDS + HOLD_SECONDS, table, pack)
        found += self._gathered(time + 3 * GATHER_SECONDS, table, pack)
        for fan in self.fans:
            if not fan.told:
                found.append(self._shown(fan, "rest", pack))
        return found

    # Cards that came to rest -----------------------------------------------------------------------------------------

    def _laid(self, time: float, table: Table, pack: str | None) -> list[Observation]:
        """Tell the cards at rest in the order in which they came, as soon as they are read or patience ends."""
        found: list[Observation] = []
        for track in [t for t in self.aside if self._in_middle(t, table) and time - t.rest_since < PATIENCE_SECONDS]:
            if self._in_hand(track):
                continue
            self.aside.remove(track)  # played from the table, as in Luzern Jass
            track.from_start = False
            self._seats[track.number] = []
            self.pending.append(track)
        hands = [t for t in self.pending if self._in_hand(t)]
        self.pending = [t for t in self.pending if t not in hands]
        self.aside += [t for t in hands if t.state == "lying" and not t.is_back]
        self._find_fans(table, time)
        while self.pending:
            track = min(self.pending, key=lambda t: t.rest_since)
            age = time - track.rest_since
            gone = track.state == "gone"
            if not gone and age < HOLD_SECONDS:
                break
            if track.is_back:
                self.pending.remove(track)
                continue
            hidden = track.open is not None and not track.open.any()
            if not gone and not hidden and age < PATIENCE_SECONDS and not track.readings.sure(pack):
                break
            self.pending.remove(track)
            if not track.readings.count or track.readings.legible < LEGIBLE or self._is_double(track, pack):
                continue
            if self._in_middle(track, table):
                found.append(self._played(track, table, pack))
            elif not gone:
                self.aside.append(track)
        return found

    def _played(self, track: Track, table: Table, pack: str | None) -> SeenCard:
        faces = track.readings.faces(pack)
        place = table.metres(track.middle)
        self.trick.append(Told(track, faces, track.readings.count))
        return SeenCard(
            track.number,
            max(0.0, track.rest_since),  # what lay there before the film began is told at its beginning
            tuple(self._seat(track, table)),
            faces,
            track.corners.copy(),
            (float(place[0]), float(place[1])),
            track.readings.count,
        )

    def _is_double(self, track: Track, pack: str | None) -> bool:
        """Whether a card that lies or lay close by in this trick has the same face: then one card got two tracks."""
        face, likely = track.readings.best(pack)
        for told in self.trick:
            near = np.linalg.norm(told.track.middle - track.middle) < DOUBLE_NEAR * track.length
            other, as_likely = told.track.readings.best(pack)
            if near and told.track is not track and other == face and min(likely, as_likely) > 0.8:
                return True
        return False

    def _seat(self, track: Track, table: Table) -> list[float]:
        """Whose card it is; worked out once, while the arm is remembered."""
        known = self._seats.get(track.number)
        if not known:
            shapes = () if track.from_start else self.gate.shapes
            known = seat_of_card(shapes, track.corners, track.rest_since, table)
            self._seats[track.number] = known
        return known

    def _in_hand(self, track: Track) -> bool:
        """Whether a card lies open on a pile, as in Luzern Jass: it is in a hand, not played."""
        return self.open_hands and self.piles.holds(track)

    def _in_middle(self, track: Track, table: Table) -> bool:
        return float(np.linalg.norm(table.metres(track.middle))) <= self.middle_radius(table)

    def middle_radius(self, table: Table) -> float:
        """Radius of the middle in metres."""
        if self.radius is None:
            width, height = table.size_wh
            rim = np.array([[width / 2, 0], [width, height / 2], [width / 2, height], [0, height / 2]])
            nearest = float(np.linalg.norm(table.metres(rim), axis=1).min())
            return float(np.clip(MIDDLE_SHARE * nearest, *MIDDLE_RANGE))
        return self.radius

    # Fans ------------------------------------------------------------------------------------------------------------

    def _find_fans(self, table: Table, time: float) -> None:
        """Take cards out of those that wait which lie side by side and came at one time from one hand."""
        for fan in self.fans:
            for track in list(self.pending):
                if track.rest_since - fan.time < 4 * FAN_SECONDS and self._beside(track, fan.tracks):
                    self.pending.remove(track)
                    fan.tracks.append(track)
        waiting = sorted((t for t in self.pending if not t.is_back), key=lambda t: t.rest_since)
        for track in waiting:
            group = [track]
            for other in waiting:
                together = abs(other.rest_since - track.rest_since) <= FAN_SECONDS
                if other is not track and together and self._beside(other, group):
                    group.append(other)
            faces = {t.readings.best(None)[0] for t in group if t.readings.count}
            if len(faces) < len(group):
                continue  # a card framed twice
            apart = all(not self._in_middle(t, table) for t in group)
            if len(group) < (2 if apart else FAN_LEAST):
                continue
            seats = [seat_of_card(self.gate.shapes, t.corners, t.rest_since, table) for t in group]
            if len({int(np.argmax(s)) for s in seats}) > 1 and not apart:
                continue  # several hands have played quickly
            self.fans.append(Fan(group, normalised(np.sum(seats, axis=0)), track.rest_since))
            self.pending = [t for t in self.pending if t not in group]
            return

    @staticmethod
    def _beside(track: Track, group: Sequence[Track]) -> bool:
        return any(np.linalg.norm(track.middle - t.middle) < FAN_NEAR * t.length for t in group if t is not track)

    def _shown(self, fan: Fan, kind: ShownKind, pack: str | None) -> ShownHand:
        fan.told = True
        tracks = [t for t in fan.tracks if t.readings.count]
        return ShownHand(tuple(fan.seat_logp), fan.time, tuple(t.readings.faces(pack) for t in tracks), kind)

    # Cards taken away ------------------------------------------------------------------------------------------------

    def _gone(self, track: Track) -> None:
        if any(told.track is track for told in self.trick) or track in self.pending or self._fan_of(track) is not None:
            self._lifted.append(track)
            self._lifted_last = max(self._lifted_last, track.gone_at)
        if track in self.aside and self._in_hand(track):
            self.aside.remove(track)  # played, or seen no more
        if track in self.aside:
            self.aside.remove(track)
            self._lifted.append(track)
            self._lifted_last = max(self._lifted_last, track.gone_at)

    def _fan_of(self, track: Track) -> Fan | None:
        return next((fan for fan in self.fans if track in fan.tracks), None)

    def _gathered(self, time: float, table: Table, pack: str | None) -> list[Observation]:
        """Tell what became of cards that were taken away: a sweep, a card taken back, a fan taken back."""
        if not self._lifted:
            return []
        found: list[Observation] = []
        first = min(t.gone_at for t in self._lifted)
        staying = [
            told.track
            for told in self.trick
            if told.track.state == "lying" and told.track.rest_since <= self._lifted_last
        ]
        lying = staying + self._fans_lying()
        if lying and time - self._lifted_last < GATHER_SECONDS:
            return []
        hidden = [t for t in lying if t.present_at < self._lifted_last + GATHER_SECONDS / 2]
        if hidden and time - self._lifted_last < HIDDEN_SECONDS:
            return []  # an arm is over them still: they may be gone as well
        lifted, self._lifted = self._lifted, []
        played = [told for told in self.trick if told.track in lifted]
        fans = [fan for fan in self.fans if all(t.state == "gone" for t in fan.tracks)]
        aside = [t for t in lifted if not any(told.track is t for told in played) and self._fan_of(t) is None]
        self.trick = [told for told in self.trick if told not in played]
        self.fans = [fan for fan in self.fans if fan not in fans]
        rest = len(fans) > 1 or any(fan.told for fan in fans)
        for fan in fans:
            if not fan.told:
                found.append(self._shown(fan, "rest" if rest or played else "weis", pack))
        if len(played) == 1 and not rest and (staying or len(self.trick) == 0) and not aside:
            found.append(Withdrawn(played[0].track.number, played[0].track.gone_at))
        elif played or rest:
            for track in aside:  # lay apart, but was swept with the trick: it was played after all
                if 0 < len(played) < table.players and track.readings.legible >= LEGIBLE and track.gone_at >= first:
                    found.append(self._played(track, table, pack))
                    played.append(self.trick.pop())
            tracks = [told.track for told in played] + [t for fan in fans if rest for t in fan.tracks]
            last = max(t.bare_at for t in tracks)
            first = min(last, max(first, *(t.rest_since for t in tracks)))  # a covered card was last seen long before
            # the arm that laid the last card is gone by then
            begun = max(first - SWEEP_SECONDS, min(first, max(t.rest_since for t in tracks) + ARM_SECONDS))
            who = seat_of_sweep(self.gate.shapes, [t.corners for t in tracks], begun, last, table)
            found.append(Swept(first, last, tuple(who), tuple(t.number for t in tracks)))
            self._learn_middle([told.track for told in played], table)
            found += self._background(staying, time)
        self._lifted_last = 0.0
        return found

    def _fans_lying(self) -> list[Track]:
        return [t for fan in self.fans for t in fan.tracks if t.state == "lying" and t.rest_since <= self._lifted_last]

    def _background(self, staying: Sequence[Track], time: float) -> list[Observation]:
        """What lay there from the start and outlasts a sweep is printed on the table."""
        printed = [t for t in staying if t.from_start]
        self.trick = [told for told in self.trick if told.track not in printed]
        return [Withdrawn(t.number, time) for t in printed]

    def _learn_middle(self, tracks: Sequence[Track], table: Table) -> None:
        """The middle is where tricks lay."""
        if len(tracks) < 3:
            return
        self._centres += [t.middle for t in tracks]
        self._centres = self._centres[-24:]

    def learnt_middle(self, table: Table) -> NDArray[np.float64] | None:
        """Where the last tricks lay, in metres of this table; None before there were any. Sets the radius, too."""
        if len(self._centres) < 4:
            return None
        places = table.metres(np.array(self._centres))
        middle: NDArray[np.float64] = np.median(places, axis=0)
        spread = float(np.quantile(np.linalg.norm(places - middle, axis=1), 0.9))
        self.radius = float(np.clip(1.4 * spread + 0.045, *MIDDLE_RANGE))
        return middle

    def warp(self, homography: NDArray[np.float64]) -> None:
        """Take over that the camera was moved."""
        self.piles.warp(homography)
        if self._centres:
            self._centres = list(mapped(homography, np.array(self._centres)))

    # Open hands ------------------------------------------------------------------------------------------------------

    def _open_hands(self, time: float, table: Table, pack: str | None) -> list[Observation]:
        """Cards that lie face up before a seat for long are its known hand."""
        found: list[Observation] = []
        piles: dict[int, list[Track]] = {}
        for track in self.aside:
            if track.state == "lying" and time - track.rest_since >= OPEN_SECONDS:
                if track.from_start and not self.open_hands:
                    continue
                if not track.readings.count or track.readings.best(pack)[1] < OPEN_SURE:
                    continue  # the back of a covered card, perhaps
                piles.setdefault(int(np.argmax(self._before(track, table))), []).append(track)
        for seat, tracks in piles.items():
            numbers = tuple(sorted(t.number for t in tracks))
            if len(tracks) < 2 or self._shown_open.get(seat) == numbers:
                continue
            self._shown_open[seat] = numbers
            seats = normalised(np.sum([self._before(t, table) for t in tracks], axis=0))
            faces = tuple(t.readings.faces(pack) for t in sorted(tracks, key=lambda t: t.number))
            found.append(ShownHand(tuple(seats), max(0.0, *(t.rest_since for t in tracks)), faces, "open"))
        return found

    @staticmethod
    def _before(track: Track, table: Table) -> list[float]:
        place = table.metres(track.middle)
        return normalised(6.0 * (table.towards @ (place / max(float(np.linalg.norm(place)), 1e-9))))
