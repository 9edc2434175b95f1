"""Differenzler: rule list section 6."""

from __future__ import annotations

import pytest
from jassvision.rules.actions import Announce, Name, TakeRest
from jassvision.rules.cards import card_set, codes, parse_code
from jassvision.rules.errors import IllegalClaimError, IllegalPlayError, InvalidActionError, InvalidCardError
from jassvision.rules.games.differenzler import DifferenzlerDeal
from jassvision.rules.preset import load_rules


def new_deal(preset: str = "differenzler", turned: str | None = "S6", **changes: object) -> DifferenzlerDeal:
    return DifferenzlerDeal(
        load_rules(preset, **changes), dealer=0, turned=None if turned is None else parse_code(turned)
    )


def announce(deal: DifferenzlerDeal, *points: int | None) -> None:
    for number in points:
        assert deal.to_act is not None
        deal.push(Announce(deal.to_act, number))


def play(deal: DifferenzlerDeal, text: str) -> None:
    for code in text.split():
        deal.play(parse_code(code))


def differences(deal: DifferenzlerDeal) -> list[int]:
    return [deal.points(side) for side in range(deal.rules.sides)]


def test_6_trump_is_the_dealers_last_card() -> None:
    deal = new_deal()
    assert deal.contract is not None
    assert (deal.contract.code, deal.phase, deal.to_act) == ("S", "announcing", 3)
    announce(deal, 1, 2, 3, 4)
    with pytest.raises(InvalidCardError, match="turned card in north's hand"):
        deal.play(parse_code("S6"))
    with pytest.raises(InvalidCardError, match="not in the dealer's hand"):
        DifferenzlerDeal(load_rules("differenzler"), 0, [0x1FF, None, None, None], turned=parse_code("S6"))


def test_6_unknown_trump_is_named_by_the_dealer() -> None:
    deal = new_deal(turned=None)
    assert (deal.phase, deal.to_act) == ("trump", 0)
    with pytest.raises(InvalidActionError, match="trump is a suit"):
        deal.push(Name(0, "O"))
    deal.push(Name(0, "H"))
    assert deal.contract is not None
    assert (deal.contract.code, deal.to_act) == ("H", 3)


def test_6_announcements_go_round_and_are_bounded() -> None:
    deal = new_deal()
    for wrong in (-1, 158):
        with pytest.raises(IllegalClaimError, match="announce 0 to 157"):
            deal.push(Announce(3, wrong))
    with pytest.raises(InvalidActionError, match="open"):
        deal.push(Announce(3, None))
    announce(deal, 157, 0, 20, 30)
    assert deal.announced == (30, 20, 0, 157)
    assert (deal.phase, deal.to_act) == ("play", 3)


def test_6_score_is_the_difference() -> None:
    deal = new_deal()
    announce(deal, 50, 40, 30, 20)  # west south east north
    play(deal, "SJ SA S9 S6")  # 45 for west
    play(deal, "H6 HA H7 H8")  # 11 for south
    deal.push(TakeRest(2))  # 157 - 45 = 112 in all
    assert [deal.card_points(side) for side in range(4)] == [0, 0, 112, 45]
    assert differences(deal) == [20, 30, 72, 5]


def test_6_match_is_157() -> None:
    deal = new_deal()
    announce(deal, 157, 0, 0, 0)
    deal.push(TakeRest(3))
    assert deal.card_points(3) == 157
    assert differences(deal) == [0, 0, 0, 0]


def test_6_option_exact_bonus() -> None:
    deal = new_deal(exact_bonus=10)
    announce(deal, 45, 1, 0, 0)
    play(deal, "SJ SA S9 S6")
    play(deal, "H6 H8 HA H7")  # 11 for east, who announced none
    deal.push(TakeRest(1))
    # An announced nought is exact only with a trick that is worth nothing: north has none and gets no bonus.
    assert differences(deal) == [0, 112, 1, -10]


def test_6_exact_nought_with_an_empty_trick() -> None:
    deal = new_deal(exact_bonus=10)
    announce(deal, 0, 0, 0, 157)
    play(deal, "H6 C6 D6 D7")
    play(deal, "H7 HA H8 HQ")
    deal.push(TakeRest(2))
    assert differences(deal) == [157, 0, 157, -10]


def test_6_hidden_announcements_are_revealed_at_the_end() -> None:
    deal = new_deal(announce="hidden")
    announce(deal, None, 12, None, None)
    deal.push(TakeRest(3))
    assert (deal.phase, deal.is_over, deal.to_act) == ("reveal", False, 3)
    with pytest.raises(InvalidActionError, match="must now say"):
        deal.push(Announce(3, None))
    announce(deal, 100, 7, 0)
    assert deal.is_over
    assert differences(deal) == [0, 7, 12, 57]


def test_6_three_players_with_twelve_cards() -> None:
    deal = new_deal("differenzler_3")
    assert (deal.hand_size, deal.trick_count, deal.rules.sides) == (12, 12, 3)
    announce(deal, 100, 50, 7)
    deal.push(TakeRest(2))
    assert sum(deal.card_points(side) for side in range(3)) == 157


def test_6_option_partners_add_their_announcements_up() -> None:
    deal = new_deal("differenzler_partners")
    announce(deal, 20, 60, 30, 50)  # west south east north
    play(deal, "SJ SA S9 S6")  # 45
    play(deal, "H6 HA H7 H8")
    deal.push(TakeRest(2))
    assert differences(deal) == [abs(110 - 112), abs(50 - 45)]


def test_6_undertrump_void_ok() -> None:
    rules = load_rules("differenzler")
    texts = (
        "S6 S7 S8 C6 C7 C8 C9 C10 CJ",  # north: void of hearts
        "H6 SQ D6 D7 D8 D9 D10 DJ CQ",  # east: one heart
        "SK HA H8 CA CK DQ DK DA S9",
        "H7 H9 H10 HJ HQ HK SA S10 SJ",
    )
    hands = [card_set(text.split()) for text in texts]
    deal = DifferenzlerDeal(rules, 0, hands, turned=parse_code("S6"))
    announce(deal, 1, 1, 1, 1)
    play(deal, "H7 SK")
    # East holds a heart: no undertrumping. North is void and may.
    with pytest.raises(IllegalPlayError) as caught:
        deal.play(parse_code("SQ"))
    assert caught.value.rule == "2.4"
    deal.play(parse_code("H6"))
    assert codes(deal.legal_set) == codes(hands[0])
