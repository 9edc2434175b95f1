"""Networks that are asked once for each tenth of a second of a looped film and then answer from memory.

A soak is about what the program keeps, not about the networks' speed: with remembered answers an evening goes by in
minutes on any machine, and all the rest - decoding, tracks, decoder, record, states, pictures - is the real thing.
"""

from __future__ import annotations

from typing import Any

import numpy as np

STEP_SECONDS = 0.1
PLACE_PIXELS = 24


class Remembered:
    """Finder and reader of a film; `now` is the film's second that is being looked at."""

    def __init__(self, finder: Any, reader: Any) -> None:
        self._finder, self._reader = finder, reader
        self._found: dict[int, Any] = {}
        self._read: dict[tuple[int, int, int], Any] = {}
        self.size = getattr(finder, "size", None)
        self.now = 0.0
        self.asked = 0

    def find(self, picture):
        key = round(self.now / STEP_SECONDS)
        if key not in self._found:
            self.asked += 1
            self._found[key] = self._finder.find(picture)
        return self._found[key]

    def read(self, picture, sightings):
        middles = np.round(sightings.corners.mean(axis=1) / PLACE_PIXELS).astype(int)
        # a card that lies is the same card for the next half second
        keys = [(round(self.now / (5 * STEP_SECONDS)), int(x), int(y)) for x, y in middles]
        new = [i for i, key in enumerate(keys) if key not in self._read]
        if new:
            self.asked += len(new)
            for i, reading in zip(new, self._reader.read(picture, sightings[np.array(new)]), strict=True):
                self._read[keys[i]] = reading
        return np.stack([self._read[key] for key in keys])
