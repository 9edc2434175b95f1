"""Smoojas: rule list section 8."""

from __future__ import annotations

import pytest
from jassvision.rules.actions import Draw, ShowStoeck, ShowWeis, Swap, TakeRest
from jassvision.rules.cards import CardSet, card_set, parse_code
from jassvision.rules.errors import IllegalClaimError, IllegalPlayError, InvalidActionError, InvalidCardError
from jassvision.rules.games.smoojas import SmoojasDeal
from jassvision.rules.preset import load_rules

DEALER, OTHER = 0, 1


def cards(text: str) -> CardSet:
    return card_set(text.split())


HANDS = (
    cards("HA H10 HK HQ HJ H9 C7 C8 D7"),  # dealer
    cards("SK SQ S7 CJ CQ CK CA D8 D9"),  # the other, who leads
)
STOCK = tuple(parse_code(c) for c in "H7 H8 C9 C10 D10 DJ DQ DK DA S8 S9 S10 SJ".split())  # noqa: SIM905
TURNED = parse_code("SA")


def known_deal(**options: bool) -> SmoojasDeal:
    return SmoojasDeal(load_rules("smoojas"), DEALER, HANDS, turned=TURNED, stock=STOCK, **options)


def hidden_deal() -> SmoojasDeal:
    return SmoojasDeal(load_rules("smoojas"), DEALER, turned=TURNED)


def play(deal: SmoojasDeal, text: str) -> None:
    for code in text.split():
        deal.play(parse_code(code))


def test_8_free_play_while_the_stock_lasts() -> None:
    deal = known_deal()
    play(deal, "D8")
    assert deal.legal_set == HANDS[DEALER]
    play(deal, "HA")  # not followed, though the dealer holds D7: and not won
    assert deal.tricks[0].winner == OTHER


def test_8_winner_draws_first_and_the_turned_card_comes_last() -> None:
    deal = known_deal()
    play(deal, "D8 HA")
    assert deal.hands == (HANDS[DEALER] ^ cards("HA H8"), HANDS[OTHER] ^ cards("D8 H7"))
    play(deal, "D9 H9 H7 H8")  # the dealer wins the third
    assert deal.leader == DEALER
    while deal.stock_left:
        deal.play(next(iter(deal.legal)))
    assert len(deal.tricks) == 7
    assert deal.outside == 0
    assert [hand.bit_count() for hand in deal.hands if hand is not None] == [9, 9]
    loser = 1 - deal.leader
    hand = deal.hands[loser]
    assert hand is not None
    assert hand & cards("SA")


def test_8_unknown_stock_tells_draws_of_known_hands_only() -> None:
    deal = SmoojasDeal(load_rules("smoojas"), DEALER, [None, HANDS[OTHER]], turned=TURNED)
    play(deal, "D8 H9")
    assert (deal.phase, deal.to_act) == ("draw", OTHER)
    for card in ("D8", "SA", "CK"):
        with pytest.raises(InvalidCardError):
            deal.push(Draw(OTHER, parse_code(card)))
    deal.push(Draw(OTHER, parse_code("HA")))
    assert (deal.phase, deal.to_act) == ("play", OTHER)


def test_8_seven_of_trump_swaps_for_the_turned_card() -> None:
    deal = known_deal()
    deal.push(Swap(OTHER))
    assert deal.hands[OTHER] == HANDS[OTHER] ^ cards("S7 SA")
    assert deal.turned == parse_code("S7")
    play(deal, "D8")
    with pytest.raises(InvalidActionError, match="no turned card"):
        deal.push(Swap(DEALER))
    hidden = hidden_deal()
    play(hidden, " ".join(EASY))
    with pytest.raises(InvalidActionError, match="too late"):
        hidden.push(Swap(OTHER))


EASY = ["DA", "D7", "DK", "D8", "DQ", "D9", "DJ", "C7", "D10", "C8", "HA", "H7", "HK", "H8"]
"""Seven tricks, with which the stock is used up."""


def test_8_leader_declares_and_scores_when_the_trick_is_complete() -> None:
    deal = known_deal()
    deal.push(ShowWeis(OTHER, cards("CJ CQ CK CA")))
    assert not deal.entries
    play(deal, "D8 D7")
    assert [(e.side, e.points) for e in deal.entries if e.kind == "weis"] == [(OTHER, 50)]


def test_8_follower_beats_the_declaration_and_scores_instead() -> None:
    deal = known_deal()
    deal.push(ShowWeis(OTHER, cards("CJ CQ CK CA")))
    play(deal, "D8")
    with pytest.raises(IllegalClaimError, match="does not beat"):
        deal.push(ShowWeis(DEALER, cards("HQ HJ H10")))
    deal.push(ShowWeis(DEALER, cards("H9 H10 HJ HQ HK HA")))
    play(deal, "D7")
    assert [(e.side, e.points) for e in deal.entries if e.kind == "weis"] == [(DEALER, 100)]
    # Beaten, it has not scored: it may be declared again, the dealer's not.
    assert deal.can(ShowWeis(OTHER, cards("CJ CQ CK CA")))


def test_8_declarations_need_turn_cards_and_something_new() -> None:
    deal = known_deal()
    for seat, text, match in (
        (DEALER, "H9 H10 HJ", "turn"),
        (OTHER, "H9 H10 HJ", "does not hold"),
        (OTHER, "CJ CQ D8", "is no Weis"),
    ):
        with pytest.raises(IllegalClaimError, match=match):
            deal.push(ShowWeis(seat, cards(text)))
    deal.push(ShowWeis(OTHER, cards("CQ CK CA")))
    with pytest.raises(IllegalClaimError, match="one meld"):
        deal.push(ShowWeis(OTHER, cards("CJ CQ CK")))
    play(deal, "D8 D7")
    with pytest.raises(IllegalClaimError, match="needs a new card"):
        deal.push(ShowWeis(OTHER, cards("CQ CK CA")))
    assert deal.can(ShowWeis(OTHER, cards("CJ CQ CK CA")))
    play(deal, "D9 H9")
    with pytest.raises(IllegalClaimError, match="nothing to beat"):
        play(deal, "CJ")
        deal.push(ShowWeis(DEALER, cards("H10 HJ HQ")))


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("H7 H8 H9", 20),
        ("H7 H8 H9 H10", 50),
        ("H7 H8 H9 H10 HJ", 100),
        ("H7 H8 H9 H10 HJ HQ HK HA", 100),
        ("DJ HJ SJ CJ", 200),
        ("DK HK SK CK", 100),
        ("DQ HQ SQ CQ", 100),
    ],
)
def test_8_values_of_declarations(meld: str, points: int) -> None:
    deal = hidden_deal()
    deal.push(ShowWeis(OTHER, cards(meld)))
    play(deal, "D8 D7")
    assert [e.points for e in deal.entries if e.kind == "weis"] == [points]


@pytest.mark.parametrize("meld", ["D10 H10 S10 C10", "D9 H9 S9 C9", "DA HA SA CA"])
def test_8_other_fours_are_no_declaration(meld: str) -> None:
    with pytest.raises(IllegalClaimError):
        hidden_deal().push(ShowWeis(OTHER, cards(meld)))


def test_8_king_or_queen_of_trump_led_while_holding_the_other() -> None:
    deal = known_deal()
    with pytest.raises(IllegalClaimError, match="led while holding"):
        deal.push(ShowStoeck(OTHER))
    play(deal, "SK")
    deal.push(ShowStoeck(OTHER))
    assert [(e.side, e.points) for e in deal.entries] == [(OTHER, 20)]
    with pytest.raises(IllegalClaimError, match="scored already"):
        deal.push(ShowStoeck(OTHER))


def test_8_as_dealt_declares_by_itself() -> None:
    deal = known_deal(as_dealt=True)
    play(deal, "SK D7")
    assert [(e.kind, e.side, e.points) for e in deal.entries] == [
        ("stoeck", OTHER, 20),
        ("weis", DEALER, 100),  # six hearts beat the four clubs of the leader
        ("trick", OTHER, 3),
    ]


def test_8_strict_play_when_the_stock_is_gone() -> None:
    deal = known_deal()
    while deal.stock_left:
        deal.play(next(iter(deal.legal)))
    leader, follower = deal.leader, 1 - deal.leader
    hand, other = deal.hands[leader], deal.hands[follower]
    assert hand is not None
    assert other is not None
    led = next(c for c in deal.legal if other & (0x1FF << 9 * (c // 9)) and other & ~(0x1FF << 9 * (c // 9)))
    deal.play(led)
    own = other & (0x1FF << 9 * (led // 9))
    assert deal.legal_set & ~own == 0
    stranger = next(c for c in range(36) if other >> c & 1 and not own >> c & 1)
    with pytest.raises(IllegalPlayError) as caught:
        deal.play(stranger)
    assert caught.value.rule == "8.4a"
    with pytest.raises(IllegalClaimError, match="while the stock lasts"):
        deal.push(ShowWeis(follower, cards("H7 H8 H9")))


def test_8_values_last_trick_and_all_nine_of_the_second_phase() -> None:
    deal = hidden_deal()
    with pytest.raises(InvalidActionError, match="still to be drawn"):
        deal.push(TakeRest(OTHER))
    play(deal, "D7 DA DK D8 DQ D9 DJ C7 D10 C8 H7 HA HK H8")
    first = {side: deal.points(side) for side in (DEALER, OTHER)}
    assert sum(first.values()) == 11 + 3 + 2 + 1 + 10 + 11 + 3
    leader = deal.leader
    deal.push(TakeRest(leader))
    # 3 x 27 in plain suits, 60 in trump: 141 in all, and 5 and 100 for the end.
    assert deal.points(leader) - first[leader] == 141 - sum(first.values()) + 5 + 100
    assert deal.points(1 - leader) == first[1 - leader]
