"""Pictures of a film: upright as the eyes see them, and the right one from anywhere in the film."""

from __future__ import annotations

import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import pytest
from jassvision.tools.replay.film_in import FilmIn
from jassvision.tools.replay.mixing import Planes
from jassvision.tools.replay.sound_in import SoundIn
from jassvision.vision.frames import Film

from tests.tools.replay.conftest import BEEP, make_film

SIZE = (160, 96)


def numbered(path: Path, count: int = 60, rate: int = 10, **options: str) -> Path:
    """A film whose pictures say their number by their grey, with a bright left upper corner."""
    with av.open(str(path), "w") as out:
        video: Any = out.add_stream("libx264", rate=rate, options={"preset": "ultrafast", "crf": "10", **options})
        video.width, video.height = SIZE
        video.pix_fmt = "yuv420p"
        for number in range(count):
            picture = np.full((SIZE[1], SIZE[0], 3), 20 + 3 * number, np.uint8)
            picture[:30, :50] = 250
            out.mux(video.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        out.mux(video.encode(None))
    return path


def planes(film: FilmIn) -> Planes:
    width, height = film.size_wh
    sizes = ((height, width), (height // 2, width // 2), (height // 2, width // 2))
    y, u, v = (np.zeros(size, np.uint8) for size in sizes)
    return y, u, v


def number_of(film: FilmIn, raw: Any) -> int:
    target = planes(film)
    film.copy_to(raw, target)
    grey = (float(target[0][-20:, -20:].mean()) - 16) * 255 / 219
    return round((grey - 20) / 3)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_as_the_eyes_turn_it(tmp_path: Path, turn: int) -> None:
    plain, turned = numbered(tmp_path / "plain.mp4", count=8), tmp_path / "turned.mp4"
    command = ["ffmpeg", "-v", "error", "-i", str(plain), "-c", "copy", "-metadata:s:v:0", f"rotate={turn}"]
    subprocess.run([*command, str(turned)], check=True)
    seen = next(iter(Film(turned))).picture
    film = FilmIn(turned)
    target = planes(film)
    film.copy_to(film.still(0).raw, target)
    luma = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(float)
    assert luma.shape == target[0].shape
    assert np.abs(luma - (target[0].astype(float) - 16) * 255 / 219).mean() < 4


@pytest.mark.parametrize("name", ["film.mp4", "film.mkv", "film.ts"])
def test_any_place_in_any_order(tmp_path: Path, name: str) -> None:
    made = numbered(tmp_path / "made.mp4", g="12", bf="2")
    path = tmp_path / name
    if name != "film.mp4":
        subprocess.run(["ffmpeg", "-v", "error", "-i", str(made), "-c", "copy", str(path)], check=True)
    else:
        made.rename(path)
    film = FilmIn(path)
    second = round(1 / film.tick)
    for start, stop in ((0.0, 1.0), (4.0, 4.5), (0.5, 0.8), (0.8, 1.2), (5.8, 6.0)):
        found = list(film.pictures(round(start * second), round(stop * second)))
        numbers = [number_of(film, picture.raw) for picture in found]
        assert numbers == sorted(set(range(int(start * 10 + 0.01), int(stop * 10 - 0.01) + 1))), (name, start)
        assert [picture.tick for picture in found] == sorted({picture.tick for picture in found})
    assert number_of(film, film.still(round(2.55 * second)).raw) == 25, "what is on the screen between two pictures"
    film.close()


def test_a_stream_without_times_and_index_can_be_read_from_anywhere(tmp_path: Path) -> None:
    made, path = numbered(tmp_path / "made.mp4", bf="0"), tmp_path / "film.h264"
    subprocess.run(["ffmpeg", "-v", "error", "-i", str(made), "-c", "copy", str(path)], check=True)
    film = FilmIn(path)
    whole = [(picture.tick, number_of(film, picture.raw)) for picture in film.pictures(0, 1 << 60)]
    assert [number for _, number in whole] == list(range(60))
    assert film.duration == pytest.approx(float((whole[-1][0] + film.step) * film.tick), rel=0.02)
    later = list(film.pictures(whole[30][0], whole[33][0]))
    assert [number_of(film, picture.raw) for picture in later] == [30, 31, 32]
    film.close()


def test_sound_is_read_at_its_exact_place(tmp_path: Path) -> None:
    film = make_film(tmp_path / "film.mkv", sound=True)
    sound = SoundIn(film, Fraction(0))
    start = round(BEEP * sound.rate)
    for _ in range(2):  # backwards, too
        around = sound.read(start - 4800, start + 4800)
        assert around.shape == (2, 9600)
        assert np.abs(around[:, :4000]).max() < 0.05 and np.abs(around[:, 5600:]).max() > 0.3
        assert not sound.read(-2000, -1000).any() and not sound.read(sound.rate * 60, sound.rate * 60 + 10).any()
    sound.close()
