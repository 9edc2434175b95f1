"""Whole-picture cards: who plays, at the start, and the score sheet at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from jassvision.rules.cards import card_set, cards_in
from jassvision.tools.played_facts import PlayedDeal
from jassvision.tools.replay.kit import CARD_SHAPE, Kit, ease
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import BLACK, BOLD, MEDIUM, REGULAR, Patch, Sheet, fitted, text_width
from numpy.typing import NDArray

FAN: Final = tuple(cards_in(card_set(["D6", "H9", "SJ", "CK", "DA"])))
"""The cards on the intro card: one or two of each suit, low and high."""

MOST_DEALS: Final = 12
"""Deals listed on the final sheet; earlier ones are summed up in a line."""


class TitleCards:
    """Draws intro card and final sheet; each is drawn once."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit

    def intro_layers(self, age: float, left: float) -> list[Layer]:
        """The intro card, its letters rising."""
        ground, words = self._intro
        share = min(1.0, ease(left / 0.6))
        rise = (1 - ease(age / 0.9)) * self.kit.px(50)
        return [Layer(ground, 0, 0, share), Layer(words, 0, int(rise), min(share, ease(age / 0.7)))]

    def final_layers(self, age: float) -> list[Layer]:
        """The score sheet, coming up over the last picture."""
        ground, sheet = self._final
        rise = (1 - ease(age / 0.6)) * self.kit.px(70)
        x, y = ((a - b) // 2 for a, b in zip(self.kit.size_wh, sheet.size_wh, strict=True))
        return [Layer(ground, 0, 0, ease(age / 0.5)), Layer(sheet, int(x), int(y + rise), ease((age - 0.15) / 0.5))]

    # The intro card --------------------------------------------------------------------------------------------------

    @cached_property
    def _intro(self) -> tuple[Patch, Patch]:
        kit, px = self.kit, self.kit.px
        width, height = kit.size_wh
        sheet = kit.sheet(width, height)
        middle, room = width / 2, kit.safe[2] - kit.safe[0]
        card_h = min(px(330), height * 0.34)
        top = height * 0.5 - card_h * 0.5 - px(150)
        self._fan(sheet, middle, top + card_h * 0.5, card_h)
        y = top + card_h + px(150)
        title = kit.theme.title or self._event() or self._game()
        sheet.text(middle, y, title, px(84), kit.colour("ink"), BLACK, "centre", room)
        line = px(6)
        sheet.panel((middle - px(70), y + px(32), px(140), line), kit.colour("accent"), 1.0, line / 2)
        self._sides(sheet, middle, y + px(110), room)
        small = self._date() or kit.word("replay")
        if title != self._game():
            small = f"{self._game()} · {small}"
        sheet.text(middle, y + px(178), small, px(32), kit.colour("dim"), REGULAR, "centre", room)
        if kit.theme.logo is not None:
            draw_logo(sheet, kit, px(130))
        return self._ground(0.80), sheet.patch()

    def _event(self) -> str:
        return next((value for key, value in self.kit.played.tags if key.lower() == "event"), "")

    def _game(self) -> str:
        return self.kit.played.rules.game.replace("_", " ").title()

    def _date(self) -> str:
        date = next((value for key, value in self.kit.played.tags if key.lower() == "date"), "")
        match = re.fullmatch(r"(\d{4})[-.](\d{2})[-.](\d{2})", date)
        if match is None or self.kit.language == "en":
            return date
        return f"{int(match[3])}.{int(match[2])}.{match[1]}"

    def _fan(self, sheet: Sheet, x: float, y: float, height: float) -> None:
        """Five cards fanned out."""
        kit = self.kit
        for index, card in enumerate(FAN):
            angle = (index - 2) * 13.0
            face = _turned(kit.face(card), angle, height)
            turn = np.radians(angle)
            across, down = np.sin(turn) * height * 1.1, (1 - np.cos(turn)) * height * 1.1
            side = face.shape[0]
            box = (x + across - side / 2, y + down - side / 2, float(side), float(side))
            dark = face.copy()
            dark[..., :3] = 0
            dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), height * 0.03), np.uint8)
            sheet.picture(dark, (box[0], box[1] + height * 0.02, box[2], box[3]), 0.5)
            sheet.picture(face, box)

    def _sides(self, sheet: Sheet, middle: float, y: float, room: float) -> None:
        kit, px, size = self.kit, self.kit.px, self.kit.px(46)
        sides = range(kit.played.rules.sides)
        words = [kit.side(side) for side in sides]
        between = f"  {kit.word('against')}  " if len(words) == 2 else "  ·  "
        whole = text_width(between.join(words), size, MEDIUM, kit.theme.font)
        if whole > room:
            size *= max(0.55, room / whole)
            whole = text_width(between.join(words), size, MEDIUM, kit.theme.font)
        x = middle - whole / 2
        for side, name in enumerate(words):
            if side:
                wide = text_width(between, size, MEDIUM, kit.theme.font)
                sheet.text(x + wide / 2, y, between.strip(), size * 0.72, kit.colour("dim"), REGULAR, "centre")
                x += wide
            wide = sheet.text(x, y, name, size, kit.colour("ink"), MEDIUM)
            sheet.panel((x, y + px(14), wide, px(5)), kit.theme.side(side), 1.0, px(2))
            x += wide

    def _ground(self, strength: float) -> Patch:
        """The theme's panel colour over all, thicker towards the edge."""
        kit = self.kit
        sheet = kit.sheet(*kit.size_wh)
        across = np.linspace(-1, 1, sheet.width, dtype=np.float32)[None]
        down = np.linspace(-1, 1, sheet.height, dtype=np.float32)[:, None]
        edge = np.clip((across**2 + down**2) / 2, 0, 1)
        grain = np.random.default_rng(1).random(edge.shape, np.float32) / 80  # else the shading shows as rings
        sheet.fill((strength + (0.97 - strength) * edge + grain).astype(np.float32), kit.colour("panel"))
        return sheet.patch()

    # The final sheet -------------------------------------------------------------------------------------------------

    @cached_property
    def _final(self) -> tuple[Patch, Patch]:
        kit, px, played = self.kit, self.kit.px, self.kit.played
        sides, deals = played.rules.sides, played.deals
        shown = deals[-MOST_DEALS:]
        hidden = len(deals) - len(shown)
        row, head, foot, pad = px(56), px(150), px(104), px(24)
        rows = len(shown) + (1 if hidden else 0)
        room_h = kit.safe[3] - kit.safe[1] - head - foot - px(80)
        row = min(row, room_h / max(1, rows))
        names = [kit.side(side) for side in range(sides)]
        column = max(
            px(150), *(text_width(fitted(n, px(30), MEDIUM, px(300))[0], px(30), MEDIUM) + px(44) for n in names)
        )
        room_w = kit.safe[2] - kit.safe[0]
        column = min(column, (room_w - px(400)) / sides if room_w > px(400) + sides * px(120) else room_w * 0.6 / sides)
        width = min(room_w, px(460) + sides * column + self._mark_width(shown))
        height = head + px(54) + rows * row + foot
        sheet = kit.sheet(width + 2 * pad, height + 2 * pad)
        box = (pad, pad, width, height)
        sheet.shadow(box, px(20), pad, 0.6)
        sheet.panel(box, kit.colour("panel_light"), 0.95, px(20), kit.colour("panel"))
        left, right = pad + px(40), pad + width - px(40)
        over = played.winners is not None
        sheet.text(left, pad + px(66), kit.word("sheet" if over else "interim"), px(54), kit.colour("ink"), BLACK)
        if over and played.winners:
            text = f"{kit.word('winner')}: " + ", ".join(kit.side(side) for side in played.winners)
            sheet.text(left, pad + px(116), text, px(36), kit.colour("accent"), MEDIUM, "left", right - left)
        else:
            sheet.panel((left, pad + px(92), px(110), px(6)), kit.colour("accent"), 1.0, px(3))
        ends = [right - (sides - 1 - side) * column for side in range(sides)]
        y = pad + head
        for side, name in enumerate(names):
            sheet.text(ends[side], y + px(28), name, px(30), kit.colour("dim"), MEDIUM, "right", column - px(24))
            sheet.panel((ends[side] - px(64), y + px(40), px(64), px(6)), kit.theme.side(side), 1.0, px(3))
        y += px(54)
        if hidden:
            before = shown[0].before
            self._row(sheet, f"1–{hidden}", None, list(before), y, row, left, ends)
            y += row
        for number, deal in enumerate(shown):
            if number % 2 == 0:
                sheet.panel((pad + px(20), y, width - px(40), row), kit.colour("ink"), 0.05, px(8))
            self._row(sheet, str(deal.number), deal, list(deal.score), y, row, left, ends)
            y += row
        sheet.panel((left, y + px(14), right - left, max(1.0, px(2))), kit.colour("dim"), 0.6)
        base = y + px(74)
        sheet.text(left, base, kit.word("total"), px(40), kit.colour("ink"), BOLD)
        best = max(played.totals) if played.totals else 0
        for side, points in enumerate(played.totals):
            # without a target it may be the lowest that wins
            lead = side in (played.winners or ()) or (not over and played.rules.target and points == best and points)
            colour = kit.colour("accent" if lead else "ink")
            sheet.text(ends[side], base, kit.number(points), px(52), colour, BOLD, "right")
        return self._ground(0.62), sheet.patch()

    def _mark_width(self, deals: Sequence[PlayedDeal]) -> float:
        """Room for the word beside deals with illegal plays."""
        kit = self.kit
        if not kit.theme.shows("illegal") or not any(deal.certain for deal in deals):
            return 0.0
        return text_width(kit.word("illegal"), kit.px(34) * 0.72, REGULAR, kit.theme.font)

    def _row(
        self,
        sheet: Sheet,
        number: str,
        deal: PlayedDeal | None,
        points: list[int],
        y: float,
        row: float,
        left: float,
        ends: list[float],
    ) -> None:
        kit, px = self.kit, self.kit.px
        base, size = y + row * 0.68, min(px(34), row * 0.62)
        sheet.text(left + px(46), base, number, size * 0.9, kit.colour("dim"), REGULAR, "right")
        x = left + px(68)
        if deal is not None:
            disc = min(px(44), row * 0.8)
            kit.draw_contract(sheet, deal.contract, x + disc / 2, y + row / 2, disc)
            x += px(58)
            name = kit.contract(deal.contract) + (f" ×{deal.factor}" if deal.factor > 1 else "")
            if deal.void:
                name = kit.word("void")
            elif not deal.complete:
                name += f" ({kit.word('open')})"
            colour = kit.colour("bad")
            room = ends[0] - x - text_width("0000", size, BOLD) - px(10)
            wide = sheet.text(x, base, name, size, kit.colour("ink"), MEDIUM, "left", max(px(60), room))
            if deal.certain and kit.theme.shows("illegal"):
                sheet.panel((x + wide + px(14), y + row / 2 - px(6), px(13), px(13)), colour, 1.0, px(7))
                x += wide + px(36)
                room = ends[0] - x - text_width("0000", size, BOLD) - px(10)
                word = kit.word("illegal")
                if text_width(word, size * 0.72, REGULAR, kit.theme.font) <= room:  # else the dot says it
                    sheet.text(x, base, word, size * 0.72, colour, REGULAR)
        for side, value in enumerate(points):
            sheet.text(ends[side], base, kit.number(value), size * 1.1, kit.colour("ink"), BOLD, "right")


def draw_logo(sheet: Sheet, kit: Kit, most: float) -> None:
    """The theme's logo in the right upper corner."""
    logo = kit.theme.logo
    assert logo is not None
    height, width = logo.shape[:2]
    scale = min(most / height, 2.2 * most / width)
    w, h = width * scale, height * scale
    sheet.picture(logo, (kit.safe[2] - w, kit.safe[1], w, h))


def _turned(face: NDArray[np.uint8], degrees: float, height: float) -> NDArray[np.uint8]:
    """A card of a height in pixels, turned clockwise about its middle, on a transparent square."""
    side = round(height * 1.25)
    straight = face.astype(np.float32)
    straight[..., :3] *= straight[..., 3:] / 255
    small = cv2.resize(
        straight, (max(1, round(height * CARD_SHAPE)), max(1, round(height))), interpolation=cv2.INTER_AREA
    )
    middle = (small.shape[1] / 2, small.shape[0] / 2)
    turn = np.asarray(cv2.getRotationMatrix2D(middle, -degrees, 1.0), np.float64)
    turn[:, 2] += side / 2 - np.array(middle)
    done = np.asarray(cv2.warpAffine(small, turn, (side, side), flags=cv2.INTER_LINEAR), np.float32)
    done[..., :3] *= 255 / np.maximum(done[..., 3:], 1)
    return np.clip(done, 0, 255).astype(np.uint8)
