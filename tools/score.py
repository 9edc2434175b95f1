"""`jassvision score FILM`: from a film to the score sheet, as JSON and as a record."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from jassvision.models.weights import THREADS, load_session
from jassvision.rules.names import seat_label
from jassvision.rules.notation import write_notation
from jassvision.rules.options import GAMES, Rules
from jassvision.rules.preset import DEFAULT_PRESET
from jassvision.rules.seats import next_seat, parse_seat
from jassvision.tools.arguments import threads
from jassvision.tools.places import Places, PlacesError, is_places, places_beside, save_places
from jassvision.tools.places_kept import PlacesKeeper
from jassvision.tools.reckoning import AS_DEALT, NONE, DealResult, Melds, Reckoning, deal_result, match_record, reckoned
from jassvision.tools.result_json import result_json
from jassvision.tools.said import SaidContract, codes_of, said_contracts, said_rules, said_table, said_weis
from jassvision.tools.sheet import print_sheet, side_label
from jassvision.tools.whole_file import cannot_be_written, check_targets, write_whole
from jassvision.vision.decoder import Decoded, Decoder
from jassvision.vision.faces import PACKS
from jassvision.vision.finder import Finder
from jassvision.vision.frames import Film, FilmError
from jassvision.vision.observations import Disturbed, Ended, Observation, Swept
from jassvision.vision.reader import AUTO, Reader
from jassvision.vision.table import DIRECTIONS, Table, TableError
from jassvision.vision.watch import Watcher
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

ERRORS = (FilmError, TableError)
"""Errors whose message is for people."""

BAD_INPUT, INTERRUPTED = 2, 130

LONG_FILM: Final = 90.0
"""Seconds from which a film gets a progress bar on a terminal without being asked."""

DAMAGED: Final = "damaged"
"""Kind of disturbance that tells of a film that is cut off or could not be decoded everywhere."""

WEIS: Final = {NONE: "none", "announced": "as they are entered on the page", "FILE": "what a YAML file says"}
"""What `--weis` may take beside `auto`, in words."""

BAR_STEP: Final = 0.25
"""Seconds between two updates of the bar."""


@dataclass(frozen=True)
class Wishes:
    """What a person said about the film and the game."""

    rules: Rules
    pack: str = AUTO
    contracts: tuple[SaidContract, ...] = ()
    dealer: int | None = None
    weis: str | dict[int, Melds] = AS_DEALT
    table: Table | None = None
    threads: int = THREADS
    weights: Path | None = None


@dataclass(frozen=True)
class Scored:
    """What came out of a film.

    Attributes:
        problem: why the result is worth little, as one sentence; empty when it is not.
        seconds: length of what was seen.
        interrupted: whether somebody stopped it before the end.
        places: where the cards lay; None for a camera or a stream.
    """

    reckoning: Reckoning
    pack: str | None
    notes: tuple[str, ...]
    problem: str = ""
    seconds: float = 0.0
    interrupted: bool = False
    places: Places | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `score`."""
    parser.add_argument(
        "film", metavar="FILM", help="film file, number of a camera, or address of a stream (rtsp://, http://)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON (jassvision/1); - for standard output")
    parser.add_argument("--record", type=Path, metavar="FILE.jass", help="write the match as a record")
    parser.add_argument("--progress", action="store_true", help="show a progress bar for short films too")
    parser.add_argument("--quiet", action="store_true", help="print no sheet")
    add_wishes(parser)


def add_wishes(parser: argparse.ArgumentParser, weis: Sequence[str] = (NONE, "FILE")) -> None:
    """Declare the arguments about the game and the table.

    Args:
        weis: what `--weis` takes beside `auto`, of WEIS.
    """
    known = parser.add_argument_group("what is known of the game and the table")
    known.add_argument("--game", metavar="GAME", help=f"{', '.join(GAMES)} (default: that of the rules)")
    known.add_argument(
        "--rules",
        metavar="RULES",
        help=f"house rules: a preset or a YAML file (default {DEFAULT_PRESET}; a wrong name lists all presets)",
    )
    known.add_argument(
        "--pack", choices=[*PACKS, AUTO], default=AUTO, help=f"the pack on the table ({AUTO}, the default: find out)"
    )
    known.add_argument(
        "--contracts",
        metavar="S,O,?,push:H",
        help="the contract of each deal: D H S C trump, O Obenabe, U Undenufe, ? where nobody knows it, push:H where "
        "it was pushed to the partner (default: find out from the play)",
    )
    known.add_argument(
        "--dealer", metavar="SEAT", help="who deals first, such as north or n (default: find out from the play)"
    )
    known.add_argument(
        "--weis",
        default=AS_DEALT,
        metavar="|".join((AS_DEALT, *weis)),
        help=f"Weis and Stöck as dealt ({AS_DEALT}, the default), {', or '.join(WEIS[word] for word in weis)}",
    )
    known.add_argument(
        "--table", type=Path, metavar="FILE", help="where the table is, as `jassvision calibrate` writes it"
    )
    known.add_argument("--threads", type=threads, metavar="N", default=THREADS, help=f"CPU threads (default {THREADS})")
    known.add_argument("--weights", type=Path, metavar="DIR", help="folder with other networks and their cards")


def wishes_of(given: argparse.Namespace) -> Wishes:
    """What was said, checked before a film is opened.

    Raises:
        JassError: rules, contracts, dealer or Weis make no sense.
        TableError: the table file cannot be used.
    """
    rules = said_rules(given.game, given.rules)
    if given.pack != AUTO:
        rules = replace(rules, suits=given.pack)
    contracts = said_contracts(given.contracts, rules) if given.contracts is not None else ()
    dealer = None if given.dealer is None else parse_seat(given.dealer, rules.players)
    weis = said_weis(given.weis, rules)
    table = None if given.table is None else said_table(given.table, rules)
    return Wishes(rules, given.pack, contracts, dealer, weis, table, given.threads, given.weights)


def run(given: argparse.Namespace) -> int:
    """Score a film; 2 if it or what was said about it cannot be used, else 0."""
    wishes = wishes_of(given)
    check_results(given, given.film)
    console = Console(stderr=given.json == "-")
    scored = score_film(given.film, wishes, Console(stderr=True), always=given.progress)
    return finish(scored, wishes, given, console)


def check_results(given: argparse.Namespace, film: str | Path) -> None:
    """Make sure that what was asked for can be written, before the film is watched.

    Raises:
        TargetError: it cannot; the sentence says why.
    """
    targets = [Path(name) for name in (given.json, given.record) if name is not None and str(name) != "-"]
    check_targets(targets, (film, given.table, given.weis, given.rules), text=True)


def finish(scored: Scored, wishes: Wishes, given: argparse.Namespace, console: Console) -> int:
    """Print and write what came out; returns the exit status."""
    if not given.quiet:
        print_sheet(console, scored.reckoning, pack=scored.pack, notes=scored.notes)
    failures = [scored.problem] if scored.problem else []
    written: list[Path] = []
    if given.json:
        result = result_json(scored.reckoning, source=str(given.film), pack=scored.pack, notes=scored.notes)
        written += _write(given.json, json.dumps(result, ensure_ascii=False, indent=1) + "\n", failures)
    if given.record:
        film = Path(str(given.film)).name
        tags = [("Film", film)] if film.isprintable() else []
        record = match_record(scored.reckoning.rules, scored.reckoning.deals, tags)
        written += _write(str(given.record), write_notation(record), failures)
    for failure in failures:
        print(f"jassvision score: {failure}", file=sys.stderr)
    if written and not given.quiet:
        console.print(f"Written: {', '.join(map(str, written))}", highlight=False, markup=False, soft_wrap=True)
    for note in _keep_places(scored.places, written):
        print(f"jassvision score: {note}", file=sys.stderr)
    if scored.interrupted:
        return INTERRUPTED
    return BAD_INPUT if failures else 0


def _keep_places(places: Places | None, records: list[Path]) -> list[str]:
    """Keep where the cards lay beside each record, for replays; returns what a person should know of it."""
    notes = []
    for path in dict.fromkeys(places_beside(record) for record in records):
        if places is None:
            continue
        if path.exists() and not is_places(path):
            notes.append(f"{path} is something else and is left as it is: a replay will have to watch the film again.")
            continue
        try:
            save_places(path, places)
        except PlacesError as error:
            notes.append(f"{error} A replay will have to watch the film again.")
    return notes


def eyes_of(wishes: Wishes) -> tuple[Finder, Reader]:
    """The finder and the reader that were wished for.

    Raises:
        WeightsError: the weights are missing or not those of their cards.
    """
    networks = (
        None if wishes.weights is None else load_session(name, wishes.threads, wishes.weights)
        for name in ("finder", "reader")
    )
    finder, reader = networks
    return Finder(threads=wishes.threads, network=finder), Reader(AUTO, threads=wishes.threads, network=reader)


def watcher_of(wishes: Wishes, finder: Finder, reader: Reader, pack: str, *, live: bool = False) -> Watcher:
    """What watches a game under the wished rules at the wished table, with a pack or `auto`."""
    rules = wishes.rules
    return Watcher(finder, reader, rules.players, rules.direction, pack, wishes.table, rules.open_piles, live=live)


def score_film(source: str, wishes: Wishes, console: Console, *, always: bool = False) -> Scored:
    """Watch a film to its end and score it; Ctrl-C ends it early and keeps what was seen.

    Args:
        console: where the progress bar is drawn.
        always: draw the bar for short films too, and where there is no terminal.
    """
    decoder = _decoder_of(wishes)
    film = Film(int(source) if source.isdigit() else source, wishes.threads)
    watcher = watcher_of(wishes, *eyes_of(wishes), wishes.pack)
    keeper = PlacesKeeper(watcher)
    problem, seconds, interrupted = "", 0.0, False
    damage: list[str] = []
    told: list[Observation] = []
    shown = always or (console.is_terminal and (film.duration is None or film.duration >= LONG_FILM))
    with _bar(console, shown) as tell:

        def looked(now: float, length: float | None) -> None:
            keeper.look(now)
            tell(now, length, None)

        try:
            for seen in watcher.watched(film, looked):
                decoder.take(seen)
                told.append(seen)
                keeper.take(seen)
                if isinstance(seen, Ended):
                    problem, seconds = seen.problem, seen.time
                elif isinstance(seen, Disturbed) and seen.kind == DAMAGED:
                    damage.append(seen.note)
                elif isinstance(seen, Swept) and shown:
                    tell(seen.time_last, film.duration, running(wishes, decoder.answer))
        except KeyboardInterrupt:
            interrupted = True
    decoded = decoder.answer
    if 2 * sum(deal.reverse for deal in decoded.deals) > len(decoded.deals):
        wishes, decoded = _other_way_round(wishes, told)
    pack = watcher.pack if wishes.pack == AUTO else wishes.pack
    notes = (*decoded.notes, *(["stopped before the end of the film"] if interrupted else []))
    problem = problem or " ".join(damage)
    places = keeper.places(Path(source), film.duration) if Path(source).is_file() else None
    reckoning = reckon(wishes, decoded, pack)
    notes = (*notes, *_other_dealers(wishes, reckoning))
    return Scored(reckoning, pack, notes, problem, seconds, interrupted, places)


def _other_dealers(wishes: Wishes, reckoning: Reckoning) -> list[str]:
    """What to say where the play fits another dealer than a person said, or than the one whose turn it was."""
    rules, deals = reckoning.rules, reckoning.deals
    notes = []
    if wishes.dealer is not None and deals and deals[0].record.dealer != wishes.dealer:
        found, said = (seat_label(seat, rules.players) for seat in (deals[0].record.dealer, wishes.dealer))
        notes.append(f"the play fits {found} as the first dealer, not {said}, who was given")
    for number, (before, after) in enumerate(pairwise(deals), start=2):
        due = next_seat(before.record.dealer, rules.players, rules.direction)
        if after.record.dealer != due:
            found, turn = (seat_label(seat, rules.players) for seat in (after.record.dealer, due))
            notes.append(
                f"deal {number}: by the play {found} deals, but it was the turn of {turn}: was a deal left out?"
            )
    return notes


def _decoder_of(wishes: Wishes) -> Decoder:
    return Decoder(wishes.rules, dealer=wishes.dealer, contracts=codes_of(wishes.contracts))


def _other_way_round(wishes: Wishes, told: Sequence[Observation]) -> tuple[Wishes, Decoded]:
    """The film as play in the direction in which the cards go round the table, whatever the rules say."""
    said = wishes.rules.direction
    seen = next(direction for direction in DIRECTIONS if direction != said)
    wishes = replace(wishes, rules=replace(wishes.rules, direction=seen))
    decoded = _decoder_of(wishes).take_all(told)
    note = (
        f"the cards go round the table {seen}, not {said} as the rules say: the seats are named as they are in the "
        "picture; if it is mirrored, turn that off at the camera"
    )
    return wishes, replace(decoded, notes=(*decoded.notes, note))


def reckon(wishes: Wishes, decoded: Decoded, pack: str | None) -> Reckoning:
    """The deals of a film with their scores, by the factors of the pack that is on the table."""
    rules = wishes.rules if pack is None else replace(wishes.rules, suits=pack)
    results: list[DealResult] = []
    for index, deal in enumerate(decoded.deals):
        weis = wishes.weis if isinstance(wishes.weis, str) else wishes.weis.get(index + 1, Melds())
        pushed = index < len(wishes.contracts) and wishes.contracts[index].pushed
        results.append(deal_result(rules, deal, index + 1, weis=weis, pushed=pushed))
    return reckoned(rules, results)


def running(wishes: Wishes, decoded: Decoded) -> str:
    """The running score in a few words, for the progress bar."""
    reckoning = reckon(wishes, decoded, None)
    rules = wishes.rules
    score = "  ".join(f"{side_label(rules, side)} {n}" for side, n in enumerate(reckoning.totals))
    tricks = len(decoded.deals[-1].tricks) if decoded.deals else 0
    return f"deal {len(decoded.deals)}, trick {tricks}: {score}"


@contextmanager
def _bar(console: Console, shown: bool) -> Iterator[Callable[[float, float | None, str | None], None]]:
    """A progress bar as a function of seconds seen, length, and what to say beside it."""
    if not shown:
        yield lambda now, length, words: None
        return
    columns = (BarColumn(30), TextColumn("{task.fields[clock]}"), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None, clock="")
        last = 0.0

        def tell(now: float, length: float | None, words: str | None) -> None:
            nonlocal last
            if words is None and time.monotonic() - last < BAR_STEP:
                return
            last = time.monotonic()
            clock = _clock(now) + (f" of {_clock(length)}" if length else "")
            progress.update(task, completed=now, total=length, clock=clock, description=words)

        yield tell


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _write(target: str, text: str, failures: list[str]) -> list[Path]:
    """Write a text; returns the file, none where it went elsewhere."""
    data = text.encode("utf-8", "backslashreplace")  # names of files may hold bytes that are no letters
    if target == "-":
        print(data.decode("utf-8"), end="")
        return []
    try:
        write_whole(Path(target), data)
    except OSError as error:  # the folder was taken away, or the disk is full, since the film began
        failures.append(cannot_be_written(target, error) + _kept_elsewhere(Path(target).name, data))
        return []
    return [Path(target)] if Path(target).is_file() else []


def _kept_elsewhere(name: str, data: bytes) -> str:
    """Put a result where there is room for it, lest a long look at a film was for nothing; returns what to say."""
    try:
        kept = Path(tempfile.mkdtemp(prefix="jassvision-")) / name
        kept.write_bytes(data)
    except OSError:
        return ""
    return f" The result is in {kept}."
