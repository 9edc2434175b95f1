"""One deal of any Jass game: who is to act, what is legal, what was played, and the score entries so far.

`Deal` is the protocol that every game fills in. An action goes through one trio: `verify` raises and says why not,
`can` answers, `push` does it and returns a frozen `Operation`; `pop` takes the last one back, exactly.

How a game is written: a subclass in `jassvision.rules.games` that

- sets `phase` and `to_act` in `_start` (the base opens with the forehand to play),
- writes `_verify_<kind>` and `_do_<kind>` for the actions it knows (see `jassvision.rules.actions`), and `_choices` to
  list them,
- overrides the hooks where it differs: `hand_size`, `trick_count`, `factor`, `_order_now`, `_legal_set`, `_explain`,
  `_card_played`, `_trick_points`, `_trick_completed`, `_deal_completed`.

All state lies in attributes with immutable values that are replaced, never changed in place: see `Undoable`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from jassvision.rules.actions import Action, Claim, Misdeal, Play, TakeRest, malformed
from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, cards_in, code, codes
from jassvision.rules.contracts import Contract
from jassvision.rules.errors import (
    DuplicateCardError,
    IllegalPlayError,
    InvalidActionError,
    InvalidCardError,
    WrongSeatError,
)
from jassvision.rules.ledger import Entry
from jassvision.rules.legality import LegalCards, Violation, explain, legal_cards
from jassvision.rules.misdeal import check_hands
from jassvision.rules.operations import Operation, Trick, Undoable
from jassvision.rules.options import Rules
from jassvision.rules.orders import Order, order_of
from jassvision.rules.seats import Seat, next_seat, playing_order, seat_name, side_of

__all__ = ["Deal", "Operation", "Trick", "shuffled_hands"]


class Deal(Undoable):
    """One deal; the base class plays out tricks, games add bidding and scoring.

    Args:
        rules: the house rules.
        dealer: the seat that deals.
        hands: the hand of each seat as it was dealt, None where it is hidden; None alone when all are hidden.
        strict: refuse illegal cards. An observing deal (False) takes what the camera saw and lists it in `violations`;
            impossible things (a card twice, the wrong seat) are refused always.
        as_dealt: Weis and Stöck need not be announced, they are taken from the known hands.

    Attributes:
        phase: `"bidding"`, `"play"` or `"over"`; games may have others in between.
        to_act: the seat that is to act, None when nobody is.
        hands: the hands now, None where hidden.
        dealt: the hands as they were dealt.
        trick: the cards on the table.
        leader: who led, or is to lead, the trick.
        tricks: the completed tricks.
        order: the order of the current trick.
        contract: the contract, None before it is named.
        entries: the score entries so far, in the order in which the points arose.
        violations: illegal cards that an observing deal has taken.
        played: all cards played so far.
        void: the deal was called off and scores nothing; the same dealer deals again.

    Raises:
        DuplicateCardError: a card was dealt twice.
        InvalidCardError: a card is not in the pack.
        InvalidActionError: a hand has the wrong number of cards, or there are too few or many hands.
        WrongSeatError: there is no such dealer.
    """

    public: ClassVar[frozenset[str]] = frozenset({"claim", "misdeal"})
    """Kinds of actions that a seat may take when it is not to act."""

    pieces: ClassVar[frozenset[str]] = frozenset()
    """What belongs to a deal besides hands: the names of the arguments that the game's class takes for it."""

    def __init__(
        self,
        rules: Rules,
        dealer: Seat = 0,
        hands: Sequence[CardSet | None] | None = None,
        *,
        strict: bool = True,
        as_dealt: bool = False,
    ) -> None:
        self.rules = rules
        self.players = rules.players
        if not 0 <= dealer < self.players:
            raise WrongSeatError(f"there is no seat {dealer} at a table of {self.players}: seats count from 0")
        self.dealer = dealer
        self.forehand = next_seat(dealer, self.players, rules.direction)
        self.strict = strict
        self.as_dealt = as_dealt
        self.pack: CardSet = rules.card_pack
        self.hands: tuple[CardSet | None, ...] = (None,) * self.players if hands is None else tuple(hands)
        if len(self.hands) != self.players:
            raise InvalidActionError(f"{len(self.hands)} hands for {self.players} players")
        check_hands(self.hands, self.pack, self.hand_size)
        self.dealt = self.hands
        self.seats = playing_order(self.forehand, self.players, rules.direction)
        self._rounds = tuple(playing_order(s, self.players, rules.direction) for s in range(self.players))
        self.sides = tuple(side_of(s, rules.sides < self.players) for s in range(self.players))
        self.phase = "play"
        self.leader: Seat = self.forehand
        self.to_act: Seat | None = self.forehand
        self.trick: tuple[Card, ...] = ()
        self.tricks: tuple[Trick, ...] = ()
        self.contract: Contract | None = None
        self.order: Order = order_of(None)
        self.violations: tuple[Violation, ...] = ()
        self.played: CardSet = EMPTY
        self.void = False
        super().__init__()
        self._start()

    # What a game differs in ------------------------------------------------------------------------------------------

    @property
    def hand_size(self) -> int:
        """Number of cards each player holds at the start."""
        return self.rules.hand_size

    @property
    def trick_count(self) -> int:
        """Number of tricks in a full deal."""
        return self.hand_size

    def _start(self) -> None:
        """Set phase and `to_act`; the base begins with the forehand leading."""

    def _choices(self) -> Iterator[Action]:
        """All actions now other than `Play`, as far as they can be listed (no announcements of points)."""
        return iter(())

    def _order_now(self) -> Order:
        """The order for the trick that is about to begin."""
        if self.contract is None:
            return self.order
        return self.contract.order(
            len(self.tricks), undenufe_points=self.rules.undenufe_points, family=self.rules.family
        )

    def _legal_set(self, seat: Seat, hand: CardSet) -> CardSet:
        """The cards of a known hand that the seat to play may play."""
        return legal_cards(hand, self.trick, self.order, self.rules)

    def _explain(self, seat: Seat, card: Card, hand: CardSet) -> Violation | None:
        """What is wrong with a card of a known hand, or None."""
        return explain(card, hand, self.trick, self.order, self.rules)

    def _card_played(self, seat: Seat, card: Card) -> None:
        """Called when a card lies on the table, before the trick is completed."""

    def _trick_points(self, cards: tuple[Card, ...]) -> int:
        """Card points of a trick, without factor."""
        points = self.order.points
        return sum([points[c] for c in cards])

    def _trick_completed(self, trick: Trick) -> None:
        """Called when a trick is in `tricks`, before the next one begins; the base scores its card points."""
        self._score("trick", trick.winner, trick.points, cards=sum([BIT[c] for c in trick.cards]))

    def _deal_completed(self) -> None:
        """Called after the last trick; the base scores the last trick and the match."""
        last = self.tricks[-1].winner
        if self.rules.last_trick:
            self._score("last_trick", last, self.rules.last_trick)
        if self.rules.match_bonus and len({self.sides[t.winner] for t in self.tricks}) == 1:
            self._score("match", last, self.rules.match_bonus)

    @property
    def factor(self) -> int:
        """What the points of this deal are multiplied with: the factor of the contract."""
        return 1 if self.contract is None else self.rules.factors.get(self.contract.code, 1)

    # What every game has ---------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the deal is finished (or called off)."""
        return self.phase == "over"

    @property
    def unseen(self) -> CardSet:
        """Cards of the pack that were neither played nor lie in a known hand."""
        seen = self.played
        for hand in self.hands:
            seen |= hand or EMPTY
        return self.pack & ~seen

    @property
    def legal_set(self) -> CardSet:
        """The cards that may be played now, as a set; with a hidden hand, all cards that may lie in it."""
        seat = self.to_act
        if seat is None or self.phase != "play":
            return EMPTY
        hand = self.hands[seat]
        return self.unseen if hand is None else self._legal_set(seat, hand)

    @property
    def legal(self) -> LegalCards:
        """The cards that may be played now."""
        return LegalCards(self.legal_set)

    def actions(self) -> Iterator[Action]:
        """All actions now: the legal plays, then the others as far as they can be listed."""
        seat = self.to_act
        if seat is not None:
            for card in cards_in(self.legal_set):
                yield Play(seat, card)
        yield from self._choices()

    def points(self, side: int) -> int:
        """What a side has scored in this deal so far: the sum of its entries."""
        return sum(entry.points for entry in self.entries if entry.side == side)

    def name_of(self, seat: Seat) -> str:
        """The name of a seat at this table."""
        return seat_name(seat, self.players)

    def verify(self, action: Action) -> None:
        """Raise, saying in one sentence why an action is impossible now; the state is never touched.

        Raises:
            IllegalPlayError: a strict deal and a card that the rules forbid.
            DuplicateCardError: the card has been played already.
            InvalidCardError: the card is not in the hand or not in the pack.
            WrongSeatError: it is another seat's turn.
            InvalidActionError: the game does not know the action, or not now.
            IllegalClaimError: a Weis or another announcement that the hand does not hold, or that comes too late.
        """
        kind = type(action).kind
        check: Callable[[Any], None] | None = getattr(self, f"_verify_{kind}", None)
        if check is None:
            raise InvalidActionError(f"there is no action {kind!r} in {self.rules.game}")
        if self.phase == "over" and kind not in self.public:
            raise InvalidActionError("the deal is over: nothing can be done in it any more")
        if kind != "play":
            wrong = malformed(action)
            if wrong is not None:
                raise InvalidActionError(f"{kind}: {wrong}")
        seat = action.seat
        if seat != self.to_act:
            if not hasattr(seat, "__index__") or not 0 <= seat < self.players:
                raise WrongSeatError(f"there is no seat {seat} at a table of {self.players}")
            if kind not in self.public:
                turn = "nobody's" if self.to_act is None else f"{self.name_of(self.to_act)}'s"
                raise WrongSeatError(f"it is {turn} turn, not {self.name_of(seat)}'s")
        check(action)

    def play(self, card: Card) -> Operation:
        """Let the seat that is to act play a card: short for `push(Play(seat, card))`.

        Raises:
            InvalidActionError: nobody is to act.
        """
        if self.to_act is None:
            raise InvalidActionError("nobody is to play a card now")
        return self.push(Play(self.to_act, card))

    def __repr__(self) -> str:
        contract = "no contract yet" if self.contract is None else self.contract.code
        turn = "" if self.to_act is None else f", {self.name_of(self.to_act)} to act"
        table = "".join(f" {code(card)}" for card in self.trick)
        return f"<{type(self).__name__} {contract}, {self.phase}, trick {len(self.tricks) + 1}:{table}{turn}>"

    # Cards -----------------------------------------------------------------------------------------------------------

    def _verify_play(self, action: Play) -> None:
        card, seat = action.card, action.seat
        if self.phase != "play":
            raise InvalidActionError(f"no card can be played yet: the deal is at {self.phase}")
        number = hasattr(card, "__index__") and 0 <= card < 36
        if not number or not self.pack & BIT[card]:
            name = code(card) if number else repr(card)
            raise InvalidCardError(f"{name} is not in the pack of this game")
        if self.played & BIT[card]:
            raise DuplicateCardError(f"{code(card)} has been played already in this deal")
        hand = self.hands[seat]
        if hand is None:
            for other, cards in enumerate(self.hands):
                if cards is not None and cards & BIT[card]:
                    raise InvalidCardError(
                        f"{code(card)} is in {self.name_of(other)}'s hand, not in {self.name_of(seat)}'s"
                    )
            return
        if not hand & BIT[card]:
            raise InvalidCardError(f"{code(card)} is not in {self.name_of(seat)}'s hand: {' '.join(codes(hand))}")
        if self.strict and not self._legal_set(seat, hand) & BIT[card]:
            violation = self._explain(seat, card, hand)
            assert violation is not None
            raise IllegalPlayError(
                f"{self.name_of(seat)} may not play {violation}",
                rule=violation.rule,
                reason=violation.reason,
                legal=violation.legal,
            )

    def _do_play(self, action: Play) -> None:
        card, seat = action.card, action.seat
        hand = self.hands[seat]
        if hand is not None:
            if not self.strict:
                self._observe(seat, card, hand)
            self.hands = (*self.hands[:seat], hand ^ BIT[card], *self.hands[seat + 1 :])
        self.played |= BIT[card]
        self.trick = (*self.trick, card)
        self._card_played(seat, card)
        if len(self.trick) == self.players:
            self._complete_trick()
        else:
            self.to_act = self._rounds[seat][1]

    def _observe(self, seat: Seat, card: Card, hand: CardSet) -> None:
        violation = self._explain(seat, card, hand)
        if violation is not None:
            violation = replace(violation, seat=seat, trick=len(self.tricks))
            self.violations = (*self.violations, violation)
            self._last = (violation, None, EMPTY)

    def _turns(self) -> tuple[Seat, ...]:
        """The seats in the order in which they play to the current trick."""
        return self._rounds[self.leader]

    def _complete_trick(self) -> None:
        seats = self._turns()
        winner = seats[self.order.winner(self.trick)]
        trick = Trick(self.leader, self.trick, seats, winner, self._trick_points(self.trick))
        self.tricks = (*self.tricks, trick)
        self.trick = ()
        self.leader = winner
        self._last = (self._last[0], trick, EMPTY)
        self._trick_completed(trick)
        if len(self.tricks) == self.trick_count:
            self._deal_completed()
            self.phase, self.to_act = "over", None
        else:
            self.order = self._order_now()
            self.to_act = winner

    def _score(
        self, kind: str, seat: Seat, raw: int, *, factor: int | None = None, cards: CardSet = EMPTY, note: str = ""
    ) -> None:
        """Add an entry for the side of a seat; the factor is the contract's unless given."""
        entry = Entry(
            kind=kind,
            side=self.sides[seat],
            raw=raw,
            factor=self.factor if factor is None else factor,
            trick=max(len(self.tricks) - (not self.trick), 0),
            seat=seat,
            cards=cards,
            note=note,
        )
        self.entries = (*self.entries, entry)

    # All remaining tricks at once ------------------------------------------------------------------------------------

    def _rest_cards(self) -> CardSet:
        """The cards still to be played by all; more than that when hidden hands leave some out of the play."""
        if self.players * self.hand_size == self.pack.bit_count() or None in self.hands:
            return self.pack & ~self.played
        return sum(hand for hand in self.hands if hand is not None)

    def _verify_rest(self, action: TakeRest) -> None:
        if self.phase != "play" or self.trick:
            raise InvalidActionError("the rest can be claimed between two tricks, by the player who is to lead")
        left = self.trick_count - len(self.tricks)
        if self._rest_cards().bit_count() != self.players * left:
            raise InvalidActionError("the rest cannot be scored: it is not known which cards are still in the hands")

    def _do_rest(self, action: TakeRest) -> None:
        rest = self._rest_cards()
        points = self._trick_points(tuple(cards_in(rest)))
        trick = Trick(action.seat, (), (), action.seat, points)
        self.tricks = (*self.tricks, trick)
        self.played |= rest
        self.hands = tuple(hand if hand is None else EMPTY for hand in self.hands)
        self._last = (None, trick, rest)
        self._score("trick", action.seat, points, cards=rest, note="the rest")
        self._deal_completed()
        self.phase, self.to_act = "over", None

    # Words that are possible in every game --------------------------------------------------------------------------

    def _verify_claim(self, action: Claim) -> None:
        if self.rules.claim != "bedanken":
            raise InvalidActionError("a game under these rules ends by itself: nobody has to claim it")

    def _do_claim(self, action: Claim) -> None:
        """Nothing changes in the deal: whether the claim was right is asked of the whole match."""

    def _verify_misdeal(self, action: Misdeal) -> None:
        if self.phase == "over":
            raise InvalidActionError("the deal is over: it cannot be called off any more")

    def _do_misdeal(self, action: Misdeal) -> None:
        for entry in self.entries:
            self.entries = (*self.entries, replace(entry, raw=-entry.raw, note="misdeal"))
        self.phase, self.to_act, self.void = "over", None, True


def shuffled_hands(rules: Rules, rng: random.Random) -> tuple[CardSet, ...]:
    """Random hands for all seats, each of `rules.hand_size` cards.

    >>> [hand.bit_count() for hand in shuffled_hands(Rules(), random.Random(1))]
    [9, 9, 9, 9]
    """
    pack = list(cards_in(rules.card_pack))
    rng.shuffle(pack)
    size = rules.hand_size
    return tuple(sum([BIT[c] for c in pack[size * s : size * (s + 1)]]) for s in range(rules.players))
