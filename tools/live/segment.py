"""A stretch of a match in which one decoder follows the game: usually one deal, with the operator's words put in.

What the eyes told and what people said goes in by the order of events; a correction of an earlier play is put in where
the play was seen, so everything after it is understood anew. A person's word stands: it takes the place of what was
seen, and the decoder may only fit the rest to it.

Somebody waits for every answer, so what takes the decoder long is put off, and done by `think` when there is time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final

import numpy as np
from jassvision.rules.cards import Card
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat, parse_seat, step_of
from jassvision.tools.live.corrections import Corrections, Inserted
from jassvision.tools.record import Event
from jassvision.vision.decoder import Decoder
from jassvision.vision.decoder_answer import DecodedDeal, DecodedPlay
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
from jassvision.vision.observations_json import from_json

BESIDE: Final = 1e-3
"""Seconds between a play and one that a person put in beside it."""

SAME_CARD: Final = 0.5
"""Probability of a face from which a card seen anew after an interruption is the one that lay there before it."""

DEALER_CLEAR: Final = 0.9
"""How sure the forehand of a deal must be for the next deal's dealer to follow from it."""

CERTAIN: Final = 1.0

MOST_DEALS: Final = 3
"""Deals that one decoder may follow: it begins the next by itself only where one was broken off."""

MOST_NOTES: Final = 5

MAY_COMPLETE: Final = frozenset({"swept", "shown", "ended", "end_trick", "rest", "redeal", "end_deal", "insert"})
"""Events after which a deal may be complete, so that the next card begins another."""

ENDS: Final = frozenset({"redeal", "end_deal"})
"""Words after which another deal begins."""


@dataclass(frozen=True)
class Lying:
    """A card that came to rest in the middle and was not taken away yet: its track, readings and time."""

    track: int
    card: Card
    probability: float
    time: float


class Segment:
    """Follows a stretch of the game.

    Args:
        rules: the house rules.
        first: number of its first deal in the match, from 1.
        corrections: the operator's words on plays and deals.
        dealer: who deals its first deal, as far as known.
        start: number of the event with which it begins.

    Attributes:
        void: whether a person called its last deal off.
        over: whether a person said that its last deal ends here.
        notes: sentences about the film.
        doubt: the contract that the play fits better than the one that a person said, which stands; None if it fits.
        held: whether what is seen does not count now.
        hurried: whether something came while more was put off, so that deals may have been told apart in haste.
    """

    def __init__(
        self, rules: Rules, first: int, corrections: Corrections, dealer: Seat | None, start: int, held: bool = False
    ) -> None:
        self.rules, self.first, self.start = rules, first, start
        self.corrections = corrections
        self.dealer = corrections.dealers.get(first, dealer)
        self.given_dealer = dealer
        self._said = [corrections.contracts.get(first + n) for n in range(MOST_DEALS)]
        self._decoder: Decoder | None = Decoder(rules, dealer=self.dealer, contracts=self._said, online=True)
        self._over_at = 0.0
        self._stale = False
        self._left_out: list[str] = []
        self._lying: dict[int, Lying] = {}
        self._known: dict[int, float] = {}
        self._alias: dict[int, int] = {}
        self._carried: set[int] = set()
        self._ended_tracks: set[int] = set()
        self._last_time = 0.0
        self._held_since = 0.0
        self.held = self.held_at_start = held
        self.hurried = False
        self.void = self.over = False
        self.deals: tuple[DecodedDeal, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.doubt: str | None = None

    # What comes in ---------------------------------------------------------------------------------------------------

    def ends_before(self, event: Event) -> bool:
        """Whether an event belongs to the next segment."""
        if self.over:
            return not self._is_late(event)
        if event.source != "vision" or self.held or not self.deals or not self.deals[-1].complete:
            return False
        seen = from_json(event.payload)
        if isinstance(seen, ShownHand):
            return seen.kind != "rest"
        if not isinstance(seen, SeenCard) or seen.time < self.deals[-1].end:
            return False  # told late, it belongs to what is over
        return self._same_as(seen) is None and seen.track not in self.corrections.deleted

    def _is_late(self, event: Event) -> bool:
        """Whether a card came to rest before a person ended the deal and is told only now."""
        if event.source != "vision" or event.kind != "card":
            return False
        return float(event.payload["time"]) < self._over_at

    def take(self, event: Event, *, at_once: bool = True) -> None:
        """Take the next event.

        Args:
            at_once: work out at once what it changes; else `refresh` does, or what ends a trick.
        """
        self.hurried = self.hurried or self.is_behind
        if event.source == "vision":
            if not self.held:
                self._see_safely(event)
        elif event.kind == "hold":
            self.held, self._held_since = True, event.time
        elif event.kind == "resume":
            if self.held:
                self.held = False
                self._interrupted(self._held_since, event.time)
        elif event.kind in ("opened", "reopened"):
            self._interrupted(self._last_time, event.time)
        elif event.kind == "insert":
            self._insert_here(event)
        elif event.kind == "end_trick":
            self._end_trick(event)
        elif event.kind == "rest":
            seat = parse_seat(event.payload["seat"], self.rules.players)
            self._feed(ShownHand(self._seat_logp(seat), event.time, (), "rest"))
        elif event.kind in ENDS:
            self.over, self._over_at = True, event.time
            self.void = event.kind == "redeal" and bool(self.deals)
        self._last_time = max(self._last_time, event.time)
        self._stale = True
        if at_once or event.kind in MAY_COMPLETE:
            self.refresh()

    def refresh(self) -> None:
        """Work out what the events so far change."""
        if self._stale:
            self._stale = False
            self._answer()

    @property
    def is_behind(self) -> bool:
        """Whether the decoder has put something off."""
        return self._decoder is not None and self._decoder.is_behind

    def think(self) -> bool:
        """Go on with what the decoder has put off; returns whether there is more of it."""
        if self._decoder is None or not self._decoder.is_behind:
            return False
        if self._decoder.think():
            return True
        self._stale = False
        self._answer()
        return False

    def complete(self) -> None:
        """Do all that was put off, however long it takes."""
        while self.think():
            pass

    def close(self) -> None:
        """Forget how the answer was found; it stays, and nothing more can be taken."""
        self.complete()
        self._decoder = None
        self._lying, self._carried = {}, set()
        self._known = dict.fromkeys(self._known, 0.0)

    def begins_like(self, other: Segment) -> bool:
        """Whether another segment that is made of the same events would come out the same."""
        mine = (self.start, self.first, self.given_dealer, self.held_at_start)
        return mine == (other.start, other.first, other.given_dealer, other.held_at_start)

    def knows(self, track: int) -> bool:
        """Whether a card with this track was seen here."""
        return track in self._known or track in self._alias

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals after the last deal of this segment, None where that is not clear."""
        rules = self.rules
        if not self.deals:
            return self.dealer
        last = self.deals[-1]
        number = self.first + len(self.deals) - 1
        said = self.corrections.dealers.get(number)
        if said is None and rules.lead == "forehand" and last.forehand_confidence >= DEALER_CLEAR:
            said = (last.forehand - step_of(rules.direction)) % rules.players
        if said is None:
            said = self.dealer if len(self.deals) == 1 else None
        if said is None or self.void:
            return said
        return next_seat(said, rules.players, rules.direction)

    @property
    def strays(self) -> tuple[Lying, ...]:
        """Cards that lie in the middle and have no place in the game as it is understood."""
        if not self.deals:
            return ()
        placed = {play.track for deal in self.deals for play in deal.plays}
        return tuple(lying for lying in self._lying.values() if lying.track not in placed)

    @property
    def misfits(self) -> tuple[int, ...]:
        """Tracks of which a person said what card they are, but which the decoder does not take for plays."""
        placed = {play.track for deal in self.deals for play in deal.plays}
        wanted = [t for t in self.corrections.faces if t in self._known and t not in self.corrections.deleted]
        return tuple(track for track in wanted if track not in placed)

    def _see_safely(self, event: Event) -> None:
        """Take what was seen; what cannot be understood is left out, for the evening must go on."""
        try:
            self._see(from_json(event.payload))
        except Exception as error:
            self._left_out.append(f"event {event.id} could not be understood and is left out: {error!r}"[:200])

    # What is seen ----------------------------------------------------------------------------------------------------

    def _see(self, seen: Observation) -> None:
        corrections = self.corrections
        if isinstance(seen, SeenCard):
            same = self._same_as(seen)
            if same is not None:
                self._alias[seen.track] = same
                self._carried.discard(same)
                self._reread(Reread(same, seen.time, seen.face_logp))
                return
            self._known[seen.track] = seen.time
            if seen.track not in corrections.deleted:
                self._note_lying(seen.track, seen.face_logp, seen.time)
                self._feed(self._corrected(seen))
            self._insert_beside(seen.track, seen.time)
        elif isinstance(seen, Reread):
            self._reread(replace(seen, track=self._alias.get(seen.track, seen.track)))
        elif isinstance(seen, Withdrawn):
            track = self._alias.get(seen.track, seen.track)
            self._lying.pop(track, None)
            if track in self._known and track not in corrections.faces:
                self._feed(replace(seen, track=track))
        elif isinstance(seen, Swept):
            self._swept(seen)
        elif isinstance(seen, ShownHand):
            if not self._is_trick(seen):
                self._feed(seen)
        elif isinstance(seen, Disturbed | Ended):
            self._feed(seen)

    def _same_as(self, seen: SeenCard) -> int | None:
        """The track of a card that lay there before an interruption and is seen anew."""
        chances = np.exp(seen.face_logp - np.max(seen.face_logp))
        chances /= chances.sum()
        for track in self._carried:
            card = self.corrections.faces.get(track, self._lying[track].card if track in self._lying else None)
            if card is not None and chances[card] >= SAME_CARD:
                return track
        return None

    def _reread(self, seen: Reread) -> None:
        if seen.track not in self._known or seen.track in self.corrections.deleted:
            return
        if seen.track in self._lying:
            self._note_lying(seen.track, seen.face_logp, self._lying[seen.track].time)
        if seen.track not in self.corrections.faces:
            self._feed(seen)

    def _swept(self, seen: Swept) -> None:
        """A sweep, with the plays that people put in among its cards, and without those of other deals."""
        tracks = {self._alias.get(track, track) for track in seen.tracks}
        known = tracks & self._known.keys()
        if tracks and not known:
            return  # what is taken away here was played before a person ended that deal, or while the game was held
        for lying in list(self._lying):
            beside = lying < 0 and any(lying in self._beside(track) for track in known)
            if lying in known or beside or lying in self._carried:
                known.add(lying)
                del self._lying[lying]
        self._carried -= known
        if known and known <= self._ended_tracks:
            return  # a person has ended this trick already
        kept = tuple(sorted(known - self.corrections.deleted))
        if known and not kept:
            return
        self._feed(replace(seen, tracks=kept, seat_logp=self._winner_logp(kept, seen.seat_logp)))

    def _is_trick(self, seen: ShownHand) -> bool:
        """Whether cards that seem to be shown are those of the trick that lay there before an interruption."""
        if not self._carried or not seen.faces_logp:
            return False
        cards = {self._lying[track].card for track in self._carried if track in self._lying}
        return all(int(np.argmax(faces)) in cards for faces in seen.faces_logp)

    def _interrupted(self, since: float, until: float) -> None:
        """Nothing was seen for a while: cards that lay there may be seen anew, plays may have been missed."""
        if not self._known:
            return
        self._carried = set(self._lying)
        self._feed(Disturbed("lost", since))
        self._feed(Disturbed("recovered", until))

    # What people say -------------------------------------------------------------------------------------------------

    def _insert_here(self, event: Event) -> None:
        for new in self.corrections.inserted.get(None, ()):
            if new.track == -event.id:
                self._insert(new, event.time)

    def _insert_beside(self, track: int, time: float) -> None:
        """Put in the plays that a person wants beside a play."""
        for number, new in enumerate(self.corrections.inserted.get(track, ())):
            step = BESIDE / (number + 1)
            self._insert(new, time + step if new.after is not None else time - step)

    def _beside(self, track: int) -> set[int]:
        """The plays put in beside a play, and those beside them."""
        found: set[int] = set()
        for new in self.corrections.inserted.get(track, ()):
            found |= {new.track} | self._beside(new.track)
        return found

    def _insert(self, new: Inserted, time: float) -> None:
        self._known[new.track] = time
        if new.track not in self.corrections.deleted:
            card = self.corrections.faces.get(new.track, new.card)
            faces = _flat_faces() if card is None else _sure_face(card)
            seat = self.corrections.seats.get(new.track, new.seat)
            seats = self._seat_logp(seat)
            seen = SeenCard(new.track, time, seats, faces, np.full((4, 2), np.nan), (0.0, 0.0), 1)
            self._lying[new.track] = Lying(new.track, int(np.argmax(faces)), 1.0, time)
            self._feed(replace(seen, certain=True))
        self._insert_beside(new.track, time)

    def _end_trick(self, event: Event) -> None:
        tracks = tuple(sorted(self._lying))
        self._lying.clear()
        self._carried.clear()
        self._ended_tracks.update(tracks)
        flat = (0.0,) * self.rules.players
        winner = event.payload.get("winner")
        said = flat if winner is None else self._seat_logp(parse_seat(winner, self.rules.players))
        self._feed(Swept(event.time, event.time, self._winner_logp(tracks, said), tracks, certain=True))

    def _corrected(self, seen: SeenCard) -> SeenCard:
        """A card as it was seen, with what a person said of it."""
        card, seat = self.corrections.faces.get(seen.track), self.corrections.seats.get(seen.track)
        if seat is not None:
            seen = replace(seen, seat_logp=self._seat_logp(seat), certain=True)
        return seen if card is None else replace(seen, face_logp=_sure_face(card), certain=True)

    def _winner_logp(self, tracks: Iterable[int], otherwise: tuple[float, ...]) -> tuple[float, ...]:
        for plays, seat in reversed(self.corrections.winners):
            if plays & set(tracks):
                return self._seat_logp(seat)
        return otherwise

    # How it is done --------------------------------------------------------------------------------------------------

    def _feed(self, seen: Observation) -> None:
        assert self._decoder is not None, "a closed segment takes nothing more"
        self._decoder.take(seen)

    def _answer(self) -> None:
        assert self._decoder is not None
        decoded = self._decoder.answer
        self.notes = (*decoded.notes, *self._left_out[-MOST_NOTES:])
        self.doubt = None
        deals = []
        for deal, code in zip_longest(decoded.deals, self._said[: len(decoded.deals)]):
            if code is not None and deal.contract != code:
                self.doubt = deal.contract
                deal = replace(deal, contract=code, contracts=dict.fromkeys(deal.contracts, 0.0) | {code: 1.0})
            deals.append(standing(deal, self.corrections))
        self.deals = tuple(deals)

    def _note_lying(self, track: int, face_logp: Any, time: float) -> None:
        chances = np.exp(face_logp - np.max(face_logp))
        card = self.corrections.faces.get(track, int(np.argmax(chances)))
        self._lying[track] = Lying(track, card, float(chances[card] / chances.sum()), time)

    def _seat_logp(self, seat: Seat) -> tuple[float, ...]:
        return tuple(0.0 if s == seat else -30.0 for s in range(self.rules.players))


def standing(deal: DecodedDeal, corrections: Corrections) -> DecodedDeal:
    """A decoded deal in which what a person said stands, and a play that says otherwise is unsure."""
    said = {play.track: _said_card(play, corrections) for play in deal.plays}
    taken = {card for card in said.values() if card is not None}
    if not taken:
        return deal
    tricks = []
    for trick in deal.tricks:
        plays = []
        for play in trick.plays:
            card = said[play.track]
            if card is not None and play.track is not None:
                play = replace(play, card=card, confidence=CERTAIN, likely=((card, 1.0),))
            elif play.card in taken:
                left = tuple((card, share) for card, share in play.likely if card not in taken)
                play = replace(play, card=None, confidence=0.0, likely=left)
            plays.append(play)
        tricks.append(replace(trick, plays=tuple(plays)))
    return replace(deal, tricks=tuple(tricks))


def _said_card(play: DecodedPlay, corrections: Corrections) -> Card | None:
    if play.track is None:
        return None
    if play.track in corrections.faces:
        return corrections.faces[play.track]
    if play.track < 0:
        for new in (new for group in corrections.inserted.values() for new in group):
            if new.track == play.track:
                return new.card
    return None


def _sure_face(card: Card) -> Any:
    faces = np.full(36, -30.0)
    faces[card] = 0.0
    return faces


def _flat_faces() -> Any:
    return np.full(36, -np.log(36))
