"""The clock of a session: seconds that run on from one opening of its record to the next and never go back."""

from __future__ import annotations

import threading
import time


class SessionClock:
    """Session time.

    Args:
        base: where it stood when the record was closed.
        running: whether it runs at once; else it waits for `start` (a film is not there yet).
        speed: how much faster than the wall's it runs, for films played at speed.
    """

    def __init__(self, base: float = 0.0, *, running: bool = True, speed: float = 1.0) -> None:
        self._lock = threading.Lock()
        self._base, self._speed = base, speed
        self._limit: float | None = None
        self._since = time.monotonic() if running else None

    def now(self) -> float:
        """Seconds of the session."""
        with self._lock:
            return self._now()

    def start(self, at: float) -> None:
        """Let it run from a time on, unless it is further already."""
        with self._lock:
            self._base = max(self._now(), at)
            self._since = time.monotonic()

    def wait_at(self, limit: float | None) -> None:
        """Let it not run beyond a time, for a film that cannot be read as fast as it should; None: let it run on."""
        with self._lock:
            self._base = self._now()
            self._since = None if self._since is None else time.monotonic()
            self._limit = limit

    def _now(self) -> float:
        if self._since is None:
            return self._base
        now = self._base + (time.monotonic() - self._since) * self._speed
        return now if self._limit is None else max(self._base, min(now, self._limit))
