"""Games beside the Schieber, from what eyes see to the sheet: trump, winners, points, and what a film does not tell."""

from __future__ import annotations

import random

import numpy as np
import pytest
from jassvision.rules.actions import Announce, Draw, Name, Play, Stand, TakeTurned
from jassvision.rules.cards import card_set
from jassvision.rules.deal import Deal
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.preset import load_rules
from jassvision.tools.bench_decoder import Noise, Played, observations
from jassvision.tools.reckoning import DealResult, Melds, deal_result
from jassvision.vision.decoder import Decoder
from jassvision.vision.observations import Ended

SEEDS = range(3)

TOLD = ("belote", "klaberjass", "differenzler", "differenzler_3", "differenzler_partners", "handjass")
"""Presets whose score hangs on what a film does not show."""

SHOWN = ("coiffeur_six", "sidi", "smoojas", "molotow", "molotow_5", "pagat_3000", "luzern")


def dealt_and_played(name: str, seed: int) -> Deal:
    """A deal that was played to its last card, at random."""
    rng = random.Random(seed)
    deal = shuffled_deal(load_rules(name), rng)
    while not deal.is_over:
        if deal.phase in ("announcing", "reveal"):
            assert deal.to_act is not None
            deal.push(Announce(deal.to_act, rng.randrange(158)))
            continue
        choices = [a for a in deal.actions() if isinstance(a, Play | Name | Draw | Stand | TakeTurned)]
        deal.push(rng.choice(choices or list(deal.actions())))
    assert deal.tricks
    return deal


GOOD = Noise(wrong=0.0, flat=0.0, seat_wrong=0.01)


def seen(deal: Deal, seed: int, eyes: Noise = GOOD) -> DealResult:
    """What comes out of it when eyes see it, good ones by default."""
    tricks = tuple((trick.leader, tuple(trick.cards), trick.winner) for trick in deal.tricks)
    assert deal.contract is not None
    decoder = Decoder(deal.rules)
    played = Played(deal.dealer, deal.contract.code, tricks)
    decoder.take_all(observations(played, deal.rules, eyes, np.random.default_rng(seed)))
    decoder.take(Ended(1000.0, (), ""))
    (decoded,) = decoder.answer.deals
    return deal_result(deal.rules, decoded, 1)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", TOLD + SHOWN)
def test_winners_and_card_points_are_those_of_the_deal(name: str, seed: int) -> None:
    deal = dealt_and_played(name, seed)
    result = seen(deal, seed)
    assert [trick.winner for trick in result.tricks] == [trick.winner for trick in deal.tricks]
    made = [0] * deal.rules.sides
    for trick in deal.tricks:
        made[deal.sides[trick.winner]] += trick.points
    made[deal.sides[deal.tricks[-1].winner]] += deal.rules.last_trick
    assert list(result.card_points) == made
    assert not result.illegal
    assert result.decoded is not None
    if deal.rules.trump_by != "first_discard":
        assert deal.contract is not None and result.decoded.contract == deal.contract.code


@pytest.mark.parametrize("name", TOLD)
def test_what_was_only_said_is_not_made_up(name: str) -> None:
    result = seen(dealt_and_played(name, 1), 1)
    assert result.score == result.card_points
    assert result.deal is None and any("listed are the" in note for note in result.notes)


def test_what_was_announced_does_not_make_up_what_was_not_heard() -> None:
    decoded = seen(dealt_and_played("belote", 1), 1).decoded
    assert decoded is not None
    said = Melds(((0, card_set(["D7", "D8", "D9"])),))
    result = deal_result(load_rules("belote"), decoded, 1, weis=said)
    assert result.deal is None and result.score == result.card_points


def test_which_box_was_chosen_is_said_to_be_an_assumption() -> None:
    result = seen(dealt_and_played("coiffeur_six", 1), 1)
    assert result.deal is not None and any("box" in note for note in result.notes)
    assert not any("box" in note for note in seen(dealt_and_played("pagat_3000", 1), 1).notes)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ("smoojas", "molotow", "molotow_5"))
def test_where_the_cards_tell_all_the_score_is_that_of_the_deal(name: str, seed: int) -> None:
    deal = dealt_and_played(name, seed)
    assert seen(deal, seed).score == tuple(deal.points(side) for side in range(deal.rules.sides))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "name", ("klaberjass", "sidi", "handjass", "molotow_3", "molotow_5", "belote", "differenzler_3")
)
def test_unread_cards_are_not_guessed_where_some_were_not_dealt(name: str, seed: int) -> None:
    deal = dealt_and_played(name, seed)
    decoded = seen(deal, seed, Noise(wrong=0.0, flat=0.06, seat_wrong=0.01)).decoded
    assert decoded is not None
    cards = [card for trick in deal.tricks for card in trick.cards]
    assert [
        play for play, card in zip(decoded.plays, cards, strict=True) if play.card != card and not play.unsure
    ] == []
