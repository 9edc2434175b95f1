"""Panels that come for a moment: Weis and Stöck, illegal plays with rule, proof and legal cards, a clock."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from jassvision.rules.cards import rank_of
from jassvision.tools.played_facts import Illegal
from jassvision.tools.replay.boxes import Box, around, shared_pixels
from jassvision.tools.replay.kit import CARD_SHAPE, LOGO, Kit, ease
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import BOLD, MEDIUM, REGULAR, Patch, Sheet, polygon_mask, text_width, wrapped
from jassvision.tools.replay.proof_words import proof_text
from jassvision.tools.replay.score_board import readable_on
from jassvision.tools.replay.screen_words import rule_text
from jassvision.tools.replay.story import Laid, MeldStory, Story
from jassvision.tools.replay.table_marks import TableMarks

MELD_SECONDS: Final = 3.6
"""Seconds for which a Weis or Stöck is shown."""

DIM: Final = 0.5
"""How dark the film is while an illegal play is explained."""

PANEL_SHADOW: Final = 22
"""Width of the shadow about a panel that explains an illegal play."""

MOST_LEGAL: Final = 8
"""Legal cards shown; more are counted."""


class PopUps:
    """Draws the panels of any moment; what is drawn once is kept."""

    def __init__(self, kit: Kit, story: Story, marks: TableMarks) -> None:
        self.kit, self.story, self.marks = kit, story, marks
        self._meld = lru_cache(maxsize=32)(self._meld_drawn)
        self._verdict = lru_cache(maxsize=16)(self._verdict_drawn)
        self._dark = lru_cache(maxsize=16)(self._dark_drawn)
        self._clock = lru_cache(maxsize=8)(self._clock_drawn)
        self._warning = lru_cache(maxsize=16)(self._warning_drawn)

    # Weis and Stöck --------------------------------------------------------------------------------------------------

    def meld_layers(self, time: float) -> list[Layer]:
        """The Weis or Stöck of a moment, sliding in from the right."""
        shown = self.story.meld_at(time, MELD_SECONDS)
        if shown is None:
            return []
        meld, age = shown
        patch = self._meld(meld)
        share = min(ease(age / 0.4), ease((MELD_SECONDS - age) / 0.3))
        x = self.kit.safe[2] - patch.size_wh[0] + self.kit.px(20) + (1 - share) * self.kit.px(140)
        y = self.kit.safe[1] + self.kit.px(10) + self._corner(clock=True)
        if self.kit.size_wh[0] < self.kit.size_wh[1]:  # beside the score there is no room in portrait
            y += self.kit.px(240)
        return [Layer(patch, int(x), int(y), share)]

    def _meld_drawn(self, story: MeldStory) -> Patch:
        kit, px, gain = self.kit, self.kit.px, story.gain
        cards = gain.cards
        head, card_h, pad = px(54), px(136), px(20)
        step = card_h * CARD_SHAPE * (0.72 if len(cards) > 3 else 1.12)
        fan = step * max(0, len(cards) - 1) + card_h * CARD_SHAPE if cards else 0.0
        title = kit.word("stoeck" if gain.kind == "stoeck" else "weis")
        points = f"{gain.raw:+d}" + (f" ×{gain.factor}" if gain.factor > 1 else "")
        who = kit.seat(gain.seat) if gain.seat is not None else kit.side(gain.side)
        what = self._kind(story)
        heading = text_width(title, px(32), BOLD, kit.theme.font) + text_width(points, px(36), BOLD, kit.theme.font)
        width = max(px(330), fan + px(52), heading + px(80))
        height = head + px(62) + (card_h + px(26) if cards else 0)
        sheet = kit.sheet(width + 2 * pad, height + 2 * pad)
        box = (pad, pad, width, height)
        sheet.shadow(box, px(14), pad * 0.9, 0.5)
        sheet.panel(box, kit.colour("panel_light"), max(0.85, kit.theme.opacity), px(14), kit.colour("panel"))
        accent = kit.theme.side(gain.side)
        sheet.panel((pad, pad, width, head), accent, 1.0, px(14))
        sheet.panel((pad, pad + head / 2, width, head / 2), accent, 1.0, 1)
        ink = readable_on(accent)
        sheet.text(pad + px(22), pad + head * 0.71, title, px(32), ink, BOLD)
        sheet.text(pad + width - px(22), pad + head * 0.73, points, px(36), ink, BOLD, "right")
        line = f"{who} · {what}" if what else who
        sheet.text(pad + px(22), pad + head + px(42), line, px(29), kit.colour("ink"), MEDIUM, "left", width - px(44))
        for index, card in enumerate(cards):
            kit.draw_card(sheet, card, pad + px(24) + index * step, pad + head + px(60), card_h)
        return sheet.patch()

    def _kind(self, story: MeldStory) -> str:
        cards = story.gain.cards
        if story.gain.kind == "stoeck" or len(cards) < 3:
            return ""
        if len({rank_of(card) for card in cards}) == 1:
            return self.kit.word("four")
        return self.kit.word("sequence", n=len(cards))

    # Illegal plays ---------------------------------------------------------------------------------------------------

    def verdict_layers(self, laid: Laid, verdict: Illegal, age: float, left: float, *, frozen: bool) -> list[Layer]:
        """An illegal play explained: the film dark but for the card, and a panel beside it.

        Args:
            age, left: seconds since it came and until it goes.
            frozen: whether the film stands still for it; else it is left bright.
        """
        kit = self.kit
        share = min(ease(age / 0.35), ease(left / 0.3))
        patch = self._verdict(laid, verdict)
        found = [Layer(self._dark(laid), 0, 0, share)] if frozen else []
        (x, y), (across, down) = self._spot(laid, patch.size_wh)
        slide = (1 - share) * kit.px(80)
        return [*found, Layer(patch, int(x + across * slide), int(y + down * slide), share)]

    def _spot(self, laid: Laid, size_wh: tuple[int, int]) -> tuple[tuple[float, float], tuple[int, int]]:
        """Where a panel that explains a play hides least of the cards, and the direction from which it comes.

        It stands at the side, in portrait at the foot or the head; where it would hide cards, at the very edge.
        """
        kit, (width, height), (wide, high) = self.kit, self.kit.size_wh, size_wh
        shadow, edge = kit.px(PANEL_SHADOW), kit.px(8)
        corners = self.marks.hole(laid)
        if width < height:
            x = (width - wide) / 2
            spots = [((x, y), (0, 1)) for y in (kit.safe[3] - high + shadow, height - high + shadow - edge)]
            spots += [((x, y), (0, -1)) for y in (kit.safe[1] - shadow, edge - shadow)]
        else:
            y = (height - high) / 2
            spots = [((x, y), (1, 0)) for x in (kit.safe[2] - wide + shadow, width - wide + shadow - edge)]
            left = [((x, y), (-1, 0)) for x in (kit.safe[0] - shadow, edge - shadow)]
            on_right = corners is None or corners[:, 0].mean() < width * 0.52
            spots = spots + left if on_right else left + spots
        others = self.marks.boxes_about(laid)
        own = [] if corners is None else [around(corners)]

        def hidden(spot: tuple[tuple[float, float], tuple[int, int]]) -> float:
            (x, y), _ = spot
            panel = (x + shadow, y + shadow, wide - 2 * shadow, high - 2 * shadow)
            most = sum(shared_pixels(box, panel) for box in own)  # the play itself is what it is all about
            return 100 * most + sum(shared_pixels(box, panel) for box in others)

        return min(spots, key=hidden)

    def _dark_drawn(self, laid: Laid) -> Patch:
        """The whole picture darkened, but for the card."""
        width, height = self.kit.size_wh
        sheet = self.kit.sheet(width, height)
        sheet.pixels[..., 3] = DIM
        corners = self.marks.hole(laid)
        if corners is not None:
            sheet.pixels[..., 3] *= 1 - polygon_mask(sheet.width, sheet.height, corners)
        return sheet.patch()

    def _verdict_drawn(self, laid: Laid, verdict: Illegal) -> Patch:
        kit, px = self.kit, self.kit.px
        portrait = kit.size_wh[0] < kit.size_wh[1]  # there is less room above and below the cards than beside them
        width = min(px(1000 if portrait else 600), (kit.safe[2] - kit.safe[0]) * 0.96)
        inner, pad, font = width - px(56), px(PANEL_SHADOW), kit.theme.font
        reason = wrapped(rule_text(verdict.rule, verdict.reason, kit.language), px(30), MEDIUM, inner, font)
        proof = wrapped(proof_text(verdict.proof, kit.suits, kit.language), px(27), REGULAR, inner, font)
        legal = verdict.legal[:MOST_LEGAL]
        per_row = max(1, int((inner + px(12)) // (px(118) * CARD_SHAPE + px(12))))
        rows = -(-len(legal) // per_row)
        head, top_card, low_card = px(74), px(190), px(118)
        height = head + px(22) + top_card + px(26) + len(reason) * px(40) + px(10) + len(proof) * px(36)
        height += (px(54) + rows * (low_card + px(14)) if legal else 0) + px(22)
        sheet = kit.sheet(width + 2 * pad, height + 2 * pad)
        box = (pad, pad, width, height)
        sheet.shadow(box, px(16), pad, 0.6)
        sheet.panel(box, kit.colour("panel_light"), max(0.93, kit.theme.opacity), px(16), kit.colour("panel"))
        self._head(sheet, verdict, pad, width, head)
        x, y = pad + px(28), pad + head + px(22)
        bad = kit.colour("bad" if verdict.certain else "unsure")
        wide = kit.draw_card(sheet, laid.play.card, x, y, top_card, bad)
        beside = x + wide + px(26)
        room = pad + width - px(28) - beside
        side = kit.played.side_of(laid.seat)
        sheet.panel((beside, y + px(12), px(46), px(8)), kit.theme.side(side), 1.0, px(4))
        sheet.text(beside, y + px(66), kit.seat(laid.seat), px(42), kit.colour("ink"), BOLD, "left", room)
        name = kit.card(laid.play.card) if laid.play.card is not None else "?"
        sheet.text(beside, y + px(112), name, px(32), kit.colour("ink"), MEDIUM, "left", room)
        where = f"{kit.word('trick')} {laid.trick}"
        sheet.text(beside, y + px(154), where, px(27), kit.colour("dim"), REGULAR, "left", room)
        y += top_card + px(26)
        for line in reason:
            sheet.text(x, y + px(30), line, px(30), kit.colour("ink"), MEDIUM, "left", inner)
            y += px(40)
        y += px(10)
        for line in proof:
            sheet.text(x, y + px(26), line, px(27), kit.colour("dim"), REGULAR, "left", inner)
            y += px(36)
        if legal:
            self._legal(sheet, verdict, x, y, per_row, low_card)
        return sheet.patch()

    def _head(self, sheet: Sheet, verdict: Illegal, pad: float, width: float, head: float) -> None:
        kit, px = self.kit, self.kit.px
        bad = kit.colour("bad" if verdict.certain else "unsure")
        sheet.panel((pad, pad, width, head), bad, 1.0, px(16))
        sheet.panel((pad, pad + head / 2, width, head / 2), bad, 1.0, 1)
        ink = readable_on(bad)
        rule = f"{kit.word('rule')} {verdict.rule}" if verdict.rule else ""
        wide = sheet.text(pad + width - px(28), pad + head * 0.66, rule, px(30), ink, MEDIUM, "right")
        title = kit.word("illegal" if verdict.certain else "possible")
        sheet.text(pad + px(28), pad + head * 0.69, title, px(42), ink, BOLD, "left", width - px(80) - wide)

    def _legal(self, sheet: Sheet, verdict: Illegal, x: float, y: float, per_row: int, height: float) -> None:
        kit, px = self.kit, self.kit.px
        title, more = kit.word("legal"), len(verdict.legal) - MOST_LEGAL
        if more > 0:
            title += f" ({kit.word('more', n=more)})"
        sheet.text(x, y + px(36), title, px(27), kit.colour("good"), MEDIUM)
        y += px(54)
        for index, card in enumerate(verdict.legal[:MOST_LEGAL]):
            across, down = index % per_row, index // per_row
            kit.draw_card(
                sheet, card, x + across * (height * CARD_SHAPE + px(12)), y + down * (height + px(14)), height
            )

    # Small ones ------------------------------------------------------------------------------------------------------

    def warning_layers(self, time: float, seconds: float = 4.0) -> list[Layer]:
        """A play that was perhaps illegal, as a small note; the film runs on."""
        for laid, verdict in self.story.illegal:
            age = time - laid.time
            if not verdict.certain and 0 <= age < seconds:
                patch = self._warning(laid)
                share = min(ease(age / 0.3), ease((seconds - age) / 0.3))
                x = self.kit.safe[2] - patch.size_wh[0]
                y = self.kit.safe[1] + self._corner(clock=True)
                return [Layer(patch, int(x), int(y), share)]
        return []

    def _warning_drawn(self, laid: Laid) -> Patch:
        kit, px = self.kit, self.kit.px
        text = f"{kit.word('possible')}: {kit.seat(laid.seat)}, {kit.word('trick')} {laid.trick}"
        return self._note(text, kit.colour("unsure"), readable_on(kit.colour("unsure")), px(28))

    def clock_layers(self, time: float, play: str) -> list[Layer]:
        """The film's own time, to a tenth of a second, and where in the match it is."""
        tenths = int(time * 10 + 1e-6)
        text = f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}" + (f"   {play}" if play else "")
        patch = self._clock(text)
        y = self.kit.safe[1] + self._corner(clock=False)
        return [Layer(patch, int(self.kit.safe[2] - patch.size_wh[0]), int(y), 1.0)]

    def _corner(self, *, clock: bool) -> float:
        """How much of the right upper corner the logo and the clock take."""
        return _corner_height(self.kit, clock=clock)

    def _clock_drawn(self, text: str) -> Patch:
        return self._note(text, self.kit.colour("panel"), self.kit.colour("ink"), self.kit.px(28))

    def _note(self, text: str, ground: tuple[int, int, int], ink: tuple[int, int, int], size: float) -> Patch:
        wide, height = text_width(text, size, MEDIUM, self.kit.theme.font) + size, size * 1.75
        sheet = self.kit.sheet(wide, height)
        sheet.panel((0, 0, sheet.width, height), ground, max(0.85, self.kit.theme.opacity), size * 0.4)
        sheet.text(sheet.width / 2, height * 0.68, text, size, ink, MEDIUM, "centre")
        return sheet.patch()


def corner_box(kit: Kit) -> Box:
    """Left, top, width and height of the logo and the clock in the right upper corner."""
    widest = max(kit.px(2.2 * LOGO), text_width("88:88.8   88.8", kit.px(28), MEDIUM, kit.theme.font) + kit.px(28))
    return kit.safe[2] - widest, kit.safe[1], widest, _corner_height(kit, clock=True)


def _corner_height(kit: Kit, *, clock: bool) -> float:
    logo = kit.px(LOGO + 14) if kit.theme.logo is not None else 0.0
    return logo + (kit.px(64) if clock and kit.theme.shows("clock") else 0.0)
