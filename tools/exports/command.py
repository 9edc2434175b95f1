"""`jassvision export RECORD --to FORMAT`: a record as data, table, log, captions, chapters, markers or page."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Final

from jassvision.rules.options import SUIT_PACKS
from jassvision.tools.arguments import whole
from jassvision.tools.exports.captions import cues, subrip, webvtt
from jassvision.tools.exports.chapters import LEAST_CHAPTERS, chapters, ffmetadata, youtube_chapters, youtube_text
from jassvision.tools.exports.logs import jasskit_log, notation
from jassvision.tools.exports.markers import Rate, edl, marker_table, markers, rate_of
from jassvision.tools.exports.match_json import event_lines, match_json
from jassvision.tools.exports.sheet_rows import sheet_table
from jassvision.tools.exports.words import LANGUAGES, said
from jassvision.tools.places import without_ending
from jassvision.tools.played import Played, PlayedError, check_times, load_played
from jassvision.tools.played_notation import NOT_RULED
from jassvision.tools.replay.right_film import add_unchecked, check_film_at
from jassvision.tools.whole_file import cannot_be_written, check_targets, write_whole
from jassvision.vision.frames import Film, FilmError

ERRORS = (PlayedError, FilmError)
"""Errors whose message is for people."""

DEFAULT_RATE: Final = "25"
"""Frame rate of markers where neither a film nor anybody says it: that of European television."""


@dataclass(frozen=True)
class Wish:
    """What was asked for: the match, the language, and the film with its length and rate where it was given."""

    played: Played
    language: str
    film: Path | None
    duration: float | None
    rate: Rate
    delimiter: str
    embed: bool
    out: Path | None


Made = str | bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `export`."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="result of `score --json`, .jass or live record")
    parser.add_argument("--to", required=True, choices=[*FORMATS], help="the form", metavar="FORMAT")
    parser.epilog = "Formats: " + "; ".join(f"{name}: {form.does}" for name, form in FORMATS.items()) + "."
    parser.add_argument(
        "-o", "--out", metavar="OUT", help="file to write; - for standard output, which is where text goes by default"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="de", help="language of what people read (default de)")
    parser.add_argument("--film", type=Path, help="the film of the record: its length and frame rate; for the player")
    parser.add_argument(
        "--fps", metavar="RATE", help=f"frame rate for edl and markers (default the film's, or {DEFAULT_RATE})"
    )
    parser.add_argument("--pack", choices=SUIT_PACKS, help="names of the cards (default: the pack of the record)")
    parser.add_argument(
        "--match", type=whole(1, 9999), metavar="N", help="which match of a live session (default the last one)"
    )
    parser.add_argument("--delimiter", default=";", metavar="CHAR", help="what divides the cells of csv (default ;)")
    add_unchecked(parser)
    parser.add_argument("--embed", action="store_true", help="player: put the film into the page instead of a link")


def run(given: argparse.Namespace) -> int:
    """Write a record in another form; returns 0.

    Raises:
        PlayedError: the record, or what was asked for, cannot be used; or the file cannot be written.
    """
    form = FORMATS[given.to]
    if len(given.delimiter) != 1 or given.delimiter in '"\r\n':
        raise PlayedError(f"{given.delimiter!r} cannot divide cells: give one character, such as ; or ,")
    out = _target(given, form)
    if out is not None:
        check_targets([out], (given.record, given.film), text=given.to != "xlsx")
    played = load_played(given.record, given.match)
    for note in played.notes:
        if note.startswith(NOT_RULED) or (played.form == "live" and given.match is None):
            print(f"jassvision export: {note}", file=sys.stderr)
    if given.pack:
        played = replace(played, pack=given.pack)
    duration, film_rate = film_facts(given.film) if given.film else (None, None)
    if given.film:
        check_times(played, duration, film=given.film.name)
        if not given.unchecked:
            check_film_at(played, given.film, lambda text: print(f"jassvision export: {text}", file=sys.stderr))
    rate = rate_of(given.fps) if given.fps else film_rate or rate_of(DEFAULT_RATE)
    wish = Wish(played, given.lang, given.film, duration, rate, given.delimiter, given.embed, out)
    write(form.make(wish), out)
    if out is not None and out.is_file():  # to a device such as /dev/stdout it is not a file that was written
        print(out)
    return 0


def _target(given: argparse.Namespace, form: Form) -> Path | None:
    """The file to write, None for standard output; a name without an ending gets that of a page.

    Raises:
        PlayedError: the name has the ending of something else.
    """
    if given.out == "-" or (given.out is None and not form.page):
        return None
    if given.out is None:
        stem = without_ending(given.record)
        return stem.with_name(stem.name + form.ending)
    out = Path(given.out)
    own = form.ending[form.ending.rindex(".") :]
    if form.page and not out.suffix and not out.exists():
        return out.with_suffix(own)
    if form.page and out.suffix.lower() not in ("", own, ".htm" if own == ".html" else own):
        raise PlayedError(f"{out} must end in {own}: --to {given.to} writes {form.does}.")
    return out


def write(made: Made, out: Path | None) -> None:
    """Write what was made to a file, or to standard output.

    Raises:
        PlayedError: the file cannot be written; a file that was there before is then still as it was.
    """
    data = made.encode("utf-8") if isinstance(made, str) else made
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    try:
        write_whole(out, data)
    except OSError as error:
        raise PlayedError(cannot_be_written(out, error)) from None


def film_facts(film: Path) -> tuple[float | None, Rate]:
    """Length in seconds, None where it does not say, and frame rate of a film.

    Raises:
        FilmError: there is no such film.
    """
    opened = Film(film, threads=1)
    return opened.duration, Rate(Fraction(1 / opened.usual_step).limit_denominator(1001))


# The forms -----------------------------------------------------------------------------------------------------------


def _json(wish: Wish) -> Made:
    return json.dumps(match_json(wish.played, wish.language), ensure_ascii=False, indent=1) + "\n"


def _lines(wish: Wish) -> Made:
    return "".join(f"{line}\n" for line in event_lines(wish.played, wish.language))


def _csv(wish: Wish) -> Made:
    return sheet_table(wish.played, wish.language, wish.delimiter)


def _xlsx(wish: Wish) -> Made:
    from jassvision.tools.exports.workbook import workbook

    return workbook(wish.played, wish.language)


def _jasskit(wish: Wish) -> Made:
    log = jasskit_log(wish.played)
    for why in log.left_out:
        print(f"jassvision export: left out {why}", file=sys.stderr)
    return "".join(f"{line}\n" for line in log.lines)


def _jass(wish: Wish) -> Made:
    return notation(wish.played)


def _vtt(wish: Wish) -> Made:
    check_times(wish.played, None)
    return webvtt(cues(wish.played, wish.language, duration=wish.duration), wish.language)


def _srt(wish: Wish) -> Made:
    check_times(wish.played, None)
    return subrip(cues(wish.played, wish.language, duration=wish.duration))


def _title(wish: Wish) -> str:
    sides = range(wish.played.rules.sides)
    return f"{said('match', wish.language)} " + " : ".join(wish.played.side_name(s, wish.language) for s in sides)


def _chapters(wish: Wish) -> Made:
    return ffmetadata(chapters(wish.played, wish.language, duration=wish.duration), _title(wish))


def _youtube(wish: Wish) -> Made:
    listed = chapters(wish.played, wish.language, duration=wish.duration)
    merged = youtube_chapters(listed, wish.played, wish.language)
    if len(merged) < LEAST_CHAPTERS:
        print(
            f"jassvision export: YouTube shows chapters only from {LEAST_CHAPTERS} on; here there are {len(merged)}",
            file=sys.stderr,
        )
    return youtube_text(merged)


def _edl(wish: Wish) -> Made:
    listed = chapters(wish.played, wish.language, duration=wish.duration)
    clip = wish.film.name if wish.film else Path(wish.played.film).name or "film"
    return edl(listed, markers(wish.played, wish.language), wish.rate, title=_title(wish), clip=clip)


def _markers(wish: Wish) -> Made:
    check_times(wish.played, None)
    return marker_table(markers(wish.played, wish.language), wish.rate, wish.language)


def _player(wish: Wish) -> Made:
    if wish.film is None:
        raise PlayedError("the player needs the film: give it with --film FILM.")
    from jassvision.tools.replay.player import player_page

    folder = wish.out.parent if wish.out is not None else Path.cwd()
    return player_page(wish.played, wish.film, wish.language, folder=folder, embed=wish.embed)


def _stats(wish: Wish) -> Made:
    from jassvision.tools.replay.statistics_page import statistics_page

    return statistics_page(wish.played, wish.language)


@dataclass(frozen=True)
class Form:
    """A form to write: what it is, how a file of it ends, whether it goes to a file by default."""

    make: Callable[[Wish], Made]
    does: str
    ending: str
    page: bool = False


FORMATS: Final[dict[str, Form]] = {
    "json": Form(_json, "the whole match (schema jassvision-match/1)", ".match.json"),
    "jsonl": Form(_lines, "a line of JSON for each event", ".jsonl"),
    "csv": Form(_csv, "score sheet as a table", ".csv"),
    "xlsx": Form(_xlsx, "score sheet as a workbook", ".xlsx", page=True),
    "jasskit": Form(_jasskit, "log of jass-kit, a line for each deal", ".jasskit.jsonl"),
    "jass": Form(_jass, "record in the match notation", ".jass"),
    "srt": Form(_srt, "captions (SubRip)", ".srt"),
    "vtt": Form(_vtt, "captions (WebVTT)", ".vtt"),
    "chapters": Form(_chapters, "chapters for ffmpeg (FFMETADATA)", ".ffmetadata"),
    "youtube": Form(_youtube, "chapters for a description on YouTube", ".txt"),
    "edl": Form(_edl, "edit list with markers (CMX 3600)", ".edl"),
    "markers": Form(_markers, "markers as a table", ".markers.csv"),
    "player": Form(_player, "page with film, list of plays and score curve", ".html", page=True),
    "stats": Form(_stats, "page with the statistics of the match", ".stats.html", page=True),
}
"""The forms by their name."""
