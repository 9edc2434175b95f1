"""Luzern Jass: two players, open hands; every card that is played uncovers the one below it.

Each has nine piles: a face-down card covered by a face-up one. The non-dealer looks, names a trump suit, high or low,
and leads. Jass rules over the cards that lie face up; what a play uncovers is turned up after the trick. The hands are
the face-up cards, so `hands` gives nine each and `covers` what lies below.

Weis count from the first nine face-up cards, without being announced, since everybody sees them; hands that are not
known (None) show theirs as in other games. Stöck counts when both cards have lain face up at the same time, at the
second. Where the camera has not seen what lay below a card (None), the deal waits in phase `"draw"` after the trick
until `Draw` says what was turned up. Source: rule list section 8 (S0).

>>> from jassvision.rules.actions import Draw, Name
>>> from jassvision.rules.cards import card_set, parse_code
>>> from jassvision.rules.preset import load_rules
>>> north = card_set(["H6", "H7", "H8", "H9", "H10", "HJ", "HQ", "HK", "HA"])
>>> south = card_set(["S6", "S7", "S8", "S9", "S10", "SJ", "SQ", "SK", "SA"])
>>> deal = LuzernDeal(load_rules("luzern"), dealer=0, hands=[north, south])
>>> _ = deal.push(Name(1, "C"))
>>> _ = deal.play(parse_code("SA")), deal.play(parse_code("HA"))
>>> deal.phase, deal.to_act, deal.can(Draw(1, parse_code("D7")))
('draw', 1, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from jassvision.rules.actions import Action, Draw, Name, ShowStoeck, TakeRest
from jassvision.rules.cards import BIT, Card, CardSet, cards_in, code
from jassvision.rules.contracts import parse_contract
from jassvision.rules.errors import IllegalClaimError, InvalidActionError, InvalidCardError
from jassvision.rules.games.stock import StockDeal
from jassvision.rules.melding import MeldingDeal
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat

Piles = tuple[tuple[Card, Card | None], ...]
"""Face-up cards of a player, each with the card below it, None where that is not known."""


class LuzernDeal(StockDeal, MeldingDeal):
    """A deal of Luzern Jass; see `Deal` for the other arguments and attributes.

    Args:
        hands: for each player the cards that lie face up at first, None where they are not known.
        covers: for each player the card below each face-up card, None where it is not known; None alone when none is.

    Attributes:
        hands: the face-up cards of each player now.
        covers: for each player the piles that are still covered.
        open_pair: who has had king and queen of trump face up at the same time, None while nobody has.
    """

    pieces = frozenset({"covers"})

    covers: tuple[Piles, ...]
    open_pair: Seat | None

    def __init__(
        self,
        rules: Rules,
        dealer: Seat = 0,
        hands: Sequence[CardSet | None] | None = None,
        *,
        covers: Sequence[Mapping[Card, Card | None] | None] | None = None,
        as_dealt: bool = True,
        **options: Any,
    ) -> None:
        given: Sequence[CardSet | None] = (None,) * rules.players if hands is None else hands
        below = (None,) * rules.players if covers is None else covers
        if len(given) != len(below):
            raise InvalidActionError(f"{len(given)} rows of face-up cards, but {len(below)} of cards below them")
        self.covers = tuple(_piles(hand, cover) for hand, cover in zip(given, below, strict=True))
        self.open_pair = None
        self._set_up(covers=covers)
        super().__init__(rules, dealer, hands, as_dealt=as_dealt, **options)

    @staticmethod
    def stock_size(rules: Rules) -> int:
        """There is no stock: all cards lie in the piles."""
        return 0

    @property
    def hand_size(self) -> int:
        """Number of piles, and so of face-up cards at first."""
        return self.rules.hand_size // 2

    def _outside_cards(self) -> Iterator[Card]:
        yield from (below for piles in self.covers for _, below in piles if below is not None)

    def _start(self) -> None:
        super()._start()
        self.phase, self.to_act = "bidding", self.forehand

    # The contract ----------------------------------------------------------------------------------------------------

    def _choices(self) -> Iterator[Action]:
        if self.phase == "bidding":
            for contract in self.rules.contracts:
                yield Name(self.forehand, contract)
        yield from super()._choices()

    def _verify_name(self, action: Name) -> None:
        if self.phase != "bidding":
            raise InvalidActionError("the contract has been named already")
        parse_contract(action.contract)
        if action.contract not in self.rules.contracts:
            raise InvalidActionError(
                f"{action.contract!r} is not played under these rules: choose one of {', '.join(self.rules.contracts)}"
            )

    def _do_name(self, action: Name) -> None:
        self.contract = parse_contract(action.contract)
        self.order = self._order_now()
        self.phase, self.to_act = "play", self.forehand
        self._look_for_pair()

    # Uncovering ------------------------------------------------------------------------------------------------------

    def _complete_trick(self) -> None:
        super()._complete_trick()
        if not self.is_over:
            trick = self.tricks[-1]
            played = dict(zip(trick.seats, trick.cards, strict=True))
            self._draw_for([s for s, card in played.items() if any(up == card for up, _ in self.covers[s])])

    def _top_card(self, seat: Seat) -> Card | None:
        return dict(self.covers[seat])[self._uncovered_by(seat)]

    def _take_top(self, seat: Seat, card: Card | None) -> None:
        gone = self._uncovered_by(seat)
        left = tuple(pile for pile in self.covers[seat] if pile[0] != gone)
        self.covers = (*self.covers[:seat], left, *self.covers[seat + 1 :])
        if card is not None:
            violation, trick, shown = self._last
            self._last = (violation, trick, shown | BIT[card])

    def _uncovered_by(self, seat: Seat) -> Card:
        last = self.tricks[-1]
        return last.cards[last.seats.index(seat)]

    def _drawn(self) -> None:
        self.phase, self.to_act = "play", self.leader
        self._look_for_pair()

    def _verify_draw(self, action: Draw) -> None:
        super()._verify_draw(action)
        if action.card is None:
            raise InvalidActionError("the card turned up lies there for all to see: say which it is")

    def _rest_cards(self) -> CardSet:
        return self.pack & ~self.played

    # Stöck -----------------------------------------------------------------------------------------------------------

    def _look_for_pair(self) -> None:
        pair = self.stoeck_cards
        for seat, hand in enumerate(self.hands):
            if pair and hand is not None and hand & pair == pair:
                self.open_pair = seat

    def _verify_stoeck(self, action: ShowStoeck) -> None:
        super()._verify_stoeck(action)
        if self.dealt[action.seat] is not None and self.open_pair != action.seat:
            raise IllegalClaimError("Stöck counts only if king and queen of trump lay face up at the same time")

    def _card_played(self, seat: Seat, card: Card) -> None:
        if self.dealt[seat] is None or self.open_pair == seat:
            super()._card_played(seat, card)

    def _do_rest(self, action: TakeRest) -> None:
        pair_seat = self.open_pair
        unplayed = self.stoeck_cards & ~self.played
        if self.as_dealt and self.rules.stoeck and self.stoeck is None and pair_seat is not None and unplayed:
            self._score_stoeck(pair_seat)
        super()._do_rest(action)


def _piles(hand: CardSet | None, below: Mapping[Card, Card | None] | None) -> Piles:
    """The piles of a player: what lies below each face-up card."""
    if hand is None:
        if below:
            raise InvalidActionError("cards below face-up cards are known, but not the face-up cards: give both")
        return ()
    if below is None:
        return tuple((card, None) for card in cards_in(hand))
    for card in below:
        if not 0 <= card < 36 or not hand & BIT[card]:
            name = code(card) if 0 <= card < 36 else repr(card)
            raise InvalidCardError(f"{name} covers a card, but does not lie face up")
    # Below a card that is not in the table lies a card nobody has told.
    return tuple((card, below.get(card)) for card in cards_in(hand))
