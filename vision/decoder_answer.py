"""What the decoder says of a deal: plays, tricks, contract, each with how sure it is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from jassvision.rules.cards import EMPTY, Card, CardSet, cards_in, code
from jassvision.rules.seats import Seat, seat_name
from jassvision.vision.contract_posterior import ILLEGAL, UNKNOWN, Laws, normalised
from jassvision.vision.decoder_beam import Beam
from jassvision.vision.decoder_direction import is_reversed
from jassvision.vision.decoder_lines import MISSED, Cell, Line
from jassvision.vision.decoder_resolve import settled
from jassvision.vision.observations import ShownHand
from numpy.typing import NDArray

SURE: Final = 0.98
"""Probability from which a card and its seat are taken as known (`tools/bench_decoder.py` counts mistakes above it)."""

CONTRACT_SURE: Final = 0.95
"""The same for the contract: it can be asked for, and everything can be counted anew when it is said."""

ILLEGAL_WHEN_IN_DOUBT: Final = math.log(0.1)
"""How likely an illegal play is where it is asked how sure a card is."""

LEAST_LIKELY: Final = 0.01
MOST_LIKELY_CARDS: Final = 3
"""Which other cards are named for one that is unsure."""

FEW_EXTRAS: Final = 2
"""Sightings that were no plays: so many are usual and not worth a word."""

HOMELESS: Final = 2
"""Cards that were clearly read and have no place in a deal from which something in it is numbered wrongly."""

CLEARLY: Final = 0.6
"""Probability from which a card was clearly read."""

IN_DOUBT: Final = 0.5
"""Most that a play is believed whose place in the deal is in doubt."""

NOT_SAID: Final = -200.0
"""Log weight of every other contract where a person's word is not doubted."""

FITS_BADLY: Final = 0.002
"""Probability of the contract that was given, by the play alone, below which a person should hear of it."""

SHOWN_SURE: Final = 0.9
"""Probability from which a card that was shown counts as known to be in the hand."""


@dataclass(frozen=True, eq=False)
class DecodedPlay:
    """A play.

    Attributes:
        seat: who played.
        card: the card; None when it was not seen or read and cannot be worked out.
        confidence: probability that this seat played this card at this place.
        likely: the likeliest cards with their probabilities, the likeliest first.
        time: when the card came to rest, None when it was not seen.
        track: its track, None when it was not seen.
        corners: (4, 2) pixels, None when it was not seen.
    """

    seat: Seat
    card: Card | None
    confidence: float
    likely: tuple[tuple[Card, float], ...]
    time: float | None
    track: int | None
    corners: NDArray[np.float64] | None = field(repr=False, default=None)

    @property
    def unsure(self) -> bool:
        """Whether a human should look at it."""
        return self.card is None or self.confidence < SURE

    @property
    def candidates(self) -> CardSet:
        """The cards it may have been as a set: one when it is sure, empty when it can be any."""
        if not self.unsure and self.card is not None:
            return 1 << self.card
        found = EMPTY
        for card, _ in self.likely:
            found |= 1 << card
        return found


@dataclass(frozen=True)
class DecodedTrick:
    """A trick.

    Attributes:
        leader: who led.
        plays: the plays so far, in order.
        winner: who won; None while it lasts, or when no rule says it.
        confidence: probability that this seat won it.
        time_swept: when it was taken away, None when that was not seen.
    """

    leader: Seat
    plays: tuple[DecodedPlay, ...]
    winner: Seat | None
    confidence: float
    time_swept: float | None

    @property
    def unsure(self) -> bool:
        """Whether the winner is unsure."""
        return self.winner is not None and self.confidence < SURE


@dataclass(frozen=True)
class DecodedDeal:
    """A deal as far as it was seen.

    Attributes:
        forehand: who led the first trick.
        forehand_confidence: probability of that.
        contract: the likeliest contract; empty where trump arises in the play.
        given: the contract that a person said, None when nobody did.
        contracts: probability of every contract, given what a person said.
        from_play: the same from the play alone.
        tricks: the tricks, the current one last.
        rest: who laid all the rest down at once, None when nobody did.
        rest_time: when.
        complete: whether all tricks were played, or the rest claimed.
        shown: cards that seats are known to have held because they showed them.
        start, end: times of the first and the last thing seen in it.
        notes: what a person should know.
        reverse: whether the cards clearly went round the table the other way than the rules say.
    """

    forehand: Seat
    forehand_confidence: float
    contract: str
    given: str | None
    contracts: dict[str, float]
    from_play: dict[str, float]
    tricks: tuple[DecodedTrick, ...]
    rest: Seat | None
    rest_time: float | None
    complete: bool
    shown: dict[Seat, CardSet]
    start: float
    end: float
    notes: tuple[str, ...] = ()
    reverse: bool = False

    @property
    def contract_unsure(self) -> bool:
        """Whether somebody should say what the contract was."""
        return self.contract != UNKNOWN and self.contracts[self.contract] < CONTRACT_SURE

    @property
    def plays(self) -> tuple[DecodedPlay, ...]:
        """All plays in order."""
        return tuple(play for trick in self.tricks for play in trick.plays)


@dataclass(frozen=True)
class Claimed:
    """All the rest was laid down at once: by whom (log probabilities) and when."""

    seat_logp: tuple[float, ...]
    time: float


def answer(
    beam: Beam,
    given: str | None,
    shown: Sequence[ShownHand] = (),
    rest: Claimed | None = None,
    *,
    certain: bool = False,
) -> DecodedDeal:
    """The best answer from the lines of a beam; with `certain` the contract that was given is not doubted."""
    laws = beam.laws
    lines, left_out = settled(beam)
    joint = np.array(
        [[line.shape + line.faces + p + w for p, w in zip(beam.prior, line.law, strict=True)] for line in lines]
    )
    fits = _from_play(beam, joint)
    if certain and given is not None:
        joint += np.where(np.array(laws.codes) == given, 0.0, NOT_SAID)
    chances = np.exp(joint - joint.max())
    chances /= chances.sum()
    by_contract = chances.sum(axis=0)
    best_contract = int(by_contract.argmax())
    best = lines[int(joint[:, best_contract].argmax())]
    kept = 1 - max(beam.doubt, left_out)
    weighed = _without_prejudice(joint, lines) * by_contract
    by_line = weighed.sum(axis=1) * kept
    tricks = []
    for number, (leader, cells) in enumerate(best.tricks()):
        plays = _plays(beam, lines, by_line, number, leader, cells, best.used)
        winner, confidence, swept = None, 0.0, None
        if number < len(best.done):
            closed = best.done[number]
            if max(closed.outcome.chances[best_contract]) > 0.5:
                winner = int(np.argmax(closed.outcome.chances[best_contract]))
                confidence = kept * _won(lines, weighed, number, winner, cells)
            if closed.sweep >= 0:
                swept = beam.sweeps[closed.sweep].time_last
        tricks.append(DecodedTrick(leader, plays, winner, confidence, swept))
    reverse = is_reversed(beam, best)
    doubted = -math.inf if reverse else _doubted_from(beam, best)
    tricks = [_doubted(trick, doubted) for trick in _each_once(tricks)]
    forehand = best.tricks()[0][0] if best.tricks() else int(np.argmax(beam.table.first))
    first = [bool(line.tricks()) and line.tricks()[0][0] == forehand for line in lines]
    begun_before = float(by_line[[_begun_before(line) for line in lines]].sum())
    times = beam.times
    claimer = None if rest is None else _claimer(best, best_contract, rest)
    return DecodedDeal(
        forehand,
        min(float(by_line[first].sum()), 1.0 if math.isinf(doubted) else IN_DOUBT),
        laws.told[best_contract],
        given,
        _told(laws, map(float, by_contract)),
        fits,
        tuple(tricks),
        claimer,
        None if rest is None else rest.time,
        rest is not None or len(best.done) == laws.tricks,
        known_cards(shown),
        min(times, default=0.0),
        max(times, default=0.0),
        tuple(_notes(beam, best, given, fits, rest, reverse, begun_before)),
        reverse,
    )


def _doubted_from(beam: Beam, best: Line) -> float:
    """The time from which the numbers of tricks are in doubt, infinite if they are not.

    While tricks are missing, cards that were clearly read and are nowhere in the deal are hardly all spurious: a trick
    was probably played with them, and what follows is one trick later than the likeliest line says.
    """
    if len(best.done) == beam.laws.tricks:
        return math.inf
    times: dict[int, float] = {}
    for index in best.extras:
        seen = beam.table.sightings[index]
        card = int(np.argmax(seen.faces))
        if math.exp(float(seen.faces[card])) > CLEARLY and not best.used >> card & 1:
            times[card] = min(seen.time, times.get(card, math.inf))
    return min(times.values()) if len(times) >= HOMELESS else math.inf


def _doubted(trick: DecodedTrick, since: float) -> DecodedTrick:
    """The trick, hardly believed if it was played after a time."""
    times = [play.time for play in trick.plays if play.time is not None]
    if not times or max(times) < since:
        return trick
    plays = tuple(replace(play, confidence=min(play.confidence, IN_DOUBT)) for play in trick.plays)
    return replace(trick, plays=plays, confidence=min(trick.confidence, IN_DOUBT))


def _without_prejudice(joint: NDArray[np.float64], lines: Sequence[Line]) -> NDArray[np.float64]:
    """Probability of each line under each contract, (lines, contracts), with illegal plays hardly less likely.

    That a play would be illegal must not make anybody sure that it was another card: those are the plays to be found.
    """
    proved = np.array([[bits.bit_count() for bits in line.proved] for line in lines])
    weights = joint + proved * (ILLEGAL_WHEN_IN_DOUBT - ILLEGAL)
    shares = np.exp(weights - weights.max(axis=0))
    found: NDArray[np.float64] = shares / shares.sum(axis=0)
    return found


def _plays(
    beam: Beam,
    lines: Sequence[Line],
    by_line: NDArray[np.float64],
    number: int,
    leader: Seat,
    cells: Sequence[Cell | None],
    used: CardSet,
) -> tuple[DecodedPlay, ...]:
    """The plays of a trick of the likeliest line.

    A card that this line leaves open is known all the same where all lines together are sure of it: it is left open
    because it was read not quite clearly, and among the cards that are not played yet only one fits the reading.
    """
    found = []
    last = max((i for i, cell in enumerate(cells) if cell is not None), default=-1)
    for place, cell in enumerate(cells[: last + 1]):
        seat = beam.laws.turns[leader][place]
        likely = _likely(beam, lines, by_line, number, leader, place)
        index, card = cell or (MISSED, None)
        if card is None and index != MISSED and likely and likely[0][1] >= SURE and not used >> likely[0][0] & 1:
            card = likely[0][0]
        confidence = dict(likely).get(card, 0.0) if card is not None else 0.0
        seen = None if index == MISSED else beam.table.sightings[index]
        found.append(
            DecodedPlay(
                seat,
                card,
                confidence,
                tuple((c, p) for c, p in likely[:MOST_LIKELY_CARDS] if p >= LEAST_LIKELY or c == card),
                None if seen is None else seen.time,
                None if seen is None else seen.track,
                None if seen is None else seen.corners,
            )
        )
    return tuple(found)


def _each_once(tricks: Sequence[DecodedTrick]) -> list[DecodedTrick]:
    """The tricks, with a card that is found in two plays in neither, for nobody knows in which it was."""
    found = Counter(play.card for trick in tricks for play in trick.plays if play.card is not None)
    twice = {card for card, count in found.items() if count > 1}
    return [
        replace(
            trick,
            plays=tuple(
                replace(
                    play,
                    card=None,
                    confidence=0.0,
                    likely=tuple((card, p * IN_DOUBT if card in twice else p) for card, p in play.likely),
                )
                if play.card in twice
                else play
                for play in trick.plays
            ),
        )
        if twice
        else trick
        for trick in tricks
    ]


def _likely(
    beam: Beam, lines: Sequence[Line], by_line: NDArray[np.float64], number: int, leader: Seat, place: int
) -> list[tuple[Card, float]]:
    """Probability of each card to have been played at a place of a trick that a seat led, the likeliest first."""
    found = np.zeros(36)
    for line, weight in zip(lines, by_line, strict=True):
        tricks = line.tricks()
        if number >= len(tricks):
            continue
        led_by, cells = tricks[number]
        cell = cells[place]
        if cell is None or led_by != leader:
            continue
        if cell[1] is not None:
            found[cell[1]] += weight
        elif cell[0] != MISSED:
            faces = np.exp(beam.table.sightings[cell[0]].faces)
            for card in cards_in(line.used):
                faces[card] = 0
            found += weight * faces / max(faces.sum(), 1e-9)
    order = np.argsort(-found, kind="stable")
    return [(int(card), float(found[card])) for card in order if found[card] > 0]


def _won(
    lines: Sequence[Line], chances: NDArray[np.float64], number: int, winner: Seat, cells: Sequence[Cell | None]
) -> float:
    """Probability that a seat won a trick, and that it is this trick: lines may number what was seen otherwise."""
    seen = {cell[0] for cell in cells if cell is not None and cell[0] != MISSED}
    total = 0.0
    for line, weights in zip(lines, chances, strict=True):
        if number < len(line.done) and (not seen or any(cell[0] in seen for cell in line.done[number].cells)):
            total += float(sum(w * c[winner] for w, c in zip(weights, line.done[number].outcome.chances, strict=True)))
    return total


def _claimer(best: Line, contract: int, rest: Claimed) -> Seat:
    weights = np.asarray(rest.seat_logp, float)
    if best.done:
        weights = weights + np.log(np.asarray(best.done[-1].outcome.chances[contract]) + 0.02)
    return int(weights.argmax())


def _begun_before(line: Line) -> bool:
    """Whether the first trick was played before the film began."""
    tricks = line.tricks()
    return bool(tricks) and all(cell is not None and cell[0] == MISSED for cell in tricks[0][1])


def _from_play(beam: Beam, joint: NDArray[np.float64]) -> dict[str, float]:
    """The contracts' probabilities with nothing said."""
    free = joint - np.array(beam.prior)
    top = free.max()
    weights = [float(np.log(np.exp(column - top).sum() + 1e-300)) for column in free.T]
    return _told(beam.laws, map(math.exp, normalised(weights)))


def _told(laws: Laws, chances: Iterable[float]) -> dict[str, float]:
    """The probabilities of the contracts, as they are called."""
    found = dict.fromkeys(laws.told, 0.0)
    for contract, chance in zip(laws.told, chances, strict=True):
        found[contract] += chance
    return found


def known_cards(shown: Sequence[ShownHand]) -> dict[Seat, CardSet]:
    """Cards that seats are known to have held, from the hands they showed; what is doubtful is left out."""
    found: dict[Seat, CardSet] = {}
    for hand in shown:
        seats = np.exp(np.asarray(hand.seat_logp) - np.max(hand.seat_logp))
        if hand.kind == "rest" or seats.max() < SHOWN_SURE * seats.sum():
            continue
        seat = int(seats.argmax())
        for faces in hand.faces_logp:
            weights = np.exp(faces - np.max(faces))
            if weights.max() >= SHOWN_SURE * weights.sum():
                found[seat] = found.get(seat, EMPTY) | 1 << int(weights.argmax())
    return found


def _notes(
    beam: Beam,
    best: Line,
    given: str | None,
    fits: dict[str, float],
    rest: Claimed | None,
    reverse: bool,
    begun_before: float,
) -> list[str]:
    laws = beam.laws
    notes = []
    fitting = max(fits, key=lambda code: fits[code])
    if given is not None and fits.get(given, 0.0) < FITS_BADLY:
        notes.append(f"the play fits {fitting}, not the contract that was given ({given})")
    if rest is None and len(best.done) < laws.tricks and best.done:
        notes.append(f"not played to the end, or not all was seen: {len(best.done)} of {laws.tricks} tricks")
    if begun_before > 1 - SURE and not _begun_before(best):
        notes.append(
            "a part of a deal: perhaps the film begins in its midst "
            f"({100 * begun_before:.0f} %), and trick 1 here was a later one"
        )
    missed = [
        f"{seat_name(laws.turns[leader][place], laws.players)}'s card in trick {number + 1}"
        for number, (leader, cells) in enumerate(best.tricks())
        for place, cell in enumerate(cells)
        if cell is not None and cell[0] == MISSED
    ]
    if missed:
        notes.append(f"not seen: {', '.join(missed)}")
    if reverse:
        notes.append(
            f"the cards did not come round the table {laws.rules.direction}, so who played is in doubt: "
            "turn off the mirroring of the camera, or say the direction of play in the house rules"
        )
    if len(best.extras) > FEW_EXTRAS:
        faces = [beam.table.sightings[i].candidates for i in best.extras]
        names = [code(c[0][0]) for c in faces if c]
        notes.append(f"seen, but not taken for plays: {' '.join(names) or len(faces)}")
    return notes
