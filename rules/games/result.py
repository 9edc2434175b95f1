"""Deals whose card points do not score by themselves but only feed a result: a box, a difference, a stroke.

Card points stand in the ledger's account `"cards"`, without factor; the result stands in the account `"score"`.
"""

from __future__ import annotations

from dataclasses import replace

from jassvision.rules.cards import EMPTY, CardSet
from jassvision.rules.deal import Deal
from jassvision.rules.ledger import CARDS, SCORE, Entry
from jassvision.rules.seats import Seat

SCORED_DIRECTLY = frozenset({"points", "jasswiki"})
"""Values of `rules.scoring` under which points score as they arise."""


class ResultDeal(Deal):
    """A deal that ends with a result; see `Deal` for arguments and attributes."""

    @property
    def feeds(self) -> bool:
        """Whether card points (and Weis) only feed a result."""
        return self.rules.scoring not in SCORED_DIRECTLY

    def points(self, side: int) -> int:
        """What a side has scored in this deal so far, card points that only feed a result left out."""
        return sum(e.points for e in self.entries if e.side == side and e.account == SCORE)

    def card_points(self, side: int) -> int:
        """The points that feed the result of a side: cards, last trick and match, and Weis where they count."""
        return sum(e.points for e in self.entries if e.side == side and e.account == CARDS)

    def _score(
        self, kind: str, seat: Seat, raw: int, *, factor: int | None = None, cards: CardSet = EMPTY, note: str = ""
    ) -> None:
        super()._score(kind, seat, raw, factor=1 if self.feeds else factor, cards=cards, note=note)
        if self.feeds:
            self.entries = (*self.entries[:-1], replace(self.entries[-1], account=CARDS))

    def _feed(self, start: int) -> None:
        """Let the entries from index `start` on feed the result instead of scoring themselves."""
        if self.feeds:
            fed = [replace(entry, account=CARDS) for entry in self.entries[start:]]
            self.entries = (*self.entries[:start], *fed)

    def _result(
        self, kind: str, side: int, raw: int, *, factor: int = 1, seat: Seat | None = None, note: str = ""
    ) -> None:
        """Add an entry to the score: what the deal comes to."""
        self.entries = (*self.entries, Entry(kind=kind, side=side, raw=raw, factor=factor, seat=seat, note=note))
