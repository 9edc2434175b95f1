"""`jassvision live`: follow a game as it is played, with a console, a board, an overlay and a record."""

from __future__ import annotations

import argparse
import logging
import socket
import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

import segno
import uvicorn
from jassvision.rules.errors import JassError
from jassvision.rules.names import seat_label
from jassvision.rules.options import Rules
from jassvision.rules.seats import SEAT_NAMES, parse_seat, playing_order, seat_name
from jassvision.tools.arguments import whole
from jassvision.tools.live.access import Access, AccessError, keys_beside, needs_keys
from jassvision.tools.live.as_of import BOARD_MODES
from jassvision.tools.live.complaints import complain
from jassvision.tools.live.connections import MOST, Connection
from jassvision.tools.live.engine import Engine
from jassvision.tools.live.eyes import Eyes
from jassvision.tools.live.film_places import FilmPlaces
from jassvision.tools.live.opening import Opened, Setup, open_session
from jassvision.tools.live.pictures import PictureDesk
from jassvision.tools.live.scoring import WeisMode
from jassvision.tools.live.server import build_app
from jassvision.tools.live.session_clock import SessionClock
from jassvision.tools.live.source import Source
from jassvision.tools.live.theme import Theme, load_theme
from jassvision.tools.live.word_parts import LONGEST_NAME
from jassvision.tools.reckoning import AS_DEALT, NONE
from jassvision.tools.record import RecordError
from jassvision.tools.score import Wishes, add_wishes, eyes_of, watcher_of, wishes_of
from jassvision.vision.frames import Film, FilmError
from jassvision.vision.reader import AUTO
from jassvision.vision.table import TableError
from jassvision.vision.watch import Watcher

PORT: Final = 8711
LANGUAGES: Final = ("de", "en", "fr")
MOST_DELAY: Final = 120.0
LONGEST_MESSAGE: Final = 16 * 1024


class LiveError(JassError):
    """Something that was wished of a session cannot be done."""


ERRORS = (FilmError, TableError, RecordError, AccessError, LiveError)
"""Errors whose message is for people."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `live`."""
    parser.add_argument(
        "source", nargs="?", default="0", help="camera (a number), stream (rtsp://, http://, udp://) or film; none: -"
    )
    add_wishes(parser, weis=("announced", NONE))
    parser.add_argument("--names", default="", metavar="A,B,C,D", help="the players, in the order of play from north")
    parser.add_argument("--record", type=Path, metavar="FILE", help="the record; one that exists is gone on with")
    parser.add_argument("--delay", type=float, default=0.0, metavar="SECONDS", help="how late the overlay is")
    parser.add_argument("--board", choices=BOARD_MODES, default="live", help="what board and overlay show of the play")
    parser.add_argument("--theme", type=Path, metavar="FILE", help="colours, names and logo of the pages")
    parser.add_argument("--lang", choices=LANGUAGES, default="de", help="language of the pages (default de)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 for the whole network")
    parser.add_argument(
        "--port", type=whole(0, 65535), metavar="N", default=PORT, help=f"port (default {PORT}; 0 for one that is free)"
    )


def run(given: argparse.Namespace) -> int:
    """Run a session until it is ended, by Ctrl-C or as a service is; returns the exit status."""
    announced = given.weis == "announced"
    if announced:  # only here: a film that is scored alone has nobody who could enter what was announced
        given.weis = AS_DEALT
    wishes = wishes_of(given)
    theme = load_theme(given.theme) if given.theme else Theme()
    setup = _setup(given, wishes, theme, announced)
    if not 0 <= given.delay <= MOST_DELAY:
        raise LiveError(f"--delay {given.delay}: give 0 to {MOST_DELAY:.0f} seconds")
    _check_source(given.source)
    rules_given = bool(given.rules or given.game)
    listening = _listening(given.host, given.port)
    with listening:
        path = given.record or Path(f"jass-{datetime.now():%Y-%m-%d-%H%M%S}.jass.db")
        opened = open_session(path, setup, given.source, rules_given=rules_given)
        try:
            return _serve(given, wishes, theme, opened, listening)
        finally:
            opened.record.close()


def _serve(given: argparse.Namespace, wishes: Wishes, theme: Theme, opened: Opened, listening: socket.socket) -> int:
    session = SessionClock(opened.base, running=given.source == "-" or not Path(given.source).is_file())
    engine = Engine(opened.record, opened.fold, session, delay=given.delay)
    desk = PictureDesk()
    eyes = None if given.source == "-" else _eyes(given.source, wishes, opened, engine, desk, session)
    port = listening.getsockname()[1]
    keys = keys_beside(opened.record.path) if needs_keys(given.host) else None
    access = Access(given.host, port, keys)
    app = build_app(engine, desk, access, theme=theme, language=given.lang)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=Connection,
            log_level=logging.WARNING,
            ws_max_size=LONGEST_MESSAGE,
            ws_ping_interval=5.0,
            ws_ping_timeout=10.0,
            timeout_graceful_shutdown=2,
            server_header=False,
            limit_concurrency=MOST,
        )
    )
    _greet(given, opened, access)
    engine.start()
    if eyes is not None:
        eyes.start()
    try:
        server.run(sockets=[listening])
    finally:
        if eyes is not None:
            eyes.stop()
        engine.stop()
        desk.stop()
        complain(f"The record is {opened.record.path}; go on with --record {opened.record.path}")
    return 0


def _eyes(
    source: str, wishes: Wishes, opened: Opened, engine: Engine, desk: PictureDesk, session: SessionClock
) -> Eyes:
    wishes = replace(wishes, rules=opened.fold.match.rules)
    finder, reader = eyes_of(wishes)
    pictures = Source(
        source,
        session,
        threads=wishes.threads,
        film_time=opened.film_time,
        film_offset=opened.film_offset,
    )

    def watcher() -> Watcher:
        pack = opened.fold.match.pack or wishes.pack
        return watcher_of(wishes, finder, reader, pack, live=not pictures.is_film)

    begins = pictures.is_film and not opened.film_time and not opened.film_offset
    places = FilmPlaces(opened.record.path, Path(source)) if begins else None
    first_track = opened.fold.next_track
    return Eyes(pictures, watcher, engine, desk, first_track, calibrated=wishes.table is not None, places=places)


def _setup(given: argparse.Namespace, wishes: Wishes, theme: Theme, announced: bool) -> Setup:
    rules = wishes.rules
    if wishes.weis not in (AS_DEALT, NONE):
        raise LiveError("--weis of a live game is auto, announced or none: what is announced is entered on the page")
    mode: WeisMode = "announced" if announced else "none" if wishes.weis == NONE else "auto"
    names = {seat: name for seat, name in theme.names.items() if seat in SEAT_NAMES[rules.players]}
    return Setup(
        rules,
        names | said_names(given.names, rules),
        None if wishes.pack == AUTO else wishes.pack,
        wishes.dealer,
        tuple((said.code, said.pushed) for said in wishes.contracts),
        mode,
        given.board,
    )


def said_names(text: str, rules: Rules) -> dict[str, str]:
    """The names of `Anna,Beat,Chiara,Dario`, in the order of play from north, or of `north=Anna,south=Chiara`.

    >>> said_names("Anna, Beat, Chiara, Dario", Rules())
    {'north': 'Anna', 'west': 'Beat', 'south': 'Chiara', 'east': 'Dario'}

    Raises:
        LiveError: there are too few or too many, or one is too long.
    """
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if not words:
        return {}
    found: dict[str, str] = {}
    if all("=" in word for word in words):
        for word in words:
            seat, _, name = word.partition("=")
            found[seat_name(parse_seat(seat, rules.players), rules.players)] = name.strip()
    else:
        if len(words) != rules.players:
            raise LiveError(f"--names gives {len(words)} names for {rules.players} players")
        order = playing_order(0, rules.players, rules.direction)
        found = {seat_name(seat, rules.players): name for seat, name in zip(order, words, strict=True)}
    for name in found.values():
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise LiveError(f"--names: {name[:LONGEST_NAME]!r} is no name of 1 to {LONGEST_NAME} letters")
    return found


def _check_source(source: str) -> None:
    """Make sure that a film is one, and that there is such a camera; a stream may come later."""
    if source != "-" and "://" not in source:
        film = Film(source)
        film._container.close()


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        LiveError: the address or the port cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(64)
    except (OSError, OverflowError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or error
        raise LiveError(f"{host}:{port} cannot be listened on ({reason}): give another --port or --host") from None
    return found


def _greet(given: argparse.Namespace, opened: Opened, access: Access) -> None:
    """Say where everything is."""
    out = sys.stderr
    match = opened.fold.match
    rules = match.rules
    path = opened.record.path
    print(f"{'Going on with' if opened.resumed else 'New'} record {path} (rules {rules.name})", file=out)
    names = [
        f"{seat_label(seat, rules.players)}: {match.names.get(seat_name(seat, rules.players)) or '-'}"
        for seat in playing_order(0, rules.players, rules.direction)
    ]
    print(", ".join(names), file=out)
    if access.keys is None:
        base = f"http://{'localhost' if given.host == '::1' else given.host}:{access.port}"
        print(f"Console  {base}/\nBoard    {base}/board\nOverlay  {base}/overlay", file=out)
        return
    base = f"http://{_reachable(given.host)}:{access.port}"
    operator = f"{base}/enter?token={access.keys.operator}"
    reader = f"{base}/enter?token={access.keys.reader}&to=/board"
    print(f"Console (operator)  {operator}", file=out)
    segno.make(operator).terminal(out=out, compact=True)
    print(f"Board (read only)   {reader}", file=out)
    segno.make(reader).terminal(out=out, compact=True)
    print(f"Overlay (for OBS)   {base}/enter?token={access.keys.reader}&to=/overlay", file=out)


def _reachable(host: str) -> str:
    """An address under which others reach this machine."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing: only asks which address would be used
            return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()
