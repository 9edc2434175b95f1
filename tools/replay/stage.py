"""All graphics of a moment, from the lowest layer to the highest."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from jassvision.tools.places import Places
from jassvision.tools.played_facts import Illegal, Played
from jassvision.tools.replay.boxes import Box, shared_pixels
from jassvision.tools.replay.kit import LOGO, Kit
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import Patch
from jassvision.tools.replay.pop_ups import PANEL_SHADOW, PopUps, corner_box
from jassvision.tools.replay.score_board import ScoreBoard
from jassvision.tools.replay.story import Laid, Story
from jassvision.tools.replay.table_marks import TableMarks
from jassvision.tools.replay.theme import Theme
from jassvision.tools.replay.title_cards import TitleCards, draw_logo
from jassvision.tools.replay.trick_strip import TrickStrip
from jassvision.tools.replay.ways import ways_of_plays

StillKind = Literal["intro", "illegal", "final"]

EXPLAINED: float = 5.0
"""Seconds for which an illegal play is explained at least where the film is not stopped for it."""

LEAST_EXPLAINED: float = 2.5
"""Seconds that each of several illegal plays gets of them."""

AFTER: float = 0.45
"""Seconds after an illegal card has come to rest at which it is explained: it has been seen by then."""


@dataclass(frozen=True, eq=False)
class Still:
    """A moment for which the film stands still.

    Attributes:
        kind: why.
        seconds: for how long.
        laid: the illegal play.
    """

    kind: StillKind
    seconds: float
    laid: Laid | None = None


class Stage:
    """Draws the graphics of any moment of a film.

    Args:
        size_wh: width and height of the picture, even.
        places: where cards lie; None leaves outlines and arrows away.
        stands: whether the film stands still for illegal plays where the theme wants it; else they are explained
            beside the running film for as long.
    """

    def __init__(
        self,
        played: Played,
        theme: Theme,
        language: str,
        size_wh: tuple[int, int],
        places: Places | None,
        *,
        stands: bool = True,
    ) -> None:
        self.kit = Kit(theme, played, language, size_wh)
        self.story = Story(played)
        ways = {} if places is None else ways_of_plays(played, places.scaled(size_wh))
        self.score = ScoreBoard(self.kit, self.story)
        self.strip = TrickStrip(self.kit, self.story)
        elements = (("strip", self.strip.box), ("score", self.score.box))
        reserved = [box for element, box in elements if theme.shows(element)]
        if theme.logo is not None or theme.shows("clock"):
            reserved.append(corner_box(self.kit))
        self.marks = TableMarks(self.kit, self.story, ways, tuple(reserved))
        self.pop_ups = PopUps(self.kit, self.story, self.marks)
        self.titles = TitleCards(self.kit)
        freeze = theme.seconds["freeze"] if theme.shows("freeze") else 0.0
        self._stands = stands and freeze > 0
        self._explained = max(EXPLAINED, freeze)
        self._running: list[tuple[float, Laid, Illegal]] = []
        for laid, verdict in self.story.illegal:
            if verdict.certain:
                soonest = self._running[-1][0] + LEAST_EXPLAINED if self._running else 0.0
                self._running.append((max(laid.time + AFTER, soonest), laid, verdict))
        self._logo: Patch | None = None

    def layers(self, time: float, still: Still | None = None, age: float = 0.0) -> list[Layer]:
        """The layers over the picture of a time of the film.

        Args:
            still: what the film stands still for, if it does.
            age: for how long already.
        """
        theme = self.kit.theme
        if still is not None and still.kind == "intro":
            return self.titles.intro_layers(age, still.seconds - age)
        if still is not None and still.kind == "final":
            return self.titles.final_layers(age)
        beside = still is None and theme.shows("illegal") and not self._stands
        verdict = self.running_verdict(time) if beside else []
        if still is not None and still.laid is not None and still.laid.illegal is not None:
            verdict = self.pop_ups.verdict_layers(still.laid, still.laid.illegal, age, still.seconds - age, frozen=True)
        panels = [_inner(layer, self.kit.px(PANEL_SHADOW)) for layer in verdict[-1:]]
        small: list[Layer] = []
        if theme.shows("possible"):
            small += self.pop_ups.warning_layers(time)
        if theme.shows("melds") and still is None and not verdict:  # there is room for one panel only
            small += self.pop_ups.meld_layers(time)
        found = self.marks.layers(time, [*panels, *(_inner(layer, 0.0) for layer in small)])
        if theme.shows("strip"):
            found += _beneath(self.strip.layers(time), panels, verdict)
        if theme.shows("score"):
            found += _beneath(self.score.layers(time), panels, verdict)
        if theme.logo is not None:
            found.append(Layer(self._logo_patch(), 0, 0, 0.9))
        if theme.shows("clock"):
            found += self.pop_ups.clock_layers(time, self._where(time))
        return found + small + verdict

    def running_verdict(self, time: float) -> list[Layer]:
        """An illegal play explained beside the running film, until its time is up or the next one wants the room."""
        index = bisect_right([begin for begin, _, _ in self._running], time) - 1
        if index < 0:
            return []
        begin, laid, verdict = self._running[index]
        if time >= begin + self._explained:
            return []
        end = min([begin + self._explained, *(later for later, _, _ in self._running[index + 1 : index + 2])])
        return self.pop_ups.verdict_layers(laid, verdict, time - begin, end - time, frozen=False)

    def _where(self, time: float) -> str:
        trick = self.story.trick_at(time)
        return "" if trick is None else f"{trick.deal.number}.{trick.trick.number}"

    def _logo_patch(self) -> Patch:
        if self._logo is None:
            sheet = self.kit.sheet(*self.kit.size_wh)
            draw_logo(sheet, self.kit, self.kit.px(LOGO))
            self._logo = sheet.patch()
        return self._logo


def _inner(layer: Layer, pad: float) -> Box:
    """The box of a panel without its shadow."""
    width, height = layer.patch.size_wh
    return layer.x + pad, layer.y + pad, width - 2 * pad, height - 2 * pad


def _beneath(layers: list[Layer], panels: Sequence[Box], verdict: Sequence[Layer]) -> list[Layer]:
    """An element without what panels cover: it goes as they come, rather than to look out from behind them."""
    if any(shared_pixels((layer.x, layer.y, *layer.patch.size_wh), panel) > 0 for layer in layers for panel in panels):
        return [replace(layer, opacity=layer.opacity * (1 - verdict[-1].opacity)) for layer in layers]
    return layers
