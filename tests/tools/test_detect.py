"""The command `detect`: table, JSON, drawn pictures, broken files."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from jassvision.models import weights
from jassvision.models.weights import Network
from jassvision.tools.annotate import annotated, doubts
from jassvision.tools.cli import COMMANDS, main
from jassvision.vision import finder, reader
from jassvision.vision.eyes import CardSeen, Seen
from jassvision.vision.faces import CLASSES
from jassvision.vision.finder import GREY


class _Session:
    """In place of a trained network: finds two cards and a back, reads the first as S10, doubts the second."""

    def __init__(self, name: str) -> None:
        self.name = name

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name="x")]

    def get_outputs(self) -> list[Any]:
        return [SimpleNamespace(name="y")]

    def run(self, _: object, feeds: dict[str, np.ndarray]) -> list[np.ndarray]:
        count = len(feeds["x"])
        if self.name == "finder":
            y, x = np.nonzero(feeds["x"][0, :, :, 0] != GREY)  # where the picture of 640 x 384 lies in the frame
            ratio = (np.ptp(x) + 1) / 640
            table = np.zeros((count, 100, 7), np.float32)
            table[:, 0] = (100, 200, 60, 90, 0.95, 0, 0)
            table[:, 1] = (300, 200, 60, 90, 0.90, 0, 0.5)
            table[:, 2] = (500, 200, 60, 90, 0.85, 1, 0)
            table[:, :, :4] *= ratio
            table[:, :3, :2] += [x.min(), y.min()]
            return [table]
        logits = np.zeros((count, len(CLASSES)), np.float32)
        logits[0, CLASSES.index("swiss-S10")] = 12
        logits[1:2, [CLASSES.index(f"swiss-C{rank}") for rank in (6, 7, 8)]] = (9.2, 9.0, 8.8)
        logits[2:, CLASSES.index("unreadable")] = 12
        return [logits]


@pytest.fixture(autouse=True)
def networks(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str, threads: int = 2, folder: object = None) -> Network:
        return Network(_Session(name), {})  # type: ignore[arg-type]

    monkeypatch.setattr(finder, "TURNS", ())  # the stand-in does not see which way a picture is turned
    monkeypatch.setattr(finder, "load_session", load)
    monkeypatch.setattr(reader, "load_session", load)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((384, 640, 3), 90, np.uint8))
    return path


def test_the_table_names_cards_and_doubts(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", str(picture)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Schilten Banner" in told
    assert "1 face down" in told
    assert "Eicheln 6 or Eicheln 7 or Eicheln 8" in told


def test_json_is_what_the_photo_report_reads(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", str(picture), "--json", "-"]) == 0
    (image,) = json.loads(capsys.readouterr().out)["images"]
    assert Path(image["file"]).name == "table.png"
    assert image["pack"] == "swiss"
    cards = {c["card"]: c for c in image["cards"]}
    assert set(cards) == {"S10", "C6", "back"}
    assert cards["S10"]["confidence"] > 0.9
    assert cards["C6"]["confidence"] < 0.5
    assert [g["card"] for g in cards["C6"]["likely"]] == ["C6", "C7", "C8"]
    assert np.array(cards["S10"]["corners"]).shape == (4, 2)
    np.testing.assert_allclose(np.mean(cards["S10"]["corners"], axis=0), [100, 200], atol=1)


def test_the_photo_report_reads_the_result(picture: Path, tmp_path: Path, shared: Path) -> None:
    result, labels = tmp_path / "result.json", tmp_path / "labels.json"
    assert main(["detect", str(picture), "--json", str(result)]) == 0
    image = {"file": "table.png", "size": [640, 384], "cards": [{"card": "S10", "box": [70, 155, 130, 245]}]}
    labels.write_text(json.dumps({"images": [image]}), encoding="utf-8")
    command = [sys.executable, str(shared / "bench" / "photo_report.py"), str(result), str(labels)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "found 1.0000, read 1.0000, wrong 0, false 0" in told


def test_broken_files_are_named_and_skipped(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    assert main(["detect", str(broken), str(picture), str(tmp_path / "missing.png"), "--json", "-"]) == 2
    told = capsys.readouterr()
    assert [Path(i["file"]).name for i in json.loads(told.out)["images"]] == ["table.png"]
    assert "broken.jpg is no picture" in told.err
    assert "no file" in told.err and "missing.png" in told.err


def test_pictures_are_drawn_and_never_over_each_other(picture: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "table.jpg"
    other.parent.mkdir()
    cv2.imwrite(str(other), np.full((384, 640, 3), 200, np.uint8))
    out = tmp_path / "drawn"
    assert main(["detect", str(picture), str(other), "--draw", str(out)]) == 0
    assert sorted(p.name for p in out.iterdir()) == ["table-2.jpg", "table.jpg"]
    drawn = cv2.imread(str(out / "table.jpg")).astype(int)
    assert drawn.shape == (384, 640, 3)
    assert np.abs(drawn[155:245, 70:130] - 90).max() > 60
    assert np.abs(drawn[:100] - 90).max() < 12


def test_unwritable_places_are_named(picture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    for arguments in (["--draw", str(blocked / "x")], ["--json", str(blocked / "y.json")], ["--json", str(picture)]):
        assert main(["detect", str(picture), *arguments]) == 2
        told = capsys.readouterr()
        assert "cannot be written" in told.err or "would be lost" in told.err
        assert told.err.count("\n") == 1 and not told.out, "before anything is looked at"


def test_a_drawing_is_never_written_over_its_picture(tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    cv2.imwrite(str(photo), np.full((384, 640, 3), 200, np.uint8))
    before = photo.read_bytes()
    assert main(["detect", str(photo), "--draw", str(tmp_path)]) == 0
    assert photo.read_bytes() == before
    assert (tmp_path / "photo-2.jpg").is_file()


def test_a_pack_may_be_given(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", str(picture), "--pack", "french", "--json", "-"]) == 0
    (image,) = json.loads(capsys.readouterr().out)["images"]
    assert image["pack"] == "french"
    assert all(c["confidence"] < 0.5 for c in image["cards"] if c["card"] != "back")
    with pytest.raises(SystemExit) as caught:
        main(["detect", str(picture), "--pack", "tarot"])
    assert caught.value.code == 2


def test_senseless_sizes_are_refused(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["detect", str(picture), "--size", "3"]) == 2
    assert "--size 3" in capsys.readouterr().err


def test_missing_weights_are_one_sentence(
    picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(finder, "load_session", weights.load_session)
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    assert main(["detect", str(picture)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_command_line_without_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in ([], ["fly"]):
        with pytest.raises(SystemExit) as caught:
            main(words)
        assert caught.value.code == 2
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert set(COMMANDS) <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize("size", [(60, 40), (300, 400), (1440, 2560)])
def test_plates_fit_into_pictures_of_any_size(size: tuple[int, int]) -> None:
    height, width = size
    corners = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
    cards = (
        CardSeen("HK", 0.9, corners, (("HK", 0.9),)),
        CardSeen("D10", 0.3, corners, (("D10", 0.3), ("DJ", 0.2))),
        CardSeen("back", 0.9, corners / 2, ()),
    )
    out = annotated(np.zeros((height, width, 3), np.uint8), Seen("french", cards))
    assert out.shape == (height, width, 3)
    assert out.max() > 100


def test_plates_leave_the_faces_to_be_seen() -> None:
    card = np.float32([[0, 0], [114, 0], [114, 178], [0, 178]])
    places = [(200, 200), (320, 200), (440, 210), (320, 390), (10, 5), (880, 540)]
    cards = tuple(CardSeen("HK", 0.9, card + np.float32(place), (("HK", 0.9),)) for place in places)
    out = annotated(np.full((720, 1000, 3), 90, np.uint8), Seen("swiss", cards))
    dark = (np.abs(out.astype(int) - 40).max(axis=2) < 30).astype(np.uint8)  # plates
    for x, y in places:
        inner = dark[y + 12 : y + 166, x + 12 : x + 102]
        assert inner.mean() < 0.06, (x, y)
    assert dark.sum() > 6 * 60 * 15, "all of them are there"


def test_plates_can_be_read_on_light_and_dark() -> None:
    card = CardSeen("SA", 0.9, np.float32([[300, 300], [414, 300], [414, 478], [300, 478]]), (("SA", 0.9),))
    for grey in (0, 128, 255):
        out = annotated(np.full((720, 1000, 3), grey, np.uint8), Seen("swiss", (card,)))
        plate = out[262:298, 310:404].max(axis=2).astype(int)  # above the card
        low, high = np.percentile(plate, (10, 97))
        assert high - low > 120, grey


def test_a_doubt_on_a_sure_card_is_not_told() -> None:
    square = np.float32([[0, 0], [60, 0], [60, 90], [0, 90]])
    sure = CardSeen("HK", 0.9, square, (("HK", 0.9),))
    on_it = CardSeen("HQ", 0.4, square * 0.8, (("HQ", 0.4),))
    beside = CardSeen("D10", 0.4, square + 50, (("D10", 0.4),))
    faint = CardSeen("D9", 0.1, square + 500, (("D9", 0.1),))
    assert doubts(Seen("french", (sure, on_it, beside, faint))) == [beside]
    assert doubts(Seen(None, ())) == []
