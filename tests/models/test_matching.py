"""Found boxes and labelled boxes: whose hulls overlap, and who belongs to whom."""

import numpy as np
import pytest
from jassvision.models.matching import hull_overlaps, partners

UPRIGHT = np.array([[[0, 0], [10, 0], [10, 10], [0, 10]]], np.float32)


def test_a_turned_box_counts_by_its_hull():
    turned = np.array([[[5, 0], [10, 5], [5, 10], [0, 5]]], np.float32)
    assert hull_overlaps(turned, UPRIGHT) == pytest.approx(np.ones((1, 1)))
    assert hull_overlaps(turned, UPRIGHT + np.float32(20)) == pytest.approx(np.zeros((1, 1)))


def test_nothing_found_and_nothing_labelled():
    none = np.zeros((0, 4, 2), np.float32)
    assert hull_overlaps(none, UPRIGHT).shape == (0, 1)
    assert partners(np.zeros((2, 0))) == [None, None]
    assert partners(np.zeros((0, 2))) == []


def test_each_box_is_used_once_and_only_where_it_overlaps_enough():
    assert partners(np.array([[0.8, 0.0], [0.9, 0.49], [0.2, 0.5]])) == [0, None, 1]
