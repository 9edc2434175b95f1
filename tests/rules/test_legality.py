"""Which card is legal and which rule a card breaks (rule list section 2, whose paragraphs name the tests)."""

import importlib.util
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jassvision.rules.cards import CARDS, CODES, card_set, codes, parse_code
from jassvision.rules.legality import LegalCards, explain, legal_cards
from jassvision.rules.options import Rules
from jassvision.rules.orders import order_of
from jassvision.tools.bench_rules import random_positions
from jassvision.tools.bench_schieber import legal_sets

BARRED = Rules()
VOID_OK = replace(BARRED, undertrump="void_ok")
MUST_BEAT = replace(BARRED, all_trumps="must_beat")
BOTH = replace(VOID_OK, all_trumps="must_beat")


def order(contract):
    """The order of a one-letter contract."""
    return order_of("DHSC".find(contract) if contract in "DHSC" else None, down=contract == "U")


def legal(hand, table, contract, rules=BARRED):
    """The legal cards as codes."""
    trick = [parse_code(text) for text in table.split()]
    return set(codes(legal_cards(card_set(hand.split()), trick, order(contract), rules)))


CASES = [
    # name, contract, table, hand, legal cards, rules
    ("2_1_leader_plays_anything", "H", "", "SA HJ C6", "SA HJ C6", BARRED),
    ("2_2_trump_led_is_followed", "H", "H10", "H7 SA C6", "H7", BARRED),
    ("2_2_puur_alone_need_not_be_played", "H", "H6 H8", "SA SK HJ C6", "SA SK HJ C6", BARRED),
    ("2_2_puur_with_another_trump", "H", "H10", "HJ H7 SA", "HJ H7", BARRED),
    ("2_2_void_of_trump", "H", "H10", "S7 SA C6", "S7 SA C6", BARRED),
    ("2_2_lower_trump_on_trump_is_no_undertrumping", "H", "HA HJ", "H6 H7 SA", "H6 H7", BARRED),
    ("2_3_follow_or_trump", "H", "S10", "SA SK HJ C6", "SA SK HJ", BARRED),
    ("2_3_void_plays_anything", "H", "DA DK D10", "SA SK HJ C6 C7", "SA SK HJ C6 C7", BARRED),
    ("2_3_only_trump_is_puur", "H", "S7", "HJ SA S6", "HJ SA S6", BARRED),
    ("2_4_void_undertrump_barred", "D", "C6 DJ D10", "DA D9 D6 S10", "S10", BARRED),
    ("2_4_two_trumps_second_higher", "D", "CJ D8 DK", "DA DQ D9 D7 S9", "DA D9 S9", BARRED),
    ("2_4_two_trumps_first_higher", "D", "CJ DK D8", "DA DQ D9 D7 S9", "DA D9 S9", BARRED),
    ("2_4_holder_of_the_suit_may_beat", "S", "HK S8 SQ", "SA SK S7 H6 H8 C6", "SA SK H6 H8", BARRED),
    ("2_4_holder_of_the_suit_with_lower_trumps", "S", "HK SJ", "SA S7 H6 C6", "H6", BARRED),
    ("2_4_void_ok_void_may_undertrump", "H", "S7 HK", "H6 HA C8", "H6 HA C8", VOID_OK),
    ("2_4_void_ok_holder_may_not", "H", "S7 HK", "H6 HA S8", "HA S8", VOID_OK),
    ("2_5_trumps_only_free", "H", "D6 HQ", "H6 HA", "H6 HA", BARRED),
    ("2_5_trumps_only_free_void_ok", "H", "D6 HQ", "H6 HA", "H6 HA", VOID_OK),
    ("2_5_must_beat", "H", "D6 HQ", "H6 HA", "HA", MUST_BEAT),
    ("2_5_must_beat_void_ok", "H", "D6 HQ", "H6 HA", "HA", BOTH),
    ("2_5_must_beat_cannot", "H", "D6 HJ", "H6 HA", "H6 HA", MUST_BEAT),
    ("2_5_must_beat_before_any_trump", "H", "D6 DA", "H6 HA", "H6 HA", MUST_BEAT),
    ("2_5_must_beat_leads_freely", "H", "", "H6 HA", "H6 HA", MUST_BEAT),
    ("2_6_no_duty_to_trump", "H", "S7", "HA C6", "HA C6", BARRED),
    ("2_6_no_duty_to_overtrump", "H", "S7 H8", "HA C6", "HA C6", BARRED),
    ("2_7_obenabe_follows", "O", "SQ", "SA SK H7", "SA SK", BARRED),
    ("2_7_obenabe_void", "O", "SQ", "DA H7", "DA H7", BARRED),
    ("2_7_undenufe_follows", "U", "C6", "CA C7 SJ", "CA C7", BARRED),
    ("2_7_undenufe_void", "U", "C6", "SA H7", "SA H7", BARRED),
    ("2_7_no_puur_without_trump", "O", "SQ", "SJ H7", "SJ", BARRED),
]


@pytest.mark.parametrize(
    ("contract", "table", "hand", "expected", "rules"), [row[1:] for row in CASES], ids=[row[0] for row in CASES]
)
def test_rule(contract, table, hand, expected, rules):
    assert legal(hand, table, contract, rules) == set(expected.split())


BROKEN = [
    # name, contract, table, hand, card played, rule, words of the reason, rules
    ("2_2", "H", "H10", "H7 SA", "SA", "2.2", "trump was led", BARRED),
    ("2_3", "H", "S10", "SA HJ C6", "C6", "2.3", "followed or trumped", BARRED),
    ("2_3_even_when_trumped", "H", "S10 H8", "SA HJ C6", "C6", "2.3", "followed or trumped", BARRED),
    ("2_4_void", "D", "C6 DJ D10", "DA D6 S10", "DA", "2.4", "lower than the DJ", BARRED),
    ("2_4_highest_not_last", "D", "C6 DK D10", "DQ D9 S10", "DQ", "2.4", "lower than the DK", BARRED),
    ("2_4_holder", "H", "S7 HK", "H6 HA S8", "H6", "2.4", "lower than the HK", VOID_OK),
    ("2_5", "H", "D6 HQ", "H6 HA", "H6", "2.5", "trumps only", MUST_BEAT),
    ("2_7", "U", "C6", "C7 SA", "SA", "2.7", "without trump", BARRED),
]


@pytest.mark.parametrize(
    ("contract", "table", "hand", "card", "rule", "words", "rules"),
    [row[1:] for row in BROKEN],
    ids=[row[0] for row in BROKEN],
)
def test_violation_names_rule_reason_and_legal_cards(contract, table, hand, card, rule, words, rules):
    trick = [parse_code(text) for text in table.split()]
    found = explain(parse_code(card), card_set(hand.split()), trick, order(contract), rules)
    assert found is not None
    assert (found.rule, CODES[found.card]) == (rule, card)
    assert words in found.reason
    assert set(codes(found.legal)) == legal(hand, table, contract, rules)
    assert card in str(found)
    assert rule in str(found)


def plainly_legal(hand, table, contract, undertrump, all_trumps):
    """The rules of section 2 once more, over lists of codes and straight from the text."""
    if not table:  # 2.1
        return hand
    led = table[0][0]
    same = [card for card in hand if card[0] == led]
    if contract in "OU":  # 2.7
        return same or hand
    trumps = [card for card in hand if card[0] == contract]
    if led == contract:  # 2.2
        return hand if trumps in ([], [contract + "J"]) else trumps
    strength = ["6", "7", "8", "10", "Q", "K", "A", "9", "J"]
    laid = [strength.index(card[1:]) for card in table if card[0] == contract]
    if not laid:  # 2.3
        return same + trumps if same else hand
    higher = [card for card in trumps if strength.index(card[1:]) > max(laid)]
    if len(trumps) == len(hand):  # 2.5
        return higher if higher and all_trumps == "must_beat" else hand
    if same:  # 2.4
        return same + higher
    if undertrump == "void_ok":
        return hand
    return [card for card in hand if card not in trumps or card in higher]


@pytest.mark.parametrize("rules", [BARRED, VOID_OK, MUST_BEAT, BOTH], ids=["barred", "void_ok", "must_beat", "both"])
def test_11_legal_sets_equal_a_second_implementation(rules):
    for contract, table, hand in random_positions(5000, seed=11):
        expected = plainly_legal(hand, table, contract, rules.undertrump, rules.all_trumps)
        assert legal(" ".join(hand), " ".join(table), contract, rules) == set(expected), (contract, table, hand)


def test_11_legal_sets_equal_those_of_schieber():
    if importlib.util.find_spec("schieber") is None:
        pytest.skip("the package schieber is not installed: `python -m jassvision.tools.bench_rules` compares with it")
    positions = list(random_positions(3000, seed=12))
    for (contract, table, hand), expected in zip(positions, legal_sets(positions), strict=True):
        assert legal(" ".join(hand), " ".join(table), contract, MUST_BEAT) == set(expected), (contract, table, hand)


def test_random_positions_reach_every_paragraph():
    reached = set()
    for contract, table, hand in random_positions(3000, seed=13):
        trick = [parse_code(text) for text in table]
        cards = card_set(hand)
        for text in hand:
            found = explain(parse_code(text), cards, trick, order(contract), BOTH)
            reached |= set() if found is None else {found.rule}
    assert reached == {"2.2", "2.3", "2.4", "2.5", "2.7"}


@st.composite
def positions(draw):
    """A contract, cards on the table and a hand, no card twice."""
    cards = draw(st.permutations(CARDS))
    table = draw(st.integers(0, 3))
    return draw(st.sampled_from("DHSCOU")), cards[:table], cards[table : table + draw(st.integers(1, 9))]


@given(positions(), st.sampled_from([BARRED, VOID_OK, MUST_BEAT, BOTH]))
def test_11_legal_is_never_empty_and_explain_agrees(position, rules):
    contract, table, hand = position
    cards = card_set(hand)
    found = legal_cards(cards, table, order(contract), rules)
    assert found
    assert found & ~cards == 0
    for card in hand:
        assert (explain(card, cards, table, order(contract), rules) is None) == bool(found >> card & 1)


@given(positions(), st.permutations(range(4)), st.sampled_from([BARRED, VOID_OK, MUST_BEAT, BOTH]))
def test_11_relabelling_the_suits_changes_nothing(position, labels, rules):
    contract, table, hand = position
    moved = {card: 9 * labels[card // 9] + card % 9 for card in CARDS}
    other = "DHSC"[labels["DHSC".index(contract)]] if contract in "DHSC" else contract
    before = legal_cards(card_set(hand), table, order(contract), rules)
    after = legal_cards(card_set(moved[c] for c in hand), [moved[c] for c in table], order(other), rules)
    assert card_set(moved[card] for card in LegalCards(before)) == after


def test_legal_cards_answer_like_a_set():
    cards = LegalCards(card_set(["SA", "H6"]))
    assert len(cards) == 2
    assert [CODES[card] for card in cards] == ["H6", "SA"]
    assert parse_code("SA") in cards
    assert parse_code("SK") not in cards
    assert -1 not in cards
    assert cards == LegalCards(card_set(["H6", "SA"]))
    assert repr(cards) == "<LegalCards H6 SA>"
