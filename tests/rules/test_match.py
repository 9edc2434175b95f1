"""Matches: who deals, which boxes are open, totals, the end, and undo across deals, in every game."""

import random

import pytest
from jassvision.rules.actions import Action, Announce, Claim, Misdeal, Name, Play, TakeRest
from jassvision.rules.audit import CERTAIN, POSSIBLE, audit
from jassvision.rules.cards import parse_code
from jassvision.rules.deal import Deal, shuffled_hands
from jassvision.rules.errors import InvalidActionError, JassError, WrongSeatError
from jassvision.rules.games.setup import setup_of
from jassvision.rules.games.shuffle import shuffled_deal
from jassvision.rules.match import Match
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules, preset_names


def begin(match: Match, rng: random.Random) -> Deal:
    """The next deal with random cards, all of them known."""
    given = dict(setup_of(shuffled_deal(match.rules, rng, match.next_dealer)))
    given.pop("open_boxes", None)
    given.pop("carried", None)
    return match.start(given.pop("hands"), **given)


def any_action(deal: Deal, rng: random.Random) -> Action:
    actions = list(deal.actions())
    plays = [action for action in actions if isinstance(action, Play)]
    if plays and rng.random() < 0.8:
        return rng.choice(plays)
    if actions:
        return rng.choice(actions)
    assert deal.to_act is not None
    return Announce(deal.to_act, rng.randrange(158))


def play_deal(match: Match, rng: random.Random) -> None:
    deal = begin(match, rng)
    while not deal.is_over and not (match.strict and match.is_over):
        match.push(any_action(deal, rng))


@pytest.mark.parametrize("preset", preset_names())
def test_a_whole_match_of_every_preset_comes_to_its_end(preset: str) -> None:
    rng = random.Random(preset)
    rules = load_rules(preset)
    match = Match(rules, dealer=rng.randrange(rules.players))
    for _ in range(120):
        if match.is_over:
            break
        play_deal(match, rng)
    assert match.is_over, match.totals
    assert match.winners and match.end is not None
    score = [sum(e.points for e in match.ledger if e.side == s and e.account == "score") for s in range(rules.sides)]
    assert tuple(score) == match.totals
    if rules.boxes:
        assert match.open_boxes == ((),) * rules.sides
    with pytest.raises(InvalidActionError, match=r"the match is over|is not over"):
        match.start()


@pytest.mark.parametrize("preset", preset_names())
def test_undo_takes_back_everything_across_deals(preset: str) -> None:
    rng = random.Random(preset)
    match = Match(load_rules(preset))
    seen = []
    for _ in range(2):
        begin(match, rng)
        while not match.deals[-1].is_over and not match.is_over:
            deal = match.deals[-1]
            seen.append((len(match.deals), deal.state(), match.totals, match.next_dealer, match.open_boxes))
            match.push(any_action(deal, rng))
        if match.is_over:
            break
    for before in reversed(seen):
        while match.undo() != "action":
            pass
        deal = match.deals[-1]
        assert (len(match.deals), deal.state(), match.totals, match.next_dealer, match.open_boxes) == before
    while match.deals:
        match.undo()
    with pytest.raises(InvalidActionError, match="nothing to take back"):
        match.undo()


@pytest.mark.parametrize("preset", preset_names())
def test_auditor_agrees_with_the_violations_of_every_game(preset: str) -> None:
    """Known hands, any card going: what the observing deal lists is what the auditor finds."""
    rng = random.Random(preset)
    rules = load_rules(preset)
    for _ in range(3):
        given = dict(setup_of(shuffled_deal(rules, rng)))
        match = Match(rules, strict=False)
        deal = match.start(given.pop("hands"), **given)
        while not deal.is_over:
            action = any_action(deal, rng)
            hand = None if deal.to_act is None else deal.hands[deal.to_act]
            if isinstance(action, Play) and hand:
                cards = [c for c in range(36) if hand >> c & 1]
                action = Play(action.seat, rng.choice(cards))
            match.push(action)
        verdicts = audit(deal)
        certain = [(v.seat, v.trick, v.card, v.rule) for v in verdicts if v.status == CERTAIN]
        assert certain == [(v.seat, v.trick, v.card, v.rule) for v in deal.violations]
        assert not any(v.status == POSSIBLE for v in verdicts) or len(verdicts) < deal.players * deal.trick_count


def test_4_deal_moves_one_seat_right_and_stays_after_a_misdeal() -> None:
    match = Match(Rules(), dealer=0)
    rng = random.Random(3)
    dealers = []
    for void in (False, True, False, False):
        begin(match, rng)
        dealers.append(match.deals[-1].dealer)
        if void:
            match.push(Misdeal(1, "nine and a half cards"))
        else:
            while not match.deals[-1].is_over:
                match.push(any_action(match.deals[-1], rng))
    assert dealers == [0, 3, 3, 2] and match.next_dealer == 1
    assert match.deals_played == 3
    assert Match(load_rules("vorarlberg"), dealer=3).next_dealer == 3


def test_4_misdeal_scores_nothing() -> None:
    match = Match(Rules())
    begin(match, random.Random(1))
    match.push(Name(3, "O"))
    for _ in range(8):
        deal = match.deals[-1]
        match.push(Play(deal.to_act, next(iter(deal.legal))))  # type: ignore[arg-type]
    assert sum(match.totals) > 0
    match.push(Misdeal(0))
    assert match.totals == (0, 0) and len(match.ledger) == 0


def test_4_match_ends_in_mid_deal_when_the_target_is_reached() -> None:
    match = Match(load_rules("single_1000", target=20, weis="none"))
    begin(match, random.Random(1))
    match.push(Name(3, "O"))
    deal = match.deals[-1]
    while not match.is_over:
        match.push(Play(deal.to_act, next(iter(deal.legal))))  # type: ignore[arg-type]
    assert not deal.is_over and match.end is not None and match.end.how == "target"
    with pytest.raises(InvalidActionError, match="the match is over"):
        match.push(Play(deal.to_act, next(iter(deal.legal))))  # type: ignore[arg-type]
    match.undo()
    assert not match.is_over


@pytest.mark.parametrize(("target", "how", "winner"), [(5, "claim", 0), (150, "wrong_claim", 1)])
def test_4_claims_end_the_match_rightly_or_wrongly(target: int, how: str, winner: int) -> None:
    match = Match(load_rules("single_1000", target=target, claim="bedanken", weis="none", bergpreis=50))
    begin(match, random.Random(6))
    match.push(Name(3, "O"))
    deal = match.deals[-1]
    while deal.points(0) < 20:
        match.push(Play(deal.to_act, next(iter(deal.legal))))  # type: ignore[arg-type]
    assert not match.is_over, "forgetting to claim is not winning"
    match.push(Claim(0))
    assert match.end is not None and (match.end.how, match.winners) == (how, (winner,))
    match.undo()
    assert match.end is None and match.claims == ()


def test_4_bergpreis_goes_to_the_first_at_half_the_target() -> None:
    match = Match(load_rules("single_1000", target=60, bergpreis=50, weis="none"))
    begin(match, random.Random(6))
    match.push(Name(3, "O"))
    deal = match.deals[-1]
    while max(match.totals) < 30:
        match.push(Play(deal.to_act, next(iter(deal.legal))))  # type: ignore[arg-type]
    assert match.bergpreis is not None
    assert match.bergpreis.bonus == 50 and match.leading == (match.bergpreis.side,)


def test_5_open_boxes_of_the_grid_shrink() -> None:
    match = Match(load_rules("coiffeur_six"), strict=True)
    rng = random.Random(2)
    begin(match, rng)
    seat = match.to_act
    assert seat is not None
    box = match.rules.boxes[2]
    match.push(Name(seat, "S", box.name))
    while not match.deals[-1].is_over:
        match.push(any_action(match.deals[-1], rng))
    assert box.name not in match.open_boxes[seat % 2]
    assert box.name in match.open_boxes[1 - seat % 2]
    begin(match, rng)
    assert [b.name for b in match.deals[-1].open_boxes[seat % 2]] == list(match.open_boxes[seat % 2])  # type: ignore[attr-defined]


def test_2_ruling_in_a_match_is_an_entry_and_can_be_taken_back() -> None:
    match = Match(Rules(weis="none", revoke="trick_and_rest"), strict=False)
    rng = random.Random(8)
    play_deal(match, rng)
    play_deal(match, rng)
    before = match.totals
    added = match.rule(0, 0)
    assert added and all(e.note for e in added)
    first = sum(e.points for e in match.deals[0].entries if e.side == 0)
    kept = sum(e.points for e in match.deals[1].entries if e.side == 0 and e.kind == "stoeck")
    assert match.totals[0] == first + kept
    assert match.undo() == "ruling" and match.totals == before
    with pytest.raises(InvalidActionError, match="no deal"):
        match.rule(0, 0, deal=5)


def test_wrong_use_is_refused() -> None:
    with pytest.raises(WrongSeatError):
        Match(Rules(), dealer=4)
    with pytest.raises(WrongSeatError):
        Match(Rules(), names=("A", "B"))
    match = Match(Rules(), names=("Anni", "Beat", "Cla", "Dora"))
    assert match.side_name(1) == "Beat and Dora" and match.deal is None and match.to_act is None
    with pytest.raises(InvalidActionError, match="no deal"):
        match.push(Name(3, "O"))
    match.start()
    with pytest.raises(InvalidActionError, match="not over"):
        match.start()
    with pytest.raises(InvalidActionError, match="not complete"):
        match.rule(0, 0)
    with pytest.raises(JassError):
        match.push(Name(0, "O"))
    assert len(match.deals[0].history) == 0
    assert shuffled_hands(Rules(), random.Random(1))


def test_undo_takes_back_what_was_done_in_the_deal_itself() -> None:
    match = Match(Rules(), dealer=0)
    deal = match.start()
    deal.push(Name(3, "O"))
    deal.play(parse_code("HA"))
    assert [match.undo() for _ in range(3)] == ["action", "action", "deal"]
    with pytest.raises(InvalidActionError, match="nothing to take back"):
        match.undo()


def test_rulings_are_taken_back_in_their_order_among_the_actions() -> None:
    match = Match(Rules(weis="none"), strict=False)
    rng = random.Random(8)
    play_deal(match, rng)
    match.rule(0, 0, kind="void_deal")
    begin(match, rng)
    match.push(Name(match.to_act, "O"))
    match.rule(0, 1, deal=0, kind="report")
    match.push(any_action(match.deals[-1], rng))
    steps = [match.undo() for _ in range(6)]
    assert steps == ["action", "ruling", "action", "deal", "ruling", "action"]


def test_4_a_match_laid_down_at_once_ends_the_game_before_the_next_deal_counts() -> None:
    match = Match(load_rules("single_1000", target=257), dealer=0)
    match.start()
    match.push(Name(3, "H"))
    match.push(TakeRest(3))
    assert match.winners == (1,)
    assert match.deals[0].entries[0].trick == 0


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "\ud800"])
def test_names_fit_into_a_record(name: str) -> None:
    with pytest.raises(JassError, match="is no name"):
        Match(Rules(), names=(name, "b", "c", "d"))
