"""Make confidences honest: fit what the scores of finder and reader are worth, and write it into their model cards.

`python -m jassvision.models.calibrate --scenes DIR --photos DIR --crops DIR` measures on pictures that were held out of
the training. The finder's score gets a slope and an offset on the log-odds scale (Platt scaling), the reader's logits a
temperature, the one that makes the held out crops likeliest.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import yaml
from jassvision.models.matching import hull_overlaps, partners
from jassvision.models.shards import Shard
from jassvision.models.weights import FOLDER, Network, load_card, load_session
from jassvision.vision.finder import Finder
from jassvision.vision.overlap import overlaps
from jassvision.vision.pictures import load_picture
from jassvision.vision.reader import Reader
from numpy.typing import NDArray

TEMPERATURES = np.exp(np.linspace(np.log(0.3), np.log(3.0), 47))
"""Temperatures that are tried, about 5 % apart."""

STEPS = 30
"""Newton steps of the fit; it converges in fewer than ten."""

Floats = NDArray[np.float64]


def main(arguments: list[str] | None = None) -> int:
    """Calibrate from the command line; 0 when done, 2 when something is missing."""
    parser = argparse.ArgumentParser(prog="python -m jassvision.models.calibrate", description=__doc__)
    parser.add_argument("--scenes", type=Path, help="folder of held out scenes with labels.jsonl, for the finder")
    parser.add_argument("--photos", type=Path, help="folder of photos with boxes in labels.json, for the finder")
    parser.add_argument("--crops", type=Path, help="folder of held out crops*.npy, for the reader")
    parser.add_argument("--weights", type=Path, default=FOLDER, help="folder of model cards and weights")
    parser.add_argument("--size", type=int, default=576, help="longest side that the finder looks at")
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        if given.scenes or given.photos:
            network = load_session("finder", given.threads, given.weights)
            finder = Finder(given.size, thorough=True, network=uncalibrated(network))
            pictures = [
                *(scenes(given.scenes) if given.scenes else ()),
                *(photos(given.photos) if given.photos else ()),
            ]
            slope, offset = fitted_line(*judged(finder, pictures))
            note(given.weights, "finder", {"slope": round(slope, 4), "offset": round(offset, 4)})
            print(f"finder: slope {slope:.3f}, offset {offset:.3f} from {len(pictures)} pictures")
        if given.crops:
            network = load_session("reader", given.threads, given.weights)
            heat = best_temperature(Reader(network=uncalibrated(network)), given.crops)
            note(given.weights, "reader", {"temperature": round(heat, 4)})
            print(f"reader: temperature {heat:.3f}")
    except (ValueError, OSError) as error:
        print(f"calibrate: {error}", file=sys.stderr)
        return 2
    return 0


def uncalibrated(network: Network) -> Network:
    """The network without what an earlier calibration wrote into its card."""
    return Network(network.session, {k: v for k, v in network.card.items() if k != "calibration"})


def scenes(folder: Path) -> Iterator[tuple[Path, NDArray[np.float32]]]:
    """Pictures of composed scenes and the corners (n, 4, 2) of the cards labelled in them."""
    with (folder / "labels.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            scene = json.loads(line)
            quads = np.array([c["quad"] for c in scene["cards"]], np.float32).reshape(-1, 4, 2)
            yield folder / scene["image"], quads


def photos(folder: Path) -> Iterator[tuple[Path, NDArray[np.float32]]]:
    """Photos and the corners (n, 4, 2) of their upright boxes."""
    for image in json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]:
        boxes = np.array([c["box"] for c in image["cards"]], np.float32).reshape(-1, 4)
        yield folder / image["file"], boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)


def judged(finder: Finder, pictures: list[tuple[Path, NDArray[np.float32]]]) -> tuple[Floats, NDArray[np.bool_]]:
    """Scores (n,) of everything found in the pictures, and whether a card that is labelled lies there (n,)."""
    scores: list[float] = []
    right: list[bool] = []
    for path, labels in pictures:
        seen = finder.find(load_picture(path))
        upright = len(labels) > 0 and bool((labels[:, 0, 1] == labels[:, 1, 1]).all())
        if upright:
            table = hull_overlaps(seen.corners, labels)
        else:
            table = overlaps(np.concatenate([seen.corners, labels]))[: len(seen), len(seen) :]
        scores += seen.confidence.tolist()
        right += [hit is not None for hit in partners(table)]
    if not scores:
        raise ValueError("nothing was found in the pictures: the finder cannot be calibrated on them")
    return np.array(scores), np.array(right)


def fitted_line(score: Floats, right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and offset that turn a score's log-odds into those of being right: logistic regression by Newton's method.

    Raises:
        ValueError: all were right, or all wrong: nothing can be fitted.
    """
    if right.all() or not right.any():
        raise ValueError("all boxes were right, or all wrong: take pictures that leave a doubt")
    clipped = np.clip(score, 1e-6, 1 - 1e-6)
    inputs = np.stack([np.log(clipped / (1 - clipped)), np.ones(len(score))], 1)
    line = np.array([1.0, 0.0])
    for _ in range(STEPS):
        said = 1 / (1 + np.exp(-inputs @ line))
        weight = np.maximum(said * (1 - said), 1e-9)
        line = line + np.linalg.solve(inputs.T @ (inputs * weight[:, None]), inputs.T @ (right - said))
    return float(line[0]), float(line[1])


def best_temperature(reader: Reader, folder: Path) -> float:
    """The temperature that makes the labels of a folder of crops likeliest.

    Raises:
        ValueError: there are no crops.
    """
    shards = [Shard(path) for path in sorted(folder.glob("crops*.npy")) if path.with_suffix(".json").is_file()]
    if not shards:
        raise ValueError(f"There are no crops*.npy with crops*.json in {folder}.")
    logs = np.log(np.concatenate([np.maximum(reader.read_crops(np.asarray(s.crops)), 1e-12) for s in shards]))
    labels = np.concatenate([s.labels for s in shards])
    costs = []
    for temperature in TEMPERATURES:
        heated = logs / temperature
        total = np.log(np.exp(heated - heated.max(axis=1, keepdims=True)).sum(axis=1)) + heated.max(axis=1)
        costs.append(float((total - heated[np.arange(len(labels)), labels]).mean()))
    return float(TEMPERATURES[int(np.argmin(costs))])


def note(folder: Path, name: str, calibration: dict[str, Any]) -> None:
    """Write a calibration into a model card, leaving the rest of it as it is."""
    card = {**load_card(name, folder), "calibration": calibration}
    text = yaml.safe_dump(card, sort_keys=False, allow_unicode=True, width=110)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    sys.exit(main())
