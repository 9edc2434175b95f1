"""Klaberjass: rule list section 8."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jassvision.rules.actions import Action, Draw, Name, Pass, ShowStoeck, ShowWeis, Swap, TakeTurned
from jassvision.rules.cards import CardSet, card_set, parse_code
from jassvision.rules.errors import InvalidActionError, InvalidCardError, RulesError
from jassvision.rules.games.bidding import BiddingDeal
from jassvision.rules.preset import load_rules

DEALER, OTHER = 0, 1


def cards(text: str) -> CardSet:
    return card_set(text.split())


def new_deal(turned: str | None = "S9", **options: object) -> BiddingDeal:
    card = None if turned is None else parse_code(turned)
    return BiddingDeal(load_rules("klaberjass"), DEALER, turned=card, **options)  # type: ignore[arg-type]


def do(deal: BiddingDeal, *actions: Action) -> BiddingDeal:
    for action in actions:
        deal.push(action)
    return deal


def play(deal: BiddingDeal, text: str) -> None:
    for code in text.split():
        deal.play(parse_code(code))


def test_8_first_round_takes_the_turned_suit_or_passes() -> None:
    deal = new_deal()
    assert (deal.phase, deal.to_act, deal.hand_size, deal.trick_count) == ("bidding", OTHER, 6, 9)
    with pytest.raises(InvalidActionError, match="no other is named"):
        deal.push(Name(OTHER, "H"))
    do(deal, Pass(OTHER), TakeTurned(DEALER))
    assert deal.contract is not None
    assert (deal.contract.code, deal.maker, deal.to_act) == ("S", DEALER, OTHER)


def test_8_second_round_names_another_suit() -> None:
    deal = do(new_deal(), Pass(OTHER), Pass(DEALER))
    with pytest.raises(InvalidActionError, match="name another suit"):
        deal.push(TakeTurned(OTHER))
    with pytest.raises(InvalidActionError, match="name another one"):
        deal.push(Name(OTHER, "S"))
    do(deal, Pass(OTHER), Name(DEALER, "H"))
    assert deal.order.trump == 1


def test_8_all_pass_twice_throws_the_deal_in() -> None:
    deal = do(new_deal(), Pass(OTHER), Pass(DEALER), Pass(OTHER), Pass(DEALER))
    assert deal.is_over
    assert not deal.entries
    assert not deal.void


def test_8_unknown_turned_card_is_taken_by_naming_its_suit() -> None:
    deal = new_deal(None)
    with pytest.raises(InvalidActionError, match="by naming it"):
        deal.push(TakeTurned(OTHER))
    do(deal, Name(OTHER, "D"))
    assert (deal.turned_suit, deal.maker) == (0, OTHER)


def test_8_three_more_cards_come_from_the_stock() -> None:
    hands = [cards("H7 H8 H9 H10 HJ HQ"), cards("C7 C8 C9 C10 CJ CQ")]
    stock = [parse_code(c) for c in ("D7", "D8", "D9", "D10", "DJ", "DQ")]
    deal = do(new_deal(hands=hands, stock=stock + [None] * 13), TakeTurned(OTHER))
    assert deal.hands == (hands[0] | cards("D10 DJ DQ"), hands[1] | cards("D7 D8 D9"))
    assert deal.dealt == deal.hands


def test_8_three_more_cards_of_a_known_hand_must_be_told() -> None:
    deal = do(new_deal(hands=[None, cards("C7 C8 C9 C10 CJ CQ")]), TakeTurned(OTHER))
    assert (deal.phase, deal.to_act) == ("draw", OTHER)
    with pytest.raises(InvalidCardError, match="cannot be drawn"):
        deal.push(Draw(OTHER, parse_code("S9")))
    do(deal, *(Draw(OTHER, parse_code(c)) for c in ("D7", "D8", "D9")))
    assert (deal.phase, deal.to_act) == ("play", OTHER)
    assert deal.hands[OTHER] == cards("C7 C8 C9 C10 CJ CQ D7 D8 D9")


def test_8_seven_swaps_if_the_turned_suit_is_trump() -> None:
    deal = do(new_deal("SA"), TakeTurned(OTHER))
    do(deal, Swap(DEALER))
    assert deal.turned == parse_code("S7")
    other_suit = do(new_deal("SA"), Pass(OTHER), Pass(DEALER), Name(OTHER, "H"))
    with pytest.raises(InvalidActionError, match="no turned card"):
        other_suit.push(Swap(OTHER))
    late = do(new_deal("SA"), TakeTurned(OTHER))
    play(late, "H7")
    with pytest.raises(InvalidActionError, match="before the first card"):
        late.push(Swap(DEALER))


# Trump spades; the non-dealer leads. Klaberjass values: last trick 10.
OTHER_WINS = "SJ S7 HA H7 CA C7 DA D7 H10 H8 C10 C8 D10 D8 HQ HK CQ CK"


def test_8_maker_who_gets_more_keeps_what_he_made() -> None:
    deal = do(new_deal(), TakeTurned(OTHER))
    play(deal, OTHER_WINS)
    assert deal.points(OTHER) == 20 + 33 + 30 + 7 + 10
    assert deal.points(DEALER) == 7
    assert not [e for e in deal.entries if e.kind == "maker"]


def test_8_better_run_scores_all_and_the_other_none() -> None:
    deal = do(new_deal(), Pass(OTHER), TakeTurned(DEALER))
    deal.push(ShowWeis(OTHER, cards("H7 H8 H9")))
    play(deal, "H9")
    deal.push(ShowWeis(DEALER, cards("C7 C8 C9 C10")))
    play(deal, "HA")
    assert [(e.side, e.points) for e in deal.entries if e.kind == "weis"] == [(DEALER, 50)]


def test_8_maker_fails_with_bella_and_runs() -> None:
    deal = do(new_deal(), Pass(OTHER), TakeTurned(DEALER))
    play(deal, "HA")
    deal.push(ShowWeis(DEALER, cards("C7 C8 C9")))
    play(deal, "H7")
    play(deal, "CA C7 DA D7 H10 H8 C10 C8 D10 D8 HK SQ")  # the dealer takes the last: 4 + 3
    deal.push(ShowStoeck(DEALER))
    play(deal, "SK SJ HQ CQ")
    dealer, other = 20 + 7 + 20, 11 * 3 + 10 * 3 + 24 + 3 + 3 + 10
    assert (deal.points(DEALER), deal.points(OTHER)) == (0, dealer + other)
    moved = [(e.side, e.points) for e in deal.entries if e.kind == "maker"]
    assert moved == [(DEALER, -dealer), (OTHER, dealer)]


@pytest.mark.parametrize(("meld", "points"), [("H7 H8 H9", 20), ("H7 H8 H9 H10", 50), ("H7 H8 H9 H10 HJ HQ", 50)])
def test_8_runs(meld: str, points: int) -> None:
    deal = do(new_deal(), TakeTurned(OTHER), ShowWeis(OTHER, cards(meld)))
    play(deal, "SJ S7")
    assert [e.points for e in deal.entries if e.kind == "weis"] == [points]


def test_8_a_tie_is_not_more() -> None:
    deal = do(new_deal(), TakeTurned(OTHER))
    play(deal, "H7 HA D7 DA C7 CA H8 H10 CJ CK DQ D8 H9 S7 C8 C9 D9 S8")
    made = [sum(e.points for e in deal.entries if e.side == s and e.kind != "maker") for s in (DEALER, OTHER)]
    assert made == [31, 31]
    assert (deal.points(DEALER), deal.points(OTHER)) == (62, 0)


def test_klaberjass_needs_two_sides() -> None:
    with pytest.raises(RulesError, match="klaberjass needs sides: 2"):
        load_rules("klaberjass", players=3)
    with pytest.raises(RulesError, match="two sides"):
        BiddingDeal(replace(load_rules("klaberjass"), players=3), DEALER)
