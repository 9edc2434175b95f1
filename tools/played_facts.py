"""What was played, as plain frozen facts: what replays, captions, tables and pages are made from.

Deals and tricks carry their number from 1; seats and sides count from 0 as everywhere; times are seconds in the film
and None where nobody saw or wrote them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jassvision.rules.cards import Card
from jassvision.rules.names import seat_label
from jassvision.rules.notation_record import MatchRecord
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, playing_order, side_of
from jassvision.rules.slate import Slate, write_all


class PlayedError(ValueError):
    """A record cannot be read, or not be used for what is asked of it."""


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One play.

    Attributes:
        seat: who played.
        card: the card, the likeliest when unsure; None when nobody can say.
        time: when it came to rest.
        unsure: whether a human should look at it.
        likely: the cards it may be with their probabilities, None where only the order is known; empty when sure.
        confidence: probability that it is right, None where the record does not say.
    """

    seat: Seat
    card: Card | None
    time: float | None = None
    unsure: bool = False
    likely: tuple[tuple[Card, float | None], ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """Something scored, as it counts in the running score.

    Attributes:
        kind: a kind of `rules.ledger.KINDS`.
        side: who scores.
        seat: the seat that earned it, None for a whole side.
        raw: points before the factor.
        factor: what they are multiplied with.
        trick: number of the trick from 1; None outside of the play.
        cards: the cards of a Weis or of Stöck, else empty.
        time: when it counts: a Stöck with its second card, all else when the trick is taken.
    """

    kind: str
    side: int
    seat: Seat | None
    raw: int
    factor: int
    trick: int | None
    cards: tuple[Card, ...] = ()
    time: float | None = None

    @property
    def points(self) -> int:
        """What it adds to the score."""
        return self.raw * self.factor


@dataclass(frozen=True, slots=True)
class Illegal:
    """A play that was illegal, or perhaps was.

    Attributes:
        trick: number of the trick from 1.
        seat: who played.
        card: what, None when the card is not known.
        certain: whether it was illegal beyond doubt.
        rule: number of the rule, such as `"2.4"`.
        reason: the rule in one sentence (English).
        legal: the cards that were legal.
        proof: what proves it, or what it hangs on (English).
        time: when the card was played.
    """

    trick: int
    seat: Seat
    card: Card | None
    certain: bool
    rule: str
    reason: str
    legal: tuple[Card, ...]
    proof: str
    time: float | None = None


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A trick; one without plays stands for all the rest, laid down at once.

    Attributes:
        number: from 1.
        leader: who led.
        winner: who won; None while it lasts, or when nobody can say.
        points: card points, the last trick's included, without factor.
        unsure: whether the winner hangs on a guess.
        plays: the plays in order.
        swept: when it was taken away.
        gained: what each side scored by it, with factor, Weis and Stöck included.
        totals: the score of the match after it.
    """

    number: int
    leader: Seat
    winner: Seat | None
    points: int
    unsure: bool
    plays: tuple[PlayedCard, ...]
    swept: float | None
    gained: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def start(self) -> float | None:
        """When its first card was played."""
        return next((play.time for play in self.plays if play.time is not None), None)

    @property
    def end(self) -> float | None:
        """When it was taken; the time of its last card where that was not seen."""
        last = next((play.time for play in reversed(self.plays) if play.time is not None), None)
        return last if self.swept is None else self.swept


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal.

    Attributes:
        number: from 1.
        dealer, forehand: who dealt, who led.
        contract: contract code; empty where none was named or trump arises in the play.
        contract_unsure: whether it was worked out from the play and others are possible.
        pushed: whether the forehand left it to the partner.
        factor: what points are multiplied with.
        complete: whether it was played to the end.
        void: whether it was called off; it scores nothing.
        start, end: times of the first and the last thing seen in it.
        tricks: the tricks.
        illegal: illegal plays, certain and possible.
        gains: everything scored, in the order in which it arose.
        card_points: by side, without factor.
        score: by side, everything with factor.
        before, after: the score of the match before and after it.
        weis_as_dealt: whether Weis and Stöck were taken from the hands, since nobody hears what is announced.
        notes: what a person should know.
    """

    number: int
    dealer: Seat
    forehand: Seat
    contract: str
    contract_unsure: bool
    pushed: bool
    factor: int
    complete: bool
    void: bool
    start: float | None
    end: float | None
    tricks: tuple[PlayedTrick, ...]
    illegal: tuple[Illegal, ...]
    gains: tuple[Gain, ...]
    card_points: tuple[int, ...]
    score: tuple[int, ...]
    before: tuple[int, ...]
    after: tuple[int, ...]
    weis_as_dealt: bool = False
    notes: tuple[str, ...] = ()

    @property
    def melds(self) -> tuple[Gain, ...]:
        """The Weis and Stöck that scored."""
        return tuple(gain for gain in self.gains if gain.kind in ("weis", "stoeck"))

    @property
    def certain(self) -> tuple[Illegal, ...]:
        """The plays that were illegal beyond doubt."""
        return tuple(verdict for verdict in self.illegal if verdict.certain)

    @property
    def plays(self) -> Iterator[tuple[PlayedTrick, PlayedCard]]:
        """All plays with their tricks."""
        return ((trick, play) for trick in self.tricks for play in trick.plays)

    def illegal_at(self, trick: int, seat: Seat) -> Illegal | None:
        """The verdict on a seat's play in the trick of a number, None when it is clean."""
        return next((v for v in self.illegal if (v.trick, v.seat) == (trick, seat)), None)


@dataclass(frozen=True, slots=True)
class Moment:
    """The running score at a moment.

    Attributes:
        deal: number of the deal.
        gain: what was scored.
        totals: the score of the match after it.
    """

    deal: int
    gain: Gain
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A match, or as much of it as a record holds.

    Attributes:
        path: the file it was read from.
        form: `"result"` (JSON of `score`), `"notation"` (`.jass`) or `"live"`.
        film: name or address of the film it was seen in, as written; empty where that is not written.
        rules: the house rules.
        pack: `"swiss"` or `"french"`.
        given_names: the players' names by seat, `""` for one that nobody said; empty where nobody said any.
        deals: the deals.
        totals: the score of every side.
        winners: the sides that have won; None while the match goes on.
        notes: what a person should know.
        tags: further tags of the header (date, event).
        record: the same as a record of the notation.
    """

    path: Path
    form: str
    film: str
    rules: Rules
    pack: str
    given_names: tuple[str, ...]
    deals: tuple[PlayedDeal, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...] | None
    notes: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]
    record: MatchRecord

    @property
    def partners(self) -> bool:
        """Whether two play for a side."""
        return self.rules.sides < self.rules.players

    def side_of(self, seat: Seat) -> int:
        """The side that a seat plays for."""
        return side_of(seat, self.partners)

    def name(self, seat: Seat, language: str = "de") -> str:
        """The player's name, or that of the seat."""
        if self.given_names and self.given_names[seat]:
            return self.given_names[seat]
        label = seat_label(seat, self.rules.players, language=language)
        return label[0].upper() + label[1:]

    def side_name(self, side: int, language: str = "de") -> str:
        """The names of those who play for a side, such as `Nord/Süd` or `Anni & Cla`."""
        seats = [seat for seat in range(self.rules.players) if self.side_of(seat) == side]
        return (" & " if self.given_names else "/").join(self.name(seat, language) for seat in seats)

    def turns(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in the order of play from the first one."""
        return playing_order(first, self.rules.players, self.rules.direction)

    @property
    def slates(self) -> tuple[Slate, ...]:
        """What stands on the slate of each side."""
        sides = range(self.rules.sides)
        return tuple(write_all(deal.score[side] for deal in self.deals) for side in sides)

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The running score after everything that was scored, in order: what a ticking score shows."""
        found = []
        for deal in self.deals:
            totals = list(deal.before)
            for gain in deal.gains:
                totals[gain.side] += gain.points
                found.append(Moment(deal.number, gain, tuple(totals)))
        return tuple(found)

    @property
    def has_times(self) -> bool:
        """Whether any play has a time."""
        return any(play.time is not None for deal in self.deals for _, play in deal.plays)

    @property
    def last_time(self) -> float:
        """The last time in the record, 0 where it has none."""
        times = [trick.end for deal in self.deals for trick in deal.tricks]
        return max((time for time in times if time is not None), default=0.0)
