"""Observations as JSON: all come back as they were, and nonsense is refused in a sentence."""

import json
import math

import numpy as np
import pytest
from jassvision.vision.observations import Disturbed, Ended, Reread, SeenCard, ShownHand, Swept, Withdrawn
from jassvision.vision.observations_json import LEAST_LOG, ObservationError, from_json, to_json

SEATS = (-0.25, -2.5, -3.0, -99.0)
FACES = np.linspace(-9, -0.5, 36).round(4)
CORNERS = np.array([[10.5, 20.25], [110, 20], [110, 180], [10, 180]])
CARD = SeenCard(7, 12.345678, SEATS, FACES, CORNERS, (0.01, -0.02), 5)

ALL = [
    CARD,
    SeenCard(-3, 4.5, SEATS, FACES, np.full((4, 2), math.nan), (math.nan, math.nan), 0, certain=True),
    Reread(7, 13.5, FACES),
    Reread(7, 13.5, FACES, certain=True),
    Withdrawn(7, 14.0),
    Withdrawn(8, 14.0, certain=True),
    Swept(15.0, 15.5, SEATS, (7, 8, 9)),
    Swept(15.0, 15.5, SEATS, (), certain=True),
    ShownHand(SEATS, 1.5, (FACES, FACES), "weis"),
    Disturbed("bumped", 3.0, "moved by 12 pixels"),
    Ended(99.5, ("the file is damaged",), "no cards"),
]


@pytest.mark.parametrize("seen", ALL, ids=lambda o: type(o).__name__)
def test_every_observation_comes_back_through_json(seen):
    back = from_json(json.loads(json.dumps(to_json(seen), allow_nan=False)))
    assert type(back) is type(seen)
    for name, value in vars(seen).items():
        np.testing.assert_equal(getattr(back, name), value)


def test_what_is_impossible_becomes_a_finite_number():
    faces = np.full(36, -np.inf)
    faces[3] = 0.0
    back = from_json(to_json(Reread(1, 0.0, faces)))
    assert back.face_logp[3] == 0.0 and back.face_logp[4] == LEAST_LOG


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "cards"}, "no kind of observation"),
        ({"kind": None}, "no kind of observation"),
        ({"track": "7"}, "no whole number"),
        ({"time": None}, "no number"),
        ({"time": True}, "no number"),
        ({"seat_logp": [0.0]}, "1 seats"),
        ({"face_logp": [0.0] * 35}, "35 faces"),
        ({"corners": [[0, 0]] * 3}, "four corners"),
        ({"corners": 5}, "no list"),
        ({"certain": 1}, "true or false"),
    ],
)
def test_nonsense_is_refused(change, sentence):
    with pytest.raises(ObservationError, match=sentence):
        from_json({**to_json(CARD), **change})


def test_what_lacks_a_part_says_which():
    value = to_json(CARD)
    del value["face_logp"]
    with pytest.raises(ObservationError, match="lacks 'face_logp'"):
        from_json(value)
    with pytest.raises(ObservationError, match="no kind"):
        from_json([])
