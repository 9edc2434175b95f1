"""Labelled photos: reading labels.json, and crops where a box tells how the card lies."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from jassvision.datasets.photos import photo_crops, read_photos
from jassvision.vision.faces import CLASSES


def folder_of(tmp_path: Path, cards: list[dict[str, object]]) -> Path:
    cv2.imwrite(str(tmp_path / "a.jpg"), np.full((200, 300, 3), 128, np.uint8))
    images = [{"file": "a.jpg", "size": [300, 200], "cards": cards}]
    (tmp_path / "labels.json").write_text(json.dumps({"images": images}))
    return tmp_path


def test_cards_along_the_axes_become_crops(tmp_path: Path) -> None:
    cards = [
        {"card": "S10", "box": [20, 20, 77, 109]},
        {"card": "ignore", "box": [100, 20, 189, 77]},
        {"card": "H6", "box": [100, 90, 190, 180]},
        {"card": "10", "box": [20, 110, 77, 199]},
        {"card": "DA", "box": None},
    ]
    (photo,) = read_photos(folder_of(tmp_path, cards))
    assert photo.size_wh == (300, 200)
    crops = photo_crops(np.random.default_rng(0), photo, "french")
    assert [CLASSES[index] for index in crops.classes] == ["french-S10", "unreadable"]
    assert crops.pictures.shape == (2, 128, 80, 3)


def test_broken_labels_and_pictures_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"labels\.json"):
        read_photos(tmp_path)
    (tmp_path / "labels.json").write_text('{"images": [{"file": "a.jpg"}]}')
    with pytest.raises(ValueError, match=r"labels\.json"):
        read_photos(tmp_path)
    folder_of(tmp_path, [])
    (photo,) = read_photos(tmp_path)
    (tmp_path / "a.jpg").write_bytes(b"")
    with pytest.raises(ValueError, match=r"a\.jpg"):
        photo_crops(np.random.default_rng(0), photo, "french")


def test_the_training_photos_can_be_read(shared: Path) -> None:
    photos = read_photos(shared / "data" / "photos" / "train" / "poker_phone")
    assert len(photos) == 420
    crops = [photo_crops(np.random.default_rng(0), photo, "french") for photo in photos[:12]]
    assert sum(len(piece.classes) for piece in crops) > 5
