"""The command `jassvision`: finds the subcommand's module, reads its arguments, turns bad input into one sentence."""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Protocol, cast

from jassvision.models.weights import WeightsError
from jassvision.rules.errors import JassError
from jassvision.tools.arguments import Parser, refuse_empty, sentence
from jassvision.tools.ending import STOPPED, ended_in_order
from jassvision.tools.whole_file import TargetError
from jassvision.vision.pictures import PictureError

COMMANDS: dict[str, tuple[str, str]] = {
    "score": ("jassvision.tools.score", "say from a film who played what, what was illegal, and the score"),
    "live": ("jassvision.tools.live.command", "follow a game as it is played: console, board, overlay, record"),
    "replay": ("jassvision.tools.replay.command", "make a film with graphics from a film and its record"),
    "clips": ("jassvision.tools.replay.clips", "cut illegal plays, tricks, Weis or unsure plays out of a film"),
    "export": ("jassvision.tools.exports.command", "write a record as JSON, table, log, captions, chapters or markers"),
    "demo": ("jassvision.tools.demo", "score the film that comes with the program"),
    "check": ("jassvision.tools.check", "read the record of a match, check it by the rules, and print its sheet"),
    "calibrate": ("jassvision.tools.calibrate", "write down where the table is in the picture"),
    "detect": ("jassvision.tools.detect", "say which cards are in pictures"),
}
"""Subcommands: the module that has `add_arguments` and `run`, and what it does. Only the chosen one is imported.

A module may name in `ERRORS` exceptions of its own whose message is for people, such as that of a film that is none.
"""

EXAMPLES: dict[str, tuple[str, ...]] = {
    "score": (
        "jassvision score abend.mp4",
        "jassvision score abend.mp4 --contracts S,O,push:H --dealer north --json abend.json --record abend.jass",
    ),
    "live": (
        "jassvision live --names Anna,Beat,Chiara,Dario --record abend.jass.db",
        "jassvision live rtsp://camera/stream --host 0.0.0.0",
        "jassvision live - --record abend.jass.db      (no camera: the game is entered by hand)",
    ),
    "replay": (
        "jassvision replay abend.mp4 abend.json -o replay.mp4 --tighten",
        "jassvision replay abend.mp4 abend.json -o trick.mp4 --from 2.5 --to 2.5 --style referee --lang en",
    ),
    "clips": ("jassvision clips abend.mp4 abend.json --what illegal -o clips",),
    "export": (
        "jassvision export abend.json --to xlsx -o abend.xlsx",
        "jassvision export abend.json --to player --film abend.mp4 -o abend.html",
    ),
    "demo": ("jassvision demo",),
    "check": ("jassvision check abend.jass", "jassvision check abend.json --quiet"),
    "calibrate": (
        "jassvision calibrate abend.mp4 -o table.yaml",
        "jassvision calibrate 0 -o table.yaml --corners 210,90 1080,95 1120,650 170,645 --sides 0.8x0.6",
    ),
    "detect": ("jassvision detect table.jpg --draw out", "jassvision detect *.jpg --json cards.json"),
}
"""What people type, at the end of a command's help."""

BAD_INPUT = 2
"""Exit status when something that a person gave cannot be used."""


class Command(Protocol):
    """What the module of a subcommand offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the subcommand's arguments."""

    def run(self, given: argparse.Namespace) -> int:
        """Do it; returns the exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `jassvision` with some arguments (default: those of the process); returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    chosen = next((word for word in words if not word.startswith("-")), None)
    parser = Parser(
        prog="jassvision",
        description="A camera over a Jass table: which cards lie there, who played them, the score.",
        epilog="`jassvision COMMAND --help` says what a command takes; `jassvision demo` shows what comes of it.",
    )
    parser.add_argument("--version", action="version", version=f"jassvision {version('jassvision')}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    command: Command | None = None
    of_command = parser
    for name, (module, does) in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=does, description=f"{does[0].upper()}{does[1:]}.")
        if name == chosen:
            command, of_command = cast(Command, importlib.import_module(module)), subparser
            command.add_arguments(subparser)
            subparser.show_examples(EXAMPLES[name])
    refuse_empty(of_command, words)
    given, unknown = parser.parse_known_args(words)
    of_command.refuse_unknown(unknown)
    if command is None:  # argparse has refused every other word already
        parser.error(f"there is no command {chosen!r}")
    for_people = (JassError, WeightsError, PictureError, TargetError, *getattr(command, "ERRORS", ()))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without ▸ or ü shows ? there
            stream.reconfigure(errors="replace")
    with ended_in_order() as ending:
        try:
            status = command.run(given)
            return ending.status if ending.came and status in (0, STOPPED) else status
        except for_people as error:
            print(f"jassvision {chosen}: {sentence(error)}", file=sys.stderr)
            return BAD_INPUT
        except KeyboardInterrupt:
            return ending.status
        except BrokenPipeError:  # the reader of our output has enough: that is no mistake
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            print(f"jassvision {chosen}: the output cannot be written: the disk is full.", file=sys.stderr)
            return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
