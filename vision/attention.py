"""How soon the finder has to look, and whether a close look at the middle is enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import cv2
import numpy as np
from jassvision.vision.card_boxes import area_of, share_of
from jassvision.vision.close_look import Window
from jassvision.vision.motion import MotionGate, change_of
from jassvision.vision.small_view import CHANGED, CHANGED_SHARE, SmallView
from jassvision.vision.track import Track

Urgency: TypeAlias = Literal["now", "soon", "never"]

MOVING_SHARE = 0.35
"""Share of a card's pixels in motion up to which it may be at rest: the hand that lays it is still there."""

STILL_SECONDS = 0.05
"""How long pixels have to be still before the finder looks at what they show."""

QUIET_SHARE = 0.1
"""Share of a card's pixels in motion up to which a changed look of it is worth a look of the finder at once."""

STRANGE_SHARE, LEAST_PIXELS = 0.25, 50
"""Share of a card's area in the small picture, and least pixels, that must be strange for the finder to look."""

RING = 1.2
"""How much larger than a lying card the part of the picture is in which nothing is strange."""


def urgency(
    view: SmallView, gate: MotionGate, lying: Sequence[Track], held: Sequence[Track], window: Window | None = None
) -> tuple[Urgency, Urgency]:
    """How soon the finder has to look, by what is still now and neither bare table nor a card as it lay.

    What hangs together with an arm that reaches in is mostly the arm itself: `soon` is enough for it.

    Args:
        lying, held: the cards that are known.
        window: where a close look would see.

    Returns:
        How soon inside of the window, and how soon outside; without a window all is inside.
    """
    urgent: dict[bool, Urgency] = {True: "never", False: "never"}

    def note(inside: bool, how: Urgency) -> None:
        if urgent[inside] != "now":
            urgent[inside] = how

    for track in held:
        note(is_inside(window, track), "now" if view.moving_share(track.corners) <= MOVING_SHARE else "soon")
    still = gate.moved_at < np.float32(view.time - STILL_SECONDS)
    strange = ((change_of(view.bare, view.small) > CHANGED) & still).astype(np.uint8)
    arms = np.zeros(strange.shape, np.bool_)
    if gate.shapes and gate.shapes[-1].time == view.time:
        labels = [reach.label for reach in gate.shapes[-1].reaches if reach.rim is not None]
        arms = np.isin(gate.shapes[-1].labels, labels)
    least = LEAST_PIXELS
    for track in lying:
        ring = (track.middle + (track.corners - track.middle) * RING) * view.ratio
        cv2.fillConvexPoly(strange, np.round(ring).astype(np.int32), 0)
        least = max(least, round(STRANGE_SHARE * area_of(track.corners) * view.ratio**2))
        inside = is_inside(window, track)
        if urgent[inside] == "now" or view.changed_share(track) < CHANGED_SHARE / 2:
            continue
        if view.moving_share(track.corners) < QUIET_SHARE:
            x0, y0, x1, y1 = view.window(track.corners)
            note(inside, "now" if share_of(arms[y0:y1, x0:x1]) < QUIET_SHARE else "soon")
    inner = np.ones(strange.shape, np.bool_) if window is None else window.mask(strange.shape, view.ratio)
    for inside, where in ((True, inner), (False, ~inner)):
        part = strange.astype(np.bool_) & where
        if int(np.count_nonzero(part)) >= least:
            note(inside, "now" if int(np.count_nonzero(part & ~arms)) >= least else "soon")
    return urgent[True], urgent[False]


def is_inside(window: Window | None, track: Track) -> bool:
    """Whether a card lies inside a window as a whole; without one all do."""
    return window is None or bool(window.holds(track.middle))
