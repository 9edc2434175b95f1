"""Deals in which Weis and Stöck are announced: when they may be, and when they score.

Weis are announced with a player's first card and settled when the first trick is complete; afterwards they are lost.
Stöck is announced with the second of king and queen of trump. Source: rule list section 3.
"""

from __future__ import annotations

from collections.abc import Iterator

from jassvision.rules.actions import Action, ShowStoeck, ShowWeis, TakeRest
from jassvision.rules.cards import BIT, EMPTY, KING, PACK_36, QUEEN, SUITS, Card, CardSet, card_of, codes
from jassvision.rules.deal import Deal, Trick
from jassvision.rules.errors import IllegalClaimError, InvalidActionError, InvalidCardError
from jassvision.rules.seats import Seat
from jassvision.rules.weis import Weis, all_weis, best_weis, check_together, schedule_of, settle_weis, weis_of

_PAIRS: tuple[CardSet, ...] = tuple(BIT[card_of(suit, KING)] | BIT[card_of(suit, QUEEN)] for suit in SUITS)


class MeldingDeal(Deal):
    """A deal with Weis and Stöck after Jass rules.

    Attributes:
        shown: the Weis announced so far, (seat, cards) in the order they were announced.
        spoken: the Weis of which only the value is known, (seat, points).
        stoeck: the seat whose Stöck has scored, or None.
    """

    public = Deal.public | {"weis", "stoeck"}

    shown: tuple[tuple[Seat, CardSet], ...]
    spoken: tuple[tuple[Seat, int], ...]
    stoeck: Seat | None
    _stoeck_called: Seat | None

    def _start(self) -> None:
        self.shown = ()
        self.spoken = ()
        self.stoeck = None
        self._stoeck_called = None

    def _choices(self) -> Iterator[Action]:
        for seat in self.seats:
            hand = self.dealt[seat]
            if hand is not None and self.rules.weis != "none" and not self.tricks and self.phase == "play":
                for weis in best_weis(hand, self.rules, self._weis_contract):
                    showing = ShowWeis(seat, weis.cards)
                    if self.can(showing):
                        yield showing
            action = ShowStoeck(seat)
            if self.can(action):
                yield action
        yield from super()._choices()

    # Stöck -----------------------------------------------------------------------------------------------------------

    @property
    def stoeck_cards(self) -> CardSet:
        """King and queen of trump; empty without trump."""
        trump = self.order.trump
        return EMPTY if trump is None else _PAIRS[trump]

    def _verify_stoeck(self, action: ShowStoeck) -> None:
        seat = action.seat
        if not self.rules.stoeck:
            raise InvalidActionError("Stöck does not count under these rules")
        if self.void:
            raise InvalidActionError("the deal was called off: nothing scores in it")
        pair = self.stoeck_cards
        if not pair:
            raise IllegalClaimError("there is no Stöck without trump")
        if self.stoeck is not None or self._stoeck_called is not None:
            raise IllegalClaimError("Stöck has been announced already")
        mine = self._played_by(seat) & pair
        hand = self.hands[seat]
        if pair & self.played & ~mine or (hand is not None and pair & ~mine & ~hand):
            raise IllegalClaimError(f"{self.name_of(seat)} does not hold Stöck ({' '.join(codes(pair))})")
        if not mine:
            raise IllegalClaimError("Stöck is announced with the second of its two cards: none has been played yet")
        if mine == pair and not self._latest_by(seat) & pair:
            raise IllegalClaimError("too late: Stöck is announced with the second of its two cards")
        if mine != pair and (seat != self.to_act or self.phase != "play"):
            raise IllegalClaimError("Stöck is announced with the second of its two cards, in one's turn")

    def _do_stoeck(self, action: ShowStoeck) -> None:
        if self.stoeck_cards & ~self._played_by(action.seat):
            self._stoeck_called = action.seat
        else:
            self._score_stoeck(action.seat)

    def _card_played(self, seat: Seat, card: Card) -> None:
        pair = self.stoeck_cards
        if not pair & BIT[card] or self.stoeck is not None or not self.rules.stoeck:
            return
        both = pair & ~self._played_by(seat) == EMPTY
        if both and (self._stoeck_called == seat or (self.as_dealt and self.dealt[seat] is not None)):
            self._score_stoeck(seat)

    def _do_rest(self, action: TakeRest) -> None:
        if not self.tricks:
            self._settle_weis()
        pair = self.stoeck_cards
        for seat, dealt in enumerate(self.dealt):
            if self.as_dealt and self.rules.stoeck and self.stoeck is None and pair and dealt is not None:
                unplayed = pair & ~self.played
                if unplayed and not pair & ~dealt:
                    self._score_stoeck(seat)
        super()._do_rest(action)

    def _score_stoeck(self, seat: Seat) -> None:
        self.stoeck = seat
        self._score("stoeck", seat, self.rules.stoeck_points, cards=self.stoeck_cards)

    def _played_by(self, seat: Seat) -> CardSet:
        """All cards a seat has played, those on the table included."""
        found = EMPTY
        for trick in self.tricks:
            if not trick.cards:
                continue
            found |= BIT[trick.cards[trick.seats.index(seat)]]
        for other, card in zip(self._turns(), self.trick, strict=False):
            if other == seat:
                found |= BIT[card]
        return found

    def _latest_by(self, seat: Seat) -> CardSet:
        """The last card a seat has played."""
        for other, card in zip(self._turns(), self.trick, strict=False):
            if other == seat:
                return BIT[card]
        if not self.tricks or not self.tricks[-1].cards:
            return EMPTY
        last = self.tricks[-1]
        return BIT[last.cards[last.seats.index(seat)]]

    # Weis ------------------------------------------------------------------------------------------------------------

    def _verify_weis(self, action: ShowWeis) -> None:
        seat = action.seat
        if self.rules.weis == "none":
            raise InvalidActionError("Weis do not count under these rules")
        if self.void:
            raise InvalidActionError("the deal was called off: nothing scores in it")
        if self.phase != "play" and not self.tricks:
            raise IllegalClaimError("a Weis is announced with one's first card: the play has not begun")
        if self.tricks:
            raise IllegalClaimError("too late: a Weis is announced with one's first card, while the first trick lasts")
        if not self._latest_by(seat) and seat != self.to_act:
            raise IllegalClaimError(f"too early: {self.name_of(seat)} announces a Weis with the first card, in turn")
        contract = self._weis_contract
        if action.points is not None:
            self._check_spoken(action, action.points, contract)
            return
        self._check_held(action)
        weis = weis_of(action.cards, self.rules, contract)
        mine = [weis_of(cards, self.rules, contract) for other, cards in self.shown if other == seat]
        check_together([*mine, weis], self.rules, contract)

    def _check_spoken(self, action: ShowWeis, points: int, contract: str) -> None:
        if action.cards:
            raise InvalidActionError("a Weis whose cards were shown is worth what they are worth: leave its points out")
        schedule = schedule_of(self.rules, contract)
        values = sorted({*schedule.runs.values(), *schedule.fours.values()})
        if points not in values:
            raise IllegalClaimError(f"no single Weis is worth {points}: the values are {', '.join(map(str, values))}")
        dealt = self.dealt[action.seat]
        if dealt is not None and all(weis.points != points for weis in all_weis(dealt, self.rules, contract)):
            raise IllegalClaimError(f"{self.name_of(action.seat)} was dealt no Weis of {points}")

    def _check_held(self, action: ShowWeis) -> None:
        seat, cards = action.seat, action.cards
        if not 0 <= cards <= PACK_36:
            raise InvalidCardError("a Weis is shown as a set of cards of the pack")
        dealt = self.dealt[seat]
        foreign = self.played & ~self._played_by(seat)
        for other in range(self.players):
            if other != seat:
                foreign |= self.dealt[other] or EMPTY
        for other, shown in self.shown:
            if other != seat:
                foreign |= shown
        missing = cards & (foreign if dealt is None else ~dealt)
        if missing:
            raise IllegalClaimError(f"{self.name_of(seat)} was not dealt {' '.join(codes(missing))}")

    def _do_weis(self, action: ShowWeis) -> None:
        if action.points is not None:
            self.spoken = (*self.spoken, (action.seat, action.points))
        else:
            self.shown = (*self.shown, (action.seat, action.cards))

    @property
    def _weis_contract(self) -> str:
        """Code of the contract that Weis are valued and compared in."""
        return "O" if self.contract is None else self.contract.code

    def _settle_weis(self) -> None:
        """Score the Weis of the better side; called when the first trick is complete, before its card points."""
        if self.rules.weis == "none":
            return
        contract = self._weis_contract
        shown: dict[Seat, list[Weis]] = {}
        for seat, cards in self.shown:
            shown.setdefault(seat, []).append(weis_of(cards, self.rules, contract))
        for seat, points in self.spoken:
            # Without cards it has no length and no rank, so it loses against an equal one that was shown.
            shown.setdefault(seat, []).append(Weis("spoken", EMPTY, points))
        if self.as_dealt:
            for seat, hand in enumerate(self.dealt):
                if hand is not None:
                    shown[seat] = list(best_weis(hand, self.rules, contract))
        settled = settle_weis(shown, self.rules, contract, self.forehand)
        self.entries = (*self.entries, *settled.entries(self.factor))

    def _trick_completed(self, trick: Trick) -> None:
        if len(self.tricks) == 1:
            self._settle_weis()
        super()._trick_completed(trick)
