"""Films are opened by whatever name people give them: a colon does not make an address of a file."""

import os
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from jassvision.tools.replay.clips_film import cut
from jassvision.tools.replay.film_in import FilmIn
from jassvision.tools.replay.player import _film_facts
from jassvision.tools.replay.sound_in import SoundIn
from jassvision.vision.frames import Film, FilmError

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo" / "demo.mp4"
NAMES = (
    "20:15.mp4",
    "http:x.mp4",
    "concat:a|b.mp4",
    "%d.mp4",
    "-film.mp4",
    'it\'s "ä ö" [b]x.mp4',
    "a\nb.mp4",
    "#?.mp4",
)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such names")
@pytest.mark.parametrize("name", NAMES)
def test_a_film_of_any_name_is_opened_by_every_reader(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copy(DEMO, tmp_path / name)
    path = Path(name)
    assert next(iter(Film(name))).size_wh == (1280, 720)
    film = FilmIn(path, 1)
    assert film.size_wh == (1280, 720)
    film.close()
    SoundIn.of(path, Fraction(0))
    assert _film_facts(path)["name"] == name
    cut(path, 1.0, 1.5, Path(f"clip {name}"))
    assert (tmp_path / f"clip {name}").stat().st_size


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_no_empty_film(tmp_path):
    os.mkfifo(tmp_path / "film.mp4")
    with pytest.raises(FilmError, match="is a pipe"):
        Film(tmp_path / "film.mp4")
