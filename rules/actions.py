"""What a player can do in a deal: plain frozen facts, each with the seat that acts.

A deal takes every action through one trio: `verify(action)` raises and says why not, `can(action)` answers,
`push(action)` does it. The names of the classes are the field's words; `kind` is the word in files and in the names of
the methods that a game writes for it (`_verify_play`, `_do_play`).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from jassvision.rules.cards import EMPTY, PACK_36, Card, CardSet, code, codes
from jassvision.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Action:
    """Base of all actions.

    Attributes:
        seat: who acts, numbered clockwise from the north.
    """

    kind: ClassVar[str] = ""
    seat: Seat

    def __str__(self) -> str:
        parts = [f"seat {self.seat}", type(self).kind]
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "card":
                parts.append("??" if value is None else code(value))
            elif field.name == "cards":
                parts.append(" ".join(codes(value)))
            elif field.name != "seat":
                parts.append(str(value))
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card to the trick.

    >>> str(Play(0, 22))
    'seat 0 play S10'
    """

    kind: ClassVar[str] = "play"
    card: Card


@dataclass(frozen=True, slots=True)
class Name(Action):
    """Name the contract by its code (and, where the game is played in boxes, the box it is written into)."""

    kind: ClassVar[str] = "name"
    contract: str
    box: str = ""


@dataclass(frozen=True, slots=True)
class Push(Action):
    """Leave the choice of the contract to the partner ("schieben"); with `push_back` also back once."""

    kind: ClassVar[str] = "push"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline to name, take or do anything now."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Announce(Action):
    """Announce the card points one will take; None when they were written down face down and are not known yet."""

    kind: ClassVar[str] = "announce"
    points: int | None


@dataclass(frozen=True, slots=True)
class ShowWeis(Action):
    """Announce one Weis: the cards of a run or of four of a kind, or its value when nobody saw the cards.

    Attributes:
        cards: its cards, empty when they were not shown.
        points: its value before the factor, only where the cards were not shown.
    """

    kind: ClassVar[str] = "weis"
    cards: CardSet = EMPTY
    points: int | None = None


@dataclass(frozen=True, slots=True)
class ShowStoeck(Action):
    """Announce Stöck (Belote-rebelote, bella): king and queen of trump in one hand."""

    kind: ClassVar[str] = "stoeck"


@dataclass(frozen=True, slots=True)
class Swap(Action):
    """Swap the lowest trump for the turned card, or some cards for unknown ones.

    Attributes:
        cards: the cards given away, empty when they are not known.
        drawn: the cards taken, empty when they are not known or plain from the rules.
    """

    kind: ClassVar[str] = "swap"
    cards: CardSet = EMPTY
    drawn: CardSet = EMPTY


@dataclass(frozen=True, slots=True)
class TakeTurned(Action):
    """Take the turned-up suit as trump, with or without the card itself."""

    kind: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class TakeBlind(Action):
    """Put the own hand away, take the blind unseen and play with it.

    Attributes:
        cards: the cards found in it, empty when they are not known.
    """

    kind: ClassVar[str] = "blind"
    cards: CardSet = EMPTY


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """Play with the hand as it is."""

    kind: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Give the deal up before it is played."""

    kind: ClassVar[str] = "drop"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw a card from the stock; None when nobody else saw it."""

    kind: ClassVar[str] = "draw"
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class TakeRest(Action):
    """Lay all cards down: "the rest is mine"."""

    kind: ClassVar[str] = "rest"


@dataclass(frozen=True, slots=True)
class Claim(Action):
    """Claim to have reached the target ("bedanken"), at any moment of the deal."""

    kind: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class Misdeal(Action):
    """Call the deal off: wrong number of cards, a card exposed. The same dealer deals again and nothing scores."""

    kind: ClassVar[str] = "misdeal"
    reason: str = ""


def malformed(action: Action) -> str | None:
    """What is wrong with the values of an action, whatever the deal it is meant for, in one sentence; None if nothing.

    >>> malformed(ShowWeis(0, 1 << 40)), malformed(ShowWeis(0, 7))
    ('cards: 1099511627776 is no set of cards of the pack', None)
    """
    for field in fields(action):
        value = getattr(action, field.name)
        whole = hasattr(value, "__index__") and not isinstance(value, bool)
        if field.name in ("cards", "drawn"):
            fits, what = whole and 0 <= value <= PACK_36, "no set of cards of the pack"
        elif field.name == "card":
            fits, what = value is None or (whole and 0 <= value < 36), "no card: cards are numbered 0 to 35"
        elif field.name == "points":
            fits, what = value is None or whole, "no number of points"
        elif field.name == "seat":
            fits, what = whole, "no seat"
        else:
            fits, what = isinstance(value, str), "no text"
        if not fits:
            return f"{field.name}: {value!r} is {what}"
    return None


ACTIONS: dict[str, type[Action]] = {
    cls.kind: cls
    for cls in (
        Play,
        Name,
        Push,
        Pass,
        Announce,
        ShowWeis,
        ShowStoeck,
        Swap,
        TakeTurned,
        TakeBlind,
        Stand,
        Drop,
        Draw,
        TakeRest,
        Claim,
        Misdeal,
    )
}
"""The classes by their word in files."""
