"""Contracts and the direction of each trick (rule list section 4)."""

import pytest
from jassvision.rules.contracts import CONTRACTS, parse_contract
from jassvision.rules.errors import InvalidActionError

DIRECTIONS = {
    "O": "uuuuuuuuu",
    "U": "ddddddddd",
    "slalom-up": "ududududu",
    "slalom-down": "dudududud",
    "guschti": "uuuuudddd",
    "mary": "ddddduuuu",
}


@pytest.mark.parametrize("code", DIRECTIONS)
def test_4_direction_of_every_trick(code):
    found = "".join("d" if CONTRACTS[code].order(trick).down else "u" for trick in range(9))
    assert found == DIRECTIONS[code]


@pytest.mark.parametrize("code", DIRECTIONS)
def test_4_values_follow_the_first_direction_for_the_whole_deal(code):
    first = CONTRACTS[code].order(0)
    assert all(CONTRACTS[code].order(trick).points == first.points for trick in range(9))
    assert first.points[0] == (11 if DIRECTIONS[code][0] == "d" else 0)


@pytest.mark.parametrize("code", DIRECTIONS)
def test_1_undenufe_points_old(code):
    worth = CONTRACTS[code].order(3, undenufe_points="old").points
    assert (worth[0], worth[8]) == (0, 11)


@pytest.mark.parametrize("suit", range(4))
def test_4_a_suit_is_trump_in_every_trick(suit):
    contract = CONTRACTS["DHSC"[suit]]
    assert {contract.order(trick).trump for trick in range(9)} == {suit}


@pytest.mark.parametrize("text", ["", "h", "obenabe", "OU"])
def test_unknown_contracts_are_refused_with_those_there_are(text):
    with pytest.raises(InvalidActionError, match="choose one of D, H, S, C, O, U"):
        parse_contract(text)
