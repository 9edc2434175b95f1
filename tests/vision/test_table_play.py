"""From cards at rest and gone to plays, sweeps, fans: with tracks made by hand."""

import numpy as np
import pytest
from jassvision.rules.cards import CARDS, code
from jassvision.vision.faces import CLASSES, class_index
from jassvision.vision.motion import MotionGate, Reach, Shapes
from jassvision.vision.observations import Observation, Reread, SeenCard, ShownHand, Swept, Withdrawn
from jassvision.vision.seating import seat_of_card, seat_of_sweep
from jassvision.vision.table import Table, table_from_corners
from jassvision.vision.table_play import REMEMBERED, TablePlay
from jassvision.vision.track import Change, Track

SIZE = (1280, 720)
METRE = 1000.0
TABLE = table_from_corners([[140, 110], [1140, 110], [1140, 610], [140, 610]], 1.0, 0.5, SIZE)
WAYS = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}


def ring(x: float, y: float, upright: bool = True) -> np.ndarray:
    """Corners in pixels of a card whose middle lies at metres (x, y)."""
    w, h = (0.0285, 0.0445) if upright else (0.0445, 0.0285)
    return TABLE.pixels(np.array([[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]]))


class Play:
    """A table play with a clock."""

    def __init__(self, **options: bool) -> None:
        self.gate = MotionGate()
        self.play = TablePlay(self.gate, **options)
        self.number = 0
        self.seen: list[Observation] = []

    def lay(self, card: str, x: float, y: float, time: float, reads: int = 4, sure: float = 0.97) -> Track:
        self.number += 1
        corners = ring(x, y)
        track = Track(self.number, corners, time, time, time, "lying", layer=self.number, faces=1.0)
        self.read(track, card, reads, sure)
        self.step(time, Change("laid", track))
        return track

    @staticmethod
    def read(track: Track, card: str, reads: int = 4, sure: float = 0.97) -> Track:
        out = np.full(len(CLASSES), (1 - sure) / (len(CLASSES) - 1))
        out[class_index("swiss", card)] = sure
        for _ in range(reads):
            track.readings.add(out)
        return track

    def lift(self, time: float, *tracks: Track) -> None:
        for track in tracks:
            track.state, track.gone_at, track.bare_at = "gone", time, time + 0.3
        self.step(time + 0.5, *[Change("gone", t) for t in tracks])

    def step(self, time: float, *changes: Change, present: tuple[Track, ...] = ()) -> None:
        for track in present:
            track.present_at = time
        self.seen += self.play.take(changes, time, TABLE, "swiss")

    def kinds(self) -> list[str]:
        return [type(o).__name__ for o in self.seen]


def cards(seen: list[Observation]) -> list[str]:
    return [code(CARDS[int(o.face_logp.argmax())]) for o in seen if isinstance(o, SeenCard)]


def test_a_card_is_told_after_it_has_lain_a_moment() -> None:
    play = Play()
    play.lay("S6", 0.0, 0.05, 1.0)
    assert play.seen == []
    play.step(1.2)
    assert play.seen == []
    play.step(1.6)
    (card,) = play.seen
    assert isinstance(card, SeenCard)
    assert (card.time, card.place) == (1.0, pytest.approx((0.0, 0.05), abs=1e-6))


def test_an_unsure_card_is_read_on_and_told_in_time() -> None:
    play = Play()
    play.lay("S6", 0.0, 0.05, 1.0, reads=1, sure=0.5)
    play.step(1.9)
    assert play.seen == []
    play.step(2.4)
    assert play.kinds() == ["SeenCard"]


def test_cards_are_told_in_the_order_in_which_they_were_laid() -> None:
    play = Play()
    play.lay("S6", 0.0, 0.06, 1.0, reads=1, sure=0.5)
    play.lay("SA", 0.06, 0.0, 1.6)
    play.step(2.2)
    assert play.seen == []  # the first one is still read
    play.step(2.4)
    assert cards(play.seen) == ["S6", "SA"]


def test_a_new_reading_is_told_when_it_changes_something() -> None:
    play = Play()
    track = play.lay("S6", 0.0, 0.05, 1.0, reads=1, sure=0.5)
    play.step(2.4)
    assert play.play.reread([track], 2.5, "swiss") == []
    out = np.full(len(CLASSES), 1e-4)
    out[class_index("swiss", "S7")] = 0.98
    for _ in range(3):
        track.readings.add(out)
    (again,) = play.play.reread([track], 2.6, "swiss")
    assert isinstance(again, Reread)
    assert code(CARDS[int(again.face_logp.argmax())]) == "S7"


def four_cards(play: Play) -> list[Track]:
    cards_laid = zip(("S6", "SA", "DK", "H10"), _PLACES, range(1, 5), strict=True)
    return [play.lay(card, x, y, time) for card, (x, y), time in cards_laid]


def test_four_cards_gone_are_a_sweep() -> None:
    play = Play()
    tracks = four_cards(play)
    play.step(4.8)
    play.lift(5.5, *tracks)
    assert play.kinds() == ["SeenCard"] * 4 + ["Swept"]
    assert isinstance(play.seen[-1], Swept)
    assert set(play.seen[-1].tracks) == {1, 2, 3, 4}
    assert (play.seen[-1].time_first, play.seen[-1].time_last) == (5.5, 5.8)


def test_a_sweep_begins_when_the_last_card_lies_though_the_first_was_covered_long_before() -> None:
    play = Play()
    tracks = four_cards(play)
    play.step(4.8)
    tracks[0].state, tracks[0].gone_at, tracks[0].bare_at = "gone", 2.1, 5.8  # seen last before the next one hid it
    for track in tracks[1:]:
        track.state, track.gone_at, track.bare_at = "gone", 5.5, 5.8
    play.step(6.0, *[Change("gone", t) for t in tracks])
    assert isinstance(play.seen[-1], Swept)
    assert play.seen[-1].time_first == 4.0


_PLACES = [(0.0, 0.06), (0.06, 0.0), (0.0, -0.06), (-0.06, 0.0)]


def test_cards_under_an_arm_wait_for_the_others() -> None:
    play = Play()
    tracks = four_cards(play)
    play.step(4.8, present=tuple(tracks))
    play.lift(5.5, *tracks[:3])
    play.step(7.0)  # the fourth is hidden
    assert "Swept" not in play.kinds()
    play.lift(5.4, tracks[3])
    assert play.kinds()[-1] == "Swept"
    assert "Withdrawn" not in play.kinds()


def test_one_card_gone_while_others_stay_was_taken_back() -> None:
    play = Play()
    first = play.lay("S6", 0.0, 0.06, 1.0)
    second = play.lay("SA", 0.06, 0.0, 2.0)
    play.step(2.6)
    play.lift(3.0, second)
    play.step(3.8, present=(first,))
    play.step(4.2, present=(first,))
    (back,) = [o for o in play.seen if isinstance(o, Withdrawn)]
    assert back.track == second.number


def test_a_fan_taken_back_is_a_weis_and_fans_together_are_the_rest() -> None:
    play = Play()
    fan = [play.lay(c, -0.3, y, 1.0) for c, y in (("H8", -0.016), ("H9", 0.0), ("H10", 0.016))]
    play.step(1.6)
    play.lift(3.0, *fan)
    (weis,) = [o for o in play.seen if isinstance(o, ShownHand)]
    assert weis.kind == "weis"
    assert len(weis.faces_logp) == 3
    east = [play.lay(c, 0.3, y, 5.0) for c, y in (("CA", -0.01), ("CK", 0.01))]
    west = [play.lay(c, -0.3, y, 6.0) for c, y in (("D6", -0.01), ("D7", 0.01))]
    play.step(7.0, present=(*east, *west))
    play.lift(9.0, *east, *west)
    rest = [o for o in play.seen if isinstance(o, ShownHand) and o.kind == "rest"]
    assert len(rest) == 2
    assert play.kinds()[-1] == "Swept"


def test_a_card_far_out_is_not_played_unless_it_is_swept_with_a_trick() -> None:
    play = Play()
    far = play.lay("HA", 0.4, 0.0, 1.0)
    play.step(1.8)
    assert play.seen == []
    near = [play.lay(c, x, y, t) for c, (x, y), t in zip(["S6", "SA", "DK"], _PLACES[:3], (2, 3, 4), strict=True)]
    play.step(4.8, present=(far,))
    play.lift(5.5, *near, far)
    assert cards(play.seen) == ["S6", "SA", "DK", "HA"]
    play = Play()
    far = play.lay("HA", 0.4, 0.0, 1.0)
    play.step(1.8)
    play.lift(2.5, far)
    assert play.seen == []


def test_what_turns_out_to_be_no_card_is_withdrawn_if_it_was_told() -> None:
    play = Play()
    first = play.lay("S6", 0.0, 0.05, 1.0)
    play.step(1.6)
    second = play.lay("SA", 0.01, 0.0, 1.8)
    (back,) = play.play.forget([first, second], 2.0)
    assert isinstance(back, Withdrawn)
    assert back.track == first.number
    play.step(4.0)
    assert cards(play.seen) == ["S6"]
    assert play.play.forget([first, second], 5.0) == []


def test_a_card_framed_twice_is_told_once() -> None:
    play = Play()
    play.lay("S6", 0.0, 0.05, 1.0)
    play.step(1.6)
    play.lay("S6", 0.012, 0.055, 1.4)
    play.step(2.4)
    assert cards(play.seen) == ["S6"]


def test_something_that_is_no_card_is_not_told() -> None:
    play = Play()
    blank = np.zeros(len(CLASSES))
    blank[-1] = 1.0
    track = play.lay("S6", 0.0, 0.05, 1.0, reads=0)
    for _ in range(3):
        track.readings.add(blank)
    play.step(3.0)
    assert play.seen == []


def test_cards_lying_open_before_a_seat_are_its_hand() -> None:
    play = Play()
    tracks = [play.lay(c, 0.36 + 0.07 * k, 0.0, 1.0 + 0.9 * k) for k, c in enumerate(("D6", "D7"))]
    play.step(3.5, present=tuple(tracks))
    play.step(6.0, present=tuple(tracks))
    (hand,) = [o for o in play.seen if isinstance(o, ShownHand)]
    assert hand.kind == "open"
    assert int(np.argmax(hand.seat_logp)) == 1
    play.step(7.0, present=tuple(tracks))
    assert len([o for o in play.seen if isinstance(o, ShownHand)]) == 1


def arm(seat: int, time: float, cards_at: np.ndarray, table: Table = TABLE) -> Shapes:
    """An arm from the rim at a seat over some cards, in a small picture a quarter as large."""
    labels = np.zeros((180, 320), np.int16)
    x, y = (int(v / 4) for v in cards_at.mean(axis=(0, 1)))
    dx, dy = WAYS[seat]
    rows = slice(0, y) if dy < 0 else slice(y, 180) if dy > 0 else slice(y - 15, y + 15)
    columns = slice(0, x) if dx < 0 else slice(x, 320) if dx > 0 else slice(x - 15, x + 15)
    labels[rows, columns] = 1
    rim = (160 + dx * 158, 90 + dy * 88)
    return Shapes(time, labels, (Reach(1, rim, 30, (160.0, 90.0), int((labels == 1).sum())),))


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_arm_tells_the_seat_where_cards_lie_on_one_heap(seat: int) -> None:
    corners = ring(0.004, -0.003)
    logp = seat_of_card([arm(seat, 1.0, corners[None])], corners, 1.0, TABLE)
    assert int(np.argmax(logp)) == seat
    assert np.exp(logp[seat]) > 0.85


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_place_tells_the_seat_where_no_arm_was_seen(seat: int) -> None:
    dx, dy = WAYS[seat]
    logp = seat_of_card([], ring(0.07 * dx, 0.07 * dy, upright=dy != 0), 1.0, TABLE)
    assert int(np.argmax(logp)) == seat


def test_without_any_sign_all_seats_are_alike() -> None:
    logp = seat_of_sweep([], [ring(0.0, 0.0)], 1.0, 2.0, TABLE)
    assert np.exp(logp) == pytest.approx([0.25] * 4)


def test_arms_of_other_times_and_places_do_not_count() -> None:
    corners = ring(0.0, 0.0)
    shapes = [arm(0, 0.1, corners[None]), arm(2, 5.0, corners[None]), arm(3, 5.9, corners[None])]
    assert int(np.argmax(seat_of_card(shapes, corners, 5.0, TABLE))) == 2


def test_the_sweeping_arm_is_the_one_over_most_of_the_trick() -> None:
    quads = [ring(x, y) for x, y in _PLACES]
    over_all = arm(1, 2.0, np.array(quads))
    labels = over_all.labels.copy()
    labels[60:120, 130:190] = 1
    at_one = arm(2, 1.9, np.array(quads[:1]))
    whole = Shapes(2.0, labels, over_all.reaches)
    assert int(np.argmax(seat_of_sweep([at_one, whole], quads, 1.5, 2.5, TABLE))) == 1


# Open piles as in Luzern Jass: what lies on them is hand, what moves to the middle is played.

NORTH = ["H7", "D7", "SA", "C9", "HQ"]
SOUTH = ["HA", "C7", "S6", "H10", "CQ"]


def dealt() -> tuple[Play, dict[str, Track]]:
    """Five open cards before each of two seats, near enough to the middle to be taken for plays, and time."""
    play = Play(open_hands=True)
    tracks: dict[str, Track] = {}
    for hand, y in ((NORTH, -0.15), (SOUTH, 0.15)):
        for k, card in enumerate(hand):
            x = (k - 2) * 0.065
            play.number += 1
            track = Track(play.number, ring(x, y), 0.1, 0.3, 0.1, "lying", layer=play.number, faces=1.0)
            track.from_start = True
            tracks[card] = play.read(track, card)
            play.step(0.3, Change("laid", track))
    for time in (1.0, 2.0, 3.5):
        play.step(time, present=tuple(tracks.values()))
    return play, tracks


def moved(play: Play, track: Track, x: float, y: float, time: float) -> None:
    """A card is taken from its pile to another place."""
    track.corners, track.rest_since = ring(x, y), time
    play.step(time)
    play.step(time + 0.6)


def test_cards_on_piles_are_hands_not_plays() -> None:
    play, _ = dealt()
    assert {type(seen) for seen in play.seen} == {ShownHand}
    hands = [o for o in play.seen if isinstance(o, ShownHand)]
    assert {o.kind for o in hands} == {"open"}
    shown = [sorted(code(CARDS[int(f.argmax())]) for f in o.faces_logp) for o in hands]
    assert sorted(NORTH) in shown and sorted(SOUTH) in shown


def test_a_card_that_moves_from_a_pile_to_the_middle_is_played() -> None:
    play, tracks = dealt()
    moved(play, tracks["H7"], 0.0, -0.05, 4.0)
    moved(play, tracks["C7"], 0.0, 0.05, 5.0)
    assert cards(play.seen) == ["H7", "C7"]
    play.lift(6.0, tracks["H7"], tracks["C7"])
    (sweep,) = [o for o in play.seen if isinstance(o, Swept)]
    assert set(sweep.tracks) == {tracks["H7"].number, tracks["C7"].number}
    assert not [o for o in play.seen if isinstance(o, Withdrawn)]


def test_a_covered_card_that_is_turned_over_joins_the_hand() -> None:
    play, tracks = dealt()
    moved(play, tracks["H7"], 0.0, -0.05, 4.0)
    play.number += 1
    under = Track(play.number, ring(-0.13, -0.15), 6.0, 6.3, 6.0, "lying", layer=play.number, faces=1.0)
    play.read(under, "D10")
    play.step(6.3, Change("laid", under))
    play.step(9.5, present=(under,))
    assert cards(play.seen) == ["H7"]
    last = [o for o in play.seen if isinstance(o, ShownHand)][-1]
    assert "D10" in [code(CARDS[int(f.argmax())]) for f in last.faces_logp]


def test_the_back_under_a_played_card_is_neither_play_nor_hand() -> None:
    play, tracks = dealt()
    moved(play, tracks["H7"], 0.0, -0.05, 4.0)
    before = len(play.seen)
    play.number += 1
    back = Track(play.number, ring(-0.13, -0.15), 4.5, 4.8, 4.5, "lying", layer=play.number, backs=1.0)
    play.number += 1
    flat = Track(play.number, ring(-0.128, -0.148), 4.5, 4.8, 4.5, "lying", layer=play.number, faces=1.0)
    play.read(flat, "SQ", sure=0.05)
    play.step(4.8, Change("laid", back), Change("laid", flat))
    play.step(9.0, present=(back, flat))
    later = [o for o in play.seen[before:] if isinstance(o, ShownHand)]
    assert all(np.exp(f.max()) > 0.8 for o in later for f in o.faces_logp)
    assert cards(play.seen) == ["H7"]


def test_a_hand_card_that_is_lost_from_sight_sweeps_nothing() -> None:
    play, tracks = dealt()
    moved(play, tracks["H7"], 0.0, -0.05, 4.0)
    before = len(play.seen)
    play.lift(6.0, tracks["D7"], tracks["SA"])
    play.step(12.0)
    assert not [o for o in play.seen[before:] if isinstance(o, Swept | Withdrawn | SeenCard)]


def test_without_open_hands_the_same_cards_would_be_played() -> None:
    play = Play()
    for k, card in enumerate(NORTH[:2]):
        play.lay(card, (k - 1) * 0.065, -0.15, 1.0 + k)
    play.step(3.0)
    assert cards(play.seen) == NORTH[:2]


def test_whose_cards_they_were_that_are_gone_for_long_is_forgotten() -> None:
    play = Play()
    lying = play.lay("H6", 0.0, 0.0, 0.0)
    play.step(2.0)
    for number in range(3 * REMEMBERED):
        card = play.lay("S7", 0.3, 0.1, 3.0 + 2 * number)
        play.lift(3.5 + 2 * number, card)
        play.step(4.5 + 2 * number, present=(lying,))
    assert len(play.play._seats) <= 2 * REMEMBERED + 1
    assert lying.number in play.play._seats and play.number in play.play._seats
