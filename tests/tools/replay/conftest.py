"""Tiny films and a record of what is played in them."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from jassvision.tools.played import Played, load_played

SECONDS = 3.0
BEEP = 1.48
"""Second at which picture and sound change together."""


def make_film(
    path: Path,
    *,
    size: tuple[int, int] = (320, 180),
    rate: Fraction = Fraction(25),
    seconds: float = SECONDS,
    sound: bool = False,
    pix_fmt: str = "yuv420p",
    stamps: list[int] | None = None,
    tick: Fraction | None = None,
    codec: str = "libx264",
    every: float = 0.0,
) -> Path:
    """A film that is dark until `BEEP` and bright from then on; its sound begins then.

    With `every`, it is bright and loud for a fifth of a second each so many seconds instead.
    """

    def is_on(time: Any) -> Any:
        return ((time >= every) & (time % every < 0.2)) if every else time >= BEEP

    with av.open(str(path), "w") as out:
        video: Any = out.add_stream(codec, rate=rate, options={"preset": "ultrafast"} if codec == "libx264" else {})
        video.width, video.height = size
        video.pix_fmt = pix_fmt
        tick = tick or 1 / rate
        video.codec_context.time_base = video.time_base = tick
        audio: Any = out.add_stream("aac", rate=48000, layout="stereo") if sound else None
        for stamp in stamps or range(round(seconds * rate)):
            grey = 180 if is_on(float(stamp * tick) + 1e-6) else 60
            raw = av.VideoFrame.from_ndarray(np.full((size[1], size[0], 3), grey, np.uint8), format="rgb24")
            frame = raw.reformat(format=pix_fmt)
            frame.pts, frame.time_base = stamp, tick
            out.mux(video.encode(frame))
        out.mux(video.encode(None))
        if audio is not None:
            count = round(seconds * 48000)
            at = np.arange(count)
            wave = 0.5 * np.sin(at * 2 * np.pi * 440 / 48000) * is_on(at / 48000)
            stereo = np.stack([wave, wave]).astype(np.float32)
            for start in range(0, count, 1024):
                part = np.ascontiguousarray(stereo[:, start : start + 1024])
                block = av.AudioFrame.from_ndarray(part, format="fltp", layout="stereo")
                block.sample_rate, block.pts, block.time_base = 48000, start, Fraction(1, 48000)
                out.mux(audio.encode(block))
            out.mux(audio.encode(None))
    return path


TRICKS = (
    ("west", ("S9", "SJ", "D9", "S6"), "south", 34, (0.3, 0.5, 0.7, 0.9), 1.2),
    ("south", ("SA", "H9", "HA", "S7"), "south", 22, (1.5, 1.7, 1.9, 2.1), 2.5),
)
ORDER = ("west", "south", "east", "north")


def result() -> dict[str, Any]:
    """A result of `score`: two tricks of Schilten, a Weis, an illegal play, an unsure card."""
    tricks, entries = [], []
    for number, (leader, cards, winner, points, times, swept) in enumerate(TRICKS, start=1):
        start = ORDER.index(leader)
        plays = [
            {"seat": ORDER[(start + i) % 4], "card": c, "time": t, "unsure": False, "confidence": 0.999}
            for i, (c, t) in enumerate(zip(cards, times, strict=True))
        ]
        if number == 2:
            plays[3] |= {"unsure": True, "confidence": 0.7, "likely": [{"card": "S7", "probability": 0.7}]}
        tricks.append(
            {"leader": leader, "winner": winner, "unsure": False, "points": points, "plays": plays, "swept": swept}
        )
        entry = {"kind": "trick", "side": "north_south", "seat": winner, "points": points, "factor": 2}
        entries.append(entry | {"trick": number, "cards": []})
    weis = {"kind": "weis", "side": "east_west", "seat": "east", "points": 20, "factor": 2, "trick": 1}
    entries.insert(0, weis | {"cards": ["H8", "H9", "H10"]})
    verdict = {
        "trick": 1,
        "seat": "east",
        "card": "D9",
        "certainty": "certain",
        "rule": "2.2",
        "reason": "trump was led and must be followed, unless the Puur is the only trump in the hand",
        "legal": ["S8", "SK"],
        "proof": "held S8 in trick 1: played it in trick 3",
    }
    points = {"north_south": 112, "east_west": 40}
    deal = {
        "number": 1,
        "dealer": "north",
        "forehand": "west",
        "contract": "S",
        "contract_given": True,
        "contract_unsure": False,
        "contract_posterior": {"S": 1.0},
        "complete": False,
        "start": 0.1,
        "end": 2.6,
        "tricks": tricks,
        "illegal": [verdict],
        "card_points": {"north_south": 56, "east_west": 0},
        "factor": 2,
        "score": points,
        "weis_as_dealt": False,
        "entries": entries,
        "notes": [],
    }
    return {
        "schema": "jassvision/1",
        "source": "film.mp4",
        "game": "schieber",
        "rules": "swisslos_2500",
        "pack": "swiss",
        "deals": [deal],
        "totals": points,
        "winners": None,
        "notes": [],
    }


def places(size: tuple[int, int] = (320, 180)) -> dict[str, Any]:
    """Where the cards of `TRICKS` lie in a picture of a size."""
    width, height = size
    around = {"west": (-0.09, 0.0), "south": (0.0, 0.16), "east": (0.09, 0.0), "north": (0.0, -0.16)}
    cards = []
    for leader, _, _, _, times, swept in TRICKS:
        for index, time in enumerate(times):
            across, down = around[ORDER[(ORDER.index(leader) + index) % 4]]
            x, y, w, h = width / 2 + across * width, height / 2 + down * height, height * 0.11, height * 0.17
            quad = [[x - w / 2, y - h / 2], [x + w / 2, y - h / 2], [x + w / 2, y + h / 2], [x - w / 2, y + h / 2]]
            cards.append({"left": True, "stays": [{"since": time, "until": swept - 0.14, "corners": quad}]})
    film = {"bytes": 1, "sha256": "", "seconds": SECONDS}
    return {"schema": "jassvision-places/2", "size": [width, height], "film": film, "cards": cards}


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a record."""
    path = tmp_path_factory.mktemp("record") / "result.json"
    path.write_text(json.dumps(result()), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def places_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that says where its cards lie."""
    path = tmp_path_factory.mktemp("places") / "places.json"
    path.write_text(json.dumps(places()), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def played(record: Path) -> Played:
    """The record, read."""
    return load_played(record)


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of three seconds with sound."""
    return make_film(tmp_path_factory.mktemp("film") / "film.mp4", sound=True)


@pytest.fixture
def filmed(tmp_path: Path) -> Callable[..., Path]:
    """Makes films of other kinds."""

    def made(name: str = "film.mp4", **kind: Any) -> Path:
        return make_film(tmp_path / name, **kind)

    return made
