"""What play says about the contract, held against the rules engine itself."""

import random

import pytest
from jassvision.rules.cards import BIT, cards_in, parse_code
from jassvision.rules.contracts import parse_contract
from jassvision.rules.deal import shuffled_hands
from jassvision.rules.legality import explain, legal_cards
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import playing_order
from jassvision.tools.bench_decoder import Played, random_play
from jassvision.vision.contract_posterior import Laws, contract_posterior


@pytest.mark.parametrize("options", [{}, {"all_trumps": "must_beat"}, {"undertrump": "void_ok"}])
def test_a_play_is_illegal_exactly_when_the_hand_holds_a_barred_card(options):
    rules = Rules(**options)
    laws = Laws(rules)
    rng = random.Random(3)
    illegal = 0
    for _ in range(3000):
        hands = shuffled_hands(rules, rng)
        contract = rng.randrange(len(laws.codes))
        before = tuple(rng.choice(list(cards_in(hand))) for hand in hands[: rng.randint(1, 3)])
        hand = hands[3]
        for card in cards_in(hand):
            held = sum(BIT[c] for c in rng.sample(list(cards_in(hand & ~BIT[card])), rng.randint(0, 8)))
            order = laws.order(contract, 0)
            wrong = explain(card, held | BIT[card], before, order, rules) is not None
            barred = laws.barred(contract, 0, (*before, card), len(before))
            assert bool(held & barred) == wrong, (laws.codes[contract], before, card, held)
            illegal += wrong
    assert illegal > 1000


def test_the_barred_cards_of_belote_come_from_its_own_judge():
    rules = load_rules("belote")
    laws = Laws(rules, ("H",))
    cards = tuple(map(parse_code, ["SA", "S7", "C8"]))
    assert laws.barred(0, 0, cards, 2) & BIT[parse_code("S8")]
    assert not laws.barred(0, 0, cards, 1)


def test_whole_deals_tell_their_contract():
    rules, right, left = Rules(), 0, []
    for seed in range(60):
        rng = random.Random(seed)
        played = random_play(rules, rng, dealer=rng.randrange(4))
        plays = [
            pair for leader, cards, _ in played.tricks for pair in zip(playing_order(leader, 4), cards, strict=True)
        ]
        found = contract_posterior(rules, plays)
        assert sum(found.values()) == pytest.approx(1)
        right += found[played.contract] > 0.9
        left.append(contract_posterior(rules, plays[:12])[played.contract])
    assert right >= 58
    assert sum(p > 0.9 for p in left) > 40  # after three tricks most are settled


def fitting(rules: Rules, played: Played, tricks: int) -> set[str]:
    """The contracts under which every play so far was legal and every trick led by the winner of the one before."""
    found = set()
    for code in rules.contracts:
        contract, hands = parse_contract(code), [0] * 4
        for leader, cards, _ in played.tricks[:tricks]:
            for seat, card in zip(playing_order(leader, 4), cards, strict=True):
                hands[seat] |= BIT[card]
        fits = True
        for number, (leader, cards, winner) in enumerate(played.tricks[:tricks]):
            order = contract.order(number, undenufe_points=rules.undenufe_points, family=rules.family)
            seats = playing_order(leader, 4)
            for place, card in enumerate(cards):
                fits &= bool(BIT[card] & legal_cards(hands[seats[place]], cards[:place], order, rules))
                hands[seats[place]] &= ~BIT[card]
            # who won the last trick of all shows in no lead
            fits &= seats[order.winner(cards)] == winner or number == len(played.tricks) - 1
        if fits:
            found.add(code)
    return found


@pytest.mark.parametrize(("tricks", "single"), [(3, 0.82), (9, 0.96)])
def test_those_contracts_are_left_that_fit_the_rules(tricks: int, single: float) -> None:
    rules, alone, deals = Rules(), 0, 200
    for seed in range(deals):
        rng = random.Random(seed)
        played = random_play(rules, rng, dealer=rng.randrange(4))
        plays = [
            pair
            for leader, cards, _ in played.tricks[:tricks]
            for pair in zip(playing_order(leader, 4), cards, strict=True)
        ]
        if tricks < len(played.tricks):
            leader, cards, _ = played.tricks[tricks]
            plays.append((leader, cards[0]))
        left = {code for code, chance in contract_posterior(rules, plays).items() if chance > 0.05}
        assert left == fitting(rules, played, tricks), seed
        assert played.contract in left
        alone += len(left) == 1
    assert alone >= single * deals


def test_what_a_person_says_counts_unless_the_play_contradicts_it_again_and_again():
    rules = Rules()
    played = random_play(rules, random.Random(1), contract="U")
    plays = [p for leader, cards, _ in played.tricks for p in zip(playing_order(leader, 4), cards, strict=True)]
    assert contract_posterior(rules, plays[:4], "O")["O"] > 0.5
    assert contract_posterior(rules, plays, "U")["U"] > 0.999
    assert contract_posterior(rules, plays, "O")["O"] < 0.01


def test_the_winner_or_the_partner_sweeps():
    laws = Laws(Rules())
    north = (1.0, 0.0, 0.0, 0.0)
    assert laws.sweep_weight(0, north) > laws.sweep_weight(2, north) > laws.sweep_weight(1, north)
    flat = (0.25,) * 4
    assert laws.sweep_weight(0, flat) == pytest.approx(laws.sweep_weight(3, flat))


def test_a_slalom_changes_direction_trick_by_trick():
    laws = Laws(Rules(contracts=("slalom-up",)))
    trick = tuple(map(parse_code, ["HA", "H6", "H9", "H7"]))
    assert [laws.winner(0, number, trick) for number in (0, 1, 2)] == [0, 1, 0]
    assert parse_contract("slalom-up").downs == (False, True)
