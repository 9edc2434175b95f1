"""Files of labelled crops, as the generator of scenes writes them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


class Shard:
    """One file `crops*.npy` of (n, 128, 80, 3) uint8 crops, BGR, and its labels."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.crops: NDArray[np.uint8] = np.load(path, mmap_mode="r")
        self.labels = read_labels(path)
        count = min(len(self.crops), len(self.labels))
        self.crops, self.labels = self.crops[:count], self.labels[:count]


def read_labels(shard: Path) -> NDArray[np.int64]:
    """Class numbers of the crops of a shard, from the JSON file of the same stem beside it ("classes").

    Raises:
        ValueError: the shard has no labels.
    """
    path = shard.with_suffix(".json")
    if not path.is_file():
        raise ValueError(f"The crops {shard} have no labels {path.name} beside them.")
    return np.array(json.loads(path.read_text(encoding="utf-8"))["classes"], np.int64)
