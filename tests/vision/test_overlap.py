"""Areas shared by oriented boxes."""

import numpy as np
import pytest
from jassvision.vision.overlap import areas, first_of_each, intersections, overlaps, rectangle_corners


def box(x: float, y: float, width: float, height: float, angle: float = 0.0) -> np.ndarray:
    return rectangle_corners(*(np.float32([v]) for v in (x, y, width, height, angle)))[0]


@pytest.mark.parametrize(
    ("a", "b", "shared"),
    [
        (box(0, 0, 4, 6), box(0, 0, 4, 6), 24),
        (box(0, 0, 4, 6), box(2, 3, 4, 6), 6),
        (box(0, 0, 4, 6), box(4, 0, 4, 6), 0),
        (box(0, 0, 4, 6), box(50, 0, 4, 6), 0),
        (box(0, 0, 4, 6), box(0, 0, 4, 6, np.pi / 2), 16),
        (box(0, 0, 2, 2), box(0, 0, 2, 2, np.pi / 4), 8 * (np.sqrt(2) - 1)),
        (box(0, 0, 10, 10), box(1, 1, 2, 2, 0.3), 4),
    ],
)
def test_shared_areas(a: np.ndarray, b: np.ndarray, shared: float) -> None:
    both = np.stack([a, b])
    table = intersections(both)
    assert table[0, 1] == table[1, 0] == pytest.approx(shared, abs=1e-3)
    np.testing.assert_allclose(np.diag(table), areas(both), rtol=1e-5)
    union = areas(both).sum() - shared
    assert overlaps(both)[0, 1] == pytest.approx(shared / union, abs=1e-4)


def test_area_does_not_depend_on_the_direction_round_the_box() -> None:
    quad = box(3, 4, 5, 7, 0.4)
    assert areas(quad[None])[0] == pytest.approx(35, abs=1e-3)
    assert areas(quad[None, ::-1])[0] == pytest.approx(35, abs=1e-3)


def test_first_of_each_keeps_the_better_of_two_and_what_only_a_dropped_one_covers() -> None:
    table = np.float32([[1, 0.8, 0.1], [0.8, 1, 0.8], [0.1, 0.8, 1]])
    assert first_of_each(table, 0.5).tolist() == [True, False, True]
    assert first_of_each(np.zeros((0, 0), np.float32), 0.5).tolist() == []
