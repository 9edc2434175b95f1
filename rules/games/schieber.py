"""Schieber: forehand names a contract or pushes to the partner; Weis, Stöck, match; two against two.

Source: rule list sections 3 and 4.

>>> from jassvision.rules.actions import Name, Push
>>> from jassvision.rules.options import Rules
>>> deal = SchieberDeal(Rules(), dealer=0)
>>> deal.push(Push(3)).action
Push(seat=3)
>>> deal.push(Name(1, "H")).action, deal.to_act
(Name(seat=1, contract='H', box=''), 3)
"""

from __future__ import annotations

from collections.abc import Iterator

from jassvision.rules.actions import Action, Name, Push
from jassvision.rules.contracts import parse_contract
from jassvision.rules.errors import InvalidActionError
from jassvision.rules.melding import MeldingDeal
from jassvision.rules.seats import Seat


class SchieberDeal(MeldingDeal):
    """A deal of Schieber; see `Deal` for arguments and attributes.

    Attributes:
        pushes: how often the choice has been pushed: 0, 1, and with `push_back` 2.
        maker: the seat that named the contract, None before.
    """

    pushes: int
    maker: Seat | None

    def _start(self) -> None:
        super()._start()
        self.phase = "bidding"
        self.pushes = 0
        self.maker = None

    def _choices(self) -> Iterator[Action]:
        seat = self.to_act
        if self.phase == "bidding" and seat is not None:
            for contract in self.rules.contracts:
                yield Name(seat, contract)
            if self.pushes < self._pushes_allowed:
                yield Push(seat)
        yield from super()._choices()

    @property
    def _pushes_allowed(self) -> int:
        if not self.rules.partners:
            return 0
        return 2 if self.rules.push_back else 1

    def _verify_name(self, action: Name) -> None:
        if self.phase != "bidding":
            named = "" if self.contract is None else f": it is {self.contract.code}"
            raise InvalidActionError(f"the contract has been named already{named}")
        parse_contract(action.contract)
        if action.contract not in self.rules.contracts:
            raise InvalidActionError(
                f"{action.contract!r} is not played under these rules: choose one of {', '.join(self.rules.contracts)}"
            )

    def _do_name(self, action: Name) -> None:
        self.contract = parse_contract(action.contract)
        self.maker = action.seat
        self.order = self._order_now()
        self.phase = "play"
        self.leader = self.forehand
        self.to_act = self.forehand

    def _verify_push(self, action: Push) -> None:
        if self.phase != "bidding":
            raise InvalidActionError("the contract has been named already: there is nothing to push")
        if self.pushes >= self._pushes_allowed:
            raise InvalidActionError(f"{self.name_of(action.seat)} must name a contract: it has been pushed already")

    def _do_push(self, action: Push) -> None:
        self.pushes += 1
        self.to_act = (action.seat + self.players // 2) % self.players
