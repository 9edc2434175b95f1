"""Arrows from who played towards the card, the player's name at their end, where nothing hides them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from jassvision.rules.seats import Seat
from jassvision.tools.replay.boxes import Box, Points, around, patch_box, shared_pixels
from jassvision.tools.replay.kit import Kit, ease
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import BOLD, Patch, line_mask, polygon_mask, text_width
from jassvision.tools.replay.score_board import readable_on
from jassvision.tools.replay.story import Laid
from numpy.typing import NDArray

ARROW_SECONDS: Final = 1.5
"""Seconds for which the arrow points at a card that has been played."""

HEAD, LEAST_SHAFT, LONGEST_SHAFT = 44.0, 24.0, 120.0
"""Design pixels: length of an arrow's head, and of its shaft at least and at most."""

HEAD_WIDE: Final = 0.72
"""Half the width of an arrow's head as a share of its length."""


class Arrows:
    """Draws the arrow of a play; what is drawn once is kept.

    Args:
        corners: where a play's card came to rest, (4, 2).
        towards: where each seat is from the middle of the table, as unit vectors.
        reserved: boxes of other elements, behind which no arrow is put.
        plate_wh: width and height of the name plate of a play, nothing where there are no plates.
    """

    def __init__(
        self,
        kit: Kit,
        corners: Callable[[Laid], Points],
        towards: Mapping[Seat, Points],
        reserved: tuple[Box, ...],
        plate_wh: Callable[[Laid], tuple[int, int]],
    ) -> None:
        self.kit, self.towards, self.reserved = kit, towards, reserved
        self._corners, self._plate_wh = corners, plate_wh
        self._drawn_once = lru_cache(maxsize=64)(self._drawn)
        self._place = lru_cache(maxsize=64)(self._placed)

    def layers(self, laid: Laid, age: float, left: float, moved: Points) -> list[Layer]:
        """The arrow of a play.

        Args:
            age: seconds since its card came to rest.
            left: how much is left to see of the card's marks, 0 to 1.
            moved: how far the card lies from where it came to rest, in pixels.
        """
        if age >= ARROW_SECONDS:
            return []
        patch, x, y = self._drawn_once(laid)
        share = min(left, ease(age / 0.25), max(0.0, (ARROW_SECONDS - age) / 0.35))
        back = self._out(laid) * (1 - ease(age / 0.45)) * self._place(laid)[3] + moved
        return [Layer(patch, int(x + back[0]), int(y + back[1]), share)]

    def box(self, laid: Laid) -> Box:
        """Where the arrow of a play lies once it has come."""
        return self._box(laid, *self._place(laid)[:2])

    def is_cramped(self, laid: Laid) -> bool:
        """Whether arrow and plate have no room beside each other: then the plate comes when the arrow has gone."""
        return self._place(laid)[2]

    def _out(self, laid: Laid) -> Points:
        """The direction from the middle of the table to who played."""
        return self.towards.get(laid.seat, np.array([0.0, 1.0]))

    def _clear(self, laid: Laid) -> float:
        """How far beyond a card its plate reaches towards the player."""
        (wide, high), out = self._plate_wh(laid), self._out(laid)
        return float(abs(out[0]) * wide * 0.86 + abs(out[1]) * high * 0.86)

    def _placed(self, laid: Laid) -> tuple[Points, float, bool, float]:
        """The tip of an arrow, the length of its shaft, whether it takes the place of the plate, and how far it comes
        from."""
        px, clear = self.kit.px, self._clear(laid)
        tip, length = self._spot(laid, clear)
        cramped = length < px(LEAST_SHAFT + 16)
        if cramped:
            tip, length = self._spot(laid, 0.0)
        out = self._out(laid)
        ways = [px(way) for way in (90, 60, 30) if not self._hidden(self._box(laid, tip + out * px(way), length))]
        return tip, length, cramped, max(ways, default=0.0)

    def _hidden(self, box: Box) -> float:
        """Pixels of a box that lie behind panels."""
        return sum(shared_pixels(box, other) for other in self.reserved)

    def _spot(self, laid: Laid, clear: float) -> tuple[Points, float]:
        """Where the tip of an arrow points, and how long its shaft is, so that it hides behind nothing.

        It is as long as there is room for between the card and the edge of the safe area or the next panel; where there
        is none, it lies over the card.

        Args:
            clear: pixels to leave free beside the card.
        """
        px, corners = self.kit.px, self._corners(laid)
        out, middle = self._out(laid), corners.mean(axis=0)
        tip = middle + out * (float(np.abs((corners - middle) @ out).max()) + clear + px(2))
        side, least = np.array([-out[1], out[0]]), px(LEAST_SHAFT)
        tries = [(tip, float(length)) for length in np.linspace(px(LONGEST_SHAFT), least, 13)]
        for back in np.arange(0, np.ptp(corners @ out) + clear + px(120), px(8)):
            tries += [(tip - out * back + side * px(aside), least) for aside in (0, 24, -24, 48, -48)]

        def hidden(spot: tuple[Points, float]) -> float:
            box = self._box(laid, *spot)
            return self._outside(box) + self._hidden(box)

        return next((spot for spot in tries if hidden(spot) < 1), None) or min(tries, key=hidden)

    def _pill(self, laid: Laid) -> tuple[float, float]:
        """Width and height of the name at the end of an arrow."""
        px = self.kit.px
        return text_width(self.kit.seat(laid.seat), px(29), BOLD, self.kit.theme.font) + px(34), px(48)

    def _box(self, laid: Laid, tip: Points, length: float) -> Box:
        """Left, top, width and height of an arrow with the name at its end, and a little room about it."""
        out, (wide, high) = self._out(laid), self._pill(laid)
        end = tip + out * (self.kit.px(HEAD) + length)
        pill = end + out * (abs(out[0]) * wide / 2 + abs(out[1]) * high / 2)
        half, neck = np.array([wide, high]) / 2, tip + out * self.kit.px(HEAD)
        barb = np.array([-out[1], out[0]]) * self.kit.px(HEAD) * HEAD_WIDE
        left, top, across, down = around(np.array([tip, neck + barb, neck - barb, pill - half, pill + half]))
        rim = self.kit.px(8)
        return left - rim, top - rim, across + 2 * rim, down + 2 * rim

    def _outside(self, box: Box) -> float:
        """Pixels of a box outside of what every screen shows."""
        left, top, right, bottom = self.kit.safe
        return box[2] * box[3] - shared_pixels(box, (left, top, right - left, bottom - top))

    def _drawn(self, laid: Laid) -> tuple[Patch, int, int]:
        """An arrow from a player towards the card, the player's name at its end."""
        kit, px = self.kit, self.kit.px
        out = self._out(laid)
        side = np.array([-out[1], out[0]])
        half, head = px(15), px(HEAD)
        name, size, (wide, high) = kit.seat(laid.seat), px(29), self._pill(laid)
        tip, length = self._place(laid)[:2]
        neck, tail = tip + out * head, tip + out * (head + length)
        outline = [tip, neck + side * head * HEAD_WIDE, neck + side * half, tail + side * half * 0.4]
        outline += [tail - side * half * 0.4, neck - side * half, neck - side * head * HEAD_WIDE]
        colour = kit.theme.side(kit.played.side_of(laid.seat))
        pill = tail + out * (abs(out[0]) * wide / 2 + abs(out[1]) * high / 2)
        box = np.array([pill - np.array([wide / 2, high / 2]), pill + np.array([wide / 2, high / 2])])
        x, y, w, h = patch_box(np.vstack([outline, box]), round(px(14)))
        sheet = kit.sheet(w, h)
        shape = [point - (x, y) for point in outline]
        ramp = _ramp(sheet.width, sheet.height, tip - (x, y), tail - (x, y))
        mask = polygon_mask(sheet.width, sheet.height, shape)
        shade = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(1.0, px(6))), np.float32)
        sheet.fill(shade * ramp, (0, 0, 0), 0.6)
        rim = line_mask(sheet.width, sheet.height, shape, max(2, round(px(5))))
        sheet.fill(np.maximum(mask, rim) * ramp, (255, 255, 255), 0.95)
        sheet.fill(mask * ramp, colour)
        left_up = box[0] - (x, y)
        sheet.shadow((*left_up, wide, high), high / 2, px(10), 0.5)
        sheet.panel((*left_up, wide, high), colour, 1.0, high / 2)
        sheet.text(left_up[0] + wide / 2, left_up[1] + high * 0.7, name, size, readable_on(colour), BOLD, "centre")
        return sheet.patch(), x, y


def _ramp(width: int, height: int, tip: Points, tail: Points) -> NDArray[np.float32]:
    """1 at the tip, fainter towards the tail."""
    way = tail - tip
    across, down = np.meshgrid(np.arange(width) - tip[0], np.arange(height) - tip[1])
    share = (across * way[0] + down * way[1]) / max(float(way @ way), 1e-6)
    return np.asarray(np.clip(1.25 - 0.8 * share, 0.25, 1.0), np.float32)
