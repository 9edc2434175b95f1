"""The auditor: judges plays when hands are hidden, and judges all earlier ones again after every play.

A card played in trick t was in the hand in every trick before t. So a revoke in trick 2 is proved when the suit shows
up in trick 5, and after the last trick everything is decided. Until then a play is *possible*: illegal in some of the
deals that fit what was seen. The verdicts are exact, also with unread cards (see `audit_worlds`). Source: rule list
section 2.

>>> from jassvision.rules.cards import parse_code
>>> from jassvision.rules.options import Rules
>>> auditor = Auditor(Rules(), "H", leader=0)
>>> for card in "SA S7 D8 SK".split():
...     changed = auditor.see(parse_code(card))
>>> print(auditor.possible[0])
south played D8 in trick 1: possible, rule 2.3; illegal if the hand held one of S6 S8 S9 S10 SJ SQ, still unseen
>>> for card in "S9 S6 S8".split():
...     changed = auditor.see(parse_code(card))
>>> print(changed[0])
south played D8 in trick 1: certain, rule 2.3; held S8 in trick 1: played it in trick 2; legal: S8
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from jassvision.rules.actions import Play, ShowWeis
from jassvision.rules.audit_contexts import judge_of
from jassvision.rules.audit_proofs import finding_of
from jassvision.rules.audit_verdict import CERTAIN, CLEAN, POSSIBLE, Verdict
from jassvision.rules.audit_worlds import NoWorldError, Seen, Worlds
from jassvision.rules.cards import BIT, EMPTY, PACK_36, SUIT_SETS, Card, CardSet, cards_in, code, codes, suit_of
from jassvision.rules.contracts import Contract, parse_contract
from jassvision.rules.deal import Deal
from jassvision.rules.errors import DuplicateCardError, InvalidActionError, InvalidCardError, WrongSeatError
from jassvision.rules.options import Rules
from jassvision.rules.orders import Order, order_of
from jassvision.rules.seats import Seat, next_seat, playing_order, seat_name

__all__ = ["CERTAIN", "CLEAN", "POSSIBLE", "Auditor", "Verdict", "audit"]


class Auditor:
    """Watches the plays of one deal with hidden hands.

    Args:
        rules: the house rules.
        contract: the contract, or its code; None where trump arises in the play (`trump_by: first_discard`).
        leader: who leads the first trick.
        hands: hands that are known when the play begins (a hand camera, an open game), None for each hidden one.
        shown: cards that a seat has shown to be in its hand (a Weis), by seat.
        out: cards known to be in no hand.

    Attributes:
        verdicts: the verdict on every play so far.

    Raises:
        InvalidCardError: a card is not in the pack.
        DuplicateCardError: a card is known to be in two hands.
        InvalidActionError: a hand has the wrong number of cards, or there is no such contract.
        WrongSeatError: there is no such seat.
    """

    def __init__(
        self,
        rules: Rules,
        contract: Contract | str | None,
        leader: Seat,
        *,
        hands: Sequence[CardSet | None] | None = None,
        shown: Mapping[Seat, CardSet] | None = None,
        out: CardSet = EMPTY,
    ) -> None:
        self.rules = rules
        self.players = rules.players
        self._judge = judge_of(rules)
        spare = rules.card_pack.bit_count() - self.players * rules.hand_size
        self._free_tricks = spare // self.players if rules.draw else 0
        self.size = rules.hand_size + self._free_tricks
        if not 0 <= leader < self.players:
            raise WrongSeatError(f"there is no seat {leader} at a table of {self.players}: seats count from 0")
        self._first = leader
        given = tuple(hands) if hands is not None else (None,) * self.players
        if len(given) != self.players:
            raise InvalidActionError(f"{len(given)} hands for {self.players} players")
        for seat, hand in enumerate(given):
            if hand is not None and hand.bit_count() != rules.hand_size:
                raise InvalidActionError(
                    f"{seat_name(seat, self.players)} holds {hand.bit_count()} cards instead of {rules.hand_size}"
                )
        for seat in shown or ():
            if not 0 <= seat < self.players:
                raise WrongSeatError(f"there is no seat {seat} at a table of {self.players}: seats count from 0")
        if out & ~rules.card_pack:
            raise InvalidCardError("cards known to be in no hand are not in the pack of this game")
        self._hands = given
        self._shown = tuple((shown or {}).get(seat, EMPTY) for seat in range(self.players))
        self._out = out
        self._contract = _contract(contract, rules)
        self._plays: tuple[tuple[Seat, CardSet], ...] = ()
        self.verdicts: tuple[Verdict, ...] = ()
        self._past: list[tuple[tuple[tuple[Seat, CardSet], ...], tuple[Verdict, ...], tuple[CardSet, ...]]] = []
        self._check_held()

    # What is seen ----------------------------------------------------------------------------------------------------

    def see(
        self, card: Card | None = None, *, candidates: CardSet = EMPTY, seat: Seat | None = None
    ) -> tuple[Verdict, ...]:
        """Take the next play and judge all plays again; returns the verdicts that are new or have changed.

        Args:
            card: the card; None when it was not read.
            candidates: the cards that an unread one may have been; none given means any.
            seat: who played; by default whoever is to play. It must be given for a lead when an unread card leaves
                open who won the trick before.

        Raises:
            DuplicateCardError: the card was played already.
            InvalidCardError: the card is not in the pack, or is known to be in another hand.
            WrongSeatError: another seat is to play.
            InvalidActionError: the deal is complete, or it must be said who led.
            NoWorldError: no deal fits what was seen.
        """
        if len(self._plays) == self.players * self.size:
            raise InvalidActionError("the deal is complete: every card has been played")
        actor = self.to_act if seat is None else seat
        if actor is None:
            raise InvalidActionError("an unread card leaves open who won the last trick: say who leads")
        self._check_turn(actor)
        plays = (*self._plays, (actor, self._candidates(card, candidates)))
        return self._become(plays, self._contract, self._shown, keep=True)

    def see_all(self, plays: Iterable[tuple[Seat, CardSet]]) -> tuple[Verdict, ...]:
        """Take several plays at once, each as seat and the cards that it may have been; otherwise as `see`."""
        more = tuple((seat, self._pack_part(cards)) for seat, cards in plays)
        if len(self._plays) + len(more) > self.players * self.size:
            raise InvalidActionError(f"a deal has {self.players * self.size} plays, not more")
        if more:
            self._check_turn(more[0][0])
        return self._become((*self._plays, *more), self._contract, self._shown, keep=True)

    def show(self, seat: Seat, cards: CardSet) -> tuple[Verdict, ...]:
        """Take that a seat has shown cards of its hand; returns the verdicts that have changed.

        Raises:
            WrongSeatError: there is no such seat.
            InvalidCardError: the cards cannot have been in that hand.
            DuplicateCardError: they are known to be in another one.
            NoWorldError: no deal fits.
        """
        if not 0 <= seat < self.players:
            raise WrongSeatError(f"there is no seat {seat} at a table of {self.players}: seats count from 0")
        shown = (*self._shown[:seat], self._shown[seat] | cards, *self._shown[seat + 1 :])
        return self._become(self._plays, self._contract, shown, keep=True)

    def correct(self, index: int, card: Card | None = None, *, candidates: CardSet = EMPTY) -> tuple[Verdict, ...]:
        """Replace the card of an earlier play; returns the verdicts that have changed. Errors are those of `see`."""
        if not 0 <= index < len(self._plays):
            raise InvalidActionError(f"there is no play number {index + 1}: {len(self._plays)} were seen")
        seat = self._plays[index][0]
        plays = (*self._plays[:index], (seat, self._candidates(card, candidates)), *self._plays[index + 1 :])
        return self._become(plays, self._contract, self._shown, keep=False)

    def change_contract(self, contract: Contract | str) -> tuple[Verdict, ...]:
        """Judge everything again under another contract; returns the verdicts that have changed.

        Raises:
            InvalidActionError: there is no such contract.
            WrongSeatError: under it another seat would have won a trick than led the next.
        """
        return self._become(self._plays, _contract(contract, self.rules), self._shown, keep=False)

    def undo(self) -> None:
        """Take the last `see`, `show` or `correct` back.

        Raises:
            InvalidActionError: nothing was seen yet.
        """
        if not self._past:
            raise InvalidActionError("there is nothing to take back")
        plays, verdicts, self._shown = self._past.pop()
        self._plays = plays
        self.verdicts = verdicts

    # What is known ---------------------------------------------------------------------------------------------------

    @property
    def contract(self) -> Contract | None:
        """The contract by which plays are judged."""
        return self._contract

    @property
    def certain(self) -> tuple[Verdict, ...]:
        """The plays that were illegal beyond doubt."""
        return tuple(v for v in self.verdicts if v.status == CERTAIN)

    @property
    def possible(self) -> tuple[Verdict, ...]:
        """The plays that may have been illegal."""
        return tuple(v for v in self.verdicts if v.status == POSSIBLE)

    @property
    def to_act(self) -> Seat | None:
        """Who is to play; None at the end, and when an unread card leaves open who won the trick."""
        done = len(self._plays)
        if done == self.players * self.size:
            return None
        if done % self.players:
            return next_seat(self._plays[-1][0], self.players, self.rules.direction)
        if not done:
            return self._first
        seen, _, order = self._layout(self._plays, self._contract)
        last = seen[-self.players :]
        if not all(play.sure for play in last):
            return None
        return last[order.winner(tuple(p.cards.bit_length() - 1 for p in last))].seat

    # How it is done --------------------------------------------------------------------------------------------------

    def _candidates(self, card: Card | None, candidates: CardSet) -> CardSet:
        pack = self.rules.card_pack
        if card is None:
            return self._pack_part(candidates or pack)
        if not 0 <= card < 36 or not pack >> card & 1:
            raise InvalidCardError(f"{code(card) if 0 <= card < 36 else repr(card)} is not in the pack of this game")
        return BIT[card]

    def _pack_part(self, cards: CardSet) -> CardSet:
        if not cards & self.rules.card_pack:
            raise InvalidCardError(f"none of {' '.join(codes(cards))} is in the pack of this game")
        return cards & self.rules.card_pack

    def _check_turn(self, seat: Seat) -> None:
        if not 0 <= seat < self.players:
            raise WrongSeatError(f"there is no seat {seat} at a table of {self.players}: seats count from 0")
        turn = self.to_act
        if turn is not None and seat != turn:
            raise WrongSeatError(f"it is {seat_name(turn, self.players)}'s turn, not {seat_name(seat, self.players)}'s")

    def _check_held(self) -> None:
        seen = self._out
        pack = self.rules.card_pack
        for seat, cards in enumerate(self._held(self._shown)):
            name = seat_name(seat, self.players)
            if cards & ~pack:
                raise InvalidCardError(f"{name} holds what is not in the pack of this game")
            if cards & seen:
                raise DuplicateCardError(f"known to be elsewhere, too: {name}'s {' '.join(codes(cards & seen))}")
            if cards.bit_count() > self.size:
                raise InvalidCardError(f"{name} holds more than {self.size} cards")
            seen |= cards

    def _held(self, shown: tuple[CardSet, ...]) -> tuple[CardSet, ...]:
        return tuple((hand or EMPTY) | cards for hand, cards in zip(self._hands, shown, strict=True))

    def _become(
        self,
        plays: tuple[tuple[Seat, CardSet], ...],
        contract: Contract | None,
        shown: tuple[CardSet, ...],
        *,
        keep: bool,
    ) -> tuple[Verdict, ...]:
        """Go over to another state of knowledge, or raise and stay."""
        before = (self._plays, self._contract, self._shown, self.verdicts)
        self._shown = shown
        try:
            self._check_held()
            self._check_cards(plays, shown)
            verdicts = self._judged(plays, contract, shown, self.verdicts if keep else ())
        except BaseException:
            self._shown = before[2]
            raise
        self._past = [*self._past, (before[0], before[3], before[2])] if contract is before[1] else []
        self._plays, self._contract, self.verdicts = plays, contract, verdicts
        old = before[3]
        return tuple(v for i, v in enumerate(verdicts) if i >= len(old) or v != old[i])

    def _check_cards(self, plays: tuple[tuple[Seat, CardSet], ...], shown: tuple[CardSet, ...]) -> None:
        held = self._held(shown)
        played = EMPTY
        own = [EMPTY] * self.players
        left = [self.size] * self.players
        for seat, cards in plays:
            name = seat_name(seat, self.players)
            if cards & (cards - 1):
                left[seat] -= 1
                continue
            if cards & played:
                raise DuplicateCardError(f"{' '.join(codes(cards))} has been played already in this deal")
            if cards & self._out:
                raise InvalidCardError(f"{' '.join(codes(cards))} is known to be in no hand")
            for other, known in enumerate(held):
                if other != seat and cards & known:
                    holder = seat_name(other, self.players)
                    raise InvalidCardError(f"{' '.join(codes(cards))} is in {holder}'s hand, not in {name}'s")
            played |= cards
            own[seat] |= cards
            left[seat] -= 1
        unsure = [sum(1 for s, c in plays if s == seat and c & (c - 1)) for seat in range(self.players)]
        for seat, known in enumerate(held):
            if (known & ~own[seat]).bit_count() > left[seat] + unsure[seat]:
                name = seat_name(seat, self.players)
                raise InvalidCardError(
                    f"{name} has played cards that were not in the hand known to be {' '.join(codes(known))}"
                )

    def _layout(
        self, plays: tuple[tuple[Seat, CardSet], ...], contract: Contract | None
    ) -> tuple[list[Seen], dict[int, tuple[Seat, Order]], Order]:
        """The plays with trick and order, who led after each trick (with the order by which he won), the order now.

        Where trump arises in the play it decides the whole trick, also over cards played before it arose.
        """
        seen: list[Seen] = []
        winners: dict[int, tuple[Seat, Order]] = {}
        order = order_of(None, family=self.rules.family)
        for start in range(0, len(plays), self.players):
            number = start // self.players
            chunk = plays[start : start + self.players]
            if number and all(not c & (c - 1) for _, c in plays[start - self.players : start]):
                last = seen[-self.players :]
                won = last[order.winner(tuple(p.cards.bit_length() - 1 for p in last))].seat
                if won != chunk[0][0]:
                    winner, leader = seat_name(won, self.players), seat_name(chunk[0][0], self.players)
                    raise WrongSeatError(
                        f"{winner} won trick {number}, but {leader} led trick {number + 1}: "
                        f"another contract, or a card that was read wrong"
                    )
            if number:
                winners[number - 1] = (chunk[0][0], order)
            if contract is not None:
                order = contract.order(number, undenufe_points=self.rules.undenufe_points, family=self.rules.family)
            turns = playing_order(chunk[0][0], self.players, self.rules.direction)
            for position, (seat, cards) in enumerate(chunk):
                if seat != turns[position]:
                    turn = seat_name(turns[position], self.players)
                    raise WrongSeatError(f"it is {turn}'s turn, not {seat_name(seat, self.players)}'s")
                seen.append(Seen(seat, number, cards, order))
                if contract is None and position and not self._revokes(seat, chunk[0][1], plays[: len(seen)]):
                    order = _order_after(order, chunk[0][1], cards)
        return seen, winners, order

    def _revokes(self, seat: Seat, led: CardSet, plays: tuple[tuple[Seat, CardSet], ...]) -> bool:
        """Whether a known hand could still have followed suit: then its card fixes no trump."""
        hand = self._hands[seat]
        if hand is None or led & (led - 1):
            return False
        for other, cards in plays:
            hand &= ~cards if other == seat and not cards & (cards - 1) else PACK_36
        return bool(hand & SUIT_SETS[suit_of(led.bit_length() - 1)])

    def _judged(
        self,
        plays: tuple[tuple[Seat, CardSet], ...],
        contract: Contract | None,
        shown: tuple[CardSet, ...],
        old: tuple[Verdict, ...],
    ) -> tuple[Verdict, ...]:
        seen, winners, _ = self._layout(plays, contract)
        held = self._held(shown)
        worlds = Worlds(self.rules.card_pack, self.size, seen, held, self._out, winners)
        verdicts = []
        complete = len(seen) == self.players * self.size
        for index, play in enumerate(seen):
            before = old[index] if index < len(old) else None
            if before is None or before.status == POSSIBLE:
                verdicts.append(self._verdict(worlds, index, play, shown))
            elif complete and before.status == CERTAIN:
                # What proved it first stays; which rule it broke and which cards were legal is known in full only now.
                now = self._verdict(worlds, index, play, shown)
                verdicts.append(replace(now, proof=before.proof))
            else:
                verdicts.append(before)
        return tuple(verdicts)

    def _verdict(self, worlds: Worlds, index: int, play: Seen, shown: tuple[CardSet, ...]) -> Verdict:
        clean = Verdict(index, play.seat, play.trick, play.cards, self.players, CLEAN)
        if play.trick < self._free_tricks or index % self.players == 0:
            return clean
        legal, wrong, exact = worlds.outcomes(index, self._judge)
        if not legal and not wrong:
            raise NoWorldError("no deal fits what was seen")
        if not wrong:
            return clean
        found = finding_of(worlds, index, self._judge, not legal, shown)
        proof = found.proof if exact else "too many cards are unread to settle it"
        status = POSSIBLE if legal else CERTAIN
        return replace(
            clean, status=status, rule=found.rule, reason=found.reason, legal=found.legal, proof=proof, exact=exact
        )


def audit(deal: Deal, shown: Mapping[Seat, CardSet] | None = None) -> tuple[Verdict, ...]:
    """The verdicts on all plays of a deal so far, by what it knows: hands, and Weis that were shown.

    Raises:
        InvalidActionError: the contract is not known.

    >>> from jassvision.rules.actions import Name
    >>> from jassvision.rules.cards import parse_code
    >>> from jassvision.rules.games import deal_for
    >>> deal = deal_for(Rules(), 0, strict=False)
    >>> _ = deal.push(Name(3, "O"))
    >>> for card in "HA S6".split():
    ...     _ = deal.play(parse_code(card))
    >>> [(v.status, v.rule) for v in audit(deal)]
    [('clean', ''), ('possible', '2.7')]
    """
    rules = deal.rules
    known = dict(shown or {})
    plays: list[tuple[Seat, CardSet]] = []
    for operation in deal.history:
        action = operation.action
        if isinstance(action, ShowWeis):
            known[action.seat] = known.get(action.seat, EMPTY) | action.cards
        elif isinstance(action, Play):
            plays.append((action.seat, BIT[action.card]))
    if not plays:
        return ()
    if rules.open_piles:
        return as_listed(deal, plays, deal.players)
    contract = None if rules.trump_by == "first_discard" else deal.contract
    hands = _hands_at_start(deal, plays)
    known = {seat: cards for seat, cards in known.items() if hands[seat] is None}
    for seat, card in plays:
        # what another has played was not in the hand of somebody who announced it wrongly
        known = {other: cards if other == seat else cards & ~card for other, cards in known.items()}
    auditor = Auditor(rules, contract, plays[0][0], hands=hands, shown=known)
    auditor.see_all(plays)
    return auditor.verdicts


def _hands_at_start(deal: Deal, plays: Sequence[tuple[Seat, CardSet]]) -> tuple[CardSet | None, ...]:
    """The known hands when the part of the deal began in which plays are judged: all that was played or is held."""
    size = deal.rules.hand_size
    free = (deal.pack.bit_count() - deal.players * size) // deal.players if deal.rules.draw else 0
    if len(deal.tricks) < free:
        return (None,) * deal.players
    found: list[CardSet | None] = []
    for seat, held in enumerate(deal.hands):
        cards = held
        if cards is not None:
            for other, card in plays[free * deal.players :]:
                cards |= card if other == seat else EMPTY
            if cards.bit_count() != size:
                # the rest was laid down at once: who held what is known if nothing was swapped or drawn
                dealt = deal.dealt[seat]
                cards = dealt if dealt is not None and not cards & ~dealt and dealt.bit_count() == size else None
        found.append(cards)
    return tuple(found)


def as_listed(deal: Deal | None, plays: Sequence[tuple[Seat, CardSet]], players: int) -> tuple[Verdict, ...]:
    """Verdicts of a game with open cards, where the deal itself has judged every play by what lay there.

    A later play proves nothing: the card may have lain face down before.

    Args:
        deal: the deal, None if it could not be played at all.
        plays: seat and possible cards of each play, also of those at which the deal breaks off.
        players: number of players.
    """
    listed = {} if deal is None else {BIT[v.card]: v for v in deal.violations}
    verdicts = []
    for index, (seat, cards) in enumerate(plays):
        verdict = Verdict(index, seat, index // players, cards, players, CLEAN)
        violation = listed.get(cards)
        if violation is not None:
            proof = f"{' '.join(codes(violation.legal))} lay open"
            verdict = replace(
                verdict,
                status=CERTAIN,
                rule=violation.rule,
                reason=violation.reason,
                legal=violation.legal,
                proof=proof,
            )
        verdicts.append(verdict)
    return tuple(verdicts)


def _contract(contract: Contract | str | None, rules: Rules) -> Contract | None:
    if contract is None and rules.trump_by != "first_discard":
        raise InvalidActionError("plays can be judged once the contract is known")
    return parse_contract(contract) if isinstance(contract, str) else contract


def _order_after(order: Order, led: CardSet, cards: CardSet) -> Order:
    """The order once somebody has played a card, where the first card of another suit than that led makes trump."""
    if order.trump is not None:
        return order
    suits = {suit_of(card) for card in cards_in(led)}
    played = {suit_of(card) for card in cards_in(cards)}
    if len(suits) == 1 and suits == played:
        return order
    if len(played) == 1 and len(suits) == 1:
        return order_of(played.pop())
    raise InvalidActionError("an unread card decides what is trump: say which card it was")
