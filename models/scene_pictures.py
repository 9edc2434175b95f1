"""Labelled scenes as training batches: turned, moved and scaled at random, with boxes of what stays visible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import DataLoader, Dataset, Sampler
from ultralytics.data.dataset import YOLODataset
from ultralytics.utils.ops import xyxyxyxy2xywhr

GREY = 114
"""Brightness of the border that fills a picture up to its frame, as at run time."""

STRIDE = 32
"""Sides of a frame are multiples of the network's coarsest stride, in pixels."""

SMALLEST_SIDE = 5.0
"""A box whose short side is below this many pixels after the transform is not a label."""

SMALLEST_SHARE = 0.12
"""A box of which less than this share stays in the frame is not a label."""

Key = tuple[int, int, int, int]
"""Number of the picture, height and width of the frame, seed of the transform (0: only letterboxed)."""


class ScenePictures(Dataset[dict[str, Any]]):
    """Pictures with labels from folders that hold `images/*.jpg` and `labels/*.txt` (class x1 y1 ... x4 y4, in [0, 1]).

    Args:
        folders: folders and their weights (how often their pictures are drawn against others).
        held_out: the first so many pictures of the first folder are for validation.
        validation: take the held out pictures instead of the others.
    """

    def __init__(self, folders: Sequence[tuple[Path, float]], held_out: int, validation: bool) -> None:
        self.folders, self.held_out, self.validation = folders, held_out, validation
        self.look_again()
        if not self.pictures:
            raise ValueError(
                f"No labelled pictures for {'validation' if validation else 'training'} in "
                f"{', '.join(str(f) for f, _ in folders)}: need more than {held_out} images/*.jpg with labels/*.txt."
            )

    def look_again(self) -> None:
        """List the folders anew: a generator may still be at work in them."""
        self.pictures: list[Path] = []
        weights: list[float] = []
        for number, (folder, weight) in enumerate(self.folders):
            labelled = {p.stem for p in (folder / "labels").glob("*.txt")}
            names = sorted(p for p in (folder / "images").iterdir() if p.stem in labelled)
            if number == 0:
                names = names[: self.held_out] if self.validation else names[self.held_out :]
            elif self.validation:
                continue
            self.pictures += names
            weights += [weight] * len(names)
        self.weights = np.asarray(weights, np.float64)

    def __len__(self) -> int:
        return len(self.pictures)

    def __getitem__(self, key: Key) -> dict[str, Any]:
        number, height, width, seed = key
        path = self.pictures[number]
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:  # still being written: a blank picture costs less than a stopped training
            picture, classes = np.full((height, width, 3), GREY, np.uint8), np.zeros(0, np.int64)
            quads = np.zeros((0, 4, 2))
        else:
            classes, quads = read_labels(path.parent.parent / "labels" / f"{path.stem}.txt", picture.shape[1::-1])
        size = picture.shape[:2]
        if seed:
            rng = np.random.default_rng(seed)
            matrix, fill = random_placing(size, (height, width), rng)
        else:
            rng, (matrix, fill) = None, (fitting(size, (height, width)), (GREY, GREY, GREY))
        frame = place(picture, matrix, (height, width), fill)
        boxes, kept = boxes_after(quads, matrix, (height, width))
        if rng is not None:
            frame = recolour(frame, rng)
        scale = float(matrix[0, 0])
        boxes[:, [0, 2]] /= width
        boxes[:, [1, 3]] /= height
        return {
            "img": torch.from_numpy(np.ascontiguousarray(frame[:, :, ::-1].transpose(2, 0, 1))),
            "cls": torch.from_numpy(classes[kept].astype(np.float32)).view(-1, 1),
            "bboxes": torch.from_numpy(boxes.astype(np.float32)),
            "batch_idx": torch.zeros(len(boxes)),
            "im_file": str(path),
            "ori_shape": size,
            "resized_shape": (height, width),
            "ratio_pad": ((scale, scale), (float(matrix[0, 2]), float(matrix[1, 2]))),
        }


class Drawing(Sampler[Key]):
    """Draws the pictures of an epoch at random, in batches whose frames have one shape.

    Args:
        pictures: what to draw from; listed anew at every epoch.
        count: pictures in an epoch.
        batch: pictures in a batch.
        shapes: (height, width, share) of the frames.
        seed: with the number of the epoch it fixes what is drawn.
    """

    def __init__(
        self, pictures: ScenePictures, count: int, batch: int, shapes: Sequence[tuple[int, int, float]], seed: int
    ) -> None:
        self.pictures, self.count, self.batch, self.shapes, self.seed = pictures, count, batch, shapes, seed
        self.epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch is drawn next, so that a training that goes on does not see the first epochs again."""
        self.epoch = epoch

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Key]:
        rng = np.random.default_rng((self.seed, self.epoch))
        self.pictures.look_again()
        order = self._walk(self.epoch * self.count)
        self.epoch += 1
        share = np.array([s for _, _, s in self.shapes])
        for start in range(0, self.count, self.batch):
            height, width, _ = self.shapes[rng.choice(len(share), p=share / share.sum())]
            for number in order[start : start + self.batch]:
                yield int(number), height, width, int(rng.integers(1, 2**62))

    def _walk(self, position: int) -> NDArray[np.int64]:
        """The next pictures of an endless walk that shows every picture once before any a second time."""
        found: list[NDArray[np.int64]] = []
        missing = self.count
        while missing:
            weights = self.pictures.weights
            length = max(1, int(weights.sum()))
            rng = np.random.default_rng((self.seed, 7, position // length))
            times = np.floor(weights + rng.random(len(weights))).astype(np.int64)
            turn = rng.permutation(np.repeat(np.arange(len(weights)), times))
            piece = turn[position % length :][:missing] if position % length < len(turn) else turn[:missing]
            found.append(piece)
            missing -= len(piece)
            position += len(piece)
        return np.concatenate(found)


def training_loader(drawing: Drawing) -> DataLoader[dict[str, Any]]:
    """Batches of an epoch."""
    return DataLoader(drawing.pictures, drawing.batch, sampler=drawing, collate_fn=YOLODataset.collate_fn)


def validation_loader(pictures: ScenePictures, size: int) -> DataLoader[dict[str, Any]]:
    """Every held out picture alone in its own frame: longest side `size`, sides filled up to multiples of 32."""
    keys: list[Key] = []
    for number, path in enumerate(pictures.pictures):
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None:
            raise ValueError(f"{path} is no picture.")
        keys.append((number, *frame_shape(picture.shape[:2], size), 0))
    return DataLoader(pictures, 1, sampler=_Listed(keys), collate_fn=YOLODataset.collate_fn)


class _Listed(Sampler[Key]):
    def __init__(self, keys: list[Key]) -> None:
        self.keys = keys

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Key]:
        return iter(self.keys)


def frame_shape(picture: tuple[int, int], size: int) -> tuple[int, int]:
    """(height, width) of the frame of a picture of (height, width): longest side `size`, multiples of 32."""
    ratio = size / max(picture)
    height, width = (max(STRIDE, -(-round(side * ratio) // STRIDE) * STRIDE) for side in picture)
    return height, width


def read_labels(path: Path, size_wh: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Classes (n,) and corners (n, 4, 2) in pixels from a label file of ultralytics' oriented boxes."""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    if not rows:
        return np.zeros(0, np.int64), np.zeros((0, 4, 2))
    values = np.array(rows, np.float64)
    return values[:, 0].astype(np.int64), values[:, 1:9].reshape(-1, 4, 2) * np.asarray(size_wh, np.float64)


def fitting(picture: tuple[int, int], frame: tuple[int, int]) -> NDArray[np.float64]:
    """(2, 3) matrix that shrinks or enlarges a picture to fit into the middle of its frame."""
    ratio = min(frame[0] / picture[0], frame[1] / picture[1])
    return np.array([[ratio, 0, (frame[1] - picture[1] * ratio) / 2], [0, ratio, (frame[0] - picture[0] * ratio) / 2]])


def random_placing(
    picture: tuple[int, int], frame: tuple[int, int], rng: np.random.Generator
) -> tuple[NDArray[np.float64], tuple[int, int, int] | None]:
    """A random similarity, never a reflection, from picture to frame; the colour of the border (None: drawn out)."""
    height, width = picture
    quarter = float(rng.integers(4)) * 90.0
    if rng.random() < 0.5:  # prefer the quarter turns that suit the frame
        quarter = float(rng.integers(2)) * 180.0 + (90.0 if (height > width) != (frame[0] > frame[1]) else 0.0)
    kind = rng.random()
    turn = quarter + (
        0.0 if kind < 0.35 else float(rng.uniform(-12, 12)) if kind < 0.8 else float(rng.uniform(-45, 45))
    )
    radians = np.deg2rad(turn)
    cos, sin = np.cos(radians), np.sin(radians)
    across, along = abs(cos) * width + abs(sin) * height, abs(sin) * width + abs(cos) * height
    fit, cover = min(frame[1] / across, frame[0] / along), max(frame[1] / across, frame[0] / along)
    kind = rng.random()
    if kind < 0.45:
        scale = fit * float(rng.uniform(0.95, 1.05))
    elif kind < 0.53:
        scale = fit * float(rng.uniform(0.6, 0.95))
    else:
        scale = float(np.exp(rng.uniform(np.log(fit), np.log(cover * 1.6))))
    room = np.array([frame[1] - across * scale, frame[0] - along * scale]) / 2
    middle = np.array([frame[1], frame[0]]) / 2 + room * rng.uniform(-1, 1, 2)
    matrix = np.array([[cos * scale, -sin * scale, 0], [sin * scale, cos * scale, 0]])
    matrix[:, 2] = middle - matrix[:, :2] @ np.array([width / 2, height / 2])
    kind = rng.random()
    if kind < 0.5:
        return matrix, (GREY, GREY, GREY)
    if kind < 0.75:
        blue, green, red = (int(v) for v in rng.integers(0, 256, 3))
        return matrix, (blue, green, red)
    return matrix, None


def place(
    picture: NDArray[np.uint8], matrix: NDArray[np.float64], frame: tuple[int, int], fill: tuple[int, int, int] | None
) -> NDArray[np.uint8]:
    """The picture in its frame; strong reductions are averaged, as a camera's pixels are."""
    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    if scale < 0.7:
        half = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        matrix = matrix.copy()
        matrix[:, 0] *= picture.shape[1] / half.shape[1]
        matrix[:, 1] *= picture.shape[0] / half.shape[0]
        picture = half
    border = cv2.BORDER_REPLICATE if fill is None else cv2.BORDER_CONSTANT
    return cv2.warpAffine(  # type: ignore[return-value]
        picture, matrix, (frame[1], frame[0]), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill or (0, 0, 0)
    )


def boxes_after(
    quads: NDArray[np.float64], matrix: NDArray[np.float64], frame: tuple[int, int]
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Oriented boxes (n, 5: x, y, w, h in pixels, angle) of the parts that stay in the frame, and which quads they are.

    A card cut by the frame keeps its own axes: its box is the smallest one along them round what is left.
    """
    boxes, kept = [], []
    edge = np.array([[0, 0], [frame[1], 0], [frame[1], frame[0]], [0, frame[0]]], np.float32)
    for number, quad in enumerate(quads):
        points = (quad @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)
        if (points < 0).any() or (points > (frame[1], frame[0])).any():
            area, left = cv2.intersectConvexConvex(cv2.convexHull(points), edge)
            if left is None or area < SMALLEST_SHARE * cv2.contourArea(points):
                continue
            points = _box_along(points, left.reshape(-1, 2))
        box = xyxyxyxy2xywhr(points.reshape(1, 4, 2))[0]
        if box[3] >= SMALLEST_SIDE:
            boxes.append(box)
            kept.append(number)
    return np.asarray(boxes, np.float64).reshape(-1, 5), np.asarray(kept, np.int64)


def _box_along(quad: NDArray[np.float32], points: NDArray[np.float32]) -> NDArray[np.float32]:
    (_, _), (_, _), angle = cv2.minAreaRect(quad)
    radians = np.deg2rad(angle)
    axes = np.array([[np.cos(radians), np.sin(radians)], [-np.sin(radians), np.cos(radians)]])
    (u0, v0), (u1, v1) = (points @ axes.T).min(0), (points @ axes.T).max(0)
    box: NDArray[np.float32] = (np.array([[u0, v0], [u1, v0], [u1, v1], [u0, v1]]) @ axes).astype(np.float32)
    return box


def recolour(frame: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Random white balance, gamma, contrast and brightness; sometimes grey, blurred or noisy."""
    steps = np.linspace(0, 1, 256) ** float(np.exp(rng.normal(0, 0.18)))
    table = np.empty((1, 256, 3))
    contrast, shift = float(rng.uniform(0.75, 1.25)), float(rng.uniform(-0.1, 0.1))
    for channel in range(3):
        table[0, :, channel] = ((steps - 0.5) * contrast + 0.5 + shift) * float(np.exp(rng.normal(0, 0.07)))
    out = cv2.LUT(frame, np.clip(table * 255, 0, 255).astype(np.uint8))
    if rng.random() < 0.05:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if rng.random() < 0.12:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.4)))
    if rng.random() < 0.12:
        noise = cv2.resize(
            rng.integers(-18, 19, (frame.shape[0] // 2, frame.shape[1] // 2, 3), dtype=np.int16),
            (frame.shape[1], frame.shape[0]),
            interpolation=cv2.INTER_NEAREST,
        )
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    return out  # type: ignore[return-value]
