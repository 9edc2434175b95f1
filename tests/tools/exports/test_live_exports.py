"""Exports of a live record in which people said what no camera sees: each is a record that `check` takes."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "live"))

from jassvision.rules.notation import read_notation
from jassvision.rules.notation_replay import replay
from jassvision.rules.preset import load_rules
from jassvision.tools import cli
from jassvision.tools.played import load_played
from scripted import scripted_deals
from test_fold import Table

CLAIMED = replace(load_rules("swisslos_2500"), name="claimed", target=80, claim="bedanken")


def exported(path, capsys):
    """The notation of a record, which `check` must take."""
    made = path.with_suffix(".txt")
    assert cli.main(["export", str(path), "--to", "jass", "--out", str(made)]) == 0
    assert cli.main(["check", "--quiet", str(made)]) == 0, capsys.readouterr().err
    return made.read_text(encoding="utf-8")


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    deal = scripted_deals(1, illegal=1)[0]
    made.say(action="contract", contract=deal.played.contract)
    made.see(*deal.seen)
    yield made
    made.record.close()


@pytest.mark.parametrize("kind", ["stands", "trick_and_rest", "void_deal"])
def test_a_ruling_is_a_line_of_its_own_and_the_score_comes_out(table, kind, tmp_path, capsys):
    found = next(v for v in table.state()["deal"]["illegal"] if v["certainty"] == "certain")
    table.say(action="ruling", play=found["play"], ruling=kind)
    text = exported(tmp_path / "a.jass.db", capsys)
    assert "\nscore " in text
    assert (f"\nruling {kind} {found['seat']} {found['trick']}\n" in text) == (kind != "stands")
    totals = tuple(side["score"] for side in table.state()["sides"])
    match = replay(read_notation(text)).match
    assert match.totals == totals == load_played(tmp_path / "a.jass.db").totals
    live, written = load_played(tmp_path / "a.jass.db"), load_played(tmp_path / "a.jass.txt")
    assert written.totals == totals and written.deals[0].score == live.deals[0].score
    for form in (live, written):
        assert form.moments[-1].totals == totals, "what is scored adds up, for captions, pages and replays"
        assert form.deals[0].tricks[-1].totals == totals
    assert written.winners == live.winners and written.notes == ()


def test_a_ruling_that_cannot_be_counted_is_said(tmp_path, capsys):
    path = tmp_path / "a.jass"
    path.write_text(
        "deal 1 dealer east\nnorth name O\n1 north: HA@1 HK@2 ??@3 HJ@4\nruling void_deal west 1\n", encoding="utf-8"
    )
    assert cli.main(["export", str(path), "--to", "csv"]) == 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "without a ruling of deal 1" in said


def test_weis_by_points_have_no_place_so_the_score_is_left_out_with_a_reason(table, tmp_path, capsys):
    table.say(action="weis", seat="east", points=50)
    text = exported(tmp_path / "a.jass.db", capsys)
    (score,) = load_played(tmp_path / "a.jass.db").deals
    assert "\nscore " not in text
    assert "; no score line, for the notation has no place for" in text and " ".join(map(str, score.score)) in text


def test_a_match_that_was_claimed_has_its_winners(tmp_path, capsys):
    table = Table(tmp_path, rules=CLAIMED)
    try:
        deal = scripted_deals(1)[0]
        table.say(action="contract", contract=deal.played.contract)
        table.see(*deal.seen)
        winner = max(table.state()["sides"], key=lambda side: side["score"])
        table.say(action="claim", seat=winner["seats"][0])
        played = load_played(tmp_path / "a.jass.db")
        assert played.winners == ([side["side"] for side in table.state()["sides"]].index(winner["side"]),)
        exported(tmp_path / "a.jass.db", capsys)
    finally:
        table.record.close()
