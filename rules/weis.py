"""Weis (melds): which a hand holds, what they are worth, and whose are better.

Weis are counted on the hand as dealt, in the natural order 6 7 8 9 10 J Q K A, in trump as well. Source: rule list
section 3 (PNA, S2; small S0 S1 S3 PG), section 8 for Luzern, Smoojas and Klaberjass, section 9 for Belote.

>>> from jassvision.rules.cards import card_set
>>> from jassvision.rules.options import Rules
>>> hand = card_set(["D9", "D10", "DJ", "DQ", "HJ", "SJ", "CJ", "H6", "H7"])
>>> [str(weis) for weis in best_weis(hand, Rules(), "C")]
['200 DJ HJ SJ CJ', '50 D9 D10 DJ DQ']
>>> [str(weis) for weis in best_weis(hand, Rules(weis="small"), "C")]
['200 DJ HJ SJ CJ']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from types import MappingProxyType

from jassvision.rules.cards import (
    ACE,
    BIT,
    EIGHT,
    EMPTY,
    JACK,
    KING,
    NINE,
    QUEEN,
    RANK_SETS,
    RANKS,
    SEVEN,
    SIX,
    SUITS,
    TEN,
    CardSet,
    Rank,
    Suit,
    card_of,
    codes,
)
from jassvision.rules.contracts import parse_contract
from jassvision.rules.errors import IllegalClaimError
from jassvision.rules.ledger import Entry
from jassvision.rules.options import Rules
from jassvision.rules.orders import FAMILIES
from jassvision.rules.seats import Seat, playing_order, side_of

SHORTEST_RUN = 3


@dataclass(frozen=True, slots=True)
class Weis:
    """One Weis.

    Attributes:
        kind: `"run"` or `"four"`.
        cards: its cards.
        points: its value before the factor.
    """

    kind: str
    cards: CardSet
    points: int

    @property
    def size(self) -> int:
        """Number of its cards."""
        return self.cards.bit_count()

    @property
    def suit(self) -> Suit | None:
        """The suit of a run, None for four of a kind."""
        return (self.cards.bit_length() - 1) // 9 if self.kind == "run" else None

    @property
    def top(self) -> Rank:
        """Its highest rank in the natural order."""
        return (self.cards.bit_length() - 1) % 9

    @property
    def bottom(self) -> Rank:
        """Its lowest rank in the natural order."""
        return ((self.cards & -self.cards).bit_length() - 1) % 9

    def __str__(self) -> str:
        return f"{self.points} {' '.join(codes(self.cards))}"


@dataclass(frozen=True)
class Schedule:
    """What Weis are worth.

    Attributes:
        runs: points by length.
        fours: points by rank; a rank that is not in it is no Weis.
        reuse: one card may count in a run and in a four.
    """

    runs: Mapping[int, int]
    fours: Mapping[Rank, int]
    reuse: bool = False


def _runs(*points: int) -> Mapping[int, int]:
    """Points of runs of 3, 4, 5 and so on up to 9; the last value stands for all longer ones."""
    return MappingProxyType({n: points[min(n - SHORTEST_RUN, len(points) - 1)] for n in range(SHORTEST_RUN, 10)})


_HIGH_FOURS = MappingProxyType({JACK: 200, NINE: 150, ACE: 100, KING: 100, QUEEN: 100, TEN: 100})

SCHEDULES: Mapping[str, Schedule] = MappingProxyType(
    {
        "none": Schedule({}, {}),
        "small": Schedule(_runs(20, 50, 100), _HIGH_FOURS),
        "large": Schedule(
            _runs(20, 50, 100, 150, 200, 250, 300),
            MappingProxyType({**_HIGH_FOURS, EIGHT: 100, SEVEN: 100, SIX: 100}),
            reuse=True,
        ),
        "vorarlberg": Schedule(_runs(20, 50, 100, 120, 140, 160, 180), _HIGH_FOURS),
        "luzern": Schedule(_runs(20, 50, 100), _HIGH_FOURS),
        "smoojas": Schedule(_runs(20, 50, 100), MappingProxyType({JACK: 200, KING: 100, QUEEN: 100})),
        "klaberjass": Schedule(_runs(20, 50), MappingProxyType({})),
    }
)
"""The schedules by name (option `weis`). In Luzern the eights count in high, and in low 6 7 8 instead of the aces."""

_LUZERN_FOURS: Mapping[str, tuple[Rank, ...]] = MappingProxyType(
    {
        "trump": (JACK, NINE, ACE, KING, QUEEN, TEN),
        "high": (JACK, NINE, ACE, KING, QUEEN, TEN, EIGHT),
        "low": (JACK, NINE, SIX, SEVEN, EIGHT, TEN, QUEEN, KING),
    }
)
"""Fours of Luzern Jass from the best down (S0)."""


def schedule_of(rules: Rules, contract: str) -> Schedule:
    """The schedule that holds under some rules in a contract, with the options `four_nines` and `weis_reuse`."""
    return _schedule(rules.weis, rules.four_nines, rules.weis_reuse, _way(contract))


@cache
def _schedule(name: str, four_nines: int, reuse: bool | None, way: str) -> Schedule:
    schedule = SCHEDULES[name]
    fours = dict(schedule.fours)
    if name == "luzern":
        fours = {rank: _HIGH_FOURS.get(rank, 100) for rank in _LUZERN_FOURS[way]}
    if NINE in fours:
        fours[NINE] = four_nines
    fours = {rank: points for rank, points in fours.items() if points}
    return replace(schedule, fours=MappingProxyType(fours), reuse=schedule.reuse if reuse is None else reuse)


def _way(contract: str) -> str:
    """`"trump"`, `"high"` or `"low"`: Weis go by the direction of the first trick, over which they are settled."""
    downs = parse_contract(contract).downs
    return "trump" if not downs else "low" if downs[0] else "high"


# What a hand holds ---------------------------------------------------------------------------------------------------


def all_weis(hand: CardSet, rules: Rules, contract: str) -> tuple[Weis, ...]:
    """Every Weis in a hand, best first: fours, and runs with all shorter runs within them.

    Not all of them may be shown together; `best_weis` gives those that are worth most.

    >>> from jassvision.rules.cards import card_set
    >>> [str(w) for w in all_weis(card_set(["S6", "S7", "S8", "S9"]), Rules(), "H")]
    ['50 S6 S7 S8 S9', '20 S7 S8 S9', '20 S6 S7 S8']
    """
    schedule = schedule_of(rules, contract)
    found = list(_fours(hand, schedule))
    for suit in SUITS:
        mask = hand >> 9 * suit & 0x1FF
        for size, points in schedule.runs.items():
            for low in range(10 - size):
                run = ((1 << size) - 1) << low
                if mask & run == run:
                    found.append(Weis("run", run << 9 * suit, points))
    return _sorted(found, rules, contract)


def best_weis(hand: CardSet, rules: Rules, contract: str) -> tuple[Weis, ...]:
    """The Weis a hand shows for the highest total, best first.

    Without card reuse no card counts twice, and a long run may be split where that is worth more (a run of nine in the
    small schedule is 100 and 50). Of equal totals the one with the better single Weis is taken.

    >>> from jassvision.rules.cards import card_set
    >>> hand = card_set("S9 S10 SJ SQ SK HJ DJ CJ D6".split())
    >>> [weis.points for weis in best_weis(hand, Rules(), "H")]
    [200, 100]
    """
    schedule = schedule_of(rules, contract)
    if not schedule.runs:
        return ()
    fours = tuple(_fours(hand, schedule))
    low = _way(contract) == "low"
    choices = [fours] if schedule.reuse else [some for n in range(len(fours) + 1) for some in combinations(fours, n)]
    best: tuple[Weis, ...] = ()
    best_key: tuple[int, list[_Strength]] = (-1, [])
    for some in choices:
        left = hand
        if not schedule.reuse:
            for four in some:
                left &= ~four.cards
        found = list(some)
        for suit in SUITS:
            mask = left >> 9 * suit & 0x1FF
            found += [
                Weis("run", run << 9 * suit, schedule.runs[run.bit_count()])
                for run in _split(mask, tuple(schedule.runs.values()), low)
            ]
        ordered = _sorted(found, rules, contract)
        key = (sum(w.points for w in ordered), [weis_strength(w, rules, contract) for w in ordered])
        if key > best_key:
            best, best_key = ordered, key
    return best


def _fours(hand: CardSet, schedule: Schedule) -> Iterator[Weis]:
    for rank in RANKS:
        if rank in schedule.fours and hand & RANK_SETS[rank] == RANK_SETS[rank]:
            yield Weis("four", RANK_SETS[rank], schedule.fours[rank])


@cache
def _split(mask: int, points: tuple[int, ...], low: bool) -> tuple[int, ...]:
    """The runs of nine bits (one suit, six to ace) that are worth most together, as bit sets that do not overlap."""
    if not mask & mask >> 1 & mask >> 2:
        return ()
    best: tuple[int, ...] = ()
    best_key: tuple[int, list[tuple[int, int, int]]] = (-1, [])
    for size in range(SHORTEST_RUN, 10):
        for start in range(10 - size):
            run = ((1 << size) - 1) << start
            if mask & run != run:
                continue
            # Only runs above this one may follow, so every combination is met once.
            rest = _split(mask & -(1 << start + size), points, low)
            runs = (run, *rest)
            total = sum(points[r.bit_count() - SHORTEST_RUN] for r in runs)
            parts = sorted(
                ((points[r.bit_count() - SHORTEST_RUN], r.bit_count(), -r if low else r) for r in runs),
                reverse=True,
            )
            if (total, parts) > best_key:
                best, best_key = runs, (total, parts)
    return best


def weis_of(cards: CardSet, rules: Rules, contract: str) -> Weis:
    """The Weis that exactly these cards form.

    Raises:
        IllegalClaimError: they form none under these rules.

    >>> from jassvision.rules.cards import card_set
    >>> weis_of(card_set(["S9", "S10", "SJ", "SQ"]), Rules(), "H").points
    50
    """
    schedule = schedule_of(rules, contract)
    for four in _fours(cards, schedule):
        if four.cards == cards:
            return four
    for suit in SUITS:
        mask = cards >> 9 * suit & 0x1FF
        size = mask.bit_count()
        if mask << 9 * suit == cards and size in schedule.runs and (mask // (mask & -mask)) == (1 << size) - 1:
            return Weis("run", cards, schedule.runs[size])
    raise IllegalClaimError(
        f"{' '.join(codes(cards)) or 'no card'} is no Weis: a Weis is a run of three or more in one suit, or four "
        "of a rank that counts"
    )


def check_together(shown: Iterable[Weis], rules: Rules, contract: str) -> None:
    """Make sure that a player's Weis may be shown beside each other.

    Raises:
        IllegalClaimError: two runs share a card, or a run and a four do where one card may not count twice.
    """
    reuse = schedule_of(rules, contract).reuse
    for one, other in combinations(shown, 2):
        common = one.cards & other.cards
        if common and not (reuse and one.kind != other.kind):
            raise IllegalClaimError(f"{' '.join(codes(common))} would count in two Weis")


# Whose are better ----------------------------------------------------------------------------------------------------

_Strength = tuple[int, int, int, int, int]


def weis_strength(weis: Weis, rules: Rules, contract: str) -> tuple[int, int, int, int, int]:
    """A key that is larger for the better Weis: value, number of cards, highest card, trump.

    In Undenufe the lowest card counts instead of the highest. With `weis_order` `fours_first` every four beats every
    run, fours go jacks, nines, then by the ranks of the contract, and runs by length.
    """
    way = _way(contract)
    trump = parse_contract(contract).trump
    in_trump = int(weis.kind == "run" and weis.suit == trump)
    if rules.weis_order == "fours_first":
        if weis.kind == "four":
            order = _LUZERN_FOURS[way]
            return (1, -order.index(weis.top) if weis.top in order else -len(order), 0, 0, 0)
        return (0, weis.size, 8 - weis.bottom if way == "low" else weis.top, in_trump, 0)
    if way == "low":
        high = 8 - weis.bottom
    elif weis.kind == "four":
        high = 8 - FAMILIES[rules.family].plain.index(weis.top)
    else:
        high = weis.top
    return (0, weis.points, weis.size, high, in_trump)


def _sorted(found: Iterable[Weis], rules: Rules, contract: str) -> tuple[Weis, ...]:
    return tuple(sorted(found, key=lambda w: weis_strength(w, rules, contract), reverse=True))


@dataclass(frozen=True)
class Settlement:
    """Whose Weis count.

    Attributes:
        side: the side that scores all its Weis, None when nobody showed any.
        seat: who holds the best one.
        best: the best one.
        scored: all that score, by seat in playing order.
        lost: those of the other sides, which score nothing.
    """

    side: int | None
    seat: Seat | None
    best: Weis | None
    scored: tuple[tuple[Seat, Weis], ...]
    lost: tuple[tuple[Seat, Weis], ...]

    def points(self) -> int:
        """Points of the side that scores, before the factor."""
        return sum(weis.points for _, weis in self.scored)

    def entries(self, factor: int, trick: int = 0) -> tuple[Entry, ...]:
        """The Weis that score as entries of the ledger."""
        side = self.side
        if side is None:
            return ()
        return tuple(
            Entry("weis", side, weis.points, factor, trick=trick, seat=seat, cards=weis.cards)
            for seat, weis in self.scored
        )


def settle_weis(shown: Mapping[Seat, Iterable[Weis]], rules: Rules, contract: str, forehand: Seat) -> Settlement:
    """Compare the Weis of all seats; the side with the best single one scores all of its own.

    Equal ones are decided by the playing order from forehand (the non-dealer between two).

    >>> from jassvision.rules.cards import card_set
    >>> run = weis_of(card_set(["H6", "H7", "H8"]), Rules(), "S")
    >>> trump = weis_of(card_set(["S6", "S7", "S8"]), Rules(), "S")
    >>> settle_weis({0: [run], 3: [trump]}, Rules(), "S", forehand=0).seat
    3
    """
    order = playing_order(forehand, rules.players, rules.direction)
    everything = [(seat, weis) for seat in order for weis in _sorted(shown.get(seat, ()), rules, contract)]
    if not everything:
        return Settlement(None, None, None, (), ())
    # max() keeps the first of equals, which is the earlier one in playing order.
    seat, best = max(everything, key=lambda pair: weis_strength(pair[1], rules, contract))
    partners = rules.sides < rules.players
    side = side_of(seat, partners)
    scored = tuple(pair for pair in everything if side_of(pair[0], partners) == side)
    lost = tuple(pair for pair in everything if side_of(pair[0], partners) != side)
    return Settlement(side, seat, best, scored, lost)


# Stöck ---------------------------------------------------------------------------------------------------------------


def stoeck_cards(contract: str) -> CardSet:
    """King and queen of trump; empty without a trump.

    >>> codes(stoeck_cards("H")), codes(stoeck_cards("O"))
    (['HQ', 'HK'], [])
    """
    trump = parse_contract(contract).trump
    return EMPTY if trump is None else BIT[card_of(trump, KING)] | BIT[card_of(trump, QUEEN)]


def holds_stoeck(hand: CardSet, contract: str) -> bool:
    """Whether a hand holds both king and queen of trump.

    >>> from jassvision.rules.cards import card_set
    >>> hand = card_set(["HK", "HQ"])
    >>> holds_stoeck(hand, "H"), holds_stoeck(hand, "O")
    (True, False)
    """
    pair = stoeck_cards(contract)
    return pair != EMPTY and hand & pair == pair
