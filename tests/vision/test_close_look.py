"""Close looks: where they are, what they see, and how they go together with a look at the whole picture."""

import numpy as np
import pytest
from jassvision.vision.close_look import CLOSE_SIZE, LARGE_CARD, Sight, Window, close_look, joined, window_of
from jassvision.vision.finder import Sightings
from jassvision.vision.frames import Frame
from jassvision.vision.table import CARD_M, Table, table_from_corners

SIZE = (1280, 720)


def table_of(metre: float, middle: tuple[float, float] = (640, 360)) -> Table:
    x, y = middle
    ring = [[x - metre / 2, y - metre / 4], [x + metre / 2, y - metre / 4]]
    ring += [[x + metre / 2, y + metre / 4], [x - metre / 2, y + metre / 4]]
    return table_from_corners(ring, 1.0, 0.5, SIZE)


def box(x: float, y: float, width: float = 60.0, height: float = 94.0) -> np.ndarray:
    w, h = width / 2, height / 2
    return np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]], np.float32)


def sightings(*boxes: np.ndarray, sure: float = 0.9) -> Sightings:
    count = len(boxes)
    return Sightings(np.array(boxes).reshape(-1, 4, 2), np.full(count, sure, np.float32), np.zeros(count, np.int8))


class Fixed:
    """Finds the same boxes in whatever picture, and remembers the sizes of the pictures."""

    def __init__(self, found: Sightings, size: int | None = None) -> None:
        self.found, self.seen = found, []
        if size is not None:
            self.size = size

    def find(self, picture: np.ndarray) -> Sightings:
        self.seen.append(picture.shape[:2])
        return self.found


@pytest.mark.parametrize("metre", [600.0, 1000.0, 1700.0])
@pytest.mark.parametrize("radius", [0.11, 0.2])
def test_a_window_holds_the_middle_and_its_cards_are_large(metre: float, radius: float) -> None:
    window = window_of(table_of(metre), radius, 512)
    assert window is not None
    assert window.right - window.left == window.bottom - window.top
    assert 0 <= window.left < window.right <= SIZE[0] and 0 <= window.top < window.bottom <= SIZE[1]
    short = CARD_M[0] * metre * CLOSE_SIZE / (window.right - window.left)
    assert short > 1.2 * CARD_M[0] * metre * 512 / 1280
    assert window.holds(np.array([640.0, 360.0]))
    assert window.holds(np.array([640.0 + 0.1 * metre, 360.0]))


def test_where_cards_are_large_there_is_no_close_look() -> None:
    metre = LARGE_CARD / CARD_M[0] * 1280 / 512
    assert window_of(table_of(metre * 1.01), 0.12, 512) is None
    assert window_of(table_of(metre * 0.9), 0.12, 512) is not None


def test_a_window_at_the_rim_stays_in_the_picture_and_sees_up_to_it() -> None:
    window = window_of(table_of(1000.0, (640, 80)), 0.14, 512)
    assert window is not None
    assert window.top == 0
    assert window.holds(np.array([640.0, 10.0]))
    assert not window.holds(np.array([640.0, window.bottom - 10.0]))


def test_a_card_cut_by_the_rim_of_the_window_does_not_count() -> None:
    window = Window(440, 160, 840, 560, (500.0, 220.0, 780.0, 500.0))
    finder = Fixed(sightings(box(200, 200), box(390, 200)))
    found = close_look(finder, np.zeros((720, 1280, 3), np.uint8), window)
    assert finder.seen == [(400, 400)]
    assert found.corners.mean(axis=1).tolist() == [[640.0, 360.0]]


def test_of_two_looks_the_close_one_counts_in_the_window() -> None:
    window = Window(440, 160, 840, 560, (500.0, 220.0, 780.0, 500.0))
    far = sightings(box(200, 200), box(640, 360), box(785, 360), sure=0.5)
    close = sightings(box(642, 361), box(778, 360))
    both = joined(far, close, window)
    assert sorted(both.corners.mean(axis=1)[:, 0].round().tolist()) == [200.0, 642.0, 778.0]
    assert list(both.confidence) == sorted(both.confidence, reverse=True)
    assert len(joined(Sightings.none(), close, window)) == 2
    assert len(joined(far, Sightings.none(), window)) == 2


def test_the_whole_picture_is_looked_at_only_where_that_is_wanted() -> None:
    whole, closer = Fixed(sightings(box(80, 80)), 512), Fixed(sightings(box(200, 200)))
    sight = Sight(whole)
    assert sight.closer is None and sight.window(table_of(1000.0), 0.12) is None
    sight.closer = closer
    window = sight.window(table_of(1000.0), 0.12)
    assert window is not None
    frame = Frame.of_picture(np.zeros((720, 1280, 3), np.uint8), 1.0)
    assert len(sight.look(frame, window, everywhere=False)) == 1
    assert (len(whole.seen), len(closer.seen)) == (0, 1)
    found = sight.look(frame, window, everywhere=True)
    assert (len(whole.seen), len(closer.seen)) == (1, 2)
    assert [200.0, 200.0] in found.corners.mean(axis=1).tolist()  # 80 of 512 pixels are 200 of 1280
    assert len(found) == 2
    assert len(sight.look(frame, None, everywhere=True)) == 1
