"""The places of open piles, as in Luzern Jass."""

import numpy as np
import pytest
from jassvision.vision.piles import AT_PILE, Piles
from jassvision.vision.track import Track


def track_at(x: float, y: float, number: int = 1) -> Track:
    corners = np.array([[x - 30, y - 50], [x + 30, y - 50], [x + 30, y + 50], [x - 30, y + 50]], np.float64)
    return Track(number, corners, 0.0, 0.0, 0.0)


def test_a_pile_holds_what_lies_near_its_place_and_not_its_neighbours() -> None:
    piles = Piles()
    assert not piles.holds(track_at(300, 200))
    piles.add(track_at(300, 200))
    assert piles.holds(track_at(300 + 100 * AT_PILE - 1, 200))
    assert not piles.holds(track_at(300 + 65, 200))


def test_a_card_on_a_pile_makes_no_second_one() -> None:
    piles = Piles()
    for x in (300, 310, 365, 360):
        piles.add(track_at(x, 200))
    assert piles.places[:, 0].tolist() == [300.0, 365.0]


def test_piles_move_with_the_camera() -> None:
    piles = Piles()
    track = track_at(300, 200)
    piles.add(track)
    piles.add(track)
    assert len(piles.places) == 1 and piles.holds(track)
    shift = np.array([[1.0, 0.0, 200.0], [0.0, 1.0, -80.0], [0.0, 0.0, 1.0]])
    piles.warp(shift)
    assert not piles.holds(track)
    track.corners = track.corners + np.array([200.0, -80.0])
    assert piles.holds(track)
    assert piles.places[0] == pytest.approx(track.middle)
