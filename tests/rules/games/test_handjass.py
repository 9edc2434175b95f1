"""Handjass, Bessern and Sidi-Jass: rule list section 8."""

from __future__ import annotations

import pytest
from jassvision.rules.actions import Action, Drop, Name, ShowStoeck, ShowWeis, Stand, Swap, TakeBlind
from jassvision.rules.cards import CardSet, card_set, codes, parse_code
from jassvision.rules.errors import IllegalClaimError, InvalidActionError, InvalidCardError, JassError
from jassvision.rules.games.handjass import HandjassDeal
from jassvision.rules.ledger import CARDS
from jassvision.rules.preset import load_rules

DEALER, OTHER = 0, 1


def cards(text: str) -> CardSet:
    return card_set(text.split())


def new_deal(preset: str = "handjass", turned: str | None = "C6", **options: object) -> HandjassDeal:
    changes = options.pop("changes", {})
    assert isinstance(changes, dict)
    card = None if turned is None else parse_code(turned)
    return HandjassDeal(load_rules(preset, **changes), DEALER, turned=card, **options)  # type: ignore[arg-type]


def do(deal: HandjassDeal, *actions: Action) -> HandjassDeal:
    for action in actions:
        deal.push(action)
    return deal


def both_play(preset: str = "handjass", turned: str = "C6", **options: object) -> HandjassDeal:
    return do(new_deal(preset, turned, **options), Stand(OTHER), Stand(DEALER))


def play(deal: HandjassDeal, text: str) -> None:
    for code in text.split():
        deal.play(parse_code(code))


def strokes(deal: HandjassDeal) -> list[int]:
    return [deal.points(side) for side in (DEALER, OTHER)]


def test_8_the_turned_card_gives_trump() -> None:
    deal = new_deal(turned="H9")
    assert deal.contract is not None
    assert (deal.contract.code, deal.phase, deal.to_act) == ("H", "bidding", OTHER)
    unknown = do(new_deal(turned=None), Name(DEALER, "S"))
    assert unknown.order.trump == 2


def test_8_one_drops_and_the_other_scores_a_stroke() -> None:
    deal = do(new_deal(), Drop(OTHER))
    assert deal.is_over
    assert strokes(deal) == [1, 0]
    assert strokes(do(new_deal(), Stand(OTHER), Drop(DEALER))) == [0, 1]


def test_8_the_blind_is_there_once_and_obliges_to_play() -> None:
    deal = do(new_deal(), TakeBlind(OTHER))
    assert deal.to_act == DEALER
    with pytest.raises(InvalidActionError, match="south has taken the blind already"):
        deal.push(TakeBlind(DEALER))
    do(deal, Stand(DEALER))
    assert (deal.phase, deal.to_act) == ("play", OTHER)
    with pytest.raises(InvalidActionError, match="decided already"):
        deal.push(Drop(OTHER))


def test_8_the_blind_replaces_the_hand() -> None:
    own, blind = (
        cards("H6 H7 H8 H9 H10 HJ HQ HK HA"),
        cards("S6 S7 S8 S9 S10 SJ SQ SK SA"),
    )
    deal = new_deal(hands=[None, own], blind=blind)
    with pytest.raises(InvalidCardError, match="the blind holds S6"):
        deal.push(TakeBlind(OTHER, own))
    do(deal, TakeBlind(OTHER), Stand(DEALER))
    assert deal.hands[OTHER] == blind
    assert deal.put_away == own
    play(deal, "SA")
    with pytest.raises(InvalidCardError, match="H6 lies outside the hands"):
        deal.play(parse_code("H6"))


def test_8_bessern_has_no_blind() -> None:
    with pytest.raises(InvalidActionError, match="no blind"):
        new_deal("bessern").push(TakeBlind(OTHER))


def test_8_the_six_of_trump_is_swapped_for_the_turned_card() -> None:
    own = cards("H6 S7 S8 S9 S10 SJ SQ SK SA")
    deal = new_deal(turned="HJ", hands=[None, own])
    with pytest.raises(InvalidActionError, match="between bidding and play"):
        deal.push(Swap(OTHER))
    do(deal, Stand(OTHER), Stand(DEALER))
    assert deal.push(Swap(OTHER)).shown == cards("H6")
    assert deal.hands[OTHER] == own ^ cards("H6 HJ")
    assert deal.turned == parse_code("H6")
    assert not deal.can(Swap(OTHER))
    deal.pop()
    assert deal.hands[OTHER] == own


def test_8_the_dealer_may_swap_before_the_first_card_only() -> None:
    dealers = cards("H6 C7 C8 C9 C10 CJ CQ CK CA")
    deal = both_play(turned="HJ", hands=[dealers, None])
    with pytest.raises(InvalidCardError, match="only H6 can be swapped"):
        deal.push(Swap(OTHER))
    assert deal.can(Swap(DEALER))
    play(deal, "S9")
    with pytest.raises(InvalidActionError, match="before the first card"):
        deal.push(Swap(DEALER))


def test_8_nothing_to_swap_when_the_six_itself_is_turned() -> None:
    with pytest.raises(InvalidActionError, match="no turned card"):
        both_play(turned="H6").push(Swap(OTHER))


def test_8_swap_for_an_unknown_turned_card_needs_the_card() -> None:
    own = cards("H6 S7 S8 S9 S10 SJ SQ SK SA")
    deal = do(new_deal(turned=None, hands=[None, own]), Name(DEALER, "H"), Stand(OTHER), Stand(DEALER))
    with pytest.raises(InvalidActionError, match="say which trump"):
        deal.push(Swap(OTHER))
    deal.push(Swap(OTHER, drawn=cards("HA")))
    assert deal.hands[OTHER] == own ^ cards("H6 HA")


# 45 points for the non-dealer, 23 for the dealer; the last trick included.
HIGH_AND_LOW = "DA DK HA HK SK SQ H6 H10 S10 S7 DQ D6 H7 HQ S6 D7 D8 H8"
# 34 each.
TIE = "DA DK HA HK SK S6 H6 H10 S10 S7 DQ D6 HQ H7 SQ D7 D8 H8"
# 15 in cards and 5 for the last trick.
POOR = "D6 D7 D8 D9 H6 H7 H8 H9 S6 S7 S8 S9 DJ DQ HJ HQ SJ SQ"


@pytest.mark.parametrize(
    ("preset", "cards", "made", "expected"),
    [
        ("handjass", HIGH_AND_LOW, [23, 45], [-1, 1]),
        ("handjass_21", HIGH_AND_LOW, [23, 45], [0, 1]),
        ("bessern", HIGH_AND_LOW, [23, 45], [-1, 1]),
        ("handjass", TIE, [34, 34], [0, 0]),
    ],
)
def test_8_option_minimum_strokes_and_potatoes(preset: str, cards: str, made: list[int], expected: list[int]) -> None:
    deal = both_play(preset)
    play(deal, cards)
    assert [deal.card_points(side) for side in (DEALER, OTHER)] == made
    assert strokes(deal) == expected
    assert all(e.account == CARDS for e in deal.entries if e.kind in ("trick", "last_trick"))


def test_8_both_below_are_two_potatoes() -> None:
    deal = both_play()
    play(deal, POOR)
    assert sum(deal.card_points(side) for side in (0, 1)) == 20
    assert strokes(deal) == [-1, -1]


def test_8_weis_and_stoeck_feed_the_result() -> None:
    deal = both_play(turned="S9")
    deal.push(ShowWeis(OTHER, cards("D6 D7 D8")))
    play(deal, "D6 DA H6 H7 SQ S6")
    deal.push(ShowStoeck(OTHER))
    play(deal, "SK HQ")
    fed = {(e.kind, e.side, e.points, e.account) for e in deal.entries if e.kind in ("weis", "stoeck")}
    assert fed == {("weis", OTHER, 20, CARDS), ("stoeck", OTHER, 20, CARDS)}
    assert deal.points(OTHER) == 0
    assert deal.card_points(OTHER) == 20 + 20 + 3 + 4 + 3


@pytest.mark.parametrize(
    ("rank", "points"), [("J", 200), ("A", 100), ("10", 100), ("9", 0), ("8", 0), ("7", 0), ("6", 0)]
)
def test_8_four_nine_eight_seven_six_count_nothing(rank: str, points: int) -> None:
    deal = both_play(turned="SQ")
    show = ShowWeis(OTHER, card_set([suit + rank for suit in "DHSC"]))
    assert deal.can(show) == bool(points)
    if points:
        deal.push(show)
        play(deal, f"H{rank} HK")
        assert [e.points for e in deal.entries if e.kind == "weis"] == [points]


def test_8_no_stoeck_after_the_deal_is_counted() -> None:
    deal = both_play(turned="S9")
    play(deal, "D6 D7 D8 D9 H6 H7 H8 H9 C6 C7 C8 C9 SK S6 DQ DJ")
    leader = deal.to_act
    assert leader == OTHER
    play(deal, "SQ HJ")
    assert deal.is_over
    with pytest.raises(IllegalClaimError):
        deal.push(ShowStoeck(OTHER))


def test_8_bessern_exchanges_three_cards_without_duty_to_play() -> None:
    own = cards("H6 H7 H8 H9 H10 HJ HQ HK HA")
    stock = [parse_code(c) for c in ("S6", "S7", "S8", "S9")]
    deal = new_deal("bessern", "CA", hands=[None, own], stock=stock + [None] * 13)
    given = cards("H6 H7 H8")
    with pytest.raises(InvalidActionError, match="exactly 3 cards"):
        deal.push(Swap(OTHER, cards("H6")))
    with pytest.raises(InvalidCardError, match="not in south's hand"):
        deal.push(Swap(OTHER, cards("H6 H7 D8")))
    deal.push(Swap(OTHER, given))
    assert deal.hands[OTHER] == own & ~given | cards("S6 S7 S8")
    assert (deal.to_act, deal.stock[0]) == (OTHER, parse_code("S9"))
    with pytest.raises(InvalidActionError, match="exchanged cards already"):
        deal.push(Swap(OTHER, cards("H9 H10 HJ")))
    do(deal, Drop(OTHER))
    assert strokes(deal) == [1, 0]


def test_8_bessern_unknown_stock() -> None:
    own = cards("H6 H7 H8 H9 H10 HJ HQ HK HA")
    deal = new_deal("bessern", "CA", hands=[None, own])
    given = cards("H6 H7 H8")
    with pytest.raises(JassError, match="cannot come out of the stock"):
        deal.push(Swap(OTHER, given, cards("H9 D6 D7")))
    deal.push(Swap(OTHER, given, cards("D6 D7 D8")))
    assert codes(deal.hands[OTHER] or 0)[:3] == ["D6", "D7", "D8"]
    deal.pop()
    deal.push(Swap(OTHER, given))
    assert deal.hands[OTHER] is None


def test_8_handjass_exchanges_nothing_in_the_bidding() -> None:
    with pytest.raises(InvalidActionError):
        new_deal().push(Swap(OTHER, cards("H6 H7 H8")))


def test_8_sidi_has_eight_cards_and_no_decisions() -> None:
    deal = new_deal("sidi", "HA")
    assert deal.rules.experimental
    assert (deal.phase, deal.to_act, deal.hand_size) == ("play", OTHER, 8)
    play(deal, "H9 SA D6 D7 D8 D9 C6 C7 C8 C9 CJ CQ S6 S7 S8 S9")
    assert deal.is_over
    # 14 + 11 for the first trick; king and queen of clubs and the last trick go their ways.
    assert deal.points(OTHER) + deal.points(DEALER) == 14 + 11 + 2 + 3 + 5
