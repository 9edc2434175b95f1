"""`jassvision check RECORD`: read a `.jass` record, play it through by the rules, and print its sheet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from jassvision.rules.audit import CLEAN
from jassvision.rules.errors import JassError, NotationError
from jassvision.rules.notation import read_notation
from jassvision.rules.notation_record import MatchRecord
from jassvision.rules.notation_replay import Replayed, audit_record, replay
from jassvision.rules.seats import side_of
from jassvision.tools.reckoning import DealResult, TrickResult, reckoned
from jassvision.tools.sheet import print_sheet
from rich.console import Console

BAD_INPUT = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `check`."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="record of a match, as `score --record` writes it")
    parser.add_argument("--quiet", action="store_true", help="print mistakes only")


def run(given: argparse.Namespace) -> int:
    """Check a record; 2 if something in it cannot be read or does not fit, else 0.

    Raises:
        NotationError: the file cannot be read at all.
    """
    record = read_notation(_text(given.record))
    if not record.deals and not record.errors:
        raise NotationError(f"{given.record} holds no deal: a record has a line such as `deal 1 dealer north`")
    replayed = replay(record)
    misfits = list(replayed.errors)
    notes: list[str] = []
    if not replayed.complete and not all(deal.is_known for deal in record.deals):
        # An unsure card is no mistake in the record; the score just goes no further than to it.
        notes.append(str(misfits.pop()))
    mistakes = [str(error) for error in (*record.errors, *misfits)]
    results = results_of(record, replayed, mistakes)
    if not given.quiet and results:
        print_sheet(Console(), reckoned(replayed.match.rules, results), pack=None, notes=notes)
    for mistake in dict.fromkeys(mistakes):
        print(f"jassvision check: {given.record}: {mistake}", file=sys.stderr)
    return BAD_INPUT if mistakes else 0


def results_of(record: MatchRecord, replayed: Replayed, mistakes: list[str]) -> list[DealResult]:
    """The deals of a record with scores and verdicts; what keeps plays from being judged is added to the mistakes."""
    rules = replayed.match.rules
    found = []
    for index, deal in enumerate(replayed.match.deals):
        try:
            verdicts = tuple(v for v in audit_record(record, index) if v.status != CLEAN)
        except JassError as error:
            verdicts = ()
            mistakes.append(str(error))
        bonus = rules.last_trick
        tricks = tuple(
            TrickResult(t.leader, t.winner, t.points + bonus * (deal.is_over and number == len(deal.tricks)))
            for number, t in enumerate(deal.tricks, start=1)
        )
        points = [0] * rules.sides
        for trick in tricks:
            if trick.winner is not None:
                points[side_of(trick.winner, rules.sides < rules.players)] += trick.points
        score = tuple(deal.points(side) for side in range(rules.sides))
        found.append(DealResult(None, record.deals[index], deal, tricks, verdicts, tuple(points), score, False))
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise NotationError(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise NotationError(f"{path} is no text: a record is a text file in UTF-8") from None
