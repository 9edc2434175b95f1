"""Belote: rule list section 9."""

from __future__ import annotations

import pytest
from jassvision.rules.actions import Action, Draw, Name, Pass, ShowStoeck, ShowWeis, TakeRest, TakeTurned
from jassvision.rules.cards import CardSet, card_set, parse_code
from jassvision.rules.errors import IllegalClaimError, IllegalPlayError, InvalidActionError
from jassvision.rules.games.bidding import BiddingDeal
from jassvision.rules.preset import load_rules


def cards(text: str) -> CardSet:
    return card_set(text.split())


def new_deal(changes: dict[str, object] | None = None, turned: str = "H7", **options: object) -> BiddingDeal:
    rules = load_rules("belote", **(changes or {}))
    return BiddingDeal(rules, 0, turned=parse_code(turned), **options)  # type: ignore[arg-type]


def do(deal: BiddingDeal, *actions: Action) -> BiddingDeal:
    for action in actions:
        deal.push(action)
    return deal


def play(deal: BiddingDeal, text: str) -> None:
    for code in text.split():
        deal.play(parse_code(code))


def spades(**options: object) -> BiddingDeal:
    """East, the forehand, makes spades; east and west are side 1."""
    return do(new_deal(**options), Pass(1), Pass(2), Pass(3), Pass(0), Name(1, "S"))  # type: ignore[arg-type]


def test_9_bidding_goes_clockwise_from_the_forehand() -> None:
    deal = do(new_deal(), Pass(1), Pass(2))
    assert (deal.to_act, deal.hand_size, deal.trick_count) == (3, 5, 8)
    do(deal, TakeTurned(3))
    assert (deal.maker, deal.to_act, deal.order.trump) == (3, 1, 1)


def test_9_second_round_another_suit() -> None:
    deal = do(new_deal(), *(Pass(s) for s in (1, 2, 3, 0)))
    for wrong, match in ((TakeTurned(1), "name another suit"), (Name(1, "H"), "another one"), (Name(1, "O"), "a suit")):
        with pytest.raises(InvalidActionError, match=match):
            deal.push(wrong)
    do(deal, Name(1, "C"))
    assert (deal.maker, deal.order.trump) == (1, 3)


def test_9_thrown_in() -> None:
    deal = do(new_deal(carried=81), *(Pass(s) for s in (1, 2, 3, 0) * 2))
    assert deal.is_over
    assert not deal.entries
    assert deal.carry == 81


def test_9_taker_gets_the_turned_card_and_all_have_eight() -> None:
    texts = ("C7 C8 C9 C10 CJ", "S7 S8 S9 S10 SJ", "D7 D8 D9 D10 DJ", "CQ CK CA DQ DK")
    rest = "SQ SK SA HA HK H8 H9 HJ DA H10 HQ".split()  # noqa: SIM905
    deal = new_deal(hands=[cards(t) for t in texts], stock=[parse_code(c) for c in rest])
    do(deal, Pass(1), TakeTurned(2))
    assert deal.hands == (
        cards(texts[0]) | cards("DA H10 HQ"),
        cards(texts[1]) | cards("SQ SK SA"),
        cards(texts[2]) | cards("H7 HA HK"),
        cards(texts[3]) | cards("H8 H9 HJ"),
    )
    assert deal.outside == 0


def test_9_cards_dealt_later_to_a_known_hand_must_be_told() -> None:
    deal = new_deal(hands=[None, cards("S7 S8 S9 S10 SJ"), None, None])
    do(deal, TakeTurned(1))
    hand = deal.hands[1]
    assert hand is not None
    assert hand & cards("H7")
    assert (deal.phase, deal.to_act) == ("draw", 1)
    do(deal, Draw(1, parse_code("C7")), Draw(1, parse_code("C8")))
    assert (deal.phase, deal.to_act) == ("play", 1)


def test_9_refused_play_names_rule_reason_and_legal_cards() -> None:
    texts = ("C7 C8 C9 C10 CJ", "S7 S8 S9 S10 SJ", "D7 D8 D9 D10 DJ", "CQ CK CA DQ DK")
    rest = "SQ SK SA HA HK H8 H9 HJ DA H10 HQ".split()  # noqa: SIM905
    deal = new_deal(hands=[cards(t) for t in texts], stock=[parse_code(c) for c in rest])
    do(deal, Pass(1), TakeTurned(2))
    play(deal, "S7")
    with pytest.raises(IllegalPlayError, match="south may not play D7 breaks rule 9b: one who cannot follow") as caught:
        play(deal, "D7")
    assert caught.value.legal == cards("H7 HA HK")
    play(deal, "HK")
    with pytest.raises(IllegalPlayError) as caught:
        play(deal, "H8")
    assert (caught.value.rule, caught.value.legal) == ("9c", cards("H9 HJ"))


def test_9_capot_is_252() -> None:
    deal = spades()
    deal.push(TakeRest(1))
    assert (deal.points(1), deal.points(0)) == (252, 0)


def test_9_capot_against_the_makers() -> None:
    deal = do(new_deal(), Pass(1), TakeTurned(2), TakeRest(1))
    assert (deal.points(1), deal.points(0)) == (252, 0)


def test_9_takers_keep_what_they_made_with_more_than_half() -> None:
    deal = spades()
    play(deal, "SJ S9 SA S10 HA H10 HK H7 C7 CA C8 C9")  # 55 and 25, then south takes the lead with 11
    play(deal, "DA D7 D8 D9")  # 11 more for south
    assert deal.points(1) == 80
    play(deal, "C10 SK D10 DJ")  # west trumps: 10 + 4 + 10 + 2
    deal.push(TakeRest(3))
    assert (deal.points(1), deal.points(0)) == (162 - 22, 22)
    assert not [e for e in deal.entries if e.kind in ("maker", "carry")]


def tie(deal: BiddingDeal) -> BiddingDeal:
    """81 for the makers, 81 for the others."""
    play(deal, "SJ S9 SA S10 HA DA HK H7 C7 CA C8 C9")
    deal.push(TakeRest(2))
    return deal


def test_9_litige_is_carried_over() -> None:
    deal = tie(spades())
    assert (deal.points(1), deal.points(0), deal.carry) == (0, 81, 81)
    assert [e.points for e in deal.entries if e.kind == "carry"] == [-81]
    following = do(new_deal(carried=deal.carry), TakeTurned(1), TakeRest(1))
    assert (following.points(1), following.points(0), following.carry) == (252 + 81, 0, 0)
    twice = tie(spades(carried=81))
    assert (twice.points(1), twice.points(0), twice.carry) == (0, 81, 162)


def test_9_option_litige_off_makes_a_tie_a_failure() -> None:
    deal = tie(spades(changes={"litige": False}))
    assert (deal.points(1), deal.points(0), deal.carry) == (0, 162, 0)


def test_9_takers_who_fail_lose_everything_and_what_was_carried() -> None:
    deal = spades(carried=81)
    deal.push(ShowWeis(1, cards("H7 H8 H9")))
    play(deal, "H9 HA H10 HJ")
    deal.push(TakeRest(2))
    assert (deal.points(1), deal.points(0)) == (0, 252 + 20 + 81)


@pytest.mark.parametrize(("kept", "makers", "others"), [(True, 20, 162), (False, 0, 182)])
def test_9_option_stoeck_kept_belote_rebelote_stays_with_its_holder(kept: bool, makers: int, others: int) -> None:
    deal = spades(changes={"stoeck_kept": kept})
    play(deal, "SK S7 S8 SJ")  # north
    play(deal, "H7")
    deal.push(ShowStoeck(1))
    play(deal, "SQ H8 H9")  # east
    play(deal, "C7 CA C8 C9")
    deal.push(TakeRest(2))
    assert (deal.points(1), deal.points(0)) == (makers, others)


def test_9_belote_of_the_defenders() -> None:
    deal = spades()
    play(deal, "SJ SK S7 S8 HA")
    deal.push(ShowStoeck(2))
    play(deal, "SQ H7 H8")
    deal.push(TakeRest(2))
    assert (deal.points(1), deal.points(0)) == (0, 162 + 20)
    with pytest.raises(IllegalClaimError, match="has been counted"):
        deal.push(ShowStoeck(2))


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("H7 H8 H9", 20),
        ("H7 H8 H9 H10", 50),
        ("H7 H8 H9 H10 HJ", 100),
        ("DJ HJ SJ CJ", 200),
        ("D9 H9 S9 C9", 150),
        ("DA HA SA CA", 100),
        ("D10 H10 S10 C10", 100),
        ("DK HK SK CK", 100),
        ("DQ HQ SQ CQ", 100),
    ],
)
def test_9_melds(meld: str, points: int) -> None:
    deal = spades()
    deal.push(ShowWeis(1, cards(meld)))
    play(deal, meld.split()[0] + " C7 C8 D7")
    assert [(e.side, e.points) for e in deal.entries if e.kind == "weis"] == [(1, points)]


def test_9_best_side_scores_all_its_melds() -> None:
    deal = spades()
    deal.push(ShowWeis(1, cards("H7 H8 H9")))
    play(deal, "H7")
    deal.push(ShowWeis(2, cards("CJ CQ CK CA")))
    play(deal, "CJ")
    deal.push(ShowWeis(3, cards("D7 D8 D9")))
    play(deal, "D7")
    deal.push(ShowWeis(0, cards("DJ DQ DK")))
    play(deal, "DJ")
    assert [(e.side, e.points) for e in deal.entries if e.kind == "weis"] == [(0, 50), (0, 20)]
