"""A random deal of any game, with everything that belongs to it: stock, turned card, blind, covered cards.

>>> from jassvision.rules.preset import load_rules
>>> deal = shuffled_deal(load_rules("handjass"), random.Random(1))
>>> deal.outside.bit_count() + sum(hand.bit_count() for hand in deal.hands)
36
"""

from __future__ import annotations

import random
from typing import Any

from jassvision.rules.cards import BIT, cards_in
from jassvision.rules.deal import Deal
from jassvision.rules.games import DEALS, deal_for
from jassvision.rules.games.luzern import LuzernDeal
from jassvision.rules.games.stock import StockDeal
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat


def shuffled_deal(rules: Rules, rng: random.Random, dealer: Seat = 0, **options: Any) -> Deal:
    """Shuffle and deal: all cards are known to the deal that is returned.

    Args:
        rules: the house rules.
        rng: the source of chance.
        dealer: the seat that deals.
        options: further arguments of the game's deal.
    """
    pack = list(cards_in(rules.card_pack))
    rng.shuffle(pack)

    def take(count: int) -> list[int]:
        taken, pack[:count] = pack[:count], []
        return taken

    kind = DEALS.get(rules.game)
    if kind is not None and issubclass(kind, LuzernDeal):
        piles = rules.hand_size // 2
        rows = [(take(piles), take(piles)) for _ in range(rules.players)]
        options["covers"] = [dict(zip(up, down, strict=True)) for up, down in rows]
        return deal_for(rules, dealer, [sum(BIT[c] for c in up) for up, _ in rows], **options)
    size = rules.first_cards or rules.hand_size
    hands = [take(size) for _ in range(rules.players)]
    if kind is not None and issubclass(kind, StockDeal):
        if rules.trump_by == "last_card":
            options["turned"] = hands[dealer][-1]
        else:
            options["turned"] = take(1)[0]
            if rules.blind:
                options["blind"] = sum(BIT[c] for c in take(rules.hand_size))
            options["stock"] = pack
    return deal_for(rules, dealer, [sum(BIT[c] for c in hand) for hand in hands], **options)
