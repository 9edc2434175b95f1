"""`jassvision check RECORD`: read a record of any form, play it through by the rules, and print its sheet."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from jassvision.rules.audit import CLEAN
from jassvision.rules.errors import JassError
from jassvision.rules.notation import read_notation
from jassvision.rules.notation_record import MatchRecord
from jassvision.rules.notation_replay import Replayed, audit_record, replay
from jassvision.rules.seats import side_of
from jassvision.tools.arguments import sentence
from jassvision.tools.played import PlayedError, from_live, read_content
from jassvision.tools.played_result import played_of_result
from jassvision.tools.reckoning import DealResult, TrickResult, reckoned
from jassvision.tools.sheet import print_sheet
from rich.console import Console

ERRORS = (PlayedError,)
"""Errors whose message is for people."""

BAD_INPUT = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `check`."""
    parser.add_argument(
        "record", type=Path, metavar="RECORD", help="what `score --record` or `score --json` wrote, or a live record"
    )
    parser.add_argument("--quiet", action="store_true", help="print mistakes only")


def run(given: argparse.Namespace) -> int:
    """Check a record; 2 if something in it cannot be read or does not fit, else 0.

    Raises:
        PlayedError: the file cannot be read at all.
    """
    record, mistakes = _record(given.record)
    replayed = replay(record)
    misfits = list(replayed.errors)
    notes: list[str] = []
    if not replayed.complete and not all(deal.is_known for deal in record.deals):
        # An unsure card is no mistake in the record; the score just goes no further than to it.
        notes.append(str(misfits.pop()))
    mistakes += [str(error) for error in (*record.errors, *misfits)]
    results = results_of(record, replayed, mistakes)
    if not given.quiet and results:
        print_sheet(Console(), reckoned(replayed.match.rules, results), pack=None, notes=notes)
    for mistake in dict.fromkeys(mistakes):
        print(f"jassvision check: {given.record}: {sentence(mistake)}", file=sys.stderr)
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


def _record(path: Path) -> tuple[MatchRecord, list[str]]:
    """The record in a file, and what in the file contradicts it.

    Raises:
        PlayedError: there is no record in it.
    """
    found = read_content(path)
    if isinstance(found, str):
        record = read_notation(found)
        if not record.deals:
            first = f" ({record.errors[0]})" if record.errors else ""
            raise PlayedError(f"{path} is no record: it holds no deal such as `deal 1 dealer north`{first}.")
        return record, []
    played = from_live(path) if found is None else played_of_result(found, path)
    if not played.deals:
        raise PlayedError(f"{path} holds no deal: there is nothing to check.")
    mistakes = []
    if played.totals != played.deals[-1].after:
        written, summed = (" : ".join(map(str, points)) for points in (played.totals, played.deals[-1].after))
        mistakes.append(f"the total is written as {written}, but the deals make {summed}")
    return played.record, mistakes
