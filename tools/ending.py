"""SIGTERM (a service is stopped) and SIGHUP (the terminal is closed) end a command as orderly as Ctrl-C does."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
"""Those that would end the process at once: SIGBREAK is how Windows closes a window."""

KILLED: Final = 128
"""What shells add to the number of the signal that has ended a process."""

STOPPED: Final = KILLED + signal.SIGINT
"""The status of a command that Ctrl-C has stopped."""


class Ending:
    """What has asked for the end.

    Attributes:
        numbers: the signals that are listened to.
        came: whether one has come.
        status: the exit status of a command that was ended.
    """

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.came = False
        self.status: int = STOPPED

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Take a signal: whatever Ctrl-C would do now is done."""
        self.came, self.status = True, KILLED + number
        for other in self.numbers:  # closing a terminal sends several: the rest must not disturb the end
            signal.signal(other, signal.SIG_IGN)
        interrupt = signal.getsignal(signal.SIGINT)
        if not callable(interrupt):  # Ctrl-C is ignored, as in the background of a script
            raise KeyboardInterrupt
        interrupt(signal.SIGINT, frame)


@contextmanager
def ended_in_order() -> Iterator[Ending]:
    """Let these signals do what Ctrl-C does, in the main thread; one that is ignored (nohup) stays so."""
    main = threading.current_thread() is threading.main_thread()
    ending = Ending(tuple(number for number in SIGNALS if main and signal.getsignal(number) is signal.SIG_DFL))
    for number in ending.numbers:
        signal.signal(number, ending)
    try:
        yield ending
    finally:
        for number in ending.numbers:
            signal.signal(number, signal.SIG_DFL)
