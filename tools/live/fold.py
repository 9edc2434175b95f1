"""From events to the game: matches and their deals, as everything that was seen and said so far makes them.

The game is a function of the events alone. Taking one more is fast where it only goes on; a word about an earlier play
makes the deal of that play, and what hangs on it, anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from jassvision.rules.notation_rules import rules_of_tags
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, parse_seat
from jassvision.tools.live.corrections import (
    AT_THEIR_PLACE,
    BESIDE_THE_PLAY,
    UNDO,
    Claimed,
    Corrections,
    Ruled,
    Said,
    claims_of,
    corrections_of,
    holding,
    rulings_of,
    said_of_melds,
    track_of,
)
from jassvision.tools.live.segment import Segment
from jassvision.tools.record import Event, RecordError
from jassvision.vision.decoder_answer import DecodedDeal

Again: TypeAlias = Callable[[int], Iterable[Event]]
"""Reads the events after a number anew, from the record."""

LEFT_OUT: Final = "left_out"
"""Kind of the event that says which events cannot be understood and do not count: numbers `first` to `last`."""


@dataclass(frozen=True)
class DealView:
    """A deal of a match.

    Attributes:
        number: from 1, those called off included.
        decoded: what is known of it.
        void: whether it was called off.
        pushed: whether the forehand left the contract to the partner.
        said: what was said of its Weis and Stöck.
        dealer: who dealt, where somebody said it.
        rulings: what a referee said of illegal plays.
    """

    number: int
    decoded: DecodedDeal
    void: bool
    pushed: bool
    said: Said
    dealer: Seat | None = None
    rulings: tuple[Ruled, ...] = ()


class MatchFold:
    """One match: its deals from its events.

    Args:
        event: the event that began it (`opened` or `new_match`).
        setup: rules, names, dealer, contracts and more, as the event that opened the record gives them.
        again: reads events anew; without it all that was seen is kept in memory, else only that of the last segment.

    Attributes:
        events: what people and the session itself said, in order.
        claims: who said that the target is reached, in order.
        last_id: number of the last event.
    """

    def __init__(self, event: Event, setup: dict[str, Any], again: Again | None = None) -> None:
        self.begun = event
        self._read_again = again
        self._seen: list[Event] = []
        self._seen_from = self.last_id = event.id
        self._left_out: set[int] = set()
        self.setup = setup
        self.rules: Rules = rules_of_tags([(name, value) for name, value in setup["rules"]])
        players = self.rules.players
        self.first_names: dict[str, str] = dict(setup.get("names") or {})
        dealer = setup.get("dealer")
        self.dealer: Seat | None = None if dealer is None else parse_seat(dealer, players)
        self.events: list[Event] = []
        self.words: list[Event] = []
        self._held_words: set[int] = set()
        self.corrections = Corrections()
        self.melds: dict[int, Said] = {}
        self.rulings: dict[int, list[Ruled]] = {}
        self.claims: list[Claimed] = []
        self.pack: str | None = setup.get("pack")
        self.segments: list[Segment] = []
        self._gather()
        self.segments.append(Segment(self.rules, 1, self.corrections, self.dealer, event.id))

    # Taking events ---------------------------------------------------------------------------------------------------

    def keep(self, event: Event) -> None:
        """Take an event of a record that is read; `understand` does the rest when all are there."""
        self.last_id = event.id
        if event.kind == "pack":
            self.pack = event.payload["pack"]
        elif event.kind == LEFT_OUT:
            self._left_out.update(range(event.payload["first"], event.payload["last"] + 1))
        elif event.source == "vision":
            self._seen.append(event)
        else:
            self.events.append(event)

    def understand(self) -> None:
        """Understand all events that were kept, with the words that hold in the end."""
        self._gather()
        del self.segments[1:]  # none of them is as it will be
        self._again(0)

    @property
    def is_behind(self) -> bool:
        """Whether something in decoding was put off."""
        last = self.segments[-1]
        return last.is_behind or (last.hurried and any(deal.complete for deal in last.deals))

    def think(self) -> None:
        """Go on with what was put off in decoding; a whole deal that was decoded in haste is understood anew."""
        last = self.segments[-1]
        if last.is_behind:
            last.think()
        elif self.is_behind:
            self._again(len(self.segments) - 1)

    def mend(self) -> None:
        """Understand the last segment anew, after a failure that may have left half of it."""
        self._gather()
        self._again(len(self.segments) - 1)

    def rest(self) -> None:
        """Let go of all that only a running match needs; `understand` brings it back."""
        while self.is_behind:
            self.think()
        self.segments[-1].close()
        self._forget(self.last_id + 1)

    def all_events(self, start: int = 0) -> list[Event]:
        """All events from a number on, in order; what was seen long ago is read from the record again."""
        seen: Iterable[Event] = self._seen
        if start < self._seen_from and self._read_again is not None:
            found = self._read_again(max(start, self.begun.id) - 1)
            seen = [e for e in found if e.source == "vision" and e.kind != "pack" and e.id <= self.last_id]
        both = [event for event in (*seen, *self.events) if event.id >= start]
        return sorted(both, key=lambda event: event.id)

    def _forget(self, start: int) -> None:
        """Let go of what was seen before a number: the record has it."""
        if self._read_again is not None and start > self._seen_from:
            self._seen = [event for event in self._seen if event.id >= start]
            self._seen_from = start

    def take(self, event: Event, *, at_once: bool = True) -> None:
        """Take the next event of this match; what one that was seen changes is worked out at once, or with the next."""
        self.keep(event)
        if event.kind in ("pack", LEFT_OUT):
            return
        if event.source == "vision":
            self._advance(event, at_once=at_once)
            return
        if event.source == "operator":
            self._gather()
        if event.kind == UNDO:
            self._undone(event)
        elif event.kind in BESIDE_THE_PLAY or self._is_ahead(event):
            pass
        elif event.kind in AT_THEIR_PLACE or event.source == "rules" or self._comes_next(event):
            self._advance(event)
        else:
            self._again(self._segment_of(event))

    def _advance(self, event: Event, *, at_once: bool = True) -> None:
        current = self.segments[-1]
        if current.ends_before(event):
            current.complete()  # mostly it is already, for there is time between deals
            if current.hurried:
                self._again(len(self.segments) - 1)  # with this event
                return
        if current.ends_before(event):
            current.refresh()
            current = self._next_segment(event.id)
            self.segments.append(current)
            self.segments[-2].close()
            self._forget(current.start)
        current.take(event, at_once=at_once)

    def _next_segment(self, start: int) -> Segment:
        last = self.segments[-1]
        first = last.first + len(last.deals)
        return Segment(self.rules, first, self.corrections, last.next_dealer, start, last.held)

    def _again(self, index: int) -> None:
        """Understand everything anew from a segment on, as far as it comes out differently; nothing is put off."""
        old = self.segments[index:]
        events = [event for event in self.all_events(old[0].start) if self._feeds(event)]
        del self.segments[index:]
        self.segments.append(self._fresh(old[0]))
        for event in events:
            current = self.segments[-1]
            if current.ends_before(event):
                current.refresh()
                made = self._next_segment(event.id)
                same = next((i for i, segment in enumerate(old[1:], start=1) if segment.begins_like(made)), None)
                current.close()
                if same is not None:
                    self.segments += old[same:]
                    return
                self.segments.append(made)
                current = made
            current.take(event, at_once=False)
            current.complete()
        current = self.segments[-1]
        current.refresh()
        if current.start < self._seen_from:  # it may be asked for again soon
            self._seen = [event for event in events if event.source == "vision" and event.id >= current.start]
            self._seen_from = current.start
        self._forget(current.start)

    def _fresh(self, old: Segment) -> Segment:
        return Segment(self.rules, old.first, self.corrections, old.given_dealer, old.start, old.held_at_start)

    def _feeds(self, event: Event) -> bool:
        """Whether a segment wants to see an event: words that name a play reach it as corrections."""
        if event.id in self._left_out:
            return False
        if event.source == "operator":
            return event.id in self._held_words and (event.kind in AT_THEIR_PLACE or event.kind == "insert")
        return event.kind != "pack"

    def _comes_next(self, event: Event) -> bool:
        """Whether a play that a person put in simply is the next one."""
        return event.kind == "insert" and event.payload.get("after") is None and event.payload.get("before") is None

    def _is_ahead(self, event: Event) -> bool:
        """Whether a word is about a deal that has not begun, which will ask for it when it does."""
        last = self.segments[-1]
        return (
            event.kind in ("contract", "dealer")
            and bool(last.deals)
            and event.payload["deal"] >= self.next_deal > 1
            and (event.payload["deal"] >= last.first + len(last.deals))
        )

    # Words -----------------------------------------------------------------------------------------------------------

    def _gather(self) -> None:
        """What the words that still hold say together."""
        self.words = holding(self.events)
        self._held_words = {word.id for word in self.words}
        players = self.rules.players
        found = corrections_of(self.words, players)
        for number, code in enumerate(self.setup.get("contracts") or [], start=1):
            found.contracts.setdefault(number, code)
        for number, pushed in enumerate(self.setup.get("pushed") or [], start=1):
            found.pushed.setdefault(number, pushed)
        # segments hold on to the one object, so that all of them see the words of now
        self.corrections.__dict__.update(found.__dict__)
        self.melds = said_of_melds(self.words, players)
        self.rulings = rulings_of(self.words, players)
        self.claims = claims_of(self.words, players)

    def _undone(self, event: Event) -> None:
        """Take a word back: also one that takes another back."""
        by_number = {e.id: e for e in self.events}
        taken = by_number.get(int(event.payload["event"]))
        while taken is not None and taken.kind == UNDO:
            taken = by_number.get(int(taken.payload["event"]))
        if taken is not None and taken.kind not in BESIDE_THE_PLAY:
            self._again(self._segment_of(taken))

    def _segment_of(self, word: Event) -> int:
        """The first segment that a word changes."""
        payload = word.payload
        if word.kind in AT_THEIR_PLACE or self._comes_next(word):
            return max((i for i, s in enumerate(self.segments) if s.start <= word.id), default=0)
        named = [payload.get(key) for key in ("play", "after", "before")]
        named += list(payload.get("plays", ())) + list(payload.get("cards", {}) if word.kind == "accept_table" else ())
        tracks = [track_of(play) for play in named if isinstance(play, str)]
        found = [i for i, s in enumerate(self.segments) if any(s.knows(track) for track in tracks)]
        if "deal" in payload:
            found += [i for i, s in enumerate(self.segments) if s.first <= payload["deal"]][-1:]
        return min(found, default=len(self.segments) - 1)

    # What comes out --------------------------------------------------------------------------------------------------

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat; only those that were given."""
        found = dict(self.first_names)
        for word in self.words:
            if word.kind == "names":
                found.update(word.payload["names"])
        return found

    @property
    def held(self) -> bool:
        """Whether the operator holds the game."""
        return self.segments[-1].held

    @property
    def deals(self) -> tuple[DealView, ...]:
        """All deals so far."""
        found = []
        for segment in self.segments:
            for index, decoded in enumerate(segment.deals):
                number = segment.first + index
                void = segment.void and index == len(segment.deals) - 1
                pushed = self.corrections.pushed.get(number, False)
                said = self.melds.get(number) or Said()
                dealer, rulings = self.corrections.dealers.get(number), tuple(self.rulings.get(number, ()))
                found.append(DealView(number, decoded, void, pushed, said, dealer, rulings))
        return tuple(found)

    @property
    def next_deal(self) -> int:
        """Number of the deal that begins with the next card, unless one is being played: then that one's."""
        last = self.segments[-1]
        number = last.first + len(last.deals)
        if last.deals and not last.over and not last.deals[-1].complete:
            return number - 1
        return number

    def latest(self, *kinds: str) -> Event | None:
        """The last word of some kinds that still holds."""
        return next((word for word in reversed(self.words) if word.kind in kinds), None)


class Fold:
    """The whole record: its matches, the current one last.

    Attributes:
        setup: what was wished when the record was begun; `opened`: when it was last opened.
        last: the last event; `latest_time`: the latest session time of any.
        next_track: the first number that no card's track has.
        nonces: number of the event of each command that came with a name of its own.

    Args:
        events: those that there are already.
        again: reads the events after a number anew, so that not all of an evening need be kept in memory.

    Raises:
        RecordError: the record does not begin as one does.
    """

    def __init__(self, events: Iterable[Event] = (), again: Again | None = None) -> None:
        self._read_again = again
        self.matches: list[MatchFold] = []
        self.setup: dict[str, Any] = {}
        self.last: Event | None = None
        self.next_track = 0
        self.nonces: dict[str, int] = {}
        self.opened: dict[str, Any] = {}
        self.film_before: tuple[dict[str, Any], float] | None = None
        self.latest_time = 0.0
        for event in events:
            self._take(event, known=True)
        for match in self.matches:
            match.understand()
        for match in self.matches[:-1]:
            match.rest()

    @property
    def last_film(self) -> tuple[dict[str, Any], float] | None:
        """The last opening with a film, and the session time until which that film was followed; None without one.

        Between it and now the record may have been opened with another source, or with none.
        """
        return (self.opened, self.latest_time) if self.opened.get("film") else self.film_before

    @property
    def match(self) -> MatchFold:
        """The current match."""
        return self.matches[-1]

    def take(self, event: Event) -> None:
        """Take the next event."""
        self.take_all([event])

    def take_all(self, events: Sequence[Event]) -> None:
        """Take the next events; what they change is worked out once, after the last."""
        for event in events:
            self._take(event, known=False, at_once=event is events[-1])
        if self.matches:
            self.match.segments[-1].refresh()

    def mend(self, events: Sequence[Event]) -> None:
        """Take events of which taking failed somewhere, and understand anew what that may have left half done."""
        for event in events:
            if event.id > self.match.last_id:
                self._take(event, known=True)
        self.match.mend()

    def _take(self, event: Event, *, known: bool, at_once: bool = False) -> None:
        self.last = event
        if event.kind == "opened":
            if self.opened.get("film"):
                self.film_before = (self.opened, self.latest_time)
            self.opened = event.payload
        self.latest_time = max(self.latest_time, event.time)
        if event.source == "vision" and "track" in event.payload:
            self.next_track = max(self.next_track, int(event.payload["track"]) + 1)
        nonce = event.payload.get("nonce")
        if isinstance(nonce, str):
            self.nonces[nonce] = event.id
        if not self.matches:
            if event.kind != "opened":
                raise RecordError("the record does not begin with an opening: it is no record of a live session")
            self.setup = event.payload
            self.matches.append(MatchFold(event, self.setup, self._read_again))
            return
        if event.kind == UNDO and self._reopens(event, known=known):
            return
        if event.kind == "new_match":
            setup = self.setup | {"contracts": None, "pushed": None, "pack": self.match.pack}
            setup |= {"dealer": event.payload.get("dealer")}
            setup |= {"names": {**self.match.names, **(event.payload.get("names") or {})}}
            if not known:
                self.match.rest()
            self.matches.append(MatchFold(event, setup, self._read_again))
            return
        if known:
            self.match.keep(event)
        else:
            self.match.take(event, at_once=at_once)

    def _reopens(self, event: Event, *, known: bool) -> bool:
        """Take back that a new match was begun: what was seen since goes on in the one before."""
        if len(self.matches) < 2 or int(event.payload["event"]) != self.match.begun.id:
            return False
        for missed in self.matches.pop().all_events():
            self.match.keep(missed)
        if not known:
            self.match.understand()
        return True
