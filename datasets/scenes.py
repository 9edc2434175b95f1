"""Labelled stills by composition: pictures and oriented boxes for the finder, straightened crops for the reader.

    python -m jassvision.datasets.scenes --out DIR --count 1000 --seed 1 [--material FOLDER] [--crops] [--no-images]

Writes DIR/images/NNNNNN.jpg, DIR/labels/NNNNNN.txt (ultralytics' OBB form: class and four corners in [0, 1]; class 0 a
face, 1 a back), DIR/labels.jsonl (one line a picture with every card), and with --crops shards DIR/crops-SSSS.npy
(n, 128, 80, 3) BGR with DIR/crops-SSSS.json: {"classes": [index into vision.faces.CLASSES], "facts": [...]}.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from jassvision.datasets.compose import Framing, Still, compose
from jassvision.datasets.material import open_material
from jassvision.datasets.photos import Photo, photo_crops, read_photos
from jassvision.datasets.reader_crops import Crops, crops_of

SHARD = 100
"""Pictures in one block of work: what one process does in a row and one shard of crops holds."""

CARD_PX = (58.0, 220.0)
"""Pixels of a card's length in the pictures that reader crops are cut from."""

PHOTO_SHARE = 0.04
"""Chance, for every still, that the crops of one labelled photo are added."""


@dataclass(frozen=True)
class Order:
    """What to make: `count` pictures from `seed` into `out`."""

    out: Path
    count: int
    seed: int
    material: Path | None = None
    own_share: float = 0.35
    size: int = 640
    crops: bool = False
    images: bool = True
    first: int = 0


def make_scenes(order: Order, jobs: int = 1) -> Iterator[int]:
    """Make everything ordered, in blocks; yields the number of pictures done so far.

    A picture depends on the seed and its number alone, whatever the number of jobs.
    """
    for folder in ("images", "labels"):
        (order.out / folder).mkdir(parents=True, exist_ok=True)
    starts = range(order.first, order.first + order.count, SHARD)
    done = 0
    with (order.out / "labels.jsonl").open("a" if order.first else "w", encoding="utf-8") as lines:
        for records in map_blocks(order, list(starts), jobs):
            lines.writelines(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
            lines.flush()
            done += min(SHARD, order.count - done)
            yield done


def map_blocks(order: Order, starts: list[int], jobs: int) -> Iterator[list[dict[str, object]]]:
    """The label records of every block, in order."""
    if jobs <= 1:
        for start in starts:
            yield make_block(order, start)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(make_block, [order] * len(starts), starts)


def make_block(order: Order, start: int) -> list[dict[str, object]]:
    """Make the pictures from number `start` on, and their crops."""
    cv2.setNumThreads(1)
    material = open_material(order.material, order.own_share)
    photos = labelled_photos(order.material) if order.crops else []
    records: list[dict[str, object]] = []
    pieces: list[Crops] = []
    for index in range(start, min(start + SHARD, order.first + order.count)):
        if order.images:
            still = compose(np.random.default_rng([order.seed, index]), material, Framing(order.size))
            records.append(write_still(order.out, index, still))
        if order.crops:
            rng = np.random.default_rng([order.seed, index, 1])
            pieces.append(crops_of(rng, compose(rng, material, Framing(order.size, CARD_PX))))
            if photos and rng.random() < PHOTO_SHARE:
                pieces.append(photo_crops(rng, photos[int(rng.integers(len(photos)))], "french"))
    if order.crops:
        write_crops(order.out, start // SHARD, pieces)
    return records


def labelled_photos(material: Path | None) -> list[Photo]:
    """The photos for training in a material folder; those of photos/dev are never touched."""
    if material is None or not (material / "photos" / "train").is_dir():
        return []
    return [
        photo
        for labels in sorted((material / "photos" / "train").glob("*/labels.json"))
        for photo in read_photos(labels.parent)
    ]


def write_still(out: Path, index: int, still: Still) -> dict[str, object]:
    """Write a picture and its boxes; returns its record for labels.jsonl."""
    h, w = still.picture.shape[:2]
    name = f"images/{index:06d}.jpg"
    cv2.imwrite(str(out / name), still.picture, [cv2.IMWRITE_JPEG_QUALITY, 94])
    rows = []
    for card in still.cards:
        corners = np.clip(card.seen.quad / (w, h), 0, 1).ravel()
        rows.append(f"{int(card.code == 'back')} " + " ".join(f"{value:.6f}" for value in corners))
    (out / "labels" / f"{index:06d}.txt").write_text("".join(row + "\n" for row in rows), encoding="utf-8")
    return {
        "image": name,
        "size": [w, h],
        "pack": still.deck.pack,
        "deck": still.deck.name,
        "layout": still.layout,
        "cards": [
            {
                "card": card.code,
                "quad": np.round(card.seen.quad, 1).tolist(),
                "full": np.round(card.seen.full, 1).tolist(),
                "visible": round(card.seen.visible, 3),
            }
            for card in still.cards
        ],
    }


def write_crops(out: Path, shard: int, pieces: list[Crops]) -> None:
    """Write one shard of crops and their labels."""
    pieces = [piece for piece in pieces if len(piece.classes)]
    pictures = np.concatenate([piece.pictures for piece in pieces]) if pieces else np.empty((0, 128, 80, 3), np.uint8)
    np.save(out / f"crops-{shard:04d}.npy", pictures)
    classes = [int(c) for piece in pieces for c in piece.classes]
    facts = [fact for piece in pieces for fact in piece.facts]
    (out / f"crops-{shard:04d}.json").write_text(json.dumps({"classes": classes, "facts": facts}), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m jassvision.datasets.scenes",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, required=True, help="number of pictures")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--first", type=int, default=0, help="number of the first picture: to go on where a run stopped"
    )
    parser.add_argument(
        "--material", type=Path, help="folder with decks/, textures/, hands/, photos/train/ (else all is our own)"
    )
    parser.add_argument(
        "--own-share", type=float, default=0.35, help="share of our own drawn decks where there are scanned ones"
    )
    parser.add_argument("--size", type=int, default=640, help="longer side of the pictures in pixels")
    parser.add_argument("--crops", action="store_true", help="also cut crops for the reader, from larger pictures")
    parser.add_argument("--no-images", action="store_true", help="only crops")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args(arguments)
    if given.count < 1 or given.size < 160 or not 0 <= given.own_share <= 1 or given.first % SHARD:
        print(
            f"scenes: use --count from 1, --size from 160, --own-share from 0 to 1, --first a multiple of {SHARD}",
            file=sys.stderr,
        )
        return 2
    if given.no_images and not given.crops:
        print("scenes: --no-images without --crops leaves nothing to do; add --crops", file=sys.stderr)
        return 2
    order = Order(
        given.out,
        given.count,
        given.seed,
        given.material,
        given.own_share,
        given.size,
        given.crops,
        not given.no_images,
        given.first,
    )
    try:
        for done in make_scenes(order, given.jobs):
            print(f"\r{done} of {given.count} pictures", end="", file=sys.stderr, flush=True)
    except (OSError, ValueError) as error:
        print(f"\nscenes: {error}", file=sys.stderr)
        return 2
    print(file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
