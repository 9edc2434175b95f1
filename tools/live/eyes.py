"""The eyes of a session: a thread that watches the newest picture, and notices when there is none worth watching.

What it sees goes to the engine; the picture itself goes to the desk from which pages are served. Neither ever makes it
wait.
"""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from jassvision.tools.live.complaints import complain, complain_of_failure
from jassvision.tools.live.engine import Engine
from jassvision.tools.live.film_places import FilmPlaces
from jassvision.tools.live.modes import Camera
from jassvision.tools.live.pictures import Box, PictureDesk
from jassvision.tools.live.place import CameraPlace
from jassvision.tools.live.source import BROKEN, CLOSED, ENDED, OPENING, Source, Taken
from jassvision.vision.frames import Frame
from jassvision.vision.observations import (
    Disturbed,
    Ended,
    Observation,
    Reread,
    SeenCard,
    Swept,
    Withdrawn,
)
from jassvision.vision.watch import NO_CARD, RESTLESS, TOO_SHORT, Watcher
from numpy.typing import NDArray

STALL_SECONDS: Final = 1.2
"""How long a camera may send nothing before that is told."""

FROZEN_SECONDS: Final = 1.5
"""How long a camera's pictures may be the same to the last bit before it counts as frozen: real ones have noise."""

FROZEN_EVERY: Final = 0.2
"""Time between two pictures that are compared for that."""

SEEN_CLEAR: Final = 0.5
"""Probability of a face from which a card in the picture of a moved camera is named."""

TELL_EVERY: Final = 1.0
"""How often the number of pictures a second is told."""

PATIENCE: Final = 0.1


@dataclass
class Measured:
    """What the eyes take, for whoever wants to know.

    Attributes:
        frames: pictures that were looked at.
        slowest: longest time in seconds for one of them.
        ages: how old the last pictures were when they had been looked at, in seconds.
    """

    frames: int = 0
    slowest: float = 0.0
    ages: tuple[float, ...] = ()


class Eyes:
    """Watches a source.

    Args:
        watcher: makes a watcher, anew when the pictures change their size or it has failed.
        first_track: the first number that no card of the record has.
        calibrated: whether the watchers know where the table is from a measurement.
        places: keeps where the cards of a film lie that is watched from its beginning.
    """

    def __init__(
        self,
        source: Source,
        watcher: Callable[[], Watcher],
        engine: Engine,
        desk: PictureDesk,
        first_track: int,
        *,
        calibrated: bool = False,
        places: FilmPlaces | None = None,
    ) -> None:
        self._places = places
        self.source, self.engine, self.desk = source, engine, desk
        self.measured = Measured()
        source.listen(self._offer)
        self._make = watcher
        self._watcher: Watcher | None = None
        self._size: tuple[int, int] | None = None
        self._base = self._next = first_track
        self._pack: str | None = None
        self._camera = Camera(source.name, OPENING, engine.clock.now(), "", calibrated=calibrated)
        self._blind = False
        self._last_picture = clock.monotonic()
        self._last: Taken | None = None
        self._still: tuple[bytes, float, float] | None = None
        self._told_at = 0.0
        self._place = CameraPlace()
        self._in_doubt: list[Observation] = []
        self._anew = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self.source.start()
        self.engine.look(self._camera)
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stop.set()
        self._thread.join(5)
        self.source.stop()

    def _offer(self, taken: Taken) -> None:
        """Put a picture on the desk, in the thread that reads: it must not wait until it has been looked at."""
        if self.desk.wants():
            self.desk.offer(taken.frame, taken.frame.time, taken.captured)

    # In the thread ---------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stop.is_set():
            taken = self.source.newest(PATIENCE)
            try:
                if taken is None:
                    if self._silent():
                        return
                else:
                    self._look(taken)
            except Exception as error:  # whatever happens in one picture, the evening goes on with the next
                self._fail(error)

    def _look(self, taken: Taken) -> None:
        begun = clock.monotonic()
        self._last_picture, self._last = begun, taken
        frame = taken.frame
        time = frame.time
        if self.engine.looks != self._anew:
            self._anew = self.engine.looks
            if not (self._camera.calibrated and self._place.moved):
                self._look_again(frame)
        watcher = self._watcher_for(frame)
        frozen = not self.source.is_film and self._is_frozen(frame, begun)
        taken_in = watcher.take(frame)
        if self._places is not None:
            self._places.look(watcher, taken_in, time)
        away = self._place.moved
        seen = [] if away else [self._numbered(o) for o in taken_in]
        if self._is_away(watcher, frame, seen):
            self._away(watcher, frame, new=not away)
            seen = []
        elif away:
            self._look_again(frame)
            return
        if self._place.doubtful:
            # the camera may have been moved: what seems to happen on the table now must wait until that is clear
            self._in_doubt += [o for o in seen if not isinstance(o, Disturbed)]
            seen = [o for o in seen if isinstance(o, Disturbed)]
        else:
            self._in_doubt, seen = [], self._in_doubt + seen
        if frozen:
            self._lose("frozen", "The picture stands still: is the camera's cable or program stuck?", time)
        elif not self._place.moved and (
            self._blind or self._camera.status in (OPENING, CLOSED, "stalled", "frozen", "moved")
        ):
            self._recover(time, frame)
        self._disturbances(seen)
        pack = watcher.pack if watcher.pack != self._pack else None
        self._pack = watcher.pack
        self.engine.see(seen, pack)
        self.desk.mark(boxes_of(watcher, frame, None if self._place.moved else self._base))
        if begun - self._told_at >= TELL_EVERY:
            self._told_at = begun
            self._show(replace(self._camera, fps=self.source.fps, size=self._film_size(frame)))
        spent = clock.monotonic() - begun
        m = self.measured
        m.frames += 1
        m.slowest = max(m.slowest, spent)
        m.ages = (*m.ages[-299:], clock.time() - taken.captured)

    # The camera's place ----------------------------------------------------------------------------------------------

    def _is_away(self, watcher: Watcher, frame: Frame, seen: list[Observation]) -> bool:
        """Whether the camera was moved, and the watcher has not found the table again."""
        place = self._place
        if any(isinstance(o, Disturbed) and o.kind == "bumped" for o in seen):
            place.restart()
            return False
        # a view that is strange may only be covered: that is told first; dark pictures tell nothing
        may_tell = self._camera.status == "covered" or not (watcher.steadiness.strange or watcher.steadiness.blind)
        if not may_tell or not place.is_due(frame.time):
            return place.moved
        gate, small = watcher.gate, frame.small()
        if gate.moved_at.shape != small.shape[:2]:
            return place.moved
        ratio = small.shape[1] / self._film_size(frame)[0]
        place.look(small, frame.time, gate.moved_at, [card.corners * ratio for card in watcher.lying])
        return place.moved

    def _away(self, watcher: Watcher, frame: Frame, *, new: bool) -> None:
        """The camera looks elsewhere: nothing counts, but what lies there is shown."""
        self._lose("moved", "The camera was moved, and the table was not found again.", frame.time)
        if new:
            self._in_doubt = []
            # another one looks at what lies there now; nothing it says counts
            self._watcher = self._make()
            return
        cards = [c.card for c in watcher.lying if c.at_rest and c.card is not None and c.probability >= SEEN_CLEAR]
        self._show(replace(self._camera, seen=tuple(dict.fromkeys(cards))))

    def _look_again(self, frame: Frame) -> None:
        """Begin anew with the camera as it stands: it is back, or a person says that it stands well."""
        self._begin_anew()
        if self._camera.status != "seeing":
            self._recover(frame.time, frame)

    def _fail(self, error: Exception) -> None:
        """Something went wrong in a picture: say so, each thing once, and begin anew."""
        sentence = f"The picture could not be looked at ({type(error).__name__}: {error})."
        if sentence != self._camera.sentence:
            complain_of_failure()
        self._begin_anew(tell=not self._blind)
        self._lose("lost", sentence, self.engine.clock.now())
        self._stop.wait(0.5)

    def _silent(self) -> bool:
        """No picture has come: is that as it should be? Returns whether there will be none any more."""
        source, now = self.source, self.engine.clock.now()
        if source.status in (ENDED, BROKEN, CLOSED) or self._is_stalled():
            self._keep_last()
        if source.status in (ENDED, BROKEN):
            problem = ""
            if self._watcher is not None:
                told = self._watcher.finish((source.sentence,) if source.status == BROKEN else ())
                if self._places is not None and source.status == ENDED:
                    self._places.look(self._watcher, told, now)
                    self._places.save(source.duration)
                last = [self._numbered(o) for o in told]
                problem = self._problem(told)
                counts = not self._place.moved
                self.engine.see([*self._in_doubt, *last] if counts else [o for o in last if isinstance(o, Ended)])
            over = replace(self._camera, status=source.status, since=now, sentence=source.sentence, fps=0.0)
            self._show(replace(over, problem=problem))
            return True
        if source.status == CLOSED:
            self._lose(CLOSED, source.sentence, now)
        elif self._is_stalled():
            self._lose("stalled", "No picture comes from the camera.", now)
        return False

    def _problem(self, told: list[Observation]) -> str:
        """What makes the result of a film worthless; that no card was seen does not, where others saw some before."""
        found = next((one.problem for one in told if isinstance(one, Ended)), "")
        return "" if found in (NO_CARD, TOO_SHORT, RESTLESS) and self._next else found

    def _keep_last(self) -> None:
        """Put the last picture on the desk: whoever looks later sees what lay there, also if nobody looked then."""
        last, self._last = self._last, None
        if last is not None:
            self.desk.offer(last.frame, last.frame.time, last.captured)

    def _is_stalled(self) -> bool:
        if self.source.is_film or self._watcher is None or self._camera.status == CLOSED:
            return False
        return clock.monotonic() - self._last_picture >= STALL_SECONDS

    def _watcher_for(self, frame: Frame) -> Watcher:
        size = self._film_size(frame)
        if self._watcher is not None and size != self._size:
            self._begin_anew()
        if self._watcher is None:
            self._watcher = self._make()
            self._size = size
        return self._watcher

    def _begin_anew(self, *, tell: bool = True) -> None:
        """Forget what the eyes knew; the game goes on, and cards that lie there are known again."""
        self._watcher = None
        self._base = self._next
        self._still = None
        self._place.restart()
        self._in_doubt = []
        if tell:
            self.engine.mark("reopened", {})

    def _is_frozen(self, frame: Frame, now: float) -> bool:
        still = self._still
        if still is not None and now - still[2] < FROZEN_EVERY:
            return self._camera.status == "frozen"
        picture = frame.small().tobytes()
        since = still[1] if still is not None and still[0] == picture else now
        self._still = (picture, since, now)
        return now - since >= FROZEN_SECONDS

    def _lose(self, status: str, sentence: str, time: float) -> None:
        """There is nothing to be seen any more."""
        if self._camera.status == status:
            return
        if not self._blind:
            self.engine.see([Disturbed("lost", time)])
        self._blind = True
        if status == CLOSED:  # whoever has just started the program looks at the terminal, not at a page
            complain(sentence)
        self._show(replace(self._camera, status=status, since=time, sentence=sentence, fps=0.0))

    def _recover(self, time: float, frame: Frame) -> None:
        if self._blind:
            self.engine.see([Disturbed("recovered", time)])
        self._blind = False
        size = self._film_size(frame)
        self._show(replace(self._camera, status="seeing", since=time, sentence="", fps=0.0, size=size, seen=()))

    def _disturbances(self, seen: list[Observation]) -> None:
        """What the watcher itself tells of the camera."""
        for one in seen:
            if not isinstance(one, Disturbed):
                continue
            if one.kind in ("dark", "covered", "lost"):
                self._show(replace(self._camera, status=one.kind, since=one.time, sentence=one.note))
            elif one.kind == "recovered" and self._camera.status in ("dark", "covered", "lost"):
                self._show(replace(self._camera, status="seeing", since=one.time, sentence=""))
            elif one.kind == "bumped":
                self._show(replace(self._camera, moved_at=one.time))

    def _show(self, camera: Camera) -> None:
        if camera != self._camera:
            self._camera = camera
            self.engine.look(camera)

    def _numbered(self, seen: Observation) -> Observation:
        """The observation with tracks that no other card of the record has."""
        if isinstance(seen, SeenCard | Reread | Withdrawn):
            seen = replace(seen, track=seen.track + self._base)
            self._next = max(self._next, seen.track + 1)
        elif isinstance(seen, Swept):
            seen = replace(seen, tracks=tuple(track + self._base for track in seen.tracks))
        return seen

    @staticmethod
    def _film_size(frame: Frame) -> tuple[int, int]:
        width, height = frame.size_wh
        return round(width / frame.scale), round(height / frame.scale)


def boxes_of(watcher: Watcher, frame: Frame, base: int | None) -> list[Box]:
    """The cards in the picture, with what was read of them so far; without a base they belong to no play."""
    width, height = frame.size_wh
    found = []
    for card in watcher.lying:
        found.append(
            Box(
                _shares(card.corners * frame.scale, width, height),
                "back" if card.is_back else "face",
                None if base is None else base + card.track,
                card.card,
                card.probability,
            )
        )
    return found


def _shares(corners: NDArray[np.floating], width: int, height: int) -> tuple[tuple[float, float], ...]:
    return tuple((float(x) / width, float(y) / height) for x, y in corners)
