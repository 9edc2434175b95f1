"""Every option of the house rules makes the difference it says: examples worked out by hand from the rule list.

Options that have a test of their own elsewhere (`test_..._option_NAME...`, `test_option_NAME...`) are not repeated;
`test_every_option_has_a_test_named_after_it` keeps the list whole.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from jassvision.rules.actions import Name, Pass, ShowStoeck, ShowWeis, TakeRest, TakeTurned
from jassvision.rules.cards import card_set, codes, parse_code
from jassvision.rules.deal import Deal
from jassvision.rules.describe import describe
from jassvision.rules.errors import IllegalClaimError
from jassvision.rules.games import deal_for
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.legality_belote import strict_cards
from jassvision.rules.options import OPTIONS
from jassvision.rules.orders import order_of
from jassvision.rules.preset import load_rules, preset_names
from jassvision.rules.weis import best_weis, settle_weis, weis_of


def cards(text: str) -> int:
    return card_set(text.split())


def play(deal: Deal, text: str) -> None:
    for word in text.split():
        deal.play(parse_code(word))


def test_every_option_has_a_test_named_after_it() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py"))
    names = " ".join(re.findall(r"def (test_\w+)", source))
    assert [name for name in OPTIONS if name not in names] == []


def test_option_experimental() -> None:
    assert [name for name in preset_names() if load_rules(name).experimental] == ["sidi"]
    assert "Experimental" in describe(load_rules("sidi"), "en")
    assert "Experimental" not in describe(load_rules("handjass"), "en")


@pytest.mark.parametrize("first", [5, 6, 7])
def test_option_first_cards(first: int) -> None:
    deal = shuffled_deal(load_rules("klaberjass", first_cards=first), random.Random(4))
    assert [hand.bit_count() for hand in deal.hands if hand is not None] == [first, first]
    deal.push(TakeTurned(deal.forehand))
    assert [hand.bit_count() for hand in deal.hands if hand is not None] == [9, 9]


def test_option_open_piles() -> None:
    deal = shuffled_deal(load_rules("luzern"), random.Random(4))
    assert [hand.bit_count() for hand in deal.hands if hand is not None] == [9, 9]
    assert deal.trick_count == 18


@pytest.mark.parametrize(
    ("family", "winner", "points"),
    # Plain suit, king against ten: the king is higher in Jass, the ten in Belote; 10 + K + 9 + 8.
    [("jass", 2, 14), ("belote", 3, 14), ("smoojas", 3, 13)],
)
def test_option_family(family: str, winner: int, points: int) -> None:
    deal = deal_for(load_rules("swisslos_2500", family=family, contracts=["S"], factors=1), 0)
    deal.push(Name(3, "S"))
    play(deal, "H10 HK H9 H8")
    assert (deal.tricks[0].winner, deal.tricks[0].points) == (winner, points)


@pytest.mark.parametrize(
    ("trump_by", "preset", "phase", "contract"),
    [
        ("named", "swisslos_2500", "bidding", None),
        ("box", "coiffeur", "bidding", None),
        ("last_card", "differenzler", "announcing", "S"),
        ("turn_up", "smoojas", "play", "S"),
        ("first_discard", "molotow", "play", None),
        ("bid", "belote", "bidding", None),
    ],
)
def test_option_trump_by(trump_by: str, preset: str, phase: str, contract: str | None) -> None:
    rules = load_rules(preset)
    assert rules.trump_by == trump_by
    turned = {} if trump_by in ("named", "box", "first_discard") else {"turned": parse_code("S9")}
    deal = deal_for(rules, 0, **turned)
    assert deal.phase == phase
    assert (deal.contract and deal.contract.code) == contract


def test_option_factor_table() -> None:
    # Undenufe, 6 8 10 K on the first trick: 11 + 8 + 10 + 4 = 33 raw, times seven.
    rules = load_rules("swisslos_2500", factors={"swiss": {"U": 7}})
    for suits, factor in (("swiss", 7), ("french", 3)):
        deal = deal_for(load_rules("swisslos_2500", suits=suits, factors={"swiss": {"U": 7}}), 0)
        deal.push(Name(3, "U"))
        play(deal, "H6 H8 H10 HK")
        assert [entry.points for entry in deal.entries] == [33 * factor]
    assert rules.factors["O"] == 3


@pytest.mark.parametrize(("turn_up_to_taker", "holds"), [(True, True), (False, False)])
def test_option_turn_up_to_taker(turn_up_to_taker: bool, holds: bool) -> None:
    deal = shuffled_deal(load_rules("klaberjass", turn_up_to_taker=turn_up_to_taker), random.Random(4))
    turned = deal.turned  # type: ignore[attr-defined]
    deal.push(Pass(deal.forehand))
    taker = deal.to_act
    assert taker is not None
    deal.push(TakeTurned(taker))
    assert [hand.bit_count() for hand in deal.hands if hand is not None] == [9, 9]
    hand = deal.hands[taker]
    assert hand is not None and bool(hand >> turned & 1) == holds


@pytest.mark.parametrize(
    ("option", "trick", "hand", "off", "on"),
    # Spades are trump; the partner played first, an opponent second, the hand is third to play.
    [
        # The partner wins with the ace: free, or obliged to trump all the same.
        ("overtrump_partner", "HA H7", "S7 C8", "S7 C8", "S7"),
        # The opponent's jack cannot be overtrumped: free, or obliged to play a lower trump.
        ("pisser", "H7 SJ", "S7 C8", "S7 C8", "S7"),
        # The partner's trump ace lies highest: any trump, or one that beats it (the nine).
        ("beat_partner", "SA S7", "S9 S8 C8", "S9 S8", "S9"),
    ],
)
def test_option_overtrump_partner_pisser_beat_partner(option: str, trick: str, hand: str, off: str, on: str) -> None:
    table = [parse_code(word) for word in trick.split()]
    for value, expected in ((False, off), (True, on)):
        rules = load_rules("belote", **{option: value})
        legal = strict_cards(cards(hand), table, order_of(2, family="belote"), rules)
        assert set(codes(legal)) == set(expected.split())


@pytest.mark.parametrize(("weis_reuse", "points"), [(True, 250), (False, 200), (None, 250)])
def test_option_weis_reuse(weis_reuse: bool | None, points: int) -> None:
    # Four jacks 200, and with the jack of diamonds once more 9 10 J Q: 50.
    held = best_weis(cards("D9 D10 DJ DQ HJ SJ CJ"), load_rules("swisslos_2500", weis_reuse=weis_reuse), "O")
    assert sum(weis.points for weis in held) == points


@pytest.mark.parametrize(("weis_order", "seat"), [("value", 3), ("fours_first", 2)])
def test_option_weis_order(weis_order: str, seat: int) -> None:
    # Seven in a row are 200, four tens 100.
    rules = load_rules("swisslos_2500", weis_order=weis_order)
    run, four = weis_of(cards("S6 S7 S8 S9 S10 SJ SQ"), rules, "H"), weis_of(cards("D10 H10 S10 C10"), rules, "H")
    assert settle_weis({3: [run], 2: [four]}, rules, "H", forehand=3).seat == seat


def test_option_weis_time_first_card() -> None:
    deal = deal_for(load_rules("swisslos_2500"), 0)
    deal.push(Name(3, "H"))
    play(deal, "S10 SA SK SQ")
    with pytest.raises(IllegalClaimError, match="too late"):
        deal.push(ShowWeis(2, cards("D6 D7 D8")))


def test_option_weis_time_on_lead() -> None:
    deal = deal_for(load_rules("smoojas"), 0, turned=parse_code("C7"))
    play(deal, "SA S7")
    deal.push(ShowWeis(1, cards("D7 D8 D9")))
    play(deal, "D7 HA")
    assert [(entry.side, entry.points) for entry in deal.entries if entry.kind == "weis"] == [(1, 20)]


def test_option_weis_time_first_open() -> None:
    rows = [cards("H6 H7 H8 C10 D7 D8 S9 C7 D10"), cards("S6 S7 S8 S10 C8 D9 HQ C6 CK")]
    deal = deal_for(load_rules("luzern"), 0, rows)
    deal.push(Name(1, "O"))
    play(deal, "S10 S9")
    # Nobody said a word: both rows lie open. Equal runs, neither is trump, so the non-dealer's is better; three times.
    assert [(entry.side, entry.points) for entry in deal.entries if entry.kind == "weis"] == [(1, 60)]


@pytest.mark.parametrize("stoeck_points", [20, 30])
def test_option_stoeck_points_and_stoeck_time_second_card(stoeck_points: int) -> None:
    deal = deal_for(load_rules("swisslos_2500", stoeck_points=stoeck_points), 0)
    deal.push(Name(3, "S"))
    play(deal, "SK S10 S6 S8 SQ")
    deal.push(ShowStoeck(3))
    entry = deal.entries[-1]
    assert (entry.kind, entry.raw, entry.points) == ("stoeck", stoeck_points, 2 * stoeck_points)  # Schilten twice


def test_option_stoeck_time_lead() -> None:
    deal = deal_for(load_rules("smoojas"), 0, turned=parse_code("C7"))
    play(deal, "CK")
    deal.push(ShowStoeck(1))
    assert [(entry.kind, entry.points) for entry in deal.entries] == [("stoeck", 20)]
    later = deal_for(load_rules("smoojas"), 0, turned=parse_code("C7"))
    play(later, "HK CK")
    with pytest.raises(IllegalClaimError, match="when one of them is led"):
        later.push(ShowStoeck(0))


def test_option_unit() -> None:
    assert "The first with 7 strokes wins" in describe(load_rules("handjass"), "en")
    assert "The first with 2500 points wins" in describe(load_rules("swisslos_2500"), "en")


@pytest.mark.parametrize(("box_score", "points"), [("tens", 25 * 5), ("points", 257 * 5)])
def test_option_box_score_of_a_match(box_score: str, points: int) -> None:
    # Obenabe, factor 5: a match is 157 + 100 = 257, which are 25 full tens.
    deal = deal_for(load_rules("coiffeur", box_score=box_score), 0)
    deal.push(Name(3, "O", "Obenabe"))
    deal.push(TakeRest(3))
    assert (deal.points(1), deal.points(0)) == (points, 0)


@pytest.mark.parametrize("match_strokes", [2, 3])
def test_option_match_strokes(match_strokes: int) -> None:
    deal = deal_for(load_rules("molotow", match_strokes=match_strokes), 0)
    deal.push(TakeRest(3))
    assert [deal.points(side) for side in range(4)] == [-1, -1, -1, match_strokes]
