"""What people said that the rules do not see in the cards: Weis by points, what a revoke costs, who "sich bedankt".

The deals are counted by the rules first; this adds entries to them and then asks again who has won.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace

from jassvision.rules.audit_rulings import RULINGS, ruling
from jassvision.rules.deal import Deal
from jassvision.rules.errors import JassError
from jassvision.rules.ledger import Entry
from jassvision.rules.options import Rules
from jassvision.rules.seats import side_of
from jassvision.tools.live.corrections import Claimed, Ruled
from jassvision.tools.live.fold import DealView
from jassvision.tools.reckoning import DealResult, Reckoning, reckoned

STANDS = "stands"
"""The ruling that a play was legal, or that it shall count as it fell."""


def rulings_allowed(rules: Rules) -> tuple[str, ...]:
    """What a referee may say of an illegal play under some rules, beside that it is taken back."""
    return (STANDS, *(kind for kind in RULINGS if kind != "report" and _is_allowed(kind, rules)))


def _is_allowed(kind: str, rules: Rules) -> bool:
    try:
        ruling(kind, rules, (), 0, 0)
    except JassError:
        return False
    return True


def with_words(rules: Rules, view: DealView, result: DealResult) -> DealResult:
    """The result of a deal with the Weis that were said by their points, and with what a revoke costs.

    A ruling corrects a complete deal: until then it waits.
    """
    deal = result.deal
    if deal is None or deal.void or not (view.said.points or view.rulings):
        return result
    entries = deal.entries
    if view.said.points:
        said = [_weis_entry(rules, deal, seat, points) for seat, points, _ in view.said.points]
        # they are counted when the first trick is over, like all Weis
        place = max((i + 1 for i, entry in enumerate(entries) if entry.trick == 0), default=0)
        entries = (*entries[:place], *said, *entries[place:])
    if deal.is_over:
        for ruled in view.rulings:
            if ruled.kind in RULINGS:
                side = side_of(ruled.seat, rules.sides < rules.players)
                entries = (*entries, *ruling(ruled.kind, rules, entries, side, ruled.trick))
    before, now = (_points(rules, some) for some in (deal.entries, entries))
    score = tuple(points + new - old for points, new, old in zip(result.score, now, before, strict=True))
    counted = copy.copy(deal)
    counted.entries = entries
    return replace(result, deal=counted, score=score)


def without_history(result: DealResult) -> DealResult:
    """A result as the running score needs it, in a tenth of the memory: without the deal's steps and its record."""
    written = replace(result.record, lines=())
    if result.deal is None:
        return replace(result, record=written)
    light = copy.copy(result.deal)
    light._stack = []
    return replace(result, deal=light, record=written)


def reckoning_of(
    rules: Rules, views: Sequence[DealView], results: Sequence[DealResult], claims: Sequence[Claimed]
) -> Reckoning:
    """The running score over the deals that were not called off, and how the match has ended."""
    counted = [(view, result) for view, result in zip(views, results, strict=True) if not view.void]
    made = [
        (index, side_of(claim.seat, rules.sides < rules.players), _entries_at(result.deal, view, claim))
        for index, (view, result) in enumerate(counted)
        for claim in claims
        if claim.deal == view.number
    ]
    return reckoned(rules, [result for _, result in counted], made)


def _entries_at(deal: Deal | None, view: DealView, claim: Claimed) -> int:
    """How many entries of a deal there were when a side claimed: those of the tricks that were over, and what was shown
    in the running one."""
    count = 0
    for number, entry in enumerate(() if deal is None else deal.entries, start=1):
        trick = entry.trick
        if trick is None or trick < claim.trick or (trick == claim.trick and _is_shown(view, entry, claim)):
            count = number
    return count


def _is_shown(view: DealView, entry: Entry, claim: Claimed) -> bool:
    if entry.kind != "stoeck" or claim.trick >= len(view.decoded.tricks):
        return False
    plays = view.decoded.tricks[claim.trick].plays
    return any(p.seat == entry.seat and p.time is not None and p.time <= claim.time for p in plays)


def _weis_entry(rules: Rules, deal: Deal, seat: int, points: int) -> Entry:
    return Entry("weis", side_of(seat, rules.sides < rules.players), points, deal.factor, trick=0, seat=seat)


def _points(rules: Rules, entries: Sequence[Entry]) -> list[int]:
    found = [0] * rules.sides
    for entry in entries:
        if entry.account == "score":
            found[entry.side] += entry.points
    return found


def ruling_of(view: DealView, seat: int, trick: int) -> Ruled | None:
    """What the referee said last of a play, None if nothing yet."""
    return next((r for r in reversed(view.rulings) if (r.seat, r.trick) == (seat, trick)), None)
