"""Deals for films: legal by the rules but for the mistakes that were asked for, which the auditor proves afterwards."""

import random

import pytest
from jassvision.datasets.film_script import Script, Wish, script_json, write_script
from jassvision.rules.actions import Name, Play
from jassvision.rules.audit import CERTAIN, CLEAN, Auditor
from jassvision.rules.cards import BIT, CODES, cards_in, code, parse_code
from jassvision.rules.contracts import parse_contract
from jassvision.rules.games import deal_for
from jassvision.rules.playout import play_out
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import next_seat

SCHIEBER, LUZERN = load_rules("swisslos_2500"), load_rules("luzern")


def plays(script: Script) -> list[tuple[int, int, int]]:
    """(trick, seat, card) of all plays."""
    return [(n, s, c) for n, t in enumerate(script.tricks) for s, c in zip(t.seats, t.cards, strict=True)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("illegal", [0, 1, 2])
def test_only_the_injected_plays_break_rules(seed: int, illegal: int) -> None:
    script = write_script(SCHIEBER, seed, dealer=seed % 4, wish=Wish(illegal=illegal))
    assert len(script.illegal) == illegal
    deal = deal_for(SCHIEBER, script.dealer, script.hands, strict=False)
    deal.push(Name(deal.forehand, script.contract))
    barred = []
    for trick, seat, card in plays(script):
        assert deal.to_act == seat
        if card not in deal.legal:
            barred.append((trick, seat, card))
        deal.push(Play(seat, card))
    assert tuple(barred) == script.illegal
    assert deal.is_over and sum(script.points) == 157


@pytest.mark.parametrize("seed", range(5))
def test_with_hidden_hands_the_auditor_is_certain_at_the_end_and_of_nothing_else(seed: int) -> None:
    script = write_script(SCHIEBER, seed, dealer=1, wish=Wish(illegal=1 + seed % 2))
    auditor = Auditor(SCHIEBER, script.contract, next_seat(script.dealer, 4))
    for _, _, card in plays(script):
        auditor.see(card)
    found = [(v.trick, v.seat, v.card) for v in auditor.verdicts if v.status == CERTAIN]
    assert tuple(found) == script.illegal
    assert all(v.status in (CERTAIN, CLEAN) for v in auditor.verdicts)


@pytest.mark.parametrize("contract", SCHIEBER.contracts)
def test_any_contract_can_be_ordered(contract: str) -> None:
    script = write_script(SCHIEBER, 3, dealer=0, contract=contract)
    assert script.contract == contract and sum(script.points) == 157


def test_a_claimed_rest_is_won_however_the_others_play() -> None:
    for seed in range(4):
        script = write_script(SCHIEBER, seed, dealer=2, wish=Wish(rest=True))
        last = script.tricks[-1]
        assert last.cards == () and last.leader == last.winner and sum(script.points) == 157
        left = [sum(BIT[c] for c in script.rest_of(s)) for s in range(4)]
        assert len({hand.bit_count() for hand in left}) == 1
        number = len(script.tricks) - 1
        for k in range(20):
            # the claimer plays his cards in any order: he wins every trick
            done = play_out(
                left, parse_contract(script.contract), last.leader, SCHIEBER, random.Random(k), number=number
            )
            assert set(done.winners) == {last.leader}


def test_a_weis_is_in_the_hand_that_shows_it() -> None:
    script = write_script(SCHIEBER, 8, dealer=3, wish=Wish(weis=True))
    assert script.weis
    for seat, cards in script.weis:
        assert cards & script.hands[seat] == cards and cards.bit_count() >= 3


def test_luzern_jass_is_played_from_the_piles_that_are_open() -> None:
    script = write_script(LUZERN, 5, dealer=1, wish=Wish(illegal=1))
    assert len(script.tricks) == 18 and sum(script.points) == 157 and len(script.illegal) == 1
    lying = [{up: down for down, up in script.piles[s]} for s in range(2)]
    open_cards = [set(up) for up in lying]
    for trick in script.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            assert card in open_cards[seat]
            open_cards[seat].remove(card)
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            under = lying[seat].pop(card, None)
            if under is not None:
                open_cards[seat].add(under)
    assert open_cards == [set(), set()]


def test_scripts_are_the_same_for_the_same_seed_only() -> None:
    first = write_script(SCHIEBER, 11, dealer=0)
    assert first == write_script(SCHIEBER, 11, dealer=0)
    assert first.hands != write_script(SCHIEBER, 12, dealer=0).hands


def test_the_json_names_cards_and_seats() -> None:
    script = write_script(SCHIEBER, 2, dealer=3, wish=Wish(illegal=1))
    found = script_json(script)
    assert found["dealer"] == "west" and found["contract"] == script.contract
    assert sorted(c for hand in found["hands"].values() for c in hand) == sorted(CODES)
    first = found["tricks"][0]
    assert first["leader"] == first["seats"][0] == "south"  # the dealer's right
    assert [parse_code(c) for c in first["cards"]] == list(script.tricks[0].cards)
    trick, seat, card = script.illegal[0]
    assert found["illegal"] == [{"trick": trick, "seat": script.name(seat), "card": code(card)}]
    assert set(found["card_points"]) == {"north_south", "east_west"}


@pytest.mark.parametrize(("contract", "wish"), [("X", Wish()), (None, Wish(illegal=36))])
def test_impossible_wishes_are_refused(contract: str | None, wish: Wish, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jassvision.datasets.film_script.TRIES", 5)
    with pytest.raises(ValueError, match=r"no contract 'X'|no deal in 5"):
        write_script(SCHIEBER, 1, dealer=0, contract=contract, wish=wish)


def test_hands_are_whole() -> None:
    script = write_script(SCHIEBER, 21, dealer=0)
    assert [len(list(cards_in(hand))) for hand in script.hands] == [9] * 4
