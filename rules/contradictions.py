"""House rules that cannot hold together, each in one sentence.

>>> from jassvision.rules.options import Rules
>>> contradiction(Rules()) is None
True
>>> contradiction(Rules(players=5)).fields
('hand_size', 'players', 'pack')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.options import SLALOM, Rules


@dataclass(frozen=True)
class Contradiction:
    """The fields that contradict each other, the likeliest culprit first, and what is wrong with them."""

    fields: tuple[str, ...]
    sentence: str


def contradiction(rules: Rules) -> Contradiction | None:
    """The first contradiction within some rules, or None."""
    for fields, sentence in _table(rules):
        return Contradiction(tuple(fields.split()), sentence)
    for fields, sentence in _trump(rules):
        return Contradiction(tuple(fields.split()), sentence)
    for fields, sentence in _scoring(rules):
        return Contradiction(tuple(fields.split()), sentence)
    return None


def _table(rules: Rules) -> Iterator[tuple[str, str]]:
    """Cards, seats and sides."""
    size = rules.card_pack.bit_count()
    if rules.players * rules.hand_size > size:
        yield (
            "hand_size players pack",
            f"{rules.players} players with {rules.hand_size} cards each need {rules.players * rules.hand_size} cards, "
            f"but the pack has {size}",
        )
    left = size - rules.players * rules.hand_size
    if rules.blind and left < rules.hand_size:
        yield "blind hand_size", f"a blind needs {rules.hand_size} more cards, but only {left} are left over"
    if rules.exchange and left < rules.exchange * rules.players:
        yield "exchange hand_size", f"only {left} cards are left over to exchange"
    if rules.draw and not left:
        yield "draw hand_size", "there is no stock to draw from: every card is dealt"
    if rules.partners and rules.players != 4:
        yield "partners players", f"partners need 4 players, but {rules.players} play"
    if rules.push_back and not rules.partners:
        yield "push_back partners", "push_back needs partners"
    if rules.first_cards is not None and rules.first_cards >= rules.hand_size:
        yield (
            "first_cards hand_size",
            f"first_cards must be less than hand_size ({rules.hand_size}), as the rest is dealt later",
        )
    if rules.swap == "six" and rules.pack == "piquet32":
        yield "swap pack", "swap: six needs a pack of 36: there are no sixes among 32 cards"


def _trump(rules: Rules) -> Iterator[tuple[str, str]]:
    """Contracts, factors and how trump arises."""
    if not rules.contracts:
        yield "contracts", "at least one contract must be allowed"
    for code in rules.contracts:
        for suits in ("swiss", "french"):
            if (suits, code) not in rules.factor_table:
                yield "contracts factors", f"contract {code} is allowed but has no factor for {suits} suits"
    if rules.swap != "none" and rules.trump_by not in ("turn_up", "bid"):
        yield "swap trump_by", f"swap: {rules.swap} needs a card turned up (trump_by: turn_up or bid)"
    if rules.turn_up_to_taker and rules.trump_by != "bid":
        yield "turn_up_to_taker trump_by", "turn_up_to_taker needs trump_by: bid"
    if rules.maker != "none" and rules.trump_by != "bid":
        yield "maker trump_by", f"maker: {rules.maker} needs somebody who took trump (trump_by: bid)"
    if rules.litige and rules.maker == "none":
        yield "litige maker", "litige needs takers who can fail (maker: more_than_half or more_than_opponent)"
    if rules.follow == "free_then_strict" and not rules.draw:
        yield "follow draw", "follow: free_then_strict needs draw: true"
    if rules.family != "jass" and not set(rules.contracts) <= set("DHSC"):
        yield "contracts family", f"family: {rules.family} knows trump suits only, no {_first_plain(rules)}"
    if rules.trump_by in ("last_card", "turn_up", "bid") and not set(rules.contracts) <= set("DHSC"):
        yield "contracts trump_by", f"trump_by: {rules.trump_by} gives a trump suit, never {_first_plain(rules)}"


def _first_plain(rules: Rules) -> str:
    return next(code for code in rules.contracts if code not in "DHSC")


def _scoring(rules: Rules) -> Iterator[tuple[str, str]]:
    """What counts and when it is over."""
    if (rules.scoring == "box") != bool(rules.boxes):
        yield "boxes scoring", "boxes and scoring: box go together: give both or none"
    if (rules.scoring == "box") != (rules.trump_by == "box"):
        yield "trump_by scoring", "trump_by: box and scoring: box go together: give both or none"
    names = [box.name for box in rules.boxes]
    for box in rules.boxes:
        if names.count(box.name) > 1:
            yield "boxes", f"two boxes are called {box.name!r}: give each a name of its own"
        if not box.choices(rules.contracts):
            wanted = [c for c in CONTRACTS if c == box.contract or (box.contract == SLALOM and c.startswith(SLALOM))]
            yield "boxes contracts", f"box {box.name!r} needs {' or '.join(wanted)} among the contracts"
    if (rules.scoring == "difference") != (rules.announce != "none"):
        yield "announce scoring", "scoring: difference and announcing go together: give both or none"
    if rules.exact_bonus and rules.scoring != "difference":
        yield "exact_bonus scoring", "exact_bonus needs scoring: difference"
    if (rules.scoring == "handjass") != (rules.minimum > 0):
        yield "minimum scoring", "scoring: handjass and a minimum above 0 go together: give both or none"
    if (rules.unit == "strokes") != (rules.scoring in ("strokes", "handjass")):
        yield "unit scoring", "unit: strokes goes with scoring: strokes or handjass, unit: points with all others"
    if rules.scoring != "strokes":
        for field in ("middle_noughts", "hundred_noughts", "no_trick_noughts", "match_strokes"):
            if getattr(rules, field):
                yield f"{field} scoring", f"{field} needs scoring: strokes"
    if rules.weis == "none" and rules.weis_reuse is not None:
        yield "weis_reuse weis", "weis_reuse needs a schedule of Weis"
    if rules.bergpreis and rules.target is None:
        yield "bergpreis target", "a Bergpreis needs a target: it goes to the first side at half of it"
    if rules.claim == "bedanken" and rules.target is None:
        yield "claim target", "claim: bedanken needs a target to claim"
    if rules.target is not None and rules.wins == "lowest":
        yield "wins target", "wins: lowest needs a number of deals instead of a target (target: null)"
    if rules.target is None and rules.total_deals is None:
        yield "target deals", "a match needs an end: give target or deals"
    if rules.boxes and rules.deals is not None and rules.deals != len(rules.boxes) * rules.sides:
        yield (
            "deals boxes",
            f"{len(rules.boxes)} boxes for {rules.sides} sides make {len(rules.boxes) * rules.sides} deals: "
            "leave deals out",
        )
