"""Molotow and Mittlere: rule list section 7."""

from __future__ import annotations

import pytest
from jassvision.rules.actions import Play, ShowStoeck, ShowWeis, TakeRest
from jassvision.rules.cards import CardSet, card_set, parse_code
from jassvision.rules.errors import IllegalClaimError, IllegalPlayError
from jassvision.rules.games.molotow import MolotowDeal
from jassvision.rules.preset import load_rules


def cards(text: str) -> CardSet:
    return card_set(text.split())


def new_deal(preset: str = "molotow", hands: list[int | None] | None = None, **options: bool) -> MolotowDeal:
    return MolotowDeal(load_rules(preset), dealer=0, hands=hands, **options)


def play(deal: MolotowDeal, text: str) -> None:
    for code in text.split():
        deal.play(parse_code(code))


def taken(deal: MolotowDeal) -> list[int]:
    return [sum(e.raw for e in deal.entries if e.side == s and e.kind in ("trick", "correction")) for s in range(4)]


def test_7_suit_must_be_followed_strictly_before_there_is_trump() -> None:
    hands = [cards(text) for text in HANDS]
    deal = new_deal(hands=hands)
    play(deal, "H6")
    with pytest.raises(IllegalPlayError) as caught:
        deal.play(parse_code("S6"))
    assert (caught.value.rule, caught.value.legal) == ("2.7", cards("HA HK"))


HANDS = (
    "C6 C7 C8 C9 C10 CJ CQ CK D6",  # north: no hearts
    "D7 D8 D9 D10 DJ DQ DK H10 HQ",
    "HA HK S6 S7 S8 S9 S10 SJ SQ",
    "H6 H7 H8 H9 HJ SK SA CA DA",
)
"""Forehand is west, then south, east and north."""


def test_7_first_card_of_a_void_player_is_trump_and_wins() -> None:
    deal = new_deal(hands=[cards(text) for text in HANDS])
    play(deal, "H6 HA H10 D6")
    assert deal.contract is not None
    assert (deal.contract.code, deal.trump_seat, deal.tricks[0].winner) == ("D", 0, 0)


def test_7_a_revoke_of_a_known_hand_fixes_no_trump() -> None:
    deal = new_deal(hands=[cards(text) for text in HANDS], strict=False)
    play(deal, "H6 S6")
    assert deal.contract is None
    assert [v.rule for v in deal.violations] == ["2.7"]


def test_7_trump_counts_backwards() -> None:
    deal = new_deal()
    play(deal, "HJ H9 H6 HA")  # 2 + 11 as long as there is no trump
    assert taken(deal) == [13, 0, 0, 0]
    play(deal, "S7 H7")  # north leads, west cannot follow: hearts are trump
    assert taken(deal) == [13 + 18 + 14, 0, 0, 0]
    assert deal.tricks[0].points == 45
    play(deal, "S8 H8")
    assert deal.tricks[1].winner == 1
    assert sum(taken(deal)) == 45


def test_7_void_players_may_undertrump() -> None:
    hands = [cards(text) for text in HANDS]
    deal = new_deal(hands=hands)
    play(deal, "H6 HA H10 D6")  # diamonds are trump
    play(deal, "C6 DA S6")
    # East holds only lower trumps and hearts, and is void of clubs.
    assert deal.legal_set == hands[1] & ~cards("H10")


def test_7_eights_count_when_no_trump_appears() -> None:
    deal = new_deal()
    play(deal, "HA H8 H7 H6")
    assert taken(deal) == [0, 0, 0, 11]
    deal.push(TakeRest(3))
    assert deal.contract is not None
    assert deal.contract.code == "O"
    assert taken(deal) == [0, 0, 0, 152]
    assert deal.card_points(3) == 157


# Four players: card points of north, east, south, west and what they are scored, in strokes (PNA).
STROKES = [
    ("molotow", [90, 9, 34, 24], [1, 1, -1, -1]),
    ("molotow", [90, 0, 34, 33], [1, 1, -1, -1]),
    ("molotow", [110, 0, 37, 10], [-3, 1, 1, 1]),
    ("molotow", [60, 60, 30, 7], [0, 0, -1, 1]),
    ("molotow", [20, 20, 30, 87], [0, 0, -1, 1]),
    ("molotow", [80, 30, 30, 17], [1, 0, 0, 1]),
    ("mittlere", [80, 30, 47], [1, 1, -2]),
    ("mittlere", [100, 20, 37], [-2, 1, 1]),
    ("mittlere", [60, 60, 37], [0, 0, 1]),
]


@pytest.mark.parametrize(("preset", "made", "strokes"), STROKES)
def test_7_scoring_strokes_with_middle_noughts_and_hundred_noughts(
    preset: str, made: list[int], strokes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = new_deal(preset)
    seats = deal.players
    # One trick each so that nobody is without; the points are set as the table says.
    led = ["H", "S", "C", "D"]
    cards = [[f"{suit}{rank}" for rank in ("6", "7", "8", "9")[:seats]] for suit in led]
    winners = []
    for row in cards[:seats]:
        leader = deal.leader
        turns = [(leader - i) % seats for i in range(seats)]
        target = len(winners)
        order = sorted(row, key=lambda code: int(code[1:]))
        best = order.pop()
        for seat in turns:
            deal.push(Play(seat, parse_code(best if seat == target else order.pop())))
        winners.append(deal.tricks[-1].winner)
    assert winners == list(range(seats))
    monkeypatch.setattr(MolotowDeal, "card_points", lambda self, side: made[side])
    deal.push(TakeRest(deal.leader))
    assert [deal.points(side) for side in range(seats)] == strokes


@pytest.mark.parametrize(("preset", "strokes"), [("molotow", [-1, -1, -1, 3]), ("mittlere", [-1, -1, 2])])
def test_7_match(preset: str, strokes: list[int]) -> None:
    deal = new_deal(preset)
    deal.push(TakeRest(deal.forehand))
    assert [deal.points(side) for side in range(deal.players)] == strokes


def test_7_option_no_trick_noughts_in_mittlere() -> None:
    deal = new_deal("mittlere")
    play(deal, "H6 HA H7")  # east, 11 points
    assert deal.tricks[0].winner == 1
    for suit in "DSC":
        play(deal, f"{suit}A {suit}6 {suit}7")
    play(deal, "D8 D9 DK")  # and west at last
    assert deal.tricks[-1].winner == 2
    deal.push(TakeRest(2))
    assert [deal.card_points(side) for side in range(3)] == [0, 44, 113]
    # North took no trick, west more than a hundred: east is the only one left.
    assert [deal.points(side) for side in range(3)] == [-1, 2, -1]


@pytest.mark.parametrize(("preset", "size"), [("molotow", 9), ("molotow_3", 9), ("molotow_5", 7), ("molotow_6", 6)])
def test_7_hand_sizes(preset: str, size: int) -> None:
    deal = new_deal(preset)
    assert (deal.hand_size, deal.trick_count) == (size, size)


def test_7_scoring_jasswiki_takes_weis_and_stoeck_off() -> None:
    deal = new_deal("molotow_jasswiki")
    deal.push(ShowWeis(3, cards("H6 H7 H8")))
    play(deal, "H6")
    deal.push(ShowWeis(2, cards("S9 S10 SJ SQ")))
    play(deal, "HA HK HQ")  # south, 18
    # Nothing is compared: each takes the own Weis off.
    assert [deal.points(side) for side in range(4)] == [0, 0, 18 - 50, -20]


def test_7_stoeck_only_if_both_were_held_when_trump_arose() -> None:
    deal = new_deal("molotow_jasswiki")
    play(deal, "H6 HA H7 H8")
    play(deal, "S7 CK S8 S9")  # east fixes clubs with the king itself
    assert (deal.trump_seat, deal.leader) == (1, 1)
    with pytest.raises(IllegalClaimError, match="both in the hand when trump had arisen"):
        deal.push(ShowStoeck(1))

    deal = new_deal("molotow_jasswiki")
    play(deal, "H6 HA H7 H8")
    play(deal, "S7 C6 S8 S9")
    play(deal, "CK C7 C8 C10")
    deal.push(ShowStoeck(1))
    play(deal, "CQ")
    assert deal.stoeck == 1
    assert [e.points for e in deal.entries if e.kind == "stoeck"] == [-20]


def test_7_as_dealt_weis_are_found() -> None:
    deal = new_deal("molotow_jasswiki", hands=[cards(text) for text in HANDS], as_dealt=True)
    play(deal, "H6 HA H10 D6")
    found = {(e.side, e.points) for e in deal.entries if e.kind == "weis"}
    assert found == {(0, -250), (1, -200), (2, -200), (3, -50)}
