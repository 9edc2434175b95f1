"""Labels are the visible part of a card in its own axes: checked on canvases whose truth is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.datasets.camera import place_camera, table_frame, to_pixels
from jassvision.datasets.canvas import THING, Canvas, Edge
from jassvision.datasets.sight import Seen, what_is_seen

WIDTH, HEIGHT = 57.0, 89.0


def lay(canvas: Canvas, owner: int, x: float, y: float, turn: float, edge: Edge = Edge()) -> np.ndarray:  # noqa: B008
    """A white card of 57 x 89 pixels on a canvas of one pixel a millimetre; returns its frame."""
    texture, alpha = np.full((89, 57, 3), 250, np.uint8), np.full((89, 57), 255, np.uint8)
    frame = table_frame(x, y, turn, (WIDTH, HEIGHT), (1, 1))
    canvas.paste(texture, alpha, frame @ np.diag([1 / 57, 1 / 89, 1.0]), owner, edge)
    return frame


def see(canvas: Canvas, owner: int, frame: np.ndarray) -> Seen | None:
    corners = to_pixels(frame, np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]))
    return what_is_seen(canvas.owner, owner, frame, corners, 0.0, HEIGHT)


def table() -> Canvas:
    return Canvas(np.full((300, 300, 3), 40, np.uint8))


@settings(max_examples=40, deadline=None)
@given(x=st.floats(90, 210), y=st.floats(90, 210), turn=st.floats(-180, 180))
def test_a_card_that_lies_free_is_labelled_whole(x: float, y: float, turn: float) -> None:
    canvas = table()
    seen = see(canvas, 1, lay(canvas, 1, x, y, turn))
    assert seen is not None
    assert seen.visible > 0.96
    assert np.abs(seen.quad - seen.full).max() < 2.5


def test_pixels_and_corners_agree_whatever_the_turn() -> None:
    for turn in (0, 90, 180, 270):
        canvas = table()
        frame = lay(canvas, 1, 150, 150, turn)
        ys, xs = np.nonzero(canvas.owner == 1)
        corners = to_pixels(frame, np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]))
        assert abs(xs.min() - corners[:, 0].min()) <= 0.6
        assert abs(xs.max() + 1 - corners[:, 0].max()) <= 0.6
        assert abs(ys.min() - corners[:, 1].min()) <= 0.6
        assert abs(ys.max() + 1 - corners[:, 1].max()) <= 0.6


def test_a_straight_edge_halves_the_box() -> None:
    canvas = table()
    frame = lay(canvas, 1, 150, 150, 0)
    lay(canvas, 2, 150, 150 + HEIGHT / 2, 0)
    seen = see(canvas, 1, frame)
    assert seen is not None
    assert seen.visible == pytest.approx(0.5, abs=0.04)
    low, high = seen.quad.min(axis=0), seen.quad.max(axis=0)
    assert high[1] == pytest.approx(150, abs=2)
    assert low[1] == pytest.approx(150 - HEIGHT / 2, abs=1)
    assert high[0] - low[0] == pytest.approx(WIDTH, abs=1.5)


def test_a_covered_corner_leaves_the_box_whole() -> None:
    canvas = table()
    frame = lay(canvas, 1, 150, 150, 20)
    corner = to_pixels(frame, np.array([[1.0, 1.0]]))[0]
    canvas.owner[int(corner[1]) - 20 :, int(corner[0]) - 20 :] = THING
    seen = see(canvas, 1, frame)
    assert seen is not None
    assert seen.visible < 0.97
    assert np.abs(seen.quad - seen.full).max() < 2.5


def test_the_rim_of_the_picture_cuts_the_box() -> None:
    canvas = table()
    seen = see(canvas, 1, lay(canvas, 1, 0, 150, 0))
    assert seen is not None
    assert seen.visible == pytest.approx(0.5, abs=0.04)
    assert seen.quad[:, 0].min() == pytest.approx(0, abs=1.5)


def test_a_sliver_and_a_hidden_card_are_not_labelled() -> None:
    canvas = table()
    frame = lay(canvas, 1, 150, 150, 0)
    lay(canvas, 2, 150, 155, 0)
    assert see(canvas, 1, frame) is None
    lay(canvas, 3, 150, 150, 0)
    assert see(canvas, 1, frame) is None


def test_crumbs_do_not_widen_the_box() -> None:
    canvas = table()
    frame = lay(canvas, 1, 150, 150, 0)
    canvas.owner[150:, :] = THING
    canvas.owner[188:190, 150:153] = 1
    seen = see(canvas, 1, frame)
    assert seen is not None
    assert seen.quad[:, 1].max() < 153


@pytest.mark.parametrize("edge", [Edge(hard=True), Edge(feather=1.0), Edge(bleed=0.5)])
def test_every_way_of_blending_keeps_the_place(edge: Edge) -> None:
    canvas = table()
    seen = see(canvas, 1, lay(canvas, 1, 150, 150, 33, edge))
    assert seen is not None
    assert np.abs(seen.quad - seen.full).max() < 2.5
    assert canvas.picture[150, 150].min() > 235


@settings(max_examples=60, deadline=None)
@given(
    tilt=st.floats(0, 60),
    turn=st.floats(0, 360),
    view=st.floats(28, 75),
    length=st.floats(30, 300),
)
def test_the_camera_shows_a_card_as_long_as_asked_and_never_mirrored(
    tilt: float, turn: float, view: float, length: float
) -> None:
    camera = place_camera((640, 480), length, tilt, turn, view)
    frame = camera.homography() @ table_frame(0, 0, 0, (WIDTH, HEIGHT), (1, 1))
    corners = to_pixels(frame, np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]]))
    assert np.cross(np.append(corners[1] - corners[0], 0), np.append(corners[3] - corners[0], 0))[2] > 0
    spread = np.linalg.norm(corners - corners.mean(axis=0), axis=1).max() * 2
    assert 0.4 * length < spread < 2.0 * length
    centre = to_pixels(camera.homography(), np.array([[0.0, 0.0]]))[0]
    assert centre == pytest.approx([320, 240], abs=1e-6)
