"""`jassvision calibrate`: a table file from four corners, and sentences where something is wrong."""

import argparse
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from jassvision.tools import calibrate
from jassvision.vision.table import load_table

CORNERS = ["40,20", "280,25", "300,170", "20,165"]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "table.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=10)
        stream.width, stream.height, stream.pix_fmt = 320, 180, "yuv420p"
        for number in range(15):
            picture = np.full((180, 320, 3), 90 + number, np.uint8)
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            frame.pts, frame.time_base = number, Fraction(1, 10)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    calibrate.add_arguments(parser)
    return calibrate.run(parser.parse_args(list(words)))


def test_corners_give_a_file_that_can_be_read_and_a_picture(film: Path, tmp_path: Path) -> None:
    out = tmp_path / "table.yaml"
    assert run(str(film), "-o", str(out), "--corners", *CORNERS, "--sides", "0.8x0.6", "--north", "left") == 0
    table = load_table(out)
    assert (table.size_wh, table.north, table.players) == ((320, 180), 270.0, 4)
    assert table.metres(np.array([40.0, 20.0])) == pytest.approx([-0.4, -0.3], abs=2e-3)
    drawn = cv2.imread(str(out.with_suffix(".png")))
    assert drawn is not None
    assert drawn.shape == (180, 320, 3)
    assert drawn.std() > 10


def test_corners_are_asked_for(film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(CORNERS)
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    out = tmp_path / "table.yaml"
    assert run(str(film), "-o", str(out), "--corners") == 0
    assert load_table(out).metres(np.array([300.0, 170.0])) == pytest.approx([0.4, 0.4], abs=2e-3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--corners", "1,2", "3,4"], "four corners, not 2"),
        (["--corners", "1,2", "3,4", "a,b", "5,6"], "wants two numbers"),
        (["--corners", "40,20", "300,170", "280,25", "20,165"], "do not go round"),
        (["--corners", *CORNERS[:3], "20,9999"], "far outside"),
        (["--corners", *CORNERS, "--sides", "0x1"], "is no size"),
        (["--corners", *CORNERS, "--north", "up"], "is no edge"),
    ],
)
def test_mistakes_are_named(
    film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    out = tmp_path / "table.yaml"
    assert run(str(film), "-o", str(out), *words) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.startswith("jassvision calibrate: ")
    assert not out.exists()


def test_a_missing_film_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tmp_path / "none.mp4"), "-o", str(tmp_path / "t.yaml"), "--corners", *CORNERS) == 2
    assert "There is no file" in capsys.readouterr().err
