"""Coiffeur: a grid of boxes, each played once by each side; only the declaring side scores.

The right to declare goes round the table, not to the partner. If all pass, the first must. Who declared leads
(`lead: declarer`, Swisslos); with `lead: forehand` the forehand does.

What the rule list leaves open: a seat whose side has no box left is passed over; if that is the forehand and all others
pass, the first seat with an open box must. Source: rule list section 5, SL.

>>> from jassvision.rules.actions import Name, Pass
>>> from jassvision.rules.preset import load_rules
>>> deal = CoiffeurDeal(load_rules("coiffeur"), dealer=0)
>>> _ = deal.push(Pass(3))
>>> _ = deal.push(Name(2, "S", "Joker 2"))
>>> deal.box.factor, deal.maker, deal.to_act
(8, 2, 2)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from jassvision.rules.actions import Action, Name, Pass
from jassvision.rules.cards import CardSet
from jassvision.rules.contracts import parse_contract
from jassvision.rules.errors import InvalidActionError, RulesError
from jassvision.rules.games.result import ResultDeal
from jassvision.rules.options import FREE, Box, Rules
from jassvision.rules.seats import Seat


class CoiffeurDeal(ResultDeal):
    """A deal of Coiffeur; see `Deal` for the other arguments and attributes.

    Args:
        open_boxes: for each side the names of the boxes that it has still to play; None: all of them.

    Attributes:
        open_boxes: for each side the boxes that were open at the start of this deal.
        box: the box that is played, None before it is declared.
        maker: the seat that declared it.
        passes: how many seats have passed.
        setup: the arguments that make the same deal anew.
    """

    pieces = frozenset({"open_boxes"})

    box: Box | None
    maker: Seat | None
    passes: int

    def __init__(
        self,
        rules: Rules,
        dealer: Seat = 0,
        hands: Sequence[CardSet | None] | None = None,
        *,
        open_boxes: Sequence[Collection[str]] | None = None,
        **options: Any,
    ) -> None:
        self.open_boxes = _open_boxes(rules, open_boxes)
        self.setup: Mapping[str, Any] = {"hands": hands, "open_boxes": open_boxes}
        super().__init__(rules, dealer, hands, **options)

    def _start(self) -> None:
        super()._start()
        self.box, self.maker, self.passes = None, None, 0
        self._speakers = tuple(seat for seat in self.seats if self.open_boxes[self.sides[seat]])
        if not self._speakers:
            raise InvalidActionError("every box has been played: the match is over")
        self.phase, self.to_act = "bidding", self._speakers[0]

    @property
    def forced(self) -> bool:
        """Whether the seat to speak must declare, because all have passed."""
        return self.passes == len(self._speakers)

    def _choices(self) -> Iterator[Action]:
        seat = self.to_act
        if self.phase == "bidding" and seat is not None:
            for box in self.open_boxes[self.sides[seat]]:
                for contract in box.choices(self.rules.contracts):
                    yield Name(seat, contract, box.name)
            if not self.forced:
                yield Pass(seat)
        yield from super()._choices()

    def _verify_pass(self, action: Pass) -> None:
        if self.phase != "bidding":
            raise InvalidActionError("the box has been declared already: there is nothing to pass on")
        if self.forced:
            raise InvalidActionError(f"all have passed: {self.name_of(action.seat)} must declare a box")

    def _do_pass(self, action: Pass) -> None:
        self.passes += 1
        self.to_act = self._speakers[self.passes % len(self._speakers)]

    def _verify_name(self, action: Name) -> None:
        if self.phase != "bidding":
            raise InvalidActionError("the box has been declared already")
        parse_contract(action.contract)
        self._box_of(action)

    def _box_of(self, action: Name) -> Box:
        """The box that an action means: the one it names, else the only one or the one of that very contract."""
        boxes = self.open_boxes[self.sides[action.seat]]
        listed = ", ".join(box.name for box in boxes)
        if action.box:
            named = [box for box in boxes if box.name == action.box]
            if not named:
                known = any(box.name == action.box for box in self.rules.boxes)
                what = "has been played already" if known else "is not in the grid"
                raise InvalidActionError(f"box {action.box!r} {what}: this side may still play {listed}")
            if action.contract not in named[0].choices(self.rules.contracts):
                allowed = ", ".join(named[0].choices(self.rules.contracts))
                raise InvalidActionError(f"box {action.box!r} is not played as {action.contract}: choose {allowed}")
            return named[0]
        fits = [box for box in boxes if action.contract in box.choices(self.rules.contracts)]
        own = [box for box in fits if box.contract != FREE]
        if len(fits) == 1 or len(own) == 1:
            return (own or fits)[0]
        if not fits:
            raise InvalidActionError(
                f"no open box can be played as {action.contract}: this side may still play {listed}"
            )
        raise InvalidActionError(
            f"{action.contract} fits {' and '.join(box.name for box in fits)}: say which box is to be played"
        )

    def _do_name(self, action: Name) -> None:
        self.box = self._box_of(action)
        self.contract = parse_contract(action.contract)
        self.maker = action.seat
        self.order = self._order_now()
        self.leader = action.seat if self.rules.lead == "declarer" else self.forehand
        self.phase, self.to_act = "play", self.leader

    @property
    def factor(self) -> int:
        """The factor of the box."""
        return 1 if self.box is None else self.box.factor

    def _deal_completed(self) -> None:
        super()._deal_completed()
        assert self.box is not None and self.maker is not None
        side = self.sides[self.maker]
        made = self.card_points(side)
        raw = made // 10 if self.rules.box_score == "tens" else made
        self._result("box", side, raw, factor=self.box.factor, seat=self.maker, note=f"{self.box.name}: {made}")


def _open_boxes(rules: Rules, names: Sequence[Collection[str]] | None) -> tuple[tuple[Box, ...], ...]:
    if names is None:
        return (rules.boxes,) * rules.sides
    if len(names) != rules.sides:
        raise RulesError(f"open boxes for {len(names)} sides, but {rules.sides} play")
    known = {box.name for box in rules.boxes}
    for side in names:
        for name in side:
            if name not in known:
                raise RulesError(f"there is no box {name!r} in the grid: boxes are {', '.join(sorted(known))}")
    return tuple(tuple(box for box in rules.boxes if box.name in side) for side in names)
