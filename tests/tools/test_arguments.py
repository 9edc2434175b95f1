"""What people write behind a command and cannot be meant: one sentence that says how to mend it, status 2, no more."""

import importlib
import math
import re
import shlex
from pathlib import Path

import pytest
from jassvision.tools import cli
from jassvision.tools.arguments import decimal, sentence, whole

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo" / "demo.mp4"
PARTLY = ("live",)
"""Commands that wait for a person once they run."""


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence on standard error; nothing stands on standard output."""
    try:
        status = cli.main([str(word) for word in words])
    except SystemExit as end:
        status = end.code
    told = capsys.readouterr()
    assert status == 2, told
    assert not told.out
    assert told.err.count("\n") == 1 and "Traceback" not in told.err and "usage:" not in told.err, told.err
    assert told.err.rstrip().endswith("."), told.err
    return told.err


FILES = [
    ("score", "{none}"),
    ("score", DEMO, "--rules", "{none}.yaml"),
    ("score", DEMO, "--weis", "{none}"),
    ("score", DEMO, "--table", "{none}"),
    ("replay", "{none}", "-o", "{out}/x.mp4"),
    ("replay", DEMO, "{none}", "-o", "{out}/x.mp4"),
    ("replay", DEMO, "-o", "{out}/x.mp4", "--theme", "{none}"),
    ("clips", DEMO, "{none}", "--what", "tricks", "-o", "{out}/clips"),
    ("export", "{none}", "--to", "json"),
    ("check", "{none}"),
    ("calibrate", "{none}", "-o", "{out}/t.yaml"),
    ("calibrate", "{none}", "-o", "{out}/t.yaml", "--corners"),
    ("detect", "{none}"),
    ("live", "{none}"),
    ("live", "-", "--theme", "{none}"),
    ("live", "-", "--table", "{none}"),
]


@pytest.mark.parametrize("words", FILES, ids=lambda words: " ".join(map(str, words)).replace(str(DEMO), "FILM"))
def test_a_file_that_is_not_there_is_called_so_by_every_command(words, tmp_path, capsys):
    filled = [str(word).format(none=tmp_path / "no-such-file", out=tmp_path) for word in words]
    said = refused(capsys, *filled)
    assert f"here is no file {tmp_path / 'no-such-file'}" in said
    assert not list(tmp_path.iterdir()), "nothing is begun"


NUMBERS = [
    (["score", DEMO], "--threads"),
    (["demo"], "--threads"),
    (["detect", "x.jpg"], "--threads"),
    (["detect", "x.jpg"], "--size"),
    (["live", "-"], "--threads"),
    (["live", "-"], "--port"),
    (["live", "-"], "--delay"),
    (["replay", DEMO, "x.json", "-o", "x.mp4"], "--threads"),
    (["replay", DEMO, "x.json", "-o", "x.mp4"], "--speed"),
    (["clips", DEMO, "x.json", "--what", "tricks", "-o", "x"], "--lead"),
    (["clips", DEMO, "x.json", "--what", "tricks", "-o", "x"], "--tail"),
    (["calibrate", DEMO, "-o", "x.yaml", "--corners"], "--at"),
    (["calibrate", DEMO, "-o", "x.yaml"], "--north"),
    (["calibrate", DEMO, "-o", "x.yaml"], "--sides"),
    (["calibrate", DEMO, "-o", "x.yaml"], "--players"),
    (["export", "x.json", "--to", "edl"], "--match"),
]


YAML_OPTIONS = [
    ("score", DEMO, "--rules"),
    ("score", DEMO, "--weis"),
    ("score", DEMO, "--table"),
    ("live", "-", "--port", "0", "--theme"),
    ("replay", DEMO, "{record}", "-o", "{out}/x.mp4", "--theme"),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 2026-13-45\n", "no YAML: month must be in 1..12"),
        ("a: !!int x\n", "no YAML: invalid literal"),
        ("a: [\n", "no YAML: "),
        ("a: &a [1]\nb: *a\n", ", line 2.*another place"),
        ("a: 1\na: 2\n", ", line 2.*a is given twice"),
        ("[" * 5000, "too deep"),
    ],
)
@pytest.mark.parametrize("words", YAML_OPTIONS, ids=lambda words: f"{words[0]} {words[-1]}")
def test_yaml_that_is_none_is_refused_with_its_line_by_every_option(words, text, expected, tmp_path, capsys):
    path = tmp_path / "said.yaml"
    path.write_text(text)
    filled = [str(word).format(record=DEMO.with_suffix(".json"), out=tmp_path) for word in words]
    told = refused(capsys, *filled, path)
    assert re.search(rf"{re.escape(str(path))}.*{expected}", told), told


@pytest.mark.parametrize("value", ["-1", "nan", "inf", "x", "", "1e99", "99999999999999999999"])
@pytest.mark.parametrize(("words", "option"), NUMBERS, ids=[f"{words[0]} {option}" for words, option in NUMBERS])
def test_a_number_that_cannot_be_meant_is_named(words, option, value, tmp_path, monkeypatch, capsys):
    if option == "--north" and value == "-1":
        pytest.skip("degrees may be negative")
    monkeypatch.chdir(tmp_path)
    assert option in refused(capsys, *words, option, value)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["scor", DEMO], "did you mean score? choose one of score, live"),
        (["score", DEMO, "--game", "schiber"], "did you mean schieber? choose one of schieber, coiffeur"),
        (["score", DEMO, "--game", "molotow_3"], "but house rules of molotow: give --rules molotow_3"),
        (
            ["score", DEMO, "--contracts", "Shilten"],
            "'Shilten' is no contract: did you mean Schilten? write one of D, H",
        ),
        (["score", DEMO, "--contracts", "S,push:Rosn"], "deal 2: 'Rosn' is no contract: did you mean Rosen?"),
        (["score", DEMO, "--weis", DEMO], "is no text: --weis takes"),
        (["score", DEMO, "--rules", "swisslos2500"], "did you mean swisslos_2500? presets are belote"),
        (["score", DEMO, "--pack", "swis"], "did you mean swiss? choose one of swiss, french, auto"),
        (["score", DEMO, "--dealer", "nort"], "did you mean north? seats are north, east, south, west"),
        (["score", DEMO, "--contract_s", "S"], "no option --contract_s; did you mean --contracts?"),
        (["export", "x.json", "--to", "cvs"], "did you mean csv? choose one of json"),
        (["score", DEMO, "film2.mp4"], "'film2.mp4' is one argument too many"),
        (["score"], "required: FILM"),
        ([], "required: COMMAND"),
        (["score", DEMO, "--threads"], "--threads: expected one argument"),
    ],
)
def test_a_word_that_does_not_exist_is_named_with_those_that_do(words, expected, capsys):
    assert expected in refused(capsys, *words)


OPTIONS = ["--game", "--rules", "--contracts", "--dealer", "--weis", "--table", "--weights", "--json", "--record"]


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("form", [["{}", ""], ["{}="]])
def test_an_option_that_is_empty_is_refused(option, form, capsys):
    said = refused(capsys, "score", DEMO, *[word.format(option) for word in form])
    assert f"{option} is empty" in said


def test_an_argument_that_is_empty_is_refused(capsys):
    assert "an argument is empty" in refused(capsys, "score", "")


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_the_help_of_every_command_ends_with_examples_that_are_taken(command, capsys, monkeypatch):
    with pytest.raises(SystemExit) as end:
        cli.main([command, "--help"])
    shown = capsys.readouterr().out
    assert end.value.code == 0
    taken = []
    module = importlib.import_module(cli.COMMANDS[command][0])
    monkeypatch.setattr(module, "run", lambda given: taken.append(given) or 0)
    for line in cli.EXAMPLES[command]:
        assert f"\n  {line}\n" in shown
        words = shlex.split(re.split(r"\s{4,}", line)[0])
        assert words[:2] == ["jassvision", command]
        assert cli.main(words[1:]) == 0
    assert len(taken) == len(cli.EXAMPLES[command])


def test_the_version_is_said(capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["--version"])
    assert end.value.code == 0
    assert re.fullmatch(r"jassvision \d+\.\d+\.\S+\n", capsys.readouterr().out)


def test_numbers_within_bounds_are_taken():
    assert [whole(0, 65535)(text) for text in ("0", "+7", "65535")] == [0, 7, 65535]
    assert decimal(0, 60)("1e1") == 10
    assert math.isclose(decimal(0, 60)("0.1"), 0.1)


def test_a_sentence_begins_and_ends_as_one_and_names_files_as_they_are():
    assert sentence("there is no game 'x'") == "There is no game 'x'."
    assert sentence("theatre.mp4 is empty") == "theatre.mp4 is empty."
    assert sentence("") == "."
