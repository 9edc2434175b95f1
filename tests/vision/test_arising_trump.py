"""Molotow and Mittlere: which course of trump fits what was played, against deals that the rules engine plays."""

from __future__ import annotations

import random

import numpy as np
import pytest
from jassvision.rules.cards import EMPTY, SUIT_SETS, card_set, parse_code, suit_of
from jassvision.rules.deal import Deal
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.tools.bench_decoder import Noise, Played, observations
from jassvision.vision.arising_trump import IMPOSSIBLE, ArisingLaws, laws_of
from jassvision.vision.contract_posterior import ILLEGAL, UNKNOWN, contract_posterior
from jassvision.vision.decoder import Decoder
from jassvision.vision.observations import Ended

PRESETS = ("molotow", "molotow_3", "molotow_5", "mittlere")


def played(name: str, seed: int) -> Deal:
    rng = random.Random(seed)
    deal = shuffled_deal(load_rules(name), rng)
    while not deal.is_over:
        deal.push(rng.choice(list(deal.actions())))
    return deal


def course(deal: Deal) -> str:
    """The suit that became trump and the trick in which it did."""
    for number, trick in enumerate(deal.tricks):
        for card in trick.cards:
            if suit_of(card) != suit_of(trick.cards[0]):
                return f"{'DHSC'[suit_of(card)]}{number}"
    return "-"


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", PRESETS)
def test_only_the_course_that_trump_took_fits(name: str, seed: int) -> None:
    deal = played(name, seed)
    laws = ArisingLaws(deal.rules)
    weights = [sum(laws.fits(c, n, t.cards) for n, t in enumerate(deal.tricks)) for c in range(len(laws.codes))]
    assert [code for code, weight in zip(laws.codes, weights, strict=True) if weight == 0.0] == [course(deal)]
    right = laws.codes.index(course(deal))
    turns = [laws.turns[trick.leader] for trick in deal.tricks]
    found = [turn[laws.winner(right, n, t.cards)] for n, (turn, t) in enumerate(zip(turns, deal.tricks, strict=True))]
    assert found == [trick.winner for trick in deal.tricks]


def test_a_card_that_makes_trump_is_of_somebody_who_cannot_follow() -> None:
    laws = ArisingLaws(load_rules("molotow"))
    trick = tuple(map(parse_code, ("HA", "H6", "C9", "D7")))
    clubs, later = laws.codes.index("C0"), laws.codes.index("C3")
    assert laws.winner(clubs, 0, trick) == 2
    assert laws.winner(later, 0, trick) == 0
    hearts = SUIT_SETS[suit_of(parse_code("HA"))]
    assert [laws.barred(clubs, 0, trick, place) for place in range(3)] == [EMPTY, EMPTY, hearts]
    assert laws.barred(later, 0, trick, 2) == hearts, "before trump arises suits are followed strictly"
    assert hearts & laws.barred(clubs, 0, trick, 3) == hearts
    assert (laws.fits(clubs, 0, trick), laws.fits(later, 0, trick)) == (0.0, ILLEGAL)
    assert laws.fits(laws.codes.index("D0"), 0, trick) == IMPOSSIBLE
    assert laws.fits(clubs, 0, card_order("HA H6 H9 HK")) == IMPOSSIBLE


def test_unread_cards_leave_open_what_is_trump() -> None:
    laws = ArisingLaws(load_rules("molotow"))
    trick = (parse_code("HA"), None, parse_code("C9"), parse_code("H7"))
    assert laws.fits(laws.codes.index("D0"), 0, trick) == 0.0, "the unread card may have been a diamond"
    assert laws.fits(laws.codes.index("D0"), 0, (None, *trick[1:])) == 0.0
    assert laws.barred(laws.codes.index("D0"), 0, (None, *trick[1:]), 2) == EMPTY


def test_no_contract_is_told() -> None:
    laws = laws_of(load_rules("molotow"))
    assert set(laws.told) == {UNKNOWN}
    assert laws_of(Rules()).told == Rules().contracts
    assert contract_posterior(load_rules("molotow"), [(3, parse_code("HA"))]) == {UNKNOWN: 1.0}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", PRESETS)
def test_bad_readings_are_put_right_or_unsure(name: str, seed: int) -> None:
    deal = played(name, seed)
    tricks = tuple((trick.leader, trick.cards, trick.winner) for trick in deal.tricks)
    decoder = Decoder(deal.rules)
    eyes = Noise(wrong=0.0, flat=0.03, seat_wrong=0.03)
    decoder.take_all(observations(Played(deal.dealer, "", tricks), deal.rules, eyes, np.random.default_rng(seed)))
    decoder.take(Ended(1000.0, (), ""))
    (found,) = decoder.answer.deals
    cards = [card for trick in deal.tricks for card in trick.cards]
    assert [p for p, card in zip(found.plays, cards, strict=True) if p.card != card and not p.unsure] == []
    assert sum(play.unsure for play in found.plays) <= 6
    assert [t.winner for t in found.tricks if not t.unsure] == [
        trick.winner for trick, t in zip(deal.tricks, found.tricks, strict=True) if not t.unsure
    ]
    assert (found.contract, set(found.contracts)) == (UNKNOWN, {UNKNOWN})


def card_order(text: str) -> tuple[int, ...]:
    cards = tuple(map(parse_code, text.split()))
    assert card_set(text.split()).bit_count() == len(cards)
    return cards
