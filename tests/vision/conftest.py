"""Networks that answer what a test tells them, in place of trained ones: the fixtures `played` and `rows`."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from jassvision.models.weights import Network


class Played:
    """What a session of onnxruntime looks like to finder and reader."""

    def __init__(self, answer: Callable[[np.ndarray], np.ndarray]) -> None:
        self.answer = answer
        self.inputs: list[np.ndarray] = []

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name="pictures")]

    def get_outputs(self) -> list[Any]:
        return [SimpleNamespace(name="cards")]

    def run(self, _: object, feeds: dict[str, np.ndarray]) -> list[np.ndarray]:
        self.inputs.append(feeds["pictures"])
        return [self.answer(feeds["pictures"]).astype(np.float32)]


def _played(answer: Callable[[np.ndarray], np.ndarray], card: dict[str, Any] | None = None) -> Network:
    """A network whose output is `answer(input)`."""
    return Network(Played(answer), card or {})  # type: ignore[arg-type]


def _rows(*cards: tuple[float, ...]) -> Callable[[np.ndarray], np.ndarray]:
    """An answer of the finder: the given rows (x, y, width, height, score, class, angle), filled up to a hundred."""
    table = np.zeros((1, 100, 7), np.float32)
    for number, card in enumerate(cards):
        table[0, number] = card
    return lambda _: table.copy()


@pytest.fixture
def played() -> Callable[..., Network]:
    """Makes a network whose output is `answer(input)`; its session keeps the inputs in `inputs`."""
    return _played


@pytest.fixture
def rows() -> Callable[..., Callable[[np.ndarray], np.ndarray]]:
    """Makes an answer of the finder from rows x, y, width, height, score, class, angle."""
    return _rows
