"""The motion gate sees what moves, not noise and not the light."""

import numpy as np
import pytest
from jassvision.vision.motion import MotionGate, change_of, light_gain, shapes_of

SHAPE = (90, 160)


def table(rng: np.random.Generator, noise: float = 1.0, light: float = 1.0) -> np.ndarray:
    """A grained table as a camera sees it."""
    grain = np.random.default_rng(0).integers(70, 110, SHAPE)
    y = np.clip(grain * light + rng.normal(0, noise, SHAPE), 0, 255)
    out = np.full((*SHAPE, 3), 128, np.uint8)
    out[..., 0] = y
    return out


@pytest.mark.parametrize("noise", [0.0, 1.0, 3.0])
def test_noise_does_not_move(noise: float) -> None:
    rng = np.random.default_rng(1)
    gate = MotionGate()
    shares = [gate.step(table(rng, noise), k / 15).share for k in range(30)]
    assert max(shares[5:]) < 0.001


@pytest.mark.parametrize("step", [1.05, 1.4, 0.6])
def test_a_change_of_light_does_not_move(step: float) -> None:
    rng = np.random.default_rng(1)
    gate = MotionGate()
    for k in range(10):
        gate.step(table(rng), k / 15)
    motion = gate.step(table(rng, light=step), 10 / 15)
    assert motion.share < 0.01
    assert gate.light == pytest.approx(step, rel=0.06)


def test_an_arm_moves_and_is_seen_to_come_from_its_rim() -> None:
    rng = np.random.default_rng(1)
    gate = MotionGate()
    for k in range(12):
        gate.step(table(rng), k / 15)
    for k in range(12, 17):
        picture = table(rng)
        picture[30 : 89 - (16 - k) * 8, 70:85] = 128  # grows
        picture[90 - (k - 11) * 12 :, 70:90, 0] = 200
        motion = gate.step(picture, k / 15)
        assert motion.share > 0.005
        assert motion.quiet == 0.0
    arm = max(gate.shapes[-1].reaches, key=lambda r: r.area)
    assert arm.rim is not None
    assert arm.rim[1] > SHAPE[0] - 5
    assert 60 < arm.rim[0] < 100


def test_what_stays_becomes_the_picture_at_rest() -> None:
    rng = np.random.default_rng(1)
    gate = MotionGate()
    for k in range(8):
        gate.step(table(rng), k / 15)
    for k in range(8, 20):
        picture = table(rng)
        picture[40:60, 50:64, 0] = 230
        motion = gate.step(picture, k / 15)
        if k == 10:
            assert gate.rest[50, 57, 0] < 150
    assert gate.rest[50, 57, 0] == 230
    assert motion.quiet > 0.5


def test_pictures_too_close_in_time_are_left_out() -> None:
    gate = MotionGate()
    rng = np.random.default_rng(1)
    taken = 0
    for k in range(60):
        if gate.wants(k / 60):
            gate.step(table(rng), k / 60)
            taken += 1
    assert 15 <= taken <= 21


def test_colour_counts_where_brightness_is_the_same() -> None:
    first = np.full((10, 10, 3), 128, np.uint8)
    second = first.copy()
    second[..., 2] = 148
    assert change_of(first, second).min() == 30


def test_the_gain_is_that_of_most_of_the_picture() -> None:
    first = np.full((40, 40, 3), 100, np.uint8)
    second = first.copy()
    second[..., 0] = 120
    second[:15, :, 0] = 10
    assert light_gain(first, second) == pytest.approx(1.2)


def test_small_specks_are_no_shapes() -> None:
    foreground = np.zeros(SHAPE, np.bool_)
    foreground[5:7, 5:7] = True
    foreground[40:70, 40:60] = True
    shapes = shapes_of(foreground, 1.0)
    assert len(shapes.reaches) == 1
    assert shapes.reaches[0].rim is None
