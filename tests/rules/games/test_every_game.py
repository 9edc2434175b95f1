"""What holds in every game under every preset: playouts end, undo is exact, points add up, illegal cards are barred."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.rules.actions import (
    Action,
    Announce,
    Draw,
    Name,
    Play,
    ShowStoeck,
    ShowWeis,
    Swap,
    TakeBlind,
    TakeRest,
)
from jassvision.rules.cards import BIT, CODES, SUIT_LETTERS, cards_in, parse_code, rank_of, suit_of
from jassvision.rules.deal import Deal
from jassvision.rules.errors import (
    DuplicateCardError,
    IllegalPlayError,
    InvalidActionError,
    InvalidCardError,
    JassError,
    WrongSeatError,
)
from jassvision.rules.games import DEALS, deal_for
from jassvision.rules.games.setup import setup_of
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.ledger import KINDS, Ledger
from jassvision.rules.options import GAMES
from jassvision.rules.preset import load_rules, preset_names

PRESETS = preset_names()
VARIED = (
    "swisslos_2500",
    "coiffeur_ten",
    "differenzler_3",
    "molotow_5",
    "molotow_jasswiki",
    "mittlere",
    "luzern",
    "handjass",
    "bessern",
    "sidi",
    "smoojas",
    "klaberjass",
    "belote",
)
"""A preset for every way of dealing, playing and scoring there is."""

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=4, deadline=None)

LONGEST_DEAL = 400
"""No deal of any game takes so many actions."""


def random_action(deal: Deal, rng: random.Random) -> Action:
    if deal.phase in ("announcing", "reveal"):
        assert deal.to_act is not None
        hidden = deal.rules.announce == "hidden" and deal.phase == "announcing"
        return Announce(deal.to_act, None if hidden else rng.randrange(158))
    choices = list(deal.actions())
    assert choices, f"nothing can be done in {deal!r}"
    return rng.choice(choices)


def play_out(deal: Deal, rng: random.Random) -> None:
    for _ in range(LONGEST_DEAL):
        if deal.is_over:
            return
        deal.push(random_action(deal, rng))
    raise AssertionError(f"{deal!r} does not end")


def value(code: str, trump: str | None, down: bool, family: str) -> int:
    """Card points straight from the rule list, written a second time."""
    rank = code[1:]
    if code[0] == trump:
        high = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
    elif trump is not None:
        high = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    else:
        high = {"6" if down else "A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "8": 8}
    points = high.get(rank, 0)
    if family == "smoojas" and rank in "KQJ" and points < 5:
        points -= 1
    return points


def test_4_to_9_every_game_has_its_deal() -> None:
    assert set(DEALS) == set(GAMES) == {load_rules(name).game for name in PRESETS}


@pytest.mark.parametrize("name", PRESETS)
@FEW
@given(seed=SEEDS, as_dealt=st.booleans())
def test_11_playout_ends_and_points_add_up(name: str, seed: int, as_dealt: bool) -> None:
    rng = random.Random(seed)
    rules = load_rules(name)
    deal = shuffled_deal(rules, rng, rng.randrange(rules.players), as_dealt=as_dealt)
    play_out(deal, rng)
    assert deal.to_act is None
    assert not deal.violations
    if not deal.tricks:
        return
    assert deal.contract is not None
    trump = deal.contract.code if deal.contract.code in SUIT_LETTERS else None
    down = bool(deal.contract.downs) and deal.contract.downs[0] and rules.undenufe_points != "old"
    expected = sum(value(CODES[c], trump, down, rules.family) for c in cards_in(deal.played)) + rules.last_trick
    taken = sum(e.raw for e in deal.entries if e.kind in ("trick", "last_trick", "correction"))
    assert taken == expected
    assert sum(trick.points for trick in deal.tricks) == expected - rules.last_trick
    if deal.played.bit_count() == 36:
        assert expected == 157
    if rules.family == "belote" and deal.played.bit_count() == 32:
        assert expected == 162
    ledger = Ledger(rules.sides, deal.entries)
    assert ledger.totals() == tuple(deal.points(side) for side in range(rules.sides)) or rules.game == "schieber"
    assert {e.kind for e in deal.entries} <= set(KINDS)


@pytest.mark.parametrize("name", VARIED)
@FEW
@given(seed=SEEDS)
def test_11_undo_is_the_identity(name: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = load_rules(name)
    deal = shuffled_deal(rules, rng, rng.randrange(rules.players))
    states = [deal.state()]
    while not deal.is_over:
        deal.push(random_action(deal, rng))
        states.append(deal.state())
    done = [operation.action for operation in deal.history]
    for state, action in zip(reversed(states[:-1]), reversed(done), strict=True):
        assert deal.pop().action == action
        assert deal.state() == state
    for action in done:
        deal.push(action)
    assert deal.state() == states[-1]


@pytest.mark.parametrize("name", VARIED)
@FEW
@given(seed=SEEDS)
def test_11_legal_set_is_never_empty_and_all_else_is_refused_with_reasons(name: str, seed: int) -> None:
    rng = random.Random(seed)
    deal = shuffled_deal(load_rules(name), rng)
    while not deal.is_over:
        seat = deal.to_act
        if deal.phase == "play" and seat is not None:
            hand = deal.hands[seat]
            assert hand is not None
            assert deal.legal_set
            assert deal.legal_set & ~hand == 0
            before = deal.state()
            for card in cards_in(hand & ~deal.legal_set):
                with pytest.raises(IllegalPlayError) as caught:
                    deal.push(Play(seat, card))
                assert caught.value.legal == deal.legal_set
                assert caught.value.rule[0] in "289"
                assert caught.value.reason in str(caught.value)
            assert deal.state() == before
        deal.push(random_action(deal, rng))


@pytest.mark.parametrize("name", VARIED)
@FEW
@given(seed=SEEDS)
def test_hidden_hands_reach_the_end_as_well(name: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = load_rules(name)
    deal = deal_for(rules, rng.randrange(rules.players))
    play_out(deal, rng)
    full = deal.trick_count
    assert len(deal.tricks) in (0, full) or any(isinstance(o.action, TakeRest) for o in deal.history)


@pytest.mark.parametrize("name", VARIED)
@FEW
@given(seed=SEEDS)
def test_a_known_hand_beside_hidden_ones_reaches_the_end(name: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = load_rules(name)
    whole = shuffled_deal(rules, rng)
    known = rng.randrange(rules.players)
    hands = [hand if seat == known else None for seat, hand in enumerate(whole.dealt)]
    deal = deal_for(rules, 0, hands)
    play_out(deal, rng)
    assert deal.is_over


@pytest.mark.parametrize("name", VARIED)
@FEW
@given(seed=SEEDS)
def test_observing_takes_revokes_and_lists_them(name: str, seed: int) -> None:
    rng = random.Random(seed)
    deal = shuffled_deal(load_rules(name), rng, strict=False)
    while not deal.is_over:
        seat = deal.to_act
        hand = None if seat is None else deal.hands[seat]
        if deal.phase == "play" and seat is not None and hand:
            wrong = hand & ~deal.legal_set
            card = rng.choice(list(cards_in(wrong or hand)))
            operation = deal.push(Play(seat, card))
            assert (operation.violation is not None) == bool(wrong)
        else:
            deal.push(random_action(deal, rng))


@pytest.mark.parametrize("name", VARIED)
@FEW
@given(seed=SEEDS, turn=st.integers(1, 5))
def test_11_rotating_the_seats_changes_nothing(name: str, seed: int, turn: int) -> None:
    rules = load_rules(name)
    deal = shuffled_deal(rules, random.Random(seed), as_dealt=True)
    turned = dict(setup_of(deal))
    for key in ("hands", "covers", "open_boxes"):
        row = turned.get(key)
        if row is not None:
            turned[key] = [row[(seat - turn) % len(row)] for seat in range(len(row))]
    twin = deal_for(rules, turn % rules.players, as_dealt=True, **turned)
    rng = random.Random(seed)
    while not deal.is_over:
        action = random_action(deal, rng)
        deal.push(action)
        twin.push(replace(action, seat=(action.seat + turn) % rules.players))
    # Results that arise together are listed by side, so their order may differ.
    assert sorted(((e.side + turn) % rules.sides, e.kind, e.points) for e in deal.entries) == sorted(
        (e.side, e.kind, e.points) for e in twin.entries
    )


SUIT_BLIND = [n for n in VARIED if {load_rules(n).factors[c] for c in "DHSC"} == {1} and not load_rules(n).boxes]


@pytest.mark.parametrize("name", SUIT_BLIND)
@FEW
@given(seed=SEEDS, order=st.permutations("DHSC"))
def test_11_relabelling_the_suits_changes_nothing(name: str, seed: int, order: list[str]) -> None:
    rules = load_rules(name)
    deal = shuffled_deal(rules, random.Random(seed), as_dealt=True)

    def card(old: int) -> int:
        return 9 * SUIT_LETTERS.index(order[suit_of(old)]) + rank_of(old)

    def cards(old: int) -> int:
        return sum(BIT[card(c)] for c in cards_in(old))

    setup = dict(setup_of(deal))
    setup["hands"] = [cards(hand) for hand in setup["hands"]]
    if setup.get("turned") is not None:
        setup["turned"] = card(setup["turned"])
    if setup.get("stock") is not None:
        setup["stock"] = [card(c) for c in setup["stock"]]
    if setup.get("blind") is not None:
        setup["blind"] = cards(setup["blind"])
    twin = deal_for(rules, 0, as_dealt=True, **setup)
    rng = random.Random(seed)
    while not deal.is_over:
        action = random_action(deal, rng)
        deal.push(action)
        fields = {f.name: getattr(action, f.name) for f in dataclasses.fields(action)}
        if fields.get("card") is not None:
            fields["card"] = card(fields["card"])
        for name_of_set in ("cards", "drawn"):
            if name_of_set in fields:
                fields[name_of_set] = cards(fields[name_of_set])
        if fields.get("contract") in ("D", "H", "S", "C"):
            fields["contract"] = order[SUIT_LETTERS.index(fields["contract"])]
        twin.push(type(action)(**fields))
    assert sorted((e.side, e.kind, e.points) for e in deal.entries) == sorted(
        (e.side, e.kind, e.points) for e in twin.entries
    )


@pytest.mark.parametrize("name", VARIED)
def test_setup_makes_the_same_deal_anew(name: str) -> None:
    rng = random.Random(5)
    rules = load_rules(name)
    deal = shuffled_deal(rules, rng, 1)
    start = deal.state()
    play_out(deal, rng)
    anew = deal_for(rules, 1, **setup_of(deal))
    assert anew.state() == start


@pytest.mark.parametrize("name", VARIED)
def test_impossible_plays_are_refused_and_change_nothing(name: str) -> None:
    rng = random.Random(3)
    deal = shuffled_deal(load_rules(name), rng)
    while not deal.trick:
        action = next(a for a in [random_action(deal, rng) for _ in range(99)] if a.kind not in ("drop", "rest"))
        deal.push(action)
    seat, card, before = deal.to_act, deal.trick[0], deal.state()
    assert seat is not None
    other = (seat + 1) % deal.players
    for action, error in (
        (Play(seat, card), DuplicateCardError),
        (Play(other, parse_code("D7")), WrongSeatError),
        (Play(99, parse_code("D7")), WrongSeatError),
        (Play(seat, 36), InvalidCardError),
        (Play(seat, -1), InvalidCardError),
    ):
        with pytest.raises(error):
            deal.push(action)
        with pytest.raises(JassError):
            deal.verify(action)
        assert not deal.can(action)
    assert deal.state() == before


def test_cards_outside_the_hands_cannot_be_played() -> None:
    deal = deal_for(load_rules("handjass"), 0, turned=parse_code("H9"), blind=0x1FF)
    for _ in range(2):
        deal.push(next(a for a in deal.actions() if a.kind == "stand"))
    for text in ("H9", "D6"):
        with pytest.raises(InvalidCardError, match="outside the hands"):
            deal.play(parse_code(text))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"turned": 99}, InvalidCardError),
        ({"turned": 0, "stock": [0] + [None] * 7}, DuplicateCardError),
        ({"stock": [1, 1] + [None] * 6}, DuplicateCardError),
        ({"stock": [1, 2]}, InvalidActionError),
        ({"blind": 0x3}, InvalidActionError),
        ({"turned": 9, "hands": [0x1FF << 9, None]}, DuplicateCardError),
    ],
)
def test_cards_that_do_not_fit_together_are_refused(options: dict[str, object], error: type[JassError]) -> None:
    with pytest.raises(error):
        deal_for(load_rules("handjass"), 0, **options)  # type: ignore[arg-type]


MALFORMED = [
    *(ShowWeis(seat, cards) for seat in (0, 1) for cards in (-1, 1 << 40, None)),
    *(Swap(seat, cards, drawn) for seat in (0, 1) for cards in (-1, 1 << 40, 0) for drawn in (-1, 1 << 40, None)),
    *(TakeBlind(seat, cards) for seat in (0, 1) for cards in (-1, 1 << 40, None)),
    *(Draw(seat, card) for seat in (0, 1) for card in (36, -1, "S10")),
    *(Play(seat, card) for seat in (0, 1) for card in (None, "S10", 3.0, 36, -1)),
    *(Announce(seat, points) for seat in (0, 1) for points in ("40", 1.5, True)),
    *(Name(seat, contract, box) for seat in (0, 1) for contract in (None, 5, "free") for box in (None, 7)),
    *(kind(seat) for kind in (ShowStoeck, ShowWeis, TakeRest) for seat in (None, "north", -1, 99)),
    Play(None, 3),
]


@pytest.mark.parametrize("name", VARIED)
def test_malformed_actions_are_refused_and_change_nothing(name: str) -> None:
    rng = random.Random(3)
    deal = shuffled_deal(load_rules(name), rng)
    for _ in range(LONGEST_DEAL):
        before = deal.state()
        for action in MALFORMED:
            with pytest.raises(JassError):
                deal.push(action)
        assert deal.state() == before
        if deal.is_over:
            return
        deal.push(random_action(deal, rng))


@pytest.mark.parametrize("name", VARIED)
def test_cards_that_a_game_does_not_have_are_refused(name: str) -> None:
    rules = load_rules(name)
    kind = DEALS[rules.game]
    for piece, value in {"turned": 3, "stock": [3], "blind": 3, "covers": [{}, {}], "carried": 5}.items():
        if piece not in kind.pieces:
            with pytest.raises(InvalidActionError, match=f"{rules.game} is dealt without {piece}"):
                deal_for(rules, **{piece: value})
