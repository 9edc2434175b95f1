"""The finder: frames it gives the network, boxes it makes of the answer, duplicates."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from jassvision.vision.finder import BACK, FACE, GREY, TURNS, Finder, Sightings, agreed, fitted


@pytest.mark.parametrize(
    ("height", "width", "size", "frame"),
    [
        (720, 1280, 512, (288, 512)),
        (1280, 720, 512, (512, 288)),
        (480, 640, 512, (384, 512)),
        (1000, 1000, 512, (512, 512)),
        (500, 333, 512, (512, 352)),
        (10, 4000, 512, (96, 512)),
        (1, 1, 320, (320, 320)),
    ],
)
def test_frames_keep_the_shape_in_multiples_of_32(height: int, width: int, size: int, frame: tuple[int, int]) -> None:
    picture = np.full((height, width, 3), 200, np.uint8)
    made, ratio, left, top = fitted(picture, size)
    assert made.shape[:2] == frame
    assert max(height, width) * ratio == pytest.approx(size)
    inner = made[top : top + max(1, round(height * ratio)), left : left + max(1, round(width * ratio))]
    assert (inner == 200).all()
    assert (made == 200).sum() == inner.size
    assert set(np.unique(made)) <= {200, GREY}


def test_boxes_come_back_in_pixels_of_the_picture(played: Any, rows: Any) -> None:
    """A 1000 x 700 picture at 500 lies in a 500 x 352 frame, one pixel below its top."""
    finder = Finder(500, network=played(rows((100, 51, 40, 60, 0.9, 0, 0.0), (300, 101, 60, 40, 0.8, 1, np.pi / 2))))
    found = finder.find(np.zeros((700, 1000, 3), np.uint8))
    assert found.kind.tolist() == [FACE, BACK]
    left = (512 - 500) // 2
    np.testing.assert_allclose(found.corners[0].mean(axis=0), [(100 - left) * 2, 100], atol=0.01)
    np.testing.assert_allclose(np.ptp(found.corners[0], axis=0), [80, 120], atol=0.01)
    np.testing.assert_allclose(np.ptp(found.corners[1], axis=0), [80, 120], atol=0.01)
    np.testing.assert_allclose(found.confidence, [0.9, 0.8], atol=1e-5)


def test_angle_turns_from_x_towards_y(played: Any, rows: Any) -> None:
    found = Finder(320, network=played(rows((48, 48, 40, 10, 0.9, 0, np.pi / 6)))).find(
        np.zeros((320, 320, 3), np.uint8)
    )
    along = found.corners[0][1] - found.corners[0][0]
    assert np.arctan2(along[1], along[0]) == pytest.approx(np.pi / 6, abs=1e-5)


def test_one_card_is_reported_once_and_crossed_cards_twice(played: Any, rows: Any) -> None:
    same = [(48, 48, 20, 32, 0.9, 0, 0.0), (49, 48, 20, 32, 0.7, 1, 0.03)]
    across = (48, 48, 20, 32, 0.8, 0, np.pi / 2)
    found = Finder(320, network=played(rows(*same, across))).find(np.zeros((320, 320, 3), np.uint8))
    np.testing.assert_allclose(found.confidence, [0.9, 0.8], atol=1e-5)


def test_weak_boxes_are_left_out_and_the_surest_comes_first(played: Any, rows: Any) -> None:
    table = rows((20, 20, 10, 16, 0.05, 0, 0), (60, 60, 10, 16, 0.4, 0, 0), (20, 60, 10, 16, 0.6, 0, 0))
    found = Finder(320, network=played(table)).find(np.zeros((320, 320, 3), np.uint8))
    np.testing.assert_allclose(found.confidence, [0.6, 0.4], atol=1e-5)


def test_calibration_of_the_card_is_applied(played: Any, rows: Any) -> None:
    card = {"calibration": {"slope": 2.0, "offset": 1.0}}
    found = Finder(320, network=played(rows((48, 48, 20, 32, 0.5, 0, 0)), card)).find(np.zeros((320, 320, 3), np.uint8))
    assert found.confidence[0] == pytest.approx(1 / (1 + np.exp(-1.0)), abs=1e-5)


@pytest.mark.parametrize(("short", "looks"), [(4, 4), (40, 3)])
def test_a_thorough_finder_looks_finer_only_where_cards_are_small(
    short: float, looks: int, played: Any, rows: Any
) -> None:
    network = played(rows((100, 100, short, short * 1.56, 0.9, 0, 0)))
    Finder(512, thorough=True, network=network).find(np.zeros((1440, 2560, 3), np.uint8))
    session = network.session
    unturned = [i.shape[2] for i in session.inputs][: len(session.inputs) - len(TURNS)]
    assert unturned == [512, 320, 192, 1024][:looks]


def test_all_looks_of_a_thorough_finder_tell_of_one_place(played: Any, rows: Any) -> None:
    """A white card of 48 x 80 pixels, turned by 0.4: every look finds it where it is, however the look was turned."""
    picture = np.zeros((480, 640, 3), np.uint8)
    card = cv2.boxPoints(((430.0, 130.0), (48.0, 80.0), np.rad2deg(0.4)))
    cv2.fillConvexPoly(picture, np.int32(card * 16), (255, 255, 255), cv2.LINE_AA, 4)

    def whitest(frames: np.ndarray) -> np.ndarray:
        mask = (frames[0] > 127).all(axis=2)
        ((x, y), (width, height), angle) = cv2.minAreaRect(cv2.findNonZero(mask.astype(np.uint8)))
        return rows((x, y, width, height, 0.6, 0, np.deg2rad(angle)))(frames)

    network = played(whitest)
    found = Finder(640, thorough=True, network=network).find(picture)
    assert len(network.session.inputs) == 3 + len(TURNS)
    assert len(found) == 1
    gaps = np.linalg.norm(found.corners[0][:, None] - card[None], axis=2)
    assert gaps.min(axis=1).max() < 3


def test_what_two_looks_agree_on_is_surer_and_counts_once() -> None:
    score = np.float32([0.6, 0.5, 0.5])
    overlap = np.float32([[1, 0.8, 0], [0.8, 1, 0], [0, 0, 1]])
    np.testing.assert_allclose(agreed(score, overlap, np.array([0, 1, 1])), [0.8, 0.8, 0.5])
    np.testing.assert_allclose(agreed(score, overlap, np.array([0, 0, 0])), score)  # one look cannot agree with itself


def test_nothing_found_and_no_picture(played: Any, rows: Any) -> None:
    finder = Finder(320, network=played(rows()))
    assert len(finder.find(np.zeros((50, 80, 3), np.uint8))) == 0
    assert len(finder.find(np.zeros((0, 80, 3), np.uint8))) == 0
    assert len(Sightings.none()) == 0


def test_sightings_are_chosen_by_mask() -> None:
    corners = np.arange(24, dtype=np.float32).reshape(3, 4, 2)
    some = Sightings(corners, np.float32([0.9, 0.5, 0.1]), np.int8([0, 1, 0]))[np.array([True, False, True])]
    assert some.kind.tolist() == [0, 0]
    np.testing.assert_array_equal(some.corners, corners[[0, 2]])


def test_a_size_that_sees_nothing_is_refused(played: Any, rows: Any) -> None:
    with pytest.raises(ValueError, match="at least 320"):
        Finder(128, network=played(rows()))


def test_the_shipped_finder_finds_cards_in_films(shared: Path) -> None:
    from jassvision.models.weights import FOLDER

    if not (FOLDER / "finder.onnx").is_file():
        pytest.skip("no trained finder lies in models/")
    from jassvision.models.measure_films import moments

    av = pytest.importorskip("av")
    import json

    film = shared / "data" / "films" / "dev-swiss-felt.mp4"
    first = moments(json.loads(film.with_suffix(".json").read_text(encoding="utf-8")), 1)[:8]
    by_frame = {moment.frame: moment for moment in first}
    finder = Finder(threads=1)  # one look, as films are looked at
    with av.open(str(film)) as container:
        for number, frame in enumerate(container.decode(video=0)):
            if number > max(by_frame):
                break
            if number not in by_frame:
                continue
            found = finder.find(frame.to_ndarray(format="bgr24"))
            faces = found[(found.kind == FACE) & (found.confidence > 0.5)]
            for code, place in by_frame[number].open:
                gap = np.linalg.norm(faces.corners.mean(axis=1) - place.mean(axis=0), axis=1)
                assert gap.min() < 12, (number, code)


def test_boxes_round_one_card_vote_on_where_it_lies(played: Any, rows: Any) -> None:
    """The second box is given by its other corner order; a box beside has no say."""
    table = rows((100, 100, 40, 60, 0.8, 0, 0), (104, 100, 60, 40, 0.4, 0, np.pi / 2), (130, 100, 40, 60, 0.7, 0, 0))
    found = Finder(320, network=played(table)).find(np.zeros((320, 320, 3), np.uint8))
    centres = found.corners.mean(axis=1)
    np.testing.assert_allclose(centres, [[100 + 4 / 3, 100], [130, 100]], atol=0.01)
    np.testing.assert_allclose(np.ptp(found.corners[0], axis=0), [40, 60], atol=0.01)
