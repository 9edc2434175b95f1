"""A match: deals in sequence, who deals next, the boxes still open, the running score, who won.

Works for every game by the `Deal` protocol. Nothing is counted here: the ledger is made of the deals' entries and of
the corrections that rulings add, so it is right again after every step back. Source: rule list sections 4 and 5.

>>> from jassvision.rules.actions import Misdeal, Name
>>> match = Match(Rules(), dealer=0, names=("Anni", "Beat", "Cla", "Dora"))
>>> deal = match.start()
>>> _ = match.push(Misdeal(2, "a card fell face up"))
>>> match.next_dealer, match.deals_played, match.totals
(0, 0, (0, 0))
>>> deal = match.start()
>>> _ = match.push(Name(3, "O"))
>>> _ = match.undo(), match.undo(), match.undo()
>>> match.deals[-1].void
False
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jassvision.rules.actions import Action, Claim
from jassvision.rules.audit_rulings import ruling
from jassvision.rules.cards import CardSet
from jassvision.rules.deal import Deal
from jassvision.rules.ending import Crossing, GameClaim, GameEnd, bergpreis, game_end
from jassvision.rules.errors import InvalidActionError, JassError, WrongSeatError
from jassvision.rules.games import deal_for
from jassvision.rules.games.bidding import BiddingDeal
from jassvision.rules.games.coiffeur import CoiffeurDeal
from jassvision.rules.ledger import Entry, Ledger
from jassvision.rules.operations import Operation
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat, seat_name


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a revoke has cost.

    Attributes:
        deal: index of the deal.
        side: the side that revoked.
        trick: number of the trick in which it did, from 0.
        kind: `"report"`, `"trick_and_rest"` or `"void_deal"`.
        entries: what was added to the ledger.
        after: how many deals had begun when it was made.
        step: how many actions had been done in the last of them.
    """

    deal: int
    side: int
    trick: int
    kind: str
    entries: tuple[Entry, ...]
    after: int
    step: int


class Match:
    """A match under one set of house rules.

    Args:
        rules: the house rules.
        dealer: who deals first.
        names: the players' names, by seat; none given means the seats' names.
        strict: refuse illegal cards, and any action after the match is over. An observed match (False) takes what was
            seen, as the players may not know yet that it is over.
        as_dealt: Weis and Stöck are taken from the known hands and need not be announced; None leaves it to the game.

    Attributes:
        deals: all deals, those that were called off and the current one included.
        rulings: the rulings that were made for revokes, in order.

    Raises:
        WrongSeatError: there is no such dealer, or not a name for every seat.
        JassError: a name is empty or has more than one line.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        dealer: Seat = 0,
        names: Sequence[str] = (),
        strict: bool = True,
        as_dealt: bool | None = None,
    ) -> None:
        if not 0 <= dealer < rules.players:
            raise WrongSeatError(f"there is no seat {dealer} at a table of {rules.players}: seats count from 0")
        if names and len(names) != rules.players:
            raise WrongSeatError(f"{len(names)} names for {rules.players} players")
        for name in names:
            if not name.strip() or not name.isprintable():
                raise JassError(f"{name[:40]!r} is no name: write one line of text, so that it fits into a record")
        self.rules = rules
        self.names = tuple(names) or tuple(seat_name(seat, rules.players) for seat in range(rules.players))
        self.strict, self.as_dealt = strict, as_dealt
        self._first_dealer = dealer
        self.deals: tuple[Deal, ...] = ()
        self.rulings: tuple[Ruling, ...] = ()

    # Steps -----------------------------------------------------------------------------------------------------------

    def start(
        self, hands: Sequence[CardSet | None] | None = None, *, dealer: Seat | None = None, **options: Any
    ) -> Deal:
        """Begin the next deal; `options` are those of the game's deal (a stock, a turned card).

        The dealer follows from the deal before; a game that begins anew at the table may name another.

        Raises:
            InvalidActionError: the deal before is not over, or the match is.
        """
        if self.deals and not self.deals[-1].is_over:
            raise InvalidActionError(f"deal {len(self.deals)} is not over yet")
        self._refuse_when_over()
        if self.rules.boxes:
            options.setdefault("open_boxes", self.open_boxes)
        if self.rules.litige:
            options.setdefault("carried", self.carried)
        seat = self.next_dealer if dealer is None else dealer
        if self.as_dealt is not None:
            options.setdefault("as_dealt", self.as_dealt)
        deal = deal_for(self.rules, seat, hands, strict=self.strict, **options)
        self.deals = (*self.deals, deal)
        return deal

    def verify(self, action: Action) -> None:
        """Raise, saying why an action is impossible now; errors are those of `Deal.verify`."""
        if not self.deals:
            raise InvalidActionError("no deal has begun yet")
        self._refuse_when_over()
        self.deals[-1].verify(action)

    def push(self, action: Action) -> Operation:
        """Do an action in the current deal, or raise and leave everything as it was."""
        self.verify(action)
        return self.deals[-1].push(action)

    def undo(self) -> str:
        """Take the last step back, across deals too; returns what it was: `"action"`, `"deal"` or `"ruling"`.

        Raises:
            InvalidActionError: nothing has been done yet.
        """
        if not self.deals:
            raise InvalidActionError("there is nothing to take back")
        if self.rulings and (self.rulings[-1].after, self.rulings[-1].step) == self._now():
            self.rulings = self.rulings[:-1]
            return "ruling"
        if self.deals[-1].history:
            self.deals[-1].pop()
            return "action"
        self.deals = self.deals[:-1]
        return "deal"

    def _now(self) -> tuple[int, int]:
        """How many deals have begun, and how many actions were done in the last of them."""
        return len(self.deals), len(self.deals[-1].history) if self.deals else 0

    def rule(self, side: int, trick: int, *, deal: int = -1, kind: str | None = None) -> tuple[Entry, ...]:
        """Apply the ruling for a revoke (`rules.revoke`, or another `kind`) to a complete deal; returns the entries.

        Args:
            side: the side that revoked.
            trick: number of the trick in which it did, from 0.
            deal: index of the deal, the last one by default.

        Raises:
            InvalidActionError: there is no such deal, it is not complete, or it had no such trick.
            RulesError: the ruling has no meaning in this game.
        """
        if not -len(self.deals) <= deal < len(self.deals):
            raise InvalidActionError(f"there is no deal {deal}: {len(self.deals)} were dealt")
        index = deal % len(self.deals)
        chosen = self.deals[index]
        if not chosen.is_over or chosen.void:
            raise InvalidActionError(f"deal {index + 1} is not complete: a ruling corrects a complete deal")
        if not 0 <= trick < chosen.trick_count:
            raise InvalidActionError(f"deal {index + 1} had no trick {trick + 1}: there were {chosen.trick_count}")
        if not 0 <= side < self.rules.sides:
            raise InvalidActionError(f"side {side} does not play: there are sides 0 to {self.rules.sides - 1}")
        start = self._offset(index)
        named = kind or self.rules.revoke
        added = ruling(named, self.rules, chosen.entries, side, trick, start=start)
        # a ledger refuses entries that were taken back before
        Ledger(self.rules.sides, (*self._entries(), *added))
        self.rulings = (*self.rulings, Ruling(index, side, trick, named, added, *self._now()))
        return added

    def _refuse_when_over(self) -> None:
        end = self.end
        if self.strict and end is not None:
            raise InvalidActionError(f"the match is over: {end.reason}")

    # The state -------------------------------------------------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        """The current deal, or the last one when it is over; None before the first."""
        return self.deals[-1] if self.deals else None

    @property
    def to_act(self) -> Seat | None:
        """Who is to act in the current deal."""
        return self.deals[-1].to_act if self.deals else None

    @property
    def next_dealer(self) -> Seat:
        """Who deals next: the seat after the last dealer, or the same one after a misdeal."""
        if not self.deals:
            return self._first_dealer
        last = self.deals[-1]
        return last.dealer if last.void else next_seat(last.dealer, self.rules.players, self.rules.direction)

    @property
    def deals_played(self) -> int:
        """How many deals are complete, those called off left out."""
        return sum(deal.is_over and not deal.void for deal in self.deals)

    @property
    def open_boxes(self) -> tuple[tuple[str, ...], ...]:
        """For each side the boxes of the Coiffeur grid that it has still to play; empty in other games."""
        played = {
            (deal.sides[deal.maker], deal.box.name)
            for deal in self.deals
            if isinstance(deal, CoiffeurDeal) and deal.is_over and not deal.void and deal.box and deal.maker is not None
        }
        names = [box.name for box in self.rules.boxes]
        return tuple(tuple(n for n in names if (side, n) not in played) for side in range(self.rules.sides))

    @property
    def carried(self) -> int:
        """Points that wait for the winner of the next deal (litige)."""
        for deal in reversed(self.deals):
            if isinstance(deal, BiddingDeal) and deal.is_over and not deal.void:
                return deal.carry
        return 0

    @property
    def ledger(self) -> Ledger:
        """Everything scored so far, in the order in which it arose; deals called off are left out."""
        return Ledger(self.rules.sides, self._entries())

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of every side now."""
        return self.ledger.totals()

    @property
    def leading(self) -> tuple[int, ...]:
        """The sides that lie in front, several when they are level."""
        totals = self.totals
        best = max(totals) if self.rules.wins == "highest" else min(totals)
        return tuple(side for side, total in enumerate(totals) if total == best)

    @property
    def claims(self) -> tuple[GameClaim, ...]:
        """The claims that were made ("bedanken"), with the entries there were at that moment."""
        found = []
        for index, deal in enumerate(self.deals):
            after = self._offset(index)
            for operation in deal.history:
                if isinstance(operation.action, Claim):
                    found.append(GameClaim(deal.sides[operation.action.seat], after))
                after += 0 if deal.void else len(operation.entries)
        return tuple(found)

    @property
    def end(self) -> GameEnd | None:
        """How the match ended, None while it goes on."""
        return game_end(
            self.rules, self._entries(), claims=self.claims, deals_played=self.deals_played, starts=self._starts()
        )

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.end is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """The side that has won (several when level after the last deal), empty while the match goes on."""
        end = self.end
        return () if end is None else end.winners

    @property
    def bergpreis(self) -> Crossing | None:
        """The side that was first at half the target, with what was agreed for it."""
        return bergpreis(self.rules, self._entries(), starts=self._starts())

    def side_name(self, side: int) -> str:
        """The names of those who play for a side, such as `"Anni and Cla"`."""
        partners = self.rules.sides < self.rules.players
        return " and ".join(name for seat, name in enumerate(self.names) if (seat % 2 if partners else seat) == side)

    def _starts(self) -> frozenset[int]:
        """Where in the ledger the deals begin."""
        return frozenset(map(self._offset, range(len(self.deals))))

    def _offset(self, index: int) -> int:
        """Index in the ledger of the first entry of a deal."""
        count = sum(0 if deal.void else len(deal.entries) for deal in self.deals[:index])
        return count + sum(len(made.entries) for made in self.rulings if made.after <= index)

    def _entries(self) -> tuple[Entry, ...]:
        found: list[Entry] = []
        for number in range(len(self.deals) + 1):
            for made in self.rulings:
                if made.after == number:
                    found += made.entries
            if number < len(self.deals) and not self.deals[number].void:
                found += self.deals[number].entries
        return tuple(found)
