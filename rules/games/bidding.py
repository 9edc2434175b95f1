"""Klaberjass and Belote: a card is turned up, the players bid for its suit or another, the rest is dealt, the maker
must make more than the others.

From the forehand on each may take the turned suit (`TakeTurned`) or pass; if all pass, each may name another suit
(`Name`) or pass once more; if all pass again the deal is thrown in: it is over, scores nothing, and the deal moves on.
While the turned card is not known, its suit is taken with `Name` in the first round. Then the rest is dealt, in Belote
with the turned card for the taker (`turn_up_to_taker`), and the forehand leads. In Klaberjass the seven of trump may
be swapped for the turned card before the first card, if the turned suit is trump.

Melds are those of `jassvision.rules.melding`, on the whole hand. Of what a side makes, cards, melds, last trick, king
and queen of trump and the bonus for all tricks count together against the other side. If the makers fail, all they
made goes to the others as an entry `maker`; with `stoeck_kept` (Belote) king and queen stay with their holder. A tie is
a failure, or with `litige` the makers' points wait for the winner of the next deal: `carry` is what to hand on as
`carried`. Source: rule list sections 8 and 9 (S4).

>>> from jassvision.rules.actions import Pass, TakeTurned
>>> from jassvision.rules.cards import parse_code
>>> from jassvision.rules.preset import load_rules
>>> deal = BiddingDeal(load_rules("klaberjass"), dealer=0, turned=parse_code("DA"))
>>> _ = deal.push(Pass(1)), deal.push(TakeTurned(0))
>>> deal.contract.code, deal.maker, deal.to_act, deal.phase
('D', 0, 1, 'play')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from jassvision.rules.actions import Action, Name, Pass, ShowStoeck, TakeTurned
from jassvision.rules.cards import SUIT_LETTERS, Card, CardSet, Suit
from jassvision.rules.contracts import parse_contract
from jassvision.rules.errors import IllegalClaimError, InvalidActionError, RulesError
from jassvision.rules.games.stock import StockDeal
from jassvision.rules.ledger import Entry
from jassvision.rules.legality import Violation
from jassvision.rules.legality_belote import explain_strict, strict_cards
from jassvision.rules.melding import MeldingDeal
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat


class BiddingDeal(StockDeal, MeldingDeal):
    """A deal of Klaberjass or Belote; see `Deal` and `StockDeal` for the other arguments and attributes.

    Args:
        carried: points that an undecided deal has left for the winner of this one.

    Attributes:
        maker: who made trump, None before.
        passes: how many passes there have been.
        carry: points that wait for the winner of the next deal.
    """

    public = MeldingDeal.public | {"swap"}
    pieces = StockDeal.pieces | {"carried"}

    maker: Seat | None
    passes: int
    carry: int
    _turned_due: bool

    def __init__(
        self,
        rules: Rules,
        dealer: Seat = 0,
        hands: Sequence[CardSet | None] | None = None,
        *,
        carried: int = 0,
        **options: Any,
    ) -> None:
        if rules.sides != 2:
            raise RulesError(f"{rules.game} is played by two sides, not {rules.sides}: give players and partners")
        self._set_up(carried=carried)
        self.carry = carried
        super().__init__(rules, dealer, hands, **options)

    def _start(self) -> None:
        super()._start()
        self.maker, self.passes, self._turned_due = None, 0, False
        self.phase, self.to_act = "bidding", self.forehand

    def _legal_set(self, seat: Seat, hand: CardSet) -> CardSet:
        return strict_cards(hand, self.trick, self.order, self.rules)

    def _explain(self, seat: Seat, card: Card, hand: CardSet) -> Violation | None:
        return explain_strict(card, hand, self.trick, self.order, self.rules)

    # Bidding ---------------------------------------------------------------------------------------------------------

    @property
    def second_round(self) -> bool:
        """Whether all have passed once, so that other suits may be named."""
        return self.passes >= self.players

    def _choices(self) -> Iterator[Action]:
        seat = self.to_act
        if self.phase == "bidding" and seat is not None:
            taking = TakeTurned(seat)
            if self.can(taking):
                yield taking
            for contract in self.rules.contracts:
                naming = Name(seat, contract)
                if self.can(naming):
                    yield naming
            yield Pass(seat)
        yield from super()._choices()

    def _bidding(self) -> None:
        if self.phase != "bidding":
            raise InvalidActionError("the bidding is over: trump has been made")

    def _verify_pass(self, action: Pass) -> None:
        self._bidding()

    def _do_pass(self, action: Pass) -> None:
        self.passes += 1
        if self.passes == 2 * self.players:
            self.phase, self.to_act = "over", None
        else:
            self.to_act = self.seats[self.passes % self.players]

    def _verify_take(self, action: TakeTurned) -> None:
        self._bidding()
        if self.second_round:
            raise InvalidActionError("all have passed on the turned suit: name another suit")
        if self.turned is None:
            raise InvalidActionError("the turned card is not known: take its suit by naming it")

    def _do_take(self, action: TakeTurned) -> None:
        assert self.turned_suit is not None
        self._make(action.seat, self.turned_suit)

    def _verify_name(self, action: Name) -> None:
        self._bidding()
        parse_contract(action.contract)
        if action.contract not in self.rules.contracts:
            raise InvalidActionError(f"trump is a suit: choose one of {', '.join(self.rules.contracts)}")
        suit = SUIT_LETTERS.index(action.contract)
        if not self.second_round and self.turned is not None:
            raise InvalidActionError("in the first round the turned suit is taken or passed on, no other is named")
        if self.second_round and suit == self.turned_suit:
            raise InvalidActionError("all have passed on the turned suit: name another one")

    def _do_name(self, action: Name) -> None:
        suit = SUIT_LETTERS.index(action.contract)
        if not self.second_round:
            self.turned_suit = suit
        self._make(action.seat, suit)

    def _make(self, seat: Seat, suit: Suit) -> None:
        self.maker = seat
        self._set_trump(suit)
        rest = self.rules.hand_size - self.hand_size
        queue = []
        if self.rules.turn_up_to_taker:
            self._turned_due = True
            queue.append(seat)
        for other in self.seats:
            queue += [other] * (rest - (other == seat and self.rules.turn_up_to_taker))
        self._draw_for(queue)

    def _top_card(self, seat: Seat) -> Card | None:
        return self.turned if self._turned_due else super()._top_card(seat)

    def _take_top(self, seat: Seat, card: Card | None) -> None:
        if self._turned_due:
            self._turned_due = self.turned_lies = False
            self.turned = card if self.turned is None else self.turned
        else:
            super()._take_top(seat, card)

    def _drawn(self) -> None:
        self._hands_changed()
        self.phase, self.to_act = "play", self.forehand

    def _swap_closed(self, seat: Seat) -> str | None:
        if any(other == seat for other, _ in self.shown):
            return "too late: a meld has been shown from the hand as it is"
        return super()._swap_closed(seat)

    # The end ---------------------------------------------------------------------------------------------------------

    def _verify_stoeck(self, action: ShowStoeck) -> None:
        if self.is_over:
            raise IllegalClaimError("too late: the deal has been counted")
        super()._verify_stoeck(action)

    def _deal_completed(self) -> None:
        super()._deal_completed()
        if self.rules.maker != "none":
            self._settle_maker()

    def _settle_maker(self) -> None:
        assert self.maker is not None
        side = self.sides[self.maker]
        mine, others = self.points(side), self.points(1 - side)
        kept = sum(e.points for e in self.entries if e.kind == "stoeck" and e.side == side and self.rules.stoeck_kept)
        if mine == others and self.rules.litige:
            self._move("carry", side, kept - mine, f"{mine} each: waits for the next deal")
            self.carry += mine - kept
            return
        # With two sides, more than the opponent and more than half are the same.
        winner = side if mine > others else 1 - side
        if winner != side and mine != kept:
            self._move("maker", side, kept - mine, f"the makers failed: {mine} against {others}")
            self._move("maker", winner, mine - kept, f"the makers failed: {mine} against {others}")
        if self.carry:
            self._move("carry", winner, self.carry, "from the deal before")
            self.carry = 0

    def _move(self, kind: str, side: int, points: int, why: str) -> None:
        self.entries = (*self.entries, Entry(kind=kind, side=side, raw=points, note=why))
