"""Doing actions and taking them back: a state that remembers what was done, and the frozen facts about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from jassvision.rules.actions import Action
from jassvision.rules.cards import EMPTY, Card, CardSet
from jassvision.rules.errors import InvalidActionError, JassError
from jassvision.rules.ledger import Entry
from jassvision.rules.legality import Violation
from jassvision.rules.seats import Seat

StateT = TypeVar("StateT", bound="Undoable")


@dataclass(frozen=True, slots=True)
class Trick:
    """A completed trick.

    Attributes:
        leader: the seat that led.
        cards: the cards in the order they were played.
        seats: who played each of them.
        winner: the seat that won.
        points: card points, without the last trick's bonus and without factor.

    When all remaining cards were laid down at once ("the rest is mine"), one trick without cards and seats stands for
    all that were left.
    """

    leader: Seat
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    winner: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Operation:
    """What an action did.

    Attributes:
        action: the action.
        violation: the rule it broke, in an observing deal.
        trick: the trick it completed.
        entries: the score entries that arose.
        shown: cards that it made visible (turned up, drawn openly).
    """

    action: Action
    violation: Violation | None = None
    trick: Trick | None = None
    entries: tuple[Entry, ...] = ()
    shown: CardSet = EMPTY


class Undoable:
    """A state that changes by actions only, each of which can be taken back exactly.

    Subclasses write `verify`, and `_do_<kind>` for every kind of action. All their attributes hold immutable values
    that are replaced and never changed in place, so that remembering the attributes is remembering the state: `pop` is
    the exact identity in every game without a line of its own.

    Attributes:
        entries: the score entries so far, in the order in which the points arose.
    """

    entries: tuple[Entry, ...]
    _last: tuple[Violation | None, Trick | None, CardSet]
    _stack: list[tuple[Operation, dict[str, Any]]]

    def __init__(self) -> None:
        self.entries = ()
        self._last = (None, None, EMPTY)
        self._stack = []

    @property
    def history(self) -> tuple[Operation, ...]:
        """What has been done so far."""
        return tuple(operation for operation, _ in self._stack)

    def verify(self, action: Action) -> None:
        """Raise, saying in one sentence why an action is impossible now; the state is never touched."""
        raise NotImplementedError

    def can(self, action: Action) -> bool:
        """Whether an action is possible now."""
        try:
            self.verify(action)
        except JassError:
            return False
        return True

    def push(self, action: Action) -> Operation:
        """Do an action, or raise as `verify` does and leave everything as it was."""
        self.verify(action)
        saved = self.__dict__.copy()
        self._last = (None, None, EMPTY)
        do: Callable[[Any], None] = getattr(self, f"_do_{type(action).kind}")
        try:
            do(action)
        except BaseException:
            self.__dict__ = saved
            raise
        violation, trick, shown = self._last
        before = cast("tuple[Entry, ...]", saved["entries"])
        new = () if before is self.entries else self.entries[len(before) :]
        operation = Operation(action, violation, trick, new, shown)
        self._stack.append((operation, saved))
        return operation

    def pop(self) -> Operation:
        """Take the last action back; the state is exactly as before it.

        Raises:
            InvalidActionError: nothing has been done yet.
        """
        stack = self._stack
        if not stack:
            raise InvalidActionError("there is nothing to take back")
        operation, saved = stack.pop()
        # A copy of this state may remember the same attributes, so they are copied, and its stack is its own.
        self.__dict__ = {**saved, "_stack": stack}
        return operation

    def copy(self: StateT) -> StateT:
        """An independent state equal to this one, with its history."""
        twin = object.__new__(type(self))
        twin.__dict__ = {**self.__dict__, "_stack": self._stack.copy()}
        return twin

    def state(self) -> dict[str, Any]:
        """Everything that this is now, without its history: equal for equal states."""
        return {name: value for name, value in self.__dict__.items() if name not in ("_stack", "_last")}
