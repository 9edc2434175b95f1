"""How fast replays are made: `python -m jassvision.tools.replay.bench FILM RECORD PLACES`.

Prints, for each x264 preset, the CPU seconds and the seconds on the clock for a second of replay, and the bytes. On a
machine that does other things only the ratios are worth something.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from jassvision.tools.places import load_places
from jassvision.tools.played import load_played
from jassvision.tools.replay import film_out
from jassvision.tools.replay.cutting import plan, span
from jassvision.tools.replay.film_in import FilmIn
from jassvision.tools.replay.render import render
from jassvision.tools.replay.stage import Stage
from jassvision.tools.replay.theme import load_theme

PRESETS: Final = ("fast", "veryfast", "superfast", "ultrafast")


def main(argv: list[str] | None = None) -> int:
    """Measure; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m jassvision.tools.replay.bench", description="Time replays.")
    parser.add_argument("film", type=Path)
    parser.add_argument("record", type=Path)
    parser.add_argument("places", type=Path)
    parser.add_argument("--from", dest="begin", default="1.1", help="first trick (default 1.1)")
    parser.add_argument("--to", dest="end", default="1.2", help="last trick (default 1.2)")
    parser.add_argument("--presets", nargs="+", default=PRESETS[1:3], help="x264 presets")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 2)
    given = parser.parse_args(argv)
    played, theme, places = load_played(given.record), load_theme(), load_places(given.places)
    for preset in given.presets:
        film_out.PRESET = preset  # type: ignore[misc]
        film = FilmIn(given.film, given.threads)
        stage = Stage(played, theme, "de", film.size_wh, places)
        begin, end = span(stage.story, given.begin, given.end, film.duration)
        cut = plan(stage.story, theme, film.tick, film.duration, begin=begin, end=end)
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "replay.mp4"
            clock, cpu = time.perf_counter(), _cpu()
            render(film, stage, cut, [], out, threads=given.threads)
            clock, cpu = time.perf_counter() - clock, _cpu() - cpu
            size = out.stat().st_size
        film.close()
        seconds = float(cut.length * cut.tick)
        print(
            f"{preset:10} {cpu / seconds:5.2f} CPU s, {clock / seconds:5.2f} s for a second of replay at "
            f"{film.size_wh[0]}x{film.size_wh[1]}, {size / seconds / 1000:.0f} kB a second"
        )
    return 0


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
