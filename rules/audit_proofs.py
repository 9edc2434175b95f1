"""Why a play was illegal, or may have been, in one sentence that a player can check."""

from __future__ import annotations

from dataclasses import dataclass

from jassvision.rules.audit_contexts import Context, Judge
from jassvision.rules.audit_worlds import Worlds
from jassvision.rules.cards import BIT, EMPTY, PACK_36, Card, CardSet, cards_in, code, codes
from jassvision.rules.legality import Violation

MAX_READINGS = 100
"""Readings of the unread cards of one trick that are looked at to say why a play is illegal."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a play.

    Attributes:
        rule: number of the rule broken.
        reason: the rule in one sentence.
        legal: the cards that were legal; see `jassvision.rules.audit.Verdict`.
        proof: the sentence that proves it, or says what it hangs on.
    """

    rule: str
    reason: str
    legal: CardSet
    proof: str


def finding_of(worlds: Worlds, index: int, judge: Judge, certain: bool, shown: tuple[CardSet, ...]) -> Finding:
    """What is wrong with a play that is illegal in every world (`certain`) or in some.

    Args:
        worlds: the worlds that fit what is known.
        index: the play.
        judge: the rules of legality.
        certain: whether the play is illegal in every world.
        shown: for each seat the cards that were shown (Weis) rather than known from a whole hand.
    """
    first: Violation | None = None
    proof = ""
    legal = PACK_36 if certain else EMPTY
    for number, values in enumerate(worlds.readings(index)):
        if number == MAX_READINGS:
            legal = EMPTY if certain else legal
            break
        context = worlds.context(index, judge, values)
        if not context.illegal:
            continue
        case = _Case(worlds, index, judge, values, context)
        for violation in case.violations():
            if first is None:
                first = violation
                proof = case.proof(shown) if certain else case.condition()
            legal = legal & violation.legal if certain else legal | violation.legal
        legal &= case.sure | case.free if not certain else case.sure | (case.free if case.full else EMPTY)
    if first is None:  # the question was broken off, and no reading that was looked at is illegal
        return Finding("", "", EMPTY, "")
    return Finding(first.rule, first.reason, legal, proof)


class _Case:
    """One play with one reading of the unread cards before it."""

    def __init__(self, worlds: Worlds, index: int, judge: Judge, values: dict[int, Card], context: Context) -> None:
        self.worlds, self.index, self.judge, self.values, self.context = worlds, index, judge, values, context
        self.play = worlds.plays[index]
        self.sure, self.free, self.size = worlds.hands(index, values)
        self.full = self.size == self.free.bit_count()
        self.card = self._value(index)
        self.trick = tuple(self._value(i) for i in worlds.trick_of(index) if i < index)

    def _value(self, index: int) -> Card:
        return self.values.get(index, self.worlds.plays[index].cards.bit_length() - 1)

    def violations(self) -> list[Violation]:
        """What is wrong with the card, for every pattern of hands for which something is."""
        found = []
        base = self.context.pattern(self.sure)
        for pattern in self.context.patterns(base, self.free, self.size):
            if not self.context.illegal >> pattern & 1:
                continue
            hand = self.sure | BIT[self.card]
            for bit, atom in enumerate(self.context.atoms):
                if pattern >> bit & 1:
                    hand |= self.free & atom
            violation = self.judge(self.play.seat, self.card, hand, self.trick, self.play.order)
            if violation is not None:
                found.append(violation)
        return found

    def _proves(self, cards: CardSet) -> bool:
        """Whether holding these cards was enough to make the play illegal, whatever else the hand held."""
        base = self.context.pattern(cards)
        return all(
            self.context.illegal >> (base | more) & 1 for more in range(1 << len(self.context.atoms)) if not more & base
        )

    def proof(self, shown: tuple[CardSet, ...]) -> str:
        """The sentence that proves the play illegal."""
        here = self.play.trick + 1
        seat = self.play.seat
        for play in self.worlds.plays[self.index + 1 :]:
            if play.seat == seat and play.sure and self._proves(play.cards):
                return f"held {_name(play.cards)} in trick {here}: played it in trick {play.trick + 1}"
        for card in cards_in(self.worlds.held[seat] & self.sure):
            if self._proves(BIT[card]):
                how = "showed it" if shown[seat] & BIT[card] else "the hand is known"
                return f"held {code(card)} in trick {here}: {how}"
        if self.full:
            for card in cards_in(self.free):
                if self._proves(BIT[card]):
                    return f"held {code(card)} in trick {here}: it can be nowhere else"
        telling = EMPTY
        for card in cards_in(self.free):
            if self._proves(BIT[card]):
                telling |= BIT[card]
        if telling:
            harmless = self.free & ~telling
            count = harmless.bit_count()
            if telling.bit_count() <= count:
                return f"held one of {_name(telling)} in trick {here}: only {count} others for {self.size} places"
            return (
                f"cannot have held only {_name(harmless) or 'the cards played since'}: {count} for {self.size} places"
            )
        if self._proves(self.sure):
            return f"held {_name(self.sure)} in trick {here}"
        return f"no hand that fits what was seen makes it legal in trick {here}"

    def condition(self) -> str:
        """What it hangs on that the play was legal."""
        base = self.context.pattern(self.sure)
        telling = EMPTY
        for bit, atom in enumerate(self.context.atoms):
            if self.context.illegal >> (base | 1 << bit) & 1:
                telling |= atom & self.free
        if telling and not self.context.illegal >> base & 1:
            return f"illegal if the hand held one of {_name(telling)}, still unseen"
        return f"hangs on which of {_name(self.free)} the hand held"


def _name(cards: CardSet) -> str:
    return " ".join(codes(cards))
