"""Whether a film is the one that a record tells of: a few of its pictures are looked at, and their cards compared.

The file alone does not tell: films are shown from another copy than they were watched in, and a record that somebody
typed knows no file. What lies on the table at the times of the record does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from jassvision.models.weights import THREADS
from jassvision.rules.cards import Card, parse_code
from jassvision.tools.places import Places, PlacesError, load_places, places_beside
from jassvision.tools.played_facts import Played, PlayedDeal, PlayedError, PlayedTrick
from jassvision.tools.replay.film_in import FilmIn
from jassvision.tools.replay.ways import PlayKey, same_times, ways_of_plays
from jassvision.vision.eyes import Eyes
from jassvision.vision.finder import Finder
from jassvision.vision.frames import FilmError
from jassvision.vision.reader import Reader
from numpy.typing import NDArray

MOST_LOOKS: Final = 16
"""Pictures that are looked at in the end: in a film with a key picture every 10 s that takes some 3 s at 720p."""

FEWEST_LOOKS: Final = 6
"""Pictures after which a film that has only shown what it should is believed."""

READ: Final = 0.6
"""Confidence from which a face counts as read."""

SETTLED: Final = 0.5
"""Seconds after the last card of a trick at which the hand has mostly left it."""

EARLY, LATE = 0.6, 1.0
"""Seconds by which a card may lie there before its time, and after its trick is said to be taken."""

UNTAKEN: Final = 3.0
"""Seconds for which the last card of a trick lies at least where nobody saw it taken."""

SAME_TRICK_SHARE, CHANCE_SHARE = 0.6, 0.15
"""Share of the faces read that the record places there, in the right film (players also show Weis, and hold cards into
the picture) and in another one (a trick has four of 36 cards; those of its neighbours are not counted)."""

CLEAR: Final = 5.0
"""Logarithm of the odds from which it is clear which of both a film is: one in 150 would be judged wrongly."""

GRID: Final = 0.25
"""Seconds in which shifts of the clock are looked for."""

MISSED: Final = 0.3
"""What a card costs that should lie there and was not read, where a wrong one costs 1: hands and cards cover cards."""

SHIFTED: Final = 2.0
"""Seconds from which a shifted record is refused; below, somebody may have typed it a little late."""

NOTICED: Final = 0.75
"""Seconds of a shift that is told of at all."""

SHARE_SHIFTED: Final = 0.7
"""Share of the faces read that have to fit a shifted clock, for it to be believed."""

LEAST_READ: Final = 8
"""Faces that have to be read to tell of a shift."""

AWAY: Final = 0.06
"""Card lengths by which a quarter of the cards, the best seen ones, lie away at most from where places say: in copies
0.01 to 0.035, in one that was cut to four fifths 0.15."""

Look = tuple[float, Mapping[Card, NDArray[np.float64]]]
"""Seconds of the film, and the faces that were read then with the middles of their cards, as shares of the picture."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Lying:
    """Cards of which one lies on the table for some seconds, by the record; no card where nobody knows which.

    Attributes:
        play: which play it is.
        trick: number of the trick in the whole match, from 0.
    """

    cards: frozenset[Card]
    since: float
    until: float
    play: PlayKey
    trick: int


@dataclass(frozen=True)
class Compared:
    """What was read in a film, against what a record says.

    Attributes:
        right: plays whose card lay there.
        wrong: faces that did not belong there.
        shift: seconds by which the cards lie later in the film than the record says; None where they fit no shift.
        better: by how much the shift explains better what was read than none, in faces.
    """

    right: int
    wrong: int
    shift: float | None
    better: float

    @property
    def odds(self) -> float:
        """Logarithm of the odds that it is the right film."""
        yes, no = SAME_TRICK_SHARE, CHANCE_SHARE
        return float(self.right * np.log(yes / no) + self.wrong * np.log((1 - yes) / (1 - no)))

    @property
    def moved(self) -> bool:
        """Whether the record fits the film only at other times."""
        return self.shift is not None and abs(self.shift) >= NOTICED and self.better >= max(4.0, 0.25 * self.right)

    @property
    def settled(self) -> bool:
        """Whether nothing speaks against the film or its clock, and enough for both."""
        in_time = self.shift is not None and abs(self.shift) < NOTICED and self.better < 1.0
        return self.odds >= CLEAR and not self.wrong and in_time


def add_unchecked(parser: argparse.ArgumentParser) -> None:
    """Declare the argument that takes a record as that of the film."""
    parser.add_argument(
        "--unchecked", action="store_true", help="take the record as that of the film, without a look whether it is"
    )


def check_film(played: Played, film: FilmIn, places: Places | None, eyes: Callable[[], Eyes], say: Say) -> bool | None:
    """Refuse a record of another film, or one whose times are shifted.

    Returns:
        True if it was seen to be the right film, and its cards lie where the places say, if there are any; False if
        they lie elsewhere; None if it cannot be told.

    Args:
        places: where the cards of the record lie, if that was kept: they know the file that they were seen in.
        eyes: makes what looks, if it has to be looked.
        say: told what a person should know.

    Raises:
        PlayedError: the record is of another film, or of other times of it.
    """
    if places is not None and places.is_from(film.path) and same_times(played, places):
        return True
    lying = lying_cards(played)
    found, seen = Compared(0, 0, None, 0.0), []
    try:
        for look in looks(film, moments(played, film.duration), eyes()):
            seen.append(look)
            found = compared(lying, seen)
            if len(seen) >= FEWEST_LOOKS and found.settled:
                return places is None or lie_there(played, places, lying, seen)
    except FilmError as error:
        say(str(error))
    name, film_name = played.path, film.path
    mend = f"score this one with `jassvision score {film_name} --json NEW.json`"
    if found.moved and found.shift is not None:
        when = f"about {abs(found.shift):.0f} seconds {'later' if found.shift > 0 else 'earlier'}"
        if abs(found.shift) >= SHIFTED:
            raise PlayedError(
                f"{name} does not keep time with {film_name}, where its cards lie {when}: give the film from which it "
                f"was made, or {mend} (--unchecked takes the record as it is)."
            )
        say(f"{name} does not quite keep time with {film_name}: its cards lie there {when}.")
    elif found.odds <= -CLEAR:
        raise PlayedError(
            f"{name} is the record of another film: {found.wrong} of {found.right + found.wrong} cards that were "
            f"read in {film_name} do not lie there by it; give the film from which it was made, or {mend} "
            "(--unchecked takes the record all the same)."
        )
    elif found.odds < CLEAR:
        say(f"Too few cards can be read in {film_name} to tell whether {name} is its record.")
    if found.odds < CLEAR or found.moved:
        return None
    return places is None or lie_there(played, places, lying, seen)


def check_film_at(played: Played, film: Path, say: Say, threads: int = THREADS) -> None:
    """Refuse a record of another film, given as a file, or one whose times are shifted.

    Raises:
        PlayedError: the record is of another film, or of other times of it.
    """
    try:
        places = load_places(places_beside(played.path))
    except PlacesError:
        places = None
    try:
        opened = FilmIn(film, threads)
    except FilmError as error:
        say(str(error))
        return
    try:
        check_film(played, opened, places, lambda: Eyes(Finder(threads=threads), Reader(threads=threads)), say)
    finally:
        opened.close()


def moments(played: Played, duration: float) -> list[float]:
    """Seconds at which a film is looked at: when cards lie still, all over the match from the first few on."""
    found: list[float] = []
    for deal in played.deals:
        for trick in deal.tricks:
            times = sorted(play.time for play in trick.plays if play.time is not None)
            if len(times) > 2:
                found.append((times[-2] + times[-3]) / 2)
            if times:
                found.append(min(times[-1] + SETTLED, max(times[-1], (trick.swept or times[-1] + 1.0) - 0.1)))
    found = sorted(time for time in found if time < duration)
    chosen = [found[round(i)] for i in np.linspace(0, len(found) - 1, min(len(found), MOST_LOOKS))]
    return [chosen[i] for start in range(4) for i in range(start, len(chosen), 4)]


def looks(film: FilmIn, times: Iterable[float], eyes: Eyes) -> Iterator[Look]:
    """What is read in a film at some seconds."""
    for time in times:
        picture = film.frame(time).picture
        size = np.array([picture.shape[1], picture.shape[0]], np.float64)
        cards = [c for c in eyes.see(picture).cards if c.card != "back" and c.confidence >= READ]
        yield time, {parse_code(c.card): c.corners.mean(axis=0) / size for c in cards}


def lying_cards(played: Played) -> tuple[Lying, ...]:
    """What lies on the table when, by a record."""
    tricks = [(deal, trick) for deal in played.deals for trick in deal.tricks if trick.start is not None]
    starts = [*(trick.start for _, trick in tricks[1:]), None]
    found: list[Lying] = []
    for number, ((deal, trick), after) in enumerate(zip(tricks, starts, strict=True)):
        until = _until(deal, trick, after)
        for play in trick.plays:
            if play.time is not None:
                likely = [card for card, _ in play.likely] + ([] if play.card is None else [play.card])
                key = (deal.number, trick.number, play.seat)
                found.append(Lying(frozenset(likely), play.time, max(until, play.time), key, number))
    return tuple(found)


def _until(deal: PlayedDeal, trick: PlayedTrick, after: float | None) -> float:
    if trick.swept is not None:
        return trick.swept
    last = max(play.time for play in trick.plays if play.time is not None)
    return last + UNTAKEN if after is None else max(last, min(last + UNTAKEN, after))


def lie_there(played: Played, places: Places, lying: Sequence[Lying], seen: Sequence[Look]) -> bool:
    """Whether cards lie in a film where places say, and not elsewhere, as where a copy was cut smaller."""
    ways, size, away = ways_of_plays(played, places), np.array(places.size_wh, np.float64), []
    for time, faces in seen:
        for each in lying:
            way = ways.get(each.play)
            if way is None or not each.since <= time <= each.until:
                continue
            corners = way.at(time)
            length = max(float(np.linalg.norm(corners[0] - corners[1])), float(np.linalg.norm(corners[1] - corners[2])))
            middles = [faces[card] * size for card in sorted(each.cards & faces.keys())]
            away += [float(np.linalg.norm(middle - corners.mean(axis=0))) / max(length, 1.0) for middle in middles]
    return not away or float(np.quantile(away, 0.25)) <= AWAY


def compared(lying: Sequence[Lying], seen: Sequence[Look]) -> Compared:
    """How what was read fits a record; each play counts once, and each wrong face once a deal."""
    right: set[Lying] = set()
    wrong: set[tuple[int, Card]] = set()
    for time, faces in seen:
        there = [each for each in lying if each.since - EARLY <= time <= each.until + LATE]
        tricks = {each.trick for each in there}
        near = [each for each in lying if any(abs(each.trick - trick) <= 1 for trick in tricks)]
        unknown = sum(not each.cards for each in there)
        for face in sorted(faces):
            fits = [each for each in there if face in each.cards]
            right.update(fits)
            if fits or not tricks or any(face in each.cards for each in near):
                continue  # what lies there a trick too soon or too late tells of the clock, not of the film
            if unknown:
                unknown -= 1
            else:
                wrong.add((there[0].play[0], face))
    shift, better = _shift(lying, seen)
    return Compared(len(right), len(wrong), shift, better)


def _shift(lying: Sequence[Lying], seen: Sequence[Look]) -> tuple[float | None, float]:
    """By how many seconds the cards lie later in the film, and how much better that explains them, in faces."""
    count = sum(len(faces) for _, faces in seen)
    if count < LEAST_READ or not lying:
        return None, 0.0
    since, until = (np.array([getattr(each, name) for each in lying]) for name in ("since", "until"))
    times = np.array([time for time, _ in seen])
    low = float(times.min() - until.max()) - 1.0
    cells = round((float(times.max() - since.min()) + 1.0 - low) / GRID) + 2
    fits, misses = np.zeros(cells), np.zeros(cells)
    for time, faces in seen:
        for face in faces:
            of = [each for each in lying if face in each.cards]
            fits += _covered([time - e.until for e in of], [time - e.since for e in of], low, cells) > 0
        fitting = np.array([bool(each.cards & faces.keys()) for each in lying])
        misses += _covered(time - until[~fitting], time - since[~fitting], low, cells)
    score = 2 * fits - count - MISSED * misses
    best = np.flatnonzero(score >= score.max() - 1e-9)
    middle = int(best[np.abs(best - best.mean()).argmin()])
    if fits[middle] < SHARE_SHIFTED * count:
        return None, 0.0
    none = round(-low / GRID)
    reach = round(0.5 / GRID)  # play times are known to half a second
    about = score[max(0, none - reach) : none + reach + 1]
    return middle * GRID + low, float(score[middle] - (about.max() if len(about) else -count))


def _covered(
    begin: Sequence[float] | NDArray[np.float64], end: Sequence[float] | NDArray[np.float64], low: float, cells: int
) -> NDArray[np.int64]:
    """How many of some stretches of seconds lie over each cell of the grid that begins at `low`."""
    steps = np.zeros(cells + 1, np.int64)
    first = np.clip(np.ceil((np.asarray(begin, np.float64) - low) / GRID), 0, cells).astype(int)
    last = np.clip(np.floor((np.asarray(end, np.float64) - low) / GRID) + 1, 0, cells).astype(int)
    np.add.at(steps, first, 1)
    np.add.at(steps, last, -1)
    return np.cumsum(steps)[:cells]
