"""Whole replays of tiny films: exact times, sound in step, chapters, films of every kind, early ends."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import pytest
from jassvision.tools import cli
from jassvision.tools.replay import command, film_out, render
from jassvision.tools.replay.film_out import OutFile
from jassvision.tools.replay.theme import load_theme
from rich.console import Console

from tests.tools.replay.conftest import BEEP, places

SHORT = "seconds: {intro: 0.4, freeze: 0.8, final: 0.2}\n"


def make(film: Path, record: Path, out: Path, *more: str) -> int:
    """Make a replay whose cards are short."""
    theme = film.with_name("short.yaml")
    theme.write_text(SHORT, encoding="utf-8")
    words = ["replay", str(film), str(record), "-o", str(out), "--quiet", "--threads", "1", "--theme", str(theme)]
    return cli.main([*words, *more])


def probe(path: Path) -> dict[str, Any]:
    command = ["ffprobe", "-v", "error", "-show_streams", "-show_chapters", "-show_format", "-of", "json", str(path)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def stamps(path: Path) -> list[float]:
    with av.open(str(path)) as container:
        return [float(frame.pts * frame.time_base) for frame in container.decode(video=0)]


def greys(path: Path) -> list[tuple[float, float]]:
    """Times and brightness of a spot that no graphics cover."""
    with av.open(str(path)) as container:
        found = []
        for frame in container.decode(video=0):
            grey = frame.to_ndarray(format="gray")
            spot = grey[0:5, 132:142]
            found.append((float(frame.pts * frame.time_base), float(spot.mean())))
        return found


def loud_from(path: Path, after: float = 0.0) -> float:
    """When the sound begins."""
    with av.open(str(path)) as container:
        at, parts, rate, start = 0, [], 1, None
        for frame in container.decode(audio=0):
            start = float(frame.pts * frame.time_base) if start is None else start
            parts.append(frame.to_ndarray()[0])
            rate = frame.sample_rate
        wave = np.abs(np.concatenate(parts))
        at = int(np.argmax(wave[max(0, round(after * rate)) :] > 0.1)) + max(0, round(after * rate))
        return at / rate + (start or 0.0)


@pytest.fixture(scope="module")
def whole(film: Path, record: Path, places_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("out") / "replay.mp4"
    assert make(film, record, out, "--places", str(places_file)) == 0
    return out


def test_the_file_is_what_players_want(whole: Path) -> None:
    found = probe(whole)
    video = next(s for s in found["streams"] if s["codec_type"] == "video")
    sound = next(s for s in found["streams"] if s["codec_type"] == "audio")
    assert (video["codec_name"], video["pix_fmt"], video["width"], video["height"]) == ("h264", "yuv420p", 320, 180)
    assert (sound["codec_name"], sound["sample_rate"], sound["channels"]) == ("aac", "48000", 2)
    assert float(found["format"]["duration"]) == pytest.approx(3.0 + 0.4 + 0.8 + 0.2, abs=0.06)
    data = whole.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat"), "the index stands in front"
    assert whole.stat().st_size < 1 << 20, "the room kept ahead was given back"


def test_chapters_are_deals_and_tricks(whole: Path) -> None:
    chapters = probe(whole)["chapters"]
    assert [c["tags"]["title"] for c in chapters] == ["Schieber", "Spiel 1 · Stich 1", "Spiel 1 · Stich 2"]
    starts = [float(c["start_time"]) for c in chapters]
    assert starts[0] == 0 and starts[1] == pytest.approx(0.4, abs=0.05)
    assert starts[2] == pytest.approx(0.4 + 0.8 + 1.2, abs=0.05), "when the first trick is taken"
    assert all(float(a["end_time"]) == float(b["start_time"]) for a, b in pairwise(chapters))


def test_every_picture_keeps_its_time(whole: Path) -> None:
    found = stamps(whole)
    assert found[0] == 0
    film_time = {round(t - 0.4, 6) for t in found}
    before = {round(i / 25, 6) for i in range(round((0.7 + 0.45) * 25))}
    assert before <= film_time, "the film's pictures before the frozen one are moved by the intro card exactly"
    after = {round(i / 25 + 0.8, 6) for i in range(30, 75)}
    assert after <= film_time
    assert all(b > a for a, b in pairwise(found))


def test_sound_stays_in_step_over_cards_and_frozen_plays(whole: Path) -> None:
    bright = next(t for t, grey in greys(whole) if t > 0.4 + 1.15 + 0.8 and grey > 150)
    assert bright == pytest.approx(0.4 + 0.8 + BEEP, abs=0.001)
    assert loud_from(whole) == pytest.approx(bright, abs=0.03)


@pytest.mark.parametrize("speed", ["2", "0.5"])
def test_sound_stays_in_step_at_other_speeds(film: Path, record: Path, tmp_path: Path, speed: str) -> None:
    out = tmp_path / "fast.mp4"
    assert make(film, record, out, "--no-outlines", "--speed", speed, "--style", "plain") == 0
    factor = float(speed)
    bright = next(t for t, grey in greys(out) if grey > 150)
    assert bright == pytest.approx(BEEP / factor, abs=0.03)
    assert loud_from(out) == pytest.approx(bright, abs=0.07)


EARLY, LATE = -0.06, 0.05
"""Seconds that sound may be ahead of the picture or behind it before people notice (EBU R 37)."""


@pytest.mark.parametrize("speed", ["1", "1.25", "2", "0.5"])
def test_sound_does_not_drift_over_a_long_film(
    filmed: Callable[..., Path], record: Path, tmp_path: Path, speed: str
) -> None:
    long, out = filmed(seconds=40.0, sound=True, every=3.0), tmp_path / "long.mp4"
    assert make(long, record, out, "--no-outlines", "--style", "plain", "--speed", speed, "--unchecked") == 0
    shown = greys(out)
    bright = [t for (_, before), (t, grey) in pairwise(shown) if before < 120 < grey]
    heard = [loud_from(out, after=at - 0.3) for at in bright]
    assert len(bright) == 13
    assert all(EARLY < b - a < LATE for a, b in zip(bright, heard, strict=True)), list(zip(bright, heard, strict=True))


def test_the_bar_says_how_far_it_is_and_how_long_it_takes_still(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(command.time, "monotonic", lambda: now)
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=100, get_time=lambda: now)
    with command._bar(console, "Replay") as tell:
        for second in range(1, 6):
            now += 2.0
            tell(10.0 * second, 100.0)
    last = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.getvalue()).split("Replay")[-1]
    assert "50 %" in last and "0:50 of 1:40" in last
    assert re.search(r"00:10\s+left", last), last


def test_a_speed_at_which_voices_are_noise_is_silent_and_says_so(
    film: Path, record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fast.mp4"
    words = ["replay", str(film), str(record), "-o", str(out), "--no-outlines", "--style", "plain", "--speed", "4"]
    assert cli.main(words) == 0
    assert "silent" in capsys.readouterr().err
    with av.open(str(out)) as container:
        assert max(np.abs(f.to_ndarray()).max() for f in container.decode(audio=0)) < 1e-3


def test_dead_time_is_cut_out_of_picture_and_sound(filmed: Callable[..., Path], record: Path, tmp_path: Path) -> None:
    long = filmed(seconds=8.0, sound=True)
    out = tmp_path / "tight.mp4"
    assert make(long, record, out, "--no-outlines", "--style", "plain", "--tighten") == 0
    film_seconds = 2.5 + 1.4  # to the end of the last trick and a little more
    assert float(probe(out)["format"]["duration"]) == pytest.approx(film_seconds + 0.2, abs=0.1)
    assert loud_from(out) == pytest.approx(next(t for t, grey in greys(out) if grey > 150), abs=0.03)


def test_a_part_is_shown_from_a_trick_on(film: Path, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "part.mp4"
    assert make(film, record, out, "--no-outlines", "--style", "plain", "--from", "1.2", "--to", "1.2") == 0
    chapters = probe(out)["chapters"]
    assert [c["tags"]["title"] for c in chapters][-1] == "Spiel 1 · Stich 2"
    assert stamps(out)[0] == 0


KINDS: list[tuple[str, dict[str, Any], tuple[int, int]]] = [
    ("odd", {"size": (321, 181), "pix_fmt": "yuv444p"}, (320, 180)),
    ("full range", {"codec": "mjpeg", "pix_fmt": "yuvj420p"}, (320, 180)),
    ("portrait", {"size": (180, 320)}, (180, 320)),
    ("ten bits", {"pix_fmt": "yuv420p10le"}, (320, 180)),
    ("seven a second", {"rate": Fraction(7)}, (320, 180)),
    ("ntsc", {"rate": Fraction(30000, 1001)}, (320, 180)),
]


@pytest.mark.parametrize(("kind", "given", "size"), KINDS, ids=[k for k, _, _ in KINDS])
def test_films_of_every_kind(
    filmed: Callable[..., Path], record: Path, tmp_path: Path, kind: str, given: dict[str, Any], size: tuple[int, int]
) -> None:
    source, out = filmed(**given), tmp_path / "replay.mp4"
    file = tmp_path / "places.json"
    file.write_text(json.dumps(places(given.get("size", (320, 180)))), encoding="utf-8")
    assert make(source, record, out, "--places", str(file), "--style", "plain") == 0
    video = probe(out)["streams"][0]
    assert (video["width"], video["height"], video["pix_fmt"]) == (*size, "yuv420p")
    kept, had = stamps(out), stamps(source)
    assert kept[: len(had)] == pytest.approx([t - had[0] for t in had], abs=1e-6), "every picture at its exact time"


def test_variable_frame_rate_is_kept_exactly(filmed: Callable[..., Path], record: Path, tmp_path: Path) -> None:
    ticks = [0, 33, 70, 180, 200, 640, 641, 700, 1500, 1533, 1900, 2400, 2950]
    source = filmed("film.mkv", stamps=ticks, tick=Fraction(1, 1000))
    out = tmp_path / "replay.mp4"
    assert make(source, record, out, "--no-outlines", "--style", "plain") == 0
    assert stamps(out)[: len(ticks)] == pytest.approx([t / 1000 for t in ticks], abs=1e-9)


def test_a_turned_film_is_upright(filmed: Callable[..., Path], record: Path, tmp_path: Path) -> None:
    plain, turned, out = filmed("plain.mp4"), tmp_path / "turned.mp4", tmp_path / "replay.mp4"
    command = ["ffmpeg", "-v", "error", "-i", str(plain), "-c", "copy", "-metadata:s:v:0", "rotate=90", str(turned)]
    subprocess.run(command, check=True)
    assert make(turned, record, out, "--no-outlines", "--style", "plain") == 0
    video = probe(out)["streams"][0]
    assert (video["width"], video["height"]) == (180, 320)


# Early ends ----------------------------------------------------------------------------------------------------------


def test_a_stopped_replay_can_be_played(
    film: Path, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopping(self: Any, frame: Any, tick: int) -> None:
        usual(self, frame, tick)
        if tick * self.tick == Fraction(8, 5):
            os.kill(os.getpid(), signal.SIGINT)

    usual = film_out.FilmOut.picture
    monkeypatch.setattr(render.FilmOut, "picture", stopping)
    out = tmp_path / "replay.mp4"
    assert make(film, record, out, "--no-outlines", "--style", "plain") == 130
    assert "can be played" in capsys.readouterr().err
    found = probe(out)
    assert float(found["format"]["duration"]) == pytest.approx(1.64, abs=0.1)
    assert len(stamps(out)) >= 40
    assert all(float(c["end_time"]) <= 1.7 for c in found["chapters"])


@pytest.fixture
def largest(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], None]]:
    """Sets how large a file may grow; the system then refuses as a full disk does."""
    monkeypatch.setattr(film_out, "KEPT_AHEAD", 60_000)
    monkeypatch.setattr(film_out, "STEP", 1_000)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_a_full_disk_says_so_and_keeps_what_is_there(
    film: Path, record: Path, tmp_path: Path, largest: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "replay.mp4"
    largest(75_000)
    assert make(film, record, out, "--no-outlines", "--style", "plain") == 2
    said = capsys.readouterr().err
    assert "disk is full" in said and "can be played" in said
    assert 0 < len(stamps(out)) < 75
    assert sorted(p.name for p in tmp_path.iterdir()) == ["replay.mp4"]
    assert float(probe(out)["format"]["duration"]) < 3.0, "no chapters for what is not there"


def test_a_disk_without_any_room_is_refused_in_a_sentence(
    film: Path, record: Path, tmp_path: Path, largest: Callable[[int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, more in (("replay.mp4", ()), ("graphics.webm", ("--overlay", "webm"))):
        largest(20_000)
        assert make(film, record, tmp_path / name, "--no-outlines", *more) == 2
        said = capsys.readouterr().err.strip()
        assert "no room" in said and "\n" not in said
    assert not list(tmp_path.iterdir())


def test_a_disk_that_breaks_is_told_in_a_sentence(
    film: Path, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usual, calls = OutFile._put, 0

    def put(self: OutFile, data: memoryview) -> int:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise OSError(errno.EIO, "Input/output error")
        return usual(self, data)

    monkeypatch.setattr(OutFile, "_put", put)
    for name, more in (("replay.mp4", ()), ("graphics.webm", ("--overlay", "webm"))):
        calls = 0
        assert make(film, record, tmp_path / name, "--no-outlines", *more) == 2
        said = capsys.readouterr().err.strip()
        assert "could not be written to its end: Input/output error" in said and "\n" not in said


def test_pictures_on_a_full_disk_have_a_list_of_those_that_are_whole(
    film: Path, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk has room for five pictures; the list fits only when one of them is given up."""
    usual, text, lists = Path.write_bytes, Path.write_text, 0

    def picture(self: Path, data: bytes) -> int:
        if self.name > "000005.png":
            usual(self, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return usual(self, data)

    def listed(self: Path, data: str, encoding: str = "utf-8") -> int:
        nonlocal lists
        lists += self.name == "times.ffconcat"
        if lists == 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        return text(self, data, encoding)

    monkeypatch.setattr(Path, "write_bytes", picture)
    monkeypatch.setattr(Path, "write_text", listed)
    folder = tmp_path / "pictures"
    assert make(film, record, folder, "--no-outlines", "--overlay", "png") == 2
    assert "disk is full" in capsys.readouterr().err
    assert sorted(p.name for p in folder.iterdir()) == [*(f"{n:06d}.png" for n in range(1, 5)), "times.ffconcat"]
    assert (folder / "times.ffconcat").read_text(encoding="utf-8").count("file ") == 4


# Graphics alone ------------------------------------------------------------------------------------------------------


def test_the_overlay_has_alpha_and_the_films_length(film: Path, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "graphics.webm"
    assert make(film, record, out, "--no-outlines", "--overlay", "webm") == 0
    found = probe(out)
    video = found["streams"][0]
    assert video["codec_name"] == "vp9" and video["tags"].get("alpha_mode", video["tags"].get("ALPHA_MODE")) == "1"
    assert float(found["format"]["duration"]) == pytest.approx(3.0, abs=0.1)
    command = ["ffmpeg", "-v", "error", "-c:v", "libvpx-vp9", "-i", str(out), "-vf", "alphaextract", "-f", "rawvideo"]
    raw = subprocess.run([*command, "-pix_fmt", "gray", "-"], check=True, capture_output=True).stdout
    alpha = np.frombuffer(raw, np.uint8).reshape(-1, 180, 320)
    assert alpha[40, 12:30, 20:60].mean() > 150, "the score covers the film"
    assert alpha[[20, 70], 60:120, 210:300].mean(axis=(1, 2)) == pytest.approx([0, 245], abs=12), "the illegal play"
    assert alpha[40, 80:110, 110:140].max() < 12, "elsewhere it is transparent"
    still = tmp_path / "still.png"
    command = ["ffmpeg", "-v", "error", "-c:v", "libvpx-vp9", "-ss", "1.6", "-i", str(out), "-frames:v", "1"]
    subprocess.run([*command, "-pix_fmt", "rgba", str(still)], check=True)
    picture = cv2.imread(str(still), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    red = np.array(load_theme().sides[0])
    assert (np.abs(picture[..., :3].astype(int) - red).max(axis=2) < 24).sum() > 40, "colours are those of the theme"


def test_the_overlay_as_pictures_with_their_times(film: Path, record: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    assert make(film, record, folder, "--no-outlines", "--overlay", "png") == 0
    pictures = sorted(folder.glob("*.png"))
    assert len(pictures) == 75
    listed = (folder / "times.ffconcat").read_text(encoding="utf-8")
    assert listed.startswith("ffconcat version 1.0") and listed.count("duration 0.040000") == 75
    assert make(film, record, folder, "--no-outlines", "--overlay", "png") == 2, "never mixed with other pictures"


@pytest.mark.slow
def test_a_film_without_a_record_is_scored_first_and_its_places_kept(tmp_path: Path) -> None:
    demo = Path(cli.__file__).parent / "demo" / "demo.mp4"
    out, kept = tmp_path / "replay.mp4", tmp_path / "places.json"
    words = ["replay", str(demo), "-o", str(out), "--quiet", "--from", "1.1", "--to", "1.1", "--places", str(kept)]
    assert cli.main(words) == 0
    assert [c["tags"]["title"] for c in probe(out)["chapters"]] == ["Schieber", "Spiel 1 · Stich 1"]
    assert len(json.loads(kept.read_text(encoding="utf-8"))["cards"]) >= 35
