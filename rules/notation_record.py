"""What a `.jass` text says, as frozen facts: the form between the text and a match.

A record may say less than a match needs (cards nobody read, deals broken off) and more (comments, times, corrections).
The text form is described in `jassvision.rules.notation`. `at` is the line of the text that a fact was read from, 0
when it was read from none; it is no part of what the record says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from jassvision.rules.actions import Action
from jassvision.rules.cards import BIT, EMPTY, PACK_36, Card, CardSet
from jassvision.rules.errors import NotationError
from jassvision.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Reading:
    """A card as it was read.

    Attributes:
        cards: the card; none when it is unknown (`??`); when unsure the likeliest first, then others it may be.
        sure: whether it is that card beyond doubt.
        was: what had been written before it was corrected: a card, or () for unknown; None when nothing was corrected.
        time: seconds into the film, as written, or empty.
    """

    cards: tuple[Card, ...] = ()
    sure: bool = False
    was: tuple[Card, ...] | None = None
    time: str = ""

    @property
    def card(self) -> Card | None:
        """The card when it is sure."""
        return self.cards[0] if self.sure else None

    @property
    def candidates(self) -> CardSet:
        """The cards that it may have been: all when it is unknown, or when one guess was marked unsure."""
        if self.sure or len(self.cards) > 1:
            found = EMPTY
            for card in self.cards:
                found |= BIT[card]
            return found
        return PACK_36


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: `line` for one that runs to the end of the line (`;`), else in braces."""

    text: str
    line: bool = False


TrickItem: TypeAlias = Reading | Action | Comment


@dataclass(frozen=True, slots=True)
class TrickLine:
    """One trick.

    Attributes:
        number: number of the trick, from 1.
        leader: who led.
        items: the cards in the order they were played, what was said between them, and comments.
        winner: who won, as written; None when not written.
        points: card points as written; None when not written.
    """

    number: int
    leader: Seat
    items: tuple[TrickItem, ...] = ()
    winner: Seat | None = None
    points: int | None = None
    at: int = field(default=0, compare=False, repr=False)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The cards alone."""
        return tuple(item for item in self.items if isinstance(item, Reading))


@dataclass(frozen=True, slots=True)
class HandLine:
    """The hand of a seat as it was dealt."""

    seat: Seat
    cards: CardSet
    comment: Comment | None = None
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PilesLine:
    """The piles of a seat where cards lie open: each face-up card and the one below it, None when unknown."""

    seat: Seat
    piles: tuple[tuple[Card, Card | None], ...]
    comment: Comment | None = None
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class OutsideLine:
    """Cards outside the hands: `word` is turned, stock or blind; unknown cards are None."""

    word: str
    cards: tuple[Card | None, ...]
    comment: Comment | None = None
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ActionLine:
    """Something said or done between two tricks."""

    action: Action
    comment: Comment | None = None
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What each side scored in the deal, as written."""

    points: tuple[int, ...]
    comment: Comment | None = None
    at: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RulingLine:
    """What a revoke has cost: the kind of ruling, a seat of the side that revoked, the number of the trick from 1."""

    kind: str
    seat: Seat
    trick: int
    comment: Comment | None = None
    at: int = field(default=0, compare=False, repr=False)


DealLine: TypeAlias = RulingLine | HandLine | PilesLine | OutsideLine | ActionLine | TrickLine | ScoreLine | Comment


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal.

    Attributes:
        number: as written, from 1.
        dealer: who dealt.
        lines: everything else, in the order it was written.
        comment: behind the opening line.
    """

    number: int
    dealer: Seat
    lines: tuple[DealLine, ...] = ()
    comment: Comment | None = None
    at: int = field(default=0, compare=False, repr=False)

    @property
    def tricks(self) -> tuple[TrickLine, ...]:
        """The tricks alone."""
        return tuple(line for line in self.lines if isinstance(line, TrickLine))

    @property
    def is_known(self) -> bool:
        """Whether every card that was played is known."""
        return all(reading.sure for trick in self.tricks for reading in trick.readings)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A whole match.

    Attributes:
        tags: name and value of the header's tags, in order; names may repeat.
        deals: the deals.
        comments: comments before the first deal.
        errors: what could not be read, with line numbers; never written, and no part of what the record says.
    """

    tags: tuple[tuple[str, str], ...] = ()
    deals: tuple[DealRecord, ...] = ()
    comments: tuple[Comment, ...] = ()
    errors: tuple[NotationError, ...] = field(default=(), compare=False)

    def tag(self, name: str, default: str = "") -> str:
        """The first value of a tag."""
        return next(self.values(name), default)

    def values(self, name: str) -> Iterator[str]:
        """All values of a tag."""
        return (value for key, value in self.tags if key == name)
