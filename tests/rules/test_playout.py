"""Random playouts: legal to the last card and scored as a deal scores them."""

import random
from dataclasses import replace

import pytest
from jassvision.rules.actions import Name
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.errors import InvalidActionError
from jassvision.rules.games import deal_for
from jassvision.rules.options import Rules
from jassvision.rules.playout import play_out

RULES = Rules(weis="none", stoeck=False, contracts=tuple(CONTRACTS))


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("rules", [RULES, replace(RULES, direction="clockwise", all_trumps="must_beat")])
def test_a_playout_is_a_legal_deal_with_the_same_points(contract, rules):
    rng = random.Random(len(contract))
    for dealer in range(4):
        hands = shuffled_hands(rules, rng)
        deal = deal_for(rules, dealer, hands)
        found = play_out(hands, CONTRACTS[contract], deal.forehand, rules, rng)
        deal.push(Name(deal.forehand, contract))
        for card in found.cards:
            deal.play(card)
        assert deal.is_over
        assert found.winners == tuple(trick.winner for trick in deal.tricks)
        for seat in range(4):
            entries = [e for e in deal.entries if e.seat == seat and e.kind in ("trick", "last_trick")]
            assert found.points[seat] == sum(entry.raw for entry in entries)
        assert sum(found.points) == 157


def test_a_playout_goes_on_from_the_middle_of_a_trick():
    rng = random.Random(3)
    hands = shuffled_hands(RULES, rng)
    deal = deal_for(RULES, 0, hands)
    deal.push(Name(3, "guschti"))
    for _ in range(22):
        deal.play(rng.choice(list(deal.legal)))
    found = play_out(
        deal.hands, CONTRACTS["guschti"], deal.leader, RULES, rng, trick=deal.trick, number=len(deal.tricks)
    )
    assert found.cards[:2] == deal.trick
    for card in found.cards[2:]:
        deal.play(card)
    assert deal.is_over
    assert found.winners == tuple(trick.winner for trick in deal.tricks[5:])


def test_nothing_left_scores_nothing():
    assert play_out((0, 0, 0, 0), CONTRACTS["H"], 0, RULES, random.Random(1)).points == (0, 0, 0, 0)


def test_chance_comes_from_the_given_source_only():
    hands = shuffled_hands(RULES, random.Random(1))
    first, second = (play_out(hands, CONTRACTS["S"], 1, RULES, random.Random(8)) for _ in range(2))
    assert first == second


def test_hands_that_are_not_of_one_deal_are_refused():
    with pytest.raises(InvalidActionError, match="not those of one deal"):
        play_out([1, 0, 0, 0], CONTRACTS["H"], 0, Rules(), random.Random(1))
