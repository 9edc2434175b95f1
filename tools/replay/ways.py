"""Which card on the table is which play of a record."""

from __future__ import annotations

from typing import Final

import numpy as np
from jassvision.rules.seats import Seat
from jassvision.tools.places import Places, Way
from jassvision.tools.played_facts import Played

NEAR: Final = 0.8
"""Seconds within which a card at rest may be the play of a record: the fastest tables lay one a second."""

LEAST_KNOWN: Final = 0.5
"""Share of the plays whose cards must be known for places to belong to a record."""

MOST_KNOWN: Final = 0.8
"""Share of the plays that have to be known to the hundredth of a second for record and places to be of one look."""

SAME_TIME: Final = 0.011
"""Seconds by which times of one look differ: the notation has hundredths."""

PlayKey = tuple[int, int, Seat]
"""Number of the deal, number of the trick, seat."""


def ways_of_plays(played: Played, places: Places) -> dict[PlayKey, Way]:
    """The way of each play's card that came to rest where somebody saw it.

    Plays and cards at rest are paired by their times, the closest pairs first, none twice.
    """
    plays = _timed(played)
    times = np.array([way.time for way in places.ways])
    pairs: list[tuple[float, int, int]] = []
    for index, (time, _) in enumerate(plays):
        low, high = np.searchsorted(times, [time - NEAR, time + NEAR])
        pairs += [(abs(float(times[i]) - time), index, i) for i in range(int(low), int(high))]
    found: dict[PlayKey, Way] = {}
    taken: set[int] = set()
    for _, index, i in sorted(pairs):
        key = plays[index][1]
        if key not in found and i not in taken:
            found[key] = places.ways[i]
            taken.add(i)
    return found


def belong(played: Played, places: Places) -> bool:
    """Whether places are those of a record: most of its plays have a card that came to rest at their time."""
    return len(ways_of_plays(played, places)) >= LEAST_KNOWN * len(_timed(played))


def same_times(played: Played, places: Places) -> bool:
    """Whether places and a record come from the same look at a film: most plays have the very time of a card."""
    times = np.array([way.time for way in places.ways])
    plays = _timed(played)
    same = sum(bool((np.abs(times - time) <= SAME_TIME).any()) for time, _ in plays)
    return bool(plays) and same >= MOST_KNOWN * len(plays)


def _timed(played: Played) -> list[tuple[float, PlayKey]]:
    return [
        (play.time, (deal.number, trick.number, play.seat))
        for deal in played.deals
        for trick, play in deal.plays
        if play.time is not None
    ]
