"""Where pictures come from: a camera, a stream, or a film played in real time - always the newest one, never a queue.

A thread reads and keeps the last picture; what nobody had time for is dropped. A camera or stream that goes away is
opened again, at first soon and then less often, until it is back.
"""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jassvision.tools.live.session_clock import SessionClock
from jassvision.vision.frames import Film, FilmError, Frame

REOPEN_SECONDS: Final = (0.3, 0.5, 1.0, 2.0, 3.0)
"""Time before each try to open a source that has gone away; the last one again and again."""

DRIFT_SECONDS: Final = 0.5
"""How far a stream's own clock may part from the session's before they are put together anew."""

AHEAD_SECONDS: Final = 0.5
"""How far the session's clock may run ahead of a film that cannot be read fast enough."""

OPENING, SEEING, CLOSED, ENDED, BROKEN = "opening", "seeing", "closed", "ended", "broken"


@dataclass(frozen=True)
class Taken:
    """A picture that has just come.

    Attributes:
        frame: the picture; its `time` is session time.
        captured: when it came, in seconds since 1970.
    """

    frame: Frame
    captured: float


class Source:
    """Reads pictures in a thread of its own.

    Args:
        name: number of a camera, address of a stream, or path of a film.
        clock: session time; starts to run with the first picture.
        threads: threads that decode.
        film_time: seconds of a film that were shown before.
        film_offset: session time of a film's beginning.
        speed: how many times faster than real time a film is played.
        loop: whether a film begins anew when it is over.
        film: opens a source, for tests.

    Attributes:
        status: `opening`, `seeing`, `closed`, `ended`, or `broken` for a film that ends too soon; `sentence` says more.
        is_film: whether it is a film and not live; of an address that is known once it is open.
        duration: length of a film in seconds, where it says one.
        fps: pictures that came in the last second or so.
        dropped: pictures that nobody had time for.
    """

    def __init__(
        self,
        name: str,
        clock: SessionClock,
        *,
        threads: int = 2,
        film_time: float = 0.0,
        film_offset: float = 0.0,
        speed: float = 1.0,
        loop: bool = False,
        film: Callable[..., Film] = Film,
    ) -> None:
        self.name, self.clock = name, clock
        self.is_film = "://" not in name and not name.isdecimal() and Path(name).is_file()
        self.status, self.sentence = OPENING, ""
        self.duration: float | None = None
        self.fps = 0.0
        self.dropped = 0
        self._threads, self._film = threads, film
        self._film_time, self._film_offset = film_time, film_offset
        self._speed, self._loop = speed, loop
        self._ready = threading.Condition()
        self._newest: Taken | None = None
        self._stop = threading.Event()
        self._last_time = -1.0
        self._came: list[float] = []
        self._listeners: list[Callable[[Taken], None]] = []
        self._thread = threading.Thread(target=self._pump, name="source", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """End; a read that hangs is left behind."""
        self._stop.set()
        self._thread.join(2)

    def listen(self, listener: Callable[[Taken], None]) -> None:
        """Have a function called with every picture, in the thread that reads, before the picture is handed out."""
        self._listeners.append(listener)

    def newest(self, patience: float) -> Taken | None:
        """The newest picture that was not taken yet; None when none comes within some seconds."""
        with self._ready:
            self._ready.wait_for(lambda: self._newest is not None, patience)
            taken, self._newest = self._newest, None
            return taken

    # In the thread ---------------------------------------------------------------------------------------------------

    def _pump(self) -> None:
        tries = 0
        while not self._stop.is_set():
            problems: list[str] = []
            try:
                skipped = (self._film_time,) if self.is_film and self._film_time else ()
                film = self._film(self.name, self._threads, *skipped)
                # a film that a server keeps is played once, as one on the disk is: begun again it would be dealt again
                self.is_film = self.is_film or not getattr(film, "live", True)
                self.duration = getattr(film, "duration", None)
                problems = getattr(film, "problems", problems)
                seen = self._read_film(film) if self.is_film else self._read_live(film)
                gone = f"{self.name} sends no more pictures."
            except (FilmError, OSError, ValueError) as error:
                seen, gone = False, str(error)
            if self._stop.is_set():
                return
            if self.is_film:
                if self._loop and seen:
                    self._film_offset, self._film_time = self._last_time + 0.04, 0.0
                    continue
                if seen and not problems:
                    self._tell(ENDED, "The film is over.")
                else:
                    self._tell(BROKEN, gone if not seen else " ".join(problems))
                return
            tries = 0 if seen else tries + 1
            self._tell(CLOSED, gone)
            self._stop.wait(REOPEN_SECONDS[min(tries, len(REOPEN_SECONDS) - 1)])

    def _read_film(self, film: Film) -> bool:
        """Hand a film's pictures out at the times at which they are due."""
        begun: float | None = None
        start = 0.0
        for frame in film:
            if self._stop.is_set():
                return True
            if frame.time < self._film_time:
                continue
            if begun is None:
                begun, start = clock.monotonic(), frame.time
                self.clock.start(self._film_offset + frame.time)
            wait = (frame.time - start) / self._speed - (clock.monotonic() - begun)
            if wait > 0 and self._stop.wait(wait):
                return True
            frame.time += self._film_offset
            self.clock.wait_at(frame.time + AHEAD_SECONDS)
            self._hand_out(frame)
        self.clock.wait_at(None)
        return True

    def _read_live(self, film: Film) -> bool:
        """Hand a camera's pictures out as they come, with times of the session."""
        offset: float | None = None
        for frame in film:
            if self._stop.is_set():
                return True
            now = self.clock.now()
            if offset is None:
                self.clock.start(now)
                offset = now - frame.time
            if abs(frame.time + offset - now) > DRIFT_SECONDS:
                offset = now - frame.time
            frame.time = max(frame.time + offset, self._last_time + 1e-3)
            self._hand_out(frame)
        return offset is not None

    def _hand_out(self, frame: Frame) -> None:
        self._last_time = frame.time
        now = clock.monotonic()
        self._came = [t for t in self._came if now - t < 1.0] + [now]
        self.fps = float(len(self._came))
        if self.status != SEEING:
            self._tell(SEEING, "")
        taken = Taken(frame, clock.time())
        for listener in self._listeners:  # before anybody else has the frame
            listener(taken)
        with self._ready:
            self.dropped += self._newest is not None
            self._newest = taken
            self._ready.notify_all()

    def _tell(self, status: str, sentence: str) -> None:
        self.status, self.sentence = status, sentence
