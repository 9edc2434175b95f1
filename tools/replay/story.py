"""What a replay tells and when: the plays, tricks, points, Weis and illegal plays of a record along the film's time."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from jassvision.rules.seats import Seat
from jassvision.tools.played_facts import Gain, Illegal, Played, PlayedCard, PlayedDeal, PlayedTrick

AFTERGLOW: Final = 3.2
"""Seconds for which a taken trick stays on the screen, unless the next one begins before."""

SHORTEST: Final = 1.2
"""Seconds for which a taken trick stays at least, whatever comes next."""

GAP: Final = 0.6
"""Seconds between two plays of a trick where the times of both are not known."""


@dataclass(frozen=True, eq=False)
class Laid:
    """A play on the screen.

    Attributes:
        time: when it came to rest, or must have.
        illegal: the verdict on it, None when it is clean.
    """

    deal: int
    trick: int
    play: PlayedCard
    time: float
    illegal: Illegal | None

    @property
    def seat(self) -> Seat:
        """Who played."""
        return self.play.seat


@dataclass(frozen=True, eq=False)
class TrickStory:
    """A trick along the time.

    Attributes:
        start: when its first card lay.
        taken: when it was taken away.
        gone: when it leaves the screen.
    """

    deal: PlayedDeal
    trick: PlayedTrick
    laid: tuple[Laid, ...]
    start: float
    taken: float
    gone: float


@dataclass(frozen=True)
class ScoreStep:
    """The score from a time on.

    Attributes:
        gained: what each side has just got.
        totals: what each side has.
    """

    time: float
    gained: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True)
class MeldStory:
    """A Weis or Stöck that is shown from a time on."""

    time: float
    deal: int
    gain: Gain


@dataclass(frozen=True, eq=False)
class DealStory:
    """A deal along the time."""

    deal: PlayedDeal
    start: float
    end: float
    tricks: tuple[TrickStory, ...]


class Story:
    """A match along the film's time.

    Attributes:
        deals: the deals that have times.
        tricks: all tricks of them with plays, in the order of time.
        steps: the running score, the first at time 0.
        melds: Weis and Stöck.
        illegal: illegal plays, certain and possible, with the play.
    """

    def __init__(self, played: Played) -> None:
        self.played = played
        self.deals = _deals(played)
        self.tricks = tuple(trick for deal in self.deals for trick in deal.tricks)
        self.steps = _steps(played, self.deals)
        self.melds = _melds(self.deals)
        self.illegal = tuple(
            (laid, laid.illegal) for trick in self.tricks for laid in trick.laid if laid.illegal is not None
        )
        self._starts = [trick.start for trick in self.tricks]
        self._step_times = [step.time for step in self.steps]
        self._deal_starts = [deal.start for deal in self.deals]

    def trick_at(self, time: float) -> TrickStory | None:
        """The trick that is on the screen."""
        index = bisect_right(self._starts, time) - 1
        if index < 0 or time >= self.tricks[index].gone:
            return None
        return self.tricks[index]

    def step_at(self, time: float) -> tuple[ScoreStep, ScoreStep]:
        """The score of a moment, and the one before it."""
        index = max(0, bisect_right(self._step_times, time) - 1)
        return self.steps[index], self.steps[max(0, index - 1)]

    def deal_at(self, time: float) -> DealStory | None:
        """The deal that is played, or was played last."""
        index = bisect_right(self._deal_starts, time) - 1
        return self.deals[index] if index >= 0 else (self.deals[0] if self.deals else None)

    def meld_at(self, time: float, seconds: float) -> tuple[MeldStory, float] | None:
        """The Weis or Stöck that is shown, and for how long already; several at once take turns."""
        begin = -1e9
        found = None
        for meld in self.melds:
            begin = max(meld.time, begin + seconds)
            if begin <= time < begin + seconds:
                found = (meld, time - begin)
        return found


def _deals(played: Played) -> tuple[DealStory, ...]:
    found: list[DealStory] = []
    for deal in played.deals:
        tricks = _tricks(deal)
        if not tricks:
            continue
        start = tricks[0].start if deal.start is None else min(deal.start, tricks[0].start)
        end = max(tricks[-1].taken, deal.end or 0.0)
        found.append(DealStory(deal, start, end, tricks))
    return tuple(found)


def _tricks(deal: PlayedDeal) -> tuple[TrickStory, ...]:
    """The tricks of a deal that are seen at all; plays without a time get one between their neighbours."""
    timed: list[tuple[PlayedTrick, list[float], float]] = []
    clock = deal.start or 0.0
    for trick in deal.tricks:
        if not any(play.time is not None for play in trick.plays):
            continue
        times = _filled([play.time for play in trick.plays], clock)
        taken = max(trick.swept if trick.swept is not None else times[-1] + 1.0, times[-1] + 0.2)
        timed.append((trick, times, taken))
        clock = taken
    found = []
    for index, (trick, times, taken) in enumerate(timed):
        after = timed[index + 1][1][0] if index + 1 < len(timed) else float("inf")
        laid = tuple(
            Laid(deal.number, trick.number, play, time, deal.illegal_at(trick.number, play.seat))
            for play, time in zip(trick.plays, times, strict=True)
        )
        gone = min(after, taken + AFTERGLOW) if after - taken > SHORTEST else after
        found.append(TrickStory(deal, trick, laid, times[0], taken, gone))
    return tuple(found)


def _filled(times: list[float | None], clock: float) -> list[float]:
    """Times without gaps that never run backwards."""
    found: list[float] = []
    for index, time in enumerate(times):
        before = found[-1] if found else None
        if time is None:
            later = next(((k, t) for k, t in enumerate(times[index:]) if t is not None), None)
            if before is None:
                assert later is not None
                time = max(clock, later[1] - GAP * later[0])
            elif later is None:
                time = before + GAP
            else:
                time = before + (later[1] - before) / (later[0] + 1)
        found.append(time if before is None else max(time, before))
    return found


def _steps(played: Played, deals: tuple[DealStory, ...]) -> tuple[ScoreStep, ...]:
    """The running score; what is scored within the same moment is one step."""
    sides = played.rules.sides
    first = deals[0].deal.before if deals else (0,) * sides
    steps = [ScoreStep(0.0, (0,) * sides, tuple(first))]
    for story in deals:
        totals = list(story.deal.before)
        if tuple(totals) != steps[-1].totals:  # deals without times lie between
            steps.append(ScoreStep(story.start, (0,) * sides, tuple(totals)))
        ends = {trick.trick.number: trick.taken for trick in story.tricks}
        dated = []
        for gain in story.deal.gains:
            time = gain.time if gain.time is not None else ends.get(gain.trick or 0, story.end)
            dated.append((time, gain))
        for time, gain in sorted(dated, key=lambda pair: pair[0]):
            totals[gain.side] += gain.points
            gained = [0] * sides
            gained[gain.side] = gain.points
            last = steps[-1]
            if time - last.time < 0.05 and any(last.gained):
                gained = [a + b for a, b in zip(last.gained, gained, strict=True)]
                steps[-1] = ScoreStep(last.time, tuple(gained), tuple(totals))
            else:
                steps.append(ScoreStep(max(time, last.time), tuple(gained), tuple(totals)))
    return tuple(steps)


def _melds(deals: tuple[DealStory, ...]) -> tuple[MeldStory, ...]:
    found = []
    for story in deals:
        for gain in story.deal.melds:
            time = gain.time
            if time is None:
                time = story.tricks[0].taken if gain.trick in (None, 1) else story.end
            found.append(MeldStory(time, story.deal.number, gain))
    return tuple(sorted(found, key=lambda meld: meld.time))
