"""Read the cards that were found: probabilities over the faces of both packs, from crops of the full picture."""

from __future__ import annotations

from typing import Final

import numpy as np
from jassvision.models.weights import THREADS, Network, load_session
from jassvision.vision.crops import cut_crops
from jassvision.vision.faces import CLASSES, CODES, PACKS
from jassvision.vision.finder import Sightings
from numpy.typing import NDArray

BATCH = 16
"""Crops that go through the network at once: more take memory and gain no time."""

AUTO: Final = "auto"
"""Find out which pack is on the table."""

UNREADABLE_INDEX: Final = CLASSES.index("unreadable")

LOOKS: Final = ((1.0, 0.0, False), (1.0, 5.0, True), (1.0, -5.0, False), (1.06, 0.0, True), (0.95, 0.0, False))
"""How a thorough reader cuts each card: size of the box, degrees it is turned, whether the crop is turned upside down.
A finder's boxes are a few per cent and degrees off, and up and down of a card are not told."""

LEAST_LIKELY = 1e-4
"""Probability below which one crop says no more against a pack: a single odd crop must not decide."""


class Reader:
    """Reads cards with the network `reader`.

    Args:
        pack: `swiss` or `french` if it is known which pack is on the table, else `auto`.
        thorough: cut every card several times, a little differently, and take the mean; for single pictures.
        threads: CPU threads.
        network: another network than the one that comes with the program.

    Raises:
        ValueError: there is no such pack.
        WeightsError: the weights are missing or not those of their card.
    """

    def __init__(
        self, pack: str = AUTO, *, thorough: bool = False, threads: int = THREADS, network: Network | None = None
    ) -> None:
        if pack not in (*PACKS, AUTO):
            raise ValueError(f"There is no pack {pack!r}: write {', '.join(PACKS)} or {AUTO}.")
        self.pack, self.thorough = pack, thorough
        self.network = network or load_session("reader", threads)
        self._source = self.network.session.get_inputs()[0].name
        self._temperature = float((self.network.card.get("calibration") or {}).get("temperature", 1.0))

    def read(self, picture: NDArray[np.uint8], sightings: Sightings) -> NDArray[np.float32]:
        """Probabilities (n, 73) over CLASSES for every sighting in a (height, width, 3) BGR picture.

        With a given pack the faces of the other pack have probability 0; with `auto` nothing is decided here.
        """
        if not self.thorough or not len(sightings):
            return self.read_crops(cut_crops(picture, sightings.corners))
        readings = []
        for size, degrees, upside_down in LOOKS:
            crops = cut_crops(picture, _about_middle(sightings.corners, size, degrees))
            readings.append(self.read_crops(crops[:, ::-1, ::-1] if upside_down else crops))
        mean: NDArray[np.float32] = np.mean(readings, axis=0, dtype=np.float32)
        return mean

    def read_crops(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Probabilities (n, 73) for (n, 128, 80, 3) crops as `cut_crops` gives them."""
        if not len(crops):
            return np.zeros((0, len(CLASSES)), np.float32)
        probabilities = self._run(crops)
        return probabilities if self.pack == AUTO else restricted(probabilities, self.pack)

    def _run(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        parts = [
            self.network.session.run(None, {self._source: np.ascontiguousarray(crops[start : start + BATCH])})[0]
            for start in range(0, len(crops), BATCH)
        ]
        logits = np.concatenate(parts) / self._temperature
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities: NDArray[np.float32] = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
        return probabilities


def _about_middle(corners: NDArray[np.float32], size: float, degrees: float) -> NDArray[np.float32]:
    """Boxes (n, 4, 2) made larger or smaller and turned (from x towards y) about their middles."""
    middles = corners.mean(axis=1, keepdims=True)
    turn = np.radians(degrees)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32) * size
    moved: NDArray[np.float32] = ((corners - middles) @ matrix + middles).astype(np.float32)
    return moved


def restricted(probabilities: NDArray[np.float32], pack: str) -> NDArray[np.float32]:
    """Probabilities (n, 73) given that the cards are of this pack: the other pack's faces have none."""
    allowed = _of_pack(pack)
    allowed[UNREADABLE_INDEX] = True
    kept = np.where(allowed, probabilities, 0)
    found: NDArray[np.float32] = (kept / np.maximum(kept.sum(axis=1, keepdims=True), 1e-9)).astype(np.float32)
    return found


def best_pack(probabilities: NDArray[np.float32]) -> str | None:
    """The pack that explains all readings (n, 73) best, by the sum of log-likelihoods; None where nothing is read."""
    if not len(probabilities):
        return None
    said = []
    for pack in PACKS:
        explained = probabilities[:, _of_pack(pack)].sum(axis=1) + probabilities[:, UNREADABLE_INDEX]
        said.append(float(np.log(np.maximum(explained, LEAST_LIKELY)).sum()))
    return PACKS[int(np.argmax(said))]


def likeliest(probabilities: NDArray[np.float32], count: int = 3) -> list[tuple[str, float]]:
    """The likeliest codes of one reading (73,) with their probabilities, whatever the pack."""
    faces = np.sum([probabilities[_of_pack(pack)] for pack in PACKS], axis=0)
    order = np.argsort(-faces, kind="stable")[:count]
    return [(CODES[i], float(faces[i])) for i in order]


def _of_pack(pack: str) -> NDArray[np.bool_]:
    return np.array([name.startswith(f"{pack}-") for name in CLASSES])
