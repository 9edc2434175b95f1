"""Judging an announced Weis: right, too high, too low, too late or not held, with the reason in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from jassvision.rules.cards import EMPTY, CardSet, codes
from jassvision.rules.errors import IllegalClaimError
from jassvision.rules.options import Rules
from jassvision.rules.weis import Weis, all_weis, best_weis, weis_of

VERDICTS = ("right", "too_high", "too_low", "too_late", "not_held", "unproven")
"""`unproven`: the hand is hidden, so nothing speaks against the claim and nothing for it."""


@dataclass(frozen=True)
class ClaimVerdict:
    """What an announcement is worth.

    Attributes:
        verdict: one of `VERDICTS`.
        reason: why, in one sentence.
        scores: the Weis that may score: those claimed as far as they are held and in time.
        held: the Weis the hand would have shown for the highest total, () when it is hidden.
    """

    verdict: str
    reason: str
    scores: tuple[Weis, ...]
    held: tuple[Weis, ...]


def judge_claim(
    rules: Rules,
    contract: str,
    hand: CardSet | None,
    *,
    points: int | None = None,
    cards: CardSet = EMPTY,
    completed_tricks: int = 0,
) -> ClaimVerdict:
    """Judge what a player announced: points ("a hundred"), cards shown, or both.

    Points alone are the player's total. Cards are one Weis; points with them are its value. A claim that is too low may
    be made, it just scores what was claimed; one that is too high scores nothing.

    Args:
        rules: the house rules.
        contract: code of the contract.
        hand: the hand as dealt, None when it is hidden.
        points: points announced, before the factor.
        cards: the cards announced.
        completed_tricks: how many tricks were complete; from one on a claim is too late (rule list section 3).

    Raises:
        IllegalClaimError: neither points nor cards were announced.

    >>> from jassvision.rules.cards import card_set
    >>> hand = card_set(["S6", "S7", "S8", "S9", "HA"])
    >>> [judge_claim(Rules(), "H", hand, points=p).verdict for p in (50, 100, 20)]
    ['right', 'too_high', 'too_low']
    >>> judge_claim(Rules(), "H", hand, cards=card_set(["S7", "S8", "S9"])).reason
    'too low: S6 S7 S8 S9 would be 50'
    """
    if points is None and not cards:
        raise IllegalClaimError("a claim names points or cards")
    held = () if hand is None else best_weis(hand, rules, contract)
    if rules.weis == "none":
        return ClaimVerdict("not_held", "Weis do not count under these rules", (), ())
    if completed_tricks and rules.weis_time == "first_card":
        return ClaimVerdict("too_late", "too late: Weis are announced with the first card, during trick 1", (), held)
    if cards:
        return _judge_cards(rules, contract, hand, cards, points, held)
    if hand is None:
        return ClaimVerdict("unproven", "the hand is hidden", (), ())
    assert points is not None  # one of both was given
    return _judge_total(points, held, all_weis(hand, rules, contract))


def _judge_cards(
    rules: Rules, contract: str, hand: CardSet | None, cards: CardSet, points: int | None, held: tuple[Weis, ...]
) -> ClaimVerdict:
    if hand is not None and cards & ~hand:
        missing = " ".join(codes(cards & ~hand))
        return ClaimVerdict("not_held", f"not held: the hand was dealt without {missing}", (), held)
    try:
        claimed = weis_of(cards, rules, contract)
    except IllegalClaimError as error:
        return ClaimVerdict("not_held", str(error), (), held)
    if points is not None and points > claimed.points:
        return ClaimVerdict(
            "too_high", f"too high: {' '.join(codes(cards))} is {claimed.points}, not {points}", (), held
        )
    if points is not None and points < claimed.points:
        low = Weis(claimed.kind, claimed.cards, points)
        return ClaimVerdict("too_low", f"too low: {' '.join(codes(cards))} is {claimed.points}", (low,), held)
    if hand is None:
        return ClaimVerdict("unproven", "the hand is hidden", (claimed,), ())
    if claimed not in held:
        for other in all_weis(hand, rules, contract):
            if other.cards & cards == cards and other.points > claimed.points:
                return ClaimVerdict(
                    "too_low", f"too low: {' '.join(codes(other.cards))} would be {other.points}", (claimed,), held
                )
    return ClaimVerdict("right", f"right: {claimed}", (claimed,), held)


def _judge_total(points: int, held: tuple[Weis, ...], every: tuple[Weis, ...]) -> ClaimVerdict:
    total = sum(weis.points for weis in held)
    shown = "; ".join(map(str, held)) or "no Weis"
    if not total:
        return ClaimVerdict("not_held", "not held: there is no Weis in the hand", (), held)
    if points > total:
        return ClaimVerdict("too_high", f"too high: the hand holds {total} ({shown}), not {points}", (), held)
    if points == total:
        return ClaimVerdict("right", f"right: {shown}", held, held)
    return ClaimVerdict("too_low", f"too low: the hand holds {total} ({shown})", _worth(points, held, every), held)


def _worth(points: int, held: tuple[Weis, ...], every: tuple[Weis, ...]) -> tuple[Weis, ...]:
    """Weis that make exactly so many points: some of those held together, else one of all, else none."""
    for size in range(1, len(held)):
        for some in combinations(held, size):
            if sum(weis.points for weis in some) == points:
                return some
    return next(((weis,) for weis in every if weis.points == points), ())
