"""How fast films are watched, and where the time goes: `python -m jassvision.tools.bench_film FILM... [--plain PT]`.

For each film: seconds of film for one second of work, the share of decoding, motion gate, finder, reader, tracks and
decoder, looks and readings a second of film, and memory; beside it the time of decoding alone. With `--plain` (needs
ultralytics and torch, as in the training environment) also the plain way: ultralytics' own predict and track on every
frame with the same finder.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from pathlib import Path
from typing import Any

from jassvision.models.weights import load_session
from jassvision.rules.preset import load_rules
from jassvision.vision.decoder import Decoder
from jassvision.vision.finder import Finder
from jassvision.vision.frames import Film, FilmError
from jassvision.vision.reader import Reader
from jassvision.vision.watch import Watcher

WANTED_SPEED = 3.0
"""Seconds of film for one second of work that a 1920x1080 film of 30 frames a second has to reach on two cores."""


def main(arguments: list[str] | None = None) -> int:
    """Measure the films that are named; 1 if one is slower than wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("films", nargs="+", type=Path, metavar="FILM")
    parser.add_argument("--threads", type=int, default=2, help="CPU threads (default 2)")
    parser.add_argument("--seconds", type=float, default=0.0, help="only so much of each film (default: all of it)")
    parser.add_argument("--rules", default="swisslos_2500", help="house rules of the decoder (default %(default)s)")
    parser.add_argument("--plain", type=Path, metavar="FINDER.pt", help="also time ultralytics' track on every frame")
    parser.add_argument("--weights", type=Path, metavar="DIR", help="folder with other networks and their cards")
    given = parser.parse_args(arguments)
    slow = False
    for path in given.films:
        try:
            decoding, length = decode_alone(path, given.threads, given.seconds)
            watched = watch_timed(path, given.threads, given.seconds, given.rules, given.weights)
        except FilmError as error:
            print(f"bench_film: {error}", file=sys.stderr)
            return 2
        total = sum(watched["times"].values())
        speed = length / total
        slow |= speed < WANTED_SPEED
        print(f"{path.name}: {length:.1f} s of film in {total:.1f} s, {speed:.1f} times as fast as real time")
        shares = ", ".join(f"{stage} {seconds / total:.0%}" for stage, seconds in watched["times"].items())
        print(f"  {shares}")
        print(f"  decoding alone {decoding:.1f} s ({length / decoding:.1f} times real time)")
        print(f"  {watched['looks'] / length:.1f} looks and {watched['reads'] / length:.1f} readings a second of film")
        print(f"  memory {memory_mib():.0f} MiB at most so far")
        if given.plain:
            seconds = plain(path, given.plain, given.seconds)
            print(f"  plain way (ultralytics track on every frame) {seconds:.1f} s ({length / seconds:.2f} times)")
    return int(slow)


def decode_alone(path: Path, threads: int, limit: float = 0.0) -> tuple[float, float]:
    """Seconds it takes only to decode a film, and its length in seconds."""
    begun = time.perf_counter()
    last = 0.0
    for frame in Film(path, threads):
        last = frame.time
        if limit and last >= limit:
            break
    return time.perf_counter() - begun, max(last, 1e-3)


def watch_timed(path: Path, threads: int, limit: float, rules: str, weights: Path | None = None) -> dict[str, Any]:
    """Watch and decode a film; seconds of each stage, looks and readings."""
    finder, reader = (load_session(name, threads, weights) for name in ("finder", "reader"))
    watcher = Watcher(Finder(network=finder), Reader(network=reader))
    decoder = Decoder(load_rules(rules))
    thought = 0.0
    for observation in watcher.watched(_Part(Film(path, threads), limit)):
        begun = time.perf_counter()
        decoder.take(observation)
        thought += time.perf_counter() - begun
    return {"times": {**watcher.times, "decoder": thought}, "looks": watcher.looks, "reads": watcher.reads}


class _Part:
    """The first seconds of a film."""

    def __init__(self, film: Film, limit: float) -> None:
        self.film, self.limit = film, limit

    def __iter__(self) -> Any:
        for frame in self.film:
            if self.limit and frame.time > self.limit:
                return
            yield frame


def plain(path: Path, weights: Path, limit: float) -> float:
    """Seconds that ultralytics takes to track the cards on every frame with the same finder."""
    from ultralytics import YOLO

    model = YOLO(str(weights), task="obb")
    begun = time.perf_counter()
    rate = 1.0
    for number, _ in enumerate(model.track(source=str(path), stream=True, verbose=False, imgsz=512, device="cpu")):
        if limit and number == 0:
            film = Film(path)
            rate = 1 / film.usual_step
        if limit and number >= limit * rate:
            break
    return time.perf_counter() - begun


def memory_mib() -> float:
    """Most memory the process has had, in MiB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    sys.exit(main())
