"""The films by which scoring is measured: thirty deals with varied light, decks, manners, frame rates and events.

    python -m jassvision.datasets.film_set --out DIR [--material FOLDER] [--only NAME,NAME]

writes them beside their keys; films that are there already are left as they are, so that a run that was stopped goes
on. `python -m jassvision.tools.bench_films DIR` scores them.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from jassvision.datasets.film_plan import Order
from jassvision.datasets.films import make_alone
from jassvision.rules.errors import JassError

SEED = 4100
"""What all chance of the set comes from, with the number of the film."""

NOWHERE = Path()
BRISK = Order(NOWHERE, SEED, 0, pause=0.35, haste=1.2, crf=23)
"""People who play fast: a deal takes about 45 seconds."""

CALM = replace(BRISK, pause=0.7, haste=0.95)
PHONE = replace(BRISK, variable=True, rates=(30.0, 30.0))
LUZERN = replace(BRISK, game="luzern")


def film_set(out: Path, material: Path | None = None) -> tuple[Order, ...]:
    """The orders of the set, each with its number and a name that says what is special in it."""
    apart, stacked, mixed = (replace(BRISK, style=style) for style in ("apart", "stacked", "mixed"))
    films = {
        "apart-swiss": replace(apart, pack="swiss"),
        "apart-french": replace(apart, pack="french"),
        "apart-illegal": replace(apart, pack="swiss", illegal=(1, 1)),
        "apart-two-illegal": replace(apart, pack="french", illegal=(2, 2)),
        "apart-15-fps": replace(apart, rates=(15.0, 15.0), pack="swiss"),
        "apart-20-fps-illegal": replace(apart, rates=(20.0, 20.0), pack="french", illegal=(1, 1)),
        "apart-calm": replace(CALM, style="apart", pack="swiss", rates=(15.0, 15.0)),
        "apart-side-piles": replace(apart, piles="side", pack="french", rates=(24.0, 24.0)),
        "apart-light": replace(apart, events=("light",), pack="swiss"),
        "apart-bump": replace(apart, events=("bump",), pack="french"),
        "apart-takeback": replace(apart, events=("takeback",), pack="swiss", rates=(20.0, 20.0)),
        "apart-weis": replace(apart, events=("weis",), pack="swiss"),
        "apart-rest": replace(apart, events=("rest",), pack="french"),
        "apart-dropped": replace(apart, events=("dropped",), pack="swiss", rates=(20.0, 20.0)),
        "apart-upside-down": replace(apart, rotation=180, pack="swiss", illegal=(1, 1)),
        "stacked-swiss": replace(stacked, pack="swiss"),
        "stacked-french": replace(stacked, pack="french", rates=(30.0, 30.0)),
        "stacked-illegal": replace(stacked, pack="swiss", illegal=(1, 1)),
        "stacked-calm": replace(CALM, style="stacked", pack="french", rates=(15.0, 15.0)),
        "stacked-light-weis": replace(stacked, events=("light", "weis"), pack="swiss", rates=(20.0, 20.0)),
        "mixed-50-fps": replace(mixed, rates=(50.0, 50.0), pack="swiss", pause=0.2),
        "mixed-phone": replace(PHONE, style="mixed", pack="french", illegal=(1, 1)),
        "mixed-phone-turned": replace(PHONE, style="apart", pack="swiss", rotation=90, size_wh=(720, 1280)),
        "mixed-all-events": replace(
            mixed, pack="swiss", events=("weis", "takeback", "bump", "light", "dropped"), rates=(20.0, 20.0)
        ),
        "two-deals-swiss": replace(mixed, deals=2, pack="swiss", illegal=(0, 1), rates=(20.0, 20.0)),
        "two-deals-french": replace(apart, deals=2, pack="french", rates=(15.0, 15.0), contract="O"),
        "luzern-swiss": replace(LUZERN, pack="swiss", rates=(20.0, 20.0)),
        "luzern-french": replace(LUZERN, pack="french", rates=(20.0, 20.0)),
    }
    return tuple(
        replace(order, out=out, material=material, number=number, title=f"{number:02d}-{name}")
        for number, (name, order) in enumerate(films.items(), start=1)
    )


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m jassvision.datasets.film_set", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--material", type=Path, help="folder with decks/ and textures/ (else all is our own)")
    parser.add_argument("--only", default="", help="names of films, or parts of them, by commas (default: all)")
    given = parser.parse_args(arguments)
    words = [word for word in given.only.split(",") if word]
    orders = film_set(given.out, given.material)
    chosen = [order for order in orders if not words or any(word in order.name for word in words)]
    if not chosen:
        print(f"film_set: no film has {given.only!r} in its name; some are {orders[0].name}, ...", file=sys.stderr)
        return 2
    try:
        for order in chosen:
            if (order.out / f"{order.name}.json").exists():
                continue
            made = make_alone(order)
            print(f"{made.film}: {made.frames} frames, {made.duration:.1f} s", file=sys.stderr, flush=True)
    except (OSError, ValueError, JassError) as error:
        print(f"film_set: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
