"""Observations as plain JSON values and back, so that they can be stored and a decoder be built anew from them.

    to_json(observation)      a dict of strings, numbers, lists and None; `kind` says which observation it is
    from_json(value)          the observation again

Likelihoods are kept to four decimals and times to a millionth of a second. What is not finite is kept, too: corners
that nobody saw (NaN) become None, and likelihoods below LEAST_LOG become that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_args

import numpy as np
from jassvision.rules.errors import JassError
from jassvision.vision.observations import (
    DisturbanceKind,
    Disturbed,
    Ended,
    Observation,
    Reread,
    SeenCard,
    ShownHand,
    ShownKind,
    Swept,
    Withdrawn,
)
from numpy.typing import NDArray

LEAST_LOG: Final = -99.0
"""Logarithm of a probability that stands for none at all."""

FACES: Final = 36
MOST_SEATS: Final = 8


class ObservationError(JassError):
    """A value that is no observation."""


def to_json(observation: Observation) -> dict[str, Any]:
    """The observation as a dict that `json.dumps` takes.

    >>> to_json(Withdrawn(7, 1.25))
    {'kind': 'withdrawn', 'track': 7, 'time': 1.25}
    """
    kind = _KINDS[type(observation)]
    found = {"kind": kind, **_WRITERS[kind](observation)}
    if getattr(observation, "certain", False):
        found["certain"] = True
    return found


def from_json(value: Mapping[str, Any]) -> Observation:
    """The observation that `to_json` made the value from.

    Raises:
        ObservationError: it is none, or a part of it is missing or makes no sense.
    """
    kind = value.get("kind") if isinstance(value, Mapping) else None
    if not isinstance(kind, str) or kind not in _READERS:
        raise ObservationError(f"{kind!r} is no kind of observation: one of {', '.join(_READERS)}")
    try:
        return _READERS[kind](value)
    except KeyError as error:
        raise ObservationError(f"observation {kind!r} lacks {error.args[0]!r}") from None
    except (TypeError, ValueError, OverflowError) as error:
        raise ObservationError(f"observation {kind!r} makes no sense: {error}") from None


# Writing -------------------------------------------------------------------------------------------------------------


def _logs(values: Sequence[float] | NDArray[np.float64]) -> list[float]:
    return [round(float(v), 4) if v > LEAST_LOG else LEAST_LOG for v in values]


def _points(values: Sequence[float] | NDArray[np.float64]) -> list[float | None]:
    return [round(float(v), 5) if math.isfinite(v) else None for v in values]


def _time(value: float) -> float:
    return round(float(value), 6)


_WRITERS: Final[dict[str, Callable[[Any], dict[str, Any]]]] = {
    "card": lambda o: {
        "track": int(o.track),
        "time": _time(o.time),
        "seat_logp": _logs(o.seat_logp),
        "face_logp": _logs(o.face_logp),
        "corners": [_points(corner) for corner in o.corners],
        "place": _points(o.place),
        "reads": int(o.reads),
    },
    "reread": lambda o: {"track": int(o.track), "time": _time(o.time), "face_logp": _logs(o.face_logp)},
    "withdrawn": lambda o: {"track": int(o.track), "time": _time(o.time)},
    "swept": lambda o: {
        "time_first": _time(o.time_first),
        "time_last": _time(o.time_last),
        "seat_logp": _logs(o.seat_logp),
        "tracks": [int(track) for track in o.tracks],
    },
    "shown": lambda o: {
        "shown": o.kind,
        "time": _time(o.time),
        "seat_logp": _logs(o.seat_logp),
        "faces_logp": [_logs(faces) for faces in o.faces_logp],
    },
    "disturbed": lambda o: {"how": o.kind, "time": _time(o.time), "note": o.note},
    "ended": lambda o: {"time": _time(o.time), "notes": list(o.notes), "problem": o.problem},
}

_KINDS: Final[dict[type, str]] = {
    SeenCard: "card",
    Reread: "reread",
    Withdrawn: "withdrawn",
    Swept: "swept",
    ShownHand: "shown",
    Disturbed: "disturbed",
    Ended: "ended",
}


# Reading -------------------------------------------------------------------------------------------------------------


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _flag(value: Mapping[str, Any]) -> bool:
    flag = value.get("certain", False)
    if not isinstance(flag, bool):
        raise ValueError("`certain` is true or false")
    return flag


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise ValueError(f"{value!r} is no list")
    return list(value)


def _seats(value: Any) -> tuple[float, ...]:
    seats = tuple(_number(v) for v in _list(value))
    if not 2 <= len(seats) <= MOST_SEATS:
        raise ValueError(f"{len(seats)} seats")
    return seats


def _faces(value: Any) -> NDArray[np.float64]:
    faces = np.array([_number(v) for v in _list(value)], np.float64)
    if faces.shape != (FACES,):
        raise ValueError(f"{len(faces)} faces instead of {FACES}")
    return faces


def _place(value: Any) -> tuple[float, float]:
    x, y = (math.nan if v is None else _number(v) for v in _list(value))
    return x, y


def _corners(value: Any) -> NDArray[np.float64]:
    corners = np.array([_place(corner) for corner in _list(value)], np.float64)
    if corners.shape != (4, 2):
        raise ValueError("a card has four corners")
    return corners


def _shown_kind(value: Any) -> ShownKind:
    for kind in get_args(ShownKind):
        if kind == value:
            return kind  # type: ignore[no-any-return]
    raise ValueError(f"a hand is not shown as {value!r}")


def _disturbance(value: Any) -> DisturbanceKind:
    for kind in get_args(DisturbanceKind):
        if kind == value:
            return kind  # type: ignore[no-any-return]
    raise ValueError(f"nothing is disturbed by {value!r}")


_READERS: Final[dict[str, Callable[[Mapping[str, Any]], Observation]]] = {
    "card": lambda v: SeenCard(
        _whole(v["track"]),
        _number(v["time"]),
        _seats(v["seat_logp"]),
        _faces(v["face_logp"]),
        _corners(v["corners"]),
        _place(v["place"]),
        _whole(v["reads"]),
        _flag(v),
    ),
    "reread": lambda v: Reread(_whole(v["track"]), _number(v["time"]), _faces(v["face_logp"]), _flag(v)),
    "withdrawn": lambda v: Withdrawn(_whole(v["track"]), _number(v["time"]), _flag(v)),
    "swept": lambda v: Swept(
        _number(v["time_first"]),
        _number(v["time_last"]),
        _seats(v["seat_logp"]),
        tuple(_whole(track) for track in _list(v["tracks"])),
        _flag(v),
    ),
    "shown": lambda v: ShownHand(
        _seats(v["seat_logp"]),
        _number(v["time"]),
        tuple(_faces(faces) for faces in _list(v["faces_logp"])),
        _shown_kind(v["shown"]),
    ),
    "disturbed": lambda v: Disturbed(_disturbance(v["how"]), _number(v["time"]), _text(v.get("note", ""))),
    "ended": lambda v: Ended(
        _number(v["time"]), tuple(_text(note) for note in _list(v.get("notes", []))), _text(v.get("problem", ""))
    ),
}
