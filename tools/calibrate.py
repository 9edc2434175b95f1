"""`jassvision calibrate SOURCE -o table.yaml`: where the table is, from four corners or from the cards."""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

import cv2
import numpy as np
from jassvision.rules.errors import WrongSeatError
from jassvision.rules.seats import SEAT_NAMES
from jassvision.tools.arguments import decimal, sentence
from jassvision.tools.table_picture import with_grid, with_table
from jassvision.tools.whole_file import TargetError, cannot_be_written, check_targets, write_whole
from jassvision.vision.frames import Film, FilmError, Frame
from jassvision.vision.table import DIRECTIONS, EDGES, Table, TableError, table_from_corners, table_text
from numpy.typing import NDArray

SIDE_M = (0.8, 0.8)
"""Width and height of the rectangle that the corners mark, unless `--sides` says another."""

SECONDS = 90.0
"""How much of a film is watched for cards when no corners are given."""

MOST_METRES = 20.0
"""Longest side of what the corners may mark: no table is longer."""

MOST_SECONDS = 86400.0
"""How far into a film a picture may be asked for."""

ENOUGH_CARDS = 12
"""Whole cards at rest from whose size the camera is known well; then no more are waited for."""

FEW_CARDS = 4
"""With fewer cards the table is rough, and a person is told so."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `calibrate`."""
    parser.add_argument("source", metavar="SOURCE", help="film, number of a camera, or address of a stream")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="TABLE.yaml", help="write the table file here"
    )
    parser.add_argument(
        "--corners",
        nargs="*",
        metavar="X,Y",
        help="the four corners of a rectangle on the table, in pixels: top left, top right, bottom right, bottom left; "
        "without numbers you are asked for them; leave the option away to work out the table from the cards",
    )
    parser.add_argument(
        "--sides",
        default=f"{SIDE_M[0]}x{SIDE_M[1]}",
        metavar="WxH",
        help="width and height of that rectangle in metres (default %(default)s)",
    )
    parser.add_argument(
        "--north", default="top", metavar="EDGE", help=f"where the north sits: {', '.join(EDGES)}, or degrees"
    )
    parser.add_argument("--players", type=int, default=4, choices=sorted(SEAT_NAMES), help="number of players")
    parser.add_argument("--direction", default=DIRECTIONS[0], choices=DIRECTIONS, help="direction of play")
    parser.add_argument(
        "--at",
        type=decimal(0, MOST_SECONDS, "seconds"),
        default=1.0,
        metavar="SECONDS",
        help="which picture of the film to show for --corners (default %(default)g)",
    )
    parser.add_argument(
        "--show", type=Path, metavar="FILE", help="where to draw the frame (default: beside the table file, .png)"
    )


def run(given: argparse.Namespace) -> int:
    """Write a table file; 2 if the source or the corners cannot be used."""
    try:
        return _run(given)
    except (FilmError, TableError, TargetError, WrongSeatError) as error:
        print(f"jassvision calibrate: {sentence(error)}", file=sys.stderr)
        return 2


def _run(given: argparse.Namespace) -> int:
    north = north_of(given.north)
    width_m, height_m = _pair(given.sides, "x", "--sides")
    show = given.show or given.output.with_suffix(".png")
    check_targets((given.output,), (given.source,), text=True)
    check_targets((given.output, show), (given.source,))
    if given.corners is None:
        table, picture, factor, cards = _from_cards(given, north)
        how = f"worked out from {cards} card{'s' if cards > 1 else ''}"
        drawn = with_table(picture, table, factor)
    else:
        frame = _frame_at(given.source, given.at)
        picture, factor = frame.picture, 1 / frame.scale
        size = (round(frame.size_wh[0] * factor), round(frame.size_wh[1] * factor))
        words = given.corners or _asked(show, with_grid(picture, factor))
        if len(words) != 4:
            raise TableError(f"A table has four corners, not {len(words)}: write --corners X,Y X,Y X,Y X,Y.")
        corners = [_pair(word, ",", "--corners") for word in words]
        for x, y in corners:
            if not (-size[0] <= x <= 2 * size[0] and -size[1] <= y <= 2 * size[1]):
                raise TableError(f"The corner {x:g},{y:g} is far outside the picture of {size[0]} x {size[1]} pixels.")
        table = table_from_corners(corners, width_m, height_m, size, given.players, north, given.direction)
        how, cards = "from your corners", ENOUGH_CARDS
        drawn = with_table(with_grid(picture, factor), table, factor)
    _write(given.output, table_text(table).encode("utf-8"))
    _write(show, _png(drawn))
    print(
        f"The table, {how}, is in {given.output}: give it with --table. Look at {show}: the seats have to be where the "
        "players sit, and the small frame as large as a card that lies there."
    )
    if cards < FEW_CARDS:
        print("So few cards make it rough: let it watch a longer piece of play, or give the corners with --corners.")
    return 0


def north_of(word: str) -> float:
    """Degrees clockwise from the top of the picture for an edge or a number.

    Raises:
        TableError: it is neither.
    """
    if word in EDGES:
        return EDGES[word]
    degrees = _number(word)
    if degrees is None or abs(degrees) > 360:
        raise TableError(f"--north {word!r} is no edge: {', '.join(EDGES)}, or degrees clockwise from the top.")
    return degrees % 360


def _number(text: str) -> float | None:
    """A finite number, None for anything else."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _from_cards(given: argparse.Namespace, north: float) -> tuple[Table, NDArray[np.uint8], float, int]:
    """The table as the size of the cards in the first part of the film tells it.

    Returns:
        The table in pixels of the film; a picture in which a card lies; pixels of the film for one of the picture; and
        the number of cards.
    """
    from dataclasses import replace

    from jassvision.vision.finder import Finder
    from jassvision.vision.reader import Reader
    from jassvision.vision.watch import Watcher

    film = Film(_source(given.source))
    watcher = Watcher(Finder(), Reader(), given.players, given.direction)
    picture: NDArray[np.uint8] | None = None
    cards, factor = 0, 1.0
    print(f"Watching {given.source} until {ENOUGH_CARDS} cards have been seen ...", file=sys.stderr)
    for frame in film:
        watcher.take(frame)
        if watcher.cards_measured > cards:
            cards, picture, factor = watcher.cards_measured, frame.picture, 1 / frame.scale
        if frame.time > SECONDS or cards >= ENOUGH_CARDS:
            break
    table = watcher.table
    if table is None or picture is None:
        raise TableError(
            f"No card was seen in the first {SECONDS:.0f} seconds of {given.source}: give the corners with --corners."
        )
    size = (round(table.size_wh[0] * factor), round(table.size_wh[1] * factor))
    return replace(table.sized(size), north=north), picture, factor, cards


def _frame_at(source: str, seconds: float) -> Frame:
    """The picture at a time, or the last one of a shorter film."""
    last: Frame | None = None
    for frame in Film(_source(source)):
        last = frame
        if frame.time >= seconds:
            break
    assert last is not None  # a film without pictures raises FilmError
    return last


def _source(text: str) -> str | int:
    return int(text) if text.isdecimal() and not Path(text).exists() else text


def _pair(text: str, mark: str, option: str) -> tuple[float, float]:
    numbers = [number for number in map(_number, text.lower().split(mark)) if number is not None]
    if len(numbers) != 2 or text.count(mark) != 1:
        raise TableError(f"{option} wants two numbers as in 1{mark}2, not {text!r}.")
    if option == "--sides" and not (min(numbers) > 0 and max(numbers) <= MOST_METRES):
        raise TableError(f"{option} {text} is no size: write metres up to {MOST_METRES:g}, such as 0.8x0.8.")
    return numbers[0], numbers[1]


def _asked(show: Path, picture: NDArray[np.uint8]) -> list[str]:
    """Four corners asked for on the terminal while the person looks at the frame with its grid."""
    _write(show, _png(picture))
    print(f"Look at {show}: the grid tells pixels. Type x,y of the four corners of the table, each on a line.")
    words = []
    for name in ("top left", "top right", "bottom right", "bottom left"):
        try:
            words.append(input(f"{name}: ").strip().replace(" ", ""))
        except EOFError:
            raise TableError(f"The {name} corner is missing: four are wanted.") from None
    return words


def _png(picture: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise TableError(cannot_be_written(path, error)) from None
