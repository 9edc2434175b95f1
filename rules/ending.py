"""The end of a game: who reached the target first, whose claim was right, who gets the Bergpreis.

Everything here is a pure function of the entries of the ledger in the order in which they arose, so it can be asked
again after every correction. Entries that were reversed are left out together with their reversal. Source: rule list
section 4, "End of the game" (PNA).

>>> from jassvision.rules.ledger import Entry
>>> entries = [Entry("trick", 0, 2490), Entry("trick", 1, 2490), Entry("trick", 0, 20, trick=3),
...            Entry("stoeck", 1, 20, trick=3)]
>>> end = game_end(Rules(), entries)
>>> end.winners, end.totals, end.reason
((1,), (2490, 2510), 'side 1 reached 2500 first, with 2510')
>>> game_end(Rules(end_order="stich_first"), entries).winners
(0,)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from jassvision.rules.errors import JassError
from jassvision.rules.ledger import SCORE, Entry
from jassvision.rules.options import Rules

_ORDERS = {
    "stoeck_wys_stich": ("stoeck", "weis", "stich"),
    "stoeck_stich_wys": ("stoeck", "stich", "weis"),
    "stich_first": ("stich", "stoeck", "weis"),
}
"""What counts first within a trick, by `end_order`; `stich` stands for every entry that is neither Stöck nor Weis."""


@dataclass(frozen=True)
class Crossing:
    """The moment at which a side reached a number of points.

    Attributes:
        side: the side that was first.
        index: index of the entry that did it.
        totals: the score of every side at that moment, in the order in which points count.
        bonus: what was agreed for it (Bergpreis), 0 for the target.
    """

    side: int
    index: int
    totals: tuple[int, ...]
    bonus: int = 0


@dataclass(frozen=True)
class GameClaim:
    """A side says that it has reached the target ("sich bedanken").

    Attributes:
        side: the side that claims.
        after: how many entries the ledger held at that moment.
    """

    side: int
    after: int


@dataclass(frozen=True)
class GameEnd:
    """How a game ended.

    Attributes:
        winners: the side that won; several when they are level after the last deal.
        how: `"target"`, `"claim"`, `"wrong_claim"` or `"deals"`.
        index: index of the entry that decided, None when a claim or the number of deals did.
        totals: the score of every side at that moment.
        reason: all this in one sentence.
    """

    winners: tuple[int, ...]
    how: str
    index: int | None
    totals: tuple[int, ...]
    reason: str


def game_end(
    rules: Rules,
    entries: Iterable[Entry],
    *,
    claims: Sequence[GameClaim] = (),
    deals_played: int = 0,
    starts: Collection[int] = (),
) -> GameEnd | None:
    """How the game ended, or None while it goes on.

    With `claim=auto` the side that reaches the target first wins, also in mid-deal. With `claim=bedanken` only a claim
    ends the game: a right one wins on the spot, a wrong one loses, and one who forgets to claim has not won.
    Where deals are counted, the game ends with the last of them.

    Args:
        rules: the house rules.
        entries: the entries of the ledger, oldest first.
        claims: the claims, with `claim=bedanken`.
        deals_played: how many deals are complete.
        starts: indices of the entries with which deals begin; without them a deal of a single trick ("the rest is
            mine" on the first lead) and the first trick of the next one are taken for the same.

    Raises:
        JassError: a claim came after more entries than there are, or by a side that does not play.
    """
    listed = tuple(entries)
    end = _by_claim(rules, listed, claims, starts) if rules.claim == "bedanken" else _by_target(rules, listed, starts)
    if end is None and rules.total_deals is not None and deals_played >= rules.total_deals:
        return _by_deals(rules, listed)
    return end


def crossing(rules: Rules, entries: Iterable[Entry], points: int, *, starts: Collection[int] = ()) -> Crossing | None:
    """The side that first reached so many points, or None.

    When two sides do so in the same trick, `end_order` decides which points came first; `starts` as in `game_end`.
    """
    totals = [0] * rules.sides
    for index, entry in _in_order(rules, tuple(entries), starts):
        totals[entry.side] += entry.points
        if totals[entry.side] >= points:
            return Crossing(entry.side, index, tuple(totals))
    return None


def bergpreis(rules: Rules, entries: Iterable[Entry], *, starts: Collection[int] = ()) -> Crossing | None:
    """The side that first reached half of the target, with the bonus agreed; it is listed and never added.

    `starts` as in `game_end`.

    >>> from jassvision.rules.ledger import Entry
    >>> bergpreis(Rules(bergpreis=100), [Entry("trick", 0, 1249), Entry("trick", 1, 1250)])
    Crossing(side=1, index=1, totals=(1249, 1250), bonus=100)
    """
    if rules.target is None:
        return None
    half = crossing(rules, entries, (rules.target + 1) // 2, starts=starts)
    return half and Crossing(half.side, half.index, half.totals, rules.bergpreis)


def _by_target(rules: Rules, entries: tuple[Entry, ...], starts: Collection[int]) -> GameEnd | None:
    if rules.target is None:
        return None
    first = crossing(rules, entries, rules.target, starts=starts)
    if first is None:
        return None
    reason = f"side {first.side} reached {rules.target} first, with {first.totals[first.side]}"
    return GameEnd((first.side,), "target", first.index, first.totals, reason)


def _by_claim(
    rules: Rules, entries: tuple[Entry, ...], claims: Sequence[GameClaim], starts: Collection[int]
) -> GameEnd | None:
    if rules.target is None:
        return None
    for claim in claims:
        if not 0 <= claim.after <= len(entries):
            raise JassError(f"a claim after entry {claim.after} cannot be: the ledger holds {len(entries)} entries")
        if not 0 <= claim.side < rules.sides:
            raise JassError(f"side {claim.side} does not play: there are sides 0 to {rules.sides - 1}")
    for after, together in groupby(sorted(claims, key=lambda claim: claim.after), key=lambda claim: claim.after):
        sides = list(dict.fromkeys(claim.side for claim in together))
        # A reversal that came later still shows that the points were never there.
        known = _without_reversed(entries)
        order = [(i, e) for i, e in _in_order(rules, entries, starts) if i < after]
        totals = _totals(rules, (entries[i] for i in known if i < after))
        right = [side for side in sides if totals[side] >= rules.target]
        if right:
            winner = _first_across(rules, order, right)
            reason = f"side {winner} claimed {rules.target} rightly, with {totals[winner]}"
            return GameEnd((winner,), "claim", None, totals, reason)
        wrong = sides[0]  # whoever spoke first has lost already when another claims wrongly, too
        winners = tuple(side for side in range(rules.sides) if side != wrong)
        reason = f"side {wrong} claimed {rules.target} with {totals[wrong]} only: a wrong claim loses the game"
        return GameEnd(winners, "wrong_claim", None, totals, reason)
    return None


def _by_deals(rules: Rules, entries: tuple[Entry, ...]) -> GameEnd:
    totals = _totals(rules, (entries[i] for i in _without_reversed(entries)))
    best = max(totals) if rules.wins == "highest" else min(totals)
    winners = tuple(side for side, total in enumerate(totals) if total == best)
    what = "side" if len(winners) == 1 else "sides"
    names = " and ".join(map(str, winners))
    has = "has" if len(winners) == 1 else "have"
    reason = f"after {rules.total_deals} deals {what} {names} {has} the {rules.wins} total, {best}"
    return GameEnd(winners, "deals", None, totals, reason)


def _first_across(rules: Rules, order: list[tuple[int, Entry]], right: list[int]) -> int:
    """Of sides that claim rightly at the same moment, the one whose points came first."""
    totals = [0] * rules.sides
    for _, entry in order:
        totals[entry.side] += entry.points
        if entry.side in right and rules.target is not None and totals[entry.side] >= rules.target:
            return entry.side
    return min(right)


def _without_reversed(entries: tuple[Entry, ...]) -> list[int]:
    gone = {e.reverses for e in entries if e.reverses is not None}
    return [i for i, e in enumerate(entries) if e.account == SCORE and e.reverses is None and i not in gone]


def _in_order(rules: Rules, entries: tuple[Entry, ...], starts: Collection[int]) -> Iterator[tuple[int, Entry]]:
    """Entries that count in the order of their points: as they arose, within one trick after `end_order`."""
    first = sorted(starts)
    places = {kind: place for place, kind in enumerate(_ORDERS[rules.end_order])}
    kept = [(i, entries[i]) for i in _without_reversed(entries)]
    start = 0
    while start < len(kept):
        trick = kept[start][1].trick
        stop = start + 1
        while trick is not None and stop < len(kept) and kept[stop][1].trick == trick:
            if bisect_right(first, kept[stop][0]) != bisect_right(first, kept[start][0]):
                break
            stop += 1
        yield from sorted(kept[start:stop], key=lambda pair: places.get(pair[1].kind, places["stich"]))
        start = stop


def _totals(rules: Rules, entries: Iterable[Entry]) -> tuple[int, ...]:
    totals = [0] * rules.sides
    for entry in entries:
        totals[entry.side] += entry.points
    return tuple(totals)
