"""Reading a record in any form: result of `score`, notation, live; and one sentence for each that cannot be used."""

import json
import random
import sqlite3
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from jassvision.rules.cards import code
from jassvision.rules.notation import read_notation, write_notation
from jassvision.rules.notation_replay import replay
from jassvision.rules.options import Rules
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.tools.played import PlayedError, check_times, load_played
from jassvision.tools.record import Draft, Record
from jassvision.tools.result_json import result_json
from jassvision.tools.score import Wishes, reckon
from jassvision.vision.decoder import Decoder
from jassvision.vision.observations import Ended, Swept
from jassvision.vision.observations_json import to_json


def result_of(seed=4, **options):
    return json.loads(_result_text(seed, **options))


@cache
def _result_text(seed, **options):
    played = random_play(Rules(), random.Random(seed), **options)
    seen = observations(played, Rules(), Noise(0, 0, 0, sweep_flat=0), np.random.default_rng(seed))
    decoder = Decoder(Rules(), contracts=[played.contract])
    reckoning = reckon(Wishes(Rules()), decoder.take_all([*seen, Ended(900.0)]), "swiss")
    return json.dumps(result_json(reckoning, source="filme/abend.mp4", pack="swiss", notes=("a note",)))


@pytest.fixture
def written(tmp_path):
    def write(content, name="record"):
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return write


def refusal(path, check=load_played):
    with pytest.raises(PlayedError) as caught:
        check(path)
    sentence = str(caught.value)
    assert sentence.endswith(".") and "\n" not in sentence
    return sentence


def test_a_result_is_read_with_the_score_running_to_its_totals(written):
    result = result_of(illegal=1)
    played = load_played(written(result))
    (deal,) = played.deals
    assert played.form == "result" and played.film == "filme/abend.mp4" and played.pack == "swiss"
    assert played.totals == tuple(result["totals"].values()) == deal.after == deal.tricks[-1].totals
    assert played.moments[-1].totals == played.totals
    assert [[code(p.card) for p in t.plays] for t in deal.tricks] == [
        [p["card"] for p in t["plays"]] for t in result["deals"][0]["tricks"]
    ]
    assert sum(t.points for t in deal.tricks) == 157 and [t.number for t in deal.tricks] == list(range(1, 10))
    times = [play.time for _, play in deal.plays]
    assert times == sorted(times) and played.last_time == deal.tricks[-1].end >= times[-1]
    (verdict,) = deal.certain
    assert verdict.rule and verdict.legal and verdict.proof and verdict.time in times
    assert deal.illegal_at(verdict.trick, verdict.seat) == verdict
    assert played.name(2) == "Süd" and played.side_name(0) == "Nord/Süd" and played.name(2, "fr") == "Sud"


def test_a_result_becomes_a_record_that_scores_the_same(written):
    for seed in (4, 7):
        played = load_played(written(result_of(seed)))
        again = replay(read_notation(write_notation(played.record), strict=True))
        assert again.complete and not again.errors
        assert again.match.totals == played.totals


def test_notation_is_played_through_with_names_weis_and_verdicts(simulate, written):
    record = simulate(3, seed=5, illegal=2)
    played = load_played(written(write_notation(record)))
    match = replay(record).match
    assert played.totals == match.totals and played.form == "notation" and played.film == "abend.mp4"
    assert played.given_names == ("Änneli", "Beat", "Chloé", "Döme")
    assert played.side_name(1) == "Beat & Döme"
    assert [v.card for d in played.deals for v in d.certain] == [v.card for d in match.deals for v in d.violations]
    assert [g.points for d in played.deals for g in d.gains] == [e.points for d in match.deals for e in d.entries]
    for deal, before in zip(played.deals, ((0, 0), *[d.after for d in played.deals]), strict=False):
        assert deal.before == before
        assert tuple(map(sum, zip(deal.before, *[t.gained for t in deal.tricks], strict=True))) == deal.after
    assert dict(played.tags) == {"Date": "2026-11-28"}
    assert sum(slate.score for slate in played.slates) == sum(played.totals)


def test_a_player_whom_nobody_named_goes_by_the_seat(simulate, written):
    text = write_notation(simulate(1, seed=5))
    for name in ("South", "West"):
        text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(f"[{name} "))
    played = load_played(written(text))
    assert played.given_names == ("Änneli", "Beat", "", "")
    assert [played.name(seat) for seat in range(4)] == ["Änneli", "Beat", "Süd", "West"]
    assert played.side_name(0, "fr") == "Änneli & Sud"


def test_a_deal_with_unknown_cards_counts_as_its_score_line_says(simulate, written):
    text = write_notation(simulate(2, seed=11, unknown=2))
    assert "??" in text
    played = load_played(written(text))
    said = [tuple(map(int, line.split()[1:])) for line in text.splitlines() if line.startswith("score ")]
    assert [deal.score for deal in played.deals] == said and all(deal.complete for deal in played.deals)
    assert played.totals == tuple(map(sum, zip(*said, strict=True))) == played.moments[-1].totals
    bare = load_played(written("".join(s for s in text.splitlines(keepends=True) if not s.startswith("score "))))
    assert not all(deal.complete for deal in bare.deals)


def test_stoeck_counts_when_its_second_card_falls(simulate, written):
    for seed in range(30):
        played = load_played(written(write_notation(simulate(2, seed=seed))))
        for deal in played.deals:
            for gain in deal.melds:
                if gain.kind == "stoeck":
                    trick = deal.tricks[gain.trick - 1]
                    assert gain.time in [p.time for p in trick.plays if p.seat == gain.seat and p.card in gain.cards]
                    return
    raise AssertionError("no match had Stöck")


def test_unsure_cards_are_scored_on_the_likeliest_and_unknown_ones_end_the_deal(simulate, written):
    played = load_played(written(write_notation(simulate(2, seed=3, unsure=4))))
    doubted = [play for deal in played.deals for _, play in deal.plays if play.unsure]
    assert len(doubted) == 4 and all(len(p.likely) == 2 and p.card == p.likely[0][0] for p in doubted)
    assert all(sum(deal.card_points) == 157 for deal in played.deals)
    text = write_notation(simulate(2, seed=3, unknown=1))
    lost = load_played(written("".join(s for s in text.splitlines(keepends=True) if not s.startswith("score "))))
    (deal,) = [d for d in lost.deals if any(p.card is None for _, p in d.plays)]
    assert not deal.complete and lost.notes and len(deal.tricks) == 9
    assert all(other.complete for other in lost.deals if other is not deal)


def test_the_rest_laid_down_at_once_is_a_trick_without_plays(written):
    text = "deal 1 dealer east\nnorth name O\n1 north: HA@1 HK@2 HQ@3 HJ@4\nnorth rest\n"
    (deal,) = load_played(written(text)).deals
    assert deal.complete and len(deal.tricks) == 2 and deal.tricks[1].plays == ()
    assert sum(deal.card_points) == 157 and deal.tricks[1].totals == deal.after


def test_a_score_the_entries_do_not_make_is_kept_as_a_correction(written):
    result = result_of()
    result["deals"][0]["entries"] = []
    result["deals"][0]["score"]["east_west"] += 7
    result["totals"]["east_west"] += 7
    (deal,) = load_played(written(result)).deals
    assert [g.points for g in deal.gains if g.kind == "correction"] != [] and deal.tricks[-1].totals == deal.score


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "is empty"),
        ("  \n", "is empty"),
        ("hello\n", "holds no deal"),
        ('[Jass "1"]\n', "holds no deal"),
        ("deal 1 dealer east\nnorth name O\n1 nort: HA\n", "check"),
        ('[Rules "nowhere"]\ndeal 1 dealer east\n', "nowhere"),
        ("{", "broken JSON"),
        ("[]", "no record"),
        ("{}", "schema jassvision/1"),
        ({"schema": "other/1"}, "schema jassvision/1"),
        ({"schema": "jassvision/2"}, "newer jassvision"),
        ({"schema": "jassvision/1"}, "is missing"),
        (b"\x00\x00\x00 ftypisom\xff\xfe", "neither text nor a live record"),
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(written, content, words):
    assert words in refusal(written(content))


def test_a_file_that_is_not_there_is_refused(tmp_path):
    assert "there is no file" in refusal(tmp_path / "missing.json")
    assert "cannot be read" in refusal(tmp_path)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d["deals"][0]["tricks"][0]["plays"][0].update(card="X9"), "X9"),
        (lambda d: d["deals"][0]["tricks"][0]["plays"][0].update(time="soon"), "no time"),
        (lambda d: d["deals"][0]["tricks"][0]["plays"][0].pop("seat"), "seat"),
        (lambda d: d["deals"][0].update(score={}), "is missing"),
        (lambda d: d["deals"][0].update(factor="2"), "no whole number"),
        (lambda d: d.update(game="poker"), "poker"),
        (lambda d: d.update(totals={"you": 1, "me": 2}), "nobody plays"),
        (lambda d: d.update(winners=["nobody"]), "schema"),
        (lambda d: d.update(deals=7), "schema"),
    ],
)
def test_a_result_that_breaks_the_schema_is_refused(written, change, words):
    result = result_of()
    change(result)
    assert words in refusal(written(result))


def test_a_record_is_checked_against_the_film(simulate, written):
    record = simulate(1)
    played = load_played(written(write_notation(record)))
    check_times(played, played.last_time + 5)
    check_times(played, None)
    assert "another film" in refusal(played, lambda p: check_times(p, 20.0, film="abend.mp4"))
    bare = load_played(written("deal 1 dealer east\nnorth name O\n1 north: HA HK HQ HJ\n"))
    assert "no times" in refusal(bare, lambda p: check_times(p, None))
    empty = load_played(written("deal 1 dealer east\nnorth name O\n"))
    assert "no trick" in refusal(empty, lambda p: check_times(p, None))


# Live records --------------------------------------------------------------------------------------------------------


@pytest.fixture
def session(tmp_path, monkeypatch):
    """A session of two deals that clear eyes saw, with names."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "live"))
    import scripted

    deals = scripted.scripted_deals(2, illegal=1)
    made = scripted.opened(tmp_path / "abend.jass.db")
    for seen in scripted.all_seen(deals):
        payload = to_json(seen)
        time = seen.time_last if isinstance(seen, Swept) else seen.time
        made.record.append([Draft(time, "vision", payload["kind"], payload)])
    made.record.close()
    return tmp_path / "abend.jass.db", deals


def test_a_live_record_is_read_with_names_and_times(session):
    path, deals = session
    played = load_played(path)
    assert played.form == "live" and played.given_names == ("Anna", "Dario", "Chiara", "Beat")
    said = [[play.card for _, play in deal.plays] for deal in played.deals]
    assert said == [[card for _, cards, _ in deal.played.tricks for card in cards] for deal in deals]
    assert played.totals == played.deals[-1].tricks[-1].totals and played.has_times
    assert {v.card for d in played.deals for v in d.certain} == {c for d in deals for c in d.played.illegal}
    again = replay(read_notation(write_notation(played.record), strict=True))
    assert again.complete and again.match.names == played.given_names


def test_a_live_record_in_which_some_are_named(session):
    path, _ = session
    with Record.open(path) as record:
        (opened,) = (event for event in record.events() if event.kind == "opened")
    with sqlite3.connect(path) as changed:
        changed.execute("DROP TRIGGER events_stay")
        payload = json.dumps(opened.payload | {"names": {"north": "Anna"}})
        changed.execute("UPDATE events SET payload = ? WHERE id = ?", (payload, opened.id))
    played = load_played(path)
    assert [played.name(seat) for seat in range(4)] == ["Anna", "Ost", "Süd", "West"]
    again = read_notation(write_notation(played.record), strict=True)
    assert again.tag("North") == "Anna" and not again.tag("South")


def test_each_match_of_a_live_session_can_be_read(session):
    path, deals = session
    before = load_played(path)
    with Record.open(path) as record:
        record.append([Draft(9000.0, "operator", "new_match", {"names": None, "dealer": None})])
        for seen in deals[1].seen:
            payload = to_json(seen)
            record.append([Draft(9001.0, "vision", payload["kind"], payload)])
    first, last = load_played(path, 1), load_played(path)
    assert first.totals == before.totals and len(first.deals) == 2 and len(last.deals) == 1
    assert "match 1 of 2" in first.notes[-1] and "match 2 of 2" in last.notes[-1]
    with pytest.raises(PlayedError, match="no match 3"):
        load_played(path, 3)


def test_a_database_that_is_no_live_record_is_refused(tmp_path):
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE a (b)")
    assert "no record that can be used" in refusal(path)
