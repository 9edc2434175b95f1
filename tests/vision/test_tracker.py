"""Tracks: at rest, covered, moved, gone; the finder may be blind or see double."""

import cv2
import numpy as np
import pytest
from jassvision.vision.card_boxes import length_of, precisely, shared_share, turned
from jassvision.vision.close_look import Window
from jassvision.vision.faces import CLASSES, class_index
from jassvision.vision.finder import Sightings
from jassvision.vision.readings import MOST_READS, Readings
from jassvision.vision.small_view import CHANGED_SHARE, SmallView
from jassvision.vision.track import Change, Track
from jassvision.vision.tracker import Tracker

SHAPE = (180, 320)
AREA = 24.0 * 38.0


def box(x: float, y: float, turn: float = 0.0) -> np.ndarray:
    ring = np.array([[-12, -19], [12, -19], [12, 19], [-12, 19]], np.float64)
    cos, sin = np.cos(turn), np.sin(turn)
    return ring @ np.array([[cos, sin], [-sin, cos]]) + [x, y]


def reading(card: str, sure: float = 0.95) -> np.ndarray:
    out = np.full(len(CLASSES), (1 - sure) / (len(CLASSES) - 1))
    out[class_index("swiss", card)] = sure
    return out


class Desk:
    """A drawn table in the small picture's own size, and a tracker over it."""

    def __init__(self) -> None:
        self.bare = np.full((*SHAPE, 3), 128, np.uint8)
        self.bare[..., 0] = np.random.default_rng(0).integers(60, 80, SHAPE)
        self.small = self.bare.copy()
        self.moved_at = np.full(SHAPE, -9.0, np.float32)
        self.tracker = Tracker(1.0)
        self.time = 0.0

    def draw(self, *cards: tuple[np.ndarray, int]) -> None:
        before = self.small
        self.small = self.bare.copy()
        for corners, shade in cards:
            drawn = np.zeros(SHAPE, np.uint8)
            cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), 1)
            grain = np.random.default_rng(shade).integers(120, 250, SHAPE)
            self.small[..., 0][drawn > 0] = grain[drawn > 0]
        self.moved_at[(before != self.small).any(axis=2)] = self.time

    def view(self) -> SmallView:
        return SmallView(self.small, self.bare, self.moved_at, 1.0, self.time, 1.0)

    def look(
        self,
        *seen: tuple[np.ndarray, str],
        seconds: float = 0.15,
        sure: float = 0.9,
        legible: float = 0.95,
        window: Window | None = None,
        laid: int | None = None,
    ) -> list[Change]:
        self.time += seconds
        corners = np.array([b for b, _ in seen], np.float32).reshape(-1, 4, 2)
        found = Sightings(corners, np.full(len(seen), sure, np.float32), np.zeros(len(seen), np.int8))
        wanted = self.tracker.hold(found, np.full(len(seen), AREA), self.view(), window, laid)
        for track, i in wanted:
            self.tracker.told(track, found, i, reading(seen[i][1], legible), "swiss", self.view())
        return self.pause(0.0)

    def pause(self, seconds: float) -> list[Change]:
        self.time += seconds
        return self.tracker.settle(self.view(), "swiss")

    def lie(self, *cards: tuple[np.ndarray, str]) -> None:
        """Cards come to rest one after the other, each over those before."""
        for count in range(1, len(cards) + 1):
            self.draw(*[(b, 10 + k) for k, (b, _) in enumerate(cards[:count])])
            for _ in range(4):
                self.look(*cards[:count])
        assert len(self.tracker.lying) == len(cards)


def test_a_card_seen_twice_at_one_place_lies_there() -> None:
    desk = Desk()
    desk.draw((box(100, 80), 10))
    assert desk.look((box(100, 80), "S6")) == []
    (change,) = desk.look((box(100.5, 80), "S6"))
    assert change.kind == "laid"
    assert change.track.readings.best("swiss")[0] == 18  # S6
    assert desk.tracker.held == []


def test_a_card_in_a_moving_hand_does_not_lie() -> None:
    desk = Desk()
    for step in range(6):
        corners = box(60 + 14 * step, 80)
        desk.draw((corners, 10))
        assert desk.look((corners, "S6")) == []
    assert len(desk.tracker.held) == 1
    desk.look(seconds=0.4)
    desk.look(seconds=0.4)
    assert desk.tracker.held == []


def test_a_card_stays_though_the_finder_is_blind() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    for _ in range(20):
        assert desk.look() == []
    assert len(desk.tracker.lying) == 1


def test_a_card_is_gone_when_its_place_is_bare() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    last = desk.time
    desk.draw()
    changes = [change for _ in range(5) for change in desk.look()]
    assert [c.kind for c in changes] == ["gone"]
    assert changes[0].track.gone_at == pytest.approx(last, abs=0.2)
    assert desk.tracker.lying == []


def test_a_covered_card_stays_below_and_both_go() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"), (box(103, 82, 1.4), "SA"))
    for _ in range(10):
        assert desk.look((box(103, 82, 1.4), "SA")) == []
    desk.draw()
    changes = [change for _ in range(8) for change in desk.look()]
    assert sorted(c.track.number for c in changes) == sorted({c.track.number for c in changes})
    assert len(changes) == 2


def test_a_card_laid_exactly_on_another_is_a_new_one() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    desk.draw((box(100, 80), 10), (box(101, 81), 44))
    changes = [change for _ in range(4) for change in desk.look((box(101, 81), "CK"))]
    assert [c.kind for c in changes] == ["laid"]
    assert len(desk.tracker.lying) == 2


def test_a_card_that_is_pushed_keeps_its_track() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    number = desk.tracker.lying[0].number
    desk.draw((box(112, 84, 0.2), 10))
    changes = [change for _ in range(6) for change in desk.look((box(112, 84, 0.2), "S6"))]
    assert changes == []
    (track,) = desk.tracker.lying
    assert track.number == number
    assert track.middle == pytest.approx([112, 84], abs=0.1)


def test_a_hand_over_a_card_is_not_its_end() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    for step in range(10):
        desk.draw((box(100, 80), 10), (box(100, 80, 0.1 * step), 99 + step))
        assert desk.look() == []
    desk.draw((box(100, 80), 10))
    assert desk.look((box(100, 80), "S6")) == []
    assert len(desk.tracker.lying) == 1


def test_weak_echoes_beside_a_sure_box_begin_nothing() -> None:
    desk = Desk()
    desk.draw((box(100, 80), 10))
    desk.time += 0.5
    corners = np.array([box(100, 80), box(108, 84)], np.float32)
    found = Sightings(corners, np.array([0.8, 0.2], np.float32), np.zeros(2, np.int8))
    wanted = desk.tracker.hold(found, np.full(2, AREA), desk.view())
    assert [i for _, i in wanted] == [0]


def part(whole: np.ndarray, first: float, last: float) -> np.ndarray:
    """The strip of a box between two shares of its length."""
    along = whole[3] - whole[0]
    return np.array(
        [whole[0] + first * along, whole[1] + first * along, whole[1] + last * along, whole[0] + last * along]
    )


def test_parts_of_a_card_begin_nothing_beside_the_whole() -> None:
    desk = Desk()
    whole = box(100, 80)
    desk.draw((whole, 10))
    for _ in range(4):
        desk.look((whole, "S6"), (part(whole, 0, 0.6), "S8"), (part(whole, 0.3, 0.9), "SK"))
    assert [t.readings.best("swiss")[0] for t in desk.tracker.lying] == [18]
    assert not desk.tracker.held


def test_what_is_left_to_see_of_a_covered_card_begins_nothing() -> None:
    desk = Desk()
    below, above = box(100, 80), box(100, 100, 1.5)
    desk.lie((below, "S6"), (above, "HA"))
    for _ in range(4):
        desk.look((above, "HA"), (part(below, 0, 0.7), "C9"))
    assert len(desk.tracker.lying) == 2 and not desk.tracker.held


def test_a_card_slid_under_another_counts_if_the_finder_is_sure() -> None:
    desk = Desk()
    above = box(100, 80)
    desk.lie((above, "S6"))
    strip = part(box(128, 80), 0, 0.66)
    desk.draw((strip, 12), (above, 10))
    for _ in range(4):
        desk.look((above, "S6"), (strip, "HA"), sure=0.5)
    assert len(desk.tracker.lying) == 1
    for _ in range(4):
        desk.look((above, "S6"), (strip, "HA"), sure=0.8)
    assert len(desk.tracker.lying) == 2


def test_a_card_that_went_on_before_it_lay_leaves_no_ghost() -> None:
    desk = Desk()
    desk.draw((box(100, 80), 10))
    desk.look((box(100, 80), "S6"))
    desk.moved_at[:] = desk.time + 0.1  # a hand goes with it, too near for it to count as at rest
    assert desk.look((box(100, 80), "S6"), seconds=0.1) == []
    desk.draw()
    assert desk.look(seconds=0.3) == []
    assert not desk.tracker.lying


def test_what_looks_like_the_bare_table_and_is_seen_no_more_is_gone() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    (track,) = desk.tracker.lying
    desk.draw()
    desk.view().memorise(track, desk.tracker.lying)  # its look was kept when it had just been taken
    changes = [change for _ in range(4) for change in desk.look()]
    assert [c.kind for c in changes] == ["gone"]


def test_a_card_printed_on_the_table_is_no_ghost() -> None:
    desk = Desk()
    desk.draw((box(100, 80), 10))
    desk.bare = desk.small.copy()
    desk.moved_at[:] = -9.0
    for _ in range(3):
        desk.look((box(100, 80), "S6"), sure=0.8)
        desk.tracker.settle(desk.view(), "swiss", from_start=1.0)
    assert [t.from_start for t in desk.tracker.lying] == [False] or len(desk.tracker.lying) == 1
    for _ in range(6):
        assert desk.look() == []


def test_a_hand_that_passed_does_not_become_the_card_under_it() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    above = box(112, 66, 1.2)
    hand = Track(77, box(104, 84), desk.time, desk.time, desk.time, anchor=np.array([104.0, 84.0]))
    desk.tracker.held.append(hand)
    desk.draw((box(100, 80), 10), (above, 44))
    for _ in range(5):
        desk.look((above, "HA"), (box(100, 80), "S6"))
    faces = sorted(t.readings.best("swiss")[0] for t in desk.tracker.lying)
    assert len(faces) == len(set(faces)) == 2


def test_a_card_laid_exactly_on_another_counts_though_its_box_is_a_little_smaller() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    above = box(100, 80) * 0.91 + np.array([100, 80]) * 0.09
    desk.draw((box(100, 80), 10), (box(100, 80), 44))
    for _ in range(4):
        desk.look((above, "CK"))
    assert len(desk.tracker.lying) == 2


def test_a_card_laid_just_over_the_second_below_it_is_not_taken_for_that_one() -> None:
    desk = Desk()
    first, second, third = box(100, 80), box(104, 79, 0.3), box(102, 80, 0.03)
    desk.lie((first, "S6"), (second, "HA"))
    desk.draw((first, 10), (second, 11), (third, 44))
    for _ in range(4):
        desk.look((third, "CK"))
    assert [t.readings.best("swiss")[0] for t in desk.tracker.lying] == [18, 17, 34]


def test_what_is_read_across_a_card_half_covered_is_not_its_face() -> None:
    desk = Desk()
    below, across = box(100, 80), box(108, 98, 1.3)
    desk.lie((below, "S6"))
    (track,) = desk.tracker.lying
    desk.draw((below, 10), (across, 44))
    share = desk.view().changed_share(track)
    assert CHANGED_SHARE / 2 < share < CHANGED_SHARE
    both = box(102, 86, 0.3)  # the finder takes the two for one
    assert shared_share(below, both)[0] > 0.55 and not precisely(below, both)
    for _ in range(4):
        desk.look((both, "CK"))
    assert track.readings.best("swiss")[0] == 18
    assert desk.view().changed_share(track) == share  # it is still seen that something is new


def test_a_card_known_to_be_at_rest_need_not_be_seen_twice() -> None:
    desk = Desk()
    desk.draw((box(100, 80), 10))
    desk.time = 1.0
    (change,) = desk.look((box(100, 80), "S6"), laid=0)
    assert change.kind == "laid"
    assert change.track.rest_since <= 1.05
    held = Track(9, box(210, 80), 1.0, 1.1, 1.0, anchor=np.array([210.0, 80.0]))
    desk.tracker.held.append(held)
    desk.draw((box(100, 80), 10), (box(200, 90, 0.3), 44))
    desk.moved_at[:] = 0.0
    (change,) = desk.look((box(200, 90, 0.3), "CK"), (box(100, 80), "S6"), laid=0)
    assert change.track is held


@pytest.mark.parametrize("legible", (0.95, 0.4))
def test_a_white_card_on_a_white_one_is_new_where_it_alone_explains_what_has_changed(legible: float) -> None:
    desk = Desk()
    first, second = box(100, 80), box(101, 86)
    desk.draw((first, 10))
    for _ in range(4):
        desk.look((first, "S6"))
    desk.draw((first, 10), (second, 10))
    marks = np.zeros(SHAPE, np.uint8)  # both are white: only their pips differ
    cv2.circle(marks, (100, 84), 9, 1, -1)
    desk.small[..., 0][marks > 0] = 90
    desk.pause(0.6)
    assert CHANGED_SHARE / 2 < desk.view().changed_share(desk.tracker.lying[0]) < CHANGED_SHARE
    for _ in range(3):
        desk.look((second, "DA"), laid=0, legible=legible)
    assert desk.tracker.lying[0].readings.best("swiss")[0] == 18  # S6 still lies below
    assert len(desk.tracker.lying) == 2
    assert np.allclose(desk.tracker.lying[1].middle, second.mean(axis=0), atol=0.5)


@pytest.mark.parametrize("laid", (None, 0))
def test_a_card_that_lies_where_it_lay_is_no_new_one_however_it_changed(laid: int | None) -> None:
    desk = Desk()
    first = box(100, 80)
    desk.draw((first, 10))
    for _ in range(4):
        desk.look((first, "S6"))
    desk.small[70:86, 92:108, 0] = 90
    desk.pause(0.6)
    for _ in range(3):
        desk.look((box(100.5, 80.5), "S6"), laid=laid)
    assert len(desk.tracker.lying) == 1


def test_a_card_that_was_framed_badly_is_set_right_by_what_has_changed() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"), (box(112, 88, 0.4), "HA"))
    desk.tracker.lying[1].readings.add(reading("C9"))
    track, place = desk.tracker.lying[1], box(108, 70, 1.2)
    assert desk.tracker.reframe(place, [desk.tracker.lying[0].number], desk.view()) == []
    assert track.middle == pytest.approx([108, 70])
    assert track.readings.count == 0  # what was read there was another place
    assert desk.tracker.reframe(box(108.3, 70, 1.2), [desk.tracker.lying[0].number], desk.view()) == []
    assert track.middle == pytest.approx([108, 70])  # good enough: it stays


def test_of_two_tracks_for_the_one_card_that_was_laid_one_is_dropped() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"), (box(112, 88, 0.4), "HA"), (box(116, 92, 0.5), "D8"), (box(200, 60), "CK"))
    first, good, ghost, far = desk.tracker.lying
    dropped = desk.tracker.reframe(box(112, 88, 0.4), [first.number], desk.view())
    assert dropped == [ghost]
    assert desk.tracker.lying == [first, good, far]


def test_what_a_close_look_cannot_see_is_not_missed() -> None:
    desk = Desk()
    desk.lie((box(40, 80), "S6"), (box(160, 80), "HA"))
    window = Window(110, 30, 210, 130, (130.0, 50.0, 190.0, 110.0))
    for _ in range(5):
        desk.look((box(160, 80), "HA"), window=window)
    assert [t.missed for t in desk.tracker.lying] == [0, 0]
    for _ in range(2):
        desk.look(window=window)
    assert [t.missed for t in desk.tracker.lying] == [0, 2]


def test_on_the_bare_table_a_weak_sighting_is_nothing() -> None:
    desk = Desk()
    for _ in range(5):
        desk.look((box(100, 80), "S6"), sure=0.4)
    assert not desk.tracker.held and not desk.tracker.lying


def test_cards_move_with_a_bumped_camera() -> None:
    desk = Desk()
    desk.lie((box(100, 80), "S6"))
    desk.bare = np.roll(desk.bare, (5, 7), (0, 1))
    desk.draw((box(107, 85), 10))
    shift = np.array([[1.0, 0.0, 7.0], [0.0, 1.0, 5.0], [0.0, 0.0, 1.0]])
    desk.tracker.warp(shift, desk.view())
    assert desk.tracker.lying[0].middle == pytest.approx([107, 85])
    assert [c for _ in range(6) for c in desk.look((box(107, 85), "S6"))] == []


def test_geometry_of_boxes() -> None:
    assert length_of(box(0, 0, 0.3)) == pytest.approx(38)
    assert turned(box(0, 0), box(3, 3, np.pi)) == pytest.approx(0, abs=1e-6)
    assert turned(box(0, 0), box(3, 3, np.pi / 2)) == pytest.approx(np.pi / 2)
    assert shared_share(box(0, 0), box(12, 0)) == pytest.approx((1 / 3, 0.5))
    assert precisely(box(0, 0), box(2, 1, 0.05))
    assert not precisely(box(0, 0), box(2, 1, 0.5))


def test_readings_add_up_but_never_to_certainty_from_one_crop() -> None:
    one, many = Readings(), Readings()
    one.add(reading("S6", 0.7))
    for _ in range(6):
        many.add(reading("S6", 0.7))
    assert one.best("swiss")[1] < many.best("swiss")[1] < 0.9999
    many.add(reading("SA", 0.99))
    assert many.best("swiss")[0] == 18


def test_unreadable_crops_say_nothing() -> None:
    blank = np.zeros(len(CLASSES))
    blank[-1] = 1.0
    seen = Readings()
    for _ in range(3):
        seen.add(blank)
    assert np.exp(seen.faces("swiss")).max() < 0.05
    assert seen.legible == 0
    seen.add(reading("S6"))
    assert seen.best("swiss")[1] > 0.8


def test_the_pack_is_told_by_the_readings() -> None:
    seen = Readings()
    seen.add(reading("S6"))
    assert seen.pack_odds() > 1
    assert seen.faces(None)[18] == seen.faces(None).max()


def test_reading_ends_when_sure_or_when_it_leads_nowhere() -> None:
    sure, open_ = Readings(), Readings()
    vague = (reading("S6", 0.4) + reading("S7", 0.4)) / 2
    for number in range(MOST_READS):
        sure.add(reading("S6", 0.99))
        open_.add(vague)
        assert sure.sure("swiss") == (number >= 2)
        assert open_.sure("swiss") == (number + 1 >= MOST_READS)
