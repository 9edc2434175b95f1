"""Decoding while somebody waits: bounded work for each thing seen, the same answer in the end, little memory."""

import random

import numpy as np
import pytest
from jassvision.rules.options import Rules
from jassvision.rules.seats import next_seat
from jassvision.tools.bench_decoder import Noise, judged, observations, random_play
from jassvision.vision.decoder import AWAKE, Decoder
from jassvision.vision.decoder_beam import PATIENCE
from jassvision.vision.observations import Ended, Reread, SeenCard

RULES = Rules()
MESSY = Noise(0.06, 0.03, 0.05, missed=0.03, twice=0.03, sweep_missed=0.05)
CLEAR = Noise(0, 0, 0, sweep_flat=0)


def messy_deal(seed):
    played = random_play(RULES, random.Random(seed), illegal=1)
    return list(observations(played, RULES, MESSY, np.random.default_rng(seed)))


def told(decoded):
    return [[(p.seat, p.card, p.unsure) for p in deal.plays] for deal in decoded.deals]


@pytest.mark.parametrize("seed", [3, 8])
def test_work_is_bounded_and_the_end_is_the_same(seed):
    seen = messy_deal(seed)
    decoder = Decoder(RULES, online=True)
    spent, most = 0, 0
    for event in seen:
        decoder.take(event)
        assert decoder.answer.deals[0].plays
        now = sum(deal.beam._work for deal in decoder._deals)
        spent, most = now, max(most, now - spent)
    thorough = Decoder(RULES)
    wanted = thorough.take_all([*seen, Ended(1e4)])
    # A step is never broken off, so the last one may go beyond what was left.
    assert most < 6 * PATIENCE
    assert told(decoder.take_all([Ended(1e4)])) == told(wanted)


def test_what_was_put_off_is_done_when_there_is_time():
    seen = messy_deal(8)
    decoder = Decoder(RULES, online=True)
    decoder.take_all(seen)
    rounds = 0
    while decoder.think():
        rounds += 1
        assert rounds < 100
    assert not any(deal.beam.is_behind for deal in decoder._deals if deal.closed)
    assert not Decoder(RULES).think()


def test_lines_of_old_deals_are_forgotten_and_found_again():
    rng, dealer, seen, deals = np.random.default_rng(1), 0, [], []
    for number in range(4):
        played = random_play(RULES, random.Random(number), dealer=dealer)
        deals.append(played)
        dealer = next_seat(dealer, RULES.players, RULES.direction)
        seen += observations(played, RULES, CLEAR, rng, start=200.0 * number, track=100 * number)
    decoder = Decoder(RULES)
    answer = decoder.take_all(seen)
    held = [sum(len(step.kept.lines) for step in deal.beam.steps) for deal in decoder._deals]
    assert held[:-AWAKE] == [0, 0] and all(held[-AWAKE:])
    assert all(judged(deal, played, RULES)["exact"] for deal, played in zip(answer.deals, deals, strict=True))
    late = next(o for o in seen if isinstance(o, SeenCard))
    decoder.take(Reread(late.track, 900.0, late.face_logp))
    decoder.set_contract(0, deals[0].contract)
    assert judged(decoder.answer.deals[0], deals[0], RULES)["exact"]
