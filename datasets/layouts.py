"""Where cards lie on a table: tricks, fans, rows, heaps, piles; in millimetres, lowest card first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from jassvision.datasets.arrays import Rng

CARD_LENGTH = 89.0
CARD_WIDTH = 57.0


@dataclass(frozen=True)
class Placement:
    """One card: centre in millimetres, turn in degrees clockwise as seen, face down or up, lift off the table in mm."""

    x: float
    y: float
    turn: float
    back: bool = False
    lift: float = 0.3


@dataclass(frozen=True)
class Layout:
    """What lies on the table, lowest first, and the name of its kind; `loose` cards need not be in the picture."""

    kind: str
    cards: tuple[Placement, ...]
    loose: tuple[Placement, ...] = ()


def random_layout(rng: Rng, faces_only: bool = False) -> Layout:
    """A layout drawn as tables show them, at most 36 cards face up; `faces_only` avoids most backs and lone cards."""
    kinds: dict[str, tuple[float, Callable[[Rng], list[Placement]]]] = {
        "trick": (0.30, trick),
        "stacked": (0.08, stacked),
        "scatter": (0.13, scatter),
        "fan": (0.09, fan),
        "row": (0.11, row),
        "column": (0.05, column),
        "grid": (0.05, grid),
        "heap": (0.04, heap),
        "single": (0.10, single),
        "backs": (0.02, pile),
        "many": (0.03, spread),
    }
    names = list(kinds)
    shares = np.array([kinds[name][0] * (0.3 if faces_only and name in ("single", "backs") else 1.0) for name in names])
    kind = names[rng.choice(len(names), p=shares / shares.sum())]
    cards = kinds[kind][1](rng)
    if kind not in ("trick", "stacked", "backs") and rng.random() < 0.12:
        cards = [replace(card, back=True) if rng.random() < 0.4 else card for card in cards]
    loose: list[Placement] = []
    if kind in ("trick", "stacked", "single", "scatter") and rng.random() < (0.08 if faces_only else 0.45):
        for _ in range(int(rng.integers(1, 5))):
            loose += moved(pile(rng), *around(rng, 150, 330))
    if kind in ("trick", "stacked") and rng.random() < 0.12:
        loose += moved([replace(card, back=bool(rng.random() < 0.5)) for card in fan(rng)], *around(rng, 200, 320))
    if sum(not card.back for card in (*cards, *loose)) > 36:
        loose = [card for card in loose if card.back]
    return Layout(kind, tuple(cards), tuple(loose))


def around(rng: Rng, near: float, far: float) -> tuple[float, float, float]:
    """A place between two distances from the middle, and a turn that looks towards it, with scatter."""
    angle, distance = rng.uniform(0, 360), rng.uniform(near, far)
    x, y = distance * np.cos(np.radians(angle)), distance * np.sin(np.radians(angle))
    return float(x), float(y), float(angle + 90 + rng.normal(0, 15))


def moved(cards: list[Placement], x: float, y: float, turn: float) -> list[Placement]:
    """The cards turned about the origin by degrees, then shifted."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    return [
        replace(card, x=float(c * card.x - s * card.y + x), y=float(s * card.x + c * card.y + y), turn=card.turn + turn)
        for card in cards
    ]


def trick(rng: Rng) -> list[Placement]:
    """One to four cards, each laid from its side of the table, apart, touching or crossed."""
    count = int(rng.choice([1, 2, 3, 4], p=[0.12, 0.2, 0.24, 0.44]))
    reach = rng.choice([rng.uniform(0, 25), rng.uniform(25, 60), rng.uniform(60, 110)], p=[0.25, 0.5, 0.25])
    first, slack, askew = int(rng.integers(4)), rng.uniform(2, 16), rng.uniform(2, 18)
    sideways = rng.random() < 0.15
    cards = []
    for k in range(count):
        side = np.radians(90 * ((first - k) % 4))
        x, y = reach * np.cos(side) + rng.normal(0, slack), reach * np.sin(side) + rng.normal(0, slack)
        turn = np.degrees(side) + 90 + (90 if sideways else 0) + rng.normal(0, askew)
        cards.append(Placement(float(x), float(y), float(turn), lift=0.3 + 0.4 * k))
    return cards


def stacked(rng: Rng) -> list[Placement]:
    """Two to nine cards each laid on the last ones, nearly hiding them."""
    count = int(rng.choice([2, 3, 4, 5, 7, 9], p=[0.25, 0.3, 0.3, 0.05, 0.05, 0.05]))
    slack, askew = rng.uniform(5, 28), rng.choice([8.0, 30.0, 90.0])
    turn = rng.uniform(0, 360)
    return [
        Placement(
            float(rng.normal(0, slack)),
            float(rng.normal(0, slack)),
            float(turn + rng.normal(0, askew)),
            lift=0.3 + 0.4 * k,
        )
        for k in range(count)
    ]


def scatter(rng: Rng) -> list[Placement]:
    """Cards thrown on the table, some touching."""
    count = int(rng.integers(2, 14))
    room = 62 * np.sqrt(count) * rng.uniform(0.6, 1.3)
    any_turn = rng.random() < 0.7
    base = rng.uniform(0, 360)
    return [
        Placement(
            float(rng.uniform(-room, room)),
            float(rng.uniform(-room, room) * 0.7),
            float(rng.uniform(0, 360) if any_turn else base + rng.normal(0, 8) + 180 * rng.integers(2)),
            lift=float(rng.uniform(0.2, 1.5)),
        )
        for _ in range(count)
    ]


def fan(rng: Rng) -> list[Placement]:
    """Cards spread about a point below them, as held in a hand or shown as a Weis."""
    count = int(rng.integers(3, 13)) if rng.random() < 0.3 else int(rng.integers(3, 10))
    step, radius = rng.uniform(5, 20), rng.uniform(55, 130)
    leftwards = rng.random() < 0.15  # most people fan so that the left index shows
    cards = []
    for k in range(count):
        angle = (k - (count - 1) / 2) * step + rng.normal(0, 1.2)
        out = radius + rng.normal(0, 2.5)
        cards.append(
            Placement(
                float(out * np.sin(np.radians(angle))),
                float(-out * np.cos(np.radians(angle)) + radius),
                float(angle),
                lift=0.4,
            )
        )
    return cards[::-1] if leftwards else cards


def row(rng: Rng) -> list[Placement]:
    """Cards side by side, overlapping or with gaps, upright or across."""
    count = int(rng.integers(2, 10))
    pitch = CARD_WIDTH * rng.choice(
        [rng.uniform(0.2, 0.6), rng.uniform(0.6, 1.0), rng.uniform(1.0, 1.5)], p=[0.35, 0.2, 0.45]
    )
    slack, askew = rng.uniform(0.5, 8), rng.uniform(0.5, 8)
    cards = [
        Placement(
            float((k - (count - 1) / 2) * pitch + rng.normal(0, slack * 0.5)),
            float(rng.normal(0, slack)),
            float(rng.normal(0, askew)),
        )
        for k in range(count)
    ]
    return cards[::-1] if rng.random() < 0.3 else cards


def column(rng: Rng) -> list[Placement]:
    """Cards below each other, each hiding much of the last."""
    count = int(rng.integers(2, 8))
    pitch = CARD_LENGTH * rng.uniform(0.15, 0.75)
    slack, askew = rng.uniform(0.5, 8), rng.uniform(0.5, 9)
    cards = [
        Placement(float(rng.normal(0, slack)), float((k - (count - 1) / 2) * pitch), float(rng.normal(0, askew)))
        for k in range(count)
    ]
    return cards[::-1] if rng.random() < 0.3 else cards


def grid(rng: Rng) -> list[Placement]:
    """Rows and columns, as when a whole pack is laid out to be counted; also a few cards in two rows."""
    across, down = (
        (int(rng.integers(2, 6)), 2) if rng.random() < 0.6 else (int(rng.integers(4, 10)), int(rng.integers(3, 5)))
    )
    slack, askew = rng.uniform(0.5, 10), rng.uniform(0.5, 10)
    wide, high = CARD_WIDTH * rng.uniform(0.75, 1.4), CARD_LENGTH * rng.uniform(0.6, 1.3)
    return [
        Placement(
            float((i - (across - 1) / 2) * wide + rng.normal(0, slack)),
            float((j - (down - 1) / 2) * high + rng.normal(0, slack)),
            float(rng.normal(0, askew)),
        )
        for j in range(down)
        for i in range(across)
    ]


def heap(rng: Rng) -> list[Placement]:
    """Many cards thrown together, most of them partly hidden."""
    count, room = int(rng.integers(6, 19)), rng.uniform(40, 90)
    return [
        Placement(
            float(rng.normal(0, room)),
            float(rng.normal(0, room)),
            float(rng.uniform(0, 360)),
            lift=float(rng.uniform(0.3, 2.5)),
        )
        for _ in range(count)
    ]


def spread(rng: Rng) -> list[Placement]:
    """The most of a pack over the whole table."""
    count, room = int(rng.integers(15, 37)), rng.uniform(150, 320)
    return [
        Placement(float(rng.uniform(-room, room)), float(rng.uniform(-room, room) * 0.65), float(rng.uniform(0, 360)))
        for _ in range(count)
    ]


def single(rng: Rng) -> list[Placement]:
    """One card."""
    return [Placement(0.0, 0.0, float(rng.normal(0, 12) if rng.random() < 0.4 else rng.uniform(0, 360)))]


def pile(rng: Rng) -> list[Placement]:
    """A pile of cards face down, squared up or loose; a Jass pile holds up to nine tricks."""
    count = int(rng.choice([1, 2, 4, 6, 9, 12]))
    slack, askew = rng.uniform(0.3, 1.2), rng.uniform(0.2, 2.0)
    if rng.random() < 0.3:
        slack, askew = rng.uniform(3, 15), rng.uniform(3, 25)
    lean = rng.normal(0, 0.5, 2)
    return [
        Placement(
            float(rng.normal(0, slack) + lean[0] * k),
            float(rng.normal(0, slack) + lean[1] * k),
            float(rng.normal(0, askew)),
            back=True,
            lift=0.3 + 0.3 * k,
        )
        for k in range(count)
    ]
