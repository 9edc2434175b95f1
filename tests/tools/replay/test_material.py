"""A film is watched only where that is not known already, and what was seen is kept beside the record."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jassvision.tools import cli
from jassvision.tools.places import FilmPrint, Places, load_places, print_of, save_places
from jassvision.tools.replay import material
from jassvision.tools.score import Scored
from jassvision.vision.eyes import Seen

from tests.tools.replay.conftest import SECONDS, result

SHORT = "show: [outlines]\nhide: [intro, freeze, final]\nseconds: {intro: 0, freeze: 0, final: 0}\n"


class Table:
    """A folder with a film and its record, a way to make replays, and a count of how often the film was watched."""

    def __init__(self, folder: Path, film: Path, seen: Places, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.film, self.record = folder, folder / "film.mp4", folder / "evening.json"
        shutil.copy(film, self.film)
        self.record.write_text(json.dumps(result()), encoding="utf-8")
        self.seen = Places(seen.size_wh, seen.ways, print_of(self.film, SECONDS))
        self.places, self.watched, self.scored = folder / "evening.places", 0, 0
        monkeypatch.setattr(material, "watch_places", self._watch)
        monkeypatch.setattr(material, "eyes_of", lambda wishes: (None, None))
        monkeypatch.setattr(material, "Eyes", lambda *_: SimpleNamespace(see=lambda picture: Seen(None, ())))
        monkeypatch.setattr(material, "watcher_of", lambda *_: None)
        monkeypatch.setattr(material, "score_film", self._score)
        monkeypatch.setattr(material, "result_json", lambda *_, **__: result())
        (folder / "short.yaml").write_text(SHORT, encoding="utf-8")
        self.interrupted = False

    def _watch(self, *_: object) -> Places:
        self.watched += 1
        return self.seen

    def _score(self, *_: object, **__: object) -> Scored:
        self.scored += 1
        reckoning: Any = SimpleNamespace()
        return Scored(reckoning, "swiss", (), places=self.seen, interrupted=self.interrupted)

    def replay(self, *more: str, record: bool = True, out: str = "replay.mp4") -> int:
        words = [str(self.film), *([str(self.record)] if record else []), "-o", str(self.folder / out)]
        return cli.main(["replay", *words, "--theme", str(self.folder / "short.yaml"), "--style", "plain", *more])


@pytest.fixture
def table(tmp_path: Path, film: Path, places_file: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(tmp_path, film, load_places(places_file), monkeypatch)


def test_a_film_is_watched_once(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert table.replay() == 0 and table.watched == 1
    out, said = capsys.readouterr()
    assert "watched once" in said and str(table.places) in said
    assert out.splitlines() == [str(table.places), str(table.folder / "replay.mp4")], "the files that were written"
    assert load_places(table.places).film == table.seen.film
    assert table.replay() == 0 and table.watched == 1
    assert "is watched" not in capsys.readouterr().err


def test_places_of_another_film_or_record_are_not_taken_and_not_lost(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    other = FilmPrint(7, "", SECONDS + 5)
    save_places(table.places, Places(table.seen.size_wh, table.seen.ways, other))
    before = table.places.read_bytes()
    assert table.replay() == 0 and table.watched == 1
    assert "another film or record" in capsys.readouterr().err and table.places.read_bytes() == before
    save_places(table.places, Places(table.seen.size_wh, table.seen.ways[:3], table.seen.film))
    assert table.replay() == 0 and table.watched == 2


def test_named_places_of_another_record_are_refused(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    other = table.folder / "other.places"
    save_places(other, Places(table.seen.size_wh, table.seen.ways[:3], table.seen.film))
    assert table.replay("--places", str(other)) == 2
    assert "another record or film" in capsys.readouterr().err and not (table.folder / "replay.mp4").exists()
    assert table.replay("--places", str(other), record=False) == 0, (
        "they are not used, for the film is looked at anyway"
    )
    assert "not used" in capsys.readouterr().err


def test_damaged_places_are_written_anew_but_nothing_else_is(table: Table) -> None:
    table.places.write_text('{"schema": "jassvision-places/1"}', encoding="utf-8")
    assert table.replay() == 0 and load_places(table.places).ways
    table.places.write_text("shopping: milk", encoding="utf-8")
    assert table.replay() == 0 and table.watched == 2
    assert table.places.read_text(encoding="utf-8") == "shopping: milk"


def test_where_places_cannot_be_kept_the_replay_is_made_all_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table.folder.joinpath("sub").mkdir()
    monkeypatch.setattr(material, "places_beside", lambda record: record.parent / "none" / "evening.places")
    assert table.replay() == 0
    said = capsys.readouterr().err
    assert "cannot be written" in said and "Traceback" not in said
    assert (table.folder / "replay.mp4").exists()


def test_nothing_is_watched_where_nothing_is_marked(table: Table) -> None:
    assert table.replay("--no-outlines") == 0 and table.watched == 0 and not table.places.exists()


def test_without_a_record_result_and_places_are_kept_beside_the_replay(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table.replay(record=False) == 0
    kept = table.folder / "replay.json"
    out, said = capsys.readouterr()
    assert str(kept) in said
    assert out.split() == [str(table.folder / name) for name in ("replay.json", "replay.places", "replay.mp4")]
    assert json.loads(kept.read_text(encoding="utf-8"))["deals"]
    table.record = kept
    assert table.replay(out="again.mp4") == 0 and (table.scored, table.watched) == (1, 0)


def test_a_result_that_is_there_already_is_not_written_over(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    (table.folder / "replay.json").write_text("mine", encoding="utf-8")
    assert table.replay(record=False) == 0
    assert "left as it is" in capsys.readouterr().err
    assert (table.folder / "replay.json").read_text(encoding="utf-8") == "mine"


def test_what_was_scored_until_somebody_stopped_it_is_kept(table: Table) -> None:
    table.interrupted = True
    assert table.replay(record=False) == 130
    assert (table.folder / "replay.json").exists() and not (table.folder / "replay.mp4").exists()
