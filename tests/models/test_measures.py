"""Measures: films at rest, pairing of photo labels, the report's last line."""

import json
from pathlib import Path

import numpy as np
import pytest
from jassvision.models.measure_films import moments
from jassvision.models.measure_photos import measure_photos, photo_sets
from jassvision.models.pseudo import paired
from jassvision.vision.eyes import CardSeen, Seen
from jassvision.vision.finder import Sightings


def card(x: float, y: float, w: float = 60, h: float = 90) -> list[list[float]]:
    return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]


KEY = {
    "frames": 100,
    "landings": [
        {"trick": 0, "card": "S10", "frame": 10, "clear_frame": 14, "corners": card(0, 0)},
        {"trick": 0, "card": "HK", "frame": 30, "clear_frame": 34, "corners": card(100, 0)},
        {"trick": 0, "card": "C6", "frame": 50, "clear_frame": 54, "corners": card(30, 20)},
        {"trick": 1, "card": "DA", "frame": 80, "clear_frame": 84, "corners": card(0, 0)},
    ],
    "sweeps": [{"trick": 0, "first_frame": 70, "last_frame": 75}],
}


def test_moments_are_at_rest_and_know_which_cards_lie_open() -> None:
    found = moments(KEY, 1)
    assert [(m.frame, m.last) for m in found] == [(14, "S10"), (34, "HK"), (54, "C6"), (84, "DA")]
    assert [[code for code, _ in m.open] for m in found] == [["S10"], ["S10", "HK"], ["HK", "C6"], ["DA"]]


def test_moments_spread_before_the_next_event() -> None:
    frames = [m.frame for m in moments(KEY, 3)]
    assert frames == sorted(frames)
    for start, end in ((14, 30), (34, 50), (54, 70), (84, 100)):
        assert sum(start <= f < end for f in frames) == 3


def test_labels_are_paired_with_the_boxes_that_fit() -> None:
    corners = np.float32([card(0, 0), card(100, 0), card(103, 2), card(300, 300)])
    sightings = Sightings(corners, np.float32([0.9, 0.8, 0.7, 0.6]), np.int8([0, 0, 0, 0]))
    labels = [{"card": "S10", "box": [102, 2, 164, 92]}, {"card": "ignore", "box": [0, 0, 60, 90]}]
    pairing = paired(sightings, labels)
    assert pairing.whole
    assert pairing.boxes[0] is not None
    np.testing.assert_array_equal(pairing.boxes[0], corners[2])
    np.testing.assert_array_equal(pairing.boxes[1], corners[0])
    assert not paired(sightings[:1], labels).whole
    assert not paired(Sightings.none(), labels).whole


class _Told:
    """Eyes that see what the file name says."""

    pack = "french"

    def see(self, picture: np.ndarray) -> Seen:
        box = np.float32(card(10, 10))
        return Seen("french", (CardSeen("S10", 0.9, box, (("S10", 0.9),)),))


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    import cv2

    folder = tmp_path / "set"
    folder.mkdir()
    images = []
    for name, code in (("a.png", "S10"), ("b.png", "HK")):
        cv2.imwrite(str(folder / name), np.zeros((120, 100, 3), np.uint8))
        images.append({"file": name, "size": [100, 120], "cards": [{"card": code, "box": [10, 10, 70, 100]}]})
    (folder / "labels.json").write_text(json.dumps({"images": images}), encoding="utf-8")
    return folder


def test_photos_are_judged_by_the_report_program(photos: Path, shared: Path) -> None:
    report = shared / "bench" / "photo_report.py"
    assert photo_sets(photos.parent) == photo_sets(photos) == [photos]
    numbers, line, failures = measure_photos(_Told(), photos, report)  # type: ignore[arg-type]
    assert numbers["found"] == 1
    assert numbers["read"] == 0.5
    assert numbers["wrong"] == 1
    assert line.startswith("pictures 2, perfect 1")
    assert [f.caption for f in failures] == ["b.png HK read S10"]


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no labels\.json"):
        photo_sets(tmp_path)


def test_a_report_that_fails_is_named(photos: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"nowhere\.py failed"):
        measure_photos(_Told(), photos, tmp_path / "nowhere.py")  # type: ignore[arg-type]


def test_measurements_join_those_of_other_kinds_in_the_card(tmp_path: Path) -> None:
    import yaml
    from jassvision.models.evaluate import note_measured

    card = tmp_path / "finder.yaml"
    card.write_text(yaml.safe_dump({"sha256": "ab", "measured": {"films": {"a": 1}}}), encoding="utf-8")
    note_measured(tmp_path, "finder", {"photos": {"tables": {"found": 0.99}}})
    told = yaml.safe_load(card.read_text(encoding="utf-8"))
    assert told == {"sha256": "ab", "measured": {"films": {"a": 1}, "photos": {"tables": {"found": 0.99}}}}
