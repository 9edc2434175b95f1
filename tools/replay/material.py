"""What a replay is made of: the record, and where the cards lie, kept beside it so that a film is watched only once."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

from jassvision.tools.places import Places, PlacesError, is_places, load_places, places_beside, save_places
from jassvision.tools.places_kept import watch_places
from jassvision.tools.played import check_times, load_played
from jassvision.tools.played_facts import Played
from jassvision.tools.played_notation import NOT_RULED
from jassvision.tools.played_result import played_of_result
from jassvision.tools.replay.cutting import span
from jassvision.tools.replay.film_in import FilmIn
from jassvision.tools.replay.render import Tell
from jassvision.tools.replay.right_film import check_film
from jassvision.tools.replay.story import Story
from jassvision.tools.replay.ways import belong
from jassvision.tools.result_json import result_json
from jassvision.tools.score import eyes_of, score_film, watcher_of, wishes_of
from jassvision.tools.whole_file import write_whole
from jassvision.vision.eyes import Eyes
from jassvision.vision.frames import Film
from jassvision.vision.reader import AUTO
from rich.console import Console

Bar = Callable[[str], AbstractContextManager[Tell]]
"""Makes a progress bar with a name."""


def material(
    given: argparse.Namespace, film: FilmIn, console: Console, bar: Bar, *, marked: bool
) -> tuple[Played, Places | None]:
    """The record, and where the cards lie if they are to be marked.

    Both are taken from files where there are any: the places from `--places`, or from the file beside the record. If
    the film has to be watched, that is said, and what was seen is kept.

    Raises:
        PlayedError: the record cannot be used, or is that of another film.
        PlacesError: the file of `--places` cannot be used.
        KeyboardInterrupt: somebody stopped it while the film was watched; the result so far is kept.
    """
    named: Path | None = given.places
    places = None
    if marked and named is not None and named.exists():
        places = load_places(named)
        if not places.fits(film.size_wh):
            size, wanted = (" x ".join(map(str, wh)) for wh in (places.size_wh, film.size_wh))
            raise PlacesError(
                f"{named} was written for pictures of {size}, but {given.film} has {wanted}: name a new file."
            )
    if given.record is None:
        return _scored(given, console, places, marked)
    played = load_played(given.record)
    check_times(played, film.duration, film=str(given.film))
    span(Story(played), given.begin, given.end, film.duration)  # before the long look at the film, not after it
    for note in played.notes:
        if note.startswith(NOT_RULED):
            _say(console, f"{given.record}: {note}.")
    wishes = replace(wishes_of(given), rules=played.rules)
    beside = places_beside(given.record)
    kept = places
    if kept is None and named is None and beside.exists():
        kept = _loaded(beside, console if marked else None)
    right: bool | None = None
    if not given.unchecked:
        right = check_film(played, film, kept, lambda: Eyes(*eyes_of(wishes)), lambda text: _say(console, text))
    if not marked:
        return played, None
    if places is not None:
        if not belong(played, places) or right is False:
            raise PlacesError(f"{named} says where the cards of another record or film lie: name a new file.")
        return played, places
    if kept is not None:
        if belong(played, kept) and right is not False and kept.fits(film.size_wh) and (right or _are_of(kept, film)):
            return played, kept
        _say(console, f"{beside} belongs to another film or record.")
    keep = _room(named or beside)
    _say(console, f"The film is watched once to see where the cards lie{_kept_in(keep)}.")
    watcher = watcher_of(wishes, *eyes_of(wishes), played.pack or AUTO)
    with bar("Watching") as tell:
        places = watch_places(
            given.film, Film(given.film, wishes.threads), watcher, lambda now, length: tell(now, length or now)
        )
    _keep(keep, places, console)
    return played, places


def _scored(
    given: argparse.Namespace, console: Console, places: Places | None, marked: bool
) -> tuple[Played, Places | None]:
    """Score the film, and keep the result and the places for the next replay."""
    result_path: Path | None = given.out.with_suffix(".json")
    if result_path is not None and result_path.exists():
        _say(console, f"{result_path} is there already and is left as it is: the result of this look is not kept.")
        result_path = None
    else:
        _say(console, f"No record is given: the film is scored first; the result is kept in {result_path}.")
    wishes = wishes_of(given)
    always = console.is_terminal and not console.quiet
    scored = score_film(str(given.film.absolute()), wishes, console, always=always)
    result = result_json(scored.reckoning, source=str(given.film), pack=scored.pack, notes=scored.notes)
    if result_path is not None:
        try:
            write_whole(result_path, (json.dumps(result, ensure_ascii=False, indent=1) + "\n").encode("utf-8"))
            _name(console, result_path)
        except OSError as error:
            _say(console, f"{result_path} cannot be written: {error.strerror or error}. The result is not kept.")
            result_path = None
    if scored.places is not None:
        beside = None if result_path is None else places_beside(result_path)
        _keep(_room(given.places if given.places is not None else beside), scored.places, console)
    if scored.interrupted:
        raise KeyboardInterrupt
    if scored.problem:
        _say(console, scored.problem)
    played = played_of_result(result, given.film)
    if places is not None and not belong(played, places):
        _say(console, f"{given.places} says where the cards of another film lie and is not used.")
        places = None
    return played, (places or scored.places) if marked else None


def _loaded(path: Path, console: Console | None) -> Places | None:
    """The places of a file, None if it cannot be used, which is said."""
    try:
        return load_places(path)
    except PlacesError as error:
        if console is not None:
            _say(console, str(error))
        return None


def _are_of(places: Places, film: FilmIn) -> bool:
    return places.is_of(film.path, film.duration, film.size_wh)


def _room(path: Path | None) -> Path | None:
    """The path if nothing is lost when it is written, else None."""
    return path if path is not None and (not path.exists() or _worthless(path)) else None


def _worthless(path: Path) -> bool:
    """Whether a file holds places that cannot be read any more."""
    try:
        load_places(path)
    except PlacesError:
        return is_places(path)
    return False


def _keep(path: Path | None, places: Places, console: Console) -> None:
    if path is None:
        return
    try:
        save_places(path, places)
        _name(console, path)
    except PlacesError as error:
        _say(console, f"{error} The next replay will have to watch the film again.")


def _kept_in(path: Path | None) -> str:
    return "" if path is None else f"; kept in {path} for the next replay"


def _name(console: Console, path: Path) -> None:
    """Name a file that was written."""
    if not console.quiet:
        print(path)


def _say(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)
