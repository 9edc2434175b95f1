"""The picture of the table for the console: the newest one as JPEG, with the boxes round the cards in it.

A picture is encoded only when a page waits for one, never more often than `MOST_A_SECOND`, and always the newest: a
slow page gets fewer pictures, not older ones.
"""

from __future__ import annotations

import json
import threading
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from jassvision.vision.frames import Frame
from numpy.typing import NDArray

MOST_A_SECOND: Final = 15.0
LONGEST: Final = 1280
"""Longest side in pixels of the pictures that pages get."""
QUALITY: Final = 78
"""JPEG quality: cards can be read, and a picture has some 150 KB."""


FORGET_SECONDS: Final = 5.0
"""Time after which a page that asked for a picture is taken to be gone."""

FIRST_SECONDS: Final = 0.5
"""How long the first page waits for a new picture before it gets the last one that there was."""


@dataclass(frozen=True)
class Box:
    """A card in the picture.

    Attributes:
        corners: its four corners, each x and y as shares of the picture's width and height.
        kind: `face`, `back` or `other`.
        track: number of its track, None when it has none.
        card: code of the card as it is read, None when it is not.
        confidence: probability of that.
    """

    corners: tuple[tuple[float, float], ...]
    kind: str
    track: int | None = None
    card: str | None = None
    confidence: float = 0.0


@dataclass(frozen=True)
class Shot:
    """A picture with what was found in it.

    Attributes:
        number: from 1, counting up within the session.
        time: session time in seconds.
        captured: when it came from the camera, in seconds since 1970.
        picture: (height, width, 3), BGR, no larger than `LONGEST`.
    """

    number: int
    time: float
    captured: float
    picture: NDArray[np.uint8]
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Encoded:
    """A shot as JPEG of a size."""

    shot: Shot
    jpeg: bytes
    size_wh: tuple[int, int]

    def message(self, plays: dict[int, dict[str, Any]]) -> bytes:
        """Length of the header (4 bytes, big-endian), the header as JSON, the JPEG."""
        shot = self.shot
        header = {
            "number": shot.number,
            "time": round(shot.time, 3),
            "captured": round(shot.captured * 1000),
            "age": max(0, round((clock.time() - shot.captured) * 1000)),
            "width": self.size_wh[0],
            "height": self.size_wh[1],
            "boxes": [_box(box, plays) for box in shot.boxes],
        }
        text = json.dumps(header, separators=(",", ":")).encode()
        return len(text).to_bytes(4, "big") + text + self.jpeg


class PictureDesk:
    """Takes pictures from the source, boxes from the eyes, and hands encoded ones to pages."""

    def __init__(self) -> None:
        self._ready = threading.Condition()
        self._newest: Shot | None = None
        self._boxes: tuple[Box, ...] = ()
        self._encoded: Encoded | None = None
        self._wanted = False
        self._count = 0
        self._offered_at = self._asked_at = self._asked_since = 0.0
        self._stopping = False
        self._listeners: list[Callable[[], None]] = []
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)
        self._thread.start()

    def wants(self) -> bool:
        """Whether it is time for the next picture, and somebody looks."""
        now = clock.monotonic()
        return now - self._offered_at >= 1 / MOST_A_SECOND and now - self._asked_at < FORGET_SECONDS

    def offer(self, frame: Frame, time: float, captured: float, boxes: Sequence[Box] | None = None) -> None:
        """Take a picture; the one before is forgotten if nobody has asked for it.

        Nobody else may be at work on the frame: two threads that convert one decoded picture at once crash. Without
        boxes those marked last are drawn: a picture does not wait until the eyes have looked at it.
        """
        picture, _ = frame.shrunk(LONGEST)
        with self._ready:
            if boxes is not None:
                self._boxes = tuple(boxes)
            self._count += 1
            self._offered_at = clock.monotonic()
            self._newest = Shot(self._count, time, captured, picture, self._boxes)
            self._ready.notify_all()

    def mark(self, boxes: Sequence[Box]) -> None:
        """Say where cards are now."""
        self._boxes = tuple(boxes)

    def newer(self, than: int) -> Encoded | None:
        """The newest encoded picture if it is newer than a number; else asks for one and gives None."""
        with self._ready:
            now = clock.monotonic()
            if now - self._asked_at >= FORGET_SECONDS:
                self._asked_since = now
            self._asked_at = now
            found = self._encoded
            if self._offered_at < self._asked_since and now - self._asked_since < FIRST_SECONDS:
                found = None  # nobody has looked for a while: the next picture comes at once
            if found is not None and found.shot.number > than and found.shot is self._newest:
                return found
            self._wanted = True
            self._ready.notify_all()
            return found if found is not None and found.shot.number > than else None

    def listen(self, listener: Callable[[], None]) -> None:
        """Have a function called, from another thread, when a picture has been encoded."""
        self._listeners.append(listener)

    def stop(self) -> None:
        """End."""
        with self._ready:
            self._stopping = True
            self._ready.notify_all()
        self._thread.join(5)

    def _run(self) -> None:
        while True:
            with self._ready:
                self._ready.wait_for(lambda: self._stopping or (self._wanted and self._is_new()))
                if self._stopping:
                    return
                shot, self._wanted = self._newest, False
            assert shot is not None
            made = encoded(shot)
            with self._ready:
                self._encoded = made
            for listener in self._listeners:
                listener()

    def _is_new(self) -> bool:
        return self._newest is not None and (self._encoded is None or self._encoded.shot is not self._newest)


def encoded(shot: Shot) -> Encoded:
    """A shot as JPEG."""
    height, width = shot.picture.shape[:2]
    _, jpeg = cv2.imencode(".jpg", shot.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return Encoded(shot, jpeg.tobytes(), (width, height))


def _box(box: Box, plays: dict[int, dict[str, Any]]) -> dict[str, Any]:
    play = plays.get(box.track) if box.track is not None else None
    found: dict[str, Any] = {
        "corners": [[round(x, 4), round(y, 4)] for x, y in box.corners],
        "kind": box.kind,
        "card": box.card,
        "confidence": round(box.confidence, 3),
        "unsure": box.kind == "face" and box.confidence < 0.9,
        "play": None,
        "seat": None,
    }
    if play is not None:
        card = play["card"]
        found |= {
            "card": None if card == "??" else card,
            "unsure": play["unsure"],
            "confidence": play["confidence"],
            "play": play["id"],
            "seat": play["seat"],
        }
    return found
