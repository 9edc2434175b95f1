"""The benchmark of a film: what it prints adds up, and what it cannot measure is said in one sentence."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest
from jassvision.tools import bench_film
from jassvision.tools.bench_film import Timed, decode_alone, main, part, told
from jassvision.vision.frames import Film

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo" / "demo.mp4"


def test_a_part_of_a_film_ends_where_it_should() -> None:
    times = [frame.time for frame in part(Film(DEMO), 0.5)]
    assert times[0] == 0.0
    assert times == sorted(times)
    assert 0.4 < times[-1] <= 0.5


def test_decoding_alone_is_timed() -> None:
    seconds, length = decode_alone(DEMO, 1, 0.5)
    assert seconds > 0
    assert 0.4 < length <= 0.5


def test_shares_add_up_and_are_drawn() -> None:
    stages = {"decode": 1.0, "motion": 0.5, "finder": 4.0, "reader": 0.5, "tracks": 1.5, "decoder": 0.5}
    text = told(Path("deal.mp4"), 30.0, 2.0, Timed(10.0, 14.0, stages, 90, 60))
    lines = text.splitlines()
    assert "3.00 times real time" in lines[0]
    shares = {line.split()[0]: line for line in lines[1:]}
    assert all(stage in shares for stage in (*stages, "other"))
    assert sum(int(line.split("%")[0].split()[-1]) for line in lines[1:] if "%" in line) == 100
    assert shares["finder"].count("#") == 16 > shares["motion"].count("#") == 2
    assert "15.00 times real time" in shares["decoding"]
    assert "3.0 looks and 2.0 readings a second of film" in lines[-1]


def test_the_whole_benchmark_runs_on_the_first_second(capsys: pytest.CaptureFixture[str]) -> None:
    status = main([str(DEMO), "--seconds", "0.6"])
    text = capsys.readouterr().out
    assert status in (0, 1)  # which depends on the machine
    assert "demo.mp4: 0.6 s of film" in text
    assert all(word in text for word in ("decode ", "motion", "finder", "reader", "tracks", "decoder", "MiB"))


def test_the_plain_way_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real = importlib.import_module

    def without(name: str, package: str | None = None) -> ModuleType:
        if name == "lap":
            raise ModuleNotFoundError("No module named 'lap'")
        return real(name, package)

    monkeypatch.setattr(importlib, "import_module", without)
    monkeypatch.setattr(bench_film, "decode_alone", lambda *given: (1.0, 1.0))
    monkeypatch.setattr(bench_film, "watch_timed", lambda *given: Timed(0.1, 0.1, {"finder": 0.1}, 1, 1))
    assert main([str(DEMO), "--plain", "finder.pt"]) == 2
    said = capsys.readouterr().err
    assert "the plain way cannot be timed: No module named 'lap'; see the extra `train`" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [(["none.mp4"], "There is no file"), ([str(DEMO), "--rules", "house", "--seconds", "0.1"], "house")],
)
def test_bad_input_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    text = capsys.readouterr().err
    assert text.startswith("bench_film: ") and said in text and text.count("\n") == 1
