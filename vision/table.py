"""The table in the picture: pixels to metres, where the middle is and where each seat sits.

On the table x runs to the right and y down as the picture shows it, in metres; the middle of the table is the origin.
Without a table file all this comes from the cards themselves, which are 57 x 89 mm: a camera is looked for that makes
every card of the film this size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from jassvision.rules.errors import cannot_be_read
from jassvision.rules.seats import SEAT_NAMES
from jassvision.rules.yaml_text import YamlError, parsed_yaml
from jassvision.vision.crops import CARD_MM
from numpy.typing import NDArray

Floats = NDArray[np.float64]

EDGES: Final = {"top": 0.0, "right": 90.0, "bottom": 180.0, "left": 270.0}
"""Degrees clockwise from the top of the picture at which the edges lie."""

SEAT_DEGREES: Final = {
    2: (0.0, 180.0),
    3: (0.0, 90.0, 270.0),
    4: (0.0, 90.0, 180.0, 270.0),
    5: (0.0, 72.0, 144.0, 216.0, 288.0),
    6: (0.0, 60.0, 120.0, 180.0, 240.0, 300.0),
}
"""Degrees clockwise from the north at which the seats sit."""

DIRECTIONS: Final = ("anticlockwise", "clockwise")

CARD_M: Final = (CARD_MM[0] / 1000, CARD_MM[1] / 1000)
"""Width and height of a card in metres."""

SMALL_STEP: Final = 0.01
"""A step on the table, in metres, over which the picture's scale hardly changes."""

USUAL_FOCAL = 1.05
"""Focal length of most cameras, in longest sides of the picture (about 50 degrees across)."""

FOCAL_SPREAD, TILT_SPREAD, ROLL_SPREAD = 0.3, 0.5, 0.15
"""How far cameras stray from the usual focal length (logarithm) and from looking straight down (radians)."""

SIZE_SPREAD, SKEW_SPREAD = 0.05, 0.2
"""How far the sides of boxes stray from a card's (share), and their angles from right ones (cosine)."""

LEAST_CARDS = 3
"""Cards from which the camera's tilt is looked for; with fewer it is taken to look straight down."""


class TableError(ValueError):
    """A table file that cannot be used."""


@dataclass(frozen=True, eq=False)
class Table:
    """Where things are on the table.

    Attributes:
        homography: (3, 3), from pixels of a picture of `size_wh` to metres with the middle as origin.
        size_wh: the size of the picture it is for.
        players: number of seats.
        north: degrees clockwise from the top of the picture at which the north sits.
        direction: of play, `anticlockwise` or `clockwise`.
        known: whether a person gave it; else it comes from the size of the cards.
    """

    homography: Floats
    size_wh: tuple[int, int]
    players: int = 4
    north: float = 0.0
    direction: str = "anticlockwise"
    known: bool = field(default=False)

    def metres(self, pixels: NDArray[Any]) -> Floats:
        """Points (..., 2) in pixels as metres on the table."""
        return mapped(self.homography, pixels)

    def pixels(self, metres: NDArray[Any]) -> Floats:
        """Points (..., 2) in metres on the table as pixels."""
        return mapped(np.asarray(np.linalg.inv(self.homography), np.float64), metres)

    def square_metre(self, metres: NDArray[Any]) -> Floats:
        """Area (...) in square pixels of a square metre round places (..., 2) in metres; not finite at the horizon."""
        here = np.asarray(metres, np.float64)
        with np.errstate(all="ignore"):
            middle = self.pixels(here)
            right = self.pixels(here + np.array([SMALL_STEP, 0.0])) - middle
            down = self.pixels(here + np.array([0.0, SMALL_STEP])) - middle
            found: Floats = np.abs(right[..., 0] * down[..., 1] - right[..., 1] * down[..., 0]) / SMALL_STEP**2
        return found

    @property
    def towards(self) -> Floats:
        """Unit vectors (players, 2) on the table from the middle to each seat."""
        angles = np.radians(np.array(SEAT_DEGREES[self.players]) + self.north)
        return np.stack([np.sin(angles), -np.cos(angles)], axis=1)

    def moved(self, warp: Floats) -> Table:
        """The table after the camera was moved so that every pixel went where `warp` (3, 3) says."""
        return replace(self, homography=self.homography @ np.linalg.inv(warp))

    def centred(self, middle: NDArray[Any]) -> Table:
        """The same table with another middle, given in metres of this one."""
        shift = np.eye(3)
        shift[:2, 2] = -np.asarray(middle, np.float64)
        return replace(self, homography=shift @ self.homography)

    def sized(self, size_wh: tuple[int, int]) -> Table:
        """The same table in pictures of another size with the same shape.

        Raises:
            TableError: the shape is another, so the camera was turned or cut off since.
        """
        if size_wh == self.size_wh:
            return self
        across, down = self.size_wh[0] / size_wh[0], self.size_wh[1] / size_wh[1]
        if abs(across / down - 1) > 0.02:
            raise TableError(
                f"The table file is for pictures of {self.size_wh[0]} x {self.size_wh[1]}, the film has "
                f"{size_wh[0]} x {size_wh[1]}: calibrate anew with this film."
            )
        return replace(self, homography=self.homography @ np.diag([across, down, 1.0]), size_wh=size_wh)


def mapped(homography: Floats, points: NDArray[Any]) -> Floats:
    """Points (..., 2) through a homography (3, 3)."""
    points = np.asarray(points, np.float64)
    flat = points.reshape(-1, 2) @ homography[:, :2].T + homography[:, 2]
    found: Floats = (flat[:, :2] / flat[:, 2:]).reshape(points.shape)
    return found


def table_from_cards(
    corners: NDArray[Any],
    size_wh: tuple[int, int],
    players: int = 4,
    north: float = 0.0,
    direction: str = "anticlockwise",
) -> Table:
    """The table under cards (n, 4, 2) seen whole in pictures of one camera; its middle is the picture's.

    The camera has its axis in the middle of the picture and square pixels; its focal length, tilt, roll and distance
    are those that make all cards 57 x 89 mm best (least squares with the priors above, Gauss-Newton, odd boxes weighted
    down). Without any card a table of half a metre across the picture is guessed.
    """
    width, height = size_wh
    longest = max(size_wh)
    quads = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    if not len(quads):
        guess = np.diag([1.0, 1.0, longest / 0.9]) @ _shift(-width / 2, -height / 2)
        return Table(guess, size_wh, players, north, direction)
    lengths = _sides(quads)
    distance = USUAL_FOCAL * longest * CARD_M[1] / float(np.median(lengths.max(axis=1)))
    guess = np.array([np.log(distance), 0.0, 0.0, np.log(USUAL_FOCAL * longest)])
    priors = np.array([np.inf, TILT_SPREAD, ROLL_SPREAD, FOCAL_SPREAD])
    best = guess.copy()
    for _ in range(12 if len(quads) >= LEAST_CARDS else 0):
        misfit = _misfit(best, quads, size_wh)
        weights = 1 / np.maximum(1.0, np.abs(misfit) / 1.5)
        slope = np.stack([(_misfit(best + step, quads, size_wh) - misfit) / 1e-4 for step in np.eye(4) * 1e-4], 1)
        normal = slope.T @ (slope * weights[:, None]) + np.diag(1 / priors**2) + 1e-6 * np.eye(4)
        pull = slope.T @ (misfit * weights) + (best - guess) / priors**2
        step = -np.linalg.solve(normal, pull)
        best = best + np.clip(step, -0.3, 0.3)
        best[1:3] = np.clip(best[1:3], -1.1, 1.1)
        if np.abs(step).max() < 1e-4:
            break
    table = Table(_homography(best, size_wh), size_wh, players, north, direction)
    return table.centred(table.metres(np.array([width / 2, height / 2])))


def _shift(x: float, y: float) -> Floats:
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])


def _homography(camera: Floats, size_wh: tuple[int, int]) -> Floats:
    """From pixels to metres for (log distance, tilt, roll, log focal length)."""
    distance, tilt, roll, focal = np.exp(camera[0]), camera[1], camera[2], np.exp(camera[3])
    rotation = cv2.Rodrigues(np.array([tilt, roll, 0.0]))[0]
    rays = np.diag([1 / focal, 1 / focal, 1.0]) @ _shift(-size_wh[0] / 2, -size_wh[1] / 2)
    found: Floats = np.diag([distance, distance, 1.0]) @ rotation.T @ rays
    return found


def _sides(quads: Floats) -> Floats:
    """Mean lengths (n, 2) of the two pairs of opposite sides."""
    ring = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.stack([(ring[:, 0] + ring[:, 2]) / 2, (ring[:, 1] + ring[:, 3]) / 2], axis=1)


def _misfit(camera: Floats, quads: Floats, size_wh: tuple[int, int]) -> Floats:
    """How far cards (n, 4, 2) are from their size and shape under a camera, in deviations, (3 n,)."""
    homography = _homography(camera, size_wh)
    flat = np.concatenate([quads, np.ones((*quads.shape[:2], 1))], axis=2) @ homography.T
    metres = flat[..., :2] / np.maximum(flat[..., 2:], 1e-3)
    sides = np.sort(_sides(metres), axis=1)
    across = metres[:, 1] - metres[:, 0] + metres[:, 2] - metres[:, 3]
    down = metres[:, 3] - metres[:, 0] + metres[:, 2] - metres[:, 1]
    skew = (across * down).sum(1) / np.maximum(np.linalg.norm(across, axis=1) * np.linalg.norm(down, axis=1), 1e-9)
    return np.concatenate(
        [(sides[:, 0] / CARD_M[0] - 1) / SIZE_SPREAD, (sides[:, 1] / CARD_M[1] - 1) / SIZE_SPREAD, skew / SKEW_SPREAD]
    )


# Table files ---------------------------------------------------------------------------------------------------------


def table_from_corners(
    corners: Sequence[Sequence[float]],
    width_m: float,
    height_m: float,
    size_wh: tuple[int, int],
    players: int = 4,
    north: float = 0.0,
    direction: str = "anticlockwise",
) -> Table:
    """The table from four corners of a rectangle on it of known size, in pixels: top left and on clockwise.

    Raises:
        TableError: the corners do not go round a rectangle.
    """
    seen = np.asarray(corners, np.float32)
    if seen.shape != (4, 2):
        raise TableError("A table has four corners, each with x and y in pixels.")
    turns = [float(np.cross(np.append(b - a, 0), np.append(c - b, 0))[2]) for a, b, c in _triples(seen)]
    if min(turns) <= 0:
        raise TableError(
            "The corners of the table do not go round it: write top left, top right, bottom right, bottom left."
        )
    x, y = width_m / 2, height_m / 2
    flat = np.array([[-x, -y], [x, -y], [x, y], [-x, y]], np.float32)
    homography = np.asarray(cv2.getPerspectiveTransform(seen, flat), np.float64)
    return Table(homography, size_wh, players, north, direction, known=True)


def _triples(ring: NDArray[np.float32]) -> list[tuple[NDArray[np.float32], ...]]:
    return [(ring[i], ring[(i + 1) % 4], ring[(i + 2) % 4]) for i in range(4)]


def load_table(path: str | Path) -> Table:
    """The table of a file that `jassvision calibrate` wrote or a person changed.

    Raises:
        TableError: the file is missing, or something in it is wrong; the message says what and where.
    """
    path = Path(path)
    try:
        _, said = parsed_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TableError(f"{cannot_be_read(path, error, 'write a table file with `jassvision calibrate`')}.") from None
    except (YamlError, UnicodeDecodeError) as error:
        where, why = (error.place, str(error)) if isinstance(error, YamlError) else ("", "this is no text")
        raise TableError(
            f"The table file {path}{where} is not written as YAML should be ({why}): mend it there."
        ) from None
    if not isinstance(said, dict):
        raise TableError(f"The table file {path} holds no table: write it with `jassvision calibrate`.")
    known = {"size", "corners", "width_m", "height_m", "north", "players", "direction"}
    for word in said:
        if word not in known:
            raise TableError(
                f"The table file {path} says {word!r}, which is no part of it: {', '.join(sorted(known))}."
            )
    try:
        return _table_of(said)
    except TableError as error:
        raise TableError(f"{path}: {error}") from None


def _table_of(said: dict[str, Any]) -> Table:
    for word in ("size", "corners"):
        if word not in said:
            raise TableError(f"`{word}` is missing.")
    size = [_number(value, "size", 16) for value in _listed(said["size"], "size", 2)]
    corners = [
        [_number(value, "corners", None) for value in _listed(corner, "corners", 2)]
        for corner in _listed(said["corners"], "corners", 4)
    ]
    players = said.get("players", 4)
    if players not in SEAT_NAMES:
        raise TableError(f"`players` is {players!r}: 2 to 6.")
    direction = said.get("direction", DIRECTIONS[0])
    if direction not in DIRECTIONS:
        raise TableError(f"`direction` is {direction!r}: {' or '.join(DIRECTIONS)}.")
    north = said.get("north", "top")
    if north not in EDGES and (isinstance(north, bool) or not isinstance(north, int | float)):
        raise TableError(f"`north` is {north!r}: {', '.join(EDGES)}, or degrees clockwise from the top.")
    return table_from_corners(
        corners,
        _number(said.get("width_m", 0.8), "width_m", 0.05),
        _number(said.get("height_m", 0.8), "height_m", 0.05),
        (round(size[0]), round(size[1])),
        players,
        float(EDGES.get(north, north)) if isinstance(north, str) else float(north),
        direction,
    )


def _listed(value: Any, word: str, count: int) -> list[Any]:
    if not isinstance(value, list) or len(value) != count:
        raise TableError(f"`{word}` wants a list of {count}, not {value!r}.")
    return value


def _number(value: Any, word: str, least: float | None) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise TableError(f"`{word}` wants numbers, not {value!r}.")
    if least is not None and value < least:
        raise TableError(f"`{word}` is {value}: at least {least}.")
    return float(value)


def table_text(table: Table) -> str:
    """The text of a table file; `load_table` is the way back."""
    width, height = table.size_wh
    x, y = 0.2, 0.2  # a square of 40 cm about the middle stands for the homography
    ring = table.pixels(np.array([[-x, -y], [x, -y], [x, y], [-x, y]]))
    edge = next((name for name, degrees in EDGES.items() if degrees == table.north % 360), None)
    lines = [
        "# Where the table is in the picture. The corners are those of a rectangle on the table, in pixels: top left,",
        "# top right, bottom right, bottom left as the picture shows them; width and height are its sides in metres.",
        f"size: [{width}, {height}]",
        "corners:",
        *(f"  - [{cx:.2f}, {cy:.2f}]" for cx, cy in ring),
        f"width_m: {2 * x}",
        f"height_m: {2 * y}",
        "# Where the north sits: an edge of the picture (top, right, bottom, left), or degrees clockwise from the top.",
        f"north: {edge or round(table.north, 1)}",
        f"players: {table.players}",
        f"direction: {table.direction}",
    ]
    return "\n".join(lines) + "\n"
