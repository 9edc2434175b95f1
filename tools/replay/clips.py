"""`jassvision clips FILM RECORD --what illegal|tricks|weis|unsure -o DIR`: cuts what matters out of a film."""

from __future__ import annotations

import argparse
import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from jassvision.tools.exports.words import LANGUAGES, kind_said, said
from jassvision.tools.played import Played, PlayedDeal, PlayedError, PlayedTrick, check_times, load_played
from jassvision.tools.replay.clips_film import ClipError, cut
from jassvision.tools.replay.right_film import add_unchecked, check_film_at
from jassvision.tools.whole_file import cannot_be_written, check_folder, check_targets
from jassvision.vision.frames import Film, FilmError
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

ERRORS = (PlayedError, FilmError, ClipError)
"""Errors whose message is for people."""

WHAT: Final = ("illegal", "tricks", "weis", "unsure")

LEAD: Final = 1.0
"""Seconds before the first card of a clip lies: the hand that lays it comes in within them."""

TAIL: Final = 1.0
"""Seconds after the last thing in a clip."""

LOOK: Final = 2.0
"""Seconds for which an unsure card is shown once it lies."""

LONGEST_NAME: Final = 100


@dataclass(frozen=True)
class Clip:
    """A piece of a film: its seconds, and the name of its file without ending."""

    start: float
    end: float
    name: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `clips`."""
    parser.add_argument("film", type=Path, metavar="FILM", help="the film")
    parser.add_argument("record", type=Path, metavar="RECORD", help="result of `score --json`, .jass or live record")
    parser.add_argument("--what", choices=WHAT, required=True, help="what is cut out")
    parser.add_argument("-o", "--out", type=Path, required=True, metavar="DIR", help="folder for the clips")
    parser.add_argument(
        "--lead", type=float, default=LEAD, metavar="SECONDS", help=f"seconds before (default {LEAD:g})"
    )
    parser.add_argument("--tail", type=float, default=TAIL, metavar="SECONDS", help=f"seconds after (default {TAIL:g})")
    parser.add_argument("--lang", choices=LANGUAGES, default="de", help="language of the names (default de)")
    add_unchecked(parser)


def run(given: argparse.Namespace) -> int:
    """Cut the clips; 0 also where there is nothing to cut.

    Raises:
        PlayedError: the record cannot be used, or is that of another film.
        FilmError: the film cannot be used.
        TargetError: the folder cannot be used, or a clip would be written over the film.
        ClipError: a clip cannot be written; those before it are whole.
    """
    if not 0 <= given.lead <= 60 or not 0 <= given.tail <= 60:
        raise PlayedError("--lead and --tail are 0 to 60 seconds.")
    played = load_played(given.record)
    film = Film(given.film, threads=1)
    check_times(played, film.duration, film=given.film.name)
    clips, unseen = clips_of(played, given.what, given.lang, lead=given.lead, tail=given.tail, duration=film.duration)
    for why in unseen:
        print(f"jassvision clips: left out {why}", file=sys.stderr)
    check_folder(given.out)
    if given.out.is_dir():
        check_targets((given.out / f"{clip.name}.mp4" for clip in clips), (given.film, given.record))
    if clips and not given.unchecked:
        check_film_at(played, given.film, lambda text: print(f"jassvision clips: {text}", file=sys.stderr))
    if not clips:
        print(f"There is nothing to cut: {_NOTHING[given.what]}.")
        return 0
    try:
        given.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ClipError(cannot_be_written(given.out, error)) from None
    written: list[Path] = []
    try:
        _cut_all(given.film, [(clip, given.out / f"{clip.name}.mp4") for clip in clips], written)
    finally:
        for target in written:  # not beside the bar, which would take it to its own stream
            print(target)
    return 0


def _cut_all(film: Path, clips: Sequence[tuple[Clip, Path]], written: list[Path]) -> None:
    """Cut clips, and note which files are whole."""
    columns = (TextColumn("{task.description}"), BarColumn(30), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=sum(clip.end - clip.start for clip, _ in clips))
        for clip, target in clips:
            progress.update(task, description=clip.name)
            cut(film, clip.start, clip.end, target)
            written.append(target)
            progress.advance(task, clip.end - clip.start)


_NOTHING: Final = {
    "illegal": "no play was illegal beyond doubt",
    "tricks": "the record holds no trick with a time",
    "weis": "no Weis and no Stöck was scored",
    "unsure": "every card is sure",
}


def clips_of(
    played: Played,
    what: str,
    language: str = "de",
    *,
    lead: float = LEAD,
    tail: float = TAIL,
    duration: float | None = None,
) -> tuple[tuple[Clip, ...], tuple[str, ...]]:
    """The clips of a match in order, with names that differ, and why something has none.

    Args:
        what: one of `WHAT`.
        duration: length of the film, which no clip outlasts.
    """
    found: list[Clip] = []
    unseen: list[str] = []
    names: set[str] = set()
    for deal in played.deals:
        for start, end, words, trick in _pieces(played, deal, what, language):
            if start is None or end is None:
                unseen.append(f"deal {deal.number}, trick {trick.number}: nobody saw when it was")
                continue
            head = f"{said('deal', language)}{deal.number:02d}-{said('trick', language)}{trick.number:02d}"
            name = stem = _safe(f"{head}-{words}" if words else head)
            number = 1
            while name in names:
                number += 1
                name = f"{stem}-{number}"
            names.add(name)
            clip = Clip(max(start - lead, 0.0), end + tail, name)
            found.append(clip if duration is None else replace(clip, end=min(clip.end, duration)))
    return tuple(found), tuple(unseen)


_Piece = tuple[float | None, float | None, str, PlayedTrick]


def _pieces(played: Played, deal: PlayedDeal, what: str, language: str) -> Iterator[_Piece]:
    """Start, end, words for the name, and trick of each piece of a deal."""
    tricks = {trick.number: trick for trick in deal.tricks}
    for trick in deal.tricks:
        if what == "tricks" and trick.plays:
            yield trick.start, trick.end, "", trick
        elif what == "illegal":
            who = [v.seat for v in deal.certain if v.trick == trick.number]
            if who:
                names = "-".join(played.name(seat, language) for seat in who)
                yield trick.start, trick.end, f"{said('illegal', language)}-{names}", trick
        elif what == "unsure":
            for index, play in enumerate(trick.plays):
                if play.unsure:
                    later = [p.time for p in trick.plays[index + 1 :] if p.time is not None]
                    end = None if play.time is None else min([play.time + LOOK, *later[:1]])
                    yield play.time, end, f"{said('unsure', language)}-{played.name(play.seat, language)}", trick
    if what == "weis":
        for gain in deal.melds:
            of = tricks.get(gain.trick or 0)
            if of is not None:
                owner = played.side_name(gain.side, language) if gain.seat is None else played.name(gain.seat, language)
                yield of.start, of.end, f"{kind_said(gain.kind, language)}-{owner}", of


def _safe(text: str) -> str:
    """A name that every file system takes: small plain letters, digits and hyphens."""
    for umlaut, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("œ", "oe"), ("ß", "ss")):
        text = text.lower().replace(umlaut, plain)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST_NAME].strip("-")
