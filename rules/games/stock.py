"""Deals in which not all cards are dealt at first: one is turned up, others are drawn, the lowest trump is swapped.

Stock and turned card may be known (simulation, a record made afterwards) or not (a camera): unknown cards are None.
What comes out of an unknown stock into a known hand is asked for by phase `"draw"` and told by `Draw`; into a hidden
hand it goes without a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from jassvision.rules.actions import Action, Draw, Name, Play, Swap
from jassvision.rules.cards import (
    BIT,
    EMPTY,
    SEVEN,
    SIX,
    SUIT_LETTERS,
    SUIT_SETS,
    Card,
    CardSet,
    Suit,
    card_of,
    cards_in,
    code,
    codes,
    suit_of,
)
from jassvision.rules.contracts import CONTRACTS, parse_contract
from jassvision.rules.deal import Deal
from jassvision.rules.errors import DuplicateCardError, InvalidActionError, InvalidCardError
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat


class StockDeal(Deal):
    """A deal with cards outside the hands; see `Deal` for the other arguments and attributes.

    Args:
        turned: the card turned up, None when it is not known.
        stock: the cards that were not dealt, the top one first, without the turned card and the blind; None where
            unknown, None alone when all are.

    Attributes:
        turned: the card that lies turned up (or, taken by somebody, lay).
        turned_lies: whether it still lies there.
        stock: the cards in the stock, the top one first, None where unknown.
        turned_suit: the suit turned up, None while unknown.
        setup: the arguments that make the same deal anew, as names and values (see `jassvision.rules.games.setup`).
    """

    pieces = frozenset({"turned", "stock"})

    turned: Card | None
    turned_lies: bool
    stock: tuple[Card | None, ...]
    turned_suit: Suit | None
    setup: Mapping[str, Any]
    _queue: tuple[Seat, ...]

    def __init__(
        self,
        rules: Rules,
        dealer: Seat = 0,
        hands: Sequence[CardSet | None] | None = None,
        *,
        turned: Card | None = None,
        stock: Sequence[Card | None] | None = None,
        **options: Any,
    ) -> None:
        self.turned = turned
        self.turned_lies = rules.trump_by != "last_card"
        self._set_up(hands=hands, turned=turned, stock=stock)
        size = self.stock_size(rules)
        self.stock = (None,) * size if stock is None else tuple(stock)
        if len(self.stock) != size:
            raise InvalidActionError(f"a stock of {len(self.stock)} cards instead of {size}")
        super().__init__(rules, dealer, hands, **options)

    def _set_up(self, **arguments: Any) -> None:
        """Note arguments that are needed to make this deal anew."""
        self.setup = {**getattr(self, "setup", {}), **arguments}

    @staticmethod
    def stock_size(rules: Rules) -> int:
        """Number of cards in the stock after the first deal, without the turned card and the blind."""
        if rules.trump_by == "last_card":
            return 0
        dealt = rules.players * (rules.first_cards or rules.hand_size)
        return rules.card_pack.bit_count() - dealt - 1 - (rules.hand_size if rules.blind else 0)

    @property
    def hand_size(self) -> int:
        """Number of cards each player holds at first."""
        return self.rules.first_cards or self.rules.hand_size

    @property
    def trick_count(self) -> int:
        """Number of tricks in a full deal."""
        return self.rules.hand_size

    def _start(self) -> None:
        super()._start()
        self._queue = ()
        self.turned_suit = None if self.turned is None else suit_of(self.turned)
        self._check_outside()

    def _check_outside(self) -> None:
        """Raise when stock, turned card and hands do not fit together."""
        lying = list(self._outside_cards())
        for card in [*lying, *([] if self.turned is None else [self.turned])]:
            if not 0 <= card < 36 or not self.pack & BIT[card]:
                name = code(card) if 0 <= card < 36 else repr(card)
                raise InvalidCardError(f"{name} is turned up or in the stock, but not in the pack of this game")
        for seat, hand in enumerate(self.hands):
            for card in lying:
                if hand is not None and hand & BIT[card]:
                    raise DuplicateCardError(f"{code(card)} is in {self.name_of(seat)}'s hand and outside of it")
        if len(set(lying)) < len(lying):
            twice = next(card for card in lying if lying.count(card) > 1)
            raise DuplicateCardError(f"{code(twice)} is there twice among the cards that were not dealt")
        if self.turned is not None and not self.turned_lies:
            hand = self.hands[self.dealer]
            if hand is not None and not hand & BIT[self.turned]:
                raise InvalidCardError(f"the last card of the dealer, {code(self.turned)}, is not in the dealer's hand")

    def _outside_cards(self) -> Iterator[Card]:
        """Known cards that lie in nobody's hand."""
        if self.turned is not None and self.turned_lies:
            yield self.turned
        for card in self.stock:
            if card is not None:
                yield card

    @property
    def outside(self) -> CardSet:
        """Known cards that lie in nobody's hand: the turned card, a known stock."""
        return sum(BIT[card] for card in self._outside_cards())

    @property
    def unseen(self) -> CardSet:
        """Cards of the pack that were neither played nor lie at a known place."""
        return super().unseen & ~self.outside

    def _verify_play(self, action: Play) -> None:
        super()._verify_play(action)
        if self.outside & BIT[action.card]:
            raise InvalidCardError(
                f"{code(action.card)} lies outside the hands: {self.name_of(action.seat)} has it not"
            )
        own_card = action.card == self.turned and self.rules.trump_by == "last_card"
        if own_card and action.seat != self.dealer:
            raise InvalidCardError(f"{code(action.card)} is the turned card in {self.name_of(self.dealer)}'s hand")

    def _set_trump(self, suit: Suit) -> None:
        self.contract = CONTRACTS[SUIT_LETTERS[suit]]
        self.order = self._order_now()

    # Drawing ---------------------------------------------------------------------------------------------------------

    def _draw_for(self, seats: Sequence[Seat]) -> None:
        """Let seats draw one card each, in this order, then go on with `_drawn`."""
        self._queue = tuple(seats)
        self._go_on_drawing()

    def _go_on_drawing(self) -> None:
        while self._queue:
            seat = self._queue[0]
            card = self._top_card(seat)
            if card is None and self.hands[seat] is not None:
                self.phase, self.to_act = "draw", seat
                return
            self._give(seat, card)
        self._drawn()

    def _drawn(self) -> None:
        """Called when all have drawn."""

    def _top_card(self, seat: Seat) -> Card | None:
        """The card that a seat draws next, None when it is not known."""
        return self.stock[0] if self.stock else None

    def _take_top(self, seat: Seat, card: Card | None) -> None:
        """Take the card that a seat draws away from where it lies."""
        self.stock = self.stock[1:]

    def _give(self, seat: Seat, card: Card | None) -> None:
        self._take_top(seat, card)
        hand = self.hands[seat]
        # A known hand that draws a card nobody saw is known no longer.
        grown = None if hand is None or card is None else hand | BIT[card]
        self.hands = (*self.hands[:seat], grown, *self.hands[seat + 1 :])
        self._queue = self._queue[1:]

    def _verify_draw(self, action: Draw) -> None:
        if self.phase != "draw":
            raise InvalidActionError("there is nothing to draw now")
        card = action.card
        if card is not None and (not 0 <= card < 36 or not self.unseen & BIT[card]):
            name = code(card) if 0 <= card < 36 else repr(card)
            raise InvalidCardError(f"{name} cannot be drawn: it was played, lies elsewhere or is not in the pack")

    def _do_draw(self, action: Draw) -> None:
        self._give(action.seat, action.card)
        self._go_on_drawing()

    def _choices(self) -> Iterator[Action]:
        if self.phase == "draw" and self.to_act is not None:
            for card in cards_in(self.unseen):
                yield Draw(self.to_act, card)
        if self.rules.swap != "none":
            for seat in self.seats:
                swap = Swap(seat)
                if self.can(swap):
                    yield swap
        yield from super()._choices()

    # Swapping the lowest trump ---------------------------------------------------------------------------------------

    @property
    def swap_card(self) -> Card | None:
        """The lowest trump, while it may be swapped for the turned card; None when there is nothing to swap."""
        trump = self.order.trump
        if self.rules.swap == "none" or trump is None or trump != self.turned_suit or not self.turned_lies:
            return None
        card = card_of(trump, SIX if self.rules.swap == "six" else SEVEN)
        return None if card == self.turned else card

    def _swap_closed(self, seat: Seat) -> str | None:
        """Why it is not the time to swap now, None when it is."""
        if self.phase != "play":
            return "the lowest trump is swapped between bidding and play"
        if self.played:
            return "too late: the lowest trump is swapped before the first card is played"
        return None

    def _verify_swap(self, action: Swap) -> None:
        if self.rules.swap == "none":
            raise InvalidActionError("nothing is swapped under these rules")
        closed = self._swap_closed(action.seat)
        if closed is not None:
            raise InvalidActionError(closed)
        card = self.swap_card
        if card is None:
            raise InvalidActionError("there is no turned card of the trump suit to swap the lowest trump for")
        hand = self.hands[action.seat]
        if action.cards not in (EMPTY, BIT[card]) or (self.unseen if hand is None else hand) & BIT[card] == EMPTY:
            given = " ".join(codes(action.cards or BIT[card]))
            raise InvalidCardError(f"only {code(card)} can be swapped, by the player who holds it, not {given}")
        if self.turned is not None:
            if action.drawn not in (EMPTY, BIT[self.turned]):
                raise InvalidCardError(f"the swap brings {code(self.turned)}, not {' '.join(codes(action.drawn))}")
        elif hand is not None and not self._may_be_turned(action.drawn, card):
            raise InvalidActionError("the turned card is not known: say which trump the swap brought (`drawn`)")

    def _may_be_turned(self, drawn: CardSet, lowest: Card) -> bool:
        trumps = SUIT_SETS[suit_of(lowest)] & self.unseen & ~BIT[lowest]
        return drawn.bit_count() == 1 and bool(drawn & trumps)

    def _do_swap(self, action: Swap) -> None:
        lowest = self.swap_card
        assert lowest is not None
        hand = self.hands[action.seat]
        if hand is not None:
            taken = action.drawn if self.turned is None else BIT[self.turned]
            self.hands = (*self.hands[: action.seat], hand ^ BIT[lowest] | taken, *self.hands[action.seat + 1 :])
        self.turned = lowest
        self._last = (None, None, BIT[lowest])
        self._hands_changed()

    def _hands_changed(self) -> None:
        """Weis count on the hand with which the play begins, so that is the one that counts as dealt."""
        if not self.played:
            self.dealt = self.hands


class TurnedTrumpDeal(StockDeal):
    """A deal whose trump is the suit of a card turned up (or of the dealer's last card).

    When that card is not known the deal begins in phase `"trump"`: the dealer says the suit with `Name`.
    """

    def _start(self) -> None:
        super()._start()
        if self.turned is None:
            self.phase, self.to_act = "trump", self.dealer
        else:
            self._set_trump(suit_of(self.turned))
            self._trump_known()

    def _trump_known(self) -> None:
        """Called when trump is known; the base goes on with the play."""
        self.phase, self.to_act = "play", self.forehand

    def _choices(self) -> Iterator[Action]:
        if self.phase == "trump":
            for contract in self.rules.contracts:
                yield Name(self.dealer, contract)
        yield from super()._choices()

    def _verify_name(self, action: Name) -> None:
        if self.phase != "trump":
            raise InvalidActionError("trump is the suit of the turned card, which is known: there is nothing to name")
        parse_contract(action.contract)
        if action.contract not in self.rules.contracts:
            raise InvalidActionError(f"trump is a suit: choose one of {', '.join(self.rules.contracts)}")

    def _do_name(self, action: Name) -> None:
        self.turned_suit = SUIT_LETTERS.index(action.contract)
        self._set_trump(self.turned_suit)
        self._trump_known()
