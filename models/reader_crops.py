"""Labelled crops of cards as training batches: memory-mapped shards, drawn class by class, changed at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from jassvision.models.shards import Shard
from numpy.typing import NDArray
from torch.utils.data import DataLoader, Dataset, Sampler

NOISE_SIDE = 512
"""Side of the sheet of noise from which pieces are cut: fresh noise for every crop would cost most of the time."""

Key = tuple[int, int]
"""Number of the crop, seed of the change (0: as it is)."""


class Crops(Dataset[dict[str, Any]]):
    """All crops of some folders.

    Args:
        folders: folders with `crops*.npy` and their weights.
        held_out: so many crops, spread evenly over the first folder, are for validation.
        validation: take the held out crops instead of the others.
    """

    def __init__(self, folders: Sequence[tuple[Path, float]], held_out: int, validation: bool) -> None:
        self.shards: list[Shard] = []
        where: list[NDArray[np.int64]] = []
        weights: list[NDArray[np.float64]] = []
        for number, (folder, weight) in enumerate(folders):
            # a shard without labels is still being written
            paths = [p for p in sorted(folder.glob("crops*.npy")) if p.with_suffix(".json").is_file()]
            shards = [Shard(path) for path in paths]
            if not shards:
                raise ValueError(f"There are no crops*.npy with crops*.json in {folder}.")
            total = sum(len(s.labels) for s in shards)
            every = max(2, total // held_out) if held_out and number == 0 else 0
            for shard in shards:
                rows = np.arange(len(shard.labels))
                if every:
                    rows = rows[(rows % every == 0) == validation]
                elif validation:
                    rows = rows[:0]
                where.append(np.stack([np.full(len(rows), len(self.shards)), rows], 1))
                weights.append(np.full(len(rows), weight))
                self.shards.append(shard)
        self.where = np.concatenate(where)
        self.weights = np.concatenate(weights)
        self.labels = np.array([self.shards[s].labels[r] for s, r in self.where], np.int64)
        if not len(self.labels):
            raise ValueError(f"No crops for {'validation' if validation else 'training'}.")
        self.noise = np.random.default_rng(0).normal(0, 1, (NOISE_SIDE, NOISE_SIDE, 3)).astype(np.float32)

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, key: Key) -> dict[str, Any]:
        number, seed = key
        shard, row = self.where[number]
        crop = np.asarray(self.shards[shard].crops[row])
        if seed:
            crop = changed(crop, np.random.default_rng(seed), self.noise)
        return {"img": as_input(crop[None])[0], "cls": int(self.labels[number])}


class ClassDrawing(Sampler[Key]):
    """Draws the crops of an epoch at random, every class equally often.

    Args:
        crops: what to draw from.
        count: crops in an epoch.
        seed: with the number of the epoch it fixes what is drawn.
        shares: how often a class is drawn relative to the others, where not 1.
    """

    def __init__(self, crops: Crops, count: int, seed: int, shares: dict[int, float] | None = None) -> None:
        self.count, self.seed, self.epoch = count, seed, 0
        amount = np.bincount(crops.labels, crops.weights)
        wanted = np.ones(len(amount))
        for label, share in (shares or {}).items():
            if label < len(wanted):
                wanted[label] = share
        chance = crops.weights * (wanted / np.maximum(amount, 1e-9))[crops.labels]
        self.chance = np.cumsum(chance / chance.sum())

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch is drawn next."""
        self.epoch = epoch

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Key]:
        rng = np.random.default_rng((self.seed, self.epoch))
        self.epoch += 1
        # evenly spaced in the cumulated chances: a rare class comes exactly as often as it should
        spots = rng.permutation((np.arange(self.count) + rng.random(self.count)) / self.count)
        numbers = np.minimum(np.searchsorted(self.chance, spots, side="right"), len(self.chance) - 1)
        for number in numbers:
            yield int(number), int(rng.integers(1, 2**62))


class _InOrder(Sampler[Key]):
    def __init__(self, count: int) -> None:
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Key]:
        return ((number, 0) for number in range(self.count))


def training_loader(crops: Crops, drawing: ClassDrawing, batch: int) -> DataLoader[dict[str, Any]]:
    """Batches of an epoch."""
    return DataLoader(crops, batch, sampler=drawing, drop_last=True)


def validation_loader(crops: Crops, batch: int) -> DataLoader[dict[str, Any]]:
    """The held out crops in order, unchanged."""
    return DataLoader(crops, batch, sampler=_InOrder(len(crops)))


def as_input(crops: NDArray[np.uint8]) -> torch.Tensor:
    """(n, 3, 128, 80) float RGB in [0, 1] from (n, 128, 80, 3) BGR crops."""
    return torch.from_numpy(np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2))).float() / 255


def changed(crop: NDArray[np.uint8], rng: np.random.Generator, noise: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A crop as another camera and another finder would have given it; never mirrored.

    Args:
        crop: (h, w, 3) BGR.
        rng: source of chance.
        noise: sheet of normal noise, larger than the crop.
    """
    height, width = crop.shape[:2]
    turn = np.deg2rad(float(rng.normal(0, 3.0)) + (180.0 if rng.random() < 0.5 else 0.0))
    sizes = np.exp(rng.normal(0, 0.05, 2))
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shear = np.array([[1.0, float(rng.normal(0, 0.03))], [float(rng.normal(0, 0.03)), 1.0]])
    matrix = np.zeros((2, 3))
    matrix[:, :2] = turned @ shear @ np.diag(sizes)
    middle = np.array([width / 2, height / 2])
    matrix[:, 2] = middle * (1 + rng.normal(0, 0.03, 2)) - matrix[:, :2] @ middle
    out = cv2.warpAffine(crop, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    kind = rng.random()
    if kind < 0.15:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.8)))
    elif kind < 0.30:  # seen from far away
        small = float(rng.uniform(0.3, 0.75))
        out = cv2.resize(out, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        out = cv2.resize(out, (width, height), interpolation=cv2.INTER_LINEAR)
    elif kind < 0.37:  # moved while the shutter was open
        length = int(rng.integers(3, 8))
        streak = cv2.warpAffine(
            _line(length),
            cv2.getRotationMatrix2D((length / 2 - 0.5,) * 2, float(rng.uniform(0, 180)), 1),
            (length,) * 2,
        )
        out = cv2.filter2D(out, -1, streak / max(float(streak.sum()), 1e-6))
    if rng.random() < 0.25:
        _erase(out, rng)
    steps = np.linspace(0, 1, 256) ** float(np.exp(rng.normal(0, 0.18)))
    contrast, shift = float(rng.uniform(0.7, 1.25)), float(rng.normal(0, 0.06))
    table = np.empty((1, 256, 3))
    for channel in range(3):
        table[0, :, channel] = ((steps - 0.5) * contrast + 0.5 + shift) * float(np.exp(rng.normal(0, 0.08)))
    out = cv2.LUT(out, np.clip(table * 255, 0, 255).astype(np.uint8))
    if rng.random() < 0.04:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.25:
        y, x = rng.integers(0, NOISE_SIDE - height), rng.integers(0, NOISE_SIDE - width)
        sigma = float(rng.uniform(2, 14))
        out = np.clip(out + sigma * noise[y : y + height, x : x + width], 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        _, coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(15, 60))])
        out = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return out  # type: ignore[return-value]


def _line(length: int) -> NDArray[np.float32]:
    kernel = np.zeros((length, length), np.float32)
    kernel[length // 2] = 1
    return kernel


def _erase(crop: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Cover a corner, an edge or a spot in the crop, as a finger, another card or a reflection does."""
    height, width = crop.shape[:2]
    h, w = int(height * rng.uniform(0.1, 0.4)), int(width * rng.uniform(0.1, 0.5))
    y, x = int(rng.integers(-h // 2, height - h // 2)), int(rng.integers(-w // 2, width - w // 2))
    piece = crop[max(y, 0) : y + h, max(x, 0) : x + w]
    if rng.random() < 0.3:  # a reflection
        piece[:] = np.clip(piece.astype(np.int16) + int(rng.integers(60, 200)), 0, 255).astype(np.uint8)
    else:
        piece[:] = rng.integers(0, 256, 3, dtype=np.uint8)
