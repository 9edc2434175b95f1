"""A film in which play goes round the other way than the rules say is not taken in silence."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.vision.decoder import Decoder
from jassvision.vision.decoder_answer import DecodedDeal
from jassvision.vision.observations import Ended

RIGHT = load_rules("swisslos_2500")


def decoded(played_by: Rules, decoded_by: Rules, noise: Noise, seed: int = 1) -> DecodedDeal:
    played = random_play(played_by, random.Random(seed))
    decoder = Decoder(decoded_by)
    decoder.take_all(observations(played, played_by, noise, np.random.default_rng(seed)))
    decoder.take(Ended(1000.0, (), ""))
    (deal,) = decoder.answer.deals
    return deal


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("said", "done"), (("anticlockwise", "clockwise"), ("clockwise", "anticlockwise")))
def test_the_other_direction_is_said(said: str, done: str, seed: int) -> None:
    deal = decoded(replace(RIGHT, direction=done), replace(RIGHT, direction=said), Noise(), seed)
    assert any(f"did not come round the table {said}" in note and "mirror" in note for note in deal.notes)
    assert all(play.unsure for play in deal.plays)


@pytest.mark.parametrize("noise", (Noise(), Noise(seat_wrong=0.2), Noise(seats_flat=True), Noise(tricks_missed=0.1)))
@pytest.mark.parametrize("direction", ("anticlockwise", "clockwise"))
def test_the_right_direction_is_not_doubted(direction: str, noise: Noise) -> None:
    rules = replace(RIGHT, direction=direction)
    deal = decoded(rules, rules, noise)
    assert not any("round the table" in note for note in deal.notes)


def test_two_players_have_no_direction() -> None:
    rules = load_rules("sidi")
    deal = decoded(replace(rules, direction="clockwise"), rules, Noise())
    assert not any("round the table" in note for note in deal.notes)
