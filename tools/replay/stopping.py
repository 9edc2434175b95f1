"""Ctrl-C as a wish that is looked at between two pictures, so that no file is torn in the middle of a write."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Wish:
    """Whether somebody wants to stop.

    Attributes:
        asked: whether Ctrl-C was pressed.
    """

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Take a signal; the second one stops at once."""
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True


@contextmanager
def stop_wish() -> Iterator[Wish]:
    """Take Ctrl-C as a wish for a while; outside of the main thread signals stay as they are."""
    wish = Wish()
    if threading.current_thread() is not threading.main_thread():
        yield wish
        return
    usual = signal.signal(signal.SIGINT, wish)
    try:
        yield wish
    finally:
        signal.signal(signal.SIGINT, usual)
