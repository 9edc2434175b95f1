"""Differenzler: each player announces the points he will take; what he misses them by counts against him.

Trump is the suit of the dealer's last card (`turned`); where that is not known, or trump is drawn, the dealer says it
with `Name`. From the forehand on each announces 0 to 157 points, openly or (`announce: hidden`) written down: then
`Announce(seat, None)` is possible, and after the last trick the number is revealed in phase `"reveal"`.

With partners the announcements of a side are added up and compared with what it made together. The bonus for an exact
announcement (`exact_bonus`) is taken off; for an announced nought it needs a trick without points, so that nobody earns
it by taking no trick (PNA). Source: rule list section 6.

>>> from jassvision.rules.actions import Announce
>>> from jassvision.rules.cards import parse_code
>>> from jassvision.rules.preset import load_rules
>>> deal = DifferenzlerDeal(load_rules("differenzler"), dealer=0, turned=parse_code("S6"))
>>> deal.contract.code, deal.push(Announce(3, 40)).action.points, deal.to_act
('S', 40, 2)
"""

from __future__ import annotations

from jassvision.rules.actions import Announce, TakeRest
from jassvision.rules.errors import IllegalClaimError, InvalidActionError
from jassvision.rules.games.result import ResultDeal
from jassvision.rules.games.stock import TurnedTrumpDeal
from jassvision.rules.seats import Seat

ALL_POINTS = 152
"""Card points of a pack, without the last trick."""


class DifferenzlerDeal(ResultDeal, TurnedTrumpDeal):
    """A deal of Differenzler; see `Deal` and `StockDeal` for arguments and attributes.

    Attributes:
        announced: the points each seat has announced, None where nothing has been or it is hidden yet.
    """

    announced: tuple[int | None, ...]

    def _start(self) -> None:
        self.announced = (None,) * self.players
        self._heard = 0
        super()._start()

    def _trump_known(self) -> None:
        self.phase, self.to_act = "announcing", self.seats[0]

    @property
    def most(self) -> int:
        """The highest number that can be made, and so announced."""
        return ALL_POINTS + self.rules.last_trick + self.rules.match_bonus

    def _verify_announce(self, action: Announce) -> None:
        if self.phase not in ("announcing", "reveal"):
            raise InvalidActionError("points are announced before the first card is played")
        if action.points is None:
            if self.phase == "reveal":
                raise InvalidActionError(f"{self.name_of(action.seat)} must now say which number was written down")
            if self.rules.announce != "hidden":
                raise InvalidActionError("announcements are open under these rules: say how many points")
        elif not 0 <= action.points <= self.most:
            raise IllegalClaimError(f"{action.points} points cannot be made: announce 0 to {self.most}")

    def _do_announce(self, action: Announce) -> None:
        seat = action.seat
        self.announced = (*self.announced[:seat], action.points, *self.announced[seat + 1 :])
        if self.phase == "reveal":
            self._reveal()
            return
        self._heard += 1
        if self._heard < self.players:
            self.to_act = self.seats[self._heard]
        else:
            self.phase, self.to_act = "play", self.forehand

    def _complete_trick(self) -> None:
        super()._complete_trick()
        if self.is_over:
            self._reveal()

    def _do_rest(self, action: TakeRest) -> None:
        super()._do_rest(action)
        self._reveal()

    def _reveal(self) -> None:
        """Ask for the numbers that are still hidden, then score."""
        for seat in self.seats:
            if self.announced[seat] is None:
                self.phase, self.to_act = "reveal", seat
                return
        self.phase, self.to_act = "over", None
        for side in range(self.rules.sides):
            seats = [seat for seat in range(self.players) if self.sides[seat] == side]
            announced = sum(self.announced[seat] or 0 for seat in seats)
            made = self.card_points(side)
            self._result("difference", side, abs(announced - made), note=f"announced {announced}, made {made}")
            if self.rules.exact_bonus and made == announced and (announced or self._took_a_trick(seats)):
                self._result("exact", side, -self.rules.exact_bonus, note="exactly as announced")

    def _took_a_trick(self, seats: list[Seat]) -> bool:
        return any(trick.winner in seats for trick in self.tricks)
