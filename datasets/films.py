"""Films of whole deals with answer keys.

    python -m jassvision.datasets.films --out DIR --count 30 --seed 1 [--material FOLDER] [--illegal 1] ...

writes NAME.mp4 and NAME.json for each film. The key holds `landings` (frame at which a card lies, first frame without
the hand, corners in pixels from the card's own top left corner on round it), `sweeps` (first and last frame in which
the trick's cards move), `script` (contract, hands, tricks, card points, illegal plays) or `scripts` for several deals,
`events` (whatever else happens; a bump with the homography that takes older corners to the new picture) and, with a
variable frame rate, `pts` (seconds of every frame). Pictures and corners are given as they are to be seen, after the
rotation tag. The same arguments give the same films.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from jassvision.datasets.choreography import EVENTS, PILES, STYLES
from jassvision.datasets.film_file import frame_times, write_film
from jassvision.datasets.film_key import film_key
from jassvision.datasets.film_plan import GAMES, Order, Plan, plan_film
from jassvision.datasets.filming import Filmer, Shoot
from jassvision.rules.errors import JassError
from numpy.typing import NDArray

Image = NDArray[np.uint8]


@dataclass(frozen=True)
class Made:
    """A film that was made: its files, number of pictures, seconds it lasts and seconds the making took."""

    film: Path
    key: Path
    frames: int
    duration: float
    cost: float


def make_film(order: Order, plan: Plan | None = None, preset: str = "veryfast") -> Made:
    """Make one film and its key; `plan` replaces what chance would decide.

    Raises:
        ValueError: the contract is not played, the wishes cannot be met or the material is not there.
    """
    began = time.perf_counter()
    plan = plan or plan_film(order)
    order.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng([order.seed, order.number, 5])
    times = frame_times(rng, plan.shoot.performance.duration, plan.fps, order.variable)
    film, key = order.out / f"{order.name}.mp4", order.out / f"{order.name}.json"
    write_film(film, pictures(plan.shoot, times, plan.fps), order.size_wh, plan.fps, plan.crf, preset, order.rotation)
    key.write_text(json.dumps(film_key(order, plan, times)) + "\n", encoding="utf-8")
    return Made(film, key, len(times), plan.shoot.performance.duration, time.perf_counter() - began)


def pictures(shoot: Shoot, times: NDArray[np.float64], fps: float) -> Iterator[tuple[float, Image]]:
    """The film's pictures with their times."""
    filmer = Filmer(shoot)
    for number, moment in enumerate(times):
        yield float(moment), filmer.frame(float(moment), number, shoot.scenery.lens.shutter / max(fps, 20.0))


def parse_arguments(arguments: list[str] | None) -> tuple[list[Order], int]:
    """The films that are asked for and the number of processes.

    Raises:
        ValueError: an option makes no sense; the sentence says which and why.
    """
    parser = argparse.ArgumentParser(
        prog="python -m jassvision.datasets.films",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=1, help="number of films")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first film: to go on where a run stopped")
    parser.add_argument("--material", type=Path, help="folder with decks/ and textures/ (else all is our own)")
    parser.add_argument("--size", default="1280x720", help="width x height in pixels, both even")
    parser.add_argument("--fps", default="25", help="frame rate, or a range such as 15-60")
    parser.add_argument("--deals", type=int, default=1, help="deals in each film")
    parser.add_argument("--style", choices=[*STYLES, "any"], default="any", help="how cards are laid")
    parser.add_argument("--piles", choices=[*PILES, "any"], default="winner", help="before whom tricks are put")
    parser.add_argument("--pack", choices=["swiss", "french", "any"], default="any")
    parser.add_argument("--illegal", default="0", help="illegal plays in each deal: a number, or a range such as 0-2")
    parser.add_argument(
        "--events", default="", help=f"what happens in each deal, by commas: {','.join(EVENTS)}, or all"
    )
    parser.add_argument("--vfr", action="store_true", help="variable frame rate")
    parser.add_argument("--rotation", type=int, choices=[0, 90, 180, 270], default=0, help="rotation tag, clockwise")
    parser.add_argument("--game", choices=list(GAMES), default="schieber")
    parser.add_argument("--contract", help="such as S, O, U or slalom-up (else what suits the forehand)")
    parser.add_argument("--pause", type=float, help="median seconds of thought before a play")
    parser.add_argument("--haste", type=float, help="factor on the speed of hands")
    parser.add_argument("--crf", type=int, help="H.264 quality, 0 best to 51 (else 19 to 28)")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args(arguments)
    size = span(given.size, "x", "--size")
    if size[0] % 2 or size[1] % 2 or min(size) < 240:
        raise ValueError(f"--size {given.size}: width and height must be even and at least 240, such as 1280x720")
    rates = span(given.fps, "-", "--fps")
    if not 5 <= rates[0] <= rates[1] <= 120:
        raise ValueError(f"--fps {given.fps}: give a rate from 5 to 120 or a range such as 15-60")
    illegal = span(given.illegal, "-", "--illegal")
    if not 0 <= illegal[0] <= illegal[1] <= 5:
        raise ValueError(f"--illegal {given.illegal}: give a number from 0 to 5 or a range such as 0-2")
    events = EVENTS if given.events == "all" else tuple(e for e in given.events.split(",") if e)
    for event in events:
        if event not in EVENTS:
            raise ValueError(f"--events {event}: there is no such event; choose from {', '.join(EVENTS)}, or all")
    if given.count < 1 or given.deals < 1 or given.jobs < 1:
        raise ValueError("--count, --deals and --jobs must be at least 1")
    order = Order(
        out=given.out,
        seed=given.seed,
        number=given.first,
        material=given.material,
        size_wh=(int(size[0]), int(size[1])),
        rates=rates,
        deals=given.deals,
        style=None if given.style == "any" else given.style,
        piles=None if given.piles == "any" else given.piles,
        pack=None if given.pack == "any" else given.pack,
        illegal=(int(illegal[0]), int(illegal[1])),
        events=tuple(events),
        variable=given.vfr,
        rotation=given.rotation,
        game=given.game,
        contract=given.contract,
        pause=given.pause,
        haste=given.haste,
        crf=given.crf,
    )
    return [replace(order, number=given.first + k) for k in range(given.count)], given.jobs


def span(text: str, mark: str, option: str) -> tuple[float, float]:
    """Two numbers with a mark between them, or one that stands for both.

    Raises:
        ValueError: they are no numbers.
    """
    parts = text.split(mark)
    try:
        return (float(parts[0]), float(parts[-1]))
    except ValueError:
        raise ValueError(f"{option} {text}: give a number or two with {mark!r} between them") from None


def films_of(orders: Sequence[Order], jobs: int) -> Iterator[Made]:
    """Make films one after the other, or several at once in processes of their own."""
    if jobs == 1:
        yield from map(make_alone, orders)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(make_alone, orders)


def make_alone(order: Order) -> Made:
    """`make_film` on one core."""
    cv2.setNumThreads(1)
    return make_film(order)


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    try:
        orders, jobs = parse_arguments(arguments)
        for made in films_of(orders, jobs):
            pace = made.frames / max(made.cost, 1e-6)
            print(f"{made.film}: {made.frames} frames, {made.duration:.1f} s, {pace:.1f} frames/s", file=sys.stderr)
    except (OSError, ValueError, JassError) as error:
        print(f"films: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
