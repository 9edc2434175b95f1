"""The table from the cards' size, from corners, from files; cameras that were moved."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from jassvision.vision.registration import largest_shift, movement, slid
from jassvision.vision.table import (
    CARD_M,
    Table,
    TableError,
    _homography,
    load_table,
    mapped,
    table_from_cards,
    table_from_corners,
    table_text,
)

SIZE = (1280, 720)
TEXT = """size: [1280, 720]
corners: [[300, 100], [900, 110], [1000, 640], [200, 630]]
width_m: 0.6
height_m: 0.5
north: right
players: 4
direction: clockwise
"""


def cards(tilt: float, roll: float, count: int, rng: np.random.Generator, noise: float = 0.0) -> np.ndarray:
    """Boxes (n, 4, 2) round cards seen by a camera of some tilt, as a finder draws them: rectangles."""
    homography = _homography(np.array([np.log(0.9), tilt, roll, np.log(1300.0)]), SIZE)
    back = np.linalg.inv(homography)
    middle = mapped(homography, np.array([SIZE[0] / 2, SIZE[1] / 2]))
    found = []
    for _ in range(count):
        turn = rng.uniform(0, np.pi)
        x, y = CARD_M[0] / 2, CARD_M[1] / 2
        ring = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
        cos, sin = np.cos(turn), np.sin(turn)
        ring = ring @ np.array([[cos, sin], [-sin, cos]]) + middle + rng.uniform(-0.15, 0.15, 2)
        seen = mapped(back, ring).astype(np.float32)
        found.append(cv2.boxPoints(cv2.minAreaRect(seen)) + rng.normal(0, noise, (4, 2)))
    return np.array(found)


def sides(table: Table, quads: np.ndarray) -> np.ndarray:
    metres = table.metres(quads)
    return np.sort(np.linalg.norm(np.roll(metres, -1, axis=1) - metres, axis=2)[:, :2], axis=1)


@pytest.mark.parametrize(("tilt", "roll"), [(0.0, 0.0), (0.35, 0.0), (0.6, 0.1), (-0.4, 0.05)])
def test_every_card_gets_its_size(tilt: float, roll: float) -> None:
    rng = np.random.default_rng(4)
    quads = cards(tilt, roll, 14, rng, noise=0.8)
    table = table_from_cards(quads, SIZE)
    assert np.abs(sides(table, quads) / np.array(CARD_M) - 1).max() < 0.13
    assert np.abs(sides(table, quads).mean(axis=0) / np.array(CARD_M) - 1).max() < 0.03
    assert np.allclose(table.metres(np.array([640.0, 360.0])), 0, atol=1e-9)


def test_tilted_cameras_are_found_out() -> None:
    quads = cards(-0.6, 0.0, 20, np.random.default_rng(5))
    far = np.array([[640.0, 80.0], [640.0, 180.0]])
    near = np.array([[640.0, 540.0], [640.0, 640.0]])
    table = table_from_cards(quads, SIZE)
    lengths = [float(np.linalg.norm(np.diff(table.metres(pair), axis=0))) for pair in (far, near)]
    assert lengths[0] > 1.25 * lengths[1]


def test_without_cards_a_table_is_guessed() -> None:
    table = table_from_cards(np.zeros((0, 4, 2)), SIZE)
    across = table.metres(np.array([1280.0, 360.0])) - table.metres(np.array([0.0, 360.0]))
    assert across[0] == pytest.approx(0.9)


@pytest.mark.parametrize(
    ("players", "north", "seat", "towards"),
    [(4, 0.0, 0, (0, -1)), (4, 0.0, 1, (1, 0)), (4, 90.0, 0, (1, 0)), (4, 180.0, 3, (1, 0)), (2, 0.0, 1, (0, 1))],
)
def test_seats_sit_where_the_north_says(players: int, north: float, seat: int, towards: tuple[float, float]) -> None:
    table = table_from_cards(np.zeros((0, 4, 2)), SIZE, players, north)
    assert table.towards[seat] == pytest.approx(towards, abs=1e-9)


def test_corners_make_a_table() -> None:
    table = table_from_corners([[200, 100], [1000, 100], [1000, 600], [200, 600]], 0.8, 0.5, SIZE)
    assert table.metres(np.array([600, 350])) == pytest.approx([0, 0], abs=1e-6)
    assert table.metres(np.array([1000, 600])) == pytest.approx([0.4, 0.25], abs=1e-6)
    assert table.pixels(table.metres(np.array([[3.0, 5.0]]))) == pytest.approx(np.array([[3.0, 5.0]]), abs=1e-6)


def test_a_table_file_is_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(TEXT)
    table = load_table(path)
    assert (table.size_wh, table.north, table.direction, table.known) == (SIZE, 90.0, "clockwise", True)
    path.write_text(table_text(table))
    again = load_table(path)
    points = np.random.default_rng(0).uniform(0, 700, (20, 2))
    assert np.abs(table.metres(points) - again.metres(points)).max() < 1e-3
    assert (again.north, again.direction) == (90.0, "clockwise")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("size: [1280, 720]", "", "`size` is missing"),
        ("corners", "korners", "'korners', which is no part"),
        ("[300, 100], ", "", "wants a list of 4"),
        ("[300, 100]", "[300, left]", "wants numbers"),
        ("[300, 100], [900, 110]", "[900, 110], [300, 100]", "do not go round"),
        ("north: right", "north: up", "`north` is 'up'"),
        ("clockwise", "sideways", "`direction` is 'sideways'"),
        ("players: 4", "players: 9", "`players` is 9"),
        ("width_m: 0.6", "width_m: -1", "`width_m` is"),
        ("width_m: 0.6", "width_m: [0.6", "line"),
        (TEXT, "just words", "holds no table"),
    ],
)
def test_mistakes_in_a_table_file_are_named(tmp_path: Path, before: str, after: str, said: str) -> None:
    path = tmp_path / "table.yaml"
    assert before in TEXT
    path.write_text(TEXT.replace(before, after))
    with pytest.raises(TableError, match=said.replace("[", r"\[")) as caught:
        load_table(path)
    assert "table.yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_table_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no file"):
        load_table(tmp_path / "none.yaml")


def test_a_table_fits_other_sizes_of_the_same_shape_only() -> None:
    table = table_from_corners([[200, 100], [1000, 100], [1000, 600], [200, 600]], 0.8, 0.5, SIZE)
    half = table.sized((640, 360))
    assert half.metres(np.array([300, 175])) == pytest.approx([0, 0], abs=1e-6)
    with pytest.raises(TableError, match="calibrate anew"):
        table.sized((640, 480))


def test_a_moved_camera_keeps_the_metres() -> None:
    table = table_from_corners([[200, 100], [1000, 100], [1000, 600], [200, 600]], 0.8, 0.5, SIZE)
    warp = np.array([[1.0, 0.02, 14.0], [-0.02, 1.0, -9.0], [0.0, 0.0, 1.0]])
    spot = np.array([[500.0, 300.0]])
    assert table.moved(warp).metres(mapped(warp, spot)) == pytest.approx(table.metres(spot), abs=1e-9)


def scene(rng: np.random.Generator) -> np.ndarray:
    picture = np.full((360, 640), 90, np.uint8)
    for _ in range(60):
        x, y = rng.integers(0, 600), rng.integers(0, 330)
        shade = int(rng.integers(0, 255))
        cv2.rectangle(picture, (x, y), (x + int(rng.integers(8, 50)), y + int(rng.integers(8, 50))), shade, -1)
    return cv2.GaussianBlur(picture, (3, 3), 0)


@pytest.mark.parametrize(("x", "y", "degrees"), [(6.0, -3.0, 0.0), (-12.0, 8.0, 1.5), (0.0, 20.0, -3.0)])
def test_a_bump_is_measured(x: float, y: float, degrees: float) -> None:
    before = scene(np.random.default_rng(2))
    warp = np.vstack([cv2.getRotationMatrix2D((320, 180), degrees, 1.0), [0, 0, 1]])
    warp[0, 2] += x
    warp[1, 2] += y
    after = cv2.warpPerspective(before, warp, (640, 360), borderMode=cv2.BORDER_REFLECT)
    found = movement(before, after)
    assert found is not None
    assert largest_shift(found @ np.linalg.inv(warp), (640, 360)) < 2.5


def test_another_picture_altogether_is_no_bump() -> None:
    assert movement(scene(np.random.default_rng(2)), scene(np.random.default_rng(77))) is None


def test_a_mere_shift_is_measured_by_phase() -> None:
    before = scene(np.random.default_rng(2))
    x, y, clear = slid(before, np.roll(before, (3, -5), (0, 1)))
    assert (x, y) == pytest.approx((-5, 3), abs=0.5)
    assert clear > 0.3
