"""The finder looks closer where cards are small, and saves time where they are large."""

import numpy as np
import pytest
from jassvision.vision.look_size import CARD_SIDE, LARGEST, SMALLEST, look_size
from jassvision.vision.table import CARD_M, Table


def from_above(card: float, size_wh: tuple[int, int] = (1280, 720)) -> Table:
    """A table seen from straight above, on whose picture a card's short side is so many pixels."""
    scale = CARD_M[0] / card
    shift = [[scale, 0, -scale * size_wh[0] / 2], [0, scale, -scale * size_wh[1] / 2], [0, 0, 1]]
    return Table(np.array(shift), size_wh)


@pytest.mark.parametrize("card", [60.0, 70.0, 80.0])
def test_a_card_is_as_large_as_wanted_whatever_the_camera(card: float) -> None:
    size = look_size(from_above(card))
    assert size % 32 == 0
    assert card * size / 1280 == pytest.approx(CARD_SIDE, rel=0.04)


def test_pictures_of_any_resolution_are_looked_at_alike() -> None:
    assert look_size(from_above(60.0)) == look_size(from_above(180.0, (3840, 2160)))


def test_the_size_stays_within_what_the_finder_knows_and_the_time_allows() -> None:
    assert look_size(from_above(400.0)) == SMALLEST
    assert look_size(from_above(8.0)) == LARGEST
