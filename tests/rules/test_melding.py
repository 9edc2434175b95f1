"""Weis and Stöck within a deal: when they may be announced and when they score (rule list section 3)."""

from dataclasses import replace

import pytest
from jassvision.rules.actions import Misdeal, Name, ShowStoeck, ShowWeis, TakeRest
from jassvision.rules.cards import card_set, parse_code
from jassvision.rules.errors import IllegalClaimError, InvalidActionError
from jassvision.rules.games import deal_for
from jassvision.rules.options import Rules

NORTH, EAST, SOUTH, WEST = range(4)
RULES = Rules()
HANDS = tuple(
    card_set(text.split())
    for text in (
        "DA DK D6 H9 S9 CK CJ C8 C6",
        "D9 D8 HA HQ HK SA SQ S8 C10",
        "DQ DJ D10 SJ S10 S7 CQ C9 C7",
        "D7 H6 HJ H10 H8 H7 SK S6 CA",
    )
)
SEQUENCE = card_set(["DQ", "DJ", "D10"])
BETTER = card_set(["H6", "H7", "H8"])


def begun(contract="H", **options):
    """South deals, east leads; hearts are trump and count once, east holds Stöck."""
    deal = deal_for(options.pop("rules", RULES), SOUTH, options.pop("hands", HANDS), **options)
    deal.push(Name(EAST, contract))
    return deal


def played(deal, text):
    """The deal after some cards."""
    for card in text.split():
        deal.play(parse_code(card))
    return deal


def scored(deal, kind):
    """The entries of a kind as (side, seat, points)."""
    return [(entry.side, entry.seat, entry.points) for entry in deal.entries if entry.kind == kind]


# Weis ----------------------------------------------------------------------------------------------------------------


def test_3_weis_score_before_the_points_of_trick_one():
    deal = played(begun(), "HA H9 HJ")
    deal.push(ShowWeis(SOUTH, SEQUENCE))
    assert deal.entries == ()
    played(deal, "D10")
    assert [entry.kind for entry in deal.entries] == ["weis", "trick"]
    assert scored(deal, "weis") == [(0, SOUTH, 20)]


def test_3_better_side_scores_all_the_other_none():
    deal = played(begun(), "HA H9")
    deal.push(ShowWeis(WEST, BETTER))
    played(deal, "HJ")
    deal.push(ShowWeis(SOUTH, SEQUENCE))
    played(deal, "D10")
    # Both are runs of three; south's ends higher.
    assert scored(deal, "weis") == [(0, SOUTH, 20)]


def test_3_weis_with_the_factor_of_the_contract():
    deal = played(begun("O", as_dealt=True), "HA H9 H10 D10")
    assert scored(deal, "weis") == [(1, EAST, 60), (1, WEST, 60)]


def test_3_as_dealt_takes_them_from_the_known_hands():
    deal = played(begun(as_dealt=True), "HA H9 HJ D10")
    assert scored(deal, "weis") == [(1, EAST, 20), (1, WEST, 20)]


def test_3_as_dealt_leaves_hidden_hands_to_their_announcements():
    deal = begun(hands=[HANDS[0], None, None, None], as_dealt=True)
    played(deal, "HA H9")
    deal.push(ShowWeis(WEST, BETTER))
    played(deal, "HJ D10")
    assert scored(deal, "weis") == [(1, WEST, 20)]


def test_3_a_weis_may_follow_the_card_while_the_trick_lasts():
    deal = played(begun(), "HA H9 HJ")
    deal.push(ShowWeis(WEST, BETTER))
    assert deal.shown == ((WEST, BETTER),)
    deal.pop()
    assert deal.shown == ()


REFUSED = [
    ("too_early", "HA", ShowWeis(SOUTH, SEQUENCE), "too early"),
    ("too_late", "HA H9 HJ D10", ShowWeis(SOUTH, SEQUENCE), "too late"),
    ("not_held", "HA H9 HJ", ShowWeis(SOUTH, BETTER), "was not dealt H6 H7 H8"),
    ("no_weis", "HA H9 HJ", ShowWeis(SOUTH, card_set(["DQ", "DJ", "S7"])), "is no Weis"),
    ("nothing", "HA H9 HJ", ShowWeis(SOUTH, 0), "no card is no Weis"),
]


@pytest.mark.parametrize(("before", "action", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_3_announcements_that_do_not_hold(before, action, words):
    deal = played(begun(), before)
    state = deal.state()
    with pytest.raises(IllegalClaimError, match=words):
        deal.push(action)
    assert deal.state() == state


def test_3_weis_before_the_contract():
    deal = deal_for(RULES, SOUTH, HANDS)
    with pytest.raises(IllegalClaimError, match="play has not begun"):
        deal.push(ShowWeis(SOUTH, SEQUENCE))


def test_3_the_same_weis_twice():
    deal = played(begun(), "HA H9 HJ")
    deal.push(ShowWeis(SOUTH, SEQUENCE))
    with pytest.raises(IllegalClaimError, match="in two Weis"):
        deal.push(ShowWeis(SOUTH, SEQUENCE))


def test_3_hidden_hands_cannot_show_what_others_have_shown_or_played():
    deal = played(begun(hands=None), "HA H9")
    deal.push(ShowWeis(WEST, BETTER))
    played(deal, "HJ")
    for cards in (["H8", "H9", "H10"], ["H7", "H8", "H9"], ["HQ", "HK", "HA"]):
        with pytest.raises(IllegalClaimError, match="was not dealt"):
            deal.push(ShowWeis(SOUTH, card_set(cards)))
    deal.push(ShowWeis(SOUTH, SEQUENCE))


def test_3_a_weis_may_be_known_by_its_value_only():
    deal = played(begun(hands=None), "HA H9")
    deal.push(ShowWeis(WEST, points=50))
    played(deal, "HJ")
    deal.push(ShowWeis(SOUTH, SEQUENCE))
    assert deal.spoken == ((WEST, 50),)
    played(deal, "D10")
    assert scored(deal, "weis") == [(1, WEST, 50)]


def test_3_a_spoken_weis_loses_against_an_equal_one_that_is_shown():
    deal = played(begun(hands=None), "HA H9")
    deal.push(ShowWeis(WEST, points=20))
    played(deal, "HJ")
    deal.push(ShowWeis(SOUTH, SEQUENCE))
    played(deal, "D10")
    assert scored(deal, "weis") == [(0, SOUTH, 20)]


@pytest.mark.parametrize(
    ("hands", "action", "error", "words"),
    [
        (None, ShowWeis(WEST, points=70), IllegalClaimError, "no single Weis is worth 70: the values are 20, 50, 100"),
        (HANDS, ShowWeis(WEST, points=100), IllegalClaimError, "west was dealt no Weis of 100"),
        (HANDS, ShowWeis(WEST, BETTER, 20), InvalidActionError, "leave its points out"),
        (None, ShowWeis(WEST, -8), InvalidActionError, "set of cards"),
    ],
)
def test_3_spoken_weis_that_cannot_be(hands, action, error, words):
    deal = played(begun(hands=hands), "HA H9")
    with pytest.raises(error, match=words):
        deal.push(action)


def test_3_weis_none():
    deal = played(begun(rules=replace(RULES, weis="none"), as_dealt=True), "HA H9 HJ")
    with pytest.raises(InvalidActionError, match="do not count"):
        deal.push(ShowWeis(SOUTH, SEQUENCE))
    played(deal, "D10")
    assert scored(deal, "weis") == []


def test_3_choices_list_what_may_be_shown():
    deal = played(begun(), "HA H9")
    assert ShowWeis(WEST, BETTER) in list(deal.actions())
    assert not any(isinstance(action, ShowWeis) and action.seat == SOUTH for action in deal.actions())


# Stöck ---------------------------------------------------------------------------------------------------------------

FIRST = "HK H9 HJ D10"


def test_3_stoeck_scores_with_the_second_card():
    deal = played(begun(), FIRST)
    with pytest.raises(IllegalClaimError, match="in one's turn"):
        deal.push(ShowStoeck(EAST))
    played(deal, "H10 DQ")
    deal.push(ShowStoeck(EAST))
    assert scored(deal, "stoeck") == []
    done = deal.play(parse_code("HQ"))
    assert [entry.kind for entry in done.entries] == ["stoeck"]
    assert scored(deal, "stoeck") == [(1, EAST, 20)]


def test_3_stoeck_may_be_announced_right_after_the_second_card():
    deal = played(begun(), f"{FIRST} H10 DQ HQ")
    deal.push(ShowStoeck(EAST))
    assert scored(deal, "stoeck") == [(1, EAST, 20)]
    with pytest.raises(IllegalClaimError, match="announced already"):
        deal.push(ShowStoeck(EAST))
    deal.pop()
    assert scored(deal, "stoeck") == []


def test_3_stoeck_is_lost_with_the_next_card():
    deal = played(begun(), f"{FIRST} H10 DQ HQ D6 SQ S9 SK S10")
    with pytest.raises(IllegalClaimError, match="too late"):
        deal.push(ShowStoeck(EAST))


def test_3_stoeck_as_dealt_needs_no_announcement():
    deal = played(begun(as_dealt=True), f"{FIRST} H10 DQ HQ")
    assert [(entry.kind, entry.trick) for entry in deal.entries if entry.kind == "stoeck"] == [("stoeck", 1)]


def test_3_stoeck_of_another_hand():
    deal = played(begun(), FIRST)
    with pytest.raises(IllegalClaimError, match="north does not hold Stöck"):
        deal.push(ShowStoeck(NORTH))


def test_3_no_stoeck_before_its_first_card():
    with pytest.raises(IllegalClaimError, match="none has been played yet"):
        begun().push(ShowStoeck(EAST))


def test_3_no_stoeck_without_trump():
    deal = played(begun("O", as_dealt=True), "HK H9 H10 D10")
    with pytest.raises(IllegalClaimError, match="without trump"):
        deal.push(ShowStoeck(EAST))
    assert scored(deal, "stoeck") == []


def test_3_stoeck_false():
    deal = played(begun(rules=replace(RULES, stoeck=False), as_dealt=True), f"{FIRST} H10 DQ HQ")
    assert scored(deal, "stoeck") == []
    with pytest.raises(InvalidActionError, match="does not count"):
        deal.push(ShowStoeck(EAST))


def test_3_stoeck_counts_beside_weis_of_the_other_side():
    deal = played(begun(), "HK H9 HJ")
    deal.push(ShowWeis(SOUTH, SEQUENCE))
    played(deal, "D10 H10 DQ HQ")
    deal.push(ShowStoeck(EAST))
    assert scored(deal, "weis") == [(0, SOUTH, 20)]
    assert scored(deal, "stoeck") == [(1, EAST, 20)]


def test_3_the_rest_brings_stoeck_and_weis_of_known_hands():
    deal = begun(as_dealt=True)
    deal.push(TakeRest(EAST))
    assert {entry.kind for entry in deal.entries} == {"weis", "stoeck", "trick", "last_trick", "match"}


def test_3_nothing_is_announced_in_a_deal_that_was_called_off():
    deal = played(begun(), f"{FIRST} H10 DQ HQ")
    deal.push(Misdeal(EAST))
    with pytest.raises(InvalidActionError, match="called off"):
        deal.push(ShowStoeck(EAST))
