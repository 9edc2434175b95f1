"""Molotow and Mittlere: trump arises in the play, by the first card of a player who cannot follow.

Until then suits must be followed strictly, as in Obenabe. That card fixes trump at once, so it is itself a trump in its
trick, and counts backwards: jack and nine of the suit are worth 20 and 14 in tricks already taken, too. The ledger
shows that as corrections. If no trump ever appears the eights count 8. A card laid off by a player who *could* have
followed (observing deals with known hands) is a revoke and fixes nothing.

Scoring `strokes` (PNA, with what the rule list leaves open): strokes are good, noughts bad (minus one). The highest and
the lowest get one stroke, those between `middle_noughts`. Who has just as many points as another gets nothing. From 100
points on: `hundred_noughts`, all others a stroke. All tricks: `match_strokes`, all others a nought. In Mittlere one
without a trick gets `no_trick_noughts`, the others a stroke; if that leaves a single player, he gets a stroke for each
of the others and they a nought each. Scoring `jasswiki`: points count, Weis and Stöck of the hand are taken off, each
player's own (nothing is compared), Stöck only if both cards were still in the hand when trump had arisen.

Source: rule list section 7.

>>> from jassvision.rules.cards import parse_code
>>> from jassvision.rules.preset import load_rules
>>> deal = MolotowDeal(load_rules("molotow"), dealer=0)
>>> for card in ("HA", "H6", "C9", "H7"):
...     _ = deal.play(parse_code(card))
>>> deal.contract.code, deal.name_of(deal.tricks[0].winner), deal.tricks[0].points
('C', 'east', 25)
"""

from __future__ import annotations

from dataclasses import replace

from jassvision.rules.actions import ShowStoeck
from jassvision.rules.cards import EIGHT, EMPTY, RANK_SETS, SUIT_LETTERS, SUIT_SETS, Card, CardSet, cards_in, suit_of
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.errors import IllegalClaimError
from jassvision.rules.games.result import ResultDeal
from jassvision.rules.melding import MeldingDeal
from jassvision.rules.orders import order_of
from jassvision.rules.seats import Seat
from jassvision.rules.weis import Weis, best_weis, weis_of

HUNDRED = 100
"""Points from which on a player has taken too many."""


class MolotowDeal(ResultDeal, MeldingDeal):
    """A deal of Molotow or Mittlere; see `Deal` for arguments and attributes.

    Attributes:
        trump_seat: who fixed trump, None while there is none.
    """

    trump_seat: Seat | None

    def _start(self) -> None:
        super()._start()
        self.trump_seat = None
        self._played_before: CardSet = EMPTY

    def _card_played(self, seat: Seat, card: Card) -> None:
        if self.contract is None and suit_of(card) != suit_of(self.trick[0]):
            hand = self.hands[seat]
            if hand is None or not hand & SUIT_SETS[suit_of(self.trick[0])]:
                self._fix_trump(seat, card)
        super()._card_played(seat, card)

    def _fix_trump(self, seat: Seat, card: Card) -> None:
        self.trump_seat = seat
        self._played_before = self.played
        self.contract = CONTRACTS[SUIT_LETTERS[suit_of(card)]]
        self.order = order_of(suit_of(card), family=self.rules.family)
        self._count_again(f"{self.contract.code} is trump")

    def _trick_points(self, cards: tuple[Card, ...]) -> int:
        points = self.order.points
        if self.contract is None:
            return sum(points[card] for card in cards if not RANK_SETS[EIGHT] >> card & 1)
        return sum(points[card] for card in cards)

    def _count_again(self, why: str) -> None:
        """Correct the points of the tricks already taken: what their cards are worth is known only now."""
        tricks = list(self.tricks)
        taken = [entry for entry in self.entries if entry.kind == "trick"]
        for number, (trick, entry) in enumerate(zip(self.tricks, taken, strict=True)):
            points = self._trick_points(tuple(cards_in(entry.cards)))
            if points != trick.points:
                self._score("correction", trick.winner, points - trick.points, cards=entry.cards, note=why)
                tricks[number] = replace(trick, points=points)
        self.tricks = tuple(tricks)

    # Weis and Stöck --------------------------------------------------------------------------------------------------

    def _score(
        self, kind: str, seat: Seat, raw: int, *, factor: int | None = None, cards: CardSet = EMPTY, note: str = ""
    ) -> None:
        if self.rules.scoring == "jasswiki" and kind in ("weis", "stoeck"):
            raw = -raw
        super()._score(kind, seat, raw, factor=factor, cards=cards, note=note)

    def _settle_weis(self) -> None:
        if self.rules.weis == "none":
            return
        contract = self._weis_contract
        own: dict[Seat, tuple[Weis, ...]] = {}
        for seat, cards in self.shown:
            own[seat] = (*own.get(seat, ()), weis_of(cards, self.rules, contract))
        if self.as_dealt:
            own |= {s: best_weis(hand, self.rules, contract) for s, hand in enumerate(self.dealt) if hand is not None}
        for seat in self.seats:
            for weis in own.get(seat, ()):
                self._score("weis", seat, weis.points, cards=weis.cards)

    @property
    def stoeck_cards(self) -> CardSet:
        """King and queen of trump, if both were still to be played when trump had arisen."""
        pair = super().stoeck_cards
        return EMPTY if pair & self._played_before else pair

    def _verify_stoeck(self, action: ShowStoeck) -> None:
        if self.is_over and self.feeds:
            raise IllegalClaimError("too late: the deal has been counted")
        if self.rules.stoeck and super().stoeck_cards & self._played_before:
            raise IllegalClaimError("Stöck counts only if king and queen were both in the hand when trump had arisen")
        super()._verify_stoeck(action)

    @property
    def factor(self) -> int:
        """Always 1: trump is nobody's choice."""
        return 1

    # The end ---------------------------------------------------------------------------------------------------------

    def _deal_completed(self) -> None:
        if self.contract is None:
            self.contract = CONTRACTS["O"]
            self._count_again("no trump arose: eights count")
        super()._deal_completed()
        if self.rules.scoring == "strokes":
            for side, (strokes, why) in enumerate(self._strokes()):
                if strokes:
                    self._result("stroke" if strokes > 0 else "nought", side, strokes, note=why)

    def _strokes(self) -> list[tuple[int, str]]:
        """For each player strokes (noughts negative) and what for."""
        rules = self.rules
        players = range(self.players)
        winners = {trick.winner for trick in self.tricks}
        made = [self.card_points(seat) for seat in players]
        if len(winners) == 1 and rules.match_strokes:
            return [(rules.match_strokes, "all tricks") if seat in winners else (-1, "no trick") for seat in players]
        bad = {seat: rules.hundred_noughts for seat in players if rules.hundred_noughts and made[seat] >= HUNDRED}
        if rules.no_trick_noughts:
            bad |= {seat: rules.no_trick_noughts for seat in players if seat not in winners}
        if bad and len(bad) == self.players - 1 > 1:
            return [(-1, f"{made[s]} points") if s in bad else (len(bad), "the only one left") for s in players]
        if bad:
            return [(-bad[s], f"{made[s]} points") if s in bad else (1, "another's misfortune") for s in players]
        return [self._place(made, seat) for seat in players]

    def _place(self, made: list[int], seat: Seat) -> tuple[int, str]:
        if made.count(made[seat]) > 1:
            return 0, ""
        if made[seat] == max(made):
            return 1, f"{made[seat]} points, the most"
        if made[seat] == min(made):
            return 1, f"{made[seat]} points, the fewest"
        return -self.rules.middle_noughts, f"{made[seat]} points, between the others"
