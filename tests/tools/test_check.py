"""`jassvision check`: a record of any form gives one sheet, and what is wrong in it or with it is said."""

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from jassvision.rules.notation import write_notation
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.tools import cli
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.tools.played import load_played
from jassvision.tools.reckoning import match_record
from jassvision.tools.result_json import result_json
from jassvision.tools.score import Wishes, reckon
from jassvision.vision.decoder import Decoder
from jassvision.vision.observations import Ended

from tests.tools.test_arguments import DEMO, refused

CLEAR = Noise(0, 0, 0, sweep_flat=0)
OWN = replace(load_rules("swisslos_2500", target=777, factors={"swiss": {"O": 5}}), name="my_table")


def both_records(folder: Path, rules: Rules, seed: int, noise: Noise = CLEAR, **options) -> tuple[Path, Path]:
    """What `score` writes of one game as JSON and as a record."""
    rules = replace(rules, suits="swiss")
    played = random_play(rules, random.Random(seed), **options)
    seen = [*observations(played, rules, noise, np.random.default_rng(seed)), Ended(900.0)]
    reckoning = reckon(Wishes(rules), Decoder(rules, contracts=[played.contract]).take_all(seen), "swiss")
    result, record = folder / "match.json", folder / "match.jass"
    result.write_text(json.dumps(result_json(reckoning, source="film.mp4", pack="swiss")), encoding="utf-8")
    tags = [("Film", "film.mp4")]
    record.write_text(write_notation(match_record(reckoning.rules, reckoning.deals, tags)), encoding="utf-8")
    return result, record


def checked(capsys, path: Path) -> tuple[int, str, str]:
    status = cli.main(["check", str(path)])
    told = capsys.readouterr()
    return status, told.out, told.err


@pytest.mark.parametrize("rules", [Rules(), OWN], ids=["preset", "own"])
@pytest.mark.parametrize("illegal", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_json_and_record_of_one_game_give_one_sheet(rules, illegal, seed, tmp_path, capsys):
    result, record = both_records(tmp_path, rules, seed, illegal=illegal)
    of_result, of_record = checked(capsys, result), checked(capsys, record)
    assert of_result == of_record
    assert of_result[0] == 0 and "Deal 1" in of_result[1] and not of_result[2]
    assert f"of {rules.target}" in of_result[1]
    assert ("Illegal: " in of_result[1]) == bool(illegal)


def test_house_rules_come_back_from_json_as_they_were(tmp_path):
    result, _ = both_records(tmp_path, OWN, 1)
    assert load_played(result).rules == replace(OWN, suits="swiss")


def change_points(found):
    found["deals"][0]["score"]["north_south"] += 10
    found["totals"]["north_south"] += 10


def change_winner(found):
    trick = found["deals"][0]["tricks"][3]
    trick["winner"] = {"north": "west", "west": "south", "south": "east", "east": "north"}[trick["winner"]]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d["totals"].update(north_south=1), "he total is written as 1 : "),
        (change_points, "score"),
        (change_winner, "trick 4"),
        (lambda d: d["deals"][0]["tricks"][0]["plays"][0].update(card="D6"), "D6"),
    ],
    ids=["total", "score", "winner", "card"],
)
def test_json_that_does_not_fit_is_said(change, expected, tmp_path, capsys):
    result, _ = both_records(tmp_path, Rules(), 2)
    found = json.loads(result.read_text(encoding="utf-8"))
    change(found)
    result.write_text(json.dumps(found), encoding="utf-8")
    status, _, said = checked(capsys, result)
    assert status == 2 and expected in said
    assert all(line.startswith(f"jassvision check: {result}: ") for line in said.splitlines())


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "is empty"),
        (b"\n \n", "is empty"),
        (DEMO.read_bytes()[:100_000], "neither text nor a live record"),
        (bytes(range(256)), "neither text nor a live record"),
        (b"<!DOCTYPE html>\n<html>\n<body>\n<p>Jass</p>\n</body></html>\n", "holds no deal"),
        (b"Dear friends,\nthis is a letter.\n", "holds no deal"),
        (b'{"name": "package", "version": "1"}', "not the result of `jassvision score --json`"),
        (b"[1, 2, 3]", "holds no deal"),
        (b'{"schema": "jassvision-match/1"}', "not the result of `jassvision score --json`"),
        (b'{"gameId": 1}\n{"gameId": 2}\n', "several pieces of JSON, as logs of jass-kit are"),
        (b'{"rounds": [', "broken JSON"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "broken JSON: it is nested too deeply."),
        (b'{"a": ' + b"9" * 5000 + b"}", "broken JSON: a number in it has too many digits."),
        (b'{"schema": "jassvision/1", "deals": [], "rules": ' + b"9" * 4000 + b"}", "999...; write it anew"),
        (b"SQLite format 3\0and something else", "no record of jassvision"),
    ],
)
def test_what_is_no_record_is_refused_in_one_sentence(content, expected, tmp_path, capsys):
    path = tmp_path / "thing"
    path.write_bytes(content)
    assert expected in refused(capsys, "check", path)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda d: d["deals"][0].update(contract="S6 S6"), "'S6 S6' is no contract"),
        (lambda d: d["deals"][0].update(contract={"a": 1}), "{'a': 1} is no contract"),
        (lambda d: d.update(pack="tarot"), "'tarot' is no pack"),
        (lambda d: d["deals"][0]["entries"][0].update(kind=[]), "[] is no text"),
    ],
    ids=["contract", "no contract", "pack", "kind"],
)
@pytest.mark.parametrize("words", [("check",), ("export", "--to", "chapters")], ids=["check", "export"])
def test_json_with_words_that_mean_nothing_is_refused(change, expected, words, tmp_path, capsys):
    result, _ = both_records(tmp_path, Rules(), 1)
    found = json.loads(result.read_text(encoding="utf-8"))
    change(found)
    result.write_text(json.dumps(found), encoding="utf-8")
    assert expected in refused(capsys, *words, result)


def test_a_folder_is_refused(tmp_path, capsys):
    assert "is a folder" in refused(capsys, "check", tmp_path)


def test_an_output_without_our_letters_or_without_room_is_no_failure_of_the_program(tmp_path):
    result, _ = both_records(tmp_path, Rules(), 1)
    words = [sys.executable, "-m", "jassvision.tools.cli", "check", str(result)]
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    told = subprocess.run(words, capture_output=True, text=True, env=ascii_only, check=False)
    assert told.returncode == 0 and not told.stderr and "won by" in told.stdout
    if Path("/dev/full").exists():
        with Path("/dev/full").open("w") as full:
            told = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert told.returncode == 2 and told.stderr.count("\n") == 1 and "disk is full" in told.stderr, told
