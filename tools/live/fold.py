"""From events to the game: matches and their deals, as everything that was seen and said so far makes them.

The game is a function of the events alone. Taking one more is fast where it only goes on; a word about an earlier play
makes the deal of that play, and what hangs on it, anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from jassvision.rules.notation_rules import rules_of_tags
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, parse_seat
from jassvision.tools.live.corrections import (
    AT_THEIR_PLACE,
    BESIDE_THE_PLAY,
    UNDO,
    Corrections,
    Said,
    corrections_of,
    holding,
    said_of_melds,
    track_of,
)
from jassvision.tools.live.segment import Segment
from jassvision.tools.record import Event, RecordError
from jassvision.vision.decoder_answer import DecodedDeal


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
    """

    number: int
    decoded: DecodedDeal
    void: bool
    pushed: bool
    said: Said
    dealer: Seat | None = None


class MatchFold:
    """One match: its deals from its events.

    Args:
        event: the event that began it (`opened` or `new_match`).
        setup: rules, names, dealer, contracts and more, as the event that opened the record gives them.
    """

    def __init__(self, event: Event, setup: dict[str, Any]) -> None:
        self.begun = event
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
        self.pack: str | None = setup.get("pack")
        self.segments: list[Segment] = []
        self._gather()
        self.segments.append(Segment(self.rules, 1, self.corrections, self.dealer, event.id))

    # Taking events ---------------------------------------------------------------------------------------------------

    def keep(self, event: Event) -> None:
        """Take an event of a record that is read; `understand` does the rest when all are there."""
        self.events.append(event)
        if event.kind == "pack":
            self.pack = event.payload["pack"]

    def understand(self) -> None:
        """Understand all events that were kept, with the words that hold in the end."""
        self._gather()
        self._again(0)

    def take(self, event: Event, *, at_once: bool = True) -> None:
        """Take the next event of this match; what one that was seen changes is worked out at once, or with the next."""
        self.keep(event)
        if event.kind == "pack":
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
            current.refresh()
            current = self._next_segment(event.id)
            self.segments.append(current)
            self.segments[-2].close()
        current.take(event, at_once=at_once)

    def _next_segment(self, start: int) -> Segment:
        last = self.segments[-1]
        first = last.first + len(last.deals)
        return Segment(self.rules, first, self.corrections, last.next_dealer, start, last.held)

    def _again(self, index: int) -> None:
        """Understand everything anew from a segment on, as far as it comes out differently."""
        old = self.segments[index:]
        del self.segments[index:]
        self.segments.append(self._fresh(old[0]))
        for event in [event for event in self.events if event.id >= old[0].start and self._feeds(event)]:
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
        self.segments[-1].refresh()

    def _fresh(self, old: Segment) -> Segment:
        return Segment(self.rules, old.first, self.corrections, old.given_dealer, old.start, old.held_at_start)

    def _feeds(self, event: Event) -> bool:
        """Whether a segment wants to see an event: words that name a play reach it as corrections."""
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
                found.append(DealView(number, decoded, void, pushed, said, self.corrections.dealers.get(number)))
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

    Raises:
        RecordError: the record does not begin as one does.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.matches: list[MatchFold] = []
        self.setup: dict[str, Any] = {}
        self.last: Event | None = None
        self.next_track = 0
        self.nonces: dict[str, int] = {}
        self.opened: dict[str, Any] = {}
        self.latest_time = 0.0
        for event in events:
            self._take(event, known=True)
        for match in self.matches:
            match.understand()

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

    def _take(self, event: Event, *, known: bool, at_once: bool = False) -> None:
        self.last = event
        self.latest_time = max(self.latest_time, event.time)
        if event.kind == "opened":
            self.opened = event.payload
        if event.source == "vision" and "track" in event.payload:
            self.next_track = max(self.next_track, int(event.payload["track"]) + 1)
        nonce = event.payload.get("nonce")
        if isinstance(nonce, str):
            self.nonces[nonce] = event.id
        if not self.matches:
            if event.kind != "opened":
                raise RecordError("the record does not begin with an opening: it is no record of a live session")
            self.setup = event.payload
            self.matches.append(MatchFold(event, self.setup))
            return
        if event.kind == UNDO and self._reopens(event, known=known):
            return
        if event.kind == "new_match":
            setup = self.setup | {"contracts": None, "pushed": None, "pack": self.match.pack}
            setup |= {"dealer": event.payload.get("dealer")}
            setup |= {"names": {**self.match.names, **(event.payload.get("names") or {})}}
            self.matches.append(MatchFold(event, setup))
            return
        if known:
            self.match.keep(event)
        else:
            self.match.take(event, at_once=at_once)

    def _reopens(self, event: Event, *, known: bool) -> bool:
        """Take back that a new match was begun: what was seen since goes on in the one before."""
        if len(self.matches) < 2 or int(event.payload["event"]) != self.match.begun.id:
            return False
        for missed in self.matches.pop().events:
            self.match.keep(missed)
        if not known:
            self.match.understand()
        return True
