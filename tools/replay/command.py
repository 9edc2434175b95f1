"""`jassvision replay FILM [RECORD]`: the film with graphics, or the graphics alone."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from jassvision.tools.artwork import ArtworkError
from jassvision.tools.places import PlacesError
from jassvision.tools.played import PlayedError, check_times
from jassvision.tools.played_facts import Played
from jassvision.tools.replay.cutting import Cut, CutError, chapters, parse_speed, plan, span
from jassvision.tools.replay.film_in import FilmIn
from jassvision.tools.replay.film_out import WriteError, check_own
from jassvision.tools.replay.material import material
from jassvision.tools.replay.overlay import OVERLAYS, check_no_pictures, render_overlay
from jassvision.tools.replay.render import Rendered, Tell, render
from jassvision.tools.replay.right_film import add_unchecked
from jassvision.tools.replay.screen_words import LANGUAGES, word
from jassvision.tools.replay.sound_in import STRETCHED, SoundIn
from jassvision.tools.replay.stage import Stage
from jassvision.tools.replay.theme import STYLES, Theme, ThemeError, load_theme
from jassvision.tools.score import add_wishes
from jassvision.tools.whole_file import check_folder, check_targets
from jassvision.vision.frames import FilmError
from jassvision.vision.table import TableError
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

ERRORS = (
    FilmError,
    TableError,
    PlayedError,
    ThemeError,
    CutError,
    PlacesError,
    WriteError,
    ArtworkError,
)
"""Errors whose message is for people."""

FILM_ENDINGS: Final = (".mp4", ".m4v", ".mov")
"""What the name of a replay may end in."""

DONE, BAD_INPUT, INTERRUPTED = 0, 2, 130

BAR_STEP: Final = 0.2
"""Seconds between two updates of the bar."""

MARKED: Final = frozenset(("outlines", "arrows", "plates"))
"""Elements that need to know where the cards lie."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `replay`."""
    parser.add_argument("film", type=Path, metavar="FILM", help="film file")
    parser.add_argument(
        "record",
        type=Path,
        metavar="RECORD",
        nargs="?",
        help="its record: JSON of `jassvision score`, a .jass file or a live record (default: score the film now, and "
        "keep the result beside the replay)",
    )
    parser.add_argument(
        "-o", "--out", type=Path, required=True, metavar="FILE", help="file to write, such as replay.mp4"
    )
    parser.add_argument(
        "--from",
        dest="begin",
        metavar="DEAL.TRICK",
        help="what to begin with: a deal, such as 2, or a trick of it, such as 2.5 for trick 5 of deal 2 (default: the "
        "beginning of the film)",
    )
    parser.add_argument(
        "--to",
        dest="end",
        metavar="DEAL.TRICK",
        help="what to end with, written in the same way: --from 2.5 --to 3.1 shows all from trick 5 of deal 2 to "
        "trick 1 of deal 3, and --from 2 --to 2 all of deal 2 (default: the end of the film)",
    )
    parser.add_argument("--style", choices=STYLES, default=STYLES[0], help=f"the look (default {STYLES[0]})")
    parser.add_argument(
        "--theme", type=Path, metavar="FILE", help="YAML file with colours, font, logo, names, safe area"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[0], help="words on the screen (default de)")
    parser.add_argument("--speed", default="1", help="how many times as fast as life (default 1)")
    parser.add_argument("--tighten", action="store_true", help="cut out where nothing is played")
    parser.add_argument(
        "--overlay",
        choices=OVERLAYS,
        help="write the graphics alone, with alpha, in the film's own time: VP9 film, or a folder of pictures; there "
        "are no intro and final cards, and illegal plays are explained while the film runs on",
    )
    parser.add_argument(
        "--places",
        type=Path,
        metavar="FILE",
        help="where the cards lie: read from this file, or written to it if it is not there (default: the file that "
        "`jassvision score` wrote beside the record)",
    )
    parser.add_argument(
        "--no-outlines", action="store_true", help="mark no cards on the table: needs no look at the film"
    )
    add_unchecked(parser)
    parser.add_argument("--quiet", action="store_true", help="print neither progress nor the names of the files")
    add_wishes(parser)


def run(given: argparse.Namespace) -> int:
    """Make a replay; 2 if something given cannot be used, 130 if it was stopped, else 0."""
    speed = parse_speed(given.speed)
    theme = load_theme(given.style, given.theme)
    if given.no_outlines:
        theme = replace(theme, show=theme.show - MARKED)
    _check_target(given)
    console = Console(stderr=True, quiet=given.quiet)
    film = FilmIn(given.film, max(1, given.threads))
    try:
        marked = bool(MARKED & theme.show)
        played, places = material(given, film, console, lambda what: _bar(console, what), marked=marked)
        check_times(played, film.duration, film=str(given.film))
        stage = Stage(played, theme, given.lang, film.size_wh, places, stands=given.overlay is None)
        begin, end = span(stage.story, given.begin, given.end, film.duration)
        overlay = given.overlay is not None
        cut = plan(
            stage.story,
            theme,
            film.tick,
            film.duration,
            begin=begin,
            end=end,
            speed=speed,
            tighten=given.tighten,
            stills=not overlay,
        )
        _tell_silence(cut, film, console)
        with _bar(console, "Graphics" if overlay else "Replay") as tell:
            if overlay:
                done = render_overlay(film, stage, cut, given.out, given.overlay, threads=given.threads, tell=tell)
            else:
                marks = chapters(
                    stage.story, cut, word("deal", given.lang), word("trick", given.lang), _title(played, theme)
                )
                done = render(
                    film, stage, cut, marks, given.out, threads=given.threads, title=_title(played, theme), tell=tell
                )
    finally:
        film.close()
    return _said(done, given.out, console)


def _check_target(given: argparse.Namespace) -> None:
    """Make sure that all that is written can be, before the film is looked at.

    Raises:
        WriteError: the name has a wrong ending, or the folder holds pictures already.
        TargetError: it cannot be written there.
    """
    out: Path = given.out
    read = (given.film, given.record, given.theme, given.table)
    made = [] if given.places is None or given.places.exists() else [given.places]
    if given.overlay == "png":
        check_folder(out)
        check_no_pictures(out)
        check_targets(made, read)
        return
    check_targets([out, *made], (*read, given.places if not made else None))
    check_own(out)
    wanted = FILM_ENDINGS if given.overlay is None else (".webm",)
    if out.suffix.lower() not in wanted:
        raise WriteError(f"{out} must end in {wanted[0]}: that is what is written.")


def _title(played: Played, theme: Theme) -> str:
    return theme.title or played.rules.game.replace("_", " ").title()


def _tell_silence(cut: Cut, film: FilmIn, console: Console) -> None:
    if not STRETCHED[0] <= cut.speed <= STRETCHED[1] and SoundIn.of(film.path, film.first_seconds) is not None:
        low, high = (f"{float(v):g}" for v in STRETCHED)
        console.print(f"The replay is silent: sound is stretched for --speed {low} to {high} only.", highlight=False)


def _said(done: Rendered, out: Path, console: Console) -> int:
    clock = f"{int(done.seconds) // 60}:{int(done.seconds) % 60:02d}"
    if done.full:
        print(
            f"jassvision replay: the disk is full: the first {clock} are in {out} and can be played.", file=sys.stderr
        )
        return BAD_INPUT
    if done.interrupted:
        print(f"jassvision replay: stopped: the first {clock} are in {out} and can be played.", file=sys.stderr)
        return INTERRUPTED
    if not console.quiet:
        print(out)
        console.print(f"The replay lasts {clock}.", highlight=False)
    return DONE


@contextmanager
def _bar(console: Console, what: str) -> Iterator[Tell]:
    """A progress bar with the time left, as a function of seconds done and of the whole."""
    if console.quiet or not console.is_terminal:
        yield lambda done, whole: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(30),
        TextColumn("{task.percentage:>3.0f} %  {task.fields[clock]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=None, clock="")
        last = 0.0

        def tell(done: float, whole: float) -> None:
            nonlocal last
            if time.monotonic() - last < BAR_STEP and done < whole:
                return
            last = time.monotonic()
            clock = f"{int(done) // 60}:{int(done) % 60:02d} of {int(whole) // 60}:{int(whole) % 60:02d}"
            progress.update(task, completed=done, total=whole, clock=clock)

        yield tell
