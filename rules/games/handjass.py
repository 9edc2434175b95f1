"""Handjass and its sisters for two: Bessern (cards are exchanged, no blind) and Sidi-Jass (no decisions at all).

Four hands of nine: one each, the blind, and the stock, whose top card is turned up and gives trump. First the
non-dealer, then the dealer decides: play (`Stand`), drop (`Drop`), or take the blind unseen (`TakeBlind`) while it is
there, after which one must play. One who drops gives the other a stroke at once. Then, before the first card, the six
of trump may be swapped for the turned card. In Bessern each may once exchange exactly `exchange` cards for as many
unknown ones (`Swap` in the bidding) and still drop afterwards.

Jass rules, Weis, Stöck and last trick feed the result: the higher total, if it reaches the minimum, is a stroke; every
total below the minimum is a potato (minus one stroke), so both below are two potatoes; a tie is no stroke. Weis are
counted on the hand with which the play begins. Source: rule list section 8 (S3; Sidi S1).

Sidi-Jass is experimental: its source gives eight cards each, an open trump card, Jass rules and small Weis. Here the
points themselves score, the non-dealer leads, and nothing is swapped or dropped unless the rules say so.

>>> from jassvision.rules.actions import Drop, TakeBlind
>>> from jassvision.rules.cards import parse_code
>>> from jassvision.rules.preset import load_rules
>>> deal = HandjassDeal(load_rules("handjass"), dealer=0, turned=parse_code("H9"))
>>> _ = deal.push(TakeBlind(1))
>>> deal.can(TakeBlind(0)), deal.push(Drop(0)).entries[0].side, deal.is_over
(False, 1, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from jassvision.rules.actions import Action, Drop, ShowStoeck, Stand, Swap, TakeBlind
from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, cards_in, codes
from jassvision.rules.errors import DuplicateCardError, IllegalClaimError, InvalidActionError, InvalidCardError
from jassvision.rules.games.result import ResultDeal
from jassvision.rules.games.stock import TurnedTrumpDeal
from jassvision.rules.melding import MeldingDeal
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat


class HandjassDeal(ResultDeal, TurnedTrumpDeal, MeldingDeal):
    """A deal of Handjass, Bessern or Sidi-Jass; see `Deal` and `StockDeal` for the other arguments and attributes.

    Args:
        blind: the cards of the blind, None when they are not known.

    Attributes:
        blind: the cards of the blind, None when they are not known or it has been taken.
        blind_taken: who took the blind, None while it lies there.
        put_away: known cards that were put away for the blind or exchanged: nobody can play them.
        exchanged: the seats that have exchanged cards.
        dropped: who dropped, None while nobody did.
    """

    public = MeldingDeal.public | {"swap"}
    pieces = TurnedTrumpDeal.pieces | {"blind"}

    blind: CardSet | None
    blind_taken: Seat | None
    put_away: CardSet
    exchanged: frozenset[Seat]
    dropped: Seat | None

    def __init__(
        self,
        rules: Rules,
        dealer: Seat = 0,
        hands: Sequence[CardSet | None] | None = None,
        *,
        blind: CardSet | None = None,
        **options: Any,
    ) -> None:
        if blind is not None and not rules.blind:
            raise InvalidActionError("there is no blind under these rules")
        if blind is not None and blind.bit_count() != rules.hand_size:
            raise InvalidActionError(f"a blind of {blind.bit_count()} cards instead of {rules.hand_size}")
        self._set_up(blind=blind)
        self.blind = blind
        self.blind_taken = None
        self.put_away = EMPTY
        self.exchanged = frozenset()
        self.dropped = None
        super().__init__(rules, dealer, hands, **options)

    def _outside_cards(self) -> Iterator[Card]:
        yield from super()._outside_cards()
        yield from cards_in((self.blind or EMPTY) | self.put_away)

    # Play, drop, or take the blind -----------------------------------------------------------------------------------

    def _trump_known(self) -> None:
        rules = self.rules
        if rules.blind or rules.drop or rules.exchange:
            self.phase, self.to_act = "bidding", self.forehand
        else:
            self.phase, self.to_act = "play", self.forehand

    def _choices(self) -> Iterator[Action]:
        seat = self.to_act
        if self.phase == "bidding" and seat is not None:
            hand = self.hands[seat]
            yield Stand(seat)
            if self.rules.drop:
                yield Drop(seat)
            if self.rules.blind and self.blind_taken is None:
                yield TakeBlind(seat)
            if self.rules.exchange and seat not in self.exchanged:
                if hand is None:
                    yield Swap(seat)
                elif self._known_exchange() is not None:
                    for cards in combinations(cards_in(hand), self.rules.exchange):
                        yield Swap(seat, sum(BIT[card] for card in cards))
        yield from super()._choices()

    def _deciding(self) -> None:
        if self.phase != "bidding":
            raise InvalidActionError("both have decided already: nothing of that kind is possible any more")

    def _next_decision(self, seat: Seat) -> None:
        following = next_seat(seat, self.players, self.rules.direction)
        if following == self.forehand:
            self.phase, self.to_act = "play", self.forehand
        else:
            self.to_act = following

    def _verify_stand(self, action: Stand) -> None:
        self._deciding()

    def _do_stand(self, action: Stand) -> None:
        self._next_decision(action.seat)

    def _verify_drop(self, action: Drop) -> None:
        self._deciding()
        if not self.rules.drop:
            raise InvalidActionError("under these rules nobody may drop: every deal is played")

    def _do_drop(self, action: Drop) -> None:
        self.dropped = action.seat
        other = next_seat(action.seat, self.players, self.rules.direction)
        self._result("stroke", self.sides[other], 1, seat=other, note=f"{self.name_of(action.seat)} dropped")
        self.phase, self.to_act = "over", None

    def _verify_blind(self, action: TakeBlind) -> None:
        self._deciding()
        if not self.rules.blind:
            raise InvalidActionError("there is no blind under these rules")
        if self.blind_taken is not None:
            raise InvalidActionError(f"{self.name_of(self.blind_taken)} has taken the blind already")
        if self.blind is not None:
            if action.cards not in (EMPTY, self.blind):
                raise InvalidCardError(f"the blind holds {' '.join(codes(self.blind))}")
        elif action.cards:
            if action.cards.bit_count() != self.rules.hand_size:
                raise InvalidActionError(f"the blind holds {self.rules.hand_size} cards")
            if action.cards & ~self.unseen:
                raise DuplicateCardError(f"{' '.join(codes(action.cards & ~self.unseen))} cannot be in the blind")

    def _do_blind(self, action: TakeBlind) -> None:
        seat = action.seat
        found = action.cards or self.blind
        self.put_away |= self.hands[seat] or EMPTY
        self.hands = (*self.hands[:seat], found, *self.hands[seat + 1 :])
        self.blind, self.blind_taken = None, seat
        self._hands_changed()
        self._next_decision(seat)

    # Exchanging and swapping -----------------------------------------------------------------------------------------

    def _known_exchange(self) -> CardSet | None:
        """The cards that the stock gives next for an exchange, None when they are not all known."""
        top = self.stock[: self.rules.exchange]
        found = EMPTY
        for card in top:
            if card is None:
                return None
            found |= BIT[card]
        return found

    def _verify_swap(self, action: Swap) -> None:
        if self.phase == "bidding" and self.rules.exchange:
            if action.seat != self.to_act:
                raise InvalidActionError(f"{self.name_of(action.seat)} exchanges cards in turn")
            self._verify_exchange(action)
        else:
            super()._verify_swap(action)

    def _swap_closed(self, seat: Seat) -> str | None:
        if any(other == seat for other, _ in self.shown):
            return "too late: a Weis has been shown from the hand as it is"
        return super()._swap_closed(seat)

    def _verify_exchange(self, action: Swap) -> None:
        count = self.rules.exchange
        if action.seat in self.exchanged:
            raise InvalidActionError(f"{self.name_of(action.seat)} has exchanged cards already")
        hand, known = self.hands[action.seat], self._known_exchange()
        if hand is None and not action.cards and not action.drawn:
            return
        if action.cards.bit_count() != count or (action.drawn and action.drawn.bit_count() != count):
            raise InvalidActionError(f"exactly {count} cards are exchanged for {count} unknown ones")
        missing = action.cards & ~(self.unseen if hand is None else hand)
        if missing:
            raise InvalidCardError(f"{' '.join(codes(missing))} is not in {self.name_of(action.seat)}'s hand")
        if known is not None:
            if action.drawn not in (EMPTY, known):
                raise InvalidCardError(f"the stock gives {' '.join(codes(known))}")
        elif action.drawn & (~self.unseen | action.cards):
            raise DuplicateCardError(
                f"{' '.join(codes(action.drawn & (~self.unseen | action.cards)))} cannot come out of the stock"
            )

    def _do_swap(self, action: Swap) -> None:
        if self.phase != "bidding":
            super()._do_swap(action)
            return
        seat, hand = action.seat, self.hands[action.seat]
        drawn = self._known_exchange() or action.drawn
        # A known hand that takes cards nobody saw is known no longer.
        grown = None if hand is None or not drawn else hand & ~action.cards | drawn
        self.hands = (*self.hands[:seat], grown, *self.hands[seat + 1 :])
        self.put_away |= action.cards
        self.stock = self.stock[self.rules.exchange :]
        self.exchanged |= {seat}
        self._hands_changed()

    def _verify_stoeck(self, action: ShowStoeck) -> None:
        if self.is_over and self.feeds:
            raise IllegalClaimError("too late: the deal has been counted")
        super()._verify_stoeck(action)

    # The result ------------------------------------------------------------------------------------------------------

    def _settle_weis(self) -> None:
        before = len(self.entries)
        super()._settle_weis()
        self._feed(before)

    def _deal_completed(self) -> None:
        super()._deal_completed()
        if self.rules.scoring == "handjass":
            self._write_strokes()

    def _write_strokes(self) -> None:
        least = self.rules.minimum
        totals = [self.card_points(side) for side in range(self.rules.sides)]
        best = max(totals)
        for side, total in enumerate(totals):
            if total == best and totals.count(best) == 1 and total >= least:
                self._result("stroke", side, 1, note=f"{total} points, more than the other")
            if total < least:
                self._result("potato", side, -1, note=f"{total} points, less than {least}")
