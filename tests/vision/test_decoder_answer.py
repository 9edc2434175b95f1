"""What the answer says of its own numbering: cards without a place cast doubt on all that follows them."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from jassvision.rules.cards import parse_code
from jassvision.vision.decoder_answer import SURE, DecodedPlay, DecodedTrick, _doubted, _doubted_from


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
