"""The card that was laid last, by what has changed: where cards lie in a heap, the finder may see none of them whole.

The card laid last lies on top as a whole: all that has changed since the picture before is within it, and its rim is an
edge wherever it does not lie white on white.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from jassvision.vision.attention import is_inside
from jassvision.vision.card_boxes import shared_share
from jassvision.vision.close_look import Window
from jassvision.vision.finder import FACE, Sightings
from jassvision.vision.frames import Frame
from jassvision.vision.small_view import SmallView
from jassvision.vision.table import CARD_M, Table
from jassvision.vision.track import Track
from jassvision.vision.tracker import NEW_SHARE, Tracker
from numpy.typing import NDArray

DIFFERENT = 30
"""Change of a pixel, of 255 in any colour, from which it shows something else: more than a shadow or compression."""

SPECK, GAP = 3, 0.4
"""Pixels of a change that is none, and widest gap in a change that is one, in short sides of a card."""

ENOUGH_PIXELS = 400
"""About how many of the changed pixels are asked whether they lie within a card."""

MOST_PARTS, FEWEST_CHANGED = 3, 50
"""How many connected parts of what has changed are looked at, and pixels that one has to have."""

SHORTEST, LONGEST = 0.62, 1.1
"""Sides of what has changed, in sides of a card, between which it may be a card: its pips may not reach its rim."""

WITHIN, GROWN = 0.96, 1.06
"""Share of the changed pixels that have to lie within the card, made larger by this."""

SLACK, TURN = 0.12, np.radians(5)
"""How far, in sides of a card, and by which angle the card may lie from the middle of what has changed."""

STEPS = 5
"""Places and angles that are tried in each direction."""

INSTEAD, AS_KNOWN = 0.4, 0.75
"""Intersection over union with the card that was laid from which a box is taken for it, unless it is as close as the
second to a card that is known to lie there."""

LAID_CONFIDENCE = 0.95
"""Confidence of a sighting by what has changed."""

STILL_SHARE, ROUND_ABOUT = 0.01, 1.3
"""Share of a place in motion up to which nothing moves there, for the camera's noise is none; and how much larger than
a card that place is."""

COMING_SECONDS = 0.26
"""A card in a hand over the middle that was seen so lately is still to be laid."""

MEMORY_SECONDS = 20.0
"""How long a look of the middle is kept: the light may change slowly."""

EDGE, MOST_EDGE = 14.0, 60.0
"""Mean step of brightness across the rim from which it is the rim of a card, and the most that one place counts."""


@dataclass(frozen=True, eq=False)
class Before:
    """A window of the picture when all that lay there was known.

    Attributes:
        window: where in the picture.
        picture: (h, w, 3) BGR.
        known: numbers of the cards that lay there.
        time: seconds in the film.
    """

    window: Window
    picture: NDArray[np.uint8]
    known: tuple[int, ...]
    time: float


def with_laid(sightings: Sightings, laid: NDArray[np.float64], lying: Sequence[Track]) -> Sightings:
    """Sightings with a card (4, 2) that was laid as the first, in place of what the finder made of it.

    Boxes over it that are not those of cards known to lie there are boxes round parts of it and of those below.
    """
    corners = sightings.corners.astype(np.float64)
    kept = np.array(
        [
            shared_share(box, laid)[0] < INSTEAD
            or any(shared_share(track.corners, box)[0] >= AS_KNOWN for track in lying)
            for box in corners
        ],
        np.bool_,
    )
    rest = sightings[kept]
    return Sightings(
        np.concatenate([laid[None].astype(np.float32), rest.corners]),
        np.concatenate([np.array([LAID_CONFIDENCE], np.float32), rest.confidence]),
        np.concatenate([np.array([FACE], np.int8), rest.kind]),
    )


class LaidAnew:
    """Remembers how the middle looked when all cards there were known, and finds what was laid since."""

    def __init__(self) -> None:
        self.before: Before | None = None

    def forget(self) -> None:
        """The camera was moved, or nothing could be seen."""
        self.before = None

    def added(
        self,
        sightings: Sightings,
        frame: Frame,
        view: SmallView,
        window: Window,
        table: Table,
        lying: Sequence[Track],
    ) -> tuple[Sightings, int | None]:
        """Sightings of a look with the card that was laid since in place of what the finder made of it, and its number.

        That card is at rest: nothing else explains what has changed, and nothing moves.
        """
        laid = self._laid(frame, view, window, table)
        return (sightings, None) if laid is None else (with_laid(sightings, laid, lying), 0)

    def remember(self, frame: Frame, view: SmallView, window: Window, table: Table, tracker: Tracker) -> list[Track]:
        """Keep how the middle looks when other cards lie there than did, and nothing moves.

        What the tracker has made of the one card that was laid since is set right before.

        Returns:
            Cards that turn out to be none.
        """
        inside = [track for track in tracker.lying if is_inside(window, track)]
        known = tuple(sorted(track.number for track in inside))
        if not self.wants(window, known, view.time):
            return []
        coming = any(is_inside(window, held) and view.time - held.last < COMING_SECONDS for held in tracker.held)
        if coming or not _is_still(view, window, inside):
            return []
        none: list[Track] = []
        if self.before is not None and set(self.before.known) < set(known):
            laid = self._laid(frame, view, window, table)
            if laid is not None:
                none = tracker.reframe(laid, self.before.known, view)
        numbers = {track.number for track in none}
        self.keep(frame.picture, window, tuple(number for number in known if number not in numbers), view.time)
        return none

    def wants(self, window: Window, known: tuple[int, ...], time: float) -> bool:
        """Whether the middle has to be kept anew."""
        before = self.before
        return before is None or before.window != window or before.known != known or time - before.time > MEMORY_SECONDS

    def keep(self, picture: NDArray[np.uint8], window: Window, known: tuple[int, ...], time: float) -> None:
        """Keep how the middle looks; nothing may move there."""
        part = picture[window.top : window.bottom, window.left : window.right].copy()
        self.before = Before(window, part, known, time)

    def _laid(self, frame: Frame, view: SmallView, window: Window, table: Table) -> NDArray[np.float64] | None:
        """Where a card was laid since, and is at rest; None where there is none, or more than one."""
        if self.before is None or self.before.window != window:
            return None
        laid = laid_since(self.before, frame.picture, table)
        if laid is None or view.new_share(laid) < NEW_SHARE or view.moving_share(_grown(laid)) > STILL_SHARE:
            return None
        return laid


def _is_still(view: SmallView, window: Window, cards: Sequence[Track]) -> bool:
    """Whether nothing moves at some cards, nor anywhere in a window where there are none."""
    left, top, right, bottom = window.left, window.top, window.right, window.bottom
    whole = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
    places = [_grown(track.corners) for track in cards] or [whole]
    return all(view.moving_share(place) <= STILL_SHARE for place in places)


def _grown(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    middle: NDArray[np.float64] = corners.mean(axis=0)
    return middle + (corners - middle) * ROUND_ABOUT


def laid_since(before: Before, picture: NDArray[np.uint8], table: Table) -> NDArray[np.float64] | None:
    """Corners (4, 2) of the one card that explains what has changed in the window, in pixels; None where none does.

    Args:
        before: the window as it was.
        picture: (h, w, 3) BGR, the whole picture now.
        table: for the size of a card.
    """
    window = before.window
    now = picture[window.top : window.bottom, window.left : window.right]
    if now.shape != before.picture.shape:
        return None
    origin = np.array([window.left, window.top], np.float64)
    step = table.pixels(np.array([[0.0, 0.0], [0.001, 0.0]]))
    short = float(np.linalg.norm(step[1] - step[0])) * 1000 * CARD_M[0]
    grey: NDArray[np.float32] | None = None
    for changed in _changed(before.picture, now, short):
        mask = changed.astype(np.uint8)
        outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        rim, pixels = cv2.convexHull(np.concatenate(outlines)).reshape(-1, 2), cv2.findNonZero(mask).reshape(-1, 2)
        some = pixels[:: max(1, len(pixels) // ENOUGH_PIXELS)]
        quads = _fitting(table.metres(rim + 0.5 + origin), table.metres(some + 0.5 + origin))
        if not len(quads):
            continue
        if grey is None:
            grey = cv2.GaussianBlur(cv2.cvtColor(now, cv2.COLOR_BGR2GRAY), (3, 3), 0).astype(np.float32)
        pictured = table.pixels(quads)
        edges = _edges(grey, pictured - origin, short)
        best = int(edges.argmax())
        if edges[best] >= EDGE:
            found: NDArray[np.float64] = pictured[best]
            return found
    return None


def _fitting(rim: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cards (n, 4, 2) that hold all that has changed; none where that is not one card.

    Args:
        rim: (k, 2) the corners round what has changed, in metres.
        places: (m, 2) enough places within, in metres.
    """
    (x, y), (wide, high), degrees = cv2.minAreaRect((rim * 1000).astype(np.float32))
    turns = [
        np.radians(degrees + extra)
        for extra, (across, along) in ((0.0, (wide, high)), (90.0, (high, wide)))
        if SHORTEST * 1000 * CARD_M[0] <= across <= LONGEST * 1000 * CARD_M[0]
        and SHORTEST * 1000 * CARD_M[1] <= along <= LONGEST * 1000 * CARD_M[1]
    ]
    if not turns:
        return np.zeros((0, 4, 2))
    quads = _candidates(np.array([x, y]) / 1000, turns)
    return quads[_hold(quads, places)]


def _changed(before: NDArray[np.uint8], now: NDArray[np.uint8], short: float) -> list[NDArray[np.bool_]]:
    """The largest connected parts of what is different: a card, and perhaps a hand beside it."""
    blue, green, red = cv2.split(cv2.absdiff(before, now))
    strong = (cv2.max(cv2.max(blue, green), red) > DIFFERENT).astype(np.uint8)
    different = cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((SPECK, SPECK), np.uint8))
    gap = max(3, round(GAP * short))
    count, labels = cv2.connectedComponents(cv2.dilate(different, np.ones((gap, gap), np.uint8)), connectivity=8)
    sizes = np.bincount(labels[different > 0], minlength=count)
    largest = [int(label) for label in np.argsort(-sizes)[:MOST_PARTS] if sizes[label] >= FEWEST_CHANGED]
    return [(labels == label) & (different > 0) for label in largest]


def _candidates(middle: NDArray[np.float64], turns: list[float]) -> NDArray[np.float64]:
    """Cards (n, 4, 2) in metres near a place, long side along each angle and near it."""
    w, h = CARD_M[0] / 2, CARD_M[1] / 2
    ring = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    shares = np.linspace(-1, 1, STEPS)
    found = []
    for turn in turns:
        for more in shares * TURN:
            cos, sin = np.cos(turn + more), np.sin(turn + more)
            rotation = np.array([[cos, sin], [-sin, cos]])
            for dx in shares * SLACK * CARD_M[0]:
                for dy in shares * SLACK * CARD_M[1]:
                    found.append((ring + np.array([dx, dy])) @ rotation + middle)
    return np.array(found)


def _edges(grey: NDArray[np.float32], quads: NDArray[np.float64], short: float) -> NDArray[np.float32]:
    """Mean step of brightness (n,) across the rims of cards (n, 4, 2) in pixels."""
    along = np.linspace(0.08, 0.92, 16)[:, None]
    ends = np.roll(quads, -1, axis=1)
    sides = (ends - quads) / np.maximum(np.linalg.norm(ends - quads, axis=2, keepdims=True), 1e-6)
    out = (np.stack([sides[..., 1], -sides[..., 0]], axis=-1) * max(1.5, 0.03 * short))[:, :, None]
    rims = quads[:, :, None] + (ends - quads)[:, :, None] * along
    steps = np.minimum(np.abs(_at(grey, rims + out) - _at(grey, rims - out)), MOST_EDGE)
    found: NDArray[np.float32] = steps.mean(axis=(1, 2))
    return found


def _at(grey: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float32]:
    x = np.clip(np.round(places[..., 0]).astype(int), 0, grey.shape[1] - 1)
    y = np.clip(np.round(places[..., 1]).astype(int), 0, grey.shape[0] - 1)
    found: NDArray[np.float32] = grey[y, x]
    return found


def _hold(quads: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which cards (n, 4, 2), made a little larger, hold nearly all places (m, 2); all in metres."""
    across, down = (quads[:, 1] - quads[:, 0]) * GROWN, (quads[:, 3] - quads[:, 0]) * GROWN
    away = places[None] - quads.mean(axis=1)[:, None]
    inside = np.ones(away.shape[:2], np.bool_)
    for side in (across, down):
        inside &= np.abs((away * side[:, None]).sum(axis=2)) <= (side * side).sum(axis=1)[:, None] / 2
    found: NDArray[np.bool_] = inside.mean(axis=1) >= WITHIN
    return found
