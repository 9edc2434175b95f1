"""What the operator's words say of single plays and deals, gathered from the events that still hold.

A play is named by the track of its card (`t17`); one that a person put in is named by its event (`i42`) and carries the
negative number of that event as its track.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from jassvision.rules.cards import Card, CardSet, card_set, parse_code
from jassvision.rules.seats import Seat, parse_seat
from jassvision.tools.record import Event

UNDO: Final = "undo"

AT_THEIR_PLACE: Final = frozenset({"hold", "resume", "redeal", "end_deal", "end_trick", "rest", "new_match"})
"""Words that count from the moment at which they were said; all others hold from the play or deal that they name."""

BESIDE_THE_PLAY: Final = frozenset(
    {
        *("names", "board", "weis", "weis_accept", "weis_reject", "weis_mode", "stoeck", "stoeck_reject", "push"),
        *("ruling", "claim", "look_again", UNDO),
    }
)
"""Words that change nothing of what was played."""


@dataclass(frozen=True)
class Inserted:
    """A play that a person put in.

    Attributes:
        track: the negative number of its event.
        card: the card, None when nobody knows it.
        seat: who played it.
        after, before: the track of the play that it follows or precedes; None for the one that comes next.
        time: when it was said.
    """

    track: int
    card: Card | None
    seat: Seat
    after: int | None
    before: int | None
    time: float


@dataclass
class Corrections:
    """The operator's words on the plays and deals of a match.

    Attributes:
        faces, seats: the card and the seat of plays, by track.
        deleted: tracks that are no plays.
        inserted: plays put in, by the track of the play beside them; None for those that come next where they are said.
        winners: who took a trick, with the tracks of its plays.
        contracts, pushed, dealers: by number of the deal, from 1.
    """

    faces: dict[int, Card] = field(default_factory=dict)
    seats: dict[int, Seat] = field(default_factory=dict)
    deleted: set[int] = field(default_factory=set)
    inserted: dict[int | None, list[Inserted]] = field(default_factory=dict)
    winners: list[tuple[frozenset[int], Seat]] = field(default_factory=list)
    contracts: dict[int, str | None] = field(default_factory=dict)
    pushed: dict[int, bool] = field(default_factory=dict)
    dealers: dict[int, Seat] = field(default_factory=dict)


@dataclass
class Said:
    """What was said of Weis and Stöck in a deal.

    Attributes:
        entered: Weis that were entered or accepted, as (seat, cards), with the number of the event.
        points: Weis of which only the points were said, as (seat, points before the factor), with the number likewise.
        rejected: cards of Weis that were proposed and do not count, by seat.
        stoeck: who announced Stöck; None when nobody did.
        no_stoeck: whether a person said that Stöck does not count.
        any: whether anything was said at all.
    """

    entered: list[tuple[Seat, CardSet, int]] = field(default_factory=list)
    points: list[tuple[Seat, int, int]] = field(default_factory=list)
    rejected: list[tuple[Seat, CardSet]] = field(default_factory=list)
    stoeck: Seat | None = None
    no_stoeck: bool = False
    any: bool = False


@dataclass(frozen=True)
class Ruled:
    """What a referee said of an illegal play.

    Attributes:
        seat: who played it.
        trick: in which trick, from 0.
        kind: `stands`, `trick_and_rest` or `void_deal`.
        event: number of the event.
    """

    seat: Seat
    trick: int
    kind: str
    event: int


@dataclass(frozen=True)
class Claimed:
    """Somebody said that the target is reached ("sich bedanken").

    Attributes:
        deal: number of the deal in which that was said.
        seat: who said it.
        trick: how many tricks of the deal were over.
        time: session time in seconds.
    """

    deal: int
    seat: Seat
    trick: int
    time: float


def holding(events: Sequence[Event]) -> list[Event]:
    """The operator's words that were not taken back, in order; an undo may itself have been taken back."""
    gone: set[int] = set()
    for event in reversed(events):
        if event.source == "operator" and event.kind == UNDO and event.id not in gone:
            gone.add(int(event.payload["event"]))
    return [event for event in events if event.source == "operator" and event.id not in gone]


def track_of(play: str) -> int:
    """The track that a play is named by.

    >>> track_of("t17"), track_of("i42")
    (17, -42)
    """
    return int(play[1:]) * (1 if play[0] == "t" else -1)


def play_id(track: int) -> str:
    """The name of a play: the way back from `track_of`."""
    return f"t{track}" if track >= 0 else f"i{-track}"


def corrections_of(words: Iterable[Event], players: int) -> Corrections:
    """What some words say together; of two on one thing the later one holds."""
    found = Corrections()
    for word in words:
        said = word.payload
        if word.kind in ("card", "accept"):
            track = track_of(said["play"])
            found.faces[track] = parse_code(said["card"])
            found.deleted.discard(track)
        elif word.kind == "seat":
            found.seats[track_of(said["play"])] = parse_seat(said["seat"], players)
        elif word.kind == "delete":
            found.deleted.add(track_of(said["play"]))
        elif word.kind == "insert":
            new = _inserted(word, players)
            found.inserted.setdefault(new.before if new.after is None else new.after, []).append(new)
        elif word.kind == "winner":
            tracks = frozenset(track_of(play) for play in said["plays"])
            found.winners.append((tracks, parse_seat(said["winner"], players)))
        elif word.kind == "accept_table":
            for play, card in said["cards"].items():
                found.faces[track_of(play)] = parse_code(card)
        elif word.kind == "ignore_table":
            found.deleted.update(track_of(play) for play in said["plays"])
        elif word.kind == "contract":
            found.contracts[said["deal"]] = said["contract"]
            if said.get("pushed") is not None:
                found.pushed[said["deal"]] = said["pushed"]
        elif word.kind == "push":
            found.pushed[said["deal"]] = said["pushed"]
        elif word.kind == "dealer":
            found.dealers[said["deal"]] = parse_seat(said["seat"], players)
    return found


def said_of_melds(words: Iterable[Event], players: int) -> dict[int, Said]:
    """What was said of Weis and Stöck, by number of the deal."""
    found: dict[int, Said] = {}
    for word in words:
        payload = word.payload
        if word.kind not in ("weis", "weis_accept", "weis_reject", "stoeck", "stoeck_reject"):
            continue
        said = found.setdefault(payload["deal"], Said())
        said.any = True
        if "points" in payload:
            seat, points = parse_seat(payload["seat"], players), int(payload["points"])
            if word.kind == "weis_reject":
                said.points = [entry for entry in said.points if entry[2] != payload["entered"]]
            else:
                said.points.append((seat, points, word.id))
        elif word.kind in ("weis", "weis_accept", "weis_reject"):
            seat, cards = parse_seat(payload["seat"], players), card_set(map(parse_code, payload["cards"]))
            said.rejected = [pair for pair in said.rejected if pair != (seat, cards)]
            said.entered = [entry for entry in said.entered if entry[:2] != (seat, cards)]
            if word.kind == "weis_reject":
                said.rejected.append((seat, cards))
            else:
                said.entered.append((seat, cards, word.id))
        elif word.kind == "stoeck":
            said.stoeck, said.no_stoeck = parse_seat(payload["seat"], players), False
        else:
            said.stoeck, said.no_stoeck = None, True
    return found


def rulings_of(words: Iterable[Event], players: int) -> dict[int, list[Ruled]]:
    """What a referee said of illegal plays, by number of the deal; of two on one play the later one holds."""
    found: dict[int, list[Ruled]] = {}
    for word in words:
        if word.kind == "ruling":
            said = word.payload
            ruled = Ruled(parse_seat(said["seat"], players), int(said["trick"]) - 1, said["kind"], word.id)
            others = [r for r in found.get(said["deal"], []) if (r.seat, r.trick) != (ruled.seat, ruled.trick)]
            found[said["deal"]] = [*others, ruled]
    return found


def claims_of(words: Iterable[Event], players: int) -> list[Claimed]:
    """Who said that the target is reached, in order."""
    return [
        Claimed(word.payload["deal"], parse_seat(word.payload["seat"], players), word.payload["tricks"], word.time)
        for word in words
        if word.kind == "claim"
    ]


def _inserted(word: Event, players: int) -> Inserted:
    said = word.payload
    return Inserted(
        -word.id,
        None if said["card"] is None else parse_code(said["card"]),
        parse_seat(said["seat"], players),
        None if said.get("after") is None else track_of(said["after"]),
        None if said.get("before") is None else track_of(said["before"]),
        word.time,
    )
