"""What people say that no camera sees: Weis by points, a referee's rulings, a claim; and events that are left out."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from fake_source import serving
from jassvision.rules.preset import load_rules
from jassvision.tools.live.fold import Fold, MatchFold
from jassvision.tools.live.segment import Segment
from jassvision.tools.live.word_parts import CommandError
from jassvision.vision.observations import SeenCard
from scripted import scripted_deals
from test_fold import Table

CLAIMED = replace(load_rules("swisslos_2500"), name="claimed", target=80, claim="bedanken")


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.record.close()


def played(table, **options):
    deal = scripted_deals(1, **options)[0]
    table.say(action="contract", contract=deal.played.contract)
    table.see(*deal.seen)
    return deal


def entries(table, kind):
    return [entry for entry in table.state()["deal"]["entries"] if entry["kind"] == kind]


def test_weis_by_points_count_with_the_factor_and_alone(table):
    played(table)
    before = table.state()["deal"]
    cards_only = sum(e["points"] * e["factor"] for e in before["entries"] if e["kind"] == "weis")
    table.say(action="weis", seat="east", points=50)
    state = table.state()
    (weis,) = entries(table, "weis")
    factor = before["factor"]
    assert (weis["seat"], weis["points"], weis["factor"], weis["trick"]) == ("east", 50, factor, 1)
    assert sum(state["deal"]["score"].values()) == sum(before["score"].values()) - cards_only + 50 * factor
    assert state["match"]["deals"][-1]["score"] == state["deal"]["score"]
    assert {side["side"]: side["score"] for side in state["sides"]} == state["deal"]["score"]
    (listed,) = [w for w in state["proposals"]["weis"] if w["status"] == "accepted"]
    assert listed["points"] == 50 and listed["cards"] == []
    table.say(action="weis", seat="west", points=20)
    assert len(entries(table, "weis")) == 2
    table.say(action="weis_reject", id=listed["id"])
    assert [e["points"] for e in entries(table, "weis")] == [20]
    assert table.again() == table.state()
    for _ in range(3):
        table.say(action="undo")
    assert table.state()["deal"]["score"] == before["score"]


@pytest.mark.parametrize("points", [0, 55, -20, 2000, True, "50", 20.0])
def test_weis_are_whole_tens(table, points):
    table.see(scripted_deals(1)[0].seen[0])
    with pytest.raises(CommandError, match="tens"):
        table.say(action="weis", seat="east", points=points)


def illegal_play(table):
    return next(v for v in table.state()["deal"]["illegal"] if v["certainty"] == "certain")


def test_a_revoke_may_stand_or_cost_that_trick_and_the_rest(table):
    played(table, illegal=1)
    before = table.state()["deal"]
    found = illegal_play(table)
    assert found["ruling"] is None
    assert table.state()["rules"]["rulings"] == ["stands", "trick_and_rest", "void_deal"]
    table.say(action="ruling", play=found["play"], ruling="stands")
    assert illegal_play(table)["ruling"] == "stands" and table.state()["deal"]["score"] == before["score"]
    table.say(action="ruling", play=found["play"], ruling="trick_and_rest")
    state = table.state()["deal"]
    ours = "north_south" if found["seat"] in ("north", "south") else "east_west"
    theirs = "east_west" if ours == "north_south" else "north_south"
    tricks = {t["number"]: t for t in before["tricks"]}
    lost = sum(t["points"] for n, t in tricks.items() if n >= found["trick"] and _side(t["winner"]) == ours)
    assert lost and state["score"][ours] == before["score"][ours] - lost * before["factor"]
    assert state["score"][theirs] >= before["score"][theirs] + lost * before["factor"]
    assert table.state()["match"]["deals"][-1]["total"] == state["score"]
    table.say(action="ruling", play=found["play"], ruling="void_deal")
    assert set(table.state()["deal"]["score"].values()) == {0}
    assert table.again() == table.state()
    for _ in range(3):
        table.say(action="undo")
    assert table.state()["deal"] == before


def _side(seat):
    return "north_south" if seat in ("north", "south") else "east_west"


def test_a_ruling_waits_for_the_end_of_the_deal(table):
    deal = scripted_deals(1, illegal=1)[0]
    table.say(action="contract", contract=deal.played.contract)
    table.see(*deal.seen[:-5])
    found = illegal_play(table)
    score = table.state()["deal"]["score"]
    table.say(action="ruling", play=found["play"], ruling="void_deal")
    assert table.state()["deal"]["score"] == score and illegal_play(table)["ruling"] == "void_deal"
    table.see(*deal.seen[-5:])
    assert set(table.state()["deal"]["score"].values()) == {0}


def test_only_the_last_card_is_taken_back(table):
    deal = scripted_deals(1)[0]
    table.see(*deal.seen[:3])
    first, last = table.id_of(0, 0), table.id_of(0, 2)
    with pytest.raises(CommandError, match="last card"):
        table.say(action="ruling", play=first, ruling="taken_back")
    table.say(action="ruling", play=last, ruling="taken_back")
    assert len(table.plays()) == 2
    table.say(action="undo")
    assert len(table.plays()) == 3
    with pytest.raises(CommandError, match="ruling is one of"):
        table.say(action="ruling", play=last, ruling="shoot")


def test_who_has_reached_the_target_must_say_so(tmp_path):
    table = Table(tmp_path, rules=CLAIMED)
    try:
        played(table)
        state = table.state()
        assert state["rules"]["claim"] == "bedanken" and state["match"]["end"] is None
        winner = max(state["sides"], key=lambda side: side["score"])
        assert winner["score"] >= 80
        table.say(action="claim", seat=winner["seats"][0])
        end = table.state()["match"]["end"]
        assert end["how"] == "claim" and end["winners"] == [winner["side"]]
        assert table.again() == table.state()
        table.say(action="undo")
        loser = min(state["sides"], key=lambda side: side["score"])
        assert loser["score"] < 80
        table.say(action="claim", seat=loser["seats"][0])
        end = table.state()["match"]["end"]
        assert end["how"] == "wrong_claim" and end["winners"] == [winner["side"]]
    finally:
        table.record.close()


def test_a_claim_is_weighed_with_what_was_there_when_it_was_made(tmp_path):
    table = Table(tmp_path, rules=CLAIMED)
    try:
        deal = scripted_deals(1)[0]
        table.say(action="contract", contract=deal.played.contract)
        table.see(*deal.seen[:5])
        table.say(action="claim", seat="north")
        table.see(*deal.seen[5:])
        assert table.state()["match"]["end"]["how"] == "wrong_claim"
    finally:
        table.record.close()


def test_no_claim_where_a_game_ends_by_itself(table):
    played(table)
    with pytest.raises(CommandError, match="ends by itself"):
        table.say(action="claim", seat="north")


def test_what_was_seen_of_old_deals_is_read_from_the_record_again(tmp_path):
    table = Table(tmp_path)
    try:
        deals = scripted_deals(3)
        for deal in deals:
            table.say(action="contract", contract=deal.played.contract)
            table.see(*deal.seen)
        match = table.fold.match
        assert len(match._seen) <= len(deals[-1].seen)
        first = table.state()["match"]["deals"]
        id_of_first = f"t{deals[0].seen[0].track}"
        other = "S6" if deals[0].played.tricks[0][1][0] else "S7"
        table.say(action="card", play=id_of_first, card=other)
        whole = Fold(table.record.events())
        assert table.state() == table.state(whole)
        assert len(whole.match._seen) > len(match._seen)
        table.say(action="undo")
        assert table.state()["match"]["deals"] == first
        table.say(action="new_match")
        assert not table.fold.matches[0]._seen
        table.say(action="undo")
        table.see(*scripted_deals(4)[3].seen[:2])
        assert table.state() == table.state(Fold(table.record.events()))
    finally:
        table.record.close()


def test_an_error_in_the_middle_of_a_batch_leaves_no_half_game(tmp_path, monkeypatch, capsys):
    with serving(tmp_path) as session:
        session.cards(2)
        monkeypatch.setattr(Segment, "_see_safely", failing_once(Segment._see_safely, at=2))
        session.engine.see(session.seen[session.at : session.at + 3])
        session.at += 3
        session.settle()
        assert "ZeroDivisionError" in capsys.readouterr().err
        state = json.loads(session.engine.published.texts["console"])
        assert sum(len(trick["plays"]) for trick in state["deal"]["tricks"]) == 4
        assert len([e for e in session.engine.record.events() if e.kind == "left_out"]) == 0
        session.step(4)
        assert plays(session.engine.fold) == plays(Fold(session.engine.record.events()))
        assert session.say(action="delete", play=f"t{session.seen[3].track}")["ok"]
        assert plays(session.engine.fold) == plays(Fold(session.engine.record.events()))


def plays(fold):
    return [(play.seat, play.card, play.track) for view in fold.match.deals for play in view.decoded.plays]


def failing_once(take, at):
    calls = []

    def failing(segment, event):
        calls.append(event)
        if len(calls) == at:
            raise ZeroDivisionError
        take(segment, event)

    return failing


def test_events_that_always_fail_are_left_out_for_ever(tmp_path, monkeypatch, capsys):
    feeds = MatchFold._feeds
    take = Segment.take

    def failing(segment, event, **how):
        if event.payload.get("track") == 3:
            raise ZeroDivisionError
        take(segment, event, **how)

    with serving(tmp_path) as session:
        session.cards(3)
        monkeypatch.setattr(Segment, "take", failing)
        session.step()
        session.step()
        state = json.loads(session.engine.published.texts["console"])
        (said,) = [e for e in session.engine.record.events() if e.kind == "left_out"]
        assert said.payload["first"] <= said.payload["last"] < said.id
        cards = [o for o in session.seen[: session.at] if isinstance(o, SeenCard)]
        assert sum(len(trick["plays"]) for trick in state["deal"]["tricks"]) >= len(cards) - 1
        shown = plays(session.engine.fold)
    assert feeds is MatchFold._feeds and "ZeroDivisionError" in capsys.readouterr().err
    with serving(tmp_path) as session:  # as it would be opened after a crash
        assert plays(session.engine.fold) == shown


def test_an_earlier_match_can_be_looked_at(tmp_path):
    import urllib.error
    import urllib.request

    with serving(tmp_path) as session:
        session.say(action="contract", contract=session.deals[0].played.contract)
        session.step(len(session.deals[0].seen))
        before = json.loads(session.engine.published.texts["console"])
        session.say(action="new_match", names={"north": "Eva"})
        with urllib.request.urlopen(f"{session.url}/api/v1/matches/1") as answer:
            found = json.load(answer)
        assert found["number"] == 1 and found["seats"][0]["name"] == "Anna"
        assert found["sides"] == before["sides"]
        assert found["played"][0]["tricks"] == before["deal"]["tricks"]
        for number in (0, 3, 10**30):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{session.url}/api/v1/matches/{number}")
