"""Labelled photos of cards: reading labels.json and cutting reader crops where the box tells how the card lies."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from jassvision.datasets.arrays import Rng
from jassvision.datasets.reader_crops import UNREADABLE_CLASS, Crops, as_found
from jassvision.vision.crops import cut_crops
from jassvision.vision.faces import CODES, class_index

IGNORE = "ignore"
"""Label of a card outside the 36, or one that nobody can read."""

UPRIGHT = ((0.56, 0.76), (1.32, 1.79))
"""Width over height of an axis-aligned box that can only hold a card lying along the picture's axes."""


@dataclass(frozen=True)
class PhotoCard:
    """A label: code, rank alone where no more is known, "back" or "ignore"; box (x0, y0, x1, y1) in pixels or None."""

    card: str
    box: tuple[float, float, float, float] | None


@dataclass(frozen=True)
class Photo:
    """A picture file, its size (w, h) and the cards in it."""

    file: Path
    size_wh: tuple[int, int]
    cards: tuple[PhotoCard, ...]


def read_photos(folder: Path) -> list[Photo]:
    """The photos of a folder that holds labels.json.

    Raises:
        ValueError: the file is missing or not of the documented form; the message names it.
    """
    labels = folder / "labels.json"
    try:
        images = json.loads(labels.read_text(encoding="utf-8"))["images"]
        return [
            Photo(
                folder / image["file"],
                (int(image["size"][0]), int(image["size"][1])),
                tuple(PhotoCard(str(card["card"]), box_of(card["box"])) for card in image["cards"]),
            )
            for image in images
        ]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"{labels} does not hold labelled photos ({error}); see datasets/photos.py for the form"
        ) from error


def box_of(value: list[float] | None) -> tuple[float, float, float, float] | None:
    """A box of four numbers, or None."""
    if value is None:
        return None
    x0, y0, x1, y1 = (float(number) for number in value)
    return x0, y0, x1, y1


def photo_crops(rng: Rng, photo: Photo, pack: str) -> Crops:
    """Reader crops of a photo's cards that lie along its axes; cards labelled "ignore" are unreadable.

    A box round a slanted card says too little of its corners, so such cards are left out.

    Raises:
        ValueError: the picture cannot be read.
    """
    picture = cv2.imread(str(photo.file), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{photo.file} is not a readable picture; remove it from labels.json or replace it")
    boxes, classes, facts = [], [], []
    for card in photo.cards:
        if card.box is None or card.card not in (*CODES, IGNORE, "back"):
            continue
        x0, y0, x1, y1 = card.box
        shape = (x1 - x0) / max(y1 - y0, 1e-6)
        if not any(low < shape < high for low, high in UPRIGHT):
            continue
        boxes.append(as_found(rng, np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])))
        classes.append(class_index(pack, card.card) if card.card in CODES else UNREADABLE_CLASS)
        facts.append(
            {
                "card": card.card,
                "deck": f"photo-{photo.file.parent.name}",
                "visible": 1.0,
                "length": round(max(x1 - x0, y1 - y0)),
            }
        )
    if not boxes:
        return Crops(np.empty((0, 128, 80, 3), np.uint8), np.empty(0, np.int64), ())
    pictures = cut_crops(np.asarray(picture), np.asarray(boxes, np.float32))
    turn = rng.random(len(pictures)) < 0.5
    pictures[turn] = pictures[turn, ::-1, ::-1]
    return Crops(pictures, np.array(classes, np.int64), tuple(facts))
