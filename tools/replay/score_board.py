"""The score in the corner: sides with their points ticking up, contract, deal and trick."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from jassvision.tools.replay.kit import Kit, ease
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import BOLD, MEDIUM, REGULAR, Patch, Sheet, text_width
from jassvision.tools.replay.story import DealStory, Story

TICKING: Final = 0.9
"""Seconds in which points tick up."""

GAIN_SECONDS: Final = 2.6
"""Seconds for which it is shown how many points there were."""

ROW, NAME, POINTS, HEAD = 62.0, 32.0, 42.0, 56.0
"""Design pixels: height of a side's row, its letters and figures, height of the row with the contract."""


class ScoreBoard:
    """Draws the score of any moment; what is drawn once is kept."""

    def __init__(self, kit: Kit, story: Story) -> None:
        self.kit, self.story = kit, story
        px, sides = kit.px, range(kit.played.rules.sides)
        many = len(sides) > 3
        self.row = px(ROW * (0.8 if many else 1.0))
        size = px(NAME * (0.85 if many else 1.0))
        names = max(text_width(kit.side(side), size, MEDIUM, kit.theme.font) for side in sides)
        figures = text_width("0000", px(POINTS), BOLD, kit.theme.font)
        room = (kit.safe[2] - kit.safe[0]) * 0.56
        self.names = min(names, room - figures - px(70))
        self.width = max(px(400), self.names + figures + px(70))
        self.pad = px(22)
        self._draw = lru_cache(maxsize=256)(self._drawn)
        self._chip = lru_cache(maxsize=64)(self._chip_drawn)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of where the board stands."""
        height = self.row * self.kit.played.rules.sides + self.kit.px(HEAD)
        return self.kit.safe[0], self.kit.safe[1], self.width, height

    def layers(self, time: float) -> list[Layer]:
        """The board of a moment, and how many points have just been made."""
        kit = self.kit
        step, before = self.story.step_at(time)
        share = ease((time - step.time) / TICKING)
        shown = tuple(round(b + (n - b) * share) for b, n in zip(before.totals, step.totals, strict=True))
        deal = self.story.deal_at(time)
        trick = self.story.trick_at(time)
        number = 0 if trick is None else trick.trick.number
        left, top = kit.safe[0] - self.pad, kit.safe[1] - self.pad
        found = [Layer(self._draw(shown, deal, number), int(left), int(top))]
        age = time - step.time
        if age < GAIN_SECONDS:
            fade = min(1.0, age / 0.2, (GAIN_SECONDS - age) / 0.4)
            for side, points in enumerate(step.gained):
                if not points:
                    continue
                chip = self._chip(points, side)
                slide = (1 - ease(age / 0.35)) * kit.px(40)
                y = top + self.pad + side * self.row + (self.row - chip.size_wh[1]) / 2
                x = left + self.pad + self.width + kit.px(12) - slide
                found.insert(0, Layer(chip, int(x), int(y), fade))
        return found

    def _drawn(self, totals: tuple[int, ...], deal: DealStory | None, trick: int) -> Patch:
        kit, px, pad = self.kit, self.kit.px, self.pad
        head = px(HEAD) if kit.theme.shows("contract") and deal is not None else 0.0
        height = self.row * len(totals) + head
        sheet = kit.sheet(self.width + 2 * pad, height + 2 * pad)
        box = (pad, pad, self.width, height)
        sheet.shadow(box, px(12), pad * 0.9, 0.5)
        sheet.panel(box, kit.colour("panel_light"), kit.theme.opacity, px(12), kit.colour("panel"))
        for side, points in enumerate(totals):
            self._side(sheet, side, points)
        if head and deal is not None:
            self._contract(sheet, deal, trick, pad + self.row * len(totals), head)
        return sheet.patch()

    def _side(self, sheet: Sheet, side: int, points: int) -> None:
        kit, px, pad = self.kit, self.kit.px, self.pad
        y = pad + side * self.row
        bar = self.row * 0.56
        sheet.panel((pad + px(16), y + (self.row - bar) / 2, px(9), bar), kit.theme.side(side), 1.0, px(4))
        size = min(px(NAME), self.row * 0.52)
        sheet.text(
            pad + px(40), y + self.row * 0.67, kit.side(side), size, kit.colour("ink"), MEDIUM, "left", self.names
        )
        figures = min(px(POINTS), self.row * 0.7)
        sheet.text(
            pad + self.width - px(18),
            y + self.row * 0.73,
            kit.number(points),
            figures,
            kit.colour("ink"),
            BOLD,
            "right",
        )
        if side:
            sheet.panel((pad + px(16), y, self.width - px(32), max(1.0, px(1.5))), kit.colour("dim"), 0.28)

    def _contract(self, sheet: Sheet, story: DealStory, trick: int, y: float, height: float) -> None:
        kit, px, pad, deal = self.kit, self.kit.px, self.pad, story.deal
        sheet.panel((pad, y, self.width, height), kit.colour("panel"), 0.85, px(12))
        base, x, right = y + height * 0.66, pad + px(18), pad + self.width - px(18)
        where = kit.word("trick") + f" {trick}" if trick else f"{kit.word('deal')} {deal.number}"
        if trick and len(self.story.deals) > 1:
            where = f"{deal.number} · {where}"
        wide = sheet.text(right, base, where, px(25), kit.colour("dim"), REGULAR, "right")
        if not deal.contract:
            return
        size = height * 0.74
        if kit.draw_contract(sheet, deal.contract, x + size / 2, y + height / 2, size):
            x += size + px(10)
        name = kit.contract(deal.contract) + (f" ×{deal.factor}" if deal.factor > 1 else "")
        colour = kit.colour("unsure" if deal.contract_unsure else "accent")
        name += " ?" if deal.contract_unsure else ""
        sheet.text(x, base, name, px(28), colour, MEDIUM, "left", right - wide - px(14) - x)

    def _chip_drawn(self, points: int, side: int) -> Patch:
        """`+34` beside the side that has made it."""
        kit, px = self.kit, self.kit.px
        text, size = ("+" if points > 0 else "") + kit.number(points), px(34)
        wide, height = text_width(text, size, BOLD, kit.theme.font), px(48)
        sheet = kit.sheet(wide + px(32), height)
        sheet.panel((0, 0, wide + px(32), height), kit.theme.side(side), 1.0, height / 2)
        sheet.text((wide + px(32)) / 2, height * 0.73, text, size, readable_on(kit.theme.side(side)), BOLD, "centre")
        return sheet.patch()


def readable_on(colour: tuple[int, int, int]) -> tuple[int, int, int]:
    """Black or white, whichever stands out from a colour."""
    blue, green, red = colour
    return (255, 255, 255) if 0.114 * blue + 0.587 * green + 0.299 * red < 150 else (20, 16, 12)
