"""From the deals of a match to points: what each is worth, which Weis may have been held, the running score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from jassvision.rules.cards import BIT, EMPTY, CardSet
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat
from jassvision.rules.slate import Slate, write_all
from jassvision.rules.weis import Weis, best_weis, holds_stoeck, stoeck_cards
from jassvision.tools.live.corrections import Claimed, Said
from jassvision.tools.live.counting import reckoning_of, with_words, without_history
from jassvision.tools.live.fold import DealView, MatchFold
from jassvision.tools.reckoning import AS_DEALT, NONE, DealResult, Melds, Reckoning, deal_result
from jassvision.vision.decoder_answer import DecodedDeal

WeisMode: TypeAlias = Literal["auto", "announced", "none"]
WEIS_MODES: Final = ("auto", "announced", "none")
"""Weis count as the cards show that they were held; only where somebody said so; never."""

Key: TypeAlias = tuple[object, ...]

KEPT: Final = 8
"""Results that are kept beside those of all deals: the last deals as they were after each play."""


@dataclass(frozen=True)
class Proposal:
    """A Weis or Stöck that a seat is known to have held.

    Attributes:
        seat: whose.
        cards: its cards.
        points: its value before the factor.
        status: `proposed`, `counted` (as dealt), `accepted` or `rejected`.
    """

    seat: Seat
    cards: CardSet
    points: int
    status: str


class Scorer:
    """Counts deals, each only once as long as nothing about it changes."""

    def __init__(self) -> None:
        self._kept: dict[Key, tuple[DecodedDeal, DealResult]] = {}
        self._room = KEPT

    def result(self, rules: Rules, view: DealView, mode: WeisMode) -> DealResult:
        """A deal with its points and verdicts, and with what people said of it."""
        weis = melds_of(rules, view, mode)
        key = (rules.suits, view.number, id(view.decoded), weis, view.pushed)
        found = self._kept.pop(key, None)
        if found is None:
            made = deal_result(rules, view.decoded, view.number, weis=weis, pushed=view.pushed)
            # the deal itself is kept with it, or another could come to have its id
            found = (view.decoded, without_history(made))
        self._kept[key] = found
        while len(self._kept) > self._room:
            del self._kept[next(iter(self._kept))]  # the one that nobody has asked for longest
        return with_words(rules, view, found[1])

    def reckoning(
        self, rules: Rules, views: Sequence[DealView], mode: WeisMode, claims: Sequence[Claimed] = ()
    ) -> tuple[Reckoning, list[DealResult]]:
        """The running score over all deals that were not called off, and the result of every deal."""
        self._room = KEPT + 2 * len(views)
        results = [self.result(rules, view, mode) for view in views]
        return reckoning_of(rules, views, results, claims), results

    def of_match(self, match: MatchFold, views: Sequence[DealView]) -> tuple[Rules, Reckoning, list[DealResult]]:
        """The rules on the table of a match, and the reckoning by them of some of its deals."""
        rules = rules_on_table(match)
        return (rules, *self.reckoning(rules, views, weis_mode(match), match.claims))


def rules_on_table(match: MatchFold) -> Rules:
    """The house rules with the factors of the pack that lies on the table."""
    return match.rules if match.pack is None else replace(match.rules, suits=match.pack)


def weis_mode(match: MatchFold) -> WeisMode:
    """How Weis are counted now."""
    word = match.latest("weis_mode")
    mode: WeisMode = match.setup.get("weis", AS_DEALT) if word is None else word.payload["mode"]
    return mode


def melds_of(rules: Rules, view: DealView, mode: WeisMode) -> str | Melds:
    """The Weis and Stöck of a deal as `deal_result` takes them."""
    said = view.said
    if mode == NONE:
        return NONE
    if mode == AS_DEALT and not said.any:
        return AS_DEALT
    weis = [(seat, cards) for seat, cards, _ in said.entered]
    stoeck = said.stoeck
    if mode == AS_DEALT and view.decoded.complete:
        proposals, pair = proposals_of(rules, view, mode)
        weis += [(p.seat, p.cards) for p in proposals if p.status == "counted"]
        if pair is not None and pair.status == "counted":
            stoeck = pair.seat
    return Melds(tuple(weis), stoeck)


def proposals_of(rules: Rules, view: DealView, mode: WeisMode) -> tuple[list[Proposal], Proposal | None]:
    """The Weis and the Stöck that seats held by all that is known of their hands."""
    decoded = view.decoded
    contract = decoded.contract
    if not contract or decoded.contract_unsure or mode == NONE:
        return [], None
    found: list[Proposal] = []
    hands = known_hands(decoded, rules.players)
    counts = mode == AS_DEALT and decoded.complete
    weis_count = counts and not view.said.points  # what was said by points would count twice
    for seat, hand in enumerate(hands):
        weis: Sequence[Weis] = best_weis(hand, rules, contract) if rules.weis != "none" else ()
        for one in weis:
            found.append(Proposal(seat, one.cards, one.points, _status(view.said, seat, one.cards, weis_count)))
    pair = None
    holder = next((s for s, hand in enumerate(hands) if holds_stoeck(hand, contract)), None)
    if rules.stoeck and holder is not None:
        status = "counted" if counts else "proposed"
        if view.said.no_stoeck:
            status = "rejected"
        elif view.said.stoeck is not None:
            status = "accepted" if view.said.stoeck == holder else "proposed"
        pair = Proposal(holder, stoeck_cards(contract), 20, status)
    return found, pair


def known_hands(decoded: DecodedDeal, players: int) -> list[CardSet]:
    """What each seat is known to have been dealt: what it played for sure, and what it has shown."""
    hands = [decoded.shown.get(seat, EMPTY) for seat in range(players)]
    for play in decoded.plays:
        if play.card is not None and not play.unsure:
            hands = [hand & ~BIT[play.card] for hand in hands]
            hands[play.seat] |= BIT[play.card]
    return hands


def slates_of(rules: Rules, results: Sequence[DealResult], views: Sequence[DealView]) -> list[Slate | None]:
    """What stands on the slate for each side, written deal by deal; None where the game is not kept on one."""
    if rules.sides != 2 or rules.wins != "highest":
        return [None] * rules.sides
    gains = [result.score for view, result in zip(views, results, strict=True) if not view.void]
    return [write_all(points[side] for points in gains) for side in range(rules.sides)]


def _status(said: Said, seat: Seat, cards: CardSet, counts: bool) -> str:
    if any(entry[:2] == (seat, cards) for entry in said.entered):
        return "accepted"
    if (seat, cards) in said.rejected:
        return "rejected"
    # a part of it was entered: the whole one must not count as well
    if any(s == seat and c & cards for s, c, _ in said.entered):
        return "proposed"
    return "counted" if counts else "proposed"
