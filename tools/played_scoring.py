"""How the score runs from trick to trick: what counts when, so that the parts always make the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from jassvision.rules.options import Rules
from jassvision.rules.seats import side_of
from jassvision.rules.weis import stoeck_cards
from jassvision.tools.played_facts import Gain, PlayedCard, PlayedDeal, PlayedTrick

CARD_POINTS = ("trick", "last_trick")
"""Kinds that are card points: in some games (Coiffeur, Differenzler) they count only through another entry."""


def counting(gains: Sequence[Gain], tricks: Sequence[PlayedTrick], score: Sequence[int], rules: Rules) -> list[Gain]:
    """The gains that make up a deal's score.

    Where those given do not add up to it - the rules could not follow the play, or card points count only through
    another entry - they are those without card points, or else the tricks with what is missing as a correction.
    """
    for kept in (list(gains), [gain for gain in gains if gain.kind not in CARD_POINTS]):
        if _sums(kept, len(score)) == list(score):
            return kept
    partners = rules.sides < rules.players
    plain = [
        Gain("trick", side_of(t.winner, partners), t.winner, t.points, 1, t.number)
        for t in tricks
        if t.winner is not None
    ]
    raw = _sums(plain, len(score))
    factors = {total // points for total, points in zip(score, raw, strict=True) if points and total % points == 0}
    if len(factors) == 1:
        plain = [replace(gain, factor=min(factors)) for gain in plain]
    missing = [total - now for total, now in zip(score, _sums(plain, len(score)), strict=True)]
    return plain + [Gain("correction", side, None, points, 1, None) for side, points in enumerate(missing) if points]


def _sums(gains: Sequence[Gain], sides: int) -> list[int]:
    return [sum(gain.points for gain in gains if gain.side == side) for side in range(sides)]


def timed(gains: Sequence[Gain], tricks: Sequence[PlayedTrick], contract: str) -> tuple[Gain, ...]:
    """The gains with the times at which they count, in that order where they have one."""
    by_number = {trick.number: trick for trick in tricks}
    last = next((trick.end for trick in reversed(tricks) if trick.end is not None), None)
    found = []
    for gain in gains:
        trick = by_number.get(gain.trick or 0)
        time = last if trick is None else trick.end
        if gain.kind == "stoeck" and trick is not None and contract:
            time = _stoeck_time(trick, gain, contract, time)
        found.append(replace(gain, time=time))
    return tuple(found)


def _stoeck_time(trick: PlayedTrick, gain: Gain, contract: str, otherwise: float | None) -> float | None:
    pair = stoeck_cards(contract)
    plays = [p for p in trick.plays if p.seat == gain.seat and p.card is not None and pair >> p.card & 1]
    return next((play.time for play in plays if play.time is not None), otherwise)


def running(tricks: Sequence[PlayedTrick], gains: Sequence[Gain], before: Sequence[int]) -> tuple[PlayedTrick, ...]:
    """The tricks with what each side gained by them and the score after them; what has no trick counts in the end."""
    found = []
    totals = list(before)
    for trick in tricks:
        final = trick.number == tricks[-1].number
        gained = [0] * len(totals)
        for gain in gains:
            if gain.trick == trick.number or (final and gain.trick is None):
                gained[gain.side] += gain.points
        totals = [total + more for total, more in zip(totals, gained, strict=True)]
        found.append(replace(trick, gained=tuple(gained), totals=tuple(totals)))
    return tuple(found)


def scored_deal(deal: PlayedDeal, gains: Sequence[Gain], rules: Rules) -> PlayedDeal:
    """A deal with its gains, verdicts with times, and the score after each trick; `score` and `before` are given."""
    kept = counting(gains, deal.tricks, deal.score, rules)
    kept_timed = timed(kept, deal.tricks, deal.contract)
    tricks = running(deal.tricks, kept_timed, deal.before)
    after = tuple(old + new for old, new in zip(deal.before, deal.score, strict=True))
    times: dict[tuple[int, int], PlayedCard] = {(t.number, p.seat): p for t, p in deal.plays}
    illegal = tuple(
        replace(v, time=times[v.trick, v.seat].time if (v.trick, v.seat) in times else None) for v in deal.illegal
    )
    return replace(deal, tricks=tricks, gains=kept_timed, after=after, illegal=illegal)
