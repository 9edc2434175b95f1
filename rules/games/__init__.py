"""The games: for each a subclass of `Deal`, found by the name that the rules give in `game`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jassvision.rules.cards import CardSet
from jassvision.rules.deal import Deal
from jassvision.rules.errors import InvalidActionError, RulesError, did_you_mean
from jassvision.rules.games.bidding import BiddingDeal
from jassvision.rules.games.coiffeur import CoiffeurDeal
from jassvision.rules.games.differenzler import DifferenzlerDeal
from jassvision.rules.games.handjass import HandjassDeal
from jassvision.rules.games.luzern import LuzernDeal
from jassvision.rules.games.molotow import MolotowDeal
from jassvision.rules.games.schieber import SchieberDeal
from jassvision.rules.games.smoojas import SmoojasDeal
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat

DEALS: dict[str, type[Deal]] = {
    "schieber": SchieberDeal,
    "coiffeur": CoiffeurDeal,
    "differenzler": DifferenzlerDeal,
    "molotow": MolotowDeal,
    "mittlere": MolotowDeal,
    "luzern": LuzernDeal,
    "handjass": HandjassDeal,
    "bessern": HandjassDeal,
    "sidi": HandjassDeal,
    "smoojas": SmoojasDeal,
    "klaberjass": BiddingDeal,
    "belote": BiddingDeal,
}
"""The class of a game's deals."""

LOOKS = frozenset({"strict", "as_dealt"})
"""Arguments of every deal that are a way to look at it, not part of what was dealt."""


def deal_for(rules: Rules, dealer: Seat = 0, hands: Sequence[CardSet | None] | None = None, **options: Any) -> Deal:
    """A new deal of the game that the rules are for; the arguments are those of the game's `Deal`.

    Raises:
        RulesError: there is no such game.
        InvalidActionError: something was dealt that this game does not have, such as a turned card in Schieber.

    >>> from jassvision.rules.actions import Name, Play
    >>> from jassvision.rules.cards import parse_code
    >>> deal = deal_for(Rules(), dealer=0)  # nobody's hand is known
    >>> for action in (Name(3, "H"), *(Play(seat, parse_code(c)) for seat, c in ((3, "S10"), (2, "SA"), (1, "H6")))):
    ...     _ = deal.push(action)
    >>> deal.can(Play(0, parse_code("SA"))), deal.can(Play(0, parse_code("SK")))
    (False, True)
    >>> deal.push(Play(0, parse_code("SK"))).trick.points, deal.name_of(deal.to_act)
    (25, 'east')
    >>> deal.pop().action, len(deal.trick)
    (Play(seat=0, card=25), 3)
    """
    try:
        deal = DEALS[rules.game]
    except KeyError:
        raise RulesError(
            f"there is no game {rules.game!r}: {did_you_mean(rules.game, DEALS)}choose one of {', '.join(DEALS)}"
        ) from None
    given = {name: value for name, value in options.items() if value is not None}
    foreign = sorted(set(given) - deal.pieces - LOOKS)
    if foreign:
        known = ", ".join(sorted(deal.pieces)) or "nothing but hands"
        raise InvalidActionError(f"{rules.game} is dealt without {', '.join(foreign)}: it has {known}")
    return deal(rules, dealer, hands, **given)
