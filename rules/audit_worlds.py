"""Everything that the hidden hands can have been: which outcomes of a play fit what was seen.

A *world* says what every unread card was and who holds each card not seen yet. It fits when every card is in one
place, every hand has its size, the cards known to be held are held, and the winner of each trick led the next. A play
is certainly illegal when it is in every world, possibly when it is in some: that other players would have been obliged
to do something proves nothing, since their plays may be illegal, too.

Without unread cards this is a count of kinds (see `audit_contexts`), because any way to fill one hand can be completed
to a world. Unread cards are tried out, cards that make no difference to the question counting as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jassvision.rules.audit_contexts import Context, Judge, context_of
from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, cards_in, codes
from jassvision.rules.errors import JassError
from jassvision.rules.orders import Order
from jassvision.rules.seats import Seat

MAX_NODES = 6_000
"""Attempts at one question before it stays open, some 50 ms; reached only when a whole trick and more is unread."""
ALL_NODES = 12_000
"""Attempts at all questions about a deal together: a record in which nothing was read must not hold up the table."""
LEAST_NODES = 50
"""Attempts that every question gets, however many others have used up."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A play as it was seen.

    Attributes:
        seat: who played.
        trick: number of the trick, from 0.
        cards: the cards that it may have been, one when it was read for sure.
        order: the order of the trick.
    """

    seat: Seat
    trick: int
    cards: CardSet
    order: Order

    @property
    def sure(self) -> bool:
        """Whether the card is known."""
        return not self.cards & (self.cards - 1)


class NoWorldError(JassError):
    """What was seen contradicts itself: no deal fits it."""


class Worlds:
    """The worlds that fit what is known.

    Args:
        pack: all cards of the game.
        size: cards each seat plays in a whole deal.
        plays: what was seen, in order.
        held: for each seat cards that it held when the play began, whatever is known of them.
        out: cards known to be in no hand.
        winners: by number of the trick the seat that won it and the order that decided it, as far as known.

    Raises:
        NoWorldError: no deal fits.
    """

    def __init__(
        self,
        pack: CardSet,
        size: int,
        plays: Sequence[Seen],
        held: Sequence[CardSet],
        out: CardSet,
        winners: dict[int, tuple[Seat, Order]],
    ) -> None:
        self.pack, self.size, self.out, self.winners = pack, size, out, winners
        self.held = tuple(held)
        self.plays = list(plays)
        self.left = [size] * len(held)
        for play in plays:
            self.left[play.seat] -= 1
        self._starts: dict[int, list[int]] = {}
        for index, play in enumerate(plays):
            self._starts.setdefault(play.trick, []).append(index)
        self.domains: dict[int, CardSet] = {}
        self._settle()
        self._nodes = self._spent = 0
        self._limit = MAX_NODES
        if self.domains and not self._has_one():
            raise NoWorldError("no deal fits what was seen: one of the unsure cards must be something else")

    def _has_one(self) -> bool:
        try:
            return self._search(None, None, True)
        except _BrokenOffError:
            return True

    def trick_of(self, index: int) -> list[int]:
        """The indices of the plays of the same trick."""
        return self._starts[self.plays[index].trick]

    # What is known for sure ------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Work out the domain of every unread card; one that can be a single card only is known."""
        while True:
            self.known = EMPTY
            self._tied: dict[int, bool] = {}
            played = [EMPTY] * len(self.held)
            for play in self.plays:
                if play.sure:
                    self.known |= play.cards
                    played[play.seat] |= play.cards
            self.rest = [cards & ~own for cards, own in zip(self.held, played, strict=True)]
            waiting = EMPTY
            for cards in self.rest:
                waiting |= cards
            self.waiting = waiting
            self.unseen = self.pack & ~self.known & ~self.out
            self.domains = {}
            changed = False
            for index, play in enumerate(self.plays):
                if play.sure:
                    continue
                domain = self._domain(index, play)
                if not domain:
                    raise NoWorldError(
                        f"no card is left that the one of trick {play.trick + 1} can have been, out of "
                        f"{' '.join(codes(play.cards))}"
                    )
                self.domains[index] = domain
                if not domain & (domain - 1):
                    self.plays[index] = Seen(play.seat, play.trick, domain, play.order)
                    changed = True
                    break
            if not changed:
                return

    def _domain(self, index: int, play: Seen) -> CardSet:
        domain = play.cards & self.unseen & ~(self.waiting & ~self.rest[play.seat])
        unread = sum(not p.sure for p in self.plays if p.seat == play.seat)
        if self.rest[play.seat].bit_count() == self.left[play.seat] + unread:
            domain &= self.rest[play.seat]
        trick = self.trick_of(index)
        if self._joint(index) or play.trick not in self.winners:
            return domain
        fitting = EMPTY
        for card in cards_in(domain):
            if self._wins(trick, {index: card}):
                fitting |= BIT[card]
        return fitting

    def _joint(self, index: int) -> bool:
        """Whether the winner ties several unread cards of a trick together."""
        tied = self._tied.get(index)
        if tied is None:
            unread = sum(not self.plays[i].sure for i in self.trick_of(index))
            tied = self._tied[index] = self.plays[index].trick in self.winners and unread > 1
        return tied

    def _wins(self, trick: list[int], values: dict[int, Card]) -> bool:
        """Whether the trick goes to the seat that is known to have won it."""
        cards = tuple(self._value(i, values) for i in trick)
        seat, order = self.winners[self.plays[trick[0]].trick]
        return self.plays[trick[order.winner(cards)]].seat == seat

    def _value(self, index: int, values: dict[int, Card]) -> Card:
        return values[index] if index in values else self.plays[index].cards.bit_length() - 1

    # The question ----------------------------------------------------------------------------------------------------

    def outcomes(self, index: int, judge: Judge) -> tuple[bool, bool, bool]:
        """Whether a play is legal in some world, whether it is illegal in some, and whether that is proved.

        The last is False only when the search was broken off after `MAX_NODES` attempts, or fewer where other
        questions have used up `ALL_NODES`: then both are True.
        """
        self._limit = max(LEAST_NODES, min(MAX_NODES, ALL_NODES - self._spent))
        self._nodes = 0
        try:
            return (*self._outcomes(index, judge), True)
        except _BrokenOffError:
            return True, True, False
        finally:
            self._spent += self._nodes

    def _outcomes(self, index: int, judge: Judge) -> tuple[bool, bool]:
        before = self._before(index)
        legal = wrong = False
        for values in self._assign(before, {}, EMPTY):
            self._count()
            context = self.context(index, judge, values)
            sure, free, size = self._relaxed(index, values)
            one, other = context.outcomes(sure, free, size)
            legal, wrong = legal or one, wrong or other
            if legal and wrong:
                break
        if not (legal and wrong) or self._is_exact(index, before):
            return legal, wrong
        return self._search(index, judge, False), self._search(index, judge, True)

    def _count(self) -> None:
        self._nodes += 1
        if self._nodes > self._limit:
            raise _BrokenOffError

    def context(self, index: int, judge: Judge, values: dict[int, Card]) -> Context:
        """The context of a play when the unread cards of its trick up to it have these values."""
        play = self.plays[index]
        trick = tuple(self._value(i, values) for i in self.trick_of(index) if i < index)
        return context_of(judge, play.seat, self._value(index, values), trick, play.order)

    def hands(self, index: int, values: dict[int, Card]) -> tuple[CardSet, CardSet, int]:
        """The hand before a play: cards held for sure besides the one played, cards of which it held some, how many."""
        return self._relaxed(index, values)

    def readings(self, index: int) -> Iterator[dict[int, Card]]:
        """All values of the unread cards that lay in the trick up to a play."""
        return self._assign(self._before(index), {}, EMPTY)

    def _before(self, index: int) -> list[int]:
        return [i for i in self.trick_of(index) if i <= index and i in self.domains]

    def _later(self, index: int) -> list[int]:
        seat = self.plays[index].seat
        return [i for i in self.domains if i > index and self.plays[i].seat == seat]

    def _earlier(self, index: int) -> bool:
        """Whether the seat has an unread card before a play, which may have been one that it is known to have held."""
        seat = self.plays[index].seat
        return any(i < index and self.plays[i].seat == seat for i in self.domains)

    def _assign(self, indices: list[int], values: dict[int, Card], used: CardSet) -> Iterator[dict[int, Card]]:
        if len(values) == len(indices):
            yield dict(values)
            return
        index = indices[len(values)]
        for card in cards_in(self.domains[index] & ~used):
            yield from self._assign(indices, {**values, index: card}, used | BIT[card])

    def _later_cards(self, index: int) -> CardSet:
        """The known cards that the seat played after a play."""
        seat, found = self.plays[index].seat, EMPTY
        for play in self.plays[index + 1 :]:
            if play.seat == seat and play.sure:
                found |= play.cards
        return found

    def _relaxed(self, index: int, values: dict[int, Card]) -> tuple[CardSet, CardSet, int]:
        """The hand, if unread cards elsewhere could be anything."""
        play = self.plays[index]
        used = EMPTY
        for card in values.values():
            used |= BIT[card]
        own = self.rest[play.seat] & ~BIT[self._value(index, values)]
        sure = self._later_cards(index)
        free = self.unseen & ~self.waiting & ~used
        size = self.left[play.seat] + len(self._later(index))
        if own and self._earlier(index):
            return sure, free | own, size
        return sure | own, free, size - own.bit_count()

    def _is_exact(self, index: int, before: list[int]) -> bool:
        """Whether the relaxed answer is the answer, because all other unread cards always find a place."""
        if not self.domains:
            return True
        if any(cards.bit_count() > left for cards, left in zip(self.rest, self.left, strict=True)):
            return False
        seat = self.plays[index].seat
        if self._later(index) or (self.rest[seat] and self._earlier(index)) or any(self._joint(i) for i in before):
            return False
        return all(i in before or self._is_free(i, index) for i in self.domains)

    def _is_free(self, variable: int, index: int | None) -> bool:
        """Whether an unread card finds a place whatever the others are, and so need not be tried out."""
        seat = self.plays[variable].seat
        if self._joint(variable) or self.rest[seat].bit_count() > self.left[seat]:
            return False
        taken = len(self.domains) - 1
        if index is not None:
            if seat == self.plays[index].seat and self.rest[seat]:
                return False
            taken += self.left[self.plays[index].seat]
        return self.domains[variable].bit_count() > taken

    # Trying out ------------------------------------------------------------------------------------------------------

    def _search(self, index: int | None, judge: Judge | None, wrong: bool) -> bool:
        """Whether there is a world (in which the play is illegal, or legal)."""
        before = [] if index is None else self._before(index)
        later = [] if index is None else self._later(index)
        fixed = {*before, *later}
        others = [i for i in self.domains if i not in fixed and not self._is_free(i, index)]
        order = before + later + sorted(others, key=lambda i: self.domains[i].bit_count())
        return self._try(order, len(before), {}, EMPTY, index, judge, wrong)

    def _try(
        self,
        order: list[int],
        before: int,
        values: dict[int, Card],
        used: CardSet,
        index: int | None,
        judge: Judge | None,
        wrong: bool,
    ) -> bool:
        done = len(values)
        if done == len(order):
            return self._fits(values, used, index, judge, wrong)
        variable = order[done]
        context = None
        if index is not None and judge is not None and done >= before:
            context = self.context(index, judge, values)
        waiting = [self.domains[i] for i in order[done + 1 :]]
        alike = context is not None or index is None
        if any(self._joint(i) for i in order[done:]):
            alike = False
        tried: set[tuple[int, ...]] = set()
        for card in cards_in(self.domains[variable] & ~used):
            self._count()
            if alike:
                kind = 0 if context is None else context.pattern(BIT[card])
                own = self.waiting >> card & 1
                signature = (kind, own, *(domain >> card & 1 for domain in waiting))
                if signature in tried:
                    continue
                tried.add(signature)
            now = {**values, variable: card}
            if self._joint(variable) and not self._trick_fits(variable, now):
                continue
            if self._try(order, before, now, used | BIT[card], index, judge, wrong):
                return True
        return False

    def _trick_fits(self, variable: int, values: dict[int, Card]) -> bool:
        trick = self.trick_of(variable)
        if any(i in self.domains and i not in values for i in trick):
            return True
        return self._wins(trick, values)

    def _fits(
        self, values: dict[int, Card], used: CardSet, index: int | None, judge: Judge | None, wrong: bool
    ) -> bool:
        rest = list(self.rest)
        for variable, card in values.items():
            rest[self.plays[variable].seat] &= ~BIT[card]
        waiting = EMPTY
        for seat, cards in enumerate(rest):
            if cards.bit_count() > self.left[seat]:
                return False
            waiting |= cards
        if index is None or judge is None:
            return True
        seat = self.plays[index].seat
        sure = self._later_cards(index) | rest[seat]
        for variable in self._later(index):
            sure |= BIT[values[variable]]
        size = self.left[seat] - rest[seat].bit_count()
        free = self.unseen & ~used & ~waiting
        legal, illegal = self.context(index, judge, values).outcomes(sure, free, size)
        return illegal if wrong else legal


class _BrokenOffError(Exception):
    """The search takes too long."""
