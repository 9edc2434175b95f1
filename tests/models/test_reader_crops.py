"""Training crops of the reader: shards, held out crops, balanced drawing, changes that never mirror."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
from jassvision.models.reader_crops import (
    ClassDrawing,
    Crops,
    as_input,
    changed,
    training_loader,
    validation_loader,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two shards: 90 crops of class 0, 10 of class 5; the brightness of a crop tells its class."""
    for name, count in (("crops-0000", 60), ("crops-0001", 40)):
        classes = [5 if n % 10 == 3 else 0 for n in range(count)]
        crops = np.zeros((count, 128, 80, 3), np.uint8)
        crops[:] = np.array(classes, np.uint8)[:, None, None, None] * 40
        np.save(tmp_path / f"{name}.npy", crops)
        (tmp_path / f"{name}.json").write_text(json.dumps({"classes": classes}), encoding="utf-8")
    return tmp_path


def test_held_out_crops_are_not_trained_on(folder: Path) -> None:
    training, held = Crops([(folder, 1.0)], 20, False), Crops([(folder, 1.0)], 20, True)
    assert len(held) == 20
    assert len(training) == 80
    assert not {tuple(w) for w in training.where} & {tuple(w) for w in held.where}
    seen = list(validation_loader(held, 8))
    assert sum(len(b["cls"]) for b in seen) == 20
    for batch in seen:
        np.testing.assert_allclose(batch["img"].mean(dim=(1, 2, 3)) * 255, batch["cls"] * 40, atol=1e-3)


def test_only_the_first_folder_gives_crops_for_validation(folder: Path) -> None:
    assert len(Crops([(folder, 1.0), (folder, 1.0)], 20, True)) == 20
    assert len(Crops([(folder, 1.0), (folder, 1.0)], 20, False)) == 180


def test_rare_classes_are_drawn_as_often_as_common_ones(folder: Path) -> None:
    crops = Crops([(folder, 1.0)], 20, False)
    keys = list(ClassDrawing(crops, 400, seed=0))
    drawn = np.bincount([crops.labels[k] for k, _ in keys])
    assert drawn[0] == pytest.approx(200, abs=12)
    assert drawn[5] == pytest.approx(200, abs=12)
    shared = np.bincount([crops.labels[k] for k, _ in ClassDrawing(crops, 400, 0, {5: 3.0})])
    assert shared[5] == pytest.approx(300, abs=12)
    assert len({seed for _, seed in keys}) == 400


def test_epochs_differ_and_can_be_taken_up_again(folder: Path) -> None:
    crops = Crops([(folder, 1.0)], 20, False)
    drawing = ClassDrawing(crops, 64, seed=0)
    first, second = list(drawing), list(drawing)
    assert first != second
    drawing.set_epoch(1)
    assert list(drawing) == second
    batch = next(iter(training_loader(crops, drawing, 16)))
    assert tuple(batch["img"].shape) == (16, 3, 128, 80)
    assert 0 <= batch["img"].min() <= batch["img"].max() <= 1


def test_a_shard_without_labels_is_left_out_and_no_shard_is_named(folder: Path, tmp_path: Path) -> None:
    (folder / "crops-0001.json").unlink()
    assert len(Crops([(folder, 1.0)], 0, False)) == 60
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(ValueError, match=r"no crops\*\.npy"):
        Crops([(empty, 1.0)], 0, False)


def test_input_is_rgb_between_0_and_1() -> None:
    crops = np.zeros((1, 128, 80, 3), np.uint8)
    crops[..., 0] = 255  # blue
    made = as_input(crops)
    assert made[0, 2].min() == 1
    assert made[0, :2].max() == 0


def test_changes_never_mirror_and_keep_the_card_in_the_crop() -> None:
    """An L of three bright spots keeps its sense of rotation in every change that leaves it to be seen."""
    crop = np.full((128, 80, 3), 30, np.uint8)
    spots = {"corner": (30, 20), "long": (100, 20), "short": (30, 60)}
    colours = {"corner": (255, 40, 40), "long": (40, 255, 40), "short": (40, 40, 255)}
    for name, (y, x) in spots.items():
        crop[y - 9 : y + 9, x - 9 : x + 9] = colours[name]
    noise = np.zeros((512, 512, 3), np.float32)
    judged = 0
    for seed in range(60):
        out = changed(crop, np.random.default_rng(seed), noise).astype(int)
        assert out.shape == crop.shape
        centres = []
        for channel in range(3):
            lead = out[..., channel] - np.delete(out, channel, 2).max(2)
            y, x = np.nonzero(lead > 60)
            centres.append(np.array([x.mean(), y.mean()]) if len(x) > 150 else None)
        if all(c is not None for c in centres):
            a, b = centres[1] - centres[0], centres[2] - centres[0]
            assert a[0] * b[1] - a[1] * b[0] < 0
            judged += 1
    assert judged > 20
