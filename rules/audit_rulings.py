"""What a revoke costs: the rulings, as entries that correct the ledger.

`report` changes nothing: the violation is listed and the score stands. `trick_and_rest` gives the trick of the revoke
and all later ones to the other side (JassWiki); Weis, Stöck and earlier tricks stand. `void_deal` takes back everything
the deal scored, as the opponents may demand. Source: rule list section 2.

>>> from jassvision.rules.ledger import Entry
>>> from jassvision.rules.options import Rules
>>> tricks = (Entry("trick", 0, 30, 2, trick=0), Entry("trick", 0, 40, 2, trick=1))
>>> entries = (*tricks, Entry("last_trick", 0, 5, 2, trick=1))
>>> [(e.side, e.points) for e in ruling("trick_and_rest", Rules(), entries, side=0, trick=1)]
[(0, -80), (1, 80), (0, -10), (1, 10)]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jassvision.rules.errors import RulesError
from jassvision.rules.ledger import Entry
from jassvision.rules.options import OPTIONS, Rules

RULINGS = ("report", "trick_and_rest", "void_deal")
"""The values of `rules.revoke`."""


def ruling(
    kind: str, rules: Rules, entries: Sequence[Entry], side: int, trick: int, *, start: int = 0
) -> tuple[Entry, ...]:
    """The entries that a ruling adds to the ledger after a complete deal.

    Args:
        kind: `"report"`, `"trick_and_rest"` or `"void_deal"`.
        rules: the house rules.
        entries: everything that the deal has scored.
        side: the side that revoked.
        trick: number of the trick in which it did, from 0.
        start: index of the first of these entries in the ledger, for the reversals.

    Raises:
        RulesError: there is no such ruling, or it has no meaning in this game.
    """
    if kind not in RULINGS:
        raise RulesError(f"{kind!r} is no ruling: choose one of {OPTIONS['revoke'].allowed}")
    if kind == "report":
        return ()
    if kind == "void_deal":
        return void_deal(entries, start=start)
    return trick_and_rest(rules, entries, side, trick, start=start)


def void_deal(entries: Sequence[Entry], *, start: int = 0) -> tuple[Entry, ...]:
    """Everything that a deal has scored, taken back."""
    return tuple(_reversal(entry, start + i, "deal annulled") for i, entry in _standing(entries, start))


def trick_and_rest(
    rules: Rules, entries: Sequence[Entry], side: int, trick: int, *, start: int = 0
) -> tuple[Entry, ...]:
    """The trick of the revoke and all later ones, given to the other side.

    A match is taken back; the other side gets one when all earlier tricks were its own, too.

    Raises:
        RulesError: more than two sides play, or the deal scores a result instead of its points.
    """
    if rules.sides != 2:
        raise RulesError("trick_and_rest needs two sides: with more it is not said who gets the tricks")
    if rules.scoring != "points" or rules.maker != "none":
        raise RulesError("trick_and_rest needs a game that scores its points as they arise: choose void_deal or report")
    other = 1 - side
    note = f"revoke in trick {trick + 1}"
    added: list[Entry] = []
    tricks = [e for _, e in _standing(entries, start) if e.kind == "trick"]
    for i, entry in _standing(entries, start):
        takes = entry.kind in ("trick", "last_trick") and entry.trick is not None and entry.trick >= trick
        if entry.side == side and (takes or entry.kind == "match"):
            added.append(_reversal(entry, start + i, note))
            if takes:
                added.append(replace(entry, side=other, seat=None, note=note))
    if rules.match_bonus and tricks and all(e.side == other or (e.trick or 0) >= trick for e in tricks):
        had = any(e.kind == "match" and e.side == other for _, e in _standing(entries, start))
        if not had:
            last = tricks[-1]
            added.append(Entry("match", other, rules.match_bonus, last.factor, last.trick, note=note))
    return tuple(added)


def _standing(entries: Sequence[Entry], start: int) -> list[tuple[int, Entry]]:
    """The entries that were not taken back already, with their index."""
    gone = {e.reverses for e in entries if e.reverses is not None}
    return [(i, e) for i, e in enumerate(entries) if e.reverses is None and start + i not in gone]


def _reversal(entry: Entry, index: int, note: str) -> Entry:
    return replace(entry, raw=-entry.raw, note=note, reverses=index)
