"""The card that was laid last, found by what has changed in the middle."""

import cv2
import numpy as np
import pytest
from jassvision.vision.card_boxes import shared_share
from jassvision.vision.close_look import Window
from jassvision.vision.finder import Sightings
from jassvision.vision.frames import Frame
from jassvision.vision.laid_anew import LaidAnew, laid_since, with_laid
from jassvision.vision.small_view import SmallView
from jassvision.vision.table import table_from_corners
from jassvision.vision.track import Track
from jassvision.vision.tracker import Tracker

METRE = 1000.0
TABLE = table_from_corners([[140, 110], [1140, 110], [1140, 610], [140, 610]], 1.0, 0.5, (1280, 720))
WINDOW = Window(440, 160, 840, 560, (490.0, 210.0, 790.0, 510.0))


def ring(x: float, y: float, turn: float = 0.0) -> np.ndarray:
    half = np.array([[-28.5, -44.5], [28.5, -44.5], [28.5, 44.5], [-28.5, 44.5]])
    cos, sin = np.cos(turn), np.sin(turn)
    found: np.ndarray = half @ np.array([[cos, sin], [-sin, cos]]) + [x, y]
    return found


def face(seed: int) -> np.ndarray:
    """A white card with pips, a thin dark rim and an index in two corners."""
    rng = np.random.default_rng(seed)
    card = np.full((178, 114, 3), 240, np.uint8)
    colour = tuple(int(v) for v in rng.integers(0, 160, 3))
    for _ in range(8):
        x, y = int(rng.integers(22, 92)), int(rng.integers(25, 153))
        cv2.circle(card, (x, y), 9, colour, -1)
    for x, y in ((8, 10), (92, 150)):
        cv2.rectangle(card, (x, y), (x + 12, y + 18), colour, -1)
    cv2.rectangle(card, (0, 0), (113, 177), (150, 150, 150), 2)
    return card


def picture(*cards: tuple[np.ndarray, int], light: float = 1.0) -> np.ndarray:
    """Cards on wood, each over those before."""
    rng = np.random.default_rng(5)
    shown = cv2.GaussianBlur(rng.integers(50, 90, (720, 1280, 3)).astype(np.uint8), (7, 7), 0)
    for corners, seed in cards:
        warp = cv2.getPerspectiveTransform(
            np.array([[0, 0], [114, 0], [114, 178], [0, 178]], np.float32), corners.astype(np.float32)
        )
        drawn = cv2.warpPerspective(face(seed), warp, (1280, 720))
        mask = cv2.warpPerspective(np.full((178, 114), 255, np.uint8), warp, (1280, 720)) > 127
        shown[mask] = drawn[mask]
    return np.clip(shown * light, 0, 255).astype(np.uint8)


def found(before: np.ndarray, now: np.ndarray) -> np.ndarray | None:
    memory = LaidAnew()
    memory.keep(before, WINDOW, (), 1.0)
    assert memory.before is not None
    return laid_since(memory.before, now, TABLE)


HEAP = [(ring(640, 360, 0.1), 1), (ring(655, 350, 1.5), 2), (ring(632, 372, -0.3), 3), (ring(648, 366, 1.1), 4)]


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_each_card_of_a_heap_is_found_where_it_was_laid(count: int) -> None:
    laid = found(picture(*HEAP[: count - 1]), picture(*HEAP[:count]))
    assert laid is not None
    assert shared_share(HEAP[count - 1][0], laid)[0] > 0.85


@pytest.mark.parametrize("way", [(2.0, 1.0), (12.0, -6.0), (-20.0, 14.0)])
@pytest.mark.parametrize("turn", [0.0, 0.15, np.pi / 2])
def test_a_card_nearly_in_line_with_the_one_below_is_found(way: tuple[float, float], turn: float) -> None:
    below, above = (ring(640, 360), 1), (ring(640 + way[0], 360 + way[1], turn), 2)
    laid = found(picture(below), picture(below, above))
    assert laid is not None
    assert shared_share(above[0], laid)[0] > 0.8


def test_nothing_new_and_a_change_of_light_are_no_card() -> None:
    assert found(picture(*HEAP), picture(*HEAP)) is None
    assert found(picture(*HEAP), picture(*HEAP, light=0.93)) is None


def test_a_hand_and_two_cards_at_once_are_no_card() -> None:
    now = picture(*HEAP[:2])
    cv2.line(now, (600, 720), (640, 330), (120, 150, 215), 60)
    assert found(picture(*HEAP[:2]), now) is None
    beside = ((ring(660, 378, 0.8), 7), (ring(622, 344, 0.4), 8))
    assert found(picture(HEAP[0]), picture(HEAP[0], *beside)) is None


def test_a_card_is_found_though_a_hand_is_still_beside_it() -> None:
    now = picture(*HEAP[:3])
    cv2.line(now, (440, 530), (520, 500), (120, 150, 215), 90)
    laid = found(picture(*HEAP[:2]), now)
    assert laid is not None
    assert shared_share(HEAP[2][0], laid)[0] > 0.85


def test_a_sweep_of_several_cards_is_no_card() -> None:
    spread = [(ring(640 + dx, 360 + dy), k) for k, (dx, dy) in enumerate(((0, -50), (60, 0), (0, 50), (-60, 0)))]
    assert found(picture(*spread), picture()) is None


def test_a_card_that_is_taken_back_from_a_bare_table_has_no_rim() -> None:
    assert found(picture(HEAP[0]), picture()) is None


def test_boxes_over_parts_of_the_card_that_was_laid_give_way_to_it() -> None:
    lying = Track(1, HEAP[0][0], 0.0, 1.0, 0.5, "lying", layer=1)
    laid = HEAP[2][0]
    boxes = [HEAP[0][0], (HEAP[0][0] + laid) / 2 + 3, ring(900, 360)]
    seen = Sightings(np.array(boxes, np.float32), np.array([0.9, 0.8, 0.7], np.float32), np.zeros(3, np.int8))
    joined = with_laid(seen, laid, [lying])
    assert joined.corners[0] == pytest.approx(laid, abs=1e-3)
    assert joined.confidence.tolist() == pytest.approx([0.95, 0.9, 0.7])


def test_the_middle_is_kept_anew_when_other_cards_lie_there() -> None:
    memory = LaidAnew()
    assert memory.wants(WINDOW, (1,), 1.0)
    memory.keep(picture(HEAP[0]), WINDOW, (1,), 1.0)
    assert not memory.wants(WINDOW, (1,), 2.0)
    assert memory.wants(WINDOW, (1, 2), 2.0)
    assert memory.wants(WINDOW, (1,), 60.0)
    memory.forget()
    assert memory.wants(WINDOW, (1,), 2.0)


def test_what_was_laid_counts_only_when_nothing_moves() -> None:
    memory, now = LaidAnew(), picture(*HEAP[:2])
    frame, before = Frame.of_picture(now, 2.0), Frame.of_picture(picture(HEAP[0]), 1.0)
    small, bare = frame.small(), Frame.of_picture(picture(), 1.0).small()
    memory.keep(before.picture, WINDOW, (), 1.0)
    moved_at = np.zeros(small.shape[:2], np.float32)
    view = SmallView(small, bare, moved_at, 1.0, 2.0, small.shape[1] / 1280)
    seen, number = memory.added(Sightings.none(), frame, view, WINDOW, TABLE, [])
    assert len(seen) == 1 and number == 0
    assert shared_share(HEAP[1][0], seen.corners[0].astype(np.float64))[0] > 0.85
    moved_at[80:84, 115:119] = 1.95  # a hand beside it may move
    assert memory.added(Sightings.none(), frame, view, WINDOW, TABLE, [])[1] == 0
    moved_at[80:90, 150:170] = 1.95
    assert memory.added(Sightings.none(), frame, view, WINDOW, TABLE, [])[1] is None
    moved_at[:] = 0.0
    same = SmallView(small, small, moved_at, 1.0, 2.0, small.shape[1] / 1280)
    assert memory.added(Sightings.none(), frame, same, WINDOW, TABLE, [])[1] is None  # it is the bare table


def test_the_only_new_track_is_set_right_before_the_middle_is_kept() -> None:
    memory, tracker = LaidAnew(), Tracker(0.25)
    frame, before = Frame.of_picture(picture(*HEAP[:2]), 2.0), Frame.of_picture(picture(HEAP[0]), 1.0)
    small, bare = frame.small(), Frame.of_picture(picture(), 1.0).small()
    view = SmallView(small, bare, np.zeros(small.shape[:2], np.float32), 1.0, 2.0, small.shape[1] / 1280)
    places = (HEAP[0][0], HEAP[1][0] + [20.0, 10.0], HEAP[1][0] + [4.0, 2.0])
    tracks = [Track(k, place, 0.0, 1.0, 0.5, "lying", layer=k) for k, place in enumerate(places, 1)]
    tracker.lying = tracks[:1]
    memory.keep(before.picture, WINDOW, (1,), 1.0)
    assert memory.remember(frame, view, WINDOW, TABLE, tracker) == []
    for track in tracks:
        view.memorise(track, tracks)
    tracker.lying = list(tracks)
    assert memory.remember(frame, view, WINDOW, TABLE, tracker) == [tracks[1]]
    assert memory.before is not None and memory.before.known == (1, 3)
    assert shared_share(HEAP[1][0], tracks[2].corners)[0] > 0.85
