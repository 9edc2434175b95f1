"""The ledger: what was scored, by whom and why, as signed entries that are only ever added.

The score is the sum of the entries and nothing else, at any moment and in mid-trick too. A mistake is mended by an
entry that reverses it, so the record stays whole.

>>> ledger = Ledger(sides=2)
>>> _ = ledger.append(Entry("stoeck", 0, 20, 3, trick=2))
>>> _ = ledger.append(Entry("trick", 1, 14, 3, trick=2))
>>> ledger.totals()
(60, 42)
>>> _ = ledger.reverse(0, "was not trump")
>>> ledger.totals(), [entry.points for entry in ledger.entries]
((0, 42), [60, 42, -60])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from jassvision.rules.cards import EMPTY, CardSet
from jassvision.rules.errors import JassError
from jassvision.rules.seats import Seat

KINDS = (
    "trick",
    "last_trick",
    "match",
    "weis",
    "stoeck",
    "box",
    "difference",
    "exact",
    "stroke",
    "nought",
    "potato",
    "maker",
    "carry",
    "bergpreis",
    "penalty",
    "correction",
)
"""What an entry can stand for. `maker`: points that change sides because the takers failed; `carry`: litige."""

SCORE, CARDS = "score", "cards"
"""Accounts: what the game counts, and card points that only feed it (Coiffeur, Differenzler, Handjass)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing scored.

    Attributes:
        kind: one of `KINDS`.
        side: the side that scores (see `seats.side_of`).
        raw: points before the factor, negative for what is taken away.
        factor: what they are multiplied with.
        trick: number of the trick in which they arose, from 0; None outside of the play.
        seat: the seat that earned them, None for a whole side.
        cards: the cards that earned them.
        note: why, for people.
        account: `"score"`, or `"cards"` for card points that count only through another entry.
        reverses: index in the ledger of the entry that this one takes back.
    """

    kind: str
    side: int
    raw: int
    factor: int = 1
    trick: int | None = None
    seat: Seat | None = None
    cards: CardSet = EMPTY
    note: str = ""
    account: str = SCORE
    reverses: int | None = None

    @property
    def points(self) -> int:
        """Signed result: raw points times the factor."""
        return self.raw * self.factor


class Ledger:
    """Entries in the order in which they arose; none is ever changed or taken out.

    Args:
        sides: how many sides score.
        entries: entries to begin with.
    """

    def __init__(self, sides: int, entries: Iterable[Entry] = ()) -> None:
        self._sides = sides
        self._entries: list[Entry] = []
        self._totals = {SCORE: [0] * sides, CARDS: [0] * sides}
        for entry in entries:
            self.append(entry)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def append(self, entry: Entry) -> int:
        """Add an entry; returns its index.

        Raises:
            JassError: the kind, the side or the account is unknown, or the entry it reverses is not there, is itself a
                reversal, was reversed before or does not cancel out.
        """
        if entry.kind not in KINDS:
            raise JassError(f"{entry.kind!r} is no kind of entry: choose one of {', '.join(KINDS)}")
        if not 0 <= entry.side < self._sides:
            raise JassError(f"side {entry.side} does not play: there are sides 0 to {self._sides - 1}")
        if entry.account not in self._totals:
            raise JassError(f"{entry.account!r} is no account: choose {SCORE} or {CARDS}")
        if entry.reverses is not None:
            self._check_reversal(entry, entry.reverses)
        self._entries.append(entry)
        self._totals[entry.account][entry.side] += entry.points
        return len(self._entries) - 1

    def _check_reversal(self, entry: Entry, index: int) -> None:
        if not 0 <= index < len(self._entries):
            raise JassError(f"entry {index} cannot be reversed: the ledger holds entries 0 to {len(self._entries) - 1}")
        old = self._entries[index]
        if old.reverses is not None:
            raise JassError(f"entry {index} is itself a reversal: enter what is right anew instead")
        if any(other.reverses == index for other in self._entries):
            raise JassError(f"entry {index} was reversed already")
        if (old.side, old.account, old.points) != (entry.side, entry.account, -entry.points):
            raise JassError(f"a reversal of entry {index} must take {old.points} points from side {old.side}")

    def reverse(self, index: int, note: str = "") -> int:
        """Take an entry back by its opposite; returns the index of the new entry.

        Raises:
            JassError: there is no such entry, it is itself a reversal, or it was reversed before.
        """
        if not 0 <= index < len(self._entries):
            raise JassError(f"entry {index} cannot be reversed: the ledger holds entries 0 to {len(self._entries) - 1}")
        old = self._entries[index]
        return self.append(replace(old, raw=-old.raw, note=note, reverses=index))

    def totals(self, account: str = SCORE) -> tuple[int, ...]:
        """The score of every side now (or the card points, account `"cards"`)."""
        return tuple(self._totals[account])

    def running(self, account: str = SCORE) -> Iterator[tuple[int, ...]]:
        """The totals after each entry of the ledger, oldest first; entries of another account repeat the last."""
        totals = [0] * self._sides
        for entry in self._entries:
            if entry.account == account:
                totals[entry.side] += entry.points
            yield tuple(totals)
