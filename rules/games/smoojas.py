"""Smoojas: two players, a stock to draw from and free play while it lasts, then strict play of nine tricks.

Nine cards each; the turned card gives trump and lies below the stock, so it is drawn last. While the stock lasts any
card may be played, after each trick the winner and then the other draws, and one who holds the seven of trump may, in
turn, swap it for the turned card. When leading, a player may declare one meld of his hand (`ShowWeis`); the other may
beat it with a better one in turn, and then scores instead. It scores when the trick is complete. Leading king or queen
of trump while holding the other scores 20 (`ShowStoeck` while that card lies alone on the table). When the stock is
gone, the suit must be followed and the trick won if possible (`jassvision.rules.legality_belote`).

What the rule list leaves open: every new declaration must hold a card that has not scored in one before (so runs may
grow); a declaration that was beaten has not scored and may be made again; declaring and the 20 belong to the first
phase. Ranks are those of Klaberjass. Source: rule list section 8 (S4).

>>> from jassvision.rules.cards import parse_code
>>> from jassvision.rules.preset import load_rules
>>> deal = SmoojasDeal(load_rules("smoojas"), dealer=0, turned=parse_code("S9"))
>>> _ = deal.play(parse_code("HA")), deal.play(parse_code("C7"))
>>> deal.stock_left, deal.tricks[0].points, deal.to_act
(12, 11, 1)
"""

from __future__ import annotations

from collections.abc import Iterator

from jassvision.rules.actions import Action, ShowStoeck, ShowWeis, TakeRest
from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, codes
from jassvision.rules.deal import Trick
from jassvision.rules.errors import IllegalClaimError, InvalidActionError
from jassvision.rules.games.stock import TurnedTrumpDeal
from jassvision.rules.legality import Violation
from jassvision.rules.legality_belote import explain_strict, strict_cards
from jassvision.rules.melding import MeldingDeal
from jassvision.rules.seats import Seat
from jassvision.rules.weis import Weis, all_weis, weis_of, weis_strength


class SmoojasDeal(TurnedTrumpDeal, MeldingDeal):
    """A deal of Smoojas; see `Deal` and `StockDeal` for arguments and attributes.

    Attributes:
        declared: the declarations in the current trick, (seat, cards), a later one beating the one before.
        scored: for each seat the cards that have scored in its declarations.
    """

    declared: tuple[tuple[Seat, CardSet], ...]
    scored: tuple[CardSet, ...]

    def _start(self) -> None:
        self.declared = ()
        self.scored = (EMPTY,) * self.players
        super()._start()

    @property
    def trick_count(self) -> int:
        """Number of tricks until hands and stock are used up."""
        return self.pack.bit_count() // self.players

    @property
    def stock_left(self) -> int:
        """Number of cards that can still be drawn, the turned card included."""
        return len(self.stock) + self.turned_lies

    def _legal_set(self, seat: Seat, hand: CardSet) -> CardSet:
        return hand if self.stock_left else strict_cards(hand, self.trick, self.order, self.rules)

    def _explain(self, seat: Seat, card: Card, hand: CardSet) -> Violation | None:
        return None if self.stock_left else explain_strict(card, hand, self.trick, self.order, self.rules)

    # Drawing and swapping --------------------------------------------------------------------------------------------

    def _complete_trick(self) -> None:
        super()._complete_trick()
        if self.stock_left:
            self._draw_for(self._turns())

    def _top_card(self, seat: Seat) -> Card | None:
        return self.stock[0] if self.stock else self.turned

    def _take_top(self, seat: Seat, card: Card | None) -> None:
        if self.stock:
            self.stock = self.stock[1:]
        else:
            self.turned_lies = False

    def _drawn(self) -> None:
        self.phase, self.to_act = "play", self.leader

    def _swap_closed(self, seat: Seat) -> str | None:
        if self.phase != "play" or not self.stock_left:
            return "too late: the lowest trump is swapped while the turned card lies below the stock"
        return None

    def _verify_rest(self, action: TakeRest) -> None:
        if self.stock_left:
            raise InvalidActionError("the rest cannot be claimed while cards are still to be drawn")
        super()._verify_rest(action)

    # Declaring -------------------------------------------------------------------------------------------------------

    def _choices(self) -> Iterator[Action]:
        seat = self.to_act
        hand = None if seat is None else self.hands[seat]
        if seat is not None and hand is not None and self.contract is not None and self.phase == "play":
            for weis in all_weis(hand, self.rules, self.contract.code):
                action = ShowWeis(seat, weis.cards)
                if self.can(action):
                    yield action
        yield from (action for action in super()._choices() if not isinstance(action, ShowWeis))

    def _verify_weis(self, action: ShowWeis) -> None:
        seat = action.seat
        if self.rules.weis == "none":
            raise InvalidActionError("nothing is declared under these rules")
        if self.phase != "play" or not self.stock_left:
            raise IllegalClaimError("melds are declared in the play while the stock lasts")
        if seat != self.to_act:
            raise IllegalClaimError(f"{self.name_of(seat)} may declare a meld only in turn")
        if self.trick and not self.declared:
            raise IllegalClaimError("the leader declared nothing: there is nothing to beat")
        if any(other == seat for other, _ in self.declared):
            raise IllegalClaimError("one meld is declared at a time")
        hand = self.hands[seat]
        missing = action.cards & ~(self.unseen if hand is None else hand)
        if missing:
            raise IllegalClaimError(f"{self.name_of(seat)} does not hold {' '.join(codes(missing))}")
        weis = self._weis(action.cards)
        if not action.cards & ~self.scored[seat]:
            raise IllegalClaimError("all these cards have scored already: a new declaration needs a new card")
        if self.declared and not self._beats(weis, self._weis(self.declared[-1][1])):
            raise IllegalClaimError(f"{weis} does not beat the declaration of {self._weis(self.declared[-1][1])}")

    def _weis(self, cards: CardSet) -> Weis:
        return weis_of(cards, self.rules, self._weis_contract)

    def _beats(self, one: Weis, other: Weis) -> bool:
        contract = self._weis_contract
        return weis_strength(one, self.rules, contract) > weis_strength(other, self.rules, contract)

    def _do_weis(self, action: ShowWeis) -> None:
        super()._do_weis(action)
        self.declared = (*self.declared, (action.seat, action.cards))

    def _settle_weis(self) -> None:
        """Score the declaration that stands; called when each trick is complete."""
        if self.declared:
            seat, cards = self.declared[-1]
            self._score("weis", seat, self._weis(cards).points, cards=cards)
            self.scored = (*self.scored[:seat], self.scored[seat] | cards, *self.scored[seat + 1 :])
            self.declared = ()

    def _trick_completed(self, trick: Trick) -> None:
        if len(self.tricks) > 1:  # over the first trick the base settles
            self._settle_weis()
        super()._trick_completed(trick)

    def _declare_for(self, seat: Seat, hand: CardSet) -> None:
        """Declare the best meld of a known hand that may be declared now."""
        standing = self._weis(self.declared[-1][1]) if self.declared else None
        for weis in all_weis(hand, self.rules, self._weis_contract):
            if weis.cards & ~self.scored[seat] and (standing is None or self._beats(weis, standing)):
                self.shown = (*self.shown, (seat, weis.cards))
                self.declared = (*self.declared, (seat, weis.cards))
                return

    # King and queen of trump -----------------------------------------------------------------------------------------

    def _leads_pair(self, seat: Seat) -> bool:
        """Whether a seat has just led one of king and queen of trump and may hold the other."""
        pair = self.stoeck_cards
        if not self.stock_left or len(self.trick) != 1 or self.leader != seat or not pair & BIT[self.trick[0]]:
            return False
        hand = self.hands[seat]
        return bool((self.unseen if hand is None else hand) & pair)

    def _verify_stoeck(self, action: ShowStoeck) -> None:
        if not self.rules.stoeck:
            raise InvalidActionError("king and queen of trump do not count under these rules")
        if self.void:
            raise InvalidActionError("the deal was called off: nothing scores in it")
        if self.stoeck is not None:
            raise IllegalClaimError("king and queen of trump have scored already")
        if not self._leads_pair(action.seat):
            raise IllegalClaimError(
                "king and queen of trump score when one of them is led while holding the other and the stock lasts"
            )

    def _do_stoeck(self, action: ShowStoeck) -> None:
        self._score_stoeck(action.seat)

    def _card_played(self, seat: Seat, card: Card) -> None:
        hand = self.hands[seat]
        if not self.as_dealt or hand is None or not self.stock_left:
            return
        if all(other != seat for other, _ in self.declared) and (seat == self.leader or self.declared):
            self._declare_for(seat, hand | BIT[card])
        if self.rules.stoeck and self._leads_pair(seat):
            self._score_stoeck(seat)

    # The end ---------------------------------------------------------------------------------------------------------

    def _deal_completed(self) -> None:
        last = self.tricks[-1].winner
        if self.rules.last_trick:
            self._score("last_trick", last, self.rules.last_trick)
        drawn = self.trick_count - self.rules.hand_size
        if self.rules.match_bonus and {self.sides[t.winner] for t in self.tricks[drawn:]} == {self.sides[last]}:
            self._score("match", last, self.rules.match_bonus)
