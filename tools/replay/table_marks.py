"""What is drawn on the table itself: outlines of the cards, their name plates, and the arrows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from jassvision.rules.cards import suit_of
from jassvision.rules.seats import SEAT_NAMES, Seat
from jassvision.tools.places import Way
from jassvision.tools.replay.arrows import ARROW_SECONDS, Arrows
from jassvision.tools.replay.boxes import Box, Points, around, patch_box, shared_pixels
from jassvision.tools.replay.kit import Kit, ease
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import MEDIUM, Patch, line_mask, polygon_mask, text_width
from jassvision.tools.replay.score_board import readable_on
from jassvision.tools.replay.story import Laid, Story, TrickStory
from jassvision.tools.replay.ways import PlayKey
from numpy.typing import NDArray

FADE: Final = 0.22
"""Seconds in which an outline or a plate appears or goes."""

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
        self._plates = lru_cache(maxsize=64)(self._plates_placed)
        self._arrows = Arrows(kit, lambda laid: self.corners[_key(laid)], self.towards, reserved, self._plate_wh)

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
                box, moved = self._arrows.box(laid), self._moved(laid, time)
                if not any(shared_pixels(box, panel) for panel in panels):
                    found += self._arrows.layers(laid, time - laid.time, left[laid.seat], moved)
        if theme.shows("plates"):
            places = self._plates(trick)
            for laid in lying:
                at = places.get(laid.seat)
                if at is not None:
                    wait = ARROW_SECONDS if theme.shows("arrows") and self._arrows.is_cramped(laid) else 0.12
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
        x, y, w, h = patch_box(corners, thick * 4)
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

    def _plate_wh(self, laid: Laid) -> tuple[int, int]:
        return self._plate(laid).size_wh if self.kit.theme.shows("plates") else (0, 0)

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
