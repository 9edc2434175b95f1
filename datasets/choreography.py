"""From a script to timed movements: which hand lays which card where and when, who sweeps, and what happens besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from jassvision.datasets.film_script import Script
from jassvision.datasets.gestures import Glide, Reach, Spot, Track
from jassvision.datasets.table_plan import OUTSIDE_MM, Place, pile_place
from jassvision.rules.cards import cards_in, code

Rng = np.random.Generator

EVENTS = ("weis", "takeback", "rest", "bump", "light", "pause", "dropped")
"""What can happen in a deal besides plays and sweeps."""

STYLES = ("apart", "stacked", "mixed")
PILES = ("winner", "side")

AIR = 0.1
"""Seconds at least between one hand's leaving and the next card's landing."""


@dataclass(frozen=True)
class Manner:
    """How people play: where they lay cards, how fast they are, how long they think.

    Attributes:
        style: "apart" before each seat, "stacked" on the last card, "mixed" changes from trick to trick.
        radius: millimetres from the middle to a card laid apart.
        scatter: deviation of places in millimetres; turns vary by a fifth of it in degrees and more when stacked.
        haste: factor on the speed of hands.
        pause: median seconds of thought before a play, at most `longest`.
        piles: "winner" (before each seat) or "side" (partners have one).
    """

    style: str = "apart"
    radius: float = 66.0
    scatter: float = 7.0
    haste: float = 1.0
    pause: float = 0.9
    longest: float = 6.0
    piles: str = "winner"


@dataclass(frozen=True)
class Landing:
    """A card that came to rest as a play: seconds of rest and of the hand's going, and where it lies."""

    deal: int
    trick: int
    order: int
    seat: int
    card: str
    time: float
    clear: float
    spot: Spot


@dataclass(frozen=True)
class Sweep:
    """A trick that was taken: seconds at which its cards begin to move and lie on the pile."""

    deal: int
    trick: int
    winner: int
    first: float
    last: float


@dataclass(frozen=True)
class Happening:
    """Anything else: `kind`, seconds from and to, and facts (seat, card, ...)."""

    kind: str
    first: float
    last: float
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Performance:
    """All movements of a film, in seconds and table millimetres."""

    tracks: tuple[Track, ...]
    reaches: tuple[Reach, ...]
    landings: tuple[Landing, ...]
    sweeps: tuple[Sweep, ...]
    happenings: tuple[Happening, ...]
    duration: float


@dataclass
class Actor:
    """A card in the making: its track so far and where it lies now."""

    name: str
    glides: list[Glide] = field(default_factory=list)
    levels: list[int] = field(default_factory=list)
    gone: float = np.inf

    @property
    def spot(self) -> Spot:
        """Where it lies after what was planned so far."""
        return self.glides[-1].goal


class Director:
    """Plans one film: call `perform` for each deal, then `finished`."""

    def __init__(self, rng: Rng, places: Sequence[Place], manner: Manner) -> None:
        """An empty table; the first hand comes after a moment."""
        self.rng, self.places, self.manner = rng, tuple(places), manner
        self.now = float(rng.uniform(0.5, 1.4))
        self.level = 100
        self.deal = -1
        self.actors: list[Actor] = []
        self.reaches: list[Reach] = []
        self.landings: list[Landing] = []
        self.sweeps: list[Sweep] = []
        self.happenings: list[Happening] = []
        self.clear = 0.0
        self.piles: dict[int, list[Actor]] = {}
        self.hands: dict[int, list[str]] = {}
        self.lying: dict[str, Actor] = {}

    # The public face -------------------------------------------------------------------------------------------------

    def perform(self, script: Script, events: Sequence[str] = ()) -> None:
        """Plan one deal; each of the events happens once in it, where the script has what it needs."""
        if self.deal >= 0:
            self.clear_table()
        self.deal += 1
        self.piles = {}
        self.hands = {s: [code(c) for c in cards_in(hand)] for s, hand in enumerate(script.hands)}
        calm = [t for t in range(len(script.tricks)) if script.tricks[t].cards]
        when = {e: int(self.rng.choice(calm[1:] or calm)) for e in ("takeback", "bump", "light", "pause", "dropped")}
        if script.piles:
            self.lay_out(script)
        if "weis" in events:
            for seat, cards in script.weis[:2]:
                self.show_weis(seat, [code(c) for c in cards_in(cards)])
        for number, trick in enumerate(script.tricks):
            stacked = self.manner.style == "stacked" or (self.manner.style == "mixed" and self.rng.random() < 0.5)
            middle = self.rng.normal(0, 6, 2)
            laid: list[Actor] = []
            busy = {e: int(self.rng.integers(len(trick.cards))) for e in when if e in events and when[e] == number}
            for order, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
                self.between(seat, code(card), [e for e, at in busy.items() if at == order], middle, stacked)
                laid.append(self.play(seat, code(card), number, order, middle, stacked))
            if not trick.cards:
                laid = self.lay_rest(script, trick.leader, number)
            self.sweep(trick.winner, number, laid)
            if script.piles:
                self.turn_up(script, trick.seats, [code(c) for c in trick.cards])

    def finished(self) -> Performance:
        """Everything that was planned, with a moment of stillness at the end."""
        end = max(self.now, self.clear) + float(self.rng.uniform(0.8, 1.6))
        tracks = tuple(Track(a.name, tuple(a.glides), tuple(a.levels), a.gone) for a in self.actors)
        return Performance(
            tracks, tuple(self.reaches), tuple(self.landings), tuple(self.sweeps), tuple(self.happenings), end
        )

    # Single movements ------------------------------------------------------------------------------------------------

    def seconds(self, low: float, high: float) -> float:
        """A duration at the pace of this table."""
        return float(self.rng.uniform(low, high)) / self.manner.haste

    def thought(self) -> float:
        """Seconds until the next player moves."""
        guess = self.manner.pause * float(np.exp(self.rng.normal(0, 0.55)))
        return float(np.clip(guess, 0.15, self.manner.longest))

    def top(self) -> int:
        """A level above all others."""
        self.level += 1
        return self.level

    def doorstep(self, place: Place) -> Spot:
        """Where a hand with a card comes from, out of the picture."""
        spot = place.spot(place.reach + OUTSIDE_MM, float(self.rng.uniform(10, 90)), float(self.rng.normal(0, 12)))
        return replace(spot, lift=float(self.rng.uniform(30, 70)))

    def carry(
        self, actors: Sequence[Actor], origins: Sequence[Spot], goals: Sequence[Spot], start: float, stop: float
    ) -> Glide:
        """Move cards together in one hand; returns the glide of the fingertips, which hold the first card."""
        bow, arch = float(self.rng.normal(0, 22)), float(self.rng.uniform(6, 30))
        for actor, origin, goal in zip(actors, origins, goals, strict=True):
            actor.glides.append(Glide(start, stop, origin, goal, bow, arch))
            actor.levels.append(self.top())
        grip = (float(self.rng.normal(0, 7)), float(self.rng.uniform(14, 32)))
        middle = len(actors) // 2
        ends = [spots[middle] for spots in (origins, goals)]
        held = [replace(s, x=s.within(*grip)[0], y=s.within(*grip)[1]) for s in ends]
        return Glide(start, stop, held[0], held[1], bow, arch)

    def leave(self, seat: int, start: float, tip: Spot) -> Glide:
        """The empty hand goes home."""
        place = self.places[seat]
        away = place.spot(place.reach + OUTSIDE_MM, float(self.rng.uniform(20, 100)))
        stop = start + self.seconds(0.25, 0.45)
        return Glide(start, stop, tip, replace(away, lift=40.0), float(self.rng.normal(0, 15)), 8.0, swift_end=True)

    def come(self, seat: int, stop: float, tip: Spot) -> Glide:
        """The empty hand comes to a point by a time."""
        start = stop - self.seconds(0.3, 0.5)
        return Glide(start, stop, self.doorstep(self.places[seat]), tip, float(self.rng.normal(0, 18)), 10.0)

    def bring(self, seat: int, names: Sequence[str], goals: Sequence[Spot]) -> tuple[list[Actor], float, float]:
        """A hand brings cards from outside and goes; returns the cards, when they lie and when the hand is gone."""
        place = self.places[seat]
        actors = [Actor(name) for name in names]
        self.actors += actors
        last = self.seconds(0.38, 0.8)
        start = max(self.now + self.thought(), self.clear + AIR - last, 0.2)
        door = self.doorstep(place)
        middle = goals[len(goals) // 2]
        origins = [door.moved(g.x - middle.x, g.y - middle.y, g.turn - middle.turn) for g in goals]
        glide = self.carry(actors, origins, goals, start, start + last)
        lies = glide.stop
        away = self.leave(seat, lies + self.seconds(0.05, 0.2), glide.goal)
        self.reaches.append(Reach(seat, "pinch", (glide, away)))
        self.now, self.clear = lies, away.stop
        return actors, lies, away.stop

    def fetch(self, seat: int, actors: Sequence[Actor], start: float) -> tuple[float, float]:
        """A hand comes after `start` and takes cards away; returns when they begin to move and are gone."""
        place = self.places[seat]
        spots = [a.spot for a in actors]
        middle = spots[len(spots) // 2]
        door = self.doorstep(place)
        goals = [door.moved(s.x - middle.x, s.y - middle.y, s.turn - middle.turn) for s in spots]
        grip = middle.within(0.0, 24.0)
        come = self.come(seat, max(start, self.clear) + 0.45, replace(middle, x=grip[0], y=grip[1]))
        first = come.stop + self.seconds(0.08, 0.2)
        glide = self.carry(actors, spots, goals, first, first + self.seconds(0.35, 0.6))
        glide = replace(glide, origin=come.goal)
        for actor in actors:
            actor.gone = glide.stop
        self.reaches.append(Reach(seat, "pinch", (come, glide)))
        self.now = self.clear = glide.stop
        return first, glide.stop

    # Plays and sweeps ------------------------------------------------------------------------------------------------

    def goal(self, seat: int, middle: Any, stacked: bool) -> Spot:
        """Where a player lays a card."""
        place, scatter = self.places[seat], self.manner.scatter
        jitter = self.rng.normal(0, scatter, 2)
        turn = float(self.rng.normal(0, 14 if stacked else 2 + scatter))
        out = float(self.rng.uniform(2, 16)) if stacked else self.manner.radius
        spot = place.spot(out + float(jitter[0]), float(jitter[1]), turn)
        return spot.moved(float(middle[0]), float(middle[1]))

    def play(self, seat: int, name: str, trick: int, order: int, middle: Any, stacked: bool) -> Actor:
        """One card is played."""
        goal = self.goal(seat, middle, stacked)
        if name in self.lying:  # Luzern Jass: from the own piles
            actor = self.lying.pop(name)
            lies, gone = self.shift(seat, actor, goal)
        else:
            (actor,), lies, gone = self.bring(seat, [name], [goal])
        if name in self.hands[seat]:
            self.hands[seat].remove(name)
        self.landings.append(Landing(self.deal, trick, order, seat, name, lies, gone, goal))
        return actor

    def shift(self, seat: int, actor: Actor, goal: Spot) -> tuple[float, float]:
        """A hand comes, moves a card that lies on the table, and goes."""
        tip = actor.spot.within(0.0, 24.0)
        come = self.come(
            seat, max(self.now + self.thought(), self.clear) + 0.3, replace(actor.spot, x=tip[0], y=tip[1])
        )
        start = come.stop + self.seconds(0.05, 0.15)
        glide = self.carry([actor], [actor.spot], [goal], start, start + self.seconds(0.35, 0.6))
        glide = replace(glide, origin=come.goal)
        away = self.leave(seat, glide.stop + self.seconds(0.05, 0.2), glide.goal)
        self.reaches.append(Reach(seat, "pinch", (come, glide, away)))
        self.now, self.clear = glide.stop, away.stop
        return glide.stop, away.stop

    def pile_owner(self, seat: int) -> int:
        """The seat before which a winner's tricks are put."""
        if self.manner.piles == "side" and len(self.places) == 4:
            return next((s for s in sorted(self.piles) if s % 2 == seat % 2), seat)
        return seat

    def pile_spot(self, owner: int) -> Spot:
        """Where tricks lie face down before a seat."""
        return pile_place(self.places[owner], len(self.places))

    def sweep(self, winner: int, trick: int, laid: Sequence[Actor]) -> None:
        """The winner draws the cards together, turns them over and puts them on the pile."""
        rng, place = self.rng, self.places[winner]
        owner = self.pile_owner(winner)
        pile = self.pile_spot(owner)
        centre = np.mean([(a.spot.x, a.spot.y) for a in laid], axis=0)
        back = float(rng.uniform(-18, 40))  # from a hand flat on the cards to fingertips that draw them
        over = Spot(float(centre[0] + back * place.out[0]), float(centre[1] + back * place.out[1]), lift=6.0)
        start = max(self.now + max(0.3, self.thought()), self.clear) + 0.35
        come = self.come(winner, start, over)
        first = come.stop + self.seconds(0.02, 0.12)
        gathered = first + self.seconds(0.28, 0.5)
        heap = Spot(float(centre[0] + 22 * place.out[0]), float(centre[1] + 22 * place.out[1]), place.turn)
        last = gathered + self.seconds(0.45, 0.75)
        turn = float(rng.normal(0, 8))
        bow = float(rng.normal(0, 25))
        for actor in sorted(laid, key=lambda a: a.levels[-1]):
            near = heap.moved(float(rng.normal(0, 7)), float(rng.normal(0, 7)))
            level = self.top()
            near = nearest_turn(near, actor.spot, float(rng.normal(0, 6)))
            actor.glides.append(Glide(first, gathered, actor.spot, near))
            actor.levels.append(level)
            rest = pile.moved(float(rng.normal(0, 3.5)), float(rng.normal(0, 3.5)), float(rng.normal(turn, 3)))
            goal = replace(nearest_turn(rest, actor.spot, 0.0), flip=1.0)
            actor.glides.append(Glide(gathered, last, actor.spot, goal, bow, 32.0))
            actor.levels.append(level)
        moved = over.moved(float(heap.x - centre[0]), float(heap.y - centre[1]))
        tip = replace(pile.moved(back * place.out[0], back * place.out[1]), lift=6.0, turn=0.0)
        away = self.leave(winner, last + self.seconds(0.05, 0.2), tip)
        glides = (come, Glide(first, gathered, over, moved), Glide(gathered, last, moved, tip, bow, 32.0), away)
        self.reaches.append(Reach(winner, "flat", glides))
        self.piles.setdefault(owner, []).extend(laid)
        self.sweeps.append(Sweep(self.deal, trick, winner, first, last))
        self.now, self.clear = last, away.stop

    def clear_table(self) -> None:
        """Between deals the piles are taken off the table."""
        for owner, pile in sorted(self.piles.items()):
            if pile:
                self.fetch(owner, pile, self.now + self.seconds(0.3, 0.9))
        for actor in self.lying.values():
            actor.gone = self.now
        self.lying = {}
        self.now += self.seconds(1.0, 2.5)

    # What happens besides --------------------------------------------------------------------------------------------

    def between(self, seat: int, name: str, events: Sequence[str], middle: Any, stacked: bool) -> None:
        """Let things happen before a seat plays a card."""
        for event in events:
            if event == "pause":
                start = self.now
                self.now += float(self.rng.uniform(5, 9))
                self.note(event, start, self.now)
            elif event in ("bump", "light"):
                start = max(self.now, self.clear) + 0.4
                self.now = start + (1.2 if event == "bump" else 0.8)
                self.note(event, start, self.now)
            elif event == "takeback":
                others = [c for c in self.hands[seat] if c != name]
                if others and not self.lying:
                    self.take_back(seat, others[int(self.rng.integers(len(others)))], self.goal(seat, middle, stacked))
            elif event == "dropped":
                others = [c for c in self.hands[seat] if c != name]
                if others and not self.lying:
                    self.drop(seat, others[int(self.rng.integers(len(others)))])

    def note(self, kind: str, first: float, last: float, **facts: Any) -> None:
        """Write a happening down."""
        self.happenings.append(Happening(kind, first, last, {"deal": self.deal, **facts}))

    def take_back(self, seat: int, name: str, goal: Spot) -> None:
        """A card is laid, thought better of, and taken back."""
        actors, lies, _ = self.bring(seat, [name], [goal])
        _, gone = self.fetch(seat, actors, lies + self.seconds(0.7, 1.6))
        self.note("takeback", lies, gone, seat=seat, cards=[(name, goal)])

    def drop(self, seat: int, name: str) -> None:
        """A card falls out of a hand face up at the edge and is picked up."""
        place = self.places[seat]
        turn = float(self.rng.uniform(-180, 180))
        rest = place.spot(0.80 * place.reach, float(self.rng.uniform(-90, 30)), turn)
        actor = Actor(name)
        self.actors.append(actor)
        start = max(self.now + self.thought(), self.clear) + 0.1
        fall = start + 0.28
        door = replace(place.spot(place.reach + 90, 0.0, turn - float(self.rng.uniform(40, 150))), lift=60.0)
        actor.glides.append(Glide(start, fall, door, rest))
        actor.levels.append(self.top())
        self.now = self.clear = fall
        _, gone = self.fetch(seat, [actor], fall + self.seconds(0.5, 1.2))
        self.note("dropped", fall, gone, seat=seat, cards=[(name, rest)])

    def fan(self, seat: int, count: int, out: float, pitch: float) -> list[Spot]:
        """Spots of a fan of cards before a seat."""
        place = self.places[seat]
        places = np.arange(count) - (count - 1) / 2
        return [place.spot(out + 0.8 * float(k) ** 2, pitch * float(k), 7.0 * float(k)) for k in places]

    def show_weis(self, seat: int, names: Sequence[str]) -> None:
        """A Weis is shown as a fan and taken back."""
        place = self.places[seat]
        out = float(np.clip(0.66 * place.reach, 125, 260))
        spots = self.fan(seat, len(names), out, 15.0)
        actors, lies, _ = self.bring(seat, names, spots)
        _, gone = self.fetch(seat, actors, lies + self.seconds(1.3, 2.6))
        self.note("weis", lies, gone, seat=seat, cards=list(zip(names, spots, strict=True)))

    def lay_rest(self, script: Script, leader: int, trick: int) -> list[Actor]:
        """The leader lays all his cards, the others throw theirs in."""
        laid: list[Actor] = []
        shown: list[tuple[str, Spot]] = []
        first = last = self.now
        for k in range(script.players):
            seat = (leader - k) % script.players
            names = [code(c) for c in script.rest_of(seat)]
            spots = self.fan(seat, len(names), float(np.clip(0.5 * self.places[seat].reach, 95, 150)), 17.0)
            actors, lies, _ = self.bring(seat, names, spots)
            first = lies if k == 0 else first
            last = lies
            laid += actors
            shown += zip(names, spots, strict=True)
        self.note("rest", first, last, seat=leader, trick=trick, cards=shown)
        self.now = last + 0.6
        return laid

    # Luzern Jass -----------------------------------------------------------------------------------------------------

    def lay_out(self, script: Script) -> None:
        """Nine piles before each player, dealt before the film begins."""
        for seat, piles in enumerate(script.piles):
            for number, (down, up) in enumerate(piles):
                spot = self.nine_spot(seat, number)
                for card, flip, level in ((down, 1.0, 1), (up, 0.0, 2)):
                    lies = replace(
                        spot.moved(
                            float(self.rng.normal(0, 2)), float(self.rng.normal(0, 2)), float(self.rng.normal(0, 2))
                        ),
                        flip=flip,
                    )
                    start = -2.0 if self.deal == 0 else self.now
                    actor = Actor(code(card), [Glide(start, start + 0.01, lies, lies)], [level])
                    self.actors.append(actor)
                    self.lying[code(card)] = actor

    def nine_spot(self, seat: int, number: int) -> Spot:
        """The place of one of the nine piles: five next to the player, four before them."""
        place = self.places[seat]
        if number < 5:
            return place.spot(250.0, (number - 2) * 66.0)
        return place.spot(152.0, (number - 6.5) * 66.0)

    def turn_up(self, script: Script, seats: Sequence[int], names: Sequence[str]) -> None:
        """The cards that the trick uncovered are turned up by their owners."""
        for seat, name in zip(seats, names, strict=True):
            under = next((code(d) for d, u in script.piles[seat] if code(u) == name), None)
            if under is None:
                continue
            actor = self.lying[under]
            tip = actor.spot.within(18.0, 14.0)
            come = self.come(seat, max(self.now + 0.2, self.clear) + 0.3, replace(actor.spot, x=tip[0], y=tip[1]))
            stop = come.stop + self.seconds(0.3, 0.5)
            actor.glides.append(Glide(come.stop, stop, actor.spot, replace(actor.spot, flip=0.0), arch=30.0))
            actor.levels.append(2)
            right = self.places[seat].right
            turn = Glide(come.stop, stop, come.goal, come.goal.moved(-30 * right[0], -30 * right[1]), arch=30.0)
            away = self.leave(seat, stop + 0.05, turn.goal)
            self.reaches.append(Reach(seat, "pinch", (come, turn, away)))
            self.note("uncovered", come.stop, stop, seat=seat, cards=[(under, actor.spot)])
            self.now, self.clear = stop, away.stop


def nearest_turn(spot: Spot, before: Spot, jitter: float) -> Spot:
    """The spot with its turn changed by half turns so that the way from `before` is the shortest; backs have no top."""
    gap = (spot.turn + jitter - before.turn + 90) % 180 - 90
    return replace(spot, turn=before.turn + gap)
