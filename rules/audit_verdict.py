"""What the auditor says about one play."""

from __future__ import annotations

from dataclasses import dataclass

from jassvision.rules.cards import EMPTY, Card, CardSet, code, codes
from jassvision.rules.legality import Violation
from jassvision.rules.seats import Seat, seat_name

CERTAIN, POSSIBLE, CLEAN = "certain", "possible", "clean"
"""Illegal in every deal that fits what was seen, in some, in none."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about the legality of one play.

    Attributes:
        index: number of the play in the deal, from 0.
        seat: who played.
        trick: number of the trick, from 0.
        cards: the card played; several when it was not read for sure.
        players: number of seats at the table.
        status: `"certain"`, `"possible"` or `"clean"`.
        rule: number of the rule broken, such as `"2.4"`; empty when clean, or when too much is unread to know.
        reason: the rule in one sentence.
        legal: when certain, the cards known to have been in the hand that were legal in any case (after the last trick
            all that were legal); when possible, the cards that would have been legal if they were in the hand.
        proof: what proves it, or what it hangs on.
        exact: False when so many cards are unread that it could not be settled and `possible` is a way of saying so.
    """

    index: int
    seat: Seat
    trick: int
    cards: CardSet
    players: int
    status: str
    rule: str = ""
    reason: str = ""
    legal: CardSet = EMPTY
    proof: str = ""
    exact: bool = True

    @property
    def card(self) -> Card | None:
        """The card played, None when it was not read for sure."""
        return None if self.cards & (self.cards - 1) else self.cards.bit_length() - 1

    @property
    def violation(self) -> Violation | None:
        """The violation in the form that an observing deal lists it; None unless it is certain and the card known."""
        if self.status != CERTAIN or self.card is None:
            return None
        return Violation(self.card, self.rule, self.reason, self.legal, self.seat, self.trick)

    def __str__(self) -> str:
        card = "an unread card" if self.card is None else code(self.card)
        text = f"{seat_name(self.seat, self.players)} played {card} in trick {self.trick + 1}: {self.status}"
        if self.status == CLEAN:
            return text
        text += f", rule {self.rule}; {self.proof}" if self.rule else f"; {self.proof}"
        if self.status == CERTAIN and self.legal:
            text += f"; legal: {' '.join(codes(self.legal))}"
        return text
