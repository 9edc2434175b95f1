"""Cards and sets: codes there and back, suits and ranks, errors (rule list section 1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jassvision.rules.cards import (
    CARDS,
    CODES,
    PACK_32,
    PACK_36,
    RANK_CODES,
    RANK_SETS,
    SUIT_LETTERS,
    SUIT_SETS,
    card_of,
    card_set,
    cards_in,
    code,
    codes,
    parse_code,
    rank_of,
    suit_of,
)
from jassvision.rules.errors import DuplicateCardError, InvalidCardError, JassError


def test_1_a_pack_is_four_suits_of_nine_ranks():
    assert len(CARDS) == len(set(CODES)) == PACK_36.bit_count() == 36
    assert [SUIT_LETTERS[suit_of(c)] + RANK_CODES[rank_of(c)] for c in CARDS] == list(CODES)
    assert sum(SUIT_SETS) == sum(RANK_SETS) == PACK_36


def test_1_the_pack_of_32_drops_the_sixes():
    assert set(codes(PACK_36)) - set(codes(PACK_32)) == {"D6", "H6", "S6", "C6"}


@pytest.mark.parametrize("card", CARDS)
def test_codes_go_there_and_back(card):
    assert parse_code(code(card)) == card
    assert card_of(suit_of(card), rank_of(card)) == card


@pytest.mark.parametrize("text", ["", "S", "10", "s10", "S1", "S10 ", "X6", "10S", "S2", "??"])
def test_what_is_no_code_is_refused_with_an_example(text):
    with pytest.raises(InvalidCardError, match="is no card") as caught:
        parse_code(text)
    assert isinstance(caught.value, JassError)
    assert isinstance(caught.value, ValueError)


def test_a_set_takes_cards_and_codes():
    assert card_set(["S10", parse_code("HA")]) == 1 << parse_code("S10") | 1 << parse_code("HA")


def test_a_card_twice_is_refused_by_name():
    with pytest.raises(DuplicateCardError, match="S10 is there twice"):
        card_set(["S10", "HA", "S10"])


@pytest.mark.parametrize("number", [-1, 36])
def test_numbers_beyond_the_pack_are_refused(number):
    with pytest.raises(InvalidCardError, match="0 to 35"):
        card_set([number])


@given(st.integers(0, PACK_36))
def test_sets_and_lists_are_the_same_cards(cards):
    listed = list(cards_in(cards))
    assert listed == sorted(listed)
    assert card_set(listed) == card_set(codes(cards)) == cards


@pytest.mark.parametrize("number", [-1, 1 << 36, 1 << 40])
def test_what_is_no_set_has_no_codes(number):
    with pytest.raises(InvalidCardError, match="is no set of cards"):
        codes(number)
