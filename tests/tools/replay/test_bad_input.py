"""Bad input to `replay` is refused in one sentence with exit status 2, and leaves nothing behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from jassvision.tools import cli

from tests.tools.replay.conftest import make_film, places, result


def refused(words: list[str | Path], capsys: pytest.CaptureFixture[str]) -> str:
    """What is said, in one sentence."""
    assert cli.main(["replay", *map(str, words), "--quiet"]) == 2
    said = capsys.readouterr().err.strip()
    assert said.startswith("jassvision replay: ") and "\n" not in said and "Traceback" not in said, said
    return said


CASES: list[tuple[list[str], str]] = [
    (["{film}", "{record}", "-o", "{out}/x.avi"], "must end in .mp4"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--overlay", "webm"], "must end in .webm"),
    (["{film}", "{record}", "-o", "{out}/none/x.mp4"], "is missing; make it"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--places", "{out}/none/x.places"], "is missing; make it"),
    (["{film}", "{record}", "-o", "{record}/x", "--overlay", "png"], "is no folder"),
    (["{film}", "{record}", "-o", "{out}"], "is a folder"),
    (["{out}/none.mp4", "{record}", "-o", "{out}/x.mp4"], "There is no file"),
    (["{record}", "{film}", "-o", "{out}/x.mp4"], "cannot be opened"),
    (["{film}", "{out}/none.json", "-o", "{out}/x.mp4"], "give the path of a record"),
    (["{film}", "{film}", "-o", "{out}/x.mp4"], "give first the film"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--speed", "fast"], "is no number"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--speed", "100"], "too fast"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--no-outlines", "--from", "7"], "no deal 7"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--no-outlines", "--from", "1.9"], "no trick 9"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--from", "1.x"], "no place in a match"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--no-outlines", "--to", "soon"], "no place in a match"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--places", "{record}"], "does not say where cards lie"),
    (["{film}", "{record}", "-o", "{out}/x.mp4", "--theme", "{out}/none.yaml"], "with a theme"),
]


@pytest.mark.parametrize(("words", "says"), CASES, ids=[says for _, says in CASES])
def test_refused_in_one_sentence(
    words: list[str], says: str, film: Path, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    filled = [word.format(film=film, record=record, out=tmp_path) for word in words]
    assert says in refused(list(filled), capsys)
    assert not list(tmp_path.iterdir())


def test_the_film_is_never_written_over(film: Path, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = film.read_bytes()
    assert "another file" in refused([film, record, "-o", film], capsys)
    assert film.read_bytes() == before


@pytest.mark.parametrize("kind", [[], ["--overlay", "webm"]])
def test_another_film_is_never_written_over_but_a_replay_is(
    kind: list[str], film: Path, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / ("x.webm" if kind else "x.mp4")
    words = [
        "replay",
        str(film),
        str(record),
        "-o",
        str(out),
        "--no-outlines",
        "--to",
        "1.1",
        "--style",
        "plain",
        *kind,
    ]
    assert [cli.main(words), cli.main(words)] == [0, 0]
    capsys.readouterr()
    out.write_bytes(film.read_bytes())
    assert "would be lost" in refused(words[1:], capsys) and out.read_bytes() == film.read_bytes()


def test_a_folder_with_pictures_is_refused_before_the_film_is_opened(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "1.png").write_bytes(b"mine")
    assert "pictures already" in refused([tmp_path / "none.mp4", record, "-o", tmp_path, "--overlay", "png"], capsys)


def test_a_record_of_another_film(film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = result()
    for trick in later["deals"][0]["tricks"]:
        trick["swept"] += 60
        for play in trick["plays"]:
            play["time"] += 60
    path = tmp_path / "later.json"
    path.write_text(json.dumps(later), encoding="utf-8")
    said = refused([film, path, "-o", tmp_path / "x.mp4", "--no-outlines"], capsys)
    assert "another film" in said and "give the whole film" in said


def test_a_record_without_times(film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    timeless = result()
    for trick in timeless["deals"][0]["tricks"]:
        trick["swept"] = None
        for play in trick["plays"]:
            play["time"] = None
    path = tmp_path / "timeless.json"
    path.write_text(json.dumps(timeless), encoding="utf-8")
    assert "no times" in refused([film, path, "-o", tmp_path / "x.mp4", "--no-outlines"], capsys)


def test_places_of_another_picture(
    film: Path, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "places.json"
    path.write_text(json.dumps(places((200, 200))), encoding="utf-8")
    assert "200 x 200" in refused([film, record, "-o", tmp_path / "x.mp4", "--places", path], capsys)


def test_a_film_that_is_too_small(
    filmed: Callable[..., Path], record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny = filmed("tiny.mp4", size=(80, 48))
    assert "no graphics fit" in refused([tiny, record, "-o", tmp_path / "x.mp4", "--no-outlines"], capsys)


def test_a_film_whose_clock_jumps(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stamps = [*range(0, 1000, 40), *range(90_000, 92_000, 40)]
    film = make_film(tmp_path / "jumps.mkv", stamps=stamps, tick=Fraction(1, 1000))
    out = tmp_path / "x.mp4"
    assert "clock" in refused([film, record, "-o", out, "--no-outlines", "--style", "plain"], capsys)


THEMES: list[tuple[str, str]] = [
    ("colours: {pannel: '#112233'}", "did you mean panel"),
    ("colours: {panel: blue}", "#rrggbb"),
    ("safe: 0.9", "from 0 to 0.2"),
    ("show: [sparkles]", "no 'sparkles'"),
    ("seconds: {intro: -1}", "seconds.intro"),
    ("font: none.ttf", "no file"),
    ("logo: theme.yaml", "no picture"),
    ("font: theme.yaml", "font"),
    ("names: [Anni]", "names must be a mapping"),
    ("names: {nort: Anni}", "did you mean north"),
    ("- safe", "must be a mapping"),
    ("safe: [", "is no YAML"),
    ("title: 7", "title"),
    ("colours: {sides: ['#111111']}", "2 to 6"),
]


@pytest.mark.parametrize(("text", "says"), THEMES, ids=[says for _, says in THEMES])
def test_mistakes_in_a_theme(
    text: str, says: str, film: Path, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "theme.yaml"
    path.write_text(text, encoding="utf-8")
    assert says in refused([film, record, "-o", tmp_path / "x.mp4", "--theme", path], capsys)


def test_where_to_begin_is_looked_at_before_the_film(
    film: Path, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def watched(*_: object) -> None:
        raise AssertionError("the film was watched for nothing")

    monkeypatch.setattr("jassvision.tools.replay.material.watch_places", watched)
    for moment in ("9.9", "1.x"):
        assert cli.main(["replay", str(film), str(record), "-o", str(tmp_path / "x.mp4"), "--from", moment]) == 2
    assert "no deal 9" in capsys.readouterr().err
