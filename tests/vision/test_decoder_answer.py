"""What the answer says: doubt where cards have no place, and no card left open of which all lines are sure."""

import math
import random
from types import SimpleNamespace

import numpy as np
import pytest
from jassvision.rules.cards import parse_code
from jassvision.rules.options import Rules
from jassvision.rules.seats import playing_order
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.vision.decoder import Decoder
from jassvision.vision.decoder_answer import SURE, DecodedPlay, DecodedTrick, _doubted, _doubted_from, _each_once
from jassvision.vision.observations import Ended, Swept


def sighting(code: str, time: float, probability: float = 0.95) -> SimpleNamespace:
    faces = np.full(36, math.log((1 - probability) / 35))
    faces[parse_code(code)] = math.log(probability)
    return SimpleNamespace(faces=tuple(faces), time=time)


def doubted_from(*seen: SimpleNamespace, used: tuple[str, ...] = (), done: int = 8) -> float:
    beam = SimpleNamespace(laws=SimpleNamespace(tricks=9), table=SimpleNamespace(sightings=list(seen)))
    bits = sum(1 << parse_code(code) for code in used)
    best = SimpleNamespace(done=(None,) * done, extras=tuple(range(len(seen))), used=bits)
    return _doubted_from(beam, best)  # type: ignore[arg-type]


def test_cards_without_a_place_cast_doubt_from_the_first_of_them_on():
    assert doubted_from(sighting("DK", 3.2), sighting("D7", 2.3), sighting("D10", 4.0)) == 2.3


@pytest.mark.parametrize(
    "case",
    [
        {"seen": [sighting("D7", 2.3)]},  # one stray card is usual
        {"seen": [sighting("D7", 2.3), sighting("D7", 5.0)]},  # and may be seen twice
        {"seen": [sighting("D7", 2.3), sighting("DK", 3.2)], "used": ("DK",)},  # it was played later
        {"seen": [sighting("D7", 2.3), sighting("DK", 3.2, 0.4)]},  # nobody can say what it was
        {"seen": [sighting("D7", 2.3), sighting("DK", 3.2)], "done": 9},  # nothing is missing in the deal
    ],
)
def test_what_casts_no_doubt(case):
    assert math.isinf(doubted_from(*case["seen"], used=case.get("used", ()), done=case.get("done", 8)))


def test_doubted_tricks_are_unsure_and_earlier_ones_stay():
    plays = tuple(DecodedPlay(seat, seat, 0.999, ((seat, 0.999),), 5.0 + seat, seat) for seat in range(4))
    trick = DecodedTrick(0, plays, 2, 0.999, 9.5)
    assert _doubted(trick, math.inf) is trick and _doubted(trick, 8.5) is trick
    doubted = _doubted(trick, 6.5)
    assert doubted.unsure and all(play.unsure for play in doubted.plays)
    assert max(play.confidence for play in doubted.plays) < SURE


@pytest.mark.parametrize("seed", [5, 8])
def test_a_card_is_sure_or_what_is_doubted_is_said(seed):
    noise = Noise(0.1, 0.1, 0.05) if seed % 2 else Noise(0.06, 0.03, 0.05, missed=0.03, twice=0.03, sweep_missed=0.05)
    played = random_play(Rules(), random.Random(seed), illegal=1)
    seen = list(observations(played, Rules(), noise, np.random.default_rng(seed)))
    found = Decoder(Rules()).take_all(seen[: {5: 34, 8: 31}[seed]]).deals[0]
    beam_left_open = {5: (3, 1), 8: (4, 0)}[seed]
    trick, seat = beam_left_open
    play = next(play for play in found.tricks[trick].plays if play.seat == seat)
    assert not play.unsure and play.likely[0] == (play.card, play.confidence)
    cards = dict(zip(playing_order(played.tricks[trick][0], 4), played.tricks[trick][1], strict=True))
    assert play.card == cards[seat]


def test_a_card_found_in_two_plays_is_in_neither():
    plays = [DecodedPlay(seat, card, 0.99, ((card, 0.99),), 1.0, seat) for seat, card in enumerate([6, 6, 7])]
    [trick] = _each_once([DecodedTrick(0, tuple(plays), None, 0.0, None)])
    assert [play.card for play in trick.plays] == [None, None, 7]
    assert [play.likely for play in trick.plays] == [((6, 0.495),), ((6, 0.495),), ((7, 0.99),)]


@pytest.mark.parametrize(("tricks", "said"), [((0, 9), False), ((0, 3), True), ((3, 9), True)])
def test_a_part_of_a_deal_may_be_any_part_and_that_is_said(tricks, said):
    played = random_play(Rules(), random.Random(4))
    seen = list(observations(played, Rules(), Noise(0, 0, 0, sweep_flat=0), np.random.default_rng(4)))
    swept = [0, *(number for number, one in enumerate(seen, start=1) if isinstance(one, Swept))]
    decoder = Decoder(Rules(), contracts=[played.contract])
    decoder.take_all([*seen[swept[tricks[0]] : swept[tricks[1]]], Ended(900.0)])
    (deal,) = decoder.answer.deals
    assert any("perhaps the film begins in its midst" in note for note in deal.notes) == said
    assert any(play.unsure for play in deal.plays) == said
