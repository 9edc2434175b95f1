"""Failures as one picture: a person sees in a minute what goes wrong."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from jassvision.vision.eyes import Seen
from numpy.typing import NDArray

TILE_WH = (420, 300)
ACROSS = 4
MOST_TILES = 60
CAPTION = 22
"""Height of the caption below a tile, in pixels."""


@dataclass(frozen=True)
class Failure:
    """A picture in which something was missed or misread: what, and where the labels say cards are (n, 4, 2)."""

    picture: NDArray[np.uint8]
    seen: Seen
    caption: str
    labels: tuple[NDArray[np.float32], ...] = ()


def write_sheet(failures: list[Failure], path: Path) -> None:
    """Write up to 60 failures, spread evenly over all, as a PNG: labels red, sure cards green, guesses yellow."""
    chosen = failures
    if len(failures) > MOST_TILES:
        chosen = [failures[i] for i in np.linspace(0, len(failures) - 1, MOST_TILES).round().astype(int)]
    if not chosen:
        return
    tiles = [_tile(failure) for failure in chosen]
    tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % ACROSS)
    rows = [np.hstack(tiles[start : start + ACROSS]) for start in range(0, len(tiles), ACROSS)]
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.vstack(rows))


def _tile(failure: Failure) -> NDArray[np.uint8]:
    height, width = failure.picture.shape[:2]
    ratio = min(TILE_WH[0] / width, TILE_WH[1] / height)
    small = cv2.resize(failure.picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
    for corners in failure.labels:
        cv2.polylines(small, [np.int32(corners * ratio)], True, (60, 60, 255), 2, cv2.LINE_AA)
    for card in failure.seen.cards:
        if card.confidence < 0.1:
            continue
        colour = (80, 220, 80) if card.sure else (40, 220, 240)
        cv2.polylines(small, [np.int32(card.corners * ratio)], True, colour, 1, cv2.LINE_AA)
        x, y = (card.corners.mean(axis=0) * ratio).astype(int)
        _write(small, f"{card.card} {card.confidence:.2f}", (int(x) - 20, int(y) + 4), colour)
    tile = np.zeros((TILE_WH[1] + CAPTION, TILE_WH[0], 3), np.uint8)
    tile[: small.shape[0], : small.shape[1]] = small
    _write(tile, failure.caption[:64], (4, TILE_WH[1] + 15), (235, 235, 235))
    return tile


def _write(out: NDArray[np.uint8], text: str, place: tuple[int, int], colour: tuple[int, int, int]) -> None:
    cv2.putText(out, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(out, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)
