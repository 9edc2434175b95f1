"""Measure on composed scenes, and on single faces of a folder of decks."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from jassvision.models.contact_sheet import Failure
from jassvision.models.matching import partners
from jassvision.vision.crops import cut_crops
from jassvision.vision.eyes import Eyes
from jassvision.vision.faces import CODES, class_index
from jassvision.vision.overlap import overlaps
from jassvision.vision.pictures import load_picture
from jassvision.vision.reader import Reader, restricted
from numpy.typing import NDArray

LEGIBLE = 0.35
"""Visible share of a card from which not reading it counts as a failure worth a look."""


@dataclass
class SceneScore:
    """Counts over scenes; `clear` counts the cards of which at least a third is visible."""

    scenes: int = 0
    cards: int = 0
    found: int = 0
    clear: int = 0
    clear_found: int = 0
    clear_read: int = 0
    clear_wrong: int = 0
    false: int = 0
    failures: list[Failure] = field(default_factory=list)

    def line(self) -> str:
        """The counts as one line."""
        clear, cards = max(self.clear, 1), max(self.cards, 1)
        return (
            f"scenes {self.scenes}: cards and backs {self.cards}, found {self.found / cards:.4f}; faces at least "
            f"{LEGIBLE:.0%} visible {self.clear}: found {self.clear_found / clear:.4f}, "
            f"read {self.clear_read / clear:.4f}, wrong {self.clear_wrong}; sure cards where none lies {self.false}"
        )


def measure_scenes(eyes: Eyes, folder: Path, most: int) -> SceneScore:
    """Look at the first scenes of a folder with labels.jsonl; found goes by rotated boxes, whatever the face."""
    score = SceneScore()
    with (folder / "labels.jsonl").open(encoding="utf-8") as lines:
        for line, _ in zip(lines, range(most), strict=False):
            scene = json.loads(line)
            picture = load_picture(folder / scene["image"])
            seen = eyes.see(picture)
            score.scenes += 1
            places = [np.array(c["quad"], np.float32) for c in scene["cards"]]
            boxes = np.array([*places, *(c.corners for c in seen.cards)], np.float32).reshape(-1, 4, 2)
            table = overlaps(boxes)[: len(places), len(places) :]
            mistakes = []
            taken = partners(table)
            for label, j in zip(scene["cards"], taken, strict=True):
                clear = label["card"] != "back" and label["visible"] >= LEGIBLE
                score.cards += 1
                score.clear += clear
                if j is None:
                    mistakes += [f"missed {label['card']}"] if clear else []
                    continue
                hit = seen.cards[j]
                score.found += 1
                score.clear_found += clear
                score.clear_read += clear and hit.sure and hit.card == label["card"]
                if clear and hit.sure and hit.card != label["card"]:
                    score.clear_wrong += 1
                    mistakes.append(f"{label['card']} read {hit.card}")
            false = [
                c.card
                for j, c in enumerate(seen.cards)
                if j not in taken and c.sure and (not len(table) or table[:, j].max() < 0.2)
            ]
            score.false += len(false)
            mistakes += [f"false {card}" for card in false]
            if mistakes:
                score.failures.append(Failure(picture, seen, f"{scene['image']} {'; '.join(mistakes)}", tuple(places)))
    return score


def measure_decks(reader: Reader, folder: Path, angles: int = 4) -> dict[str, tuple[int, int, list[str]]]:
    """Read every face of every deck in a folder (`<deck>/<code>.jpg`), laid on grey at several angles and sizes.

    Returns:
        For each deck: faces shown, faces read right, and what was misread.
    """
    results: dict[str, tuple[int, int, list[str]]] = {}
    rng = np.random.default_rng(0)
    for deck in sorted(p for p in folder.iterdir() if p.is_dir()):
        pack = "swiss" if deck.name.startswith("swiss") else "french"
        crops, truth = [], []
        for code in CODES:
            path = deck / f"{code}.jpg"
            if path.is_file():
                face = load_picture(path)
                for _ in range(angles):
                    crops.append(_laid(face, rng))
                    truth.append(class_index(pack, code))
        if not crops:
            continue
        said = np.argmax(restricted(reader.read_crops(np.stack(crops)), pack), axis=1)
        wrong: dict[str, int] = defaultdict(int)
        for s, t in zip(said, truth, strict=True):
            if s != t:
                wrong[CODES[t % len(CODES)]] += 1
        results[deck.name] = (len(truth), len(truth) - sum(wrong.values()), [f"{c} x{n}" for c, n in wrong.items()])
    return results


def _laid(face: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The crop that run time would cut of a face on a grey table."""
    long = float(rng.uniform(70, 180))
    ratio = long / face.shape[0]
    small = cv2.resize(face, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    height, width = small.shape[:2]
    side = int(long * 1.6)
    grey = int(rng.integers(40, 200))
    turn = np.deg2rad(float(rng.uniform(0, 360)))
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = np.zeros((2, 3))
    matrix[:, :2] = rotation
    matrix[:, 2] = side / 2 - rotation @ [width / 2, height / 2]
    table = cv2.warpAffine(small, matrix, (side, side), borderValue=(grey, grey, grey))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) @ rotation.T + matrix[:, 2]
    corners += rng.normal(0, 0.015 * long, (4, 2))
    crop: NDArray[np.uint8] = cut_crops(table, corners[None].astype(np.float32))[0]
    return crop
