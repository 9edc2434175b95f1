"""The trick as a strip of cards at the foot of the picture, the winner lit when it is taken."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from jassvision.tools.replay.kit import CARD_SHAPE, Kit, ease
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import BOLD, MEDIUM, REGULAR, Patch, Sheet, text_width
from jassvision.tools.replay.story import Story, TrickStory
from jassvision.tools.replay.theme import Colour

CARD, GAP, LABEL, SIDE = 158.0, 14.0, 25.0, 118.0
"""Design pixels: height of a card, gap between two, letters below, width of the text on either side."""

LEAST_LETTERS: Final = 11.0
"""Pixels of letters that can just be read."""

EDGE: Final = 24.0
"""Design pixels round a card for its shadow, its rim and the mark of doubt."""

MOST_WIDE: Final = 0.4
"""Share of a landscape picture's width that the strip takes at most: it stays clear of the near player's card."""

RISE: Final = 0.35
"""Seconds in which the strip comes up, a card appears, or the strip goes."""


class TrickStrip:
    """Draws the trick of any moment; what is drawn once is kept."""

    def __init__(self, kit: Kit, story: Story) -> None:
        self.kit, self.story = kit, story
        players = kit.played.rules.players
        px = kit.px
        slot = px(CARD) * CARD_SHAPE + px(GAP) * 2
        wide = kit.size_wh[0] > kit.size_wh[1]
        room = kit.size_wh[0] * MOST_WIDE if wide else kit.safe[2] - kit.safe[0]
        self.shrink = min(1.0, room / (players * slot + 2 * px(SIDE)))
        self._draw = lru_cache(maxsize=64)(self._drawn)
        self._card = lru_cache(maxsize=64)(self._card_drawn)

    def px(self, design: float) -> float:
        """A length of the design in pixels, smaller where the strip would not fit."""
        return self.kit.px(design) * self.shrink

    def letters(self, design: float, text: str = "", room: float = float("inf")) -> float:
        """A size of letters in pixels that can be read also in a small picture, if the text has room in it."""
        fits = text_width(text, LEAST_LETTERS, REGULAR, self.kit.theme.font) <= room
        return max(self.px(design), LEAST_LETTERS) if fits else self.px(design)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of where strips stand."""
        card_h, players = self.px(CARD), self.kit.played.rules.players
        width = (card_h * CARD_SHAPE + self.px(GAP) * 2) * players + 2 * self.px(SIDE)
        height = card_h + self.letters(LABEL) * 1.7 + self.px(34)
        wide = self.kit.size_wh[0] > self.kit.size_wh[1]
        left = self.kit.safe[0] if wide else (self.kit.size_wh[0] - width) / 2
        return left, self.kit.safe[3] - height, width, height

    def layers(self, time: float) -> list[Layer]:
        """The strip of a moment."""
        trick = self.story.trick_at(time)
        if trick is None:
            return []
        laid = sum(play.time <= time for play in trick.laid)
        won = time >= trick.taken - 0.4 and laid == len(trick.laid)
        marked = sum(1 << i for i, p in enumerate(trick.laid) if self._bad(p.illegal is not None and p.illegal.certain))
        patch = self._draw(trick, laid, won, marked)
        width, height = self.kit.size_wh
        share = min(ease((time - trick.start) / RISE), max(0.0, min(1.0, (trick.gone - time) / RISE)))
        follows = self.story.trick_at(trick.start - 0.01) is not None
        leads_on = self.story.trick_at(trick.gone + 0.01) is not None
        if (follows and time - trick.start < RISE) or (leads_on and trick.gone - time < RISE):
            share = 1.0  # one trick after another: only the cards change
        lowered = (1 - share) * self.px(60)
        y = self.kit.safe[3] - patch.size_wh[1] + self.px(20) + lowered
        # at the left, so that the middle stays free for who sits at the near side
        left = int(self.kit.safe[0] - self.px(20))
        x = left if width > height else (width - patch.size_wh[0]) // 2
        newest = laid - 1
        if newest < 0 or won or not 0 <= time - trick.laid[newest].time < RISE:
            return [Layer(patch, x, int(y), share)]
        # the newest card comes down into its place
        play = trick.laid[newest].play
        card = self._card(play.card, play.unsure, bool(marked >> newest & 1))
        arrived = ease((time - trick.laid[newest].time) / RISE)
        at = (x + self._slot(newest) - self.px(EDGE), y + self.px(20 + 18 - EDGE) - (1 - arrived) * self.px(36))
        under = self._draw(trick, newest, False, marked)
        return [Layer(under, x, int(y), share), Layer(card, int(at[0]), int(at[1]), share * arrived)]

    def _slot(self, index: int) -> float:
        """Where in the strip a card stands."""
        slot = self.px(CARD) * CARD_SHAPE + self.px(GAP) * 2
        return self.px(20 + SIDE + GAP) + index * slot

    def _card_drawn(self, card: int | None, unsure: bool, bad: bool) -> Patch:
        edge, height = self.px(EDGE), self.px(CARD)
        sheet = self.kit.sheet(height * CARD_SHAPE + 2 * edge, height + 2 * edge)
        self._put(sheet, card, unsure, edge, edge, self.kit.colour("bad") if bad else None)
        return sheet.patch()

    def _put(self, sheet: Sheet, card: int | None, unsure: bool, x: float, y: float, rim: Colour | None) -> None:
        self.kit.draw_card(sheet, card, x, y, self.px(CARD), rim)
        if unsure:
            self._doubt(sheet, x + self.px(CARD) * CARD_SHAPE, y)

    def _bad(self, certain: bool) -> bool:
        return certain and self.kit.theme.shows("illegal")

    def _drawn(self, story: TrickStory, laid: int, won: bool, marked: int) -> Patch:
        kit, px = self.kit, self.px
        order = kit.played.turns(story.trick.leader)[: max(len(story.laid), kit.played.rules.players)]
        card_h, pad = px(CARD), px(20)
        card_w = card_h * CARD_SHAPE
        slot = card_w + px(GAP) * 2
        width = slot * len(order) + 2 * px(SIDE)
        height = card_h + self.letters(LABEL) * 1.7 + px(34)
        sheet = kit.sheet(width + 2 * pad, height + 2 * pad)
        box = (pad, pad, width, height)
        sheet.shadow(box, px(16), pad * 0.9, 0.5)
        sheet.panel(box, kit.colour("panel_light"), kit.theme.opacity, px(16), kit.colour("panel"))
        self._number(sheet, story, pad, height)
        for index, seat in enumerate(order):
            x = self._slot(index)
            y = pad + px(18)
            winner = won and story.trick.winner == seat
            middle = x + card_w / 2
            base = y + card_h + self.letters(LABEL) * 1.32
            if index < min(laid, len(story.laid)):
                play = story.laid[index].play
                rim = kit.colour("accent") if winner else kit.colour("bad") if marked >> index & 1 else None
                if winner:
                    glow = (x - px(6), y - px(6), card_w + px(12), card_h + px(12))
                    sheet.shadow(glow, px(10), px(8), 0.2)
                self._put(sheet, play.card, play.unsure, x, y, rim)
                if won and not winner:
                    edge = px(6) if marked >> index & 1 else 0
                    sheet.panel(
                        (x - edge, y - edge, card_w + 2 * edge, card_h + 2 * edge), kit.colour("panel"), 0.55, px(8)
                    )
            else:
                sheet.panel((x, y, card_w, card_h), kit.colour("ink"), 0.08, px(8))
            colour = kit.colour("accent" if winner else "ink")
            weight = BOLD if winner else MEDIUM
            sheet.text(middle, base, kit.seat(seat), self.letters(LABEL), colour, weight, "centre", slot - px(8))
            bar = (middle - px(24), base + px(9), px(48), px(5))
            sheet.panel(bar, kit.theme.side(kit.played.side_of(seat)), 1.0, px(2.5))
        if won:
            self._won(sheet, story, pad + width - px(SIDE), height)
        return sheet.patch()

    def _number(self, sheet: Sheet, story: TrickStory, pad: float, height: float) -> None:
        kit, px, middle = self.kit, self.px, pad + self.px(SIDE) / 2
        sheet.text(
            middle,
            pad + height * 0.36,
            kit.word("trick"),
            self.letters(26),
            kit.colour("dim"),
            REGULAR,
            "centre",
            px(SIDE - 20),
        )
        number = str(story.trick.number)
        sheet.text(middle, pad + height * 0.68, number, px(76), kit.colour("ink"), BOLD, "centre", px(SIDE - 20))

    def _won(self, sheet: Sheet, story: TrickStory, x: float, height: float) -> None:
        kit, px, pad = self.kit, self.px, self.px(20)
        trick = story.trick
        if trick.winner is None:
            return
        middle = x + px(SIDE) / 2
        text = f"{trick.points}"
        sheet.text(middle, pad + height * 0.46, text, px(64), kit.colour("accent"), BOLD, "centre", px(SIDE - 16))
        factor = story.deal.factor
        label = kit.word("points") + (f" ×{factor}" if factor > 1 else "")
        room = px(SIDE - 12)
        sheet.text(
            middle,
            pad + height * 0.62,
            label,
            self.letters(25, label, room),
            kit.colour("dim"),
            REGULAR,
            "centre",
            room,
        )

    def _doubt(self, sheet: Sheet, x: float, y: float) -> None:
        kit, px = self.kit, self.px
        size = px(40)
        sheet.panel((x - size * 0.6, y - size * 0.35, size, size), kit.colour("unsure"), 1.0, size / 2)
        sheet.text(x - size * 0.1, y + size * 0.36, "?", px(32), (20, 16, 12), BOLD, "centre")
