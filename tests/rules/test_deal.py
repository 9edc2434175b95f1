"""The deal protocol: verify, can, push and pop, observing, hidden hands, the rest, misdeals."""

import random
from dataclasses import FrozenInstanceError, replace

import pytest
from jassvision.rules.actions import ACTIONS, Announce, Claim, Misdeal, Name, Play, Push, TakeRest
from jassvision.rules.cards import CODES, EMPTY, PACK_36, card_set, codes, parse_code
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.errors import (
    DuplicateCardError,
    IllegalPlayError,
    InvalidActionError,
    InvalidCardError,
    JassError,
    RulesError,
    WrongSeatError,
)
from jassvision.rules.games import deal_for
from jassvision.rules.options import Rules

NORTH, EAST, SOUTH, WEST = range(4)
RULES = Rules(weis="none", stoeck=False)
HANDS = tuple(
    card_set(text.split())
    for text in (
        "DA DK D6 H9 S9 CK CJ C8 C6",
        "D9 D8 HA HQ H6 SA SQ S8 C10",
        "DQ DJ D10 SJ S10 S7 CQ C9 C7",
        "D7 HK HJ H10 H8 H7 SK S6 CA",
    )
)


def begun(contract="H", **options):
    """A deal with south dealing, so that east speaks and leads; hearts are trump."""
    deal = deal_for(options.pop("rules", RULES), SOUTH, options.pop("hands", HANDS), **options)
    deal.push(Name(EAST, contract))
    return deal


def played(deal, text):
    """The deal after some cards."""
    for card in text.split():
        deal.play(parse_code(card))
    return deal


REFUSED = [
    # name, cards played before, action, error, words of the sentence
    ("another_seats_turn", "", Play(NORTH, parse_code("H9")), WrongSeatError, "east's turn, not north's"),
    ("no_such_seat", "", Play(4, parse_code("H9")), WrongSeatError, "no seat 4"),
    ("not_in_the_hand", "", Play(EAST, parse_code("H9")), InvalidCardError, "H9 is not in east's hand: D8 D9"),
    ("no_card", "", Play(EAST, 36), InvalidCardError, "36 is not in the pack"),
    ("negative_card", "", Play(EAST, -1), InvalidCardError, "-1 is not in the pack"),
    ("card_twice", "HA H9 HJ", Play(SOUTH, parse_code("HA")), DuplicateCardError, "HA has been played already"),
    ("fifth_card", "HA H9 HJ D10", Play(EAST, parse_code("H6")), WrongSeatError, "west's turn, not east's"),
    ("not_legal", "HA", Play(NORTH, parse_code("DA")), IllegalPlayError, "north may not play DA breaks rule 2.2"),
    ("unknown_action", "", Announce(EAST, 40), InvalidActionError, "no action 'announce' in schieber"),
    ("bidding_is_over", "", Push(EAST), InvalidActionError, "named already"),
    ("claim_under_auto", "", Claim(EAST), InvalidActionError, "ends by itself"),
    ("rest_within_a_trick", "HA", TakeRest(NORTH), InvalidActionError, "between two tricks"),
]


@pytest.mark.parametrize(
    ("before", "action", "error", "words"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_refusals_say_why_and_leave_the_state_untouched(before, action, error, words):
    deal = played(begun(), before)
    state = deal.state()
    with pytest.raises(error, match=words) as caught:
        deal.push(action)
    assert isinstance(caught.value, JassError)
    assert deal.state() == state
    assert not deal.can(action)
    with pytest.raises(error):
        deal.verify(action)


def test_illegal_play_carries_rule_reason_and_legal_cards():
    deal = played(begun(), "HA")
    with pytest.raises(IllegalPlayError) as caught:
        deal.play(parse_code("DA"))
    assert caught.value.rule == "2.2"
    assert "trump was led" in caught.value.reason
    assert codes(caught.value.legal) == ["H9"]


def test_nothing_can_be_done_after_the_last_trick():
    deal = begun()
    while not deal.is_over:
        deal.play(next(iter(deal.legal)))
    assert deal.to_act is None
    assert list(deal.actions()) == []
    assert len(deal.legal) == 0
    for action in (Play(EAST, 0), TakeRest(EAST), Misdeal(EAST)):
        with pytest.raises(InvalidActionError, match="over"):
            deal.push(action)
    with pytest.raises(InvalidActionError, match="nobody"):
        deal.play(0)


def test_legal_plays_are_the_actions_that_can_be_done():
    deal = played(begun(), "D9")
    assert {action.card for action in deal.actions()} == set(deal.legal)
    assert [CODES[card] for card in deal.legal] == ["D6", "DK", "DA", "H9"]
    assert all(deal.can(action) for action in deal.actions())
    assert sum(deal.can(Play(NORTH, card)) for card in range(36)) == len(deal.legal)


def test_operations_tell_what_happened():
    deal = begun()
    deal.play(parse_code("HA"))
    deal.play(parse_code("H9"))
    deal.play(parse_code("H10"))
    done = deal.play(parse_code("D10"))
    trick = done.trick
    assert trick is not None
    assert trick is deal.tricks[-1]
    assert (trick.leader, trick.winner, trick.points) == (EAST, NORTH, 45)
    assert trick.seats == (EAST, NORTH, WEST, SOUTH)
    assert [CODES[card] for card in trick.cards] == ["HA", "H9", "H10", "D10"]
    assert [(entry.kind, entry.side, entry.points) for entry in done.entries] == [("trick", 0, 45)]
    assert deal.to_act == deal.leader == NORTH
    assert [type(operation.action).kind for operation in deal.history] == ["name", "play", "play", "play", "play"]
    with pytest.raises(FrozenInstanceError):
        done.trick = None


def test_pop_is_the_exact_inverse_of_push():
    deal = deal_for(RULES, SOUTH, HANDS)
    rng, states = random.Random(1), [deal.state()]
    deal.push(Name(EAST, "H"))
    while not deal.is_over:
        states.append(deal.state())
        deal.play(rng.choice(list(deal.legal)))
    for state in reversed(states):
        deal.pop()
        assert deal.state() == state
    with pytest.raises(InvalidActionError, match="nothing to take back"):
        deal.pop()


def test_a_copy_goes_its_own_way():
    deal = played(begun(), "HA")
    twin = deal.copy()
    played(twin, "H9 HJ")
    assert (len(deal.trick), len(twin.trick)) == (1, 3)
    twin.pop()
    twin.pop()
    assert twin.state() == deal.state()
    assert twin.history == deal.history


def test_a_copy_and_its_original_go_back_apart():
    deal = played(begun(), "HA H9")
    twin, before = deal.copy(), deal.state()
    twin.pop()
    twin.pop()
    played(twin, "D9")
    assert deal.state() == before
    assert [type(operation.action).kind for operation in deal.history] == ["name", "play", "play"]
    deal.pop()
    played(deal, "H9 HJ")
    assert [CODES[card] for card in twin.trick] == ["D9"]
    assert [CODES[operation.action.card] for operation in twin.history[1:]] == ["D9"]
    twin.pop()
    twin.pop()
    assert twin.phase == "bidding"


# Observing -----------------------------------------------------------------------------------------------------------


def test_an_observing_deal_takes_an_illegal_card_and_lists_it():
    deal = played(begun(strict=False), "HA")
    done = deal.play(parse_code("DA"))
    assert done.violation is not None
    assert deal.violations == (done.violation,)
    found = done.violation
    assert (found.seat, found.trick, found.rule, CODES[found.card]) == (NORTH, 0, "2.2", "DA")
    assert codes(found.legal) == ["H9"]
    assert deal.to_act == WEST
    deal.pop()
    assert deal.violations == ()


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (Play(EAST, parse_code("H6")), WrongSeatError),
        (Play(NORTH, parse_code("HA")), DuplicateCardError),
        (Play(NORTH, parse_code("H10")), InvalidCardError),
    ],
)
def test_an_observing_deal_still_refuses_the_impossible(action, error):
    deal = played(begun(strict=False), "HA")
    state = deal.state()
    with pytest.raises(error):
        deal.push(action)
    assert deal.state() == state


def test_an_observing_deal_scores_on():
    deal = played(begun(strict=False), "HA DA HJ D10 H10")
    assert deal.tricks[0].winner == WEST
    assert deal.points(1) == 11 + 11 + 20 + 10


# Hidden hands --------------------------------------------------------------------------------------------------------


def test_with_hidden_hands_every_unseen_card_may_be_played():
    deal = begun(hands=None)
    assert deal.legal_set == deal.unseen == PACK_36
    played(deal, "HA DA")
    assert deal.legal_set == PACK_36 & ~card_set(["HA", "DA"])
    with pytest.raises(DuplicateCardError):
        deal.play(parse_code("HA"))
    assert deal.hands == (None,) * 4


def test_a_card_of_a_known_hand_is_not_played_by_a_hidden_one():
    deal = played(begun(hands=[HANDS[0], None, None, None]), "HA H9")
    with pytest.raises(InvalidCardError, match="DA is in north's hand, not in west's"):
        deal.play(parse_code("DA"))
    assert parse_code("DA") not in deal.legal
    assert deal.unseen == PACK_36 & ~HANDS[0] & ~card_set(["HA"])


def test_known_hands_are_judged_among_hidden_ones():
    deal = played(begun(hands=[HANDS[0], None, None, None]), "HA")
    assert [CODES[card] for card in deal.legal] == ["H9"]
    with pytest.raises(IllegalPlayError):
        deal.play(parse_code("DA"))


def test_a_hidden_deal_scores_like_an_open_one():
    rng = random.Random(5)
    known, hidden = begun(), begun(hands=None)
    while not known.is_over:
        card = rng.choice(list(known.legal))
        known.play(card)
        hidden.play(card)
    assert hidden.is_over
    assert (hidden.tricks, hidden.entries) == (known.tricks, known.entries)


# Wrong beginnings, misdeals ------------------------------------------------------------------------------------------


def test_4_wrong_count_is_a_misdeal():
    with pytest.raises(InvalidActionError, match="north was dealt 8 cards instead of 9: a misdeal"):
        deal_for(RULES, 0, [HANDS[0] & ~card_set(["DA"]), *HANDS[1:]])


def test_a_card_dealt_twice_is_named():
    with pytest.raises(DuplicateCardError, match="dealt twice: DA, the second time to east"):
        deal_for(RULES, 0, [HANDS[0], HANDS[1] ^ card_set(["D9", "DA"]), None, None])


@pytest.mark.parametrize("hand", [1 << 36 | HANDS[0], -1])
def test_what_is_no_set_of_cards_is_refused(hand):
    with pytest.raises(InvalidCardError, match="not in the pack"):
        deal_for(RULES, 0, [hand, None, None, None])


def test_hands_must_match_the_players():
    with pytest.raises(InvalidActionError, match="3 hands for 4 players"):
        deal_for(RULES, 0, HANDS[:3])


@pytest.mark.parametrize("dealer", [-1, 4])
def test_the_dealer_must_sit_at_the_table(dealer):
    with pytest.raises(WrongSeatError, match="no seat"):
        deal_for(RULES, dealer)


def test_an_unknown_game_is_refused_with_those_there_are():
    with pytest.raises(RulesError, match="schieber"):
        deal_for(replace(RULES, game="tarock"))


def test_4_misdeal_scores_nothing_and_can_be_taken_back():
    deal = played(begun(), "HA H9 H10 D10 CJ")
    state = deal.state()
    deal.push(Misdeal(WEST, "a card was exposed"))
    assert deal.is_over
    assert deal.void
    assert [deal.points(side) for side in (0, 1)] == [0, 0]
    assert [entry.points for entry in deal.entries] == [45, -45]
    deal.pop()
    assert deal.state() == state


# The rest, claims ----------------------------------------------------------------------------------------------------


def test_the_rest_takes_all_remaining_points_and_the_last_trick():
    deal = played(begun(), "HA H9 H10 D10")
    done = deal.push(TakeRest(NORTH))
    assert deal.is_over
    assert done.shown == PACK_36 & ~card_set(["HA", "H9", "H10", "D10"])
    assert [(e.kind, e.side, e.raw) for e in deal.entries] == [
        ("trick", 0, 45),
        ("trick", 0, 152 - 45),
        ("last_trick", 0, 5),
        ("match", 0, 100),
    ]
    assert deal.hands == (EMPTY,) * 4
    deal.pop()
    assert len(deal.tricks) == 1


def test_the_rest_after_a_lost_trick_is_no_match():
    deal = played(begun(), "HA H9 H10 D10 CJ CA C7 C10")
    deal.push(TakeRest(WEST))
    assert {entry.kind for entry in deal.entries} == {"trick", "last_trick"}
    assert sum(entry.raw for entry in deal.entries) == 157


def test_the_rest_is_claimed_by_the_player_on_lead():
    deal = played(begun(), "HA H9 H10 D10")
    with pytest.raises(WrongSeatError):
        deal.push(TakeRest(WEST))


def test_4_claim_bedanken_is_noted_at_any_moment():
    deal = played(begun(rules=replace(RULES, claim="bedanken")), "HA H9")
    before = deal.state()
    operation = deal.push(Claim(SOUTH))
    assert operation.action == Claim(SOUTH)
    assert deal.state() == before
    assert deal.history[-1] is operation


@pytest.mark.parametrize(("players", "size"), [(2, 18), (3, 12), (4, 9), (5, 7), (6, 6)])
@pytest.mark.parametrize("direction", ["anticlockwise", "clockwise"])
def test_any_number_of_seats_in_either_direction(players, size, direction):
    rules = replace(RULES, players=players, partners=False, hand_size=size, direction=direction)
    rng = random.Random(players)
    deal = deal_for(rules, 0, shuffled_hands(rules, rng))
    step = 1 if direction == "clockwise" else -1
    deal.push(Name(step % players, "S"))
    while not deal.is_over:
        deal.play(rng.choice(list(deal.legal)))
    assert len(deal.tricks) == size
    for trick in deal.tricks:
        assert trick.seats == tuple((trick.leader + step * place) % players for place in range(players))
    played = [card for trick in deal.tricks for card in trick.cards]
    assert len(set(played)) == players * size
    worth = sum(deal.order.points[card] for card in played) + 5
    assert sum(entry.raw for entry in deal.entries if entry.kind != "match") == worth
    assert {entry.side for entry in deal.entries} <= set(range(players))


def test_a_deal_tells_where_it_stands():
    deal = begun()
    assert repr(deal) == "<SchieberDeal H, play, trick 1:, east to act>"
    played(deal, "HA H9")
    assert repr(deal) == "<SchieberDeal H, play, trick 1: HA H9, west to act>"
    assert repr(deal_for(RULES, NORTH)) == "<SchieberDeal no contract yet, bidding, trick 1:, west to act>"


def test_every_kind_of_action_has_its_own_word():
    assert len(ACTIONS) == len(set(ACTIONS.values()))
    assert all(ACTIONS[kind].kind == kind for kind in ACTIONS)
    assert str(Play(WEST, parse_code("S10"))) == "seat 3 play S10"
    assert str(Name(WEST, "H")).startswith("seat 3 name H")


def test_shuffled_hands_are_a_whole_pack():
    hands = shuffled_hands(RULES, random.Random(2))
    assert sum(hands) == PACK_36
    assert {hand.bit_count() for hand in hands} == {9}
    assert hands == shuffled_hands(RULES, random.Random(2))
