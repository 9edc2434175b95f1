"""How soon the finder looks, and where."""

import numpy as np
from jassvision.vision.attention import urgency
from jassvision.vision.close_look import Window
from jassvision.vision.motion import MotionGate
from jassvision.vision.small_view import SmallView
from jassvision.vision.track import Track

SHAPE = (180, 320)
WINDOW = Window(110, 40, 210, 140, (120.0, 50.0, 200.0, 130.0))


def box(x: float, y: float) -> np.ndarray:
    return np.array([[x - 12, y - 19], [x + 12, y - 19], [x + 12, y + 19], [x - 12, y + 19]], np.float64)


def seen(*places: tuple[int, int], arms: bool = False) -> tuple[SmallView, MotionGate]:
    """A view in which something new lies at rest at some places, or an arm is there that has just stopped."""
    gate = MotionGate()
    bare = np.full((*SHAPE, 3), 80, np.uint8)
    gate.step(bare, 1.0)
    small = bare.copy()
    for x, y in places:
        small[y - 19 : y + 19, x - 12 : x + 12, 0] = 220
        if arms:
            small[: y + 10, x - 8 : x + 8, 0] = 160
    if arms:
        gate.step(small, 1.9)
        gate.step(small, 2.0)
        gate.moved_at[:] = 1.9
    else:
        gate.moved_at[:] = 0.0
    return SmallView(small, bare, gate.moved_at, 1.0, 2.0, 1.0), gate


def test_nothing_new_is_never_urgent() -> None:
    view, gate = seen()
    assert urgency(view, gate, [], []) == ("never", "never")
    assert urgency(view, gate, [], [], WINDOW) == ("never", "never")


def test_something_new_is_urgent_where_it_lies() -> None:
    view, gate = seen((160, 90))
    assert urgency(view, gate, [], []) == ("now", "never")
    assert urgency(view, gate, [], [], WINDOW) == ("now", "never")
    view, gate = seen((40, 90))
    assert urgency(view, gate, [], [], WINDOW) == ("never", "now")
    view, gate = seen((40, 90), (160, 90))
    assert urgency(view, gate, [], [], WINDOW) == ("now", "now")


def test_a_known_card_is_not_new() -> None:
    view, gate = seen((160, 90))
    track = Track(1, box(160, 90), 0.0, 1.0, 0.5, "lying", layer=1)
    view.memorise(track, [track])
    assert urgency(view, gate, [track], [], WINDOW) == ("never", "never")


def test_an_arm_can_wait() -> None:
    view, gate = seen((160, 90), arms=True)
    assert urgency(view, gate, [], [], WINDOW) == ("soon", "soon")


def test_a_card_in_a_hand_is_urgent_when_it_stops() -> None:
    view, gate = seen()
    held = Track(1, box(160, 90), 1.0, 1.9, 1.8)
    assert urgency(view, gate, [], [held], WINDOW) == ("now", "never")
    gate.moved_at[70:110, 145:175] = 2.0
    assert urgency(view, gate, [], [held], WINDOW) == ("soon", "never")
    assert urgency(view, gate, [], [Track(2, box(40, 90), 1.0, 1.9, 1.8)], WINDOW) == ("never", "now")
