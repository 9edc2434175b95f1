"""Reading a record of a match, in whatever form it is, as one plain structure: the `Played`.

>>> played = load_played(path)                                        # doctest: +SKIP
>>> played.deals[0].tricks[0].plays[0]                                # doctest: +SKIP
PlayedCard(seat=3, card=21, time=2.48, unsure=False, likely=(), confidence=1.0)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, cast

from jassvision.rules.errors import broken_json, cannot_be_read
from jassvision.tools.played_facts import (
    Gain,
    Illegal,
    Moment,
    Played,
    PlayedCard,
    PlayedDeal,
    PlayedError,
    PlayedTrick,
)
from jassvision.tools.played_notation import played_of_notation, played_of_record
from jassvision.tools.played_result import played_of_result
from jassvision.tools.whole_file import LIVE_RECORD

__all__ = [
    "Gain",
    "Illegal",
    "Moment",
    "Played",
    "PlayedCard",
    "PlayedDeal",
    "PlayedError",
    "PlayedTrick",
    "check_times",
    "from_live",
    "load_played",
    "played_of_record",
    "read_content",
]

MOST_BYTES: Final = 64 << 20
"""Largest text that is taken for a record; an evening of a hundred deals has some 2 MB."""

TOLERANCE: Final = 1.0
"""Seconds by which a time may lie beyond the end of a film: players and containers round its length."""


def load_played(path: str | Path, match: int | None = None) -> Played:
    """Read a record: JSON of `jassvision score --json`, a `.jass` text, or the record of a live session.

    The form is seen from what is in the file, never from its name.

    Args:
        match: which match of a live session, from 1; the last one by default.

    Raises:
        PlayedError: there is no such file, or nothing in it that can be used; one sentence says what and why.
    """
    path = Path(path)
    found = read_content(path)
    if found is None:
        return from_live(path, match)
    if match not in (None, 1):
        raise PlayedError(f"{path} holds one match: only the record of a live session can hold a match {match}.")
    return played_of_notation(found, path) if isinstance(found, str) else played_of_result(found, path)


def read_content(path: Path) -> str | dict[str, Any] | None:
    """What is in a record: the text of a `.jass` record, the object of a JSON one, None for that of a live session.

    Raises:
        PlayedError: there is no such file, or nothing in it that can be a record; one sentence says what and why.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        mend = "give the path of a record, such as `jassvision score FILM --json RECORD` writes"
        raise PlayedError(f"{cannot_be_read(path, error, mend)}.") from None
    if data.startswith(LIVE_RECORD):
        return None
    if len(data) > MOST_BYTES:
        raise PlayedError(f"{path} is no record: it is larger than {MOST_BYTES >> 20} MB.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PlayedError(
            f"{path} is no record: it is neither text nor a live record; where a film is wanted too, give first the "
            "film, then the record."
        ) from None
    if not text.strip():
        raise PlayedError(f"{path} is empty: it holds no deal.")
    if not text.lstrip().startswith("{"):
        return text
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        if str(error).startswith("Extra data"):
            raise PlayedError(
                f"{path} is no record: it is several pieces of JSON, as logs of jass-kit are; give the result of "
                "`jassvision score --json`."
            ) from None
        raise PlayedError(f"{path} is broken JSON: {broken_json(error)}.") from None
    return cast(dict[str, Any], found)


def from_live(path: Path, match: int | None = None) -> Played:
    """Read a match of the record of a live session: by default the last one in which anything was played.

    Raises:
        PlayedError: the file is another database, cannot be read, or nothing was played in it.
    """
    from jassvision.tools.played_live import played_of_live  # needs the decoder: slow to import

    return played_of_live(path, match)


def check_times(played: Played, duration: float | None, *, film: str = "the film") -> None:
    """Refuse a record that has no times, or whose times lie beyond the end of a film.

    Args:
        duration: length of the film in seconds, None where it is not known.
        film: what the film is called in the sentence.

    Raises:
        PlayedError: it cannot be shown beside that film.
    """
    if not any(deal.tricks for deal in played.deals):
        raise PlayedError(f"{played.path} holds no trick: there is nothing to show.")
    if not played.has_times:
        raise PlayedError(
            f"{played.path} has no times: nobody knows when which card was played. Write a record with times with "
            "`jassvision score FILM --json RECORD`."
        )
    if duration is not None and played.last_time > duration + TOLERANCE:
        raise PlayedError(
            f"{played.path} is the record of another film: it goes on until {_clock(played.last_time)}, but {film} "
            f"ends at {_clock(duration)}; give the whole film from which it was made."
        )


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{seconds % 60:04.1f}"
