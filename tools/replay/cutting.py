"""From the film's time to the replay's: which stretches are shown, where the film stands still, where chapters begin.

Everything counts in ticks of the film's own clock, so that a picture keeps its exact time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from jassvision.tools.replay.stage import AFTER, Still
from jassvision.tools.replay.story import Story
from jassvision.tools.replay.theme import Theme

LEAD: Final = 1.6
"""Seconds of film shown before a card comes to rest, when dead time is cut: the hand is seen coming."""

TRAIL: Final = 1.4
"""Seconds shown after it."""

WORTH: Final = 1.0
"""Seconds of dead time that are worth a cut."""

BEFORE: Final = 0.5
"""Seconds before a card comes to rest at which the chapter of its trick begins."""

SLOWEST, FASTEST = 0.1, 16.0
"""How slow and how fast a replay may run."""


class CutError(ValueError):
    """What is to be shown is not in the record."""


@dataclass(frozen=True, eq=False)
class Piece:
    """A stretch of the replay.

    Attributes:
        out: where it begins in the replay, in ticks.
        length: how long it lasts there, in ticks.
        start: the film's tick it begins with, or stands still at.
        stop: the film's tick it ends before; `start` where it stands still.
        still: what it stands still for, None where the film runs.
    """

    out: int
    length: int
    start: int
    stop: int
    still: Still | None = None


@dataclass(frozen=True)
class Chapter:
    """A chapter, in ticks of the replay."""

    start: int
    title: str


@dataclass(frozen=True, eq=False)
class Cut:
    """A replay's plan.

    Attributes:
        tick: seconds of a tick.
        speed: how many times as fast as life.
        pieces: the stretches, in order, without gaps.
        length: ticks of the whole.
    """

    tick: Fraction
    speed: Fraction
    pieces: tuple[Piece, ...]

    @property
    def length(self) -> int:
        """Ticks of the whole replay."""
        return self.pieces[-1].out + self.pieces[-1].length if self.pieces else 0

    def out_of(self, tick: int) -> int | None:
        """Where a tick of the film is in the replay; None where it is cut away."""
        for piece in self.pieces:
            if piece.still is None and piece.start <= tick < piece.stop:
                return piece.out + round((tick - piece.start) / self.speed)
        return None

    def at_or_after(self, tick: int) -> int | None:
        """Where a tick of the film is in the replay, or the next one that is shown."""
        for piece in self.pieces:
            if piece.still is None and tick < piece.stop:
                return piece.out + round((max(tick, piece.start) - piece.start) / self.speed)
        return None


def parse_speed(text: str) -> Fraction:
    """A speed such as `1`, `0.5` or `3/2`.

    Raises:
        CutError: it is no number, or none that makes sense.
    """
    try:
        speed = Fraction(text.strip().rstrip("x×"))
    except (ValueError, ZeroDivisionError):
        raise CutError(f"--speed {text} is no number: write 1, 0.5 or 2.") from None
    if not Fraction(str(SLOWEST)) <= speed <= Fraction(str(FASTEST)):
        raise CutError(f"--speed {text} is too {'slow' if speed < 1 else 'fast'}: give {SLOWEST:g} to {FASTEST:g}.")
    return speed


def parse_moment(text: str, story: Story, option: str = "--from") -> tuple[int, int | None]:
    """A deal, or a trick of it, as `2` or `2.5`.

    Args:
        option: what it was given for, as an error names it.

    Raises:
        CutError: it is written otherwise, or there is no such trick in the record.
    """
    deals = {deal.deal.number: [each.trick.number for each in deal.tricks] for deal in story.deals}
    there = "; ".join(f"deal {one} has the tricks {_ranges(tricks)}" for one, tricks in deals.items())
    if len(deals) > 1:
        there = f"there are the deals {_ranges([*deals])}"
    match = re.fullmatch(r"(\d{1,4})(?:\.(\d{1,2}))?", text.strip())
    if match is None:
        raise CutError(
            f"{option} {text[:40]!r} is no place in a match: write a deal such as 2, or its trick as 2.5; {there}."
        )
    number, trick = int(match[1]), None if match[2] is None else int(match[2])
    if number not in deals:
        raise CutError(f"{option} {text.strip()}: the record has no deal {number} with times; {there}.")
    if trick is not None and trick not in deals[number]:
        raise CutError(
            f"{option} {text.strip()}: deal {number} has no trick {trick} with times; it has the tricks "
            f"{_ranges(deals[number])}."
        )
    return number, trick


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in words.

    >>> _ranges([1, 2, 3, 4, 7, 9])
    '1 to 4, 7 and 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def span(story: Story, begin: str | None, end: str | None, duration: float) -> tuple[float, float]:
    """Seconds of the film from the beginning of a deal or trick to the end of another.

    Raises:
        CutError: there is no such deal or trick, or the end comes before the beginning.
    """
    start, stop = 0.0, duration
    first = last = None
    if begin is not None:
        number, trick = parse_moment(begin, story)
        first = (number, trick or 0)
        deal = next(d for d in story.deals if d.deal.number == number)
        chosen = deal.tricks[0] if trick is None else next(t for t in deal.tricks if t.trick.number == trick)
        start = max(0.0, (deal.start if trick is None else chosen.start) - LEAD)
    if end is not None:
        number, trick = parse_moment(end, story, "--to")
        last = (number, trick or float("inf"))
        deal = next(d for d in story.deals if d.deal.number == number)
        chosen = deal.tricks[-1] if trick is None else next(t for t in deal.tricks if t.trick.number == trick)
        after = [t.start for t in story.tricks if t.start > chosen.taken]
        stop = min(duration, chosen.taken + TRAIL, *(max(chosen.taken, t - 0.2) for t in after[:1]))
    if stop <= start or (first is not None and last is not None and last < first):
        raise CutError(f"--to {end} ends before --from {begin} begins: turn them round.")
    return start, stop


def plan(
    story: Story,
    theme: Theme,
    tick: Fraction,
    duration: float,
    *,
    begin: float = 0.0,
    end: float | None = None,
    speed: Fraction = Fraction(1),
    tighten: bool = False,
    stills: bool = True,
) -> Cut:
    """Which stretches of a film are shown, and where it stands still.

    Args:
        tick: seconds of a tick of the film's clock.
        duration: seconds of the film.
        begin, end: seconds of the film to show.
        tighten: leave out where nothing is played.
        stills: insert intro card, explained illegal plays and final sheet.
    """
    end = duration if end is None else end
    runs = _lively(story, begin, end) if tighten else [(begin, end)]
    halts = _halts(story, theme) if stills else []
    pieces: list[Piece] = []
    out = 0

    def ticks(seconds: float) -> int:
        return round(Fraction(seconds) / tick)

    def add_run(start: int, stop: int) -> None:
        nonlocal out
        if stop > start:
            length = max(1, round((stop - start) / speed))
            pieces.append(Piece(out, length, start, stop))
            out += length

    def add_still(at: int, still: Still) -> None:
        nonlocal out
        if still.seconds > 0:
            pieces.append(Piece(out, ticks(still.seconds), at, at, still))
            out += ticks(still.seconds)

    if stills and theme.shows("intro"):
        add_still(ticks(runs[0][0]), Still("intro", theme.seconds["intro"]))
    for start, stop in runs:
        here = ticks(start)
        for time, still in halts:
            if start < time < stop:
                add_run(here, ticks(time))
                here = ticks(time)
                add_still(here, still)
        add_run(here, ticks(stop))
    if stills and theme.shows("final"):
        add_still(pieces[-1].stop if pieces else 0, Still("final", theme.seconds["final"]))
    return Cut(tick, speed, tuple(pieces))


def chapters(story: Story, cut: Cut, deal_word: str, trick_word: str, opening: str) -> list[Chapter]:
    """A chapter for each deal and each trick that is shown, in the order of the replay."""
    found: list[Chapter] = []
    taken = 0.0
    for deal in story.deals:
        for index, trick in enumerate(deal.tricks):
            begin = min(deal.start if index == 0 else trick.start, trick.start - BEFORE)
            begin, taken = max(0.0, taken, begin), trick.taken
            at = cut.at_or_after(round(Fraction(begin) / cut.tick))
            title = f"{deal_word} {deal.deal.number} · {trick_word} {trick.trick.number}"
            inside = cut.out_of(round(Fraction(trick.start) / cut.tick)) is not None
            if at is not None and inside and (not found or at > found[-1].start):
                found.append(Chapter(at, title))
    if found and found[0].start > 0:
        if cut.pieces[0].still is not None:
            found.insert(0, Chapter(0, opening))
        else:
            found[0] = Chapter(0, found[0].title)
    return found


def _halts(story: Story, theme: Theme) -> list[tuple[float, Still]]:
    seconds = theme.seconds["freeze"] if theme.shows("illegal") and theme.shows("freeze") else 0.0
    found = []
    for laid, verdict in story.illegal:
        if verdict.certain and seconds:
            found.append((laid.time + AFTER, Still("illegal", seconds, laid)))
    return sorted(found, key=lambda pair: pair[0])


def _lively(story: Story, begin: float, end: float) -> list[tuple[float, float]]:
    """Stretches in which something is played or taken, with a little before and after; the rest is dead time."""
    found: list[list[float]] = []
    moments = sorted(t for trick in story.tricks for t in (*(laid.time for laid in trick.laid), trick.taken))
    for time in moments:
        start, stop = max(begin, time - LEAD), min(end, time + TRAIL)
        if stop <= start:
            continue
        if found and start - found[-1][1] < WORTH:
            found[-1][1] = max(found[-1][1], stop)
        else:
            found.append([start, stop])
    return [(start, stop) for start, stop in found] or [(begin, end)]
