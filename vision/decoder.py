"""The decoder: from what the eyes tell to deals, always with the best current answer.

It takes observations one by one. After each of them `answer` is the most likely course of all deals so far, given all
readings and what is possible in Jass: each card once, so many cards a trick, seats in turn, the winner of a trick
leads the next and takes the cards away, illegal plays rare. Later evidence corrects earlier plays. What stays open is
marked `unsure` with the likeliest cards, never guessed silently.

The work is done by a beam of lines for each deal (see `decoder_beam`); here deals are told apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from jassvision.rules.errors import InvalidActionError
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat
from jassvision.vision.arising_trump import laws_of
from jassvision.vision.decoder_answer import Claimed, DecodedDeal, answer
from jassvision.vision.decoder_beam import PATIENCE, Beam
from jassvision.vision.decoder_claims import laid_at_once
from jassvision.vision.decoder_lines import MISSED
from jassvision.vision.observations import (
    Disturbed,
    Ended,
    Observation,
    Reread,
    SeenCard,
    ShownHand,
    Swept,
    Withdrawn,
)

DEALER_SURE: Final = 0.995
"""Probability that the dealer whom a person named did deal."""

DEALER_ROTATES: Final = 0.97
"""Probability that the next seat deals after a deal; else it was a misdeal, or a deal was not filmed."""

PAUSE_AFTER_LAST: Final = 3.0
"""Seconds after the last card of a deal from which another card begins the next one, though no sweep was seen."""

DEALT_SECONDS: Final = 8.0
"""Seconds that dealing takes at least: so soon after a deal of which a whole trick was not read, nothing new begins."""

NEW_DEAL_CARDS: Final = ((12.0, 2), (5.0, 3), (0.0, 4))
"""Seconds without a card, and how many cards of earlier tricks that come again after them are enough: then a new deal
has begun before the last one was complete. Dealing takes its time; only where a film was cut it cannot be seen."""

CLAIM_SECONDS: Final = 8.0
"""How long it takes at a table to lay down all the rest, and at least until the next deal: what is seen meanwhile are
no plays, unless it goes on for longer."""

AWAKE: Final = 2
"""Deals whose lines are kept, the current one included; those of earlier ones are found again if somebody asks."""

CLEAR: Final = 0.6
"""Probability from which a reading counts for that."""

_DARK = ("dark", "covered", "lost")


@dataclass(frozen=True)
class Decoded:
    """Everything that was understood of a film so far.

    Attributes:
        deals: the deals, the current one last.
        notes: what a person should know about the whole film.
        ended: whether the film is over.
    """

    deals: tuple[DecodedDeal, ...]
    notes: tuple[str, ...] = ()
    ended: bool = False


@dataclass
class _Current:
    """One deal while it is understood.

    `since` is what was seen since all the rest was laid down, as it seems; `unclaimed` tells that play went on after
    such a thing, so that nothing else is taken for it.
    """

    beam: Beam
    given: str | None
    shown: list[ShownHand] = field(default_factory=list)
    rest: Claimed | None = None
    since: list[SeenCard | Swept] = field(default_factory=list)
    closed: bool = False
    unclaimed: bool = False
    answer: DecodedDeal | None = None


class Decoder:
    """Understands what the eyes tell.

    Args:
        rules: the house rules.
        dealer: who deals first, None if nobody said it.
        contracts: the contract of each deal as far as said, None for one that was not said.
        certain_contracts: what is said of a contract stands, however badly the play fits it; else the play may speak
            louder, as people mistype.
        online: somebody waits for every answer, so the work for each observation is bounded. What takes longer is
            done with the observations that follow, by `think`, or at the end; until then more is unsure.

    `take` never makes an answer; that is done when `answer` is asked for.

    Raises:
        InvalidActionError: a contract is not played under these rules.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        dealer: Seat | None = None,
        contracts: Sequence[str | None] = (),
        certain_contracts: bool = False,
        online: bool = False,
    ) -> None:
        self.rules = rules
        self.laws = laws_of(rules)
        for number, code in enumerate(contracts):
            if code is not None and code not in self.laws.told:
                named = ", ".join(self.laws.told) if any(self.laws.told) else "none, for trump arises in the play"
                raise InvalidActionError(
                    f"contract {number + 1}: {code!r} is not played under these rules; "
                    f"choose one of {named}, or ? if nobody knows it"
                )
        self._dealer = dealer
        self._contracts = list(contracts)
        self._certain = certain_contracts
        self._patience = PATIENCE if online else None
        self._deals: list[_Current] = []
        self._waiting: list[ShownHand] = []
        self._notes: list[str] = []
        self._dark_since: float | None = None
        self._time = 0.0
        self._ended = False

    # What is seen ----------------------------------------------------------------------------------------------------

    def take(self, seen: Observation) -> None:
        """Take the next observation; one of a track that is not known is left out."""
        if isinstance(seen, SeenCard | Swept) and self._is_of_claim(seen):
            return
        if isinstance(seen, SeenCard):
            self._card(seen)
        elif isinstance(seen, Reread | Withdrawn):
            deal = self._deal_of(seen.track)
            if deal is None:
                return
            if isinstance(seen, Reread):
                deal.beam.reread(seen)
            else:
                deal.beam.withdraw(seen)
            deal.answer = None
        elif isinstance(seen, Swept):
            self._sweep(seen)
        elif isinstance(seen, ShownHand):
            self._show(seen)
        elif isinstance(seen, Disturbed):
            self._disturb(seen)
        elif isinstance(seen, Ended):
            self._end(seen)
        # What follows in the deal that is played takes what was put off in it along.
        self._think(deal for deal in self._deals[-AWAKE:] if deal.closed)

    @property
    def is_behind(self) -> bool:
        """Whether something was put off."""
        return any(deal.beam.is_behind for deal in self._deals[-AWAKE:])

    def think(self) -> bool:
        """Go on with what was put off, where work is bounded; returns whether there is more of it."""
        return self._think(self._deals[-AWAKE:])

    def _think(self, deals: Iterable[_Current]) -> bool:
        more = False
        for deal in deals:
            if deal.beam.think():
                if deal.beam.is_behind:
                    more = True
                else:
                    deal.answer = None
        return more

    def take_all(self, seen: Iterable[Observation]) -> Decoded:
        """Take many observations; returns the answer after the last."""
        for one in seen:
            self.take(one)
        return self.answer

    def set_contract(self, deal: int, contract: str | None) -> None:
        """Say what the contract of a deal (from 0) is, or that it is not known after all.

        Raises:
            InvalidActionError: the contract is not played under these rules.
        """
        if contract is not None and contract not in self.laws.told:
            raise InvalidActionError(f"{contract!r} is not played: choose one of {', '.join(self.laws.told)}")
        self._contracts += [None] * (deal + 1 - len(self._contracts))
        self._contracts[deal] = contract
        if deal < len(self._deals):
            current = self._deals[deal]
            current.given, current.answer = contract, None
            current.beam.set_prior(self.laws.prior(contract))

    @property
    def answer(self) -> Decoded:
        """The most likely course of all deals so far."""
        deals = [self._answered(current) for current in self._deals]
        notes = list(self._notes)
        if self._ended and len(deals) > 1 and _is_left_over(deals[-1]):
            left = deals.pop()
            count = len(left.plays)
            notes.append(f"{count} card{'s' * (count != 1)} seen after the last deal without a whole trick: left out")
        return Decoded(tuple(deals), tuple(notes), self._ended)

    # How it is done --------------------------------------------------------------------------------------------------

    def _answered(self, current: _Current) -> DecodedDeal:
        """The answer to a deal, made anew only where something has changed it."""
        if current.answer is None:
            current.answer = answer(current.beam, current.given, current.shown, current.rest, certain=self._certain)
        return current.answer

    def _complete(self, current: _Current) -> None:
        if current.beam.complete():
            current.answer = None

    def _deal_of(self, track: int) -> _Current | None:
        return next((deal for deal in reversed(self._deals) if deal.beam.knows(track)), None)

    def _open(self) -> _Current:
        """The deal that is being played, a new one if the last is over."""
        if self._deals and not self._deals[-1].closed:
            return self._deals[-1]
        number = len(self._deals)
        given = self._contracts[number] if number < len(self._contracts) else None
        new = _Current(
            Beam(
                self.laws,
                self.laws.prior(given),
                self._first(number),
                opening=not number,
                patience=self._patience,
            ),
            given,
        )
        for hand in self._waiting:
            new.beam.show(hand)
            new.shown.append(hand)
        self._waiting = []
        self._deals.append(new)
        for old in self._deals[-AWAKE - 1 : -AWAKE]:
            self._complete(old)
            self._answered(old)
            old.beam.sleep()
        return new

    def _first(self, number: int) -> list[float]:
        """Log probability of each seat to lead the first trick of a deal."""
        players = self.rules.players
        expected = [1 / players] * players
        if self.rules.lead == "forehand":
            if number:
                before = self._deals[-1].beam
                seats = [0.0] * players
                top = before.weight(before.lines[0])
                for line in before.lines:
                    if line.tricks():
                        seats[line.tricks()[0][0]] += math.exp(before.weight(line) - top)
                total = sum(seats) or 1.0
                expected = [(1 - DEALER_ROTATES) / players] * players
                for seat, weight in enumerate(seats):
                    expected[next_seat(seat, players, self.rules.direction)] += DEALER_ROTATES * weight / total
            elif self._dealer is not None:
                expected = [(1 - DEALER_SURE) / players] * players
                expected[next_seat(self._dealer, players, self.rules.direction)] += DEALER_SURE
        return [math.log(max(p, 1e-9)) for p in expected]

    def _is_of_claim(self, seen: SeenCard | Swept) -> bool:
        """Whether something belongs to all the rest that was laid down at once; if play goes on, nothing was.

        A fan in a heap of cards looks like a claim. After a real one, nothing is played for as long as dealing takes.
        """
        deal = self._deals[-1] if self._deals else None
        if deal is None or deal.rest is None or not deal.closed:
            return False
        time = seen.time if isinstance(seen, SeenCard) else seen.time_first
        last = max([deal.rest.time, *(o.time if isinstance(o, SeenCard) else o.time_last for o in deal.since)])
        cards = sum(isinstance(o, SeenCard) for o in deal.since)
        if time > last + CLAIM_SECONDS:
            return False
        deal.since.append(seen)
        if time > deal.rest.time + CLAIM_SECONDS and cards >= self.laws.players:
            deal.rest, deal.closed, deal.answer, deal.unclaimed = None, False, None, True
            deal.beam.remember_plays()
            again, deal.since = deal.since, []
            for one in again:
                self.take(one)
        return True

    def _card(self, seen: SeenCard) -> None:
        self._time = max(self._time, seen.time)
        known = self._deal_of(seen.track)
        if known is not None:
            known.beam.reread(Reread(seen.track, seen.time, seen.face_logp, seen.certain))
            known.answer = None
            return
        before = next((d for d in self._deals if d.beam.times and seen.time < d.beam.times[-1]), None)
        if before is not None and (before.closed or seen.certain):  # told late, it belongs to what is over
            before.beam.see(seen)
            before.answer = None
            return
        if self._deals and self._is_finished(self._deals[-1], seen.time):
            self._close(self._deals[-1])
        elif self._deals and self._deals[-1].closed:
            self._deals[-1].closed = False
            self._deals[-1].beam.go_on()
        deal = self._open()
        deal.beam.see(seen)
        deal.answer = None
        self._part(deal)

    def _is_finished(self, deal: _Current, time: float) -> bool:
        """Whether all tricks are there and a card at this time belongs to the next deal."""
        beam = deal.beam
        best = beam.lines[0]
        if deal.closed or len(best.done) == self.laws.tricks:
            # nobody deals so fast: rather than that, a trick was counted of which no card was read
            unread = any(all(cell[0] == MISSED or cell[1] is None for cell in trick.cells) for trick in best.done)
            return deal.rest is not None or not unread or time > beam.times[-1] + DEALT_SECONDS
        last = len(best.done) == self.laws.tricks - 1 and best.filled == self.laws.players
        return last and time > beam.times[-1] + PAUSE_AFTER_LAST

    def _part(self, deal: _Current) -> None:
        """Begin a new deal when cards of earlier tricks come again before the last one was complete."""
        beam = deal.beam
        start = len(beam.steps)
        while start and beam.steps[start - 1].kind == "card":
            start -= 1
        tail = beam.steps[start:]
        if len(tail) < 2 or not start:
            return
        before = beam.lines_after(start - 1)[0]
        if before.leader is not None or not before.done:
            return
        last = {card for _, card in before.done[-1].cells}
        again = set()
        for step in tail:
            faces = np.array(beam.table.sightings[step.index].faces)
            card = int(faces.argmax())
            if math.exp(float(faces[card])) > CLEAR and before.used >> card & 1 and card not in last:
                again.add(card)
        pause = tail[0].time - beam.steps[start - 1].time
        if len(again) >= next(enough for least, enough in NEW_DEAL_CARDS if pause > least or not least):
            cards = beam.cut(start)
            self._close(deal)
            new = self._open()
            for seen in cards:
                new.beam.see(seen)

    def _sweep(self, seen: Swept) -> None:
        self._time = max(self._time, seen.time_last)
        deal = next((d for track in seen.tracks if (d := self._deal_of(track)) is not None), None)
        if deal is None:
            if not self._deals or self._deals[-1].closed:
                return
            deal = self._deals[-1]
        if self._claim(deal):
            deal.since.append(seen)
            return
        deal.beam.sweep(seen)
        deal.answer = None
        if len(deal.beam.lines[0].done) == self.laws.tricks:
            self._close(deal)

    def _show(self, seen: ShownHand) -> None:
        self._time = max(self._time, seen.time)
        current = self._deals[-1] if self._deals and not self._deals[-1].closed else None
        if seen.kind == "rest":
            if current is not None:
                self._rest(current, Claimed(seen.seat_logp, seen.time))
            return
        if current is None or self._is_finished(current, seen.time):
            self._waiting.append(seen)
            return
        current.beam.show(seen)
        current.shown.append(seen)
        current.answer = None

    def _rest(self, deal: _Current, claimed: Claimed) -> None:
        """All the rest was laid down at once: what is laid with it are no plays, and the deal is over."""
        deal.rest = claimed
        deal.beam.forget_plays(claimed.time)
        deal.closed, deal.answer = True, None

    def _claim(self, deal: _Current) -> bool:
        """Whether what was seen since the last sweep was all the rest, laid down at once; then it is taken for that."""
        if deal.closed or deal.unclaimed or self.rules.open_piles:  # open piles lie before the seats all the time
            return False
        before, since, tricks = deal.beam.laid()
        first = laid_at_once(since, before, self.laws.players)
        if first is None or self.laws.tricks - tricks < 2:
            return False
        self._rest(deal, Claimed(first.seat_logp, first.time))
        return True

    def _disturb(self, seen: Disturbed) -> None:
        if seen.note and seen.kind != "recovered":
            self._notes.append(f"{seen.note} (at {seen.time:.1f} s)")
        if seen.kind in _DARK and self._dark_since is None:
            self._dark_since = seen.time
        elif seen.kind == "recovered" and self._dark_since is not None:
            self._darken(self._dark_since, seen.time)
            self._dark_since = None

    def _darken(self, first: float, last: float) -> None:
        for deal in self._deals[-1:]:
            deal.beam.darken(first, last)
            deal.answer = None

    def _end(self, seen: Ended) -> None:
        self._ended = True
        self._notes += seen.notes
        if self._dark_since is not None:
            self._darken(self._dark_since, seen.time)
        for deal in self._deals[-1:]:
            self._claim(deal)
            self._sweep_last(deal, seen.time)
            self._close(deal)
        for deal in self._deals[-AWAKE:]:
            self._complete(deal)

    def _close(self, deal: _Current) -> None:
        """A deal is over: complete, claimed, or broken off."""
        deal.closed, deal.answer = True, None
        if deal.rest is None:
            deal.beam.finish()
        deal.beam.reconsider()

    def _sweep_last(self, deal: _Current, time: float) -> None:
        """The film may end before the last trick is taken away."""
        best = deal.beam.lines[0]
        if not deal.closed and len(best.done) == self.laws.tricks - 1 and best.filled == self.laws.players:
            deal.beam.sweep(Swept(time, time, (0.0,) * self.rules.players, ()))
            deal.closed, deal.answer = True, None


def _is_left_over(deal: DecodedDeal) -> bool:
    """Whether a last deal is only a few cards that somebody laid down after the game."""
    return not deal.complete and not any(trick.winner is not None for trick in deal.tricks)
