"""The record of a live session as a `Played`: its events folded into the game, then read as the result of a film."""

from __future__ import annotations

from pathlib import Path

from jassvision.rules.errors import JassError
from jassvision.rules.seats import SEAT_NAMES
from jassvision.tools.live.fold import Fold
from jassvision.tools.live.scoring import Scorer, rules_on_table, weis_mode
from jassvision.tools.played_facts import Played, PlayedError
from jassvision.tools.played_result import played_of_result
from jassvision.tools.record import read_record
from jassvision.tools.result_json import result_json


def played_of_live(path: Path, number: int | None = None) -> Played:
    """A match of a session; deals that were called off are left out, and they and other matches are noted.

    Times are seconds of the session.

    Args:
        number: which of the matches in which anything was played, from 1; the last one by default.

    Raises:
        PlayedError: it is no record of a live session, or nothing was played in it, or it has no such match.
    """
    try:
        fold = Fold(read_record(path))
        matches = [match for match in fold.matches if match.deals]
        if not matches:
            raise PlayedError(f"{path} holds no deal: nothing was played in that session.")
        number = len(matches) if number is None else number
        if not 1 <= number <= len(matches):
            raise PlayedError(f"{path} has no match {number}: there are {len(matches)}.")
        match = matches[number - 1]
        rules = rules_on_table(match)
        views = match.deals
        reckoning, _ = Scorer().reckoning(rules, views, weis_mode(match))
        void = sum(view.void for view in views)
        notes: list[str] = []
        if void:
            notes.append(f"{void} deals were called off" if void > 1 else "a deal was called off")
        if len(matches) > 1:
            notes.append(f"this is match {number} of {len(matches)} of the session")
        source = str(match.setup.get("source") or "")
        found = result_json(reckoning, source=source, pack=match.pack, notes=tuple(notes))
    except JassError as error:
        raise PlayedError(f"{path} is no record that can be used: {str(error).rstrip('.')}.") from None
    given = match.names
    names = [given.get(seat) or "" for seat in SEAT_NAMES[rules.players]] if any(given.values()) else []
    return played_of_result(found, path, form="live", rules=rules, names=names)
