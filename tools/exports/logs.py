"""The match as records of other forms: jass-kit's log, and the project's own notation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from jassvision.rules.errors import JassError
from jassvision.rules.jasskit import JassKitRecord, write_jasskit
from jassvision.rules.notation import write_notation
from jassvision.rules.notation_replay import replay
from jassvision.tools.played_facts import Played, PlayedError

DATE: Final = "%d.%m.%y %H:%M:%S"
"""How jass-kit writes a date (`jass.game.const.DATE_FORMAT`)."""


@dataclass(frozen=True)
class Log:
    """Lines of a log, and why deals were left out of it."""

    lines: tuple[str, ...]
    left_out: tuple[str, ...]


def jasskit_log(played: Played) -> Log:
    """A line of jass-kit's JSON for each deal whose cards are all known; it knows no unsure card and no Weis.

    Raises:
        PlayedError: none of the deals can be written so.
    """
    lines: list[str] = []
    left_out: list[str] = []
    extra = _around(played)
    for number, deal in enumerate(played.deals, start=1):
        if any(play.unsure for _, play in deal.plays):
            left_out.append(f"deal {number}: not all of its cards are known")
            continue
        if not deal.complete:
            left_out.append(f"deal {number}: it was not played to the end")
            continue
        found = replay(replace(played.record, deals=(played.record.deals[number - 1],)))
        try:
            lines.append(write_jasskit(JassKitRecord(found.match.deals[0], "V0.2", extra=extra)))
        except JassError as error:
            left_out.append(f"deal {number}: {error}")
    if not lines:
        why = f" ({left_out[0]})" if left_out else ""
        raise PlayedError(f"{played.path} cannot be written as a log of jass-kit: it has no whole deal{why}.")
    return Log(tuple(lines), tuple(left_out))


def _around(played: Played) -> dict[str, Any]:
    """What stands around the games where a day is known: date, numbers of the players (their seats), and names."""
    written = next((value for name, value in played.tags if name == "Date"), "")
    try:
        date = datetime.fromisoformat(written)
    except ValueError:
        return {}
    extra: dict[str, Any] = {"date": date.strftime(DATE), "player_ids": list(range(played.rules.players))}
    names = [played.name(seat) for seat in range(played.rules.players)] if played.given_names else []
    return extra | ({"players": names} if names else {})


def notation(played: Played) -> str:
    """The match as a `.jass` text.

    Raises:
        PlayedError: something in it cannot be written.
    """
    try:
        return write_notation(played.record)
    except JassError as error:
        raise PlayedError(f"{played.path} cannot be written as a record: {error}.") from None
