"""A scripted game for tests and pages: what clear eyes would tell of deals played at random, without a camera."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import next_seat
from jassvision.tools.bench_decoder import Noise, Played, observations, random_play
from jassvision.tools.live.opening import Opened, Setup, open_session
from jassvision.vision.observations import Observation, SeenCard, Swept

NAMES = {"north": "Anna", "west": "Beat", "south": "Chiara", "east": "Dario"}
CLEAR = Noise(0, 0, 0, sweep_flat=0)


@dataclass(frozen=True)
class ScriptedDeal:
    """A deal, and what is seen of it in order."""

    played: Played
    seen: tuple[Observation, ...]

    @property
    def end(self) -> float:
        """When all is over."""
        last = self.seen[-1]
        return last.time_last if isinstance(last, Swept) else last.time


def scripted_deals(
    count: int = 2, seed: int = 5, illegal: int = 0, noise: Noise = CLEAR, rules: Rules | None = None
) -> list[ScriptedDeal]:
    """Some deals one after the other; tracks and times run on."""
    rules = rules or load_rules("swisslos_2500")
    chance, numbers = random.Random(seed), np.random.default_rng(seed)
    found, start, track, dealer = [], 1.0, 0, 0
    for _ in range(count):
        played = random_play(rules, chance, dealer=dealer, illegal=illegal)
        seen = tuple(
            _placed(o, i) for i, o in enumerate(observations(played, rules, noise, numbers, start=start, track=track))
        )
        found.append(ScriptedDeal(played, seen))
        track = max(o.track for o in seen if isinstance(o, SeenCard)) + 1
        start, dealer = found[-1].end + 8.0, next_seat(dealer, rules.players, rules.direction)
    return found


def _placed(seen: Observation, number: int) -> Observation:
    """A card with corners, so that there is something to draw."""
    if not isinstance(seen, SeenCard):
        return seen
    middle = np.array([640, 360]) + np.array([(0, -90), (-130, 0), (0, 90), (130, 0)])[number % 4]
    box = np.array([(-34, -53), (34, -53), (34, 53), (-34, 53)], float)
    return replace(seen, corners=middle + box)


def all_seen(deals: list[ScriptedDeal]) -> Iterator[Observation]:
    """What is seen of all deals."""
    for deal in deals:
        yield from deal.seen


def opened(path: Path, **wishes: object) -> Opened:
    """A session on a record, by the rules of the tests unless others are wished."""
    wishes.setdefault("rules", load_rules("swisslos_2500"))
    wishes.setdefault("names", NAMES)
    return open_session(path, Setup(**wishes), "script")  # type: ignore[arg-type]
