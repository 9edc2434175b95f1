"""All graphics of a moment, from the lowest layer to the highest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jassvision.tools.played_facts import Played
from jassvision.tools.replay.kit import LOGO, Kit
from jassvision.tools.replay.mixing import Layer
from jassvision.tools.replay.patches import Patch
from jassvision.tools.replay.places import Places, corners_of_plays
from jassvision.tools.replay.pop_ups import PopUps
from jassvision.tools.replay.score_board import ScoreBoard
from jassvision.tools.replay.story import Laid, Story
from jassvision.tools.replay.table_marks import TableMarks
from jassvision.tools.replay.theme import Theme
from jassvision.tools.replay.title_cards import TitleCards, draw_logo
from jassvision.tools.replay.trick_strip import TrickStrip

StillKind = Literal["intro", "illegal", "final"]

EXPLAINED: float = 5.0
"""Seconds for which an illegal play is explained where the film is not stopped for it."""

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
    """

    def __init__(
        self, played: Played, theme: Theme, language: str, size_wh: tuple[int, int], places: Places | None
    ) -> None:
        self.kit = Kit(theme, played, language, size_wh)
        self.story = Story(played)
        corners = {} if places is None else corners_of_plays(played, places.scaled(size_wh))
        self.score = ScoreBoard(self.kit, self.story)
        self.strip = TrickStrip(self.kit, self.story)
        elements = (("strip", self.strip.box), ("score", self.score.box))
        reserved = tuple(box for element, box in elements if theme.shows(element))
        self.marks = TableMarks(self.kit, self.story, corners, reserved)
        self.pop_ups = PopUps(self.kit, self.story, self.marks)
        self.titles = TitleCards(self.kit)
        self._logo: Patch | None = None

    def layers(self, time: float, still: Still | None = None, age: float = 0.0) -> list[Layer]:
        """The layers over the picture of a time of the film.

        Args:
            still: what the film stands still for, if it does.
            age: for how long already.
        """
        theme, found = self.kit.theme, self.marks.layers(time)
        if still is not None and still.kind == "intro":
            return self.titles.intro_layers(age, still.seconds - age)
        if still is not None and still.kind == "final":
            return self.titles.final_layers(age)
        if theme.shows("strip"):
            found += self.strip.layers(time)
        if theme.shows("score"):
            found += self.score.layers(time)
        if theme.logo is not None:
            found.append(Layer(self._logo_patch(), 0, 0, 0.9))
        if theme.shows("clock"):
            found += self.pop_ups.clock_layers(time, self._where(time))
        if theme.shows("possible"):
            found += self.pop_ups.warning_layers(time)
        if theme.shows("melds") and still is None:
            found += self.pop_ups.meld_layers(time)
        if still is not None and still.laid is not None and still.laid.illegal is not None:
            left = still.seconds - age
            found += self.pop_ups.verdict_layers(still.laid, still.laid.illegal, age, left, frozen=True)
        elif theme.shows("illegal") and not (theme.shows("freeze") and theme.seconds["freeze"]):
            found += self.running_verdict(time)
        return found

    def running_verdict(self, time: float) -> list[Layer]:
        """An illegal play explained beside the running film."""
        for laid, verdict in self.story.illegal:
            age = time - laid.time - AFTER
            if verdict.certain and 0 <= age < EXPLAINED:
                return self.pop_ups.verdict_layers(laid, verdict, age, EXPLAINED - age, frozen=False)
        return []

    def _where(self, time: float) -> str:
        trick = self.story.trick_at(time)
        return "" if trick is None else f"{trick.deal.number}.{trick.trick.number}"

    def _logo_patch(self) -> Patch:
        if self._logo is None:
            sheet = self.kit.sheet(*self.kit.size_wh)
            draw_logo(sheet, self.kit, self.kit.px(LOGO))
            self._logo = sheet.patch()
        return self._logo
