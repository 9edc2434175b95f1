"""Hands laid down at once, told from tricks by where the cards lie and how they follow each other."""

import numpy as np
import pytest
from jassvision.vision.decoder_claims import laid_at_once
from jassvision.vision.observations import SeenCard

FAR, NEAR = 0.16, 0.07
WAYS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))


def card(track, seat, time, distance, sure=0.99):
    seats = tuple(float(np.log(sure if s == seat else (1 - sure) / 3)) for s in range(4))
    place = (WAYS[seat][0] * distance, WAYS[seat][1] * distance)
    return SeenCard(track, time, seats, np.full(36, -np.log(36)), np.zeros((4, 2)), place, 3)


PLAYS = [card(n, n % 4, float(n), NEAR) for n in range(12)]


def laid(order, distance, step=0.3, sure=0.99):
    return [card(100 + n, seat, 20 + step * n, distance, sure) for n, seat in enumerate(order)]


def test_hand_after_hand_far_out_is_a_claim_by_who_laid_first():
    first = laid_at_once(laid([2, 1, 1, 0, 0, 3], FAR), PLAYS, 4)
    assert first is not None and first.track == 100


@pytest.mark.parametrize(
    "cards",
    [
        laid([2, 1, 1, 0, 0, 3], NEAR),  # where everybody plays
        laid([2, 1, 0, 3], FAR),  # no more than a trick
        laid([2, 1, 0, 3, 2, 1, 0, 3], FAR),  # two tricks whose sweep was not seen
        laid([2, 1, 1, 0, 0, 3], FAR, step=2.0),  # too slow for a hand laid down
        laid([2, 1, 1, 1, 0, 3], FAR),  # only one hand: a Weis, or a card seen as several
        laid([2, 1, 1, 0, 0, 3], FAR, sure=0.6),  # nobody knows whose they are
    ],
)
def test_what_is_no_claim(cards):
    assert laid_at_once(cards, PLAYS, 4) is None


def test_before_any_trick_nothing_tells_how_far_out_is_far():
    assert laid_at_once(laid([2, 1, 1, 0, 0, 3], FAR), [], 4) is None
