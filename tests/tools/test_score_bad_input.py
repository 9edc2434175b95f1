"""What `jassvision score` says of things it cannot use: one sentence, exit status 2, and what was decoded is kept."""

import json
import wave
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest
from jassvision.datasets.film_plan import Order, plan_film
from jassvision.datasets.films import make_film
from jassvision.tools.cli import main

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo" / "demo.mp4"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bad")


@pytest.fixture(scope="module")
def beginning(folder: Path) -> Path:
    """The first 15 seconds of the demo film, in a container that can be cut anywhere."""
    return part_of(DEMO, folder / "beginning.mkv", 15.0)


def part_of(film: Path, target: Path, seconds: float) -> Path:
    """The beginning of a film, as it is coded."""
    with av.open(str(film)) as source, av.open(str(target), "w") as out:
        stream = source.streams.video[0]
        copied = out.add_stream_from_template(stream)
        for packet in source.demux(stream):
            if packet.dts is None or float(packet.dts * packet.time_base) > seconds:
                break
            packet.stream = copied
            out.mux(packet)
    return target


def pictures(path: Path, seconds: float, value: int = 90) -> Path:
    """A film of an empty table."""
    rng = np.random.default_rng(0)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=10)
        stream.width, stream.height, stream.pix_fmt = 320, 240, "yuv420p"
        for number in range(int(seconds * 10)):
            picture = np.clip(rng.normal(value, 2, (240, 320, 3)), 0, 255).astype(np.uint8)
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            frame.pts, frame.time_base = number, Fraction(1, 10)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def scored(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Exit status and what stands on standard error."""
    status = main(["score", *words])
    return status, capsys.readouterr().err


def is_one_sentence(said: str, words: str) -> None:
    assert said.startswith("jassvision score: "), said
    assert said.count("\n") == 1 and said.endswith("\n"), said
    assert "Traceback" not in said
    assert words in said, said


def sources(folder: Path) -> Iterator[tuple[str, str, str]]:
    (folder / "text.mp4").write_text("no film at all", encoding="utf-8")
    (folder / "empty.mp4").touch()
    with wave.open(str(folder / "sound.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(bytes(16000))
    yield "none.mp4", "There is no file", "name of a file that is not there"
    yield "", "is a folder", "a folder"
    yield "text.mp4", "cannot be opened as a film", "a text"
    yield "empty.mp4", "is empty", "an empty file"
    yield "sound.wav", "has no video in it", "sound alone"


def test_what_is_no_film_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, words, kind in sources(folder):
        status, said = scored(capsys, str(folder / name))
        assert status == 2, kind
        is_one_sentence(said, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("size: [1280, 720]\ncornerz: 3\n", "'cornerz', which is no part of it"),
        ("size: [1280, 720]\n", "`corners` is missing"),
        ("size: [1280, 720\ncorners: 3\n", "is not written as YAML"),
        ("- 1\n", "holds no table"),
        ("size: [1280, 720]\ncorners: [[1, 2], [3, 4]]\nwidth_m: 1\nheight_m: 1\n", "`corners`"),
    ],
)
def test_a_mistake_in_a_table_file_is_named(
    text: str, words: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = folder / "table.yaml"
    table.write_text(text, encoding="utf-8")
    status, said = scored(capsys, str(DEMO), "--table", str(table))
    assert status == 2
    is_one_sentence(said, words)
    assert str(table) in said


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("players: 3\n", "with 3 players, but schieber is played by 4"),
        ("direction: clockwise\n", "play goes clockwise, but the house rules say anticlockwise"),
    ],
)
def test_a_table_for_another_game_is_refused(
    extra: str, words: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = folder / "table.yaml"
    table.write_text(
        "size: [1280, 720]\ncorners: [[0, 0], [1280, 0], [1280, 720], [0, 720]]\n" + extra, encoding="utf-8"
    )
    status, said = scored(capsys, str(DEMO), "--table", str(table))
    assert status == 2
    is_one_sentence(said, words)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--contracts", "X"], "--contracts, deal 1"),
        (["--contracts", "O,push:nothing"], "--contracts, deal 2"),
        (["--game", "poker"], "There is no game"),
        (["--rules", "house"], "house"),
        (["--dealer", "up"], "up"),
        (["--weis", "no-file.yaml"], "no-file.yaml"),
        (["--weights", "no-folder"], "no-folder"),
    ],
)
def test_a_mistake_in_what_is_said_is_named(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = scored(capsys, str(DEMO), *words)
    assert status == 2
    is_one_sentence(said, expected)


def test_a_film_without_cards_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = folder / "result.json"
    film = pictures(folder / "bare.mp4", 3.0)
    status, said = scored(capsys, str(film), "--json", str(result), "--quiet")
    assert status == 2
    is_one_sentence(said, "No card was seen")
    assert json.loads(result.read_text(encoding="utf-8"))["deals"] == []


def test_a_wrong_pack_is_said_and_what_was_seen_is_kept(
    beginning: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    result, record = folder / "wrong.json", folder / "wrong.jass"
    status, said = scored(
        capsys, str(beginning), "--pack", "french", "--json", str(result), "--record", str(record), "--quiet"
    )
    assert status == 2
    is_one_sentence(said, "of the swiss pack, not of the french one")
    assert len(plays_in(result)) >= 4
    assert record.read_text(encoding="utf-8").strip()


def test_a_film_cut_off_is_scored_as_far_as_it_goes(
    beginning: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut, result = folder / "cut.mkv", folder / "cut.json"
    data = beginning.read_bytes()
    cut.write_bytes(data[: int(0.75 * len(data))])
    status, said = scored(capsys, str(cut), "--json", str(result), "--quiet")
    assert status == 2
    is_one_sentence(said, "is cut off")
    assert len(plays_in(result)) >= 3
    assert any("is cut off" in note for note in json.loads(result.read_text(encoding="utf-8"))["notes"])


def test_a_film_cut_off_before_its_index_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = part_of(DEMO, folder / "whole.mp4", 5.0)
    cut = folder / "headless.mp4"
    cut.write_bytes(whole.read_bytes()[:-3000])
    status, said = scored(capsys, str(cut))
    assert status == 2
    is_one_sentence(said, "cut off before its index was written")


@pytest.mark.slow
def test_both_packs_on_one_table_are_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    order = Order(folder, 31, 0, rates=(15.0, 15.0), pack="swiss", style="apart", pause=0.3, haste=1.3, crf=22)
    plan = plan_film(order)
    french = plan_film(replace(order, pack="french")).shoot.cards
    swiss = plan.shoot.cards
    shoot = replace(plan.shoot, cards=lambda name: (french if name[0] in "HC" else swiss)(name))
    made = make_film(order, replace(plan, shoot=shoot))
    result = folder / "both.json"
    status, said = scored(capsys, str(made.film), "--json", str(result), "--quiet")
    assert status == 2
    is_one_sentence(said, "both packs")
    assert len(plays_in(result)) >= 30


def plays_in(result: Path) -> list[str]:
    """The cards of all plays in a result."""
    deals = json.loads(result.read_text(encoding="utf-8"))["deals"]
    return [play["card"] for deal in deals for trick in deal["tricks"] for play in trick["plays"]]
