"""`jassvision calibrate`: a table file from four corners, and sentences where something is wrong."""

import argparse
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
import pytest
from jassvision.tools import calibrate, table_picture
from jassvision.vision.table import load_table, table_from_corners

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo" / "demo.mp4"
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


def test_the_table_is_worked_out_from_the_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beginning = tmp_path / "beginning.mkv"
    with av.open(str(DEMO)) as source, av.open(str(beginning), "w") as out:
        stream = source.streams.video[0]
        copied = out.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is None or float(packet.dts * packet.time_base) > 7.0:
                break
            packet.stream = copied
            out.mux(packet)
    target = tmp_path / "table.yaml"
    assert run(str(beginning), "-o", str(target)) == 0
    table = load_table(target)
    # the carpet of the demo film measures 64 x 47 cm
    carpet = table.metres(np.array([[267.0, 82.0], [1017.0, 87.0], [1040.0, 642.0], [237.0, 640.0]]))
    sides = np.linalg.norm(np.roll(carpet, -1, axis=0) - carpet, axis=1)
    assert sides == pytest.approx([0.64, 0.47, 0.64, 0.47], rel=0.12)  # three cards tell it roughly
    assert "worked out from" in capsys.readouterr().out
    drawn = cv2.imread(str(target.with_suffix(".png")))
    assert drawn is not None and drawn.shape == (720, 1280, 3)


def test_a_film_without_cards_asks_for_corners(film: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(film), "-o", str(tmp_path / "table.yaml")) == 2
    assert "give the corners with --corners" in capsys.readouterr().err
    assert not (tmp_path / "table.yaml").exists()


@pytest.mark.parametrize(("direction", "after_north"), [("anticlockwise", "west"), ("clockwise", "east")])
def test_arrows_show_the_direction_of_play(direction: str, after_north: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[np.ndarray] = []
    monkeypatch.setattr(table_picture, "arrow", lambda out, way, colour, thick: ways.append(way))
    corners = [(200.0, 100.0), (440.0, 100.0), (440.0, 340.0), (200.0, 340.0)]
    table = table_from_corners(corners, 0.4, 0.4, (640, 480), direction=direction)
    table_picture.with_table(np.full((480, 640, 3), 90, np.uint8), table)
    first, last = ways[0][0], ways[0][-1]  # north sits at the top
    assert last[1] > first[1]
    assert (last[0] < first[0]) == (after_north == "west")


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
