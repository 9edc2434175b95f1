"""Opening a session: a new record begins with what was wished, one that exists goes on by what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from jassvision.rules.notation_rules import rule_tags, rules_of_tags
from jassvision.rules.options import Rules
from jassvision.rules.seats import seat_name
from jassvision.tools.live.as_of import BoardMode
from jassvision.tools.live.fold import Fold
from jassvision.tools.live.scoring import WeisMode
from jassvision.tools.record import Draft, Record, RecordError


@dataclass(frozen=True)
class Setup:
    """What a person wished of a session.

    Attributes:
        rules: the house rules.
        names: the players' names by seat.
        pack: the pack on the table, None to find out.
        dealer: who deals first, None to find out.
        contracts: the contracts of the first deals, None for one that nobody knows, with whether it was pushed.
        weis: how Weis count.
        board: what the public sees of the running deal.
    """

    rules: Rules
    names: Mapping[str, str]
    pack: str | None = None
    dealer: int | None = None
    contracts: tuple[tuple[str | None, bool], ...] = ()
    weis: WeisMode = "auto"
    board: BoardMode = "live"

    def as_payload(self, source: str) -> dict[str, Any]:
        """The payload of the event that opens a record."""
        dealer = self.dealer
        return {
            "version": _version(),
            "source": source,
            "rules": [list(tag) for tag in rule_tags(self.rules)],
            "names": dict(self.names),
            "pack": self.pack,
            "dealer": None if dealer is None else seat_name(dealer, self.rules.players),
            "contracts": [code for code, _ in self.contracts],
            "pushed": [pushed for _, pushed in self.contracts],
            "weis": self.weis,
            "board": self.board,
        }


@dataclass(frozen=True)
class Opened:
    """A record that is open, and the game so far.

    Attributes:
        resumed: whether it goes on from before.
        base: session time at which it goes on.
        film_time: where a film goes on that was shown before, in its own seconds.
        film_offset: session time of the film's beginning.
    """

    record: Record
    fold: Fold
    resumed: bool
    base: float
    film_time: float
    film_offset: float


def open_session(path: Path, setup: Setup, source: str, *, rules_given: bool = False) -> Opened:
    """Open or begin a record.

    Args:
        rules_given: whether a person named the rules, so that a record with others must be refused.

    Raises:
        RecordError: the record cannot be used, or was begun with other rules.
    """
    record = Record.open(path)
    try:
        fold = Fold(record.events(), record.events)
        resumed = bool(fold.matches)
        base = film_time = film_offset = 0.0
        if resumed:
            _check_rules(path, fold, setup, rules_given)
            base = fold.last.time if fold.last is not None else 0.0
            base = max(base, fold.latest_time)
            film_offset = base
            before = fold.last_film
            if before is not None and _is_same_film(before[0], source):
                film_time = max(0.0, before[1] - float(before[0].get("film_offset", 0.0)))
                film_offset = base - film_time
        film = Path(source).is_file()
        payload = setup.as_payload(source) | {"film": film, "film_offset": film_offset}
        if film:
            payload["path"] = str(Path(source).resolve())
        for event in record.append([Draft(base, "rules", "opened", payload)]):
            fold.take(event)
        if resumed and setup.names and dict(setup.names) != {k: v for k, v in fold.match.names.items() if v}:
            for event in record.append([Draft(base, "operator", "names", {"names": dict(setup.names)})]):
                fold.take(event)
    except BaseException:
        record.close()
        raise
    return Opened(record, fold, resumed, base, film_time, film_offset)


def _is_same_film(before: Mapping[str, Any], source: str) -> bool:
    """Whether a film is the one that was shown before, however its path is written and from wherever it is started."""
    return source == before.get("source") or str(Path(source).resolve()) == before.get("path")


def _check_rules(path: Path, fold: Fold, setup: Setup, given: bool) -> None:
    before = rules_of_tags([(name, value) for name, value in fold.setup["rules"]])
    if given and rule_tags(before) != rule_tags(setup.rules):
        raise RecordError(
            f"{path} was begun with the rules {before.name}, not with {setup.rules.name}: "
            "leave --rules, --game and --pack away to go on with it, or give another --record"
        )


def _version() -> str:
    try:
        return metadata.version("jassvision")
    except metadata.PackageNotFoundError:
        return "unknown"
