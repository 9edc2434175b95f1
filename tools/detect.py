"""`jassvision detect IMAGE...`: which cards are in pictures, as a table, as JSON, or drawn into the pictures."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from jassvision.models.weights import THREADS
from jassvision.rules.cards import parse_code
from jassvision.rules.names import card_name
from jassvision.tools.annotate import annotated, doubts
from jassvision.tools.arguments import sentence, threads
from jassvision.tools.whole_file import cannot_be_written, check_folder, check_targets, write_whole
from jassvision.vision.eyes import CardSeen, Eyes, Seen, entry
from jassvision.vision.faces import PACKS
from jassvision.vision.finder import SMALLEST_SIZE, Finder
from jassvision.vision.pictures import PictureError, load_picture
from jassvision.vision.reader import AUTO, Reader
from numpy.typing import NDArray

STILL_SIZE = 576
"""Longest side in pixels of what the finder looks at in a still picture, where time matters less than small cards."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `detect`."""
    parser.add_argument(
        "images", nargs="+", type=Path, metavar="IMAGE", help="picture file: JPEG, PNG, WebP, TIFF, BMP"
    )
    parser.add_argument(
        "--pack",
        choices=[*PACKS, AUTO],
        default=AUTO,
        help="the pack on the table; auto (default) finds out for each picture",
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON; - writes it to standard output")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="write annotated pictures into this folder")
    parser.add_argument(
        "--size",
        type=int,
        default=STILL_SIZE,
        metavar="PIXELS",
        help=f"longest side of what the finder looks at (default {STILL_SIZE}; larger finds smaller cards)",
    )
    parser.add_argument(
        "--threads", type=threads, metavar="N", default=THREADS, help=f"CPU threads (default {THREADS})"
    )


def run(given: argparse.Namespace) -> int:
    """Detect the cards in the pictures given; 2 if one of them could not be read, else 0."""
    if not SMALLEST_SIZE <= given.size <= 4096:
        print(f"jassvision detect: --size {given.size} is of no use: take 320 to 1280.", file=sys.stderr)
        return 2
    if given.json is not None and given.json != "-":
        check_targets([Path(given.json)], given.images, text=True)
    if given.draw is not None:
        check_folder(given.draw)
    finder = Finder(given.size, thorough=True, threads=given.threads)
    eyes = Eyes(finder, Reader(given.pack, thorough=True, threads=given.threads))
    entries: list[dict[str, Any]] = []
    failures: list[str] = []
    rows: list[tuple[Path, Seen]] = []
    drawn = {path.resolve() for path in given.images}  # a drawing is never written over a picture
    for path, picture in _pictures(given.images, failures):
        seen = eyes.see(picture)
        entries.append(entry(str(path), picture.shape[1], picture.shape[0], seen))
        rows.append((path, seen))
        if given.draw:
            _write_drawn(given.draw, path, annotated(picture, seen), drawn, failures)
    if given.json:
        _write_json(given.json, {"images": entries}, failures)
    if given.json != "-":
        _print_table(rows)
        if given.draw is not None and rows:
            print(f"Drawn into {given.draw}.")
    for failure in failures:
        print(f"jassvision detect: {sentence(failure)}", file=sys.stderr)
    return 2 if failures else 0


def _pictures(paths: Iterable[Path], failures: list[str]) -> Iterator[tuple[Path, NDArray[np.uint8]]]:
    for path in paths:
        try:
            yield path, load_picture(path)
        except PictureError as error:
            failures.append(f"skipped: {error}")


def _write_json(target: str, result: dict[str, Any], failures: list[str]) -> None:
    text = json.dumps(result, ensure_ascii=False, indent=1)
    if target == "-":
        print(text)
        return
    try:
        write_whole(Path(target), f"{text}\n".encode())
    except OSError as error:
        failures.append(cannot_be_written(target, error))


def _write_drawn(folder: Path, path: Path, picture: NDArray[np.uint8], drawn: set[Path], failures: list[str]) -> None:
    name, number = f"{path.stem}.jpg", 2
    while (folder / name).resolve() in drawn:  # pictures from two folders may have one name
        name, number = f"{path.stem}-{number}.jpg", number + 1
    drawn.add((folder / name).resolve())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
        write_whole(folder / name, coded.tobytes())
    except OSError as error:
        failures.append(cannot_be_written(folder / name, error))


def _print_table(rows: list[tuple[Path, Seen]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("picture", "cards", "unsure"):
        table.add_column(title, overflow="fold")
    for path, seen in rows:
        sure = [spoken(c, seen.pack) for c in seen.cards if c.sure and c.card != "back"]
        backs = sum(c.sure and c.card == "back" for c in seen.cards)
        if backs:
            sure.append(f"{backs} face down")
        guesses = [_guess(c, seen.pack) for c in doubts(seen) if c.card != "back"]
        table.add_row(path.name, ", ".join(sure) or "no card", "; ".join(guesses))
    if rows:
        Console().print(table)


def _guess(card: CardSeen, pack: str | None) -> str:
    return " or ".join(card_name(parse_code(code), suits=pack or PACKS[0]) for code, _ in card.likely)


def spoken(card: CardSeen, pack: str | None) -> str:
    """A card as people say it, in the words of its pack: `Schilten Banner`."""
    return card_name(parse_code(card.card), suits=pack or PACKS[0])
