"""House rules that cannot hold together, each in one sentence.

>>> from jassvision.rules.options import Rules
>>> contradiction(Rules()) is None
True
>>> contradiction(Rules(players=5)).fields
('hand_size', 'players', 'pack')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    for fields, sentence in _game(rules):
        return Contradiction(tuple(fields.split()), sentence)
    return None


_PLAYED_BY: Mapping[str, Mapping[str, tuple[object, ...]]] = {
    "trump_by": {
        "named": ("schieber", "luzern"),
        "box": ("coiffeur",),
        "last_card": ("differenzler",),
        "turn_up": ("handjass", "bessern", "sidi", "smoojas"),
        "first_discard": ("molotow", "mittlere"),
        "bid": ("klaberjass", "belote"),
    },
    "follow": {
        "klaberjass": ("klaberjass", "belote"),
        "belote": ("klaberjass", "belote"),
        "free_then_strict": ("smoojas",),
    },
    "scoring": {
        "box": ("coiffeur",),
        "difference": ("differenzler",),
        "strokes": ("molotow", "mittlere"),
        "jasswiki": ("molotow", "mittlere"),
        "handjass": ("handjass", "bessern", "sidi"),
    },
    "weis_time": {"on_lead": ("smoojas",), "first_open": ("luzern",)},
    "stoeck_time": {"lead": ("smoojas",), "both_open": ("luzern",)},
    "lead": {"declarer": ("coiffeur",)},
    "push_back": {"true": ("schieber",)},
    "open_piles": {"true": ("luzern",)},
    "draw": {"true": ("smoojas",)},
    "blind": {"true": ("handjass", "bessern", "sidi")},
    "drop": {"true": ("handjass", "bessern", "sidi")},
}
"""Which games can do what, by field and value; values that are not in it are everybody's."""

_NEEDS: Mapping[str, Mapping[str, tuple[object, ...]]] = {
    "coiffeur": {"scoring": ("box",)},
    "differenzler": {"scoring": ("difference",)},
    "molotow": {"scoring": ("strokes", "jasswiki")},
    "mittlere": {"scoring": ("strokes", "jasswiki")},
    "luzern": {"players": (2,), "open_piles": (True,), "weis_time": ("first_open",), "stoeck_time": ("both_open",)},
    "handjass": {"players": (2,)},
    "bessern": {"players": (2,)},
    "sidi": {"players": (2,)},
    "smoojas": {
        "players": (2,),
        "draw": (True,),
        "follow": ("free_then_strict",),
        "weis_time": ("on_lead",),
        "stoeck_time": ("lead",),
    },
    "klaberjass": {"follow": ("klaberjass", "belote"), "sides": (2,)},
    "belote": {"follow": ("klaberjass", "belote"), "sides": (2,)},
}
"""What a game cannot be played without, by game and field."""


def _game(rules: Rules) -> Iterator[tuple[str, str]]:
    """Fields that the game cannot do anything with, lest they are taken for rules in force."""
    for field, games in _PLAYED_BY.items():
        value = _written(getattr(rules, field))
        if rules.game not in games.get(value, (rules.game,)):
            yield (
                f"{field} game",
                f"{field}: {value} is a rule of {', '.join(map(str, games[value]))}, not of {rules.game}",
            )
    for field, needed in _NEEDS.get(rules.game, {}).items():
        if getattr(rules, field) not in needed:
            name = "players partners" if field == "sides" else field
            written = " or ".join(map(_written, needed))
            yield f"{name} game", f"{rules.game} needs {field}: {written}"
    if rules.exchange and rules.trump_by != "turn_up":
        yield "exchange game", f"exchange is a rule of bessern, not of {rules.game}"
    if rules.first_cards is not None and rules.trump_by != "bid":
        yield "first_cards game", f"first_cards is a rule of klaberjass and belote, not of {rules.game}"
    if rules.open_piles and rules.hand_size % 2:
        yield "hand_size open_piles", f"hand_size: {rules.hand_size} cards make no piles of two"
    if rules.draw and (rules.card_pack.bit_count() - rules.players * rules.hand_size) % rules.players:
        yield "hand_size draw", "the stock must give every player the same number of cards"


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


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
    if rules.trump_by in ("turn_up", "bid") and not (rules.turn_up_to_taker or rules.draw):
        left -= 1
        if left < 0:
            yield "hand_size players pack", "no card is left over to be turned up"
    if rules.blind and left < rules.hand_size:
        yield "blind hand_size", f"a blind needs {rules.hand_size} more cards, but only {left} are left over"
    if rules.exchange and left < rules.exchange * rules.players:
        yield "exchange hand_size", f"only {left} left over to be exchanged"
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
