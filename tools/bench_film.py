"""How fast films are watched, and where the time goes: `python -m jassvision.tools.bench_film FILM... [--plain PT]`.

For each film: seconds of film for one second of work; the share of decoding (waiting for the thread that decodes
ahead), motion gate, finder, reader, tracks and decoder; looks and readings a second of film; memory; and beside it the
time of decoding alone. With `--plain` (needs ultralytics, torch and lap, as in the training environment) also the plain
way: ultralytics' own predict and track on every frame with the same finder, of the first seconds only, for it is slow.
"""

from __future__ import annotations

import argparse
import importlib
import os
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jassvision.models.weights import WeightsError, load_session
from jassvision.rules.errors import JassError
from jassvision.rules.preset import DEFAULT_PRESET, load_rules
from jassvision.vision.decoder import Decoder
from jassvision.vision.finder import SIZE, Finder
from jassvision.vision.frames import Film, FilmError, Frame
from jassvision.vision.observations import Ended, Swept
from jassvision.vision.reader import Reader
from jassvision.vision.watch import Watcher

WANTED_SPEED = 3.0
"""Seconds of film for one second of work that a 1920x1080 film of 30 frames a second has to reach on two cores."""

PLAIN_SECONDS = 3.0
"""How much of a film the plain way gets."""

BAR = 40
"""Characters of the longest bar."""


@dataclass(frozen=True)
class Timed:
    """What watching a film took: seconds in all and of each stage, of the processor, looks and readings."""

    wall: float
    processor: float
    stages: dict[str, float]
    looks: int
    reads: int


def main(arguments: list[str] | None = None) -> int:
    """Measure the films that are named; 1 if one is slower than wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("films", nargs="+", type=Path, metavar="FILM")
    parser.add_argument("--threads", type=int, default=2, help="CPU threads (default 2)")
    parser.add_argument("--seconds", type=float, default=0.0, help="only so much of each film (default: all of it)")
    parser.add_argument("--rules", default=DEFAULT_PRESET, help="house rules of the decoder (default %(default)s)")
    parser.add_argument("--plain", type=Path, metavar="FINDER.pt", help="also time ultralytics' track on every frame")
    parser.add_argument("--weights", type=Path, metavar="DIR", help="folder with other networks and their cards")
    given = parser.parse_args(arguments)
    slow = False
    for path in given.films:
        try:
            alone, length = decode_alone(path, given.threads, given.seconds)
            timed = watch_timed(path, given.threads, given.seconds, given.rules, given.weights)
        except (FilmError, WeightsError, JassError) as error:
            print(f"bench_film: {error}", file=sys.stderr)
            return 2
        slow |= length / timed.wall < WANTED_SPEED
        print(told(path, length, alone, timed))
        if given.plain:
            try:
                took, seen = plain(path, given.plain, min(PLAIN_SECONDS, given.seconds or PLAIN_SECONDS))
            except (ImportError, OSError) as error:
                print(f"bench_film: the plain way cannot be timed: {error}; see the extra `train`", file=sys.stderr)
                return 2
            pace = f"{seen / took:5.2f} times real time (first {seen:.0f} s)"
            print(f"  {'plain way':<16}{took / seen * length:7.1f} s  {pace}")
    return int(slow)


def told(path: Path, length: float, alone: float, timed: Timed) -> str:
    """The figures of a film as text, a bar for each stage."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    lines = [
        f"{path.name}: {length:.1f} s of film in {timed.wall:.1f} s, {length / timed.wall:.2f} times real time "
        f"(wanted {WANTED_SPEED:g}; processor {timed.processor:.1f} s, load of the machine {load:.1f})"
    ]
    rest = max(0.0, timed.wall - sum(timed.stages.values()))
    for stage, seconds in {**timed.stages, "other": rest}.items():
        share = seconds / timed.wall
        lines.append(f"  {stage:<16}{seconds:7.1f} s  {share:4.0%}  {'#' * round(BAR * share)}".rstrip())
    lines.append(f"  {'decoding alone':<16}{alone:7.1f} s  {length / alone:5.2f} times real time")
    lines.append(
        f"  {timed.looks / length:.1f} looks and {timed.reads / length:.1f} readings a second of film, "
        f"{memory_mib():.0f} MiB of memory at most so far"
    )
    return "\n".join(lines)


def decode_alone(path: Path, threads: int, limit: float = 0.0) -> tuple[float, float]:
    """Seconds it takes only to decode a film, and its length in seconds.

    Raises:
        FilmError: it is no film.
    """
    begun = time.perf_counter()
    last = 0.0
    for frame in part(Film(path, threads), limit):
        last = frame.time
    return time.perf_counter() - begun, max(last, 1e-3)


def watch_timed(path: Path, threads: int, limit: float, rules: str, weights: Path | None = None) -> Timed:
    """Watch and decode a film.

    Raises:
        FilmError: it is no film.
        WeightsError: the networks are missing.
        RulesError: there are no such rules.
    """
    decoder = Decoder(load_rules(rules))
    finder, reader = (load_session(name, threads, weights) for name in ("finder", "reader"))
    watcher = Watcher(Finder(network=finder), Reader(network=reader))
    thought = 0.0
    begun, worked = time.perf_counter(), time.process_time()
    for observation in watcher.watched(part(Film(path, threads), limit)):
        before = time.perf_counter()
        decoder.take(observation)
        if isinstance(observation, Swept | Ended):  # as scoring does, for the running score and the sheet
            _ = decoder.answer
        thought += time.perf_counter() - before
    wall, processor = time.perf_counter() - begun, time.process_time() - worked
    return Timed(wall, processor, {**watcher.times, "decoder": thought}, watcher.looks, watcher.reads)


def part(film: Film, limit: float) -> Iterator[Frame]:
    """The first seconds of a film, or all of it without a limit."""
    for frame in film:
        if limit and frame.time > limit:
            return
        yield frame


def plain(path: Path, weights: Path, limit: float) -> tuple[float, float]:
    """Seconds that ultralytics takes to track the cards on every frame with the same finder, and how much it saw.

    Raises:
        ImportError: ultralytics or what it tracks with is not installed.
        OSError: the weights cannot be read.
    """
    importlib.import_module("lap")  # ultralytics would try to install it
    times = [frame.time for frame in part(Film(path), limit)]
    model: Any = importlib.import_module("ultralytics").YOLO(str(weights), task="obb")
    stream = model.track(source=str(path), stream=True, verbose=False, imgsz=SIZE, device="cpu")
    next(stream)  # loading is not counted
    begun = time.perf_counter()
    for _, result in zip(times[1:], stream, strict=False):
        if result.obb is None:
            raise OSError(f"{weights} finds no oriented boxes")
    return time.perf_counter() - begun, max(times[-1], 1e-3)


def memory_mib() -> float:
    """Most memory the process has had, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    sys.exit(main())
