"""The games: for each a subclass of `Deal`, found by the name that the rules give in `game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jassvision.rules.cards import CardSet
from jassvision.rules.deal import Deal
from jassvision.rules.errors import RulesError
from jassvision.rules.games.schieber import SchieberDeal
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat

DEALS: dict[str, type[Deal]] = {
    "schieber": SchieberDeal,
}
"""The class of a game's deals."""


def deal_for(rules: Rules, dealer: Seat = 0, hands: Sequence[CardSet | None] | None = None, **options: Any) -> Deal:
    """A new deal of the game that the rules are for; the arguments are those of the game's `Deal`.

    Raises:
        RulesError: there is no such game.
    """
    try:
        deal = DEALS[rules.game]
    except KeyError:
        raise RulesError(f"there is no game {rules.game!r}: choose one of {', '.join(DEALS)}") from None
    return deal(rules, dealer, hands, **options)
