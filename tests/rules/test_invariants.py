"""What holds in every deal, whatever the cards (rule list section 11)."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.rules.actions import Name
from jassvision.rules.cards import CARDS, PACK_36, SUIT_LETTERS, card_set, cards_in
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.games import deal_for
from jassvision.rules.options import Rules

RULES = Rules(contracts=tuple(CONTRACTS))
VARIANTS = [
    replace(RULES, direction=direction, undertrump=undertrump, all_trumps=all_trumps, weis=weis, push_back=True)
    for direction in ("anticlockwise", "clockwise")
    for undertrump, all_trumps, weis in (("barred", "free", "large"), ("void_ok", "must_beat", "small"))
]
seeds = st.integers(0, 2**32 - 1)
contracts = st.sampled_from(sorted(CONTRACTS))
house_rules = st.sampled_from(VARIANTS)


def random_deal(rules, dealer, contract, seed, *, hands=None):
    """A deal played with random legal cards, and the cards in order."""
    rng = random.Random(seed)
    deal = deal_for(rules, dealer, hands or shuffled_hands(rules, rng), as_dealt=True)
    deal.push(Name(deal.forehand, contract))
    cards = []
    while not deal.is_over:
        legal = list(deal.legal)
        assert legal
        cards.append(rng.choice(legal))
        deal.play(cards[-1])
    return deal, cards


@given(house_rules, st.integers(0, 3), contracts, seeds)
@settings(max_examples=60, deadline=None)
def test_11_157_in_every_contract_and_every_trick_is_led_by_the_last_winner(rules, dealer, contract, seed):
    deal, cards = random_deal(rules, dealer, contract, seed)
    assert sum(e.raw for e in deal.entries if e.kind in ("trick", "last_trick")) == 157
    assert card_set(cards) == deal.played == PACK_36
    leaders = [trick.leader for trick in deal.tricks]
    assert leaders == [deal.forehand, *(trick.winner for trick in deal.tricks[:-1])]
    assert not any(deal.hands)
    assert deal.points(0) + deal.points(1) == sum(entry.points for entry in deal.entries)


@given(house_rules, contracts, seeds, st.data())
@settings(max_examples=40, deadline=None)
def test_11_undo_after_push_is_the_identity(rules, contract, seed, data):
    rng = random.Random(seed)
    deal = deal_for(rules, seed % 4, shuffled_hands(rules, rng), as_dealt=data.draw(st.booleans()))
    trail = []
    for _ in range(data.draw(st.integers(1, 45))):
        actions = list(deal.actions())
        if not actions:
            break
        action = data.draw(st.sampled_from(actions))
        if isinstance(action, Name):
            action = Name(action.seat, contract)
        state = deal.state()
        assert deal.can(action)
        deal.push(action)
        trail.append((state, action))
    end = deal.state()
    for state, action in reversed(trail):
        assert deal.pop().action == action
        assert deal.state() == state
    for _, action in trail:
        deal.push(action)
    assert deal.state() == end


@given(house_rules, contracts, seeds, st.permutations(range(4)))
@settings(max_examples=40, deadline=None)
def test_11_relabelling_the_suits_changes_nothing(rules, contract, seed, labels):
    rules = replace(rules, factor_table=type(rules.factor_table)({}))
    deal, cards = random_deal(rules, 1, contract, seed)
    moved = {card: 9 * labels[card // 9] + card % 9 for card in CARDS}
    other = SUIT_LETTERS[labels[SUIT_LETTERS.index(contract)]] if contract in SUIT_LETTERS else contract
    twin = deal_for(rules, 1, [card_set(moved[c] for c in cards_in(hand)) for hand in deal.dealt], as_dealt=True)
    twin.push(Name(twin.forehand, other))
    for card in cards:
        twin.play(moved[card])
    assert [(t.winner, t.points) for t in twin.tricks] == [(t.winner, t.points) for t in deal.tricks]
    assert [twin.points(side) for side in (0, 1)] == [deal.points(side) for side in (0, 1)]


@given(house_rules, contracts, seeds, st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_11_rotating_the_seats_changes_nothing(rules, contract, seed, turn):
    deal, cards = random_deal(rules, 2, contract, seed)
    hands = [deal.dealt[(seat - turn) % 4] for seat in range(4)]
    twin = deal_for(rules, (2 + turn) % 4, hands, as_dealt=True)
    twin.push(Name(twin.forehand, contract))
    for card in cards:
        twin.play(card)
    assert [t.winner for t in twin.tricks] == [(t.winner + turn) % 4 for t in deal.tricks]
    assert [twin.points((side + turn) % 2) for side in (0, 1)] == [deal.points(side) for side in (0, 1)]


@given(contracts, seeds)
@settings(max_examples=30, deadline=None)
def test_observing_legal_play_finds_no_violation(contract, seed):
    deal, cards = random_deal(RULES, 0, contract, seed)
    observed = deal_for(RULES, 0, deal.dealt, strict=False, as_dealt=True)
    observed.push(Name(observed.forehand, contract))
    for card in cards:
        assert observed.play(card).violation is None
    assert observed.entries == deal.entries


@given(contracts, seeds)
@settings(max_examples=30, deadline=None)
def test_observing_any_play_lists_exactly_the_illegal_cards(contract, seed):
    rng = random.Random(seed)
    deal = deal_for(RULES, 0, shuffled_hands(RULES, rng), strict=False)
    deal.push(Name(deal.forehand, contract))
    expected = []
    while not deal.is_over:
        assert deal.to_act is not None
        card = rng.choice(list(cards_in(deal.hands[deal.to_act])))
        if card not in deal.legal:
            expected.append((deal.to_act, card))
        deal.play(card)
    assert [(found.seat, found.card) for found in deal.violations] == expected
    assert sum(e.raw for e in deal.entries if e.kind in ("trick", "last_trick")) == 157


@pytest.mark.parametrize("contract", sorted(CONTRACTS))
def test_11_157_in_a_thousand_cards_of_each_contract(contract):
    for seed in range(28):
        deal, _ = random_deal(RULES, seed % 4, contract, seed)
        assert sum(e.raw for e in deal.entries if e.kind in ("trick", "last_trick")) == 157
