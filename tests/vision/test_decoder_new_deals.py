"""When a deal is over and the next begins: dealing takes its time."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from jassvision.rules.cards import Card, rank_of, suit_of
from jassvision.rules.preset import load_rules
from jassvision.tools.bench_decoder import Noise, Played, judged, observations, random_play
from jassvision.vision.decoder import Decoded, Decoder
from jassvision.vision.observations import Ended, Observation, SeenCard, Swept

LUZERN = load_rules("luzern")
CLEAR = Noise(wrong=0.0, flat=0.0, seat_wrong=0.0, sweep_flat=0.0)


def mixed_up(played: Played) -> tuple[Card, Card] | None:
    """A card of the last trick and an earlier neighbour of it that may be read as this one."""
    for last in played.tricks[-1][1]:
        for _, cards, _ in played.tricks[4:-2]:
            for card in cards:
                if suit_of(card) == suit_of(last) and abs(rank_of(card) - rank_of(last)) == 1:
                    return last, card
    return None


def with_a_trick_that_never_was(played: Played, seed: int) -> list[Observation]:
    """What eyes see that take two cards turned up on piles for plays, and read a card as one that is played last."""
    last, wrong = mixed_up(played) or (0, 0)
    seen = list(observations(played, LUZERN, CLEAR, np.random.default_rng(seed)))
    misread = np.full(36, 1e-6)
    misread[last], misread[wrong] = 0.9993, 0.0004
    ghost = np.log(np.random.default_rng(seed).dirichlet(np.full(36, 2.0)))
    found: list[Observation] = []
    swept = 0
    for one in seen:
        if isinstance(one, SeenCard) and int(np.argmax(one.face_logp)) == wrong:
            one = replace(one, face_logp=np.log(misread / misread.sum()))
        if isinstance(one, Swept):
            swept += 1
            if swept == 2:
                for seat in (0, 1):
                    by = (-0.2, -1.7) if seat == 0 else (-1.7, -0.2)
                    found.append(SeenCard(900 + seat, one.time_first - 0.3, by, ghost, np.zeros((4, 2)), (0.0, 0.0), 2))
        found.append(one)
    return found


def decoded(seen: list[Observation]) -> Decoded:
    decoder = Decoder(LUZERN)
    decoder.take_all(seen)
    decoder.take(Ended(1000.0, (), ""))
    return decoder.answer


@pytest.mark.parametrize("seed", [seed for seed in range(14) if mixed_up(random_play(LUZERN, random.Random(seed)))][:6])
def test_no_new_deal_begins_at_once_after_one_with_a_trick_that_nobody_read(seed: int) -> None:
    played = random_play(LUZERN, random.Random(seed))
    answer = decoded(with_a_trick_that_never_was(played, seed))
    assert len(answer.deals) == 1
    assert not judged(answer.deals[0], played, LUZERN)["silent"]
