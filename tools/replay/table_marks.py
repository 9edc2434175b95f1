"""What is drawn on the table itself: outlines of the cards, their name plates, and arrows from who played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from jassvision.rules.cards import suit_of
from jassvision.rules.seats import SEAT_NAMES, Seat
from jassvision.tools.places import Way
from jassvision.tools.replay.kit import Kit, ease
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import BOLD, MEDIUM, Patch, line_mask, polygon_mask, text_width
from jassvision.tools.replay.score_board import readable_on
from jassvision.tools.replay.story import Laid, Story, TrickStory
from jassvision.tools.replay.ways import PlayKey
from numpy.typing import NDArray

Points = NDArray[np.float64]
Box = tuple[float, float, float, float]
"""Left, top, width and height."""

FADE: Final = 0.22
"""Seconds in which an outline or a plate appears or goes."""

ARROW_SECONDS: Final = 1.5
"""Seconds for which the arrow points at a card that has been played."""

LEAVE: Final = 0.12
"""Seconds in which the marks of a card go once the hand is on it that takes it away."""

LIFT: Final = 0.8
"""Seconds before a trick is seen gone at which the outlines go where nobody saw their cards leave: the hand is on them
by then."""

STAY: Final = 0.6
"""Seconds for which the last card has its outline at least."""

APART: Final = 0.22
"""Share of a card's diagonal that a seat's cards lie off the middle at least, if they are to tell where it is."""

COMPASS: Final = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
"""Directions in the picture by the names of the seats."""

HEAD, LEAST_SHAFT, LONGEST_SHAFT = 44.0, 24.0, 120.0
"""Design pixels: length of an arrow's head, and of its shaft at least and at most."""

HEAD_WIDE: Final = 0.72
"""Half the width of an arrow's head as a share of its length."""

ROUND: Final = 0.07
"""Radius of a card's corners as a share of its width."""


class TableMarks:
    """Draws outlines, plates and arrows of any moment; what is drawn once is kept.

    They follow a card that is pushed and a camera that is bumped, and go when the card is taken away.

    Args:
        ways: of the plays that were seen, in pixels.
        reserved: boxes (left, top, width, height) of other elements, which plates keep clear of.

    Attributes:
        corners: where each play's card came to rest, (4, 2).
    """

    def __init__(self, kit: Kit, story: Story, ways: dict[PlayKey, Way], reserved: tuple[Box, ...] = ()) -> None:
        self.kit, self.story, self.ways, self.reserved = kit, story, ways, reserved
        self.corners = {key: way.stays[0].corners for key, way in ways.items()}
        self.towards = _seat_directions(self.corners, kit.played.rules.players, kit.size_wh)
        self._outline = lru_cache(maxsize=256)(self._outline_drawn)
        self._plate = lru_cache(maxsize=256)(self._plate_drawn)
        self._arrow = lru_cache(maxsize=64)(self._arrow_drawn)
        self._arrow_place = lru_cache(maxsize=64)(self._arrow_placed)
        self._plates = lru_cache(maxsize=64)(self._plates_placed)

    def layers(self, time: float, panels: Sequence[Box] = ()) -> list[Layer]:
        """The marks of a moment; no name plates and no arrows where panels would cover them."""
        trick = self.story.trick_at(time)
        if trick is None:
            return []
        theme, found = self.kit.theme, []
        lying = [laid for laid in trick.laid if laid.time <= time and _key(laid) in self.ways]
        left = {laid.seat: self._left(trick, laid, time) for laid in lying}
        lying = [laid for laid in lying if left[laid.seat] > 0]
        full = len(lying) == len(trick.laid) == self.kit.played.rules.players and time > lying[-1].time + 0.5
        for index, laid in enumerate(lying):
            share = min(left[laid.seat], ease((time - laid.time) / FADE))
            if theme.shows("outlines"):
                above = tuple(lying[index + 1 :])
                won = full and laid.seat == trick.trick.winner
                moments = tuple(self.ways[_key(each)].moment(time) for each in (laid, *above))
                patch, x, y = self._outline(laid, above, moments, won)
                found.append(Layer(patch, x, y, share))
        if theme.shows("arrows"):
            for laid in lying[-1:]:
                box = self._arrow_box(laid, *self._arrow_place(laid)[:2])
                if not any(shared_pixels(box, panel) for panel in panels):
                    found += self._arrow_layers(laid, time, left[laid.seat])
        if theme.shows("plates"):
            places = self._plates(trick)
            for laid in lying:
                at = places.get(laid.seat)
                if at is not None:
                    wait = ARROW_SECONDS if theme.shows("arrows") and self._cramped(laid) else 0.12
                    share = min(left[laid.seat], ease((time - laid.time - wait) / FADE))
                    x, y = at + self._moved(laid, time)
                    plate = self._plate(laid)
                    if not any(shared_pixels((x, y, *plate.size_wh), panel) for panel in panels):
                        found.append(Layer(plate, int(x), int(y), share))
        return found

    def _left(self, trick: TrickStory, laid: Laid, time: float) -> float:
        """How much is left to see of a card's marks, 1 while it lies and 0 once it is gone."""
        gone = self.ways[_key(laid)].gone
        if gone is not None:
            return min(1.0, max(0.0, 1 - (time - gone) / LEAVE))
        end = max(trick.taken - LIFT, min(trick.taken - 0.1, trick.laid[-1].time + STAY))
        return min(1.0, max(0.0, (end - time) / FADE))

    def _moved(self, laid: Laid, time: float) -> Points:
        """How far a card lies at a time from where it came to rest, in pixels."""
        way = self.ways[_key(laid)]
        found: Points = way.at(time).mean(axis=0) - way.stays[0].corners.mean(axis=0)
        return found

    def hole(self, laid: Laid) -> Points | None:
        """Where a play's card came to rest, None when nobody saw it."""
        return self.corners.get(_key(laid))

    def boxes_about(self, laid: Laid) -> list[Box]:
        """Where the cards of a play's trick and of the next one lie, as boxes."""
        tricks = self.story.tricks
        number = next(
            (i for i, t in enumerate(tricks) if (t.deal.number, t.trick.number) == (laid.deal, laid.trick)), 0
        )
        cards = [each for trick in tricks[number : number + 2] for each in trick.laid]
        return [around(self.corners[_key(each)]) for each in cards if _key(each) in self.corners]

    # Outlines --------------------------------------------------------------------------------------------------------

    def _outline_drawn(
        self, laid: Laid, above: tuple[Laid, ...], moments: tuple[float, ...], won: bool
    ) -> tuple[Patch, int, int]:
        """The outline of a card, left out where later cards lie on it; `moments` say when each of them is looked at."""
        kit, corners = self.kit, self.ways[_key(laid)].at(moments[0])
        thick = max(2, round(kit.px(5.0 if won else 4.0)))
        x, y, w, h = _around(corners, thick * 4)
        sheet = kit.sheet(w, h)
        path = _rounded(corners, thick * 0.5) - (x, y)
        bad = laid.illegal is not None and laid.illegal.certain and kit.theme.shows("illegal")
        name = "bad" if bad else "accent" if won else "unsure" if laid.play.unsure else "outline"
        free = np.ones((sheet.height, sheet.width), np.float32)
        for other, moment in zip(above, moments[1:], strict=True):
            ring = _rounded(self.ways[_key(other)].at(moment), 0) - (x, y)
            free -= np.minimum(free, polygon_mask(sheet.width, sheet.height, ring))
        shade = line_mask(sheet.width, sheet.height, path, thick * 2 + 1)
        soft = np.asarray(cv2.GaussianBlur(shade, (0, 0), thick * 0.8), np.float32)
        sheet.fill(soft * free, (0, 0, 0), 0.55)
        if won or bad:
            glow = np.asarray(
                cv2.GaussianBlur(line_mask(sheet.width, sheet.height, path, thick * 3), (0, 0), thick * 1.2)
            )
            sheet.fill(glow.astype(np.float32) * free, kit.colour(name), 0.75)
        line = line_mask(sheet.width, sheet.height, path, thick)
        if laid.play.unsure and not bad:
            line *= _dashes(sheet.width, sheet.height, path, thick)
        sheet.fill(line * free, kit.colour(name))
        return sheet.patch(), x, y

    # Plates ----------------------------------------------------------------------------------------------------------

    def _plate_drawn(self, laid: Laid) -> Patch:
        kit, px = self.kit, self.kit.px
        size, height, play = px(27), px(46), laid.play
        text = "?" if play.card is None else kit.card(play.card)
        if play.unsure and play.card is not None:
            text += " ?"
        if kit.theme.shows("confidence") and play.confidence is not None:
            text += f" {100 * play.confidence:.0f} %"
        wide = text_width(text, size, MEDIUM, kit.theme.font)
        sign = height * 0.8 if play.card is not None else 0.0
        width, pad = wide + sign + px(34), px(10)
        sheet = kit.sheet(width + 2 * pad, height + 2 * pad)
        sheet.shadow((pad, pad, width, height), height / 2, pad, 0.5)
        bad = laid.illegal is not None and laid.illegal.certain and kit.theme.shows("illegal")
        ground = kit.colour("bad" if bad else "panel")
        sheet.panel((pad, pad, width, height), ground, max(0.8, kit.theme.opacity), height / 2)
        if play.card is not None:
            kit.draw_sign(sheet, suit_of(play.card), pad + height / 2, pad + height / 2, sign)
        colour = readable_on(ground) if bad else kit.colour("unsure" if play.unsure else "ink")
        sheet.text(pad + height / 2 + sign / 2 + px(9), pad + height * 0.69, text, size, colour, MEDIUM)
        return sheet.patch()

    def _plates_placed(self, trick: TrickStory) -> dict[Seat, tuple[int, int]]:
        """Left upper corners of the plates of a trick: at the outer edge of each card, clear of each other."""
        found: dict[Seat, tuple[int, int]] = {}
        taken = list(self.reserved)
        left, top, right, bottom = self.kit.safe
        for laid in trick.laid:
            corners = self.corners.get(_key(laid))
            if corners is None:
                continue
            size = np.array(self._plate(laid).size_wh, np.float64)
            middle, out = corners.mean(axis=0), self.towards.get(laid.seat, np.array([0.0, 1.0]))
            reach = float(np.abs((corners - middle) @ out).max())
            edge = middle + out * (reach - self.kit.px(4)) + out * size * 0.42
            aside = np.array([-out[1], out[0]]) * size
            tries = [edge + aside * k for k in (0.0, 0.35, -0.35, 0.7, -0.7)] + [
                middle - out * size * k for k in (0, 0.5)
            ]
            spots = []
            for spot in tries:
                x = float(np.clip(spot[0] - size[0] / 2, left, max(left, right - size[0])))
                y = float(np.clip(spot[1] - size[1] / 2, top, max(top, bottom - size[1])))
                spots.append((x, y, float(size[0]), float(size[1])))
            best = min(spots, key=lambda box: sum(shared_pixels(box, other) for other in taken))
            taken.append(best)
            found[laid.seat] = (int(best[0]), int(best[1]))
        return found

    # Arrows ----------------------------------------------------------------------------------------------------------

    def _arrow_layers(self, laid: Laid, time: float, left: float) -> list[Layer]:
        age = time - laid.time
        if age >= ARROW_SECONDS:
            return []
        patch, x, y = self._arrow(laid)
        share = min(left, ease(age / 0.25), max(0.0, (ARROW_SECONDS - age) / 0.35))
        back = self.towards.get(laid.seat, np.array([0.0, 1.0])) * (1 - ease(age / 0.45)) * self._arrow_place(laid)[3]
        back = back + self._moved(laid, time)
        return [Layer(patch, int(x + back[0]), int(y + back[1]), share)]

    def _clear(self, laid: Laid) -> float:
        """How far beyond a card its plate reaches towards the player."""
        plate = self._plate(laid).size_wh if self.kit.theme.shows("plates") else (0, 0)
        out = self.towards.get(laid.seat, np.array([0.0, 1.0]))
        return float(abs(out[0]) * plate[0] * 0.86 + abs(out[1]) * plate[1] * 0.86)

    def _cramped(self, laid: Laid) -> bool:
        """Whether arrow and plate have no room beside each other: then the plate comes when the arrow has gone."""
        return self._arrow_place(laid)[2]

    def _arrow_placed(self, laid: Laid) -> tuple[Points, float, bool, float]:
        """The tip of an arrow, the length of its shaft, whether it takes the place of the plate, and how far it comes
        from."""
        px, clear = self.kit.px, self._clear(laid)
        tip, length = self._arrow_spot(laid, clear)
        cramped = length < px(LEAST_SHAFT + 16)
        if cramped:
            tip, length = self._arrow_spot(laid, 0.0)
        out = self.towards.get(laid.seat, np.array([0.0, 1.0]))
        ways = [px(way) for way in (90, 60, 30) if not self._hidden(self._arrow_box(laid, tip + out * px(way), length))]
        return tip, length, cramped, max(ways, default=0.0)

    def _hidden(self, box: Box) -> float:
        """Pixels of a box that lie behind panels."""
        return sum(shared_pixels(box, other) for other in self.reserved)

    def _arrow_spot(self, laid: Laid, clear: float) -> tuple[Points, float]:
        """Where the tip of an arrow points, and how long its shaft is, so that it hides behind nothing.

        It is as long as there is room for between the card and the edge of the safe area or the next panel; where there
        is none, it lies over the card.

        Args:
            clear: pixels to leave free beside the card.
        """
        px, corners = self.kit.px, self.corners[_key(laid)]
        out, middle = self.towards.get(laid.seat, np.array([0.0, 1.0])), corners.mean(axis=0)
        tip = middle + out * (float(np.abs((corners - middle) @ out).max()) + clear + px(2))
        side, least = np.array([-out[1], out[0]]), px(LEAST_SHAFT)
        tries = [(tip, float(length)) for length in np.linspace(px(LONGEST_SHAFT), least, 13)]
        for back in np.arange(0, np.ptp(corners @ out) + clear + px(120), px(8)):
            tries += [(tip - out * back + side * px(aside), least) for aside in (0, 24, -24, 48, -48)]

        def hidden(spot: tuple[Points, float]) -> float:
            box = self._arrow_box(laid, *spot)
            return self._outside(box) + self._hidden(box)

        return next((spot for spot in tries if hidden(spot) < 1), None) or min(tries, key=hidden)

    def _pill(self, laid: Laid) -> tuple[float, float]:
        """Width and height of the name at the end of an arrow."""
        px = self.kit.px
        return text_width(self.kit.seat(laid.seat), px(29), BOLD, self.kit.theme.font) + px(34), px(48)

    def _arrow_box(self, laid: Laid, tip: Points, length: float) -> Box:
        """Left, top, width and height of an arrow with the name at its end, and a little room about it."""
        out, (wide, high) = self.towards.get(laid.seat, np.array([0.0, 1.0])), self._pill(laid)
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

    def _arrow_drawn(self, laid: Laid) -> tuple[Patch, int, int]:
        """An arrow from a player towards the card, the player's name at its end."""
        kit, px = self.kit, self.kit.px
        out = self.towards.get(laid.seat, np.array([0.0, 1.0]))
        side = np.array([-out[1], out[0]])
        half, head = px(15), px(HEAD)
        name, size, (wide, high) = kit.seat(laid.seat), px(29), self._pill(laid)
        tip, length = self._arrow_place(laid)[:2]
        neck, tail = tip + out * head, tip + out * (head + length)
        outline = [tip, neck + side * head * HEAD_WIDE, neck + side * half, tail + side * half * 0.4]
        outline += [tail - side * half * 0.4, neck - side * half, neck - side * head * HEAD_WIDE]
        colour = kit.theme.side(kit.played.side_of(laid.seat))
        pill = tail + out * (abs(out[0]) * wide / 2 + abs(out[1]) * high / 2)
        box = np.array([pill - np.array([wide / 2, high / 2]), pill + np.array([wide / 2, high / 2])])
        x, y, w, h = _around(np.vstack([outline, box]), round(px(14)))
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


def around(points: Points) -> Box:
    """The box round some points."""
    low, size = points.min(axis=0), np.ptp(points, axis=0)
    return float(low[0]), float(low[1]), float(size[0]), float(size[1])


def shared_pixels(box: Box, other: Box) -> float:
    """Pixels that two boxes have in common."""
    across = min(box[0] + box[2], other[0] + other[2]) - max(box[0], other[0])
    down = min(box[1] + box[3], other[1] + other[3]) - max(box[1], other[1])
    return max(0.0, across) * max(0.0, down)


def _key(laid: Laid) -> PlayKey:
    return laid.deal, laid.trick, laid.seat


def _seat_directions(corners: dict[PlayKey, Points], players: int, size_wh: tuple[int, int]) -> dict[Seat, Points]:
    """Where each seat is from the middle of the table, as unit vectors, learnt from where its cards lie.

    Where cards are laid on top of each other, that tells nothing, and north is taken to be up.
    """
    places: dict[Seat, list[Points]] = {}
    for (_, _, seat), quad in corners.items():
        places.setdefault(seat, []).append(quad.mean(axis=0))
    middle = np.array(size_wh, np.float64) / 2
    if len(places) > 1:
        middle = np.mean([np.mean(found, axis=0) for found in places.values()], axis=0)
    card = np.median([np.linalg.norm(quad[2] - quad[0]) for quad in corners.values()]) if corners else 1.0
    directions = {}
    for seat, found in places.items():
        way = np.mean(found, axis=0) - middle
        if len(places) < 2 or float(np.linalg.norm(way)) < APART * card:
            way = np.array(COMPASS[SEAT_NAMES[players][seat]], np.float64)
        directions[seat] = way / max(float(np.linalg.norm(way)), 1e-6)
    return directions


def _around(points: Points, margin: int) -> tuple[int, int, int, int]:
    """Left, top (even), width and height of a box round points."""
    low = np.floor(points.min(axis=0)).astype(int) - margin
    high = np.ceil(points.max(axis=0)).astype(int) + margin
    x, y = int(low[0]) // 2 * 2, int(low[1]) // 2 * 2
    return x, y, int(high[0]) - x, int(high[1]) - y


def _rounded(corners: Points, grow: float) -> Points:
    """The outline of a card with round corners as points, a little larger than the card."""
    middle = corners.mean(axis=0)
    away = corners - middle
    corners = middle + away * (1 + grow / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6))
    width = min(float(np.linalg.norm(corners[1] - corners[0])), float(np.linalg.norm(corners[2] - corners[1])))
    radius, found = width * ROUND, []
    for index in range(4):
        here, before, after = corners[index], corners[index - 1], corners[(index + 1) % 4]
        start = here + (before - here) * radius / max(float(np.linalg.norm(before - here)), 1e-6)
        end = here + (after - here) * radius / max(float(np.linalg.norm(after - here)), 1e-6)
        for share in np.linspace(0, 1, 7):
            found.append((1 - share) ** 2 * start + 2 * share * (1 - share) * here + share**2 * end)
    return np.array(found)


def _dashes(width: int, height: int, path: Points, thick: int) -> NDArray[np.float32]:
    """Where a broken line along a path is drawn, 0 or 1."""
    found = np.zeros((height, width), np.float32)
    closed = np.vstack([path, path[:1]])
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(closed, axis=0), axis=1))])
    step = thick * 3.2
    for start in np.arange(0, along[-1], 2 * step):
        at = np.linspace(start, min(start + step, along[-1]), 6)
        piece = np.stack([np.interp(at, along, closed[:, i]) for i in (0, 1)], axis=1)
        found = np.maximum(found, line_mask(width, height, piece, thick + 2, closed=False))
    return found


def _ramp(width: int, height: int, tip: Points, tail: Points) -> NDArray[np.float32]:
    """1 at the tip, fainter towards the tail."""
    way = tail - tip
    across, down = np.meshgrid(np.arange(width) - tip[0], np.arange(height) - tip[1])
    share = (across * way[0] + down * way[1]) / max(float(way @ way), 1e-6)
    return np.asarray(np.clip(1.25 - 0.8 * share, 0.25, 1.0), np.float32)
