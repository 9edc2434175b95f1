"""Readings of one card added up, and the pack that all readings of a film speak for."""

from __future__ import annotations

from typing import Final

import numpy as np
from jassvision.vision.faces import CODES, PACKS
from numpy.typing import NDArray

LEAST = 2e-4
"""What a single reading gives at least to every face: no one crop may rule a card out."""

LIKENESS = 0.4
"""How alike readings of one card at rest are: n of them count as n / (1 + LIKENESS (n - 1)) independent ones."""

SURE_FACE = 0.985
"""Probability of the likeliest face from which a card is not read again, if it was read SURE_READS times."""

SURE_READS = 3
MOST_READS = 9
"""Readings after which a card is left alone whatever they say: more of the same tell nothing new."""

PACK_STEP = 4.0
"""Most that the readings of one card say for a pack, as logarithm of the odds."""

_COUNT: Final = len(CODES)


class Readings:
    """What was read of one card: a weighted mean of log-likelihoods over the faces of both packs.

    Attributes:
        count: number of readings.
        legible: mean probability that the crop showed a face at all.
    """

    def __init__(self) -> None:
        self.count = 0
        self.legible = 0.0
        self._sum = np.zeros(len(PACKS) * _COUNT)
        self._weight = 0.0

    def add(self, probabilities: NDArray[np.floating]) -> None:
        """One reading (73,) as the reader gives it, in the order of `faces.CLASSES`."""
        given = np.asarray(probabilities, np.float64)
        blank = float(given[-1])
        weight = 1.0 - 0.95 * blank
        self._sum += weight * np.log(np.maximum(given[:-1] + blank / len(self._sum), LEAST))
        self._weight += weight
        self.legible += (1.0 - blank - self.legible) / (self.count + 1)
        self.count += 1

    def evidence(self) -> NDArray[np.float64]:
        """Log-likelihoods (packs, 36), not normalised."""
        if not self._weight:
            return np.zeros((len(PACKS), _COUNT))
        amount = self._weight / (1 + LIKENESS * max(self._weight - 1, 0.0))
        found: NDArray[np.float64] = (self._sum / self._weight * amount).reshape(len(PACKS), _COUNT)
        return found

    def faces(self, pack: str | None) -> NDArray[np.float64]:
        """Log-probabilities (36,) of the faces of a pack; with None either pack's face counts for the card."""
        evidence = self.evidence()
        chosen = np.logaddexp.reduce(evidence, axis=0) if pack is None else evidence[PACKS.index(pack)]
        found: NDArray[np.float64] = chosen - np.logaddexp.reduce(chosen)
        return found

    def best(self, pack: str | None) -> tuple[int, float]:
        """The likeliest face and its probability."""
        faces = self.faces(pack)
        top = int(faces.argmax())
        return top, float(np.exp(faces[top]))

    def sure(self, pack: str | None) -> bool:
        """Whether the card need not be read again."""
        return self.count >= MOST_READS or (self.count >= SURE_READS and self.best(pack)[1] >= SURE_FACE)

    def pack_odds(self) -> float:
        """Log odds of the first pack against the second, within PACK_STEP."""
        first, second = np.logaddexp.reduce(self.evidence(), axis=1)
        return float(np.clip(first - second, -PACK_STEP, PACK_STEP)) * min(1.0, self.legible * 1.2)


def face_of(probabilities: NDArray[np.floating], pack: str | None) -> tuple[int, float]:
    """The likeliest face of a single reading (73,) and its probability."""
    parts = np.asarray(probabilities[:-1], np.float64).reshape(len(PACKS), _COUNT)
    faces = parts.sum(axis=0) if pack is None else parts[PACKS.index(pack)]
    top = int(faces.argmax())
    return top, float(faces[top])
