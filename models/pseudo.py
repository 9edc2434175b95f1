"""Turn photos with upright boxes into training pictures with oriented ones, by letting the trained finder draw them.

`python -m jassvision.models.pseudo --photos DIR --out DIR` writes a folder that the finder's training reads: the
finder's oriented box is taken where its upright hull fits a labelled box (as it is: labels drawn by people are often a
few per cent beside the card); a picture in which one label has no such box is left out, since a card without a label
would teach that it is none.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from jassvision.models.matching import hull_overlaps
from jassvision.models.weights import load_session
from jassvision.vision.crops import cut_crops
from jassvision.vision.faces import CLASSES, CODES, UNREADABLE, class_index
from jassvision.vision.finder import FACE, Finder, Sightings
from jassvision.vision.pictures import load_picture
from numpy.typing import NDArray

FITS = 0.60
"""Intersection over union of the finder's upright hull and the labelled box from which they are the same card."""

Box = NDArray[np.float32]


@dataclass(frozen=True)
class Pairing:
    """Labels of one photo and the oriented boxes found for them: parallel lists, None where there is none."""

    cards: tuple[str, ...]
    boxes: tuple[Box | None, ...]

    @property
    def whole(self) -> bool:
        """Whether every label has its box."""
        return all(box is not None for box in self.boxes)


def main(arguments: list[str] | None = None) -> int:
    """Write pseudo-labelled pictures from the command line; 0 when done, 2 when something is missing."""
    parser = argparse.ArgumentParser(prog="python -m jassvision.models.pseudo", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True, help="folder with photos and labels.json")
    parser.add_argument("--out", type=Path, required=True, help="folder to write")
    parser.add_argument("--pack", choices=["swiss", "french"], default="french", help="pack of the photos")
    parser.add_argument("--size", type=int, default=576, help="longest side that the finder looks at")
    parser.add_argument("--weights", type=Path, help="folder of model cards and weights (default: the program's own)")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        finder = Finder(given.size, thorough=True, network=load_session("finder", given.threads, given.weights))
        kept, seen, cards = label_photos(finder, given.photos, given.out, given.pack)
    except (ValueError, OSError) as error:
        print(f"pseudo: {error}", file=sys.stderr)
        return 2
    print(f"{kept} of {seen} photos kept, {cards} crops of cards")
    return 0


def label_photos(finder: Finder, photos: Path, out: Path, pack: str) -> tuple[int, int, int]:
    """Write pictures, oriented labels and reader crops; returns photos kept, photos looked at, and crops.

    Cards outside the 36 (`ignore`) are faces for the finder and unreadable for the reader.
    """
    (out / "images").mkdir(parents=True, exist_ok=True)
    (out / "labels").mkdir(exist_ok=True)
    labels = json.loads((photos / "labels.json").read_text(encoding="utf-8"))["images"]
    crops: list[NDArray[np.uint8]] = []
    classes: list[int] = []
    kept = 0
    for image in labels:
        picture = load_picture(photos / image["file"])
        pairing = paired(finder.find(picture), image["cards"])
        found = [(card, box) for card, box in zip(pairing.cards, pairing.boxes, strict=True) if box is not None]
        if found:
            crops.append(cut_crops(picture, np.stack([box for _, box in found])))
            classes += [class_index(pack, c) if c in CODES else CLASSES.index(UNREADABLE) for c, _ in found]
        if not pairing.whole:
            continue
        kept += 1
        shutil.copyfile(photos / image["file"], out / "images" / image["file"])
        scale = np.array(picture.shape[1::-1], np.float32)
        rows = [" ".join([str(FACE), *(f"{v:.5f}" for v in (box / scale).ravel())]) for _, box in found]
        (out / "labels" / f"{Path(image['file']).stem}.txt").write_text("\n".join(rows), encoding="utf-8")
    if crops:
        np.save(out / "crops.npy", np.concatenate(crops))
        (out / "crops.json").write_text(json.dumps({"classes": classes}), encoding="utf-8")
    return kept, len(labels), len(classes)


def paired(sightings: Sightings, labels: list[dict[str, Any]]) -> Pairing:
    """For each labelled card the sighting whose upright hull fits its box best, each used once, the best fits first."""
    boxes = np.array([label["box"] for label in labels], np.float32).reshape(-1, 2, 2)
    fits = hull_overlaps(boxes, sightings.corners)
    found: list[Box | None] = [None] * len(labels)
    while fits.size and fits.max() >= FITS:
        i, j = np.unravel_index(int(fits.argmax()), fits.shape)
        found[int(i)] = sightings.corners[j]
        fits[i, :] = 0
        fits[:, j] = 0
    return Pairing(tuple(label["card"] for label in labels), tuple(found))


if __name__ == "__main__":
    cv2.setNumThreads(1)
    sys.exit(main())
