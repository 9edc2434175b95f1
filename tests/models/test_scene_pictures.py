"""Training pictures of the finder: placing, boxes of what stays in the frame, drawing in batches of one shape."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("torch")
pytest.importorskip("ultralytics")
from jassvision.models.scene_pictures import (
    Drawing,
    ScenePictures,
    boxes_after,
    fitting,
    frame_shape,
    place,
    random_placing,
    training_loader,
    validation_loader,
)

SHAPES = [(96, 128, 0.5), (128, 96, 0.5)]


@pytest.fixture
def scenes(tmp_path: Path) -> Path:
    """Twelve pictures, each with one white card on black."""
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    for number in range(12):
        picture = np.zeros((90, 160, 3), np.uint8)
        quad = np.array([[60, 20], [100, 20], [100, 70], [60, 70]])
        cv2.fillPoly(picture, [quad], (255, 255, 255))
        cv2.imwrite(str(tmp_path / f"images/{number:06d}.jpg"), picture)
        places = " ".join(f"{v:.5f}" for v in (quad / [160, 90]).ravel())
        (tmp_path / f"labels/{number:06d}.txt").write_text(f"{number % 2} {places}\n", encoding="utf-8")
    return tmp_path


@given(st.integers(0, 2**32), st.sampled_from([(90, 160), (120, 90), (100, 100)]))
@settings(max_examples=60, deadline=None)
def test_placing_never_mirrors_and_keeps_shapes(seed: int, size: tuple[int, int]) -> None:
    matrix, _ = random_placing(size, (96, 128), np.random.default_rng(seed))
    turn = matrix[:, :2]
    scale = np.sqrt(np.linalg.det(turn))
    assert scale > 0
    np.testing.assert_allclose(turn @ turn.T, np.eye(2) * scale**2, atol=1e-9)


@given(st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_boxes_lie_on_the_card_they_label(seed: int) -> None:
    picture = np.zeros((90, 160, 3), np.uint8)
    quad = np.array([[60, 20], [100, 20], [100, 70], [60, 70]], np.float64)
    cv2.fillPoly(picture, [quad.astype(np.int32)], (255, 255, 255))
    matrix, _ = random_placing((90, 160), (96, 128), np.random.default_rng(seed))
    frame = place(picture, matrix, (96, 128), (0, 0, 0))
    boxes, kept = boxes_after(quad[None], matrix, (96, 128))
    if not len(kept):
        return
    x, y, w, h, angle = boxes[0]
    assert w >= h
    mask = np.zeros((96, 128), np.uint8)
    corners = cv2.boxPoints(((x, y), (w, h), np.rad2deg(angle)))
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    card = frame[:, :, 0] > 127
    both, either = (card & (mask > 0)).sum(), (card | (mask > 0)).sum()
    assert both / max(card.sum(), 1) > 0.9
    assert both / either > 0.55


def test_a_card_cut_by_the_frame_keeps_its_own_axes() -> None:
    """A card at 45 degrees whose left half is out: its box still lies at 45 degrees."""
    turn = np.deg2rad(45)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    quad = np.array([[-20, -12], [20, -12], [20, 12], [-20, 12]]) @ axes + [3, 50]
    boxes, kept = boxes_after(quad[None], np.eye(2, 3), (100, 100))
    assert kept.tolist() == [0]
    assert np.rad2deg(boxes[0][4]) % 90 == pytest.approx(45, abs=0.5)


def test_what_is_all_but_out_of_the_frame_is_no_label() -> None:
    quad = np.array([[-37, 10], [3, 10], [3, 60], [-37, 60]], np.float64)
    assert len(boxes_after(quad[None], np.eye(2, 3), (100, 100))[1]) == 0


@pytest.mark.parametrize(
    ("size", "longest", "frame"),
    [((720, 1280), 512, (288, 512)), ((480, 640), 512, (384, 512)), ((50, 50), 64, (64, 64))],
)
def test_frames_of_validation(size: tuple[int, int], longest: int, frame: tuple[int, int]) -> None:
    assert frame_shape(size, longest) == frame
    corners = np.array([[0, 0, 1], [size[1], size[0], 1]]) @ fitting(size, frame).T
    assert (corners >= -1e-6).all()
    assert (corners <= [frame[1] + 1e-6, frame[0] + 1e-6]).all()


def test_an_epoch_is_batches_of_one_shape_and_every_picture_once_first(scenes: Path) -> None:
    pictures = ScenePictures([(scenes, 1.0)], 4, validation=False)
    drawing = Drawing(pictures, 8, 4, SHAPES, seed=1)
    keys = list(drawing)
    assert sorted(k[0] for k in keys) == list(range(8))
    for start in (0, 4):
        assert len({k[1:3] for k in keys[start : start + 4]}) == 1
    again = Drawing(pictures, 8, 4, SHAPES, seed=1)
    assert list(again) == keys
    assert list(again) != keys
    again.set_epoch(0)
    assert list(again) == keys


def test_weights_draw_a_folder_more_often(scenes: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "images").mkdir(parents=True)
    (other / "labels").mkdir()
    for name in ("a", "b"):
        (other / f"images/{name}.jpg").write_bytes((scenes / "images/000000.jpg").read_bytes())
        (other / f"labels/{name}.txt").write_text("", encoding="utf-8")
    pictures = ScenePictures([(scenes, 1.0), (other, 3.0)], 4, validation=False)
    keys = list(Drawing(pictures, 14, 14, SHAPES, seed=1))
    drawn = np.bincount([k[0] for k in keys], minlength=10)
    assert drawn.tolist() == [1] * 8 + [3, 3]


def test_new_pictures_join_at_the_next_epoch(scenes: Path) -> None:
    drawing = Drawing(ScenePictures([(scenes, 1.0)], 4, validation=False), 30, 4, SHAPES, seed=1)
    assert {k[0] for k in drawing} == set(range(8))
    (scenes / "images/000099.jpg").write_bytes((scenes / "images/000000.jpg").read_bytes())
    assert {k[0] for k in drawing} == set(range(8))  # not labelled yet
    (scenes / "labels/000099.txt").write_text("", encoding="utf-8")
    assert {k[0] for k in drawing} == set(range(9))


def test_batches_are_what_ultralytics_wants(scenes: Path) -> None:
    pictures = ScenePictures([(scenes, 1.0)], 4, validation=False)
    batch = next(iter(training_loader(Drawing(pictures, 8, 4, SHAPES, seed=3))))
    assert batch["img"].shape[0:2] == (4, 3)
    assert tuple(batch["img"].shape[2:]) in {(96, 128), (128, 96)}
    assert len(batch["cls"]) == len(batch["bboxes"]) == len(batch["batch_idx"])
    assert batch["bboxes"].shape[1] == 5


def test_validation_takes_the_held_out_pictures_unchanged(scenes: Path) -> None:
    pictures = ScenePictures([(scenes, 1.0)], 4, validation=True)
    batches = list(validation_loader(pictures, 160))
    assert [len(b["img"]) for b in batches] == [1] * 4
    assert tuple(batches[0]["img"].shape) == (1, 3, 96, 160)
    x, y, w, h, _ = batches[0]["bboxes"][0].tolist()
    assert [x * 160, y * 96, w * 160, h * 96] == pytest.approx([80, 48, 50, 40], abs=0.5)


def test_folders_without_labelled_pictures_are_named(tmp_path: Path) -> None:
    (tmp_path / "images").mkdir()
    with pytest.raises(ValueError, match="No labelled pictures for training"):
        ScenePictures([(tmp_path, 1.0)], 4, validation=False)
