"""Schieber: naming, pushing, factors, match, last trick, presets (rule list section 4)."""

import random
from dataclasses import replace

import pytest
from jassvision.rules.actions import Misdeal, Name, Play, Push
from jassvision.rules.cards import PACK_36, SUIT_SETS, card_set, cards_in, parse_code
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.errors import InvalidActionError, WrongSeatError
from jassvision.rules.games import deal_for
from jassvision.rules.games.schieber import SchieberDeal
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules

NORTH, EAST, SOUTH, WEST = range(4)
RULES = Rules()
VARIANTS = ("slalom-up", "slalom-down", "guschti", "mary")


def finished(deal, seed=0):
    """The deal after random play to the end."""
    rng = random.Random(seed)
    while not deal.is_over:
        deal.play(rng.choice(list(deal.legal)))
    return deal


def test_1_forehand_sits_at_the_dealers_right_and_speaks_first():
    deal = deal_for(RULES, NORTH)
    assert isinstance(deal, SchieberDeal)
    assert (deal.forehand, deal.to_act, deal.phase) == (WEST, WEST, "bidding")
    assert deal_for(replace(RULES, direction="clockwise"), NORTH).forehand == EAST


def test_4_forehand_names_and_leads():
    deal = deal_for(RULES, NORTH)
    deal.push(Name(WEST, "S"))
    assert (deal.maker, deal.to_act, deal.leader, deal.phase) == (WEST, WEST, WEST, "play")
    assert deal.contract is not None
    assert deal.contract.code == "S"
    assert deal.order.trump == 2


def test_4_forehand_pushes_the_partner_names_forehand_leads():
    deal = deal_for(RULES, NORTH)
    deal.push(Push(WEST))
    assert deal.to_act == EAST
    with pytest.raises(InvalidActionError, match="east must name a contract"):
        deal.push(Push(EAST))
    deal.push(Name(EAST, "O"))
    assert (deal.maker, deal.to_act) == (EAST, WEST)


def test_4_push_back_once():
    deal = deal_for(replace(RULES, push_back=True), NORTH)
    deal.push(Push(WEST))
    deal.push(Push(EAST))
    assert deal.to_act == WEST
    with pytest.raises(InvalidActionError, match="west must name a contract"):
        deal.push(Push(WEST))
    deal.push(Name(WEST, "U"))
    assert (deal.maker, deal.to_act) == (WEST, WEST)


def test_4_nobody_to_push_to_without_partners():
    deal = deal_for(replace(RULES, partners=False), NORTH)
    assert not deal.can(Push(WEST))


def test_4_choices_are_the_contracts_and_the_push():
    deal = deal_for(RULES, NORTH)
    assert list(deal.actions()) == [*(Name(WEST, code) for code in RULES.contracts), Push(WEST)]
    deal.push(Push(WEST))
    assert list(deal.actions()) == [Name(EAST, code) for code in RULES.contracts]


def test_4_nobody_plays_before_the_contract_is_named():
    deal = deal_for(RULES, NORTH)
    with pytest.raises(InvalidActionError, match="the deal is at bidding"):
        deal.push(Play(WEST, 0))
    assert len(deal.legal) == 0


def test_4_only_the_seat_that_is_asked_names():
    with pytest.raises(WrongSeatError, match="west's turn"):
        deal_for(RULES, NORTH).push(Name(EAST, "H"))


@pytest.mark.parametrize("code", VARIANTS)
def test_4_slalom_guschti_mary_are_options(code):
    with pytest.raises(InvalidActionError, match="not played under these rules"):
        deal_for(RULES, NORTH).push(Name(WEST, code))
    deal = deal_for(replace(RULES, contracts=(*RULES.contracts, *VARIANTS)), NORTH)
    deal.push(Name(WEST, code))
    assert deal.to_act == WEST


def test_4_unknown_contract():
    with pytest.raises(InvalidActionError, match="'X' is no contract"):
        deal_for(RULES, NORTH).push(Name(WEST, "X"))


def test_4_slalom_changes_direction_every_trick():
    rules = replace(RULES, contracts=("slalom-up",))
    deal = deal_for(rules, NORTH)
    deal.push(Name(WEST, "slalom-up"))
    for text in ["S7", "SA", "S6", "S8"]:
        deal.play(parse_code(text))
    assert deal.tricks[0].winner == SOUTH
    for text in ["HA", "H8", "HK", "H6"]:
        deal.play(parse_code(text))
    assert deal.tricks[1].winner == WEST
    assert deal.tricks[1].points == 11 + 8 + 4 + 0


FACTORS = [
    ("swisslos_2500", "swiss", {"H": 1, "C": 1, "S": 2, "D": 2, "O": 3, "U": 3}),
    ("swisslos_2500", "french", {"H": 1, "D": 1, "S": 2, "C": 2, "O": 3, "U": 3}),
    ("pagat_3000", "swiss", {"H": 1, "C": 1, "S": 2, "D": 2, "O": 3, "U": 4}),
    ("pagat_3000", "french", {"H": 1, "D": 1, "S": 2, "C": 2, "O": 3, "U": 4}),
    ("single_1000", "swiss", {"H": 1, "C": 1, "S": 1, "D": 1, "O": 1, "U": 1}),
    ("tournament_157", "swiss", {"H": 1, "C": 1, "S": 1, "D": 1, "O": 1, "U": 1}),
    ("uri_2000", "swiss", {"H": 1, "C": 1, "S": 2, "D": 2, "O": 2, "U": 2}),
]


@pytest.mark.parametrize(("preset", "suits", "factors"), FACTORS)
def test_4_factors_multiply_everything(preset, suits, factors):
    rules = replace(load_rules(preset), suits=suits)
    for contract, factor in factors.items():
        deal = deal_for(rules, NORTH, shuffled_hands(rules, random.Random(9)), as_dealt=True)
        deal.push(Name(WEST, contract))
        assert deal.factor == factor
        finished(deal)
        assert {entry.factor for entry in deal.entries} == {factor}
        assert sum(e.points for e in deal.entries if e.kind in ("trick", "last_trick")) == 157 * factor


def one_sided_hands():
    """North holds all hearts, each other hand one other suit."""
    return SUIT_SETS[1], SUIT_SETS[0], SUIT_SETS[2], SUIT_SETS[3]


@pytest.mark.parametrize(("preset", "total"), [("swisslos_2500", 257), ("tournament_157", 157)])
def test_3_match_bonus_for_all_tricks(preset, total):
    deal = deal_for(replace(load_rules(preset), weis="none", stoeck=False), EAST, one_sided_hands())
    deal.push(Name(NORTH, "H"))
    finished(deal)
    assert deal.points(0) == total
    assert deal.points(1) == 0


def test_3_no_match_when_one_trick_is_lost():
    rules = replace(RULES, weis="none", stoeck=False)
    for seed in range(40):
        deal = deal_for(rules, NORTH, shuffled_hands(rules, random.Random(seed)))
        deal.push(Name(WEST, "H"))
        finished(deal, seed)
        sides = {deal.sides[trick.winner] for trick in deal.tricks}
        assert any(e.kind == "match" for e in deal.entries) == (len(sides) == 1)


def test_1_last_trick_counts_five_for_its_winner():
    deal = deal_for(RULES, NORTH, shuffled_hands(RULES, random.Random(4)))
    deal.push(Name(WEST, "U"))
    finished(deal)
    last = next(entry for entry in deal.entries if entry.kind == "last_trick")
    assert (last.raw, last.factor, last.seat, last.trick) == (5, 3, deal.tricks[-1].winner, 8)


@pytest.mark.parametrize("contract", ["D", "H", "S", "C", "O", "U", *VARIANTS])
@pytest.mark.parametrize("undenufe_points", ["modern", "old"])
def test_11_every_contract_adds_up_to_157(contract, undenufe_points):
    rules = replace(
        RULES, contracts=(*RULES.contracts, *VARIANTS), undenufe_points=undenufe_points, weis="none", stoeck=False
    )
    for seed in range(5):
        deal = deal_for(rules, seed % 4, shuffled_hands(rules, random.Random(seed)))
        deal.push(Name(deal.forehand, contract))
        finished(deal, seed)
        assert sum(e.raw for e in deal.entries if e.kind != "match") == 157


def test_4_misdeal_before_the_contract():
    deal = deal_for(RULES, NORTH)
    deal.push(Misdeal(EAST, "ten cards"))
    assert deal.void
    assert deal.entries == ()


@pytest.mark.parametrize("all_trumps", ["free", "must_beat"])
def test_2_5_all_trumps_reaches_the_deal(all_trumps):
    hands = (
        card_set(["H6", "HA", "H7", "H8", "H10", "HQ", "HK", "H9", "HJ"]),
        card_set(["D6", "D7", "D8", "D9", "D10", "DJ", "DQ", "DK", "DA"]),
        *(sum(1 << c for c in list(cards_in(PACK_36 & ~SUIT_SETS[0] & ~SUIT_SETS[1]))[i::2]) for i in (0, 1)),
    )
    rules = replace(RULES, all_trumps=all_trumps)
    deal = deal_for(rules, SOUTH, hands)
    deal.push(Name(EAST, "H"))
    deal.play(parse_code("D6"))
    assert len(deal.legal) == 9


def test_2_4_undertrump_option_reaches_the_deal():
    hands = (
        card_set(["H6", "C6", "C7", "C8", "C9", "C10", "CJ", "CQ", "CK"]),
        card_set(["D6", "D7", "D8", "D9", "D10", "DJ", "DQ", "DK", "DA"]),
        card_set(["CA", "S6", "S7", "S8", "S9", "S10", "SJ", "SQ", "SK"]),
        card_set(["HA", "SA", "H7", "H8", "H9", "H10", "HJ", "HQ", "HK"]),
    )
    for undertrump, allowed in (("barred", False), ("void_ok", True)):
        # South deals, so east leads; then north and west.
        deal = deal_for(replace(RULES, undertrump=undertrump), SOUTH, (hands[3], hands[1], hands[2], hands[0]))
        deal.push(Name(EAST, "H"))
        deal.play(parse_code("D6"))
        deal.play(parse_code("HA"))
        assert (parse_code("H6") in deal.legal) == allowed
