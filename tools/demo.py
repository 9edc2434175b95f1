"""`jassvision demo`: score the film that comes with the program, a whole deal, and print its sheet."""

from __future__ import annotations

import argparse
import shutil
import sys
from importlib import resources
from pathlib import Path

from jassvision.tools.score import BAD_INPUT, ERRORS, add_wishes, check_results, finish, score_film, wishes_of
from rich.console import Console

__all__ = ["ERRORS", "add_arguments", "run"]

FILM = "demo/demo.mp4"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `demo`."""
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON; - for standard output")
    add_wishes(parser)


def run(given: argparse.Namespace) -> int:
    """Score the demo film."""
    wishes = wishes_of(given)
    with resources.as_file(resources.files("jassvision.tools").joinpath(FILM)) as path:
        if not path.is_file():
            print(f"jassvision demo: the film {path} is missing: install the program anew.", file=sys.stderr)
            return BAD_INPUT
        given.record = None
        check_results(given, path)
        console = Console(stderr=given.json == "-")
        console.print(f"Scoring [bold]{path.name}[/bold], a deal of Schieber filmed from above ...")
        scored = score_film(str(path), wishes, Console(stderr=True), always=console.is_terminal)
    given.film, given.quiet = path.name, False
    status = finish(scored, wishes, given, console)
    console.print(f"\nNext: score a film of yours with `{program()} score FILM`.", highlight=False, soft_wrap=True)
    return status


def program() -> str:
    """How this program is called from here: by its name where that is found, else by its path.

    `make demo` has it in a folder where no shell looks for programs.
    """
    called = sys.argv[0]
    return called if Path(called).name == "jassvision" and shutil.which("jassvision") is None else "jassvision"
